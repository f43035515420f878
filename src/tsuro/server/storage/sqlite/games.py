"""What is stored of games besides the log: records of those that are over, checkpoints, running positions."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from tsuro.server.storage.rows import checkpoint_in, encoded
from tsuro.server.storage.store import Derived
from tsuro.server.tables.checkpoint import Checkpoint

__all__ = ["PLAYED", "checkpoint", "keep", "keep_earlier", "record"]

PLAYED = """
    SELECT id FROM tables
    WHERE phase = 'playing' AND position IN (SELECT value FROM json_each(?)) LIMIT 1
"""


def keep(connection: sqlite3.Connection, table: int, derived: Derived) -> None:
    """Keep what was derived, besides the position."""
    if derived.finished is not None:
        game, record = derived.finished
        if record is None:
            connection.execute("DELETE FROM games WHERE table_id = ? AND game = ?", (table, game))
        else:
            connection.execute("INSERT OR REPLACE INTO games VALUES (?, ?, ?)", (table, game, record))
    if derived.checkpoint is not None:
        connection.execute(
            "INSERT OR REPLACE INTO checkpoints VALUES (?, ?)", (table, encoded(derived.checkpoint))
        )


def keep_earlier(connection: sqlite3.Connection, table: int, records: Mapping[int, str]) -> None:
    """Keep what is not there yet, unless the table is gone."""
    query = "INSERT OR IGNORE INTO games SELECT id, ?, ? FROM tables WHERE id = ?"
    connection.executemany(query, [(game, record, table) for game, record in records.items()])


def record(connection: sqlite3.Connection, table: int, game: int) -> str | None:
    query = "SELECT record FROM games WHERE table_id = ? AND game = ?"
    return next((str(text) for (text,) in connection.execute(query, (table, game))), None)


def checkpoint(connection: sqlite3.Connection, table: int) -> Checkpoint | None:
    found = connection.execute("SELECT checkpoint FROM checkpoints WHERE table_id = ?", (table,)).fetchone()
    return None if found is None else checkpoint_in(found[0])
