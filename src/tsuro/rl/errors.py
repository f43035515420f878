"""What cannot be done."""

from __future__ import annotations

from tsuro.game.errors import TsuroError

__all__ = ["IllegalAction"]


class IllegalAction(TsuroError, ValueError):
    """An id that may not be chosen now; nothing has changed."""
