"""What can go wrong in a store, whatever kind of database it is."""

from __future__ import annotations

from tsuro.game.errors import TsuroError

__all__ = ["Conflict", "Damaged", "StoreError", "Uncertain"]


class StoreError(TsuroError):
    """The store cannot be opened, read or written; nothing has changed."""


class Conflict(StoreError):
    """Another entry is already at this place in the log, or the table is gone."""


class Uncertain(StoreError):
    """The connection was lost while writing, and it is not known what was written: read it before you go on."""


class Damaged(StoreError):
    """What is stored of a table cannot be read, or cannot have happened: trying again does not help."""
