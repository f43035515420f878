"""Colours: the themes of pictures and of the page, whose custom properties are generated from them.

A picture has its colours as plain values in its own style sheet, so renderers without
custom properties or media queries draw it just as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType

from tsuro.game.errors import TsuroError
from tsuro.render.appearance import APPEARANCES
from tsuro.render.strokes import FADED, STROKES, Stroke

__all__ = ["CONTRAST", "DARK", "LIGHT", "PALETTES", "THEMES", "Colours", "colours_of", "mixed", "style_sheet"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Colours:
    """One theme. The first part is for the page around the board; in a picture, for background and text."""

    ground: str  # behind everything
    surface: str  # cards and panels
    raised: str  # buttons and fields
    line: str  # around cards
    ink: str  # words
    quiet: str  # less important words
    accent: str  # what to press first
    accent_ink: str  # words on it
    accent_soft: str  # what is chosen
    good: str
    bad: str
    focus: str  # around what has the focus
    found: str  # behind search results
    found_ink: str
    shade: str  # shadows of cards
    curtain: str  # over the page, behind a dialog

    board: str  # open squares, and the margin with the start marks
    grid: str  # between open squares
    lit: str  # the square that the active marker faces
    hatch: str  # over closed squares
    frame: str
    inlay: str  # the fine line in the frame
    mark: str  # start marks
    tile: str
    tile_light: str  # a tile's upper corner
    tile_rim: str
    casing: str  # beside a path: crossings look woven
    path: str
    newest: str  # around the newest tile
    marker_edge: str  # around markers and beside players' paths, and their numbers

    @property
    def board_light(self) -> str:
        return mixed(self.board, 0.95, "#ffffff")

    @property
    def tile_deep(self) -> str:
        return mixed(self.tile, 0.8, "#000000")

    @property
    def path_light(self) -> str:
        return mixed(self.path, 0.88, "#ffffff")

    @property
    def path_deep(self) -> str:
        return mixed(self.path, 0.84, self.tile)

    @property
    def frame_light(self) -> str:
        return mixed(self.frame, 0.86, "#ffffff")

    @property
    def frame_deep(self) -> str:
        return mixed(self.frame, 0.78, "#000000")

    def faded(self, player: str) -> str:
        """The colour of an eliminated player's path."""
        return mixed(player, FADED, self.tile)

    def named(self) -> dict[str, str]:
        """Every colour by the name that style sheets use."""
        mixes = (name for name in dir(type(self)) if isinstance(getattr(type(self), name), property))
        names = (*(field.name for field in fields(self)), *mixes)
        return {name.replace("_", "-"): str(getattr(self, name)) for name in names}


def mixed(colour: str, part: float, other: str) -> str:
    """This much of one colour, and the rest of another.

    >>> mixed("#ff8000", 0.5, "#000000")
    '#804000'
    """
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{int(part * one + (1 - part) * two + 0.5):02x}" for one, two in pairs)


LIGHT = Colours(
    ground="#ece4d4",
    surface="#f7f1e5",
    raised="#fffaf0",
    line="#cdbd9c",
    ink="#2a1a12",
    quiet="#6a5140",
    accent="#7d2f25",
    accent_ink="#fff6e6",
    accent_soft="#ead6c4",
    good="#1f6b4a",
    bad="#a12a1c",
    focus="#1d5fd0",
    found="#ffe08a",
    found_ink="#2a1a12",
    shade="rgb(60 30 10 / 16%)",
    curtain="rgb(20 10 5 / 55%)",
    board="#d8caad",
    grid="#c3b28d",
    lit="#f5ead0",
    hatch="#a8946a",
    frame="#5b3a29",
    inlay="#b98f4e",
    mark="#7d6244",
    tile="#7d2f25",
    tile_light="#8d3b2f",
    tile_rim="#4f1811",
    casing="#561b13",
    path="#e8cf9a",
    newest="#fff2c9",
    marker_edge="#1a0c09",
)
DARK = Colours(
    ground="#14110f",
    surface="#1f1a17",
    raised="#2a231e",
    line="#4a3d32",
    ink="#f1e7d6",
    quiet="#bfae96",
    accent="#d9a441",
    accent_ink="#1d1206",
    accent_soft="#3a2e1e",
    good="#6fcf9f",
    bad="#ff8d7a",
    focus="#8db8ff",
    found="#ffe08a",
    found_ink="#2a1a12",
    shade="rgb(0 0 0 / 45%)",
    curtain="rgb(20 10 5 / 55%)",
    board="#26201b",
    grid="#3a3129",
    lit="#4a3f33",
    hatch="#57493c",
    frame="#b08d57",
    inlay="#e1c187",
    mark="#a98f5f",
    tile="#4a211b",
    tile_light="#582a22",
    tile_rim="#92614a",
    casing="#22100c",
    path="#b69c6b",
    newest="#f0d9a4",
    marker_edge="#0d0706",
)
CONTRAST = Colours(
    ground="#000000",
    surface="#000000",
    raised="#0a0a0a",
    line="#ffffff",
    ink="#ffffff",
    quiet="#ffffff",
    accent="#ffd23f",
    accent_ink="#000000",
    accent_soft="#332a00",
    good="#7dffb8",
    bad="#ff9a8a",
    focus="#66ccff",
    found="#ffe08a",
    found_ink="#2a1a12",
    shade="rgb(0 0 0 / 45%)",
    curtain="rgb(20 10 5 / 55%)",
    board="#000000",
    grid="#666666",
    lit="#333333",
    hatch="#888888",
    frame="#ffffff",
    inlay="#ffffff",
    mark="#ffffff",
    tile="#1a1a1a",
    tile_light="#1a1a1a",
    tile_rim="#ffffff",
    casing="#000000",
    path="#999999",
    newest="#ffffff",
    marker_edge="#000000",
)
PALETTES: Mapping[str, Colours] = MappingProxyType({"light": LIGHT, "dark": DARK, "contrast": CONTRAST})
THEMES = (*PALETTES, "auto")
"""`auto` is light or dark, whichever the viewer's system asks for."""


def colours_of(theme: str) -> Colours:
    """The theme's colours; those of `auto` are light until the viewer asks for dark."""
    if theme not in THEMES:
        raise TsuroError(f"there is no theme {theme!r}: choose from {', '.join(THEMES)}")
    return PALETTES.get(theme, LIGHT)


_PICTURES = {
    **STROKES,
    "around": Stroke(fill="ground"),  # behind everything
    "label": Stroke(stroke="quiet", width=1.9, is_round=True),  # coordinates, and numbers of tiles
}


def style_sheet(theme: str, prefix: str) -> str:
    """The theme's rules, for classes that begin with the prefix."""
    rules = "".join(f".{prefix}-{name}{{{stroke.shape}}}" for name, stroke in _PICTURES.items() if stroke.shape)
    rules += _coloured(colours_of(theme), prefix)
    if theme == "auto":
        rules += f"@media (prefers-color-scheme:dark){{{_coloured(DARK, prefix)}}}"
    return rules


def _coloured(colours: Colours, prefix: str) -> str:
    named = {**colours.named(), "black": "#000", "white": "#fff"}
    written = {name: ";".join(_paints(stroke, named)) for name, stroke in _PICTURES.items()}
    out = {f"out-{marker}": f"color:{colours.faded(look.colour)}" for marker, look in APPEARANCES.items()}
    return "".join(f".{prefix}-{name}{{{paints}}}" for name, paints in (written | out).items() if paints)


def _paints(stroke: Stroke, named: Mapping[str, str]) -> Iterator[str]:
    """What is coloured by the theme; a player's colour is on the piece itself."""
    for what, colour in stroke.paints:
        if colour in named:
            yield f"{what}:{named[colour]}"
