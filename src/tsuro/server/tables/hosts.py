"""Who becomes host of a table when its host goes."""

from __future__ import annotations

from collections.abc import Mapping

from tsuro.server.tables.log import HostPassed
from tsuro.server.tables.request import Entries, TableRequest
from tsuro.server.tables.table import Table

__all__ = ["expected", "host_absent", "is_missing", "pass_host", "welcome_host"]

ABSENCE = 60_000  # milliseconds after which the others need not wait


def is_missing(away: Mapping[str, int], guest: str, now: int) -> bool:
    """Whether the guest has been away for so long that the others need not wait."""
    return now - away.get(guest, now) >= ABSENCE


def expected(table: Table) -> set[str]:
    """Everybody with a seat or a role at the table: they count as away when they are not here."""
    return {seat.guest for seat in table.seats if seat.guest} | ({table.host} if table.host else set())


def heirs(table: Table) -> list[str]:
    """Who may become host instead: seated people, clockwise from the host's seat."""
    people = [(number, seat.guest) for number, seat in enumerate(table.seats) if seat.is_person]
    last = next((number for number, guest in people if guest == table.host), -1)
    clockwise = sorted(people, key=lambda person: (person[0] <= last, person[0]))
    return [guest for _, guest in clockwise if guest is not None and guest != table.host]


def pass_host(ask: TableRequest) -> Entries:
    """The host goes: a seated person who is present becomes host, else any seated person, else nobody."""
    guests = heirs(ask.table)
    heir = next((guest for guest in guests if ask.is_here(guest)), next(iter(guests), None))
    return (HostPassed(at=ask.now, guest=heir),)


def welcome_host(ask: TableRequest) -> Entries:
    """A person sits down, or comes back: at a table without a host they become host."""
    return (HostPassed(at=ask.now, guest=ask.guest),) if ask.table.host is None else ()


def host_absent(table: Table, *, now: int, away: Mapping[str, int]) -> Entries:
    """A new host, if the table has none or the host has been away for a minute: the next person who is present."""
    if table.host is not None and not is_missing(away, table.host, now):
        return ()
    heir = next((guest for guest in heirs(table) if guest not in away), None)
    return () if heir is None else (HostPassed(at=now, guest=heir),)
