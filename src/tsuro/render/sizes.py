"""How large everything on the board is. The page's numbers are generated from these."""

from __future__ import annotations

from typing import Final

from tsuro.game.board import SIDE

__all__ = [
    "BOARD",
    "CAP",
    "CHORDS",
    "CLOSED_INSET",
    "CORNER",
    "CROSS",
    "FORBIDDEN",
    "FRAME",
    "HALO",
    "HATCHINGS",
    "INSET",
    "MARGIN",
    "NUMERAL",
    "REACH",
    "RING",
    "SHADOW",
    "STUB",
    "TILE",
    "WARNING",
]

TILE: Final = 90  # divisible by three: all points lie on whole numbers
BOARD: Final = SIDE * TILE
MARGIN: Final = 26  # around the squares, for the start marks
FRAME: Final = 12
SHADOW: Final = 2  # around the frame, and below it

REACH: Final = {"part": 0.55, "shortest": 0.26, "longest": 0.52, "sameSide": 0.3}
"""How far a path keeps straight on before it bends: a part of the distance, within parts of the tile's side."""

CHORDS: Final = 24
"""A curve is measured as this many straight pieces; more of them change no pixel."""

STUB: Final = 13  # a player's path begins this far outside, on its start mark
CAP: Final = {"bed": 5.6, "colour": 3.4}  # the round beginning of a path
CROSS: Final = 6.5  # an arm of a cross
WARNING: Final = 1.35  # how much larger the cross of an avoidable elimination is
HALO: Final = 20
RING: Final = 12
FORBIDDEN: Final = 15
NUMERAL: Final = 1.15  # how much larger than a figure's strokes a marker's number is

INSET: Final = 2  # of an outline, from the side of its square
CLOSED_INSET: Final = 3
CORNER: Final = 6  # how round the corners of an outline are

HATCHINGS: Final = {"hatch": 9, "ban": 13}  # and how far apart their lines are
