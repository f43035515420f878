"""The one place that turns a `--database` value into an open store."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tsuro.server.storage.archive import Archive
from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.sqlite.archive import SqliteArchive
from tsuro.server.storage.sqlite.store import SqliteStore
from tsuro.server.storage.store import Store

if TYPE_CHECKING:
    from tsuro.server.storage.postgresql.store import PostgresqlStore

__all__ = ["is_shared", "open_archive", "open_store", "place_of"]

_URL = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]+)://(?P<rest>.*)", re.DOTALL)
_MISTYPED = re.compile(r"postgres(ql)?\s*[:/]", re.IGNORECASE)  # an address that lacks something, not a file


@asynccontextmanager
async def open_store(database: str | Path, *, serve: bool = True) -> AsyncIterator[Store]:
    """The store at a path, or at a URL: sqlite:///tables.sqlite3, postgresql://…; it is closed at the end.

    A server creates what is missing; it keeps other servers away from a file. With serve=False, a
    server may be running on the same database. Raises `StoreError` if it cannot be opened.
    """
    if is_shared(database):
        async with _postgresql().open(str(database), serve=serve) as shared:
            yield shared
        return
    with SqliteStore.open(_file(database), serve=serve) as store:
        yield store


@asynccontextmanager
async def open_archive(database: str | Path, *, create: bool) -> AsyncIterator[Archive]:
    """A database to copy from, or with create=True to copy to, on which no server runs."""
    if is_shared(database):
        _postgresql()  # or say what is missing
        from tsuro.server.storage.postgresql.archive import PostgresqlArchive  # noqa: PLC0415 -- an extra

        async with PostgresqlArchive.claim(str(database), create=create) as shared:
            yield shared
        return
    with SqliteArchive.claim(_file(database), create=create) as archive:
        yield archive


def place_of(database: str | Path) -> str:
    """Where the tables are, for people: never the address of a database, which may hold a password."""
    return "PostgreSQL" if is_shared(database) else str(database)


def is_shared(database: str | Path) -> bool:
    """Whether several processes can use the database at the same time: only PostgreSQL lets them."""
    url = None if isinstance(database, Path) else _URL.fullmatch(database)
    return url is not None and url["scheme"].lower() in {"postgresql", "postgres"}


def _postgresql() -> type[PostgresqlStore]:
    """Loaded only where it is used: its driver is an extra."""
    try:
        from tsuro.server.storage.postgresql.store import PostgresqlStore  # noqa: PLC0415 -- see above
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise StoreError("PostgreSQL needs an extra: pip install 'tsuro[postgresql]'") from None
    return PostgresqlStore


def _file(database: str | Path) -> Path:
    """The file that is meant; the part of a URL that may hold a password is never repeated."""
    url = None if isinstance(database, Path) else _URL.fullmatch(database)
    if url is None:
        if _MISTYPED.match(str(database)):
            raise StoreError("a database of PostgreSQL is named postgresql://USER@HOST/DATABASE")
        return Path(database)
    if url["scheme"].lower() != "sqlite":
        raise StoreError(f"{url['scheme']}:// is not supported: name a file, sqlite:///FILE or postgresql://…")
    if not url["rest"].startswith("/") or url["rest"] == "/":
        raise StoreError("a SQLite database is named sqlite:///FILE, or sqlite:////FILE from the root folder")
    return Path(url["rest"][1:])
