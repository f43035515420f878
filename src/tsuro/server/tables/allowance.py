"""How much may change at a table, so that nobody can wear it out for the others."""

from __future__ import annotations

from tsuro.server.messages import Request, requests
from tsuro.server.tables.refusals import TableWornOut, TooManyChanges
from tsuro.server.tables.table import Table

__all__ = ["check_allowance", "check_hand_over"]

MOST_ENTRIES = 20_000  # from one start to the next
MOST_GAMES = 1000  # at one table

_STARTS = (requests.Start, requests.WantRematch)
_ALWAYS = (
    *_STARTS,
    requests.Contribute,
    requests.Move,
    requests.Vote,
    requests.Leave,
    requests.RemoveSeat,
    requests.SkipToEnd,
    requests.HandOver,
)
"""What a player needs whatever the others do. None of it can be repeated without something else in between."""


def check_allowance(table: Table, guest: str, request: Request, *, now: int) -> None:
    """Raises `TooManyChanges` or `TableWornOut` if the guest has to wait, or needs another table."""
    if isinstance(request, _STARTS) and table.games >= MOST_GAMES:
        raise TableWornOut
    if not isinstance(request, _ALWAYS):
        check_hand_over(table, guest, now=now)


def check_hand_over(table: Table, guest: str, *, now: int) -> None:
    """The same for seats of the guest that another device takes."""
    if table.seq - table.began >= MOST_ENTRIES:
        raise TableWornOut
    if table.changes.are_too_many(guest, is_host=guest == table.host, now=now):
        raise TooManyChanges
