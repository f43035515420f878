"""The open tables that a process knows of, in the order in which the lobby shows them.

The order is kept, not made anew for each page: among twenty thousand tables, a change takes as little time as
among twenty.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from tsuro.server.tables.listing import Listed

__all__ = ["ARRIVING", "Known", "OpenTables"]

ARRIVING = 5_000  # milliseconds in which a guest who sat down connects to the table
LATELY = 60_000  # milliseconds for which a move makes a game livelier

_Rank: TypeAlias = tuple[int, ...]  # by which tables are sorted; the last of it is the table's number


class Owner(NamedTuple):
    """For whom a table counts. Others who sit down later do not make it theirs, or they could hide it."""

    guest: str
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """An open table, and the guests who are connected to it, each with their address."""

    number: int
    listed: Listed
    guests: Mapping[str, str]
    maker: Owner | None = None  # who made it, and from where, if that is known

    def waiting(self, now: int) -> list[str]:
        """The names of those who sit at the table and are there, or have just sat down."""
        arriving = now - self.listed.moved < ARRIVING
        return [name for guest, name in self.listed.people if arriving or guest in self.guests]

    def is_table(self, now: int) -> bool:
        """Whether it is a table to sit down at: somebody waits, and a seat is free."""
        return self.listed.phase == "gathering" and self.free > 0 and bool(self.waiting(now))

    @property
    def is_game(self) -> bool:
        return self.listed.phase == "playing" and bool(self.guests)

    @property
    def free(self) -> int:
        return self.listed.seats - len(self.listed.people) - self.listed.bots

    def lively(self, now: int) -> int:
        """An address counts once, or anybody could make their game the liveliest."""
        places = {address or guest for guest, address in self.guests.items()}
        return 2 * len(places) + (now - self.listed.moved < LATELY)

    def owner(self, before: Owner | None) -> Owner | None:
        """Who has the table: whoever made it or had it before, while they sit there, or the first who is there."""
        seated = [guest for guest, _ in self.listed.people]
        if self.maker is not None and self.maker.guest in seated:
            return self.maker
        if before is not None and before.guest in seated:
            return before._replace(address=self.guests.get(before.guest, before.address))
        return next((Owner(guest, self.guests[guest]) for guest in seated if guest in self.guests), None)

    def soonest_full(self) -> _Rank:
        """Tables that start by themselves come first; then those where the fewest are missing."""
        return self.listed.starts is None, self.free, self.listed.made, self.number

    def liveliest(self, now: int) -> _Rank:
        return -self.lively(now), -self.listed.made, self.number

    def changes_at(self, now: int) -> int | None:
        """When it is shown differently, or not at all, though nothing happens there; None: never."""
        at = self.listed.moved + (ARRIVING if self.listed.phase == "gathering" else LATELY)
        return at if at > now else None


class OpenTables:
    """Tables to sit down at, at most `most_per_address` of one address, the earliest; and games to watch."""

    def __init__(self, *, most_per_address: int) -> None:
        self._most = most_per_address
        self._known: dict[int, Known] = {}
        self._tables: list[_Rank] = []  # that are shown, in their order
        self._games: list[_Rank] = []
        self._starting: list[_Rank] = []  # tables that start by themselves, by their time
        self._owners: dict[int, Owner | None] = {}
        self._of_address: defaultdict[str, list[_Rank]] = defaultdict(list)  # also those that are not shown
        self._ranks: dict[int, _Rank] = {}  # of each game, as it was sorted in
        self._changing: list[_Rank] = []  # a heap: when tables are shown differently, though nothing happens there
        self._changes: dict[int, int] = {}  # the same by table: what else is in the heap is out of date

    def __contains__(self, number: int) -> bool:
        return number in self._known

    def __bool__(self) -> bool:
        return bool(self._known)

    def get(self, number: int) -> Known | None:
        return self._known.get(number)

    @property
    def tables(self) -> int:
        """How many there are to sit down at."""
        return len(self._tables)

    @property
    def games(self) -> int:
        return len(self._games)

    def first_tables(self, most: int) -> list[Known]:
        return [self._known[rank[-1]] for rank in self._tables[:most]]

    def first_games(self, most: int) -> list[Known]:
        return [self._known[rank[-1]] for rank in self._games[:most]]

    def starting_after(self, at: int) -> list[Known]:
        """The tables that will start by themselves, later than then."""
        return [self._known[rank[-1]] for rank in self._starting[bisect_left(self._starting, (at + 1,)) :]]

    def put(self, known: Known, now: int) -> None:
        """What is known of a table now."""
        before = self._owners.get(known.number)
        self.drop(known.number)
        self._known[known.number] = known
        self._owners[known.number] = known.owner(before)
        if known.is_table(now):
            self._put_table(known)
        elif known.is_game:
            self._ranks[known.number] = rank = known.liveliest(now)
            insort(self._games, rank)
        if known.listed.phase == "gathering" and known.listed.starts is not None:
            insort(self._starting, (known.listed.starts, known.number))
        at = known.changes_at(now)
        if at is not None:
            self._changes[known.number] = at
            heappush(self._changing, (at, known.number))

    def drop(self, number: int) -> None:
        """The table is gone, or private."""
        known = self._known.pop(number, None)
        if known is None:
            return
        self._changes.pop(number, None)
        self._drop_table(known, self._address(self._owners.pop(number)))
        if number in self._ranks:
            _remove(self._games, self._ranks.pop(number))
        if known.listed.starts is not None:
            _remove(self._starting, (known.listed.starts, number))

    def pass_time(self, now: int) -> None:
        """Show those differently that have to be."""
        while self._changing and self._changing[0][0] <= now:
            at, number = heappop(self._changing)
            if self._changes.get(number) == at:
                self.put(self._known[number], now)

    def _put_table(self, known: Known) -> None:
        address = self._address(self._owners[known.number])
        own, rank = self._of_address[address], (known.listed.made, known.number)
        insort(own, rank)
        if bisect_left(own, rank) < self._most:
            insort(self._tables, known.soonest_full())
            for _, beyond in own[self._most : self._most + 1]:
                _remove(self._tables, self._known[beyond].soonest_full())

    def _drop_table(self, known: Known, address: str) -> None:
        own, rank = self._of_address.get(address, []), (known.listed.made, known.number)
        place = bisect_left(own, rank)
        if not _remove(own, rank):
            return
        if place < self._most:
            _remove(self._tables, known.soonest_full())
            for _, next_one in own[self._most - 1 : self._most]:
                insort(self._tables, self._known[next_one].soonest_full())
        if not own:
            del self._of_address[address]

    @staticmethod
    def _address(owner: Owner | None) -> str:
        """The same for all tables whose people are still to connect."""
        return owner.address if owner else ""


def _remove(ranks: list[_Rank], rank: _Rank) -> bool:
    """Take it out, if it is there; returns whether it was."""
    place = bisect_left(ranks, rank)
    found = ranks[place : place + 1] == [rank]
    if found:
        del ranks[place]
    return found
