"""From entries to rows of a database and back, the same for every kind of database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from tsuro.server.storage.errors import Damaged, StoreError
from tsuro.server.storage.store import DAY, TableRow
from tsuro.server.tables.checkpoint import Checkpoint
from tsuro.server.tables.log import Created, LogEntry

__all__ = ["NUMBERS", "checkpoint_in", "created_by", "decoded", "encoded", "old_before", "row_of"]

NUMBERS = range(1, 2**63)  # that a table can have

_DECODER: msgspec.json.Decoder[LogEntry] = msgspec.json.Decoder(LogEntry)
_CHECKPOINTS = msgspec.json.Decoder(Checkpoint)
_ENCODER = msgspec.json.Encoder()


def encoded(entry: LogEntry | Checkpoint) -> str:
    return _ENCODER.encode(entry).decode()


def decoded(text: str, table: int, seq: int) -> LogEntry:
    try:
        return _DECODER.decode(text)
    except msgspec.DecodeError as error:
        raise Damaged(f"entry {seq} of table {table} cannot be read: {error}") from None


def checkpoint_in(text: str | None) -> Checkpoint | None:
    """The checkpoint; None if there is none, or it cannot be read: then the whole log says the same."""
    try:
        return None if text is None else _CHECKPOINTS.decode(text)
    except msgspec.DecodeError:
        return None


def created_by(entries: Sequence[LogEntry]) -> Created:
    """The entry that a new table begins with."""
    created = entries[0] if entries else None
    if not isinstance(created, Created):
        raise StoreError("the first entry of a table must be 'created'")
    return created


def row_of(*values: Any) -> TableRow:
    return TableRow(**dict(zip(TableRow.__slots__, values, strict=True)))


def old_before(now: int, untouched_days: int, unplayed_days: int | None) -> dict[str, int]:
    """What is old now: tables that were last used before, and before when if no game was played there."""
    before = max(0, now - untouched_days * DAY)
    unplayed = before if unplayed_days is None else max(before, now - unplayed_days * DAY)
    return {"before": before, "unplayed": unplayed, "now": now}
