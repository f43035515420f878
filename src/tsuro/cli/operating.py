"""`tsuro tables close`, `remove` and `forget`: what whoever runs a server does while it runs."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager

from tsuro.game.errors import TsuroError
from tsuro.record import RecordError
from tsuro.server.settings import Settings
from tsuro.server.storage.errors import Damaged
from tsuro.server.storage.opening import open_store
from tsuro.server.storage.store import Store
from tsuro.server.tables.forgetting import without_guest
from tsuro.server.tables.table import Table
from tsuro.server.tokens import guest_of, new_token

__all__ = ["add_actions"]

Adding = Callable[[str, Callable[[argparse.Namespace], int], str], argparse.ArgumentParser]


def add_actions(add: Adding) -> None:
    closing = add("close", run_close, "let nobody use tables any more; what happened there stays for you to see")
    removing = add("remove", run_remove, "remove tables, with all their games")
    for parser in (closing, removing):
        parser.add_argument("tables", nargs="+", type=int, metavar="ID", help="the numbers of the tables")
    forgetting = add(
        "forget",
        run_forget,
        "replace a person's names at all tables; their games stay, played by somebody whom nobody knows",
    )
    forgetting.add_argument("table", type=int, metavar="ID", help="a table where they have a seat")
    forgetting.add_argument("seat", type=int, metavar="SEAT", help="their seat there, from 1 on")


def run_close(options: argparse.Namespace) -> int:
    return _report("Closed", options.tables, asyncio.run(_close(options)))


def run_remove(options: argparse.Namespace) -> int:
    return _report("Removed", options.tables, asyncio.run(_remove(options)))


def run_forget(options: argparse.Namespace) -> int:
    forgotten, damaged = asyncio.run(_forget(options))
    print(f"Forgotten at {_words(forgotten)}. Their seats can no longer be used by them.")
    if damaged:
        raise TsuroError(_still_named(damaged))
    return 0


def _still_named(damaged: Sequence[int]) -> str:
    are, keep, them, their = (
        ("is", "keeps", "it", "its") if len(damaged) == 1 else ("are", "keep", "them", "their")
    )
    command = f"`tsuro tables remove {' '.join(map(str, damaged))}`"
    return (
        f"{_words(damaged)} {are} damaged and {keep} their names: {command} removes {them}, with all {their} games"
    )


def _report(done: str, wanted: Collection[int], changed: Collection[int]) -> int:
    if missing := [table for table in wanted if table not in changed]:
        raise TsuroError(f"{done.lower()} {_words(changed)}; there was nothing to do for {_words(missing)}")
    print(f"{done} {_words(changed)}.")
    return 0


async def _close(options: argparse.Namespace) -> list[int]:
    async with _open(options) as store:
        return await store.close_tables(options.tables)


async def _remove(options: argparse.Namespace) -> list[int]:
    async with _open(options) as store:
        return await store.remove(options.tables)


async def _forget(options: argparse.Namespace) -> tuple[list[int], list[int]]:
    """Rewrite the logs of all tables where the guest appears; returns their numbers, and the damaged ones.

    The one that was named is the last: if anything fails before, the same command finds the guest there again.
    """
    async with _open(options) as store:
        guest = await _guest_at(store, options.table, options.seat)
        instead = guest_of(new_token())  # nobody has the token
        tables = sorted(await store.tables_of(guest), key=lambda table: table == options.table)
        damaged = [table for table in tables if not await _is_forgotten_at(store, table, guest, instead)]
        return sorted({*tables} - {*damaged}), damaged


async def _is_forgotten_at(store: Store, table: int, guest: str, instead: str) -> bool:
    """Rewrite the log of a table; False if it is damaged, which must not keep the guest's name at other tables."""
    try:
        entries = without_guest(await store.log(table), guest, instead)
    except (Damaged, RecordError):
        return False
    await store.replace_log(table, entries)
    return True


async def _guest_at(store: Store, number: int, seat: int) -> str:
    try:
        entries = await store.log(number)
    except Damaged as error:
        raise TsuroError(
            f"{error}. Nobody can say who sits there: name another table where they have a seat, or remove this "
            f"one with `tsuro tables remove {number}`"
        ) from None
    if not entries:
        raise TsuroError(f"there is no table {number}: `tsuro tables` lists them")
    try:
        seats = Table.replay(entries).seats
    except TsuroError as error:
        raise TsuroError(
            f"table {number} is damaged: {error}. `tsuro tables show {number}` says how far it is sound"
        ) from None
    if 0 < seat <= len(seats) and seats[seat - 1].bot is not None:
        raise TsuroError(f"a bot sits at seat {seat} of table {number}: there is nobody to forget")
    guest = seats[seat - 1].guest if 0 < seat <= len(seats) else None
    if guest is None:
        raise TsuroError(
            f"nobody sits at seat {seat} of table {number}: `tsuro tables show {number}` says who does"
        )
    return guest


def _open(options: argparse.Namespace) -> AbstractAsyncContextManager[Store]:
    return open_store(Settings().database if options.database is None else options.database, serve=False)


def _words(tables: Collection[int]) -> str:
    if not tables:
        return "no table"
    return f"{'table' if len(tables) == 1 else 'tables'} {', '.join(map(str, tables))}"
