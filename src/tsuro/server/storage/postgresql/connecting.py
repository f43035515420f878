"""Connections to PostgreSQL: how they are made, how long anything may take, and trying again."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import random
from secrets import token_hex
from time import monotonic
from typing import Any, TypeVar
from urllib.parse import parse_qs, urlsplit

import asyncpg

from tsuro.server.storage.errors import StoreError, Uncertain
from tsuro.server.storage.postgresql.errors import LOST, explained, is_lost
from tsuro.server.storage.postgresql.migrations import SCHEMA

__all__ = ["CLOSING", "PATIENCE", "POOL", "Database", "Patience", "opened"]

PATIENCE = 5.0  # seconds for which we try to get a connection back
CLOSING = 1.0  # seconds to say goodbye
STATEMENT = 10.0  # seconds for a statement; longer ones say so
POOL = 4  # connections for reads and small writes; PostgreSQL has 100 for all, unless it is told otherwise

_NOT_AN_ADDRESS = (
    "the address of the database cannot be read: it is postgresql://USER@HOST:PORT/DATABASE, and characters other "
    "than letters, digits, - and _ are written like %40 for @"
)
_NOT_TLS = (
    "the encryption that the address asks for cannot be set up: write ?sslmode=verify-full&sslrootcert=FILE, with "
    "the certificate of the authority in that file"
)

_T = TypeVar("_T")


class Database:
    """A pool of connections, and the way to make others that are kept."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._pool: Any = None
        self._open = set[Any]()  # connections of the pool that work, and all others

    async def connect(self, name: str, *, seconds: float = STATEMENT) -> Any:
        """A connection of its own, by that name in pg_stat_activity. Whoever loses it must say so (`lost`)."""
        connection = await asyncpg.connect(
            self._address,
            timeout=PATIENCE,
            command_timeout=seconds + PATIENCE,
            server_settings=_settings(name, seconds),
        )
        connection.add_termination_listener(self._open.discard)
        self._open.add(connection)
        return connection

    async def lost(self, error: BaseException) -> None:
        """A connection was lost, so the others may be dead, too, and each would be waited for.

        After silence, all of them are ended, whatever they are doing: nobody waits twice as long because they
        began late.
        """
        if self._pool is not None:
            await self._pool.expire_connections()
        if isinstance(error, TimeoutError):
            for connection in tuple(self._open):
                connection.terminate()

    async def open(self) -> None:
        """Open the pool. Raises `StoreError` if nobody is there, or we are not let in."""
        name = f"tsuro {token_hex(4)}"
        try:
            _check_certificate(self._address)
            self._pool = await asyncpg.create_pool(
                self._address,
                min_size=1,
                max_size=POOL,
                timeout=PATIENCE,
                command_timeout=STATEMENT + PATIENCE,
                server_settings=_settings(name, STATEMENT),
                connection_class=_Unchanged,
            )
        except ssl.SSLError as error:
            raise explained(error) from None
        except (asyncpg.exceptions.ClientConfigurationError, ValueError, OverflowError) as error:
            raise StoreError(_NOT_TLS if "ssl" in str(error) else _NOT_AN_ADDRESS) from None
        except (asyncpg.PostgresError, *LOST) as error:
            raise explained(error) from None

    async def close(self) -> None:
        if self._pool is not None:
            pool, self._pool = self._pool, None
            try:
                async with asyncio.timeout(CLOSING):
                    await pool.close()
            except (TimeoutError, *LOST):
                pool.terminate()

    async def run(self, work: Callable[[Any], Awaitable[_T]], *, again: bool = True) -> _T:
        """Do the work with a connection of the pool; if the connection is lost, do it again with another.

        With again=False the work may be done only once. If the last connection was lost while it worked, that
        is `Uncertain`.
        """
        patience, sent = Patience(PATIENCE), False
        while True:
            try:
                async with self._connection() as connection:
                    return await work(connection)
            except _NotSent as error:
                if patience.is_over or not is_lost(error.reason):
                    reason = explained(error.reason)
                    raise (Uncertain(f"{reason}; it is not known what was written") if sent else reason) from None
            except (asyncpg.PostgresError, *LOST) as error:
                if not is_lost(error):
                    raise explained(error) from error
                if patience.is_over or not again:
                    raise Uncertain(f"{explained(error)}; it is not known what was written") from None
                sent = True
            await patience.pause()

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        if self._pool is None:
            raise StoreError("the database is closed: nothing more can be read or written")
        pool = self._pool
        try:
            connection = await pool.acquire(timeout=PATIENCE)
        except TimeoutError:
            raise StoreError("the database is too busy: all connections to it are in use") from None
        except (asyncpg.PostgresError, *LOST) as error:
            raise _NotSent(error) from None
        self._open.add(connection)
        try:
            yield connection
        except LOST as error:
            if is_lost(error):
                await self.lost(error)
            raise
        finally:
            self._open.discard(connection)
            await pool.release(connection)


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Database]:
    """A database that is closed at the end."""
    database = Database(address)
    try:
        await database.open()
        yield database
    finally:
        await database.close()


class _Unchanged(asyncpg.Connection):  # type: ignore[misc]  # -- it has no types
    """A connection that nobody leaves in another state: to reset it after each use would be a question more."""

    def get_reset_query(self) -> str:
        return ""


class _NotSent(Exception):
    """There was no connection: nothing can have been written."""

    def __init__(self, reason: Exception) -> None:
        super().__init__()
        self.reason = reason


class Patience:
    """Trying again for some seconds, with growing pauses."""

    def __init__(self, seconds: float) -> None:
        self._end, self._pause = monotonic() + seconds, 0.05

    @property
    def is_over(self) -> bool:
        return monotonic() >= self._end

    async def pause(self) -> None:
        left = max(0.0, self._end - monotonic())
        await asyncio.sleep(min(left, self._pause * (0.5 + random())))  # not all processes at once
        self._pause = min(1.0, self._pause * 2)


def _check_certificate(address: str) -> None:
    """Otherwise a file that is missing looks like a server that is."""
    for name in parse_qs(urlsplit(address).query).get("sslrootcert", []):
        if not Path(name).is_file():
            raise StoreError(
                f"there is no file {name}, which sslrootcert names: name the certificate of the authority"
            )


def _settings(name: str, seconds: float) -> dict[str, str]:
    return {
        "application_name": name,
        "search_path": SCHEMA,
        "synchronous_commit": "on",  # what is acknowledged is on the disk, whatever the server's own setting is
        "default_transaction_isolation": "read committed",
        "statement_timeout": str(int(seconds * 1000)),
        "lock_timeout": str(int(PATIENCE * 1000)),
        "idle_in_transaction_session_timeout": str(int(seconds * 1000)),
        "jit": "off",  # our statements are short
        "tcp_keepalives_idle": "10",
        "tcp_user_timeout": str(int(STATEMENT * 1000)),
    }
