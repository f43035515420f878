"""Copies everything from one database to another of any kind, and compares it row by row."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from tsuro.server.storage.archive import Archive, Row
from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.store import Progress

__all__ = ["copy"]

AT_ONCE = 20  # tables: they are in memory twice


async def copy(source: Archive, target: Archive, *, progress: Progress) -> int:
    """Copy all tables with their numbers; returns how many there are.

    A copy that was interrupted goes on where it was: what is there already is compared.
    Raises `StoreError` if the target has other tables, or anything differs from the source; a target that
    has something else is left as it is.
    """
    if await source.is_unfinished():
        raise StoreError("the source is an unfinished copy itself: finish that first")
    tables, there = await source.tables(), frozenset(await target.tables())
    if others := there.difference(tables):
        raise StoreError(f"the target has other tables ({_numbers(others)}): name an empty database")
    for part in _parts(sorted(there)):
        await _check_part(source, target, part)
    await target.mark(unfinished=True)
    done = 0
    for part in _parts(tables):
        await _copy_part(source, target, part)
        done += len(part)
        progress(done, len(tables))
    await _copy_site(source, target)
    await target.mark(unfinished=False)
    return len(tables)


async def _check_part(source: Archive, target: Archive, part: Sequence[int]) -> None:
    wanted, there = await source.read(part), await target.read(part)
    for table, rows in there.items():
        _check_earlier(table, rows["log"], wanted[table]["log"])


async def _copy_part(source: Archive, target: Archive, part: Sequence[int]) -> None:
    wanted, there = await source.read(part), await target.read(part)
    missing = {table: rows for table, rows in wanted.items() if rows != there.get(table)}
    if missing:
        await target.replace(missing)
        copied = await target.read(missing)
        for table, rows in missing.items():
            _compare(table, rows, copied.get(table, {}))


def _check_earlier(table: int, there: Sequence[Row], wanted: Sequence[Row]) -> None:
    """What is there must be what the source held earlier: the beginning of the table's log."""
    for number, row in enumerate(there):
        if number >= len(wanted) or row != wanted[number]:
            raise StoreError(
                f"entry {number + 1} of table {table} is another in the target: name an empty database"
            )


def _compare(table: int, wanted: Mapping[str, Sequence[Row]], copied: Mapping[str, Sequence[Row]]) -> None:
    for name, rows in wanted.items():
        found = copied.get(name, ())
        if rows != found:
            number = next(
                (at for at, (one, other) in enumerate(zip(rows, found, strict=False)) if one != other), len(found)
            )
            raise StoreError(f"the copy of table {table} is damaged: row {number + 1} of {name}")


async def _copy_site(source: Archive, target: Archive) -> None:
    wanted, there = await source.site(), await target.site()
    wanted = replace(wanted, last_table=max(wanted.last_table, there.last_table))
    await target.set_site(wanted)
    if await target.site() != wanted:
        raise StoreError("the copy is damaged: the number of the last table, when a server ran, or who is banned")


def _parts(tables: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(tables), AT_ONCE):
        yield tables[start : start + AT_ONCE]


def _numbers(tables: Collection[int]) -> str:
    """The first few, in words."""
    first = ", ".join(map(str, sorted(tables)[:3]))
    return first if len(tables) <= 3 else f"{first} and {len(tables) - 3:,} more"
