"""Strangers meet: a table with the usual options that starts by itself, with bots in the empty seats."""

from __future__ import annotations

from collections.abc import Mapping

from tsuro.server.messages import requests
from tsuro.server.messages.creation import EmptySeat, NewTable, PersonSeat
from tsuro.server.options import PerTurn, TableOptions
from tsuro.server.tables import seating
from tsuro.server.tables.creation import decide_creation
from tsuro.server.tables.dealing import begin_game
from tsuro.server.tables.log import Sat, StartPlanned, StoodUp
from tsuro.server.tables.playing import bots_for, free_seats
from tsuro.server.tables.request import Entries, TableRequest
from tsuro.server.tables.table import Table

__all__ = ["USUAL", "decide_meeting", "sit", "start_by_itself"]

USUAL = TableOptions(seats=4, clock=PerTurn(seconds=60), open=True)
"""What strangers play who did not choose: with a clock, so that nobody waits for somebody who went away."""
SOON = 1000  # milliseconds in which the client of the last one who sits down can contribute to the deal
GONE = 10_000  # milliseconds after which a bot gets the seat of somebody who is away: a reload takes less


def decide_meeting(guest: str, name: str, *, play: str, watch: str, now: int, wait: int) -> Entries:
    """A new table where strangers meet, at which the guest sits; raises `NotMade` if the name is none."""
    table = NewTable(
        edition=USUAL.edition,
        seats=(PersonSeat(name=name), *[EmptySeat()] * (USUAL.seats - 1)),
        clock=USUAL.clock,
        first=USUAL.first,
        open=USUAL.open,
    )
    entries = decide_creation(guest, table, play=play, watch=watch, now=now)
    return (*entries, StartPlanned(at=now, by=guest, starts=now + wait))


def sit(ask: TableRequest, request: requests.Sit) -> Entries:
    """Take a seat. A game that would start by itself starts soon after the last one, if all are there.

    Whoever comes to a table that everybody left waits as long as the first one did.
    """
    entries = seating.sit(ask, request)
    if ask.table.starts is None:
        return entries
    if not ask.table.is_anybody_seated:
        return (*entries, StartPlanned(at=ask.now, starts=ask.now + ask.table.countdown))
    seats = {entry.seat for entry in entries if isinstance(entry, Sat)}
    if not set(free_seats(ask.table)) <= seats:
        return entries
    if not all(ask.is_here(seat.guest) for seat in ask.table.seats if seat.guest is not None):
        return entries  # when it starts, bots get the seats of those who do not come
    return (*entries, StartPlanned(at=ask.now, starts=min(ask.table.starts, ask.now + SOON)))


def start_by_itself(table: Table, *, now: int, away: Mapping[str, int]) -> Entries:
    """The game starts, with bots in the empty seats and in those of people who went away; nothing if all did."""
    people = [(number, seat.guest) for number, seat in enumerate(table.seats) if seat.guest is not None]
    if all(guest in away for _, guest in people):
        return ()
    gone = [number for number, guest in people if now - away.get(guest, now) >= GONE]
    ask = TableRequest(table=table, guest="", now=now, away=away)
    empty = {*free_seats(table), *gone}
    return (
        *[StoodUp(at=now, seat=number) for number in gone],
        *bots_for(ask, empty),
        *begin_game(ask, list(range(len(table.seats))), filled=empty),
    )
