"""The course of a table's game: how it began, and each action since.

A game that is practised can be played again from this, up to an earlier action. The deal is the same, so the
tiles come as they came before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tsuro.game.events import Event
from tsuro.match import Match
from tsuro.notation import read_action, read_stored_edition
from tsuro.record.model import BY_CHANCE, FIRST_BY
from tsuro.server.messages.views import BotFailure, PlayerView
from tsuro.server.options import TableOptions
from tsuro.server.tables.log import Acted, Started
from tsuro.server.tables.new_match import dealt, new_match
from tsuro.server.tables.seats import SeatState

__all__ = ["TAKEN_BACK", "Course"]

_FAILED: dict[BotFailure, str] = {
    "ended": "stopped",
    "late": "took too long",
    "nonsense": "gave no action",
    "illegal": "broke the rules",
    "not-offered": "was not on the server any more",
}
TAKEN_BACK = "taken-back"  # the tag of a record that says how often actions were taken back


class Course:
    """A game at a table, from its beginning to where it is: what was taken back is no part of it."""

    def __init__(self, started: Started, players: Sequence[SeatState], options: TableOptions) -> None:
        self._started = started
        self._seats = players  # as they sat down
        self._options = options
        self._acted: list[Acted] = []
        self.taken_back = 0  # how often
        self._notes: dict[str, str] = {}  # tags of the record about bots that failed, or gave way
        self.match, self.last = self._begin()  # the game, and what happened in its last action

    def _begin(self) -> tuple[Match, tuple[Event, ...]]:
        edition = read_stored_edition(self._options.edition)
        match = new_match(self._started, self._seats, edition=edition)
        if self._started.first_by_chance:
            match.add_tag(FIRST_BY, BY_CHANCE)
        if self.taken_back:
            match.add_tag(TAKEN_BACK, str(self.taken_back))
        for tag, value in self._notes.items():
            match.add_tag(tag, value)
        return match, () if self._started.begun else dealt(match.state)

    def savepoint(self) -> Callable[[], None]:
        """Returns what takes the game back to this moment."""
        return _Savepoint(self).go_back

    @property
    def players(self) -> tuple[PlayerView, ...]:
        """Who plays, as it began."""
        return tuple(PlayerView(name=seat.name, marker=seat.marker) for seat in self._seats)

    @property
    def goes_on_from_a_record(self) -> bool:
        return bool(self._started.begun)

    def is_out(self, seat: int) -> bool:
        return any(seat in together for together in self.match.state.out)

    def has_moved(self, seat: int) -> bool:
        """Whether the player there has acted, not only a stand-in for them."""
        return any(entry.seat == seat and entry.played == "person" for entry in self._acted)

    def act(self, entry: Acted) -> tuple[Event, ...]:
        """Let a player act; raises `Refused` or `NotationError` if that is not possible, and nothing changes."""
        self.last = self.match.submit(entry.seat, read_action(entry.action))
        self._acted.append(entry)
        if entry.below is not None:
            since = f"played below its level at times, from action {len(self._acted)} on"
            self._note(f"below-{entry.seat + 1}", f"{since}: the server was busy")
        return self.last

    def note_failure(self, seat: int, failure: BotFailure) -> None:
        """Let the record say that a bot failed, and a stand-in played on for it."""
        what = f"{_FAILED[failure]} after {len(self._acted)} actions"
        self._note(f"failed-{seat + 1}", f"{what}, so a stand-in played on")

    def _note(self, tag: str, value: str) -> None:
        """Let the record say something, once, whatever is taken back later."""
        if tag not in self._notes:
            self._notes[tag] = value
            self.match.add_tag(tag, value)

    def last_of(self, seat: int) -> int | None:
        """How many actions came before the seat's last one; None if it has not acted."""
        return next((n for n in reversed(range(len(self._acted))) if self._acted[n].seat == seat), None)

    def take_back(self, actions: int) -> tuple[Event, ...]:
        """Forget all but this number of actions; returns what happened in the last of those."""
        kept, self._acted = self._acted[:actions], []
        self.taken_back += 1
        self.match, self.last = self._begin()
        for entry in kept:
            self.act(entry)
        return self.last

    def fits(self, seats: Sequence[SeatState], options: TableOptions) -> bool:
        """Whether the same players are at the table, and agree on the same: otherwise the game cannot go on."""
        there = [_who(seat) for seat in seats if seat.kind != "empty"]
        return options == self._options and there == [_who(seat) for seat in self._seats]


class _Savepoint:
    """A moment of a course."""

    def __init__(self, course: Course) -> None:
        self._course, self._match, self._last = course, course.match, course.last
        self._taken_back, self._notes = course.taken_back, {**course._notes}
        self._acted, self._actions = course._acted, len(course._acted)
        self._take_match_back = course.match.savepoint()

    def go_back(self) -> None:
        course = self._course
        course.match, course.last, course.taken_back = self._match, self._last, self._taken_back
        course._notes, course._acted = {**self._notes}, self._acted
        del course._acted[self._actions :]
        self._take_match_back()


def _who(seat: SeatState) -> tuple[str, str | None, str, str]:
    """The player, who may have another device by now."""
    return seat.kind, seat.bot, seat.name, seat.marker
