"""A table: the replay of its log, and nothing else.

What a person or the server asks for is decided elsewhere (`commands`), as entries for the
log; here they take effect. A table that is loaded again is therefore the table it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from tsuro.game.errors import TsuroError
from tsuro.game.events import Event
from tsuro.game.state import EXCHANGE, MARKERS
from tsuro.match import Match
from tsuro.server.messages.views import Clocks, TablePhase, TableView
from tsuro.server.options import NoClock
from tsuro.server.tables import log
from tsuro.server.tables.clocks import GameClock, new_clock
from tsuro.server.tables.course import Course
from tsuro.server.tables.due import BotToMove, DueWork, StandInToMove
from tsuro.server.tables.log import ImpossibleEntry, LogEntry
from tsuro.server.tables.seats import EMPTY, SeatState, compacted, seats_by_guest

__all__ = ["Happened", "ImpossibleEntry", "Table"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """An entry that took effect, and what it did in the game: the whole truth, so pass on what is `seen_by`."""

    entry: LogEntry
    events: tuple[Event, ...] = ()


class Table:
    """Everything that is true of a table after the entries so far."""

    def __init__(self, created: log.Created) -> None:
        self.seq = 1  # how many entries there are
        self.action_seq = 0  # the last one that changed the game: a client that saw it may move
        self.decision_seq = 0  # the last one by which somebody other than a bot did: a client that saw it may undo
        self.touched_at = created.at
        self.play, self.watch = created.play, created.watch
        self.options = created.options
        self.creator = self.host = created.by  # guests; the host may be nobody
        self.seats: list[SeatState] = [EMPTY] * created.options.seats
        self.first: int | None = None  # who is first, where the table said so
        self.course: Course | None = None  # of the game being played, or of the last one
        self.games = 0  # how many were started
        self.timing: GameClock | None = None  # of the game being played, if it has a clock
        self._to_move_since = created.at  # since when the next player has been on turn
        self._done: dict[tuple[str, str], tuple[LogEntry, int]] = {}
        self._done_before = self._done  # in the game before
        self._view: TableView | None = None  # computed when needed, valid until the table changes
        self._own: dict[str, tuple[int, ...]] | None = None  # the seats of each guest, likewise
        self._remember(created)

    @classmethod
    def replay(cls, entries: Iterable[LogEntry]) -> Table:
        """The table that follows from the log; raises `ImpossibleEntry` naming the entry that does not fit."""
        table: Table | None = None
        for number, entry in enumerate(entries, 1):
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
        if table is None:
            raise ImpossibleEntry("the log is empty: a table begins with an entry 'created'")
        return table

    def apply(self, entry: LogEntry) -> Happened:
        """Let the entry take effect: the only way a table changes. An impossible one changes nothing."""
        change = _CHANGES.get(type(entry))
        if change is None:
            raise ImpossibleEntry("a table is created once")
        events = change(self, entry) or ()
        self.seq += 1
        self.touched_at = entry.at
        self._remember(entry)
        return Happened(entry=entry, events=events)

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

    def seats_of(self, guest: str) -> tuple[int, ...]:
        if self._own is None:
            self._own = seats_by_guest(self.seats)
        return self._own.get(guest, ())

    def is_practice(self, guest: str) -> bool:
        """Whether the guest has the only seat that no bot has, and no clock runs."""
        taken = [number for number, seat in enumerate(self.seats) if seat.kind not in {"bot", "empty"}]
        return len(taken) == 1 and self.seats_of(guest) == (*taken,) and isinstance(self.options.clock, NoClock)

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
        if self.match is None or self.match.is_over:
            return None
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

    # Before and between games

    def _change_options(self, entry: log.OptionsChanged) -> None:
        self._between_games()
        places = compacted(self.seats, entry.options.seats)
        _require(sum(not seat.is_free for seat in self.seats) <= len(places), "too many sit at the table")
        self._rearrange(places)
        self.options = entry.options
        if entry.options.first == "random":
            self.first = None

    def _sit(self, entry: log.Sat) -> None:
        self._take_seat(
            entry.seat,
            SeatState(
                kind="program" if entry.outside else "person",
                guest=entry.guest,
                name=entry.name,
                marker=entry.marker,
                wants_rematch=self._seat(entry.seat).wants_rematch and self.seats[entry.seat].guest == entry.guest,
            ),
        )

    def _sit_bot(self, entry: log.BotSat) -> None:
        self._take_seat(entry.seat, SeatState(kind="bot", bot=entry.bot, name=entry.name, marker=entry.marker))

    def _take_seat(self, number: int, seat: SeatState) -> None:
        self._between_games()
        before = self._seat(number)
        _require(before.is_free or (before.kind, before.guest) == (seat.kind, seat.guest), "the seat is taken")
        others = [other for place, other in enumerate(self.seats) if place != number]
        _require(seat.marker in MARKERS, f"there is no {seat.marker!r} marker")
        _require(all(other.marker != seat.marker for other in others), "the marker is taken")
        self._set(number, seat)

    def _change_seat(self, entry: log.SeatChanged) -> None:
        self._between_games()
        one, other = self._seat(entry.seat), self._seat(entry.to)
        self.seats[entry.seat], self.seats[entry.to] = other, one
        self.first = {entry.seat: entry.to, entry.to: entry.seat, None: None}.get(self.first, self.first)
        self._changed()

    def _stand_up(self, entry: log.StoodUp) -> None:
        self._between_games()
        self._seat(entry.seat)
        self._set(entry.seat, EMPTY)
        if self.first == entry.seat:
            self.first = None

    def _pass_host(self, entry: log.HostPassed) -> None:
        self.host = entry.guest
        self._changed()

    def _choose_first(self, entry: log.FirstChosen) -> None:
        self._between_games()
        self._seat(entry.seat)
        self.first = entry.seat
        self._changed()

    def _hand_over(self, entry: log.SeatHandedOver) -> None:
        for number in self.seats_of(entry.guest):
            self._set(number, replace(self.seats[number], guest=entry.to))
        self.host = entry.to if self.host == entry.guest else self.host
        self.creator = entry.to if self.creator == entry.guest else self.creator
        self._changed()

    def _want_rematch(self, entry: log.RematchWanted) -> None:
        _require(self.phase == "over", "no game is over")
        self._set(entry.seat, replace(self._seat(entry.seat), wants_rematch=True, left=False))

    # The game

    def _start(self, entry: log.Started) -> tuple[Event, ...]:
        self._between_games()
        players = [self._seat(number) for number in entry.seats]
        _require(len(set(entry.seats)) == len(players), "a seat is named twice")
        _require(all(seat.kind != "empty" for seat in players), "nobody sits at one of the seats")
        self.course = course = Course(entry, players, self.options)
        self._rearrange(entry.seats)
        self.seats = [seat.for_a_new_game() for seat in self.seats]
        self._done_before, self._done = self._done, {}  # a table may play forever
        self.games += 1
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
        if seat.votes or seat.may_undo != may_undo or (seat.timeouts and entry.played == "person"):
            timeouts = 0 if entry.played == "person" else seat.timeouts
            self._set(entry.seat, replace(seat, votes=(), timeouts=timeouts, may_undo=may_undo))
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
        course = self.undoable(self._seat(entry.seat).guest)
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
        _require(seat.stand_in, "no stand-in plays there")
        self._set(entry.seat, replace(seat, stand_in=False, left=False, votes=(), timeouts=0))
        if self.timing is not None:
            self.timing = self.timing.resume(entry.seat, at=entry.at, ran_out=seat.timeouts > 0)

    def _pause(self, entry: log.Paused) -> None:
        self.timing = self.timing and self.timing.pause(entry.milliseconds, at=entry.at)

    # Helpers

    def _between_games(self) -> None:
        _require(self.phase != "playing", "a game is being played")

    def _game(self) -> Course:
        if self.course is None or self.course.match.is_over:
            raise ImpossibleEntry("no game is being played")
        return self.course

    def _running_clock(self, seat: int) -> GameClock:
        self._game()
        if self.timing is None or self.timing.since is None or self.timing.seat != seat:
            raise ImpossibleEntry("no clock runs for that seat")
        return self.timing

    def _seat(self, number: int) -> SeatState:
        _require(number < len(self.seats), f"there is no seat {number}")
        return self.seats[number]

    def _set(self, number: int, seat: SeatState) -> None:
        self.seats[number] = seat
        self._changed()

    def _changed(self) -> None:
        self._view = self._own = None

    def _rearrange(self, places: tuple[int | None, ...]) -> None:
        """Each seat becomes one of the earlier ones, or a new, empty one."""
        self.seats = [EMPTY if place is None else self.seats[place] for place in places]
        self.first = places.index(self.first) if self.first is not None and self.first in places else None
        self._changed()


def _require(condition: bool, otherwise: str) -> None:  # noqa: FBT001 -- read like assert: the condition comes first
    if not condition:
        raise ImpossibleEntry(otherwise)


_CHANGES: dict[type[Any], Callable[[Table, Any], tuple[Event, ...] | None]] = {
    log.OptionsChanged: Table._change_options,
    log.Sat: Table._sit,
    log.BotSat: Table._sit_bot,
    log.SeatChanged: Table._change_seat,
    log.StoodUp: Table._stand_up,
    log.HostPassed: Table._pass_host,
    log.FirstChosen: Table._choose_first,
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
}
