"""What an executor refuses to do."""

from __future__ import annotations

from tsuro.game.errors import TsuroError

__all__ = ["ExecutorError"]


class ExecutorError(TsuroError):
    """Why tasks cannot be done, or not be finished, in a sentence."""
