"""How large everything on the board is. The page's numbers are generated from these."""

from __future__ import annotations

from typing import Final, NamedTuple

from tsuro.game.board import SIDE

__all__ = [
    "BACK",
    "BOARD",
    "CAP",
    "CHORDS",
    "CLOSED_INSET",
    "CORNER",
    "CROSS",
    "FORBIDDEN",
    "FRAME",
    "GLOSS_LINE",
    "GRADIENTS",
    "HALO",
    "HATCHINGS",
    "INSET",
    "MARGIN",
    "NUMERAL",
    "PLATE",
    "REACH",
    "RING",
    "RINGS",
    "SHADOW",
    "START_MARK",
    "STUB",
    "TILE",
    "WARNING",
    "Gradient",
    "Inset",
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

RINGS: Final = {"frame": (MARGIN + FRAME, 17), "inlay": (MARGIN + FRAME * 0.42, 12), "ground": (MARGIN, 7)}
"""Around the squares: how far outside each lies, and how round its corners are."""

START_MARK: Final = (7, 15)  # from the point outward: where the stroke begins and ends
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


class Inset(NamedTuple):
    """A rectangle on a tile: how far from its left, top, right and bottom, and how round its corners are."""

    left: float
    top: float
    right: float
    bottom: float
    radius: float


PLATE: Final = {
    "shadow": Inset(0.6, 1.8, 0.6, -1, 6.5),
    "rim": Inset(0.5, 0.5, 0.5, 0.5, 6.2),
    "lacquer": Inset(1.3, 1.3, 1.3, 1.3, 5.5),
}
GLOSS_LINE: Final = f"M2.2 {TILE - 7}V7.5Q2.2 2.2 7.5 2.2H{TILE - 7}"
BACK: Final = (TILE / 5, TILE / 11)  # the circles on the back of a tile

HATCHINGS: Final = {"hatch": 9, "ban": 13}  # and how far apart their lines are


class Gradient(NamedTuple):
    element: str
    attributes: dict[str, str | float]
    stops: tuple[tuple[str, float], ...]  # a colour, and where it is


GRADIENTS: Final = {
    "lacquer": Gradient(
        "linearGradient", {"x2": 1, "y2": 1}, (("tile-light", 0), ("tile", 0.55), ("tile-deep", 1))
    ),
    "gloss": Gradient("radialGradient", {"cx": 0.22, "cy": 0.1, "r": 0.95}, (("gloss", 0), ("gloss-end", 1))),
    # Measured on the tile: a straight path has no height to measure by.
    "gold": Gradient(
        "linearGradient",
        {"gradientUnits": "userSpaceOnUse", "x2": TILE, "y2": TILE},
        (("path-light", 0), ("path", 0.5), ("path-deep", 1)),
    ),
    "wood": Gradient(
        "linearGradient", {"x2": 0.6, "y2": 1}, (("frame-light", 0), ("frame", 0.35), ("frame-deep", 1))
    ),
    "ground": Gradient("radialGradient", {"r": 0.75}, (("board-light", 0), ("board", 1))),
}
"""The paints of tiles, paths, frame and board. Stops are named as in `tsuro.render.theme`."""
