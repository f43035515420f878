"""A table: the replay of its log, and nothing else.

What a person or the server asks for is decided elsewhere (`commands`), as entries for the
log; here they take effect. A table that is loaded again is therefore the table it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from operator import attrgetter
from typing import Any, Final

from tsuro.game.errors import TsuroError
from tsuro.game.events import Event
from tsuro.game.state import EXCHANGE
from tsuro.match import Match
from tsuro.server.messages.views import Clocks, TablePhase, TableView
from tsuro.server.options import NoClock
from tsuro.server.tables import log
from tsuro.server.tables.changes import Changes
from tsuro.server.tables.checkpoint import Checkpoint
from tsuro.server.tables.clocks import GameClock, new_clock
from tsuro.server.tables.course import Course
from tsuro.server.tables.due import BotToMove, DueWork, StandInToMove, ToDeal, ToStart
from tsuro.server.tables.gathering import Gathering
from tsuro.server.tables.happened import Happened
from tsuro.server.tables.log import ImpossibleEntry, LogEntry, require
from tsuro.server.tables.next_deal import NextDeal
from tsuro.server.tables.seats import WITHOUT_A_GUEST, compacted

__all__ = ["ATTRIBUTES", "ImpossibleEntry", "Table"]

ATTRIBUTES = (
    *("options", "creator", "host", "seats", "first", "made_at", "starts", "countdown", "removed", "was_open"),
    *("next_deal", "_view", "_own", "seq", "action_seq", "decision_seq", "touched_at", "play", "watch", "course"),
    *("games", "began", "changes", "checkpoint", "_before_game", "timing", "_to_move_since", "_done"),
    *("_done_before",),
)
"""Everything that is true of a table, by name: a compiled table has no dictionary of it."""

_values: Final = attrgetter(*ATTRIBUTES)


class Table(Gathering):
    """Everything that is true of a table after the entries so far."""

    def __init__(self, created: log.Created) -> None:
        super().__init__(created)
        self.seq = 1  # how many entries there are
        self.action_seq = 0  # the last one that changed the game: a client that saw it may move
        self.decision_seq = 0  # the last one by which somebody other than a bot did: a client that saw it may undo
        self.touched_at = created.at
        self.play, self.watch = created.play, created.watch
        self.course: Course | None = None  # of the game being played, or of the last one
        self.games = 0  # how many were started
        self.began = 0  # the last entry before the last one of them
        self.changes = Changes()  # since then
        self.checkpoint: Checkpoint | None = None  # before the last game but one: requests of two are known by id
        self._before_game: Checkpoint | None = None  # before the last one
        self.timing: GameClock | None = None  # of the game being played, if it has a clock
        self._to_move_since = created.at  # since when the next player has been on turn
        self._done: dict[tuple[str, str], tuple[LogEntry, int]] = {}
        self._done_before: dict[tuple[str, str], tuple[LogEntry, int]] = {}  # in the game before
        self._remember(created)

    @classmethod
    def replay(cls, entries: Iterable[LogEntry], checkpoint: Checkpoint | None = None) -> Table:
        """The table that follows from the log, or from what follows a checkpoint in it.

        Raises `ImpossibleEntry` naming the entry that does not fit.
        """
        table: Table | None = None
        for table in cls.replaying(entries, checkpoint):  # noqa: B007 -- the last one is wanted
            pass
        if table is None:
            raise ImpossibleEntry("the log is empty: a table begins with an entry 'created'")
        return table

    @classmethod
    def replaying(cls, entries: Iterable[LogEntry], checkpoint: Checkpoint | None = None) -> Iterator[Table]:
        """The same one table after each entry, for those who have something else to do in between."""
        table = None if checkpoint is None else cls._resume(checkpoint)
        for number, entry in enumerate(entries, 1 if table is None else table.seq + 1):
            try:
                if table is not None:
                    table.apply(entry)
                elif isinstance(entry, log.Created):
                    table = cls(entry)
                else:
                    raise ImpossibleEntry("a log begins with 'created'")
            except TsuroError as error:
                kind = log.kind_of(entry)
                raise ImpossibleEntry(f"entry {number} ({kind}) does not fit into the log: {error}") from error
            yield table

    @classmethod
    def _resume(cls, checkpoint: Checkpoint) -> Table:
        play, watch, options = checkpoint.play, checkpoint.watch, checkpoint.options
        table = cls(log.Created(at=checkpoint.at, by=checkpoint.creator, play=play, watch=watch, options=options))
        table.seq, table.games = checkpoint.seq, checkpoint.games
        table.host, table.first, table.seats = checkpoint.host, checkpoint.first, [*checkpoint.seats]
        table.made_at = checkpoint.made
        table.removed, table.was_open = frozenset(checkpoint.removed), checkpoint.was_open
        table.next_deal = None if checkpoint.secret is None else NextDeal.committed(checkpoint.secret)
        return table

    def apply(self, entry: LogEntry) -> Happened:
        """Let the entry take effect: the only way a table changes. An impossible one changes nothing."""
        change = _CHANGES.get(type(entry))
        if change is None:
            raise ImpossibleEntry("a table is created once")
        host = self.host
        events = change(self, entry) or ()
        self.changes = self.changes.after(entry, host=host)
        self.seq += 1
        self.touched_at = entry.at
        self._remember(entry)
        return Happened(entry=entry, events=events)

    def savepoint(self) -> Callable[[], None]:
        """Returns what takes the table back to this moment; it copies little, since every move needs one."""
        return _Savepoint(self).go_back

    @property
    def match(self) -> Match | None:
        """The game being played, or the last one."""
        return None if self.course is None else self.course.match

    @property
    def last(self) -> tuple[Event, ...]:
        """What the last action did in the game."""
        return () if self.course is None else self.course.last

    @property
    def phase(self) -> TablePhase:
        if self.match is None:
            return "gathering"
        return "over" if self.match.is_over else "playing"

    def is_practice(self, guest: str) -> bool:
        """Whether the guest has the only seat that no bot has, and no clock runs."""
        if len(self.seats_of(guest)) != 1 or not isinstance(self.options.clock, NoClock):
            return False
        return [seat.guest for seat in self.seats if seat.kind not in WITHOUT_A_GUEST] == [guest]

    def undoable(self, guest: str | None) -> Course | None:
        """The game, running or over, in which the guest may take actions back; None: there is no such game."""
        if guest is None or self.course is None or not self.is_practice(guest):
            return None
        return self.course if self.course.fits(self.seats, self.options) else None

    def done(self, guest: str, request_id: str) -> tuple[LogEntry, int] | None:
        """The result of a request that the guest made before: its first entry, and the seq of its last."""
        return self._done.get((guest, request_id)) or self._done_before.get((guest, request_id))

    def view(self) -> TableView:
        """What everybody at the table knows about it."""
        if self._view is None:
            course, hosts = self.course, () if self.host is None else self.seats_of(self.host)
            self._view = TableView(
                phase=self.phase,
                options=self.options,
                seats=tuple(seat.view() for seat in self.seats),
                host=next(iter(hosts), None),
                first=self.first,
                game=self.games,
                players=() if course is None else course.players,
                commitment=None if course is None else course.match.commitment,
                taken_back=0 if course is None else course.taken_back,
                next_commitment=None if self.next_deal is None else self.next_deal.commitment,
                dealing=self.is_dealing,
            )
        return self._view

    def clocks(self, now: int) -> Clocks | None:
        """What the clock shows; None if none is used, or no game is being played."""
        course, timing = self.course, self.timing
        if course is None or timing is None:
            return None
        left: list[int | None] = [
            None if seat.stand_in or seat.guest is None or course.is_out(number) else timing.banks[number]
            for number, seat in enumerate(self.seats)
        ]
        if left[timing.seat] is not None:
            left[timing.seat] = timing.remaining(now)
        return Clocks(left=tuple(left), running=None if timing.since is None else timing.seat)

    def due(self) -> DueWork | None:
        """The next thing that the server has to do by itself; None: it waits for a person."""
        if self.match is None and self.starts is not None and not self.is_dealing:
            return ToStart(at=self.starts) if any(seat.is_person for seat in self.seats) else None
        if self.match is None or self.match.is_over:
            until = None if self.next_deal is None else self.next_deal.due
            return None if until is None else ToDeal(at=until)
        number = self.match.active
        seat = self.seats[number]
        if seat.bot is not None and not seat.stand_in:
            return BotToMove(at=self._to_move_since, seat=number, bot=seat.bot)
        if seat.stand_in or self.time_is_up:
            return StandInToMove(at=self._to_move_since, seat=number)
        return None if self.timing is None else self.timing.due()

    @property
    def wakes_at(self) -> int | None:
        """When the server has to act even if nobody is there. Only for clocks: bots wait for somebody to come."""
        due = None if self.timing is None else self.due()
        return None if due is None else due.at

    @property
    def time_is_up(self) -> bool:
        """Whether the time of the player on turn ran out, so that a stand-in plays this turn to its end."""
        return self.timing is not None and self.timing.out

    def _remember(self, entry: LogEntry) -> None:
        if entry.by is not None and entry.request is not None:
            first, _ = self.done(entry.by, entry.request) or (entry, 0)
            self._done[entry.by, entry.request] = first, self.seq

    # Games

    def _want_rematch(self, entry: log.RematchWanted) -> None:
        require(self.phase == "over", "no game is over")
        self._set(entry.seat, replace(self._seat(entry.seat), wants_rematch=True, left=False))

    def _start(self, entry: log.Started) -> tuple[Event, ...]:
        require(self.phase != "playing", "a game is being played")
        players = [self._seat(number) for number in entry.seats]
        require(len(set(entry.seats)) == len(players), "a seat is named twice")
        require(all(seat.kind != "empty" for seat in players), "nobody sits at one of the seats")
        if self.next_deal is not None:
            self.next_deal.check(entry, players)
        course = Course(entry, players, self.options)
        self.checkpoint, self._before_game = self._before_game, self._in_brief()
        self.course, self.began, self.changes = course, self.seq, Changes()
        self.next_deal = None
        self._rearrange(entry.seats)
        self.seats = [seat.for_a_new_game() for seat in self.seats]
        self._done_before, self._done = self._done, {}  # a table may play forever
        self.games += 1
        self.starts = None
        self.action_seq = self.decision_seq = self.seq + 1
        self._to_move_since = entry.at
        runs, active = self.seats[course.match.active].is_hurried, course.match.active
        self.timing = new_clock(self.options.clock, len(players), active, at=entry.at, runs=runs)
        return course.last

    def _act(self, entry: log.Acted) -> tuple[Event, ...]:
        course = self._game()
        match, events = course.match, course.act(entry)
        seat = self.seats[entry.seat]
        may_undo = self.undoable(seat.guest) is not None
        timeouts = 0 if entry.played == "person" else seat.timeouts
        if (seat.votes, seat.timeouts, seat.may_undo, seat.below) != ((), timeouts, may_undo, entry.below):
            after = replace(seat, votes=(), timeouts=timeouts, may_undo=may_undo, below=entry.below)
            self._set(entry.seat, after)
        self.action_seq = self.seq + 1
        self.decision_seq = self.decision_seq if entry.played == "bot" else self.action_seq
        self._to_move_since = entry.at
        if match.is_over:  # the seats that were removed come back
            self.timing = None
            self._rearrange(compacted(self.seats, max(self.options.seats, len(self.seats))))
        elif self.timing is not None and match.state.phase is not EXCHANGE:  # which belongs to the same turn
            runs = self.seats[match.active].is_hurried
            self.timing = self.timing.pass_turn(match.active, at=entry.at, runs=runs)
        return events

    def _undo(self, entry: log.Undone) -> tuple[Event, ...]:
        course = None if self.is_dealing else self.undoable(self._seat(entry.seat).guest)
        if course is None or course.last_of(entry.seat) != entry.actions:
            raise ImpossibleEntry("that cannot be taken back")
        events = course.take_back(entry.actions)
        self._rearrange(tuple(range(len(course.players))))  # as long as it is played, there are no empty seats
        may_undo = course.last_of(entry.seat) is not None
        self._set(entry.seat, replace(self.seats[entry.seat], wants_rematch=False, may_undo=may_undo))
        self.action_seq = self.decision_seq = self.seq + 1
        self._to_move_since = entry.at
        return events

    def _warn(self, entry: log.Warned) -> None:
        self.timing = self._running_clock(entry.seat).warn()

    def _run_out(self, entry: log.TimeRanOut) -> None:
        self.timing = self._running_clock(entry.seat).run_out()
        seat = self.seats[entry.seat]
        self._set(entry.seat, replace(seat, timeouts=seat.timeouts + 1))
        self._to_move_since = entry.at

    def _vote(self, entry: log.Voted) -> None:
        self._game()
        self._seat(entry.seat)
        absent = self._seat(entry.absent)
        self._set(entry.absent, replace(absent, votes=(*absent.votes, entry.seat)))

    def _start_stand_in(self, entry: log.StandInStarted) -> None:
        match, seat = self._game().match, self._seat(entry.seat)
        self._set(entry.seat, replace(seat, stand_in=True, failure=entry.failure, left=entry.reason == "left"))
        if entry.failure is not None:
            self._game().note_failure(entry.seat, entry.failure)
        if entry.seat == match.active and not self.time_is_up:  # otherwise a stand-in is about to move already
            self._to_move_since = entry.at
            self.timing = self.timing and self.timing.stop(entry.at)

    def _end_stand_in(self, entry: log.StandInEnded) -> None:
        self._game()
        seat = self._seat(entry.seat)
        require(seat.stand_in, "no stand-in plays there")
        self._set(entry.seat, replace(seat, stand_in=False, left=False, votes=(), timeouts=0))
        if self.timing is not None:
            self.timing = self.timing.resume(entry.seat, at=entry.at, ran_out=seat.timeouts > 0)

    def _pause(self, entry: log.Paused) -> None:
        self.timing = self.timing and self.timing.pause(entry.milliseconds, at=entry.at)

    def _stay(self, entry: log.Rewritten) -> None:
        """The same things happened, to somebody else."""

    # Helpers

    def _in_brief(self) -> Checkpoint:
        return Checkpoint(
            seq=self.seq,
            at=self.touched_at,
            play=self.play,
            watch=self.watch,
            options=self.options,
            creator=self.creator,
            host=self.host,
            seats=tuple(self.seats),
            first=self.first,
            games=self.games,
            made=self.made_at,
            removed=tuple(sorted(self.removed)),
            was_open=self.was_open,
            secret=None if self.next_deal is None else self.next_deal.secret,
        )

    def _game(self) -> Course:
        if self.course is None or self.course.match.is_over:
            raise ImpossibleEntry("no game is being played")
        return self.course

    def _running_clock(self, seat: int) -> GameClock:
        self._game()
        if self.timing is None or self.timing.since is None or self.timing.seat != seat:
            raise ImpossibleEntry("no clock runs for that seat")
        return self.timing


class _Savepoint:
    """A moment of a table: a class, since a compiled function that was made in another one keeps itself alive."""

    def __init__(self, table: Table) -> None:
        self._table, self._values, self._seats = table, _values(table), [*table.seats]
        self._done = len(table._done)
        self._last = next(reversed(table._done.items()), None)  # only to this may something be added
        self._take_game_back = None if table.course is None else table.course.savepoint()

    def go_back(self) -> None:
        table = self._table
        for name, value in zip(ATTRIBUTES, self._values, strict=True):
            setattr(table, name, value)
        table.seats = [*self._seats]
        while len(table._done) > self._done:
            table._done.popitem()
        if self._last is not None:
            table._done[self._last[0]] = self._last[1]
        if self._take_game_back is not None:
            self._take_game_back()


_CHANGES: Final[dict[type[Any], Callable[[Table, Any], tuple[Event, ...] | None]]] = {
    log.OptionsChanged: Table._change_options,
    log.Sat: Table._sit,
    log.BotSat: Table._sit_bot,
    log.SeatChanged: Table._change_seat,
    log.StoodUp: Table._stand_up,
    log.HostPassed: Table._pass_host,
    log.FirstChosen: Table._choose_first,
    log.StartPlanned: Table._plan_start,
    log.Committed: Table._commit,
    log.Sealed: Table._seal,
    log.Dealing: Table._deal,
    log.Contributed: Table._contribute,
    log.Started: Table._start,
    log.Acted: Table._act,
    log.Undone: Table._undo,
    log.Warned: Table._warn,
    log.TimeRanOut: Table._run_out,
    log.Voted: Table._vote,
    log.StandInStarted: Table._start_stand_in,
    log.StandInEnded: Table._end_stand_in,
    log.SeatHandedOver: Table._hand_over,
    log.RematchWanted: Table._want_rematch,
    log.Paused: Table._pause,
    log.Rewritten: Table._stay,
}
