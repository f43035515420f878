"""Between a table and its store: what is stored with its entries, and how it is read again."""

from __future__ import annotations

import asyncio
from asyncio import Lock
from collections.abc import Iterable, Sequence
from itertools import islice

from tsuro.game.errors import TsuroError
from tsuro.record import write_text
from tsuro.server.storage.errors import Damaged
from tsuro.server.storage.store import Derived, Store
from tsuro.server.tables.checkpoint import Checkpoint
from tsuro.server.tables.fingerprint import Fingerprints
from tsuro.server.tables.log import Acted, LogEntry, Started, Undone
from tsuro.server.tables.table import Table

__all__ = ["AT_ONCE", "USUAL", "derived", "in_parts", "load"]

AT_ONCE = 8  # entries, before others get their turn: each takes up to a millisecond
USUAL = 200  # entries: the last two games of eight players; of longer logs, one is worked on at a time


def derived(table: Table, entries: Sequence[LogEntry], fingerprints: Fingerprints) -> Derived:
    """What is stored of the table together with these entries, its last ones."""
    started = Started in map(type, entries)
    return Derived(
        position=fingerprints.running(table),
        finished=_finished(table, entries[-1]),
        checkpoint=table.checkpoint if started else None,
    )


def _finished(table: Table, last: LogEntry) -> tuple[int, str | None] | None:
    if isinstance(last, Acted) and table.match is not None and table.match.is_over:
        return table.games, write_text(table.match.record())
    return (table.games, None) if isinstance(last, Undone) else None


async def load(store: Store, number: int, one_at_a_time: Lock) -> Table | None:
    """The table as its log says, or None if it is gone; raises `Damaged` if the log makes no sense."""
    checkpoint, entries = await store.load(number)
    if checkpoint is not None:
        try:
            return await _replayed(entries, one_at_a_time, checkpoint)
        except TsuroError:  # the log is the truth
            entries = await store.log(number)
    if not entries:
        return None
    try:
        return await _replayed(entries, one_at_a_time)
    except TsuroError as error:
        raise Damaged(f"table {number} is damaged: {error}") from error


async def _replayed(
    entries: Sequence[LogEntry], one_at_a_time: Lock, checkpoint: Checkpoint | None = None
) -> Table:
    replaying = Table.replaying(entries, checkpoint)
    table = next(replaying)
    await in_parts(replaying, one_at_a_time)
    return table


async def in_parts(steps: Iterable[object], one_at_a_time: Lock) -> None:
    """Take the steps, a few at once, so that whoever plays elsewhere need not wait for all of them.

    If there are many, the rest is done `one_at_a_time`: many parts of many logs would be long, too.
    """
    left = iter(steps)
    if await _take(islice(left, USUAL)) == USUAL:
        async with one_at_a_time:
            await _take(left)


async def _take(steps: Iterable[object]) -> int:
    """Returns how many there were."""
    number = 0
    for number, _ in enumerate(steps, 1):
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
    return number
