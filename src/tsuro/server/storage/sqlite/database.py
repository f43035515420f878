"""The SQLite file: how it is created, connected to, checked, locked and copied.

A file that is not ours, is damaged, or was written by a newer version is left as it is,
to the last byte. A new file gets its name only when it is complete.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.sqlite import migrations
from tsuro.server.storage.sqlite.migrations import APPLICATION_ID, migrate, version_of
from tsuro.server.storage.store import Progress

__all__ = [
    "Busy",
    "claimed",
    "connect",
    "copy",
    "create",
    "examine",
    "explained",
    "file_at",
    "update",
    "written_beside",
]

PATIENCE = 10.0  # seconds to wait for another program that writes to the file
PATIENCE_OF_PLAYERS = 2.0  # the same while people wait for an answer
ENOUGH = 65_536  # bytes: a disk that has not even these is full
PAGES_AT_ONCE = 1000  # of a copy, between two reports of progress

_MAGIC = b"SQLite format 3\0"
_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full: make room, then try again",
    sqlite3.SQLITE_BUSY: "another program keeps the database busy: try again later",
    sqlite3.SQLITE_READONLY: "the database cannot be written to: check the permissions of its file and folder",
    sqlite3.SQLITE_CORRUPT: "the database is damaged: put a backup in its place",
    sqlite3.SQLITE_NOTADB: "the database is damaged: put a backup in its place",
}


class Busy(StoreError):
    """Another program writes to the file, and did not stop in time."""


def explained(error: sqlite3.Error, folder: Path | None = None) -> StoreError:
    """The error as a sentence that says what to do, where that is known; `folder` is where the file is."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the higher bits hold details
    if code == sqlite3.SQLITE_BUSY:
        return Busy(_REASONS[code])
    if code == sqlite3.SQLITE_IOERR and folder is not None and _is_full(folder):
        code = sqlite3.SQLITE_FULL  # SQLite does not always notice that this was why
    return StoreError(_REASONS.get(code, f"the database does not work: {error}"))


def _is_full(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(ENOUGH))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error.errno in {errno.ENOSPC, errno.EDQUOT}
    return False


def connect(path: Path, *, patience: float | None = None) -> sqlite3.Connection:
    """A connection to the file, which must exist; what it commits survives a power cut."""
    wait = PATIENCE if patience is None else min(patience, PATIENCE)
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode=rw", uri=True, timeout=wait, isolation_level=None, check_same_thread=False
    )
    try:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def file_at(path: Path) -> tuple[int, int] | None:
    """Which file has the name now; None: none has."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def create(path: Path) -> None:
    """Create an empty database that only its owner can read."""
    if _wal(path).exists():
        raise StoreError(
            f"{path}: the database is gone, but {_wal(path).name} is still there: move that away first"
        )
    with written_beside(path) as beside:
        update(beside)


def update(path: Path) -> None:
    """Bring a database to the newest version; an empty file becomes an empty database."""
    with closing(connect(path)) as connection:
        migrate(connection)


def examine(path: Path) -> None:
    """Raise `StoreError` unless the file is one of our databases, undamaged, and not of a newer version.

    Neither the file nor the log beside it (-wal) is changed.
    """
    with path.open("rb") as file:
        header = file.read(72)
    if header[:16] != _MAGIC or int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise StoreError(f"{path}: this is not a database of Tsuro tables: name another file")
    # Reading a file without a -wal would create one, unless SQLite is told that nobody else uses the file.
    alone = "" if _wal(path).exists() and _wal(path).stat().st_size else "&immutable=1"
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro{alone}", uri=True, timeout=PATIENCE)) as connection:
        if version_of(connection) > len(migrations.MIGRATIONS):
            raise StoreError(f"{path}: the database was written by a newer version of Tsuro: install that version")
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        found = " ".join(str(verdict).split())  # it may have several lines
        raise StoreError(f"{path}: the database is damaged ({found}): put a backup in its place")


@contextmanager
def written_beside(path: Path) -> Iterator[Path]:
    """An empty file to write to, which then gets the name; if anything fails, nothing is left."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".tsuro-")  # only its owner can read it
    os.close(descriptor)
    beside = Path(name)
    try:
        yield beside
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        for left in path.parent.glob(f"{beside.name}*"):
            left.unlink()
        raise
    _sync_folder(path.parent)


def copy(source: Path, to: Path, progress: Progress) -> None:
    """Copy the database, as it is at one moment, to a file; others may write meanwhile."""

    def report(_: int, remaining: int, total: int) -> None:
        progress(total - remaining, total)

    with closing(connect(source)) as reading, closing(sqlite3.connect(to)) as target:
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM meta").fetchone()  # it sees this moment until it is closed
        reading.backup(target, pages=PAGES_AT_ONCE, progress=report)


@contextmanager
def claimed(path: Path) -> Iterator[None]:
    """Keep other servers away; when the process ends, however it does, the file is free again."""
    file = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            _lock(file)
        except (BlockingIOError, PermissionError):
            raise StoreError(
                f"{path}: another server is using the database: stop it, or name another file with --database"
            ) from None
        yield
    finally:
        os.close(file)


def _wal(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _sync_folder(folder: Path) -> None:
    """A new name is durable only when its folder is; Windows has no such call."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
