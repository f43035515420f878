"""The lobby, where strangers meet: open tables where somebody waits, and running games to watch.

It is told which tables have changed and looks at no others. Whoever is in the lobby gets one message for
all that changed within half a second.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from heapq import nsmallest
from typing import NamedTuple, Protocol

from msgspec import structs

from tsuro.server.messages import ENCODER
from tsuro.server.messages.answers import Goodbye
from tsuro.server.messages.lobby import LobbyChanged, LobbySnapshot, OpenTable, RunningGame
from tsuro.server.rooms.attendance import Listener
from tsuro.server.rooms.open_tables import Known, OpenTables, Owner
from tsuro.server.tables.listing import Listed, listed
from tsuro.server.tables.table import Table

__all__ = ["Lobby", "OpenElsewhere"]

SHOWN = 50  # tables, and as many games
DELAY = 0.5  # seconds for which changes gather
TRIED = 20  # tables at which somebody tries to sit down before they get another
TOO_LATE = 1_000  # milliseconds before the start, when nobody is sent to a table any more


class _Room(Protocol):
    number: int
    lost: bool
    address: str

    @property
    def table(self) -> Table: ...

    @property
    def guests(self) -> Mapping[str, str]: ...


class OpenElsewhere(NamedTuple):
    """An open table of which this process has no room, and the guests who are connected to it at others.

    Each comes from an address.
    """

    number: int
    listed: Listed
    guests: Mapping[str, str]


class Lobby:
    """What everybody in the lobby sees. `most_per_address` tables at most are shown of one address."""

    def __init__(self, *, now: Callable[[], int], most_per_address: int) -> None:
        self._now = now
        self._known = OpenTables(most_per_address=most_per_address)
        self._changed: dict[int, _Room] = {}  # rooms to look at
        self._elsewhere: set[int] = set()  # the tables among them of which other processes told
        self._lookers: frozenset[str] = frozenset()  # guests in the lobby at other processes
        self._listeners: dict[Listener, None] = {}
        self._guests: Counter[str] = Counter()
        self._page = LobbySnapshot(here=0, tables=(), games=())  # as it was sent last
        self._turned = 0  # when that was
        self._starts: dict[str, int] = {}  # when tables on it start by themselves
        self._timer: asyncio.TimerHandle | None = None

    def look(self, room: _Room) -> None:
        """Something happened at a table, or somebody came or went."""
        if room.table.options.open or room.number in self._known:
            self._changed[room.number] = room
            self._send_soon()

    def hear(self, tables: Iterable[OpenElsewhere]) -> None:
        """These tables are open at other processes; what was heard of others before is still true."""
        now = self._now()
        for number, listed_, guests in tables:
            known = self._known.get(number)
            self._elsewhere.add(number)
            if known is None or known.listed is not listed_ or known.guests != guests:
                self._known.put(Known(number=number, listed=listed_, guests=guests), now)
        self._send_soon()

    def hear_all(self, numbers: Collection[int], *, lookers: frozenset[str]) -> None:
        """No other tables are open at other processes, and these guests are in the lobby there."""
        for number in self._elsewhere.difference(numbers):
            self._known.drop(number)
        self._elsewhere.intersection_update(numbers)
        self._lookers = lookers
        self._send_soon()

    def forget(self, number: int) -> None:
        """The room of a table is gone; if others have one, they will tell."""
        self._changed.pop(number, None)
        self._known.drop(number)

    @property
    def guests(self) -> Mapping[str, int]:
        """Who is in the lobby at this process, and with how many clients."""
        return self._guests

    @property
    def waiting(self) -> int:
        """How many tables somebody waits at, as it was sent last."""
        return len(self._page.tables) + self._page.more_tables

    def tidy(self) -> None:
        """Time has passed: some tables may have nobody any more, and games may be less lively."""
        if self._known:
            self._send_soon()

    def snapshot(self) -> bytes:
        """Everything, as it is now or was half a second ago: who asks often must not keep others waiting."""
        if self._now() - self._turned >= DELAY * 1000:
            self.send()
        page = structs.replace(self._page, tables=self._timed(self._page.tables), here=self._here)
        return ENCODER.encode(page)

    def enter(self, listener: Listener) -> None:
        """Let a client listen: it gets everything, and then what changes."""
        self._guests[listener.guest] += 1
        listener.deliver(self.snapshot())
        self._listeners[listener] = None
        self._send_soon()

    def leave(self, listener: Listener) -> None:
        if self._listeners.pop(listener, self) is self:
            return
        self._guests -= Counter([listener.guest])  # forgets those who are at zero
        self._send_soon()

    def end(self, goodbye: Goodbye) -> None:
        """Say goodbye to everybody."""
        if self._timer is not None:
            self._timer.cancel()
        for listener in tuple(self._listeners):
            listener.end(goodbye)

    def meetings(self, guest: str) -> list[int]:
        """The tables that start by themselves and have a seat for the guest: first where they sit already."""
        self._refresh()
        now = self._now()
        found = self._known.starting_after(now + TOO_LATE)
        own = [known for known in found if any(guest == sitting for sitting, _ in known.listed.people)]
        others = nsmallest(TRIED, [known for known in found if known.is_table(now)], key=Known.soonest_full)
        return [known.number for known in (*own, *others)]

    def _send_soon(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(DELAY, self.send)

    def send(self) -> None:
        """Send what has changed to everybody, now."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._refresh()
        before, starts = self._page, self._starts
        self._turn_page()
        changed = _difference(before, self._page, _moved(starts, self._starts))
        if changed is None:
            return
        message = ENCODER.encode(structs.replace(changed, tables=self._timed(changed.tables)))
        for listener in tuple(self._listeners):
            listener.deliver(message)

    @property
    def _here(self) -> int:
        return len(self._guests.keys() | self._lookers)

    def _refresh(self) -> None:
        changed, self._changed, now = self._changed, {}, self._now()
        self._elsewhere -= changed.keys()
        for number, room in changed.items():
            found = None if room.lost else listed(room.table)
            if found is None or found.phase == "over":
                self._known.drop(number)
            else:
                guests, maker = dict(room.guests), _maker(room)
                self._known.put(Known(number=number, listed=found, guests=guests, maker=maker), now)
        self._known.pass_time(now)

    def _turn_page(self) -> None:
        self._turned = now = self._now()
        first, games = self._known.first_tables(SHOWN), self._known.first_games(SHOWN)
        self._starts = {known.listed.watch: known.listed.starts for known in first if known.listed.starts}
        self._page = LobbySnapshot(
            here=self._here,
            tables=tuple([_open_table(known, now) for known in first]),
            games=tuple([_game(known, now) for known in games]),
            more_tables=self._known.tables - len(first),
            more_games=self._known.games - len(games),
        )

    def _timed(self, tables: tuple[OpenTable, ...]) -> tuple[OpenTable, ...]:
        """The tables with the time that is left until they start, which is never the same twice."""
        now = self._now()
        return tuple(
            structs.replace(table, starts_in=max(0, self._starts[table.id] - now))
            if table.id in self._starts
            else table
            for table in tables
        )


def _maker(room: _Room) -> Owner | None:
    """Who made the table, as long as they are its host: then it is known from where they came last."""
    creator = room.table.creator
    return Owner(creator, room.address) if creator and creator == room.table.host and room.address else None


def _open_table(known: Known, now: int) -> OpenTable:
    table = known.listed
    return OpenTable(
        id=table.watch,
        play=table.play,
        edition=table.edition,
        clock=table.clock,
        seats=table.seats,
        free=known.free,
        people=tuple(known.waiting(now)),
        bots=table.bots,
        starts_in=None,
    )


def _game(known: Known, now: int) -> RunningGame:
    game = known.listed
    seated = {guest for guest, _ in game.people}
    return RunningGame(
        id=game.watch,
        edition=game.edition,
        clock=game.clock,
        people=tuple(name for _, name in game.people),
        bots=game.bots,
        left=game.left,
        watchers=len(known.guests.keys() - seated),
        lively=known.lively(now),
    )


def _moved(before: Mapping[str, int], after: Mapping[str, int]) -> set[str]:
    """The tables that start at another time than before."""
    return {table for table in before.keys() | after.keys() if before.get(table) != after.get(table)}


def _shown(page: LobbySnapshot) -> dict[str, OpenTable | RunningGame]:
    return {table.id: table for table in page.tables} | {game.id: game for game in page.games}


def _difference(before: LobbySnapshot, after: LobbySnapshot, moved: Collection[str]) -> LobbyChanged | None:
    """What leads from one page to the next; None: they are the same."""
    if before == after and not moved:
        return None
    known, here = _shown(before), _shown(after)
    return LobbyChanged(
        here=after.here,
        tables=tuple(table for table in after.tables if known.get(table.id) != table or table.id in moved),
        games=tuple(game for game in after.games if known.get(game.id) != game),
        gone=tuple(id_ for id_ in known if id_ not in here),
        more_tables=after.more_tables,
        more_games=after.more_games,
    )
