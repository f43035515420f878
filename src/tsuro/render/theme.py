"""Colours: the two themes, and how each marker looks.

A picture's colours stand in its own style sheet as plain values: renderers that
know no custom properties or media queries draw it just as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from tsuro.game.errors import TsuroError
from tsuro.game.state import MARKERS
from tsuro.render.geometry import number

__all__ = ["APPEARANCES", "DARK", "LIGHT", "THEMES", "Appearance", "Colours", "colours_of", "style_sheet"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Colours:
    """One theme."""

    ground: str  # behind everything
    board: str  # open squares, and the margin with the start marks
    grid: str  # between open squares
    hatch: str  # over closed squares
    lit: str  # the square that the active marker faces
    focus: str  # around the lit square and the active marker
    newest: str  # around the newest tile
    mark: str  # start marks that nobody chose
    frame: str
    inlay: str  # the fine line in the frame
    tile: str
    shade: str  # a tile's lower corner
    rim: str  # around a tile
    casing: str  # beside a path, so that crossings look woven
    path: str
    ink: str  # beside a player's path, around markers, and their numbers
    label: str  # coordinates
    forbidden: str  # over a tile that may not be placed so


LIGHT = Colours(
    ground="#f0e8d9",
    board="#dfd1b4",
    grid="#c9b891",
    hatch="#b7a47b",
    lit="#f5ead0",
    focus="#4a2c20",
    newest="#f7e3b4",
    mark="#7d6244",
    frame="#4a2c20",
    inlay="#b98f4e",
    tile="#7c2e25",
    shade="#652119",
    rim="#4f1811",
    casing="#4c150f",
    path="#d9b878",
    ink="#1a0c09",
    label="#5b3a29",
    forbidden="#f3e4c4",
)
DARK = Colours(
    ground="#14110f",
    board="#211c18",
    grid="#352d26",
    hatch="#4a4036",
    lit="#3c342b",
    focus="#e8cf9a",
    newest="#f0d9a4",
    mark="#8d7750",
    frame="#6f552f",
    inlay="#d0a968",
    tile="#4a211b",
    shade="#381712",
    rim="#92614a",
    casing="#1f0b08",
    path="#a98f5f",
    ink="#0d0706",
    label="#c9b48a",
    forbidden="#e8d7b8",
)
THEMES = ("light", "dark", "auto")
"""`auto` is light or dark as the beholder's system asks for."""


def colours_of(theme: str) -> Colours:
    """The theme's colours, those of `auto` being light until the beholder asks for dark."""
    if theme not in THEMES:
        raise TsuroError(f"there is no theme {theme!r}: choose from {', '.join(THEMES)}")
    return DARK if theme == "dark" else LIGHT


def style_sheet(theme: str, prefix: str) -> str:
    """The theme's rules, for classes that begin with the prefix."""
    rules = _rules(colours_of(theme), prefix)
    if theme == "auto":
        rules += f"@media (prefers-color-scheme:dark){{{_rules(DARK, prefix)}}}"
    return rules


def _rules(colours: Colours, prefix: str) -> str:
    filled = {
        "ground": colours.ground,
        "board": colours.board,
        "lit": colours.lit,
        "frame": colours.frame,
        "rim": colours.rim,
    }
    drawn = {
        "grid": colours.grid,
        "hatch": colours.hatch,
        "focus": colours.focus,
        "newest": colours.newest,
        "mark": colours.mark,
        "inlay": colours.inlay,
        "casing": colours.casing,
        "gold": colours.path,
        "ink": colours.ink,
        "label": colours.label,
        "ban": colours.forbidden,
    }
    stops = {"tile": colours.tile, "shade": colours.shade}
    return "".join(
        f".{prefix}-{name}{{{what}:{colour}}}"
        for what, named in (("fill", filled), ("stroke", drawn), ("stop-color", stops))
        for name, colour in named.items()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """How a player's marker and path look: by colour, by shape, and by dashes."""

    colour: str
    outline: str  # the shape, around the origin, as the data of a path
    dashes: str | None  # None: an unbroken line
    numeral: float = 0  # how far below the origin the number is centred


def _polygon(*radii: float, corners: int, turned: float = 0) -> str:
    """A regular shape with a corner on top, the radii taking turns from corner to corner."""
    spots = []
    for i in range(corners):
        angle = (2 * i / corners + turned) * pi
        radius = radii[i % len(radii)]
        spots.append(f"{number(radius * sin(angle))} {number(-radius * cos(angle))}")
    return "M" + "L".join(spots) + "Z"


_CIRCLE = "M-12.5 0a12.5 12.5 0 1 0 25 0a12.5 12.5 0 1 0-25 0Z"

APPEARANCES: dict[str, Appearance] = dict(
    zip(
        MARKERS,
        (
            Appearance(colour="#e69f00", outline=_CIRCLE, dashes=None),
            Appearance(colour="#56b4e9", outline="M-11-11H11V11H-11Z", dashes="16 4"),
            Appearance(colour="#16b083", outline=_polygon(18.5, corners=3), dashes="5 4", numeral=2.2),
            Appearance(colour="#f0e442", outline=_polygon(15.5, corners=4), dashes="16 4 4 4"),
            Appearance(colour="#6f9dff", outline=_polygon(14.2, corners=5), dashes="28 4", numeral=0.5),
            Appearance(colour="#ff7a50", outline=_polygon(17, 10, corners=10), dashes="9 4", numeral=0.5),
            Appearance(colour="#e58fc0", outline=_polygon(14, corners=6, turned=1 / 6), dashes="16 4 4 4 4 4"),
            Appearance(colour="#f5f5f5", outline=_polygon(13.5, corners=8, turned=1 / 8), dashes="2.5 2.5"),
        ),
        strict=True,
    )
)
"""By marker. Colours after Okabe and Ito, lightened to stand on the tiles of both themes."""
