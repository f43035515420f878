"""Making a table, with everybody who sits there from the start: all of it, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from msgspec import structs

from tsuro.game.errors import TsuroError
from tsuro.game.state import MARKERS
from tsuro.notation import NotationError, read_edition
from tsuro.server.messages.creation import BotSeat, EmptySeat, NewTable, PersonSeat
from tsuro.server.messages.requests import ChooseFirst, Sit, Start
from tsuro.server.tables.log import Created, LogEntry, Started
from tsuro.server.tables.playing import start
from tsuro.server.tables.refusals import MarkerTaken, NoName, NoSuchBot, NoSuchMarker, TableRefused
from tsuro.server.tables.request import NOTHING, Entries, TableRequest
from tsuro.server.tables.seating import choose_first, seat_bot, sit
from tsuro.server.tables.table import Table

__all__ = ["NotMade", "decide_creation", "is_repeated"]

_ID = "new"  # of the parts of the request; the log has the id of the whole
_PARTS: dict[type[TsuroError], str] = {
    NoName: ".name",
    NoSuchBot: ".bot",
    NoSuchMarker: ".marker",
    MarkerTaken: ".marker",
}
"""Which part of a seat is at fault."""


class NotMade(TsuroError):
    """A table that cannot be made: why, and which field of the request is at fault."""

    def __init__(self, why: TableRefused | NotationError, field: str) -> None:
        super().__init__(str(why))
        self.why, self.field = why, field


def decide_creation(
    guest: str,
    wanted: NewTable,
    *,
    play: str,
    watch: str,
    now: int,
    offered: Mapping[str, str] = NOTHING,
) -> Entries:
    """A new table, whose host the guest is; raises `NotMade` if it cannot be made as requested."""
    try:
        read_edition(wanted.edition)
    except NotationError as error:
        raise NotMade(error, "edition") from error
    created = Created(at=now, by=guest, request=wanted.id, play=play, watch=watch, options=wanted.options)
    draft = _Draft(created, offered)
    for number, seat in _seats(wanted):
        draft.add(f"seats[{number}]", partial(_take_seat, number=number, seat=seat))
    if isinstance(wanted.first, int):
        draft.add("first", partial(choose_first, request=ChooseFirst(id=_ID, seat=wanted.first)))
    if wanted.start:
        draft.add("start", partial(start, request=Start(id=_ID)))
    return tuple(draft.entries)


def is_repeated(entries: Entries, logged: Iterable[LogEntry]) -> bool:
    """Whether a table with this log was made by the same request as these entries."""
    first = entries[0]
    made = [entry for entry in logged if (entry.by, entry.request) == (first.by, first.request)]
    return [_without_chance(entry) for entry in entries] == [_without_chance(entry) for entry in made]


def _without_chance(entry: LogEntry) -> LogEntry:
    """The entry without what differs each time."""
    if isinstance(entry, Started):
        return structs.replace(entry, at=0, first=0, secret="")
    return structs.replace(entry, at=0)


class _Draft:
    """A table in the making: each decision takes effect at once, so that the next one takes it into account."""

    def __init__(self, created: Created, offered: Mapping[str, str]) -> None:
        self.entries: list[LogEntry] = [created]
        self._created, self._offered = created, offered
        self._table = Table(created)

    def add(self, field: str, decide: Callable[[TableRequest], Entries]) -> None:
        """Add what is decided; if it is refused, the field is at fault."""
        at, guest, request = self._created.at, self._created.by, self._created.request
        try:
            ask = TableRequest(table=self._table, guest=guest or "", now=at, away={}, offered=self._offered)
            entries = decide(ask)
        except TableRefused as error:
            raise NotMade(error, field + _PARTS.get(type(error), "")) from error
        for entry in entries:
            stamped = structs.replace(entry, by=guest, request=request)
            self._table.apply(stamped)
            self.entries.append(stamped)


def _seats(wanted: NewTable) -> list[tuple[int, PersonSeat | BotSeat]]:
    """Who sits where. People come first, then bots with a name: the others get what is left. All have a marker."""
    if isinstance(wanted.seats, int):
        return []
    chosen = {seat.marker for seat in wanted.seats if not isinstance(seat, EmptySeat)}
    free = (marker for marker in MARKERS if marker not in chosen)
    taken = [
        (number, seat if seat.marker else structs.replace(seat, marker=next(free)))
        for number, seat in enumerate(wanted.seats)
        if not isinstance(seat, EmptySeat)
    ]
    return sorted(taken, key=lambda each: (isinstance(each[1], BotSeat), each[1].name is None))


def _take_seat(ask: TableRequest, number: int, seat: PersonSeat | BotSeat) -> Entries:
    if isinstance(seat, PersonSeat):
        return sit(ask, Sit(id=_ID, seat=number, name=seat.name, marker=seat.marker))
    return seat_bot(ask, number, seat.bot, name=seat.name, marker=seat.marker)
