"""A grid of characters to draw on, with the dots of Braille characters: for terminals.

Colours are named by what they are for; whoever shows the canvas says what they look like.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from tsuro.render.geometry import Spot, curve_over
from tsuro.render.sizes import TILE

__all__ = ["SMALL", "Canvas", "Cell", "Size", "dot_at", "dots_over"]

# The eight dots of a Braille character, by row and column, as bits above U+2800.
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


@dataclass(frozen=True, slots=True)
class Size:
    """A square of the board in characters: twice as wide as high, since a character is twice as high as wide."""

    height: int

    @property
    def width(self) -> int:
        return self.height * 2


SMALL = Size(4)
"""The smallest on which paths can be told apart."""


@dataclass(slots=True)
class Cell:
    """One character of the drawing: dots or a letter, what its colour is for, and the colour behind it."""

    dots: int = 0
    text: str = ""
    ink: str = ""
    ground: str = ""

    @property
    def character(self) -> str:
        return self.text or (chr(0x2800 + self.dots) if self.dots else " ")


@dataclass(slots=True)
class Canvas:
    """Drawn on in dots, x to the right and y down, or written on in characters."""

    width: int
    height: int
    rows: list[list[Cell]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rows = [[Cell() for _ in range(self.width)] for _ in range(self.height)]

    def dot(self, x: int, y: int, ink: str) -> None:
        cell = self.rows[y // 4][x // 2]
        cell.dots |= _DOTS[y % 4][x % 2]
        cell.ink = ink

    def write(self, column: int, row: int, text: str, ink: str, ground: str = "") -> None:
        for offset, character in enumerate(text):
            cell = self.rows[row][column + offset]
            cell.text, cell.ink, cell.ground = character, ink, ground or cell.ground

    def fill(self, column: int, row: int, size: Size, ground: str) -> None:
        """Clear a square, and colour it."""
        for cells in self.rows[row : row + size.height]:
            cells[column : column + size.width] = [Cell(ground=ground) for _ in range(size.width)]


def dot_at(spot: Spot, size: Size) -> tuple[int, int]:
    """The dot of a square that is this large, at a spot of the top left tile of a picture."""
    dots = size.height * 4
    return min(int(spot.x * dots / TILE), dots - 1), min(int(spot.y * dots / TILE), dots - 1)


@cache
def dots_over(start: int, end: int, size: Size) -> tuple[tuple[int, int], ...]:
    """The dots that a path between two points of a tile passes through, in order."""
    curve, steps = curve_over(start, end), size.height * 8
    return tuple(dict.fromkeys(dot_at(curve.at(step / steps), size) for step in range(steps + 1)))
