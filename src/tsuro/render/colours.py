"""What colours a theme has, and how they are mixed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from types import MappingProxyType

from tsuro.render.appearance import APPEARANCES
from tsuro.render.strokes import FADED

__all__ = ["BRIGHT", "Colours", "mixed"]

BRIGHT: Mapping[str, str] = MappingProxyType({marker: look.colour for marker, look in APPEARANCES.items()})
"""The players' colours on dark tiles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Colours:
    """One set. The first part is for the page around the board; in a picture, for background and text."""

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
    players: Mapping[str, str] = field(default_factory=lambda: BRIGHT)  # by marker

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

    def faded(self, marker: str) -> str:
        """The colour of an eliminated player's path."""
        return mixed(self.players[marker], FADED, self.tile)

    def named(self) -> dict[str, str]:
        """Every colour but the players', by the name that style sheets use."""
        mixes = (name for name in dir(type(self)) if isinstance(getattr(type(self), name), property))
        names = (*(one.name for one in fields(self) if one.name != "players"), *mixes)
        return {name.replace("_", "-"): str(getattr(self, name)) for name in names}


def mixed(colour: str, part: float, other: str) -> str:
    """This much of one colour, and the rest of another.

    >>> mixed("#ff8000", 0.5, "#000000")
    '#804000'
    """
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{int(part * one + (1 - part) * two + 0.5):02x}" for one, two in pairs)
