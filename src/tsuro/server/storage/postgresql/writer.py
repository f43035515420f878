"""Appends entries: those of all tables that wait at the same moment are committed together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, repeat
from secrets import token_hex
from typing import Any

import asyncpg

from tsuro.server.storage.errors import Conflict, StoreError, Uncertain
from tsuro.server.storage.postgresql.connecting import CLOSING, PATIENCE, Database, Patience
from tsuro.server.storage.postgresql.errors import LOST, explained, is_lost
from tsuro.server.storage.postgresql.statements import APPEND, APPEND_AND_KEEP, END, FIND
from tsuro.server.storage.rows import encoded
from tsuro.server.storage.store import Derived

__all__ = ["SEQS", "Append", "Writer", "conflict"]

MOST = 500  # tables in one transaction
SEQS = range(1, 2**31 - 10_000)  # that an entry can have


@dataclass(slots=True, eq=False, kw_only=True)
class Append:
    """Entries that a table gets, the first of which is number `seq`, and what its row says then."""

    table: int
    seq: int
    texts: Sequence[str]
    touched: int
    phase: str
    due: int | None
    listed: str | None
    derived: Derived
    done: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def last(self) -> int:
        return self.seq + len(self.texts) - 1

    @property
    def row(self) -> tuple[Any, ...]:
        """What the statement needs to know besides the entries."""
        derived = self.derived
        game, record = derived.finished or (None, None)
        checkpoint = None if derived.checkpoint is None else encoded(derived.checkpoint)
        position = (self.touched, self.phase, self.due, self.listed, derived.position)
        return (self.table, self.seq, self.last, *position, game, record, checkpoint)

    @property
    def is_plain(self) -> bool:
        """Whether it only has entries, as nearly always."""
        return self.derived.finished is None and self.derived.checkpoint is None

    def settle(self, error: Exception | None = None) -> None:
        if self.done.done():  # nobody waits any more
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


def conflict(table: int, seq: int) -> Conflict:
    return Conflict(f"entry {seq} of table {table} cannot be written: another is there, or the table is gone")


class Writer:
    """Has a connection of its own, which it makes again when it is lost."""

    def __init__(self, database: Database, *, on_written: Callable[[Mapping[int, int]], None]) -> None:
        self._database = database
        self._on_written = on_written  # is told the last entry of each table
        self._connection: Any = None
        self._name = ""  # of the connection
        self._doubtful = ""  # the name of one that was lost while it wrote
        self._waiting: list[Append] = []
        self._wake = asyncio.Event()
        self._closed = False
        self._task = asyncio.create_task(self._run(), name="tsuro writer")

    async def append(self, append: Append) -> None:
        """Returns when it is committed; it is done even if nobody waits any more."""
        if self._closed:
            raise StoreError("the database is closed: nothing more can be written")
        self._waiting.append(append)
        self._wake.set()
        await append.done

    async def close(self) -> None:
        """Commit what waits, and write nothing more."""
        self._closed = True
        self._wake.set()
        await self._task
        if self._connection is not None:
            with suppress(asyncpg.PostgresError, *LOST):
                await self._connection.close(timeout=CLOSING)

    async def _run(self) -> None:
        while not self._closed or self._waiting:
            await self._wake.wait()
            if batch := self._next_batch():
                await self._write(batch)
            elif not self._closed:
                self._wake.clear()

    def _next_batch(self) -> list[Append]:
        """One append for each table, in the order in which they came; the others wait for the next batch."""
        batch: dict[int, Append] = {}
        left = []
        for append in self._waiting:
            if append.table in batch or len(batch) == MOST:
                left.append(append)
            else:
                batch[append.table] = append
        self._waiting = left
        return list(batch.values())

    async def _write(self, batch: Sequence[Append]) -> None:
        try:
            await self._commit(batch)
        except Exception as error:  # noqa: BLE001 -- if the task died, every write would wait forever
            for append in batch:
                append.settle(error if isinstance(error, StoreError) else explained(error))

    async def _commit(self, batch: Sequence[Append]) -> None:
        """Commit the batch in one transaction. If one of them makes it fail, each gets its own."""
        try:
            await self._commit_together(batch)
        except (asyncpg.PostgresError, asyncpg.DataError):
            if len(batch) == 1:
                raise
            for append in batch:
                if not append.done.done() or append.done.cancelled():
                    await self._write([append])

    async def _commit_together(self, batch: Sequence[Append]) -> None:
        """All or nothing; what is lost with its connection is looked for, and then tried again."""
        patience, sent, left = Patience(PATIENCE), False, list(batch)
        while left:
            try:
                connection = await self._connected()
                if sent:
                    left = await self._not_written(connection, left)
            except (asyncpg.PostgresError, *LOST) as error:
                self._disconnect()
                if patience.is_over or not is_lost(error):
                    self._give_up(error, sent=sent)
                await patience.pause()
                continue
            try:
                sent = True
                written = await self._execute(connection, left) if left else set()
            except (asyncpg.PostgresError, *LOST) as error:
                if not is_lost(error):
                    raise
                self._doubtful = self._name
                self._disconnect()
                await patience.pause()
            else:
                self._settle(left, written)
                return

    async def _connected(self) -> Any:
        """The connection. One that was lost is ended at the server first, where it might still write."""
        if self._connection is None:
            name = f"tsuro writer {token_hex(8)}"
            connection = await self._database.connect(name)
            if self._doubtful and not await connection.fetchval(END, self._doubtful):
                connection.terminate()
                raise TimeoutError
            self._connection, self._name, self._doubtful = connection, name, ""
        return self._connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
            self._connection = None

    async def _execute(self, connection: Any, batch: Sequence[Append]) -> set[int]:
        """Returns the tables whose entries were written."""
        entries = chain.from_iterable(
            zip(repeat(each.table), range(each.seq, each.last + 1), each.texts, strict=False) for each in batch
        )
        columns = [*zip(*(each.row for each in batch), strict=True), *zip(*entries, strict=True)]
        statement = APPEND if all(each.is_plain for each in batch) else APPEND_AND_KEEP
        return {table for (table,) in await connection.fetch(statement, *columns)}

    async def _not_written(self, connection: Any, batch: Iterable[Append]) -> list[Append]:
        """Those of which nothing is in the log. An entry with the same text, at the same place, was written."""
        left = []
        wanted = list(batch)
        found = await connection.fetch(FIND, [each.table for each in wanted], [each.seq for each in wanted])
        there = {(table, seq): entry for table, seq, entry in found}
        for append in wanted:
            if there.get((append.table, append.seq)) == append.texts[0]:
                self._settle([append], {append.table})
            else:
                left.append(append)
        return left

    def _settle(self, batch: Sequence[Append], written: set[int]) -> None:
        for append in batch:
            if append.table in written:
                append.settle()
            else:
                append.settle(conflict(append.table, append.seq))
        if written:
            self._on_written({append.table: append.last for append in batch if append.table in written})

    def _give_up(self, error: BaseException, *, sent: bool) -> None:
        """Nobody else needs to wait as long: what waits was never sent."""
        reason = explained(error)
        for append in self._waiting:
            append.settle(reason)
        self._waiting.clear()
        if sent:
            raise Uncertain(f"{reason}; it is not known what was written")
        raise reason
