"""The tables of the SQLite file, and the steps that bring an older file up to date."""

from __future__ import annotations

import sqlite3

__all__ = ["APPLICATION_ID", "MIGRATIONS", "migrate", "version_of"]

APPLICATION_ID = 0x7473_7572  # "tsur", at a fixed place in the file: this marks a file as ours

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
    """
    ALTER TABLE tables ADD COLUMN listed TEXT;  -- what the lobby needs to know about an open table
    CREATE INDEX tables_listed ON tables (touched) WHERE listed IS NOT NULL;
    """,
    """
    CREATE TABLE games (  -- that are over
        table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        game INTEGER NOT NULL,
        record TEXT NOT NULL,
        PRIMARY KEY (table_id, game)
    );

    CREATE TABLE checkpoints (
        table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
        checkpoint TEXT NOT NULL
    );

    ALTER TABLE tables ADD COLUMN position INTEGER;  -- a number for what everybody sees of a running game
    CREATE INDEX tables_playing ON tables (id) WHERE phase = 'playing';
    """,
    """
    CREATE TABLE bans (address TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE notices (id INTEGER PRIMARY KEY AUTOINCREMENT, table_id INTEGER);  -- for servers that are running
    """,
)
"""Script number n leads from version n to version n + 1. A script that was released is never changed."""


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
