"""What the arena refuses to do."""

from __future__ import annotations

from tsuro.game.errors import TsuroError

__all__ = ["ArenaError"]


class ArenaError(TsuroError):
    """Why a tournament cannot start, or cannot go on, in a sentence."""
