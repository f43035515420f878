"""What the arena refuses to do."""

from __future__ import annotations

from tsuro.game.errors import TsuroError

__all__ = ["ArenaError"]


class ArenaError(TsuroError):
    """A tournament that cannot be held, or cannot go on, said in a sentence."""
