"""Appends entries: those of all tables that wait at the same moment are committed together."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, repeat
from secrets import token_hex
from typing import Any

import asyncpg

from tsuro.server.storage.errors import Conflict, StoreError, Uncertain
from tsuro.server.storage.postgresql.connecting import CLOSING, PATIENCE, Database, Patience
from tsuro.server.storage.postgresql.errors import LOST, explained, is_lost
from tsuro.server.storage.postgresql.statements import APPEND, APPEND_AND_KEEP, END, FIND
from tsuro.server.storage.rows import NUMBERS, encoded
from tsuro.server.storage.store import Append

__all__ = ["Writer"]

MOST = 500  # tables in one transaction
LAST = 1.5  # seconds to finish what is being written when the server ends
SEQS = range(1, 2**31 - 10_000)  # that an entry can have


@dataclass(slots=True, eq=False)
class _Write:
    """An append, its entries as text, and the future that waits for it."""

    append: Append
    texts: Sequence[str]
    done: asyncio.Future[None]

    @property
    def table(self) -> int:
        return self.append.table

    @property
    def row(self) -> tuple[Any, ...]:
        """What the statement needs to know besides the entries."""
        append, derived = self.append, self.append.derived
        game, record = derived.finished or (None, None)
        checkpoint = None if derived.checkpoint is None else encoded(derived.checkpoint)
        state = (append.entries[-1].at, append.phase, append.due, append.listed, derived.position)
        return (append.table, append.seq, append.last, *state, game, record, checkpoint)

    @property
    def entries(self) -> Iterator[tuple[int, int, str]]:
        """Table, number and text of each."""
        return zip(repeat(self.table), range(self.append.seq, self.append.last + 1), self.texts, strict=False)

    @property
    def is_plain(self) -> bool:
        """Whether it only has entries, as nearly always."""
        return self.append.derived.finished is None and self.append.derived.checkpoint is None

    def settle(self, error: Exception | None = None) -> None:
        if self.done.done():  # nobody waits any more
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)


def _conflict(append: Append) -> Conflict:
    return Conflict(
        f"entry {append.seq} of table {append.table} cannot be written: another is there, or the table is gone"
    )


class Writer:
    """Has a connection of its own, which it makes again when it is lost."""

    def __init__(self, database: Database, *, on_written: Callable[[Mapping[int, int]], None]) -> None:
        self._database = database
        self._on_written = on_written  # is told the last entry of each table
        self._connection: Any = None
        self._name = ""  # of the connection
        self._doubtful = ""  # the name of one that was lost while it wrote
        self._waiting: list[_Write] = []
        self._wake = asyncio.Event()
        self._closed = False
        self._task = asyncio.create_task(self._run(), name="tsuro writer")

    async def append(self, append: Append) -> None:
        """Returns when it is committed; it is done even if nobody waits any more."""
        texts = [encoded(entry) for entry in append.entries]
        if append.table not in NUMBERS or append.seq not in SEQS:
            raise _conflict(append)
        if self._closed:
            raise StoreError("the database is closed: nothing more can be written")
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(_Write(append, texts, done))
        self._wake.set()
        await done

    async def close(self) -> None:
        """Commit what waits, and write nothing more."""
        self._closed = True
        self._wake.set()
        await asyncio.wait({self._task}, timeout=LAST)
        if not self._task.done():  # the database does not answer: nobody is told that anything was written
            self._task.cancel()
            await asyncio.wait({self._task})
            self._disconnect()
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

    def _next_batch(self) -> list[_Write]:
        """One append for each table, in the order in which they came; the others wait for the next batch."""
        batch: dict[int, _Write] = {}
        left = []
        for write in self._waiting:
            if write.table in batch or len(batch) == MOST:
                left.append(write)
            else:
                batch[write.table] = write
        self._waiting = left
        return list(batch.values())

    async def _write(self, batch: Sequence[_Write]) -> None:
        try:
            await self._commit(batch)
        except asyncio.CancelledError:
            for write in (*batch, *self._waiting):
                write.settle(Uncertain("the database did not answer until the server ended"))
            raise
        except Exception as error:  # noqa: BLE001 -- if the task died, every write would wait forever
            for write in batch:
                write.settle(error if isinstance(error, StoreError) else explained(error))

    async def _commit(self, batch: Sequence[_Write]) -> None:
        """Commit the batch in one transaction. If one of them makes it fail, each gets its own, for a while."""
        try:
            await self._commit_together(batch)
        except (asyncpg.PostgresError, asyncpg.DataError) as error:
            if len(batch) == 1:
                raise
            patience = Patience(PATIENCE)
            for write in batch:
                if patience.is_over:  # somebody else keeps tables busy
                    write.settle(explained(error))
                elif not write.done.done() or write.done.cancelled():
                    await self._write([write])

    async def _commit_together(self, batch: Sequence[_Write]) -> None:
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
                await self._database.lost(error)
                if patience.is_over:
                    self._give_up(error, sent=True)
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

    async def _execute(self, connection: Any, batch: Sequence[_Write]) -> set[int]:
        """Returns the tables whose entries were written."""
        entries = chain.from_iterable(each.entries for each in batch)
        columns = [*zip(*(each.row for each in batch), strict=True), *zip(*entries, strict=True)]
        statement = APPEND if all(each.is_plain for each in batch) else APPEND_AND_KEEP
        return {table for (table,) in await connection.fetch(statement, *columns)}

    async def _not_written(self, connection: Any, batch: Iterable[_Write]) -> list[_Write]:
        """Those of which nothing is in the log. An entry with the same text, at the same place, was written."""
        left = []
        wanted = list(batch)
        found = await connection.fetch(FIND, [each.table for each in wanted], [each.append.seq for each in wanted])
        there = {(table, seq): entry for table, seq, entry in found}
        for write in wanted:
            if there.get((write.table, write.append.seq)) == write.texts[0]:
                self._settle([write], {write.table})
            else:
                left.append(write)
        return left

    def _settle(self, batch: Sequence[_Write], written: set[int]) -> None:
        for write in batch:
            if write.table in written:
                write.settle()
            else:
                write.settle(_conflict(write.append))
        if written:
            self._on_written({write.table: write.append.last for write in batch if write.table in written})

    def _give_up(self, error: BaseException, *, sent: bool) -> None:
        """Nobody else needs to wait as long: what waits was never sent."""
        reason = explained(error)
        for write in self._waiting:
            write.settle(reason)
        self._waiting.clear()
        if sent:
            raise Uncertain(f"{reason}; it is not known what was written")
        raise reason
