"""What can go wrong in a store, whatever kind of database it is."""

from __future__ import annotations

from tsuro.game.errors import TsuroError

__all__ = ["Conflict", "StoreError"]


class StoreError(TsuroError):
    """The store cannot be opened, read or written; nothing has changed."""


class Conflict(StoreError):
    """Another entry is already at this place in the log, or the table is gone."""
