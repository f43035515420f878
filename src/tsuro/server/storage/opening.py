"""The one place that turns a `--database` value into an open store."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.sqlite.store import SqliteStore
from tsuro.server.storage.store import Store

__all__ = ["open_store"]

_URL = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]+)://(?P<rest>.*)", re.DOTALL)


@asynccontextmanager
async def open_store(database: str | Path, *, serve: bool = True) -> AsyncIterator[Store]:
    """The store at a path, or at a URL such as sqlite:///tables.sqlite3; it is closed at the end.

    A server creates what is missing, and keeps other servers away. With serve=False, a server
    may be running on the same database. Raises `StoreError` if it cannot be opened.
    """
    with SqliteStore.open(_file(database), serve=serve) as store:
        yield store


def _file(database: str | Path) -> Path:
    """The file that is meant; the part of a URL that may hold a password is never repeated."""
    url = None if isinstance(database, Path) else _URL.fullmatch(database)
    if url is None:
        return Path(database)
    if url["scheme"].lower() != "sqlite":
        raise StoreError(f"{url['scheme']}:// is not supported: name a file, or sqlite:///FILE")
    if not url["rest"].startswith("/") or url["rest"] == "/":
        raise StoreError("a SQLite database is named sqlite:///FILE, or sqlite:////FILE from the root folder")
    return Path(url["rest"][1:])
