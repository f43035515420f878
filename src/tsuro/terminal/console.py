"""The person's side of a terminal: lines out, lines in, nothing that could be left in a bad state.

Only whole lines are read and written, and the terminal stays in its ordinary mode.
So it can be resized, interrupted, piped into or read aloud at any time.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from typing import TextIO

__all__ = ["Console", "InputEnded"]

CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen, what was scrolled away, and back to the top


class InputEnded(Exception):
    """There is nothing more to read."""


@dataclass
class Console:
    """Where to write to and read from."""

    out: TextIO = field(default_factory=lambda: sys.stdout)
    source: TextIO | None = field(default_factory=lambda: sys.stdin)  # None when closed

    @property
    def is_terminal(self) -> bool:
        return self.out.isatty()

    @property
    def colours(self) -> bool:
        return self.is_terminal and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"

    @property
    def is_screen(self) -> bool:
        """Whether a person sits at a terminal that can be drawn on anywhere: for playing on the whole screen."""
        is_keyboard = self.source is not None and self.source.isatty()
        return self.is_terminal and is_keyboard and self.can_draw and os.environ.get("TERM") != "dumb"

    @property
    def can_draw(self) -> bool:
        """Whether the characters of a drawing can be shown at all."""
        try:
            "⣿×–é".encode(self.out.encoding or "ascii")
        except UnicodeEncodeError:
            return False
        return True

    def say(self, text: str = "") -> None:
        if not self.can_draw:
            text = text.encode("ascii", "replace").decode("ascii")
        self.out.write(text + "\n")
        self.out.flush()

    def ask(self, prompt: str) -> str:
        """A line from the person, without blanks around it."""
        self.out.write(prompt)
        self.out.flush()
        line = "" if self.source is None else self.source.readline()
        if not line:
            self.out.write("\n")
            raise InputEnded
        return " ".join(line.split())

    def clear(self) -> None:
        self.out.write(CLEAR if self.is_terminal else "-" * 50 + "\n")
        self.out.flush()
