"""The database file: what is in it, and how it is made, examined and brought up to date.

A file that is not ours, is damaged, or comes from a newer version is left as it is,
to the last byte. Whatever is made appears under its name only when it is whole.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tsuro.game.errors import TsuroError

__all__ = [
    "APPLICATION_ID",
    "MIGRATIONS",
    "StoreError",
    "connect",
    "examine",
    "explained",
    "make",
    "migrate",
    "version_of",
    "written_beside",
]

APPLICATION_ID = 0x7473_7572  # "tsur", at a fixed place of the file: so it is known to be ours
PATIENCE = 10.0  # seconds to wait for another program that writes to the file

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE tables (
        id INTEGER PRIMARY KEY AUTOINCREMENT,  -- the number of a removed table is not given again
        play TEXT NOT NULL UNIQUE,
        watch TEXT NOT NULL UNIQUE,
        created INTEGER NOT NULL,
        touched INTEGER NOT NULL,
        phase TEXT NOT NULL,
        due INTEGER
    );

    CREATE TABLE log (
        table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        seq INTEGER NOT NULL,
        entry TEXT NOT NULL,
        PRIMARY KEY (table_id, seq)
    ) WITHOUT ROWID;
    CREATE TRIGGER a_log_has_no_gaps BEFORE INSERT ON log
        WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM log WHERE table_id = NEW.table_id)
        BEGIN SELECT RAISE(ABORT, 'a log has no gaps, and nothing twice'); END;
    CREATE TRIGGER a_log_is_never_changed BEFORE UPDATE ON log
        BEGIN SELECT RAISE(ABORT, 'a log is never changed'); END;
    CREATE TRIGGER a_log_goes_only_with_its_table BEFORE DELETE ON log
        WHEN EXISTS (SELECT 1 FROM tables WHERE id = OLD.table_id)
        BEGIN SELECT RAISE(ABORT, 'a log goes only with its table'); END;

    CREATE TABLE hand_overs (
        code_hash TEXT PRIMARY KEY,
        table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        guest TEXT NOT NULL,
        until INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX hand_overs_table ON hand_overs (table_id);

    CREATE TABLE meta (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    """,
)
"""Each script leads from the version of its place in the row to the next; none is changed once it was released."""

_MAGIC = b"SQLite format 3\0"
_REASONS = {
    sqlite3.SQLITE_FULL: "the disk is full: make room, then try again",
    sqlite3.SQLITE_BUSY: "another program keeps the database busy: try again when it is done",
    sqlite3.SQLITE_READONLY: "the database cannot be written to: look at the rights of its file and folder",
    sqlite3.SQLITE_CORRUPT: "the database is damaged: put a backup in its place",
    sqlite3.SQLITE_NOTADB: "the database is damaged: put a backup in its place",
}


class StoreError(TsuroError):
    """The database cannot be opened, read or written; nothing has changed."""


def explained(error: sqlite3.Error) -> StoreError:
    """The error, in a sentence that says what to do, where that is known."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the higher bits tell details
    return StoreError(_REASONS.get(code, f"the database does not work: {error}"))


def connect(path: Path) -> sqlite3.Connection:
    """A connection to the file, which must be there; what it commits survives the loss of power."""
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode=rw", uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
    try:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def version_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a database, new or old, to the newest version, step by step; a step that fails changes nothing."""
    for version in range(version_of(connection), len(MIGRATIONS)):
        marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {version + 1}"
        try:
            connection.executescript(f"BEGIN IMMEDIATE; {MIGRATIONS[version]}; {marks}; COMMIT;")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise


def make(path: Path) -> None:
    """Make an empty database that only its owner can read."""
    if _wal(path).exists():
        raise StoreError(
            f"{path}: the database is gone, but {_wal(path).name} is still there: move that away first"
        )
    with written_beside(path) as beside, closing(connect(beside)) as connection:
        migrate(connection)


def examine(path: Path) -> None:
    """Raise `StoreError` unless the file is a sound database of ours, and not of a newer version.

    Neither the file nor the log beside it (-wal) is changed.
    """
    with path.open("rb") as file:
        header = file.read(72)
    if header[:16] != _MAGIC or int.from_bytes(header[68:72], "big") != APPLICATION_ID:
        raise StoreError(f"{path}: this is not a database of Tsuro tables: name another file")
    # A reader of a file without a log would make one, unless told that nobody else is there.
    alone = "" if _wal(path).exists() and _wal(path).stat().st_size else "&immutable=1"
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro{alone}", uri=True, timeout=PATIENCE)) as connection:
        if version_of(connection) > len(MIGRATIONS):
            raise StoreError(f"{path}: the database was written by a newer version of Tsuro: install that one")
        (verdict,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        found = " ".join(str(verdict).split())  # it may be of several lines
        raise StoreError(f"{path}: the database is damaged ({found}): put a backup in its place")


@contextmanager
def written_beside(path: Path) -> Iterator[Path]:
    """An empty file to write to, which then takes the name; if that fails, nothing is left."""
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


def _wal(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _sync_folder(folder: Path) -> None:
    """A new name is safe only when its folder is; Windows has no such call."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
