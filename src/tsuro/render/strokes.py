"""How every piece of a board is drawn: colours by name, line width. Pictures and page share these classes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["FADED", "GHOST", "OUT", "PLAYER", "STROKES", "Stroke"]

PLAYER = "player"
"""Stands for the colour of the player whose piece it is."""

OUT = "faded"
"""Stands for the colour of the path of a player who is out."""

FADED = 0.78
"""How much of the player's colour is in it; the rest is the tile's."""

GHOST = 0.76
"""How opaque a planned tile is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stroke:
    """One class: which colours of the theme it has, or the player's, and how wide its line is."""

    fill: str | None = None
    stroke: str | None = None
    stop: str | None = None
    width: float | None = None
    opacity: float | None = None  # of the fill, the line or the stop
    dashes: str | None = None
    is_round: bool = False  # the ends of the line, and where it bends

    @property
    def paints(self) -> tuple[tuple[str, str], ...]:
        """What is coloured, and how."""
        given = (("fill", self.fill), ("stroke", self.stroke), ("stop-color", self.stop))
        return tuple((what, colour) for what, colour in given if colour is not None)

    @property
    def shape(self) -> str:
        """Everything but the colours, as in a style sheet."""
        part = "fill" if self.fill else "stop" if self.stop else "stroke"
        said = (
            f"stroke-width:{self.width:g}" if self.width else "",
            f"{part}-opacity:{self.opacity:g}" if self.opacity is not None else "",
            f"stroke-dasharray:{self.dashes}" if self.dashes else "",
            "stroke-linecap:round;stroke-linejoin:round" if self.is_round else "",
        )
        return ";".join(filter(None, said))


def _stops(*names: str) -> dict[str, Stroke]:
    return {f"stop-{name}": Stroke(stop=name) for name in names}


STROKES: Mapping[str, Stroke] = MappingProxyType(
    {
        **_stops("tile-light", "tile", "tile-deep", "path-light", "path", "path-deep"),
        **_stops("frame-light", "frame", "frame-deep", "board-light", "board"),
        "stop-gloss": Stroke(stop="white", opacity=0.11),
        "stop-gloss-end": Stroke(stop="white", opacity=0),
        "hatch": Stroke(stroke="hatch", width=3),
        "ban": Stroke(stroke="newest", width=7, opacity=0.62),
        "frame-shadow": Stroke(fill="black", opacity=0.28),
        "inlay": Stroke(stroke="inlay", width=1.2),
        "ground-edge": Stroke(stroke="black", width=2, opacity=0.22),
        "grid": Stroke(stroke="grid", width=1.2),
        "grid-light": Stroke(stroke="white", width=1, opacity=0.22),
        "start-marks": Stroke(stroke="mark", width=2.6, is_round=True),
        "tile-shadow": Stroke(fill="black", opacity=0.24),
        "tile-rim": Stroke(fill="tile-rim"),
        "tile-light": Stroke(stroke="white", width=1, opacity=0.2, is_round=True),
        "casing": Stroke(stroke="casing", width=10.4),
        "path": Stroke(width=4.8),  # in gold: see GRADIENTS
        "back": Stroke(stroke="path", width=4.8),
        "newest": Stroke(stroke="newest", width=2.6),
        "lit": Stroke(fill="lit", stroke="frame", width=2),
        "marker-shape": Stroke(fill=PLAYER, stroke="marker-edge", width=2.4, is_round=True),
        "marker-number": Stroke(stroke="marker-edge", width=1.9, is_round=True),
        "bed": Stroke(stroke="marker-edge", width=11.2),
        "colour": Stroke(stroke=PLAYER, width=6.8),
        "bed-out": Stroke(stroke="marker-edge", width=7.6),
        "colour-out": Stroke(stroke=OUT, width=3.8),
        "cap-bed": Stroke(fill="marker-edge"),
        "cap": Stroke(fill=PLAYER),
        "cap-out": Stroke(fill=OUT),
        "halo-bed": Stroke(stroke="marker-edge", width=6),
        "halo-light": Stroke(stroke="newest", width=3),
        "cross-bed": Stroke(stroke="marker-edge", width=9.6, is_round=True),
        "cross-arm": Stroke(stroke=PLAYER, width=4.6, is_round=True),
        "ghost-edge-bed": Stroke(stroke="marker-edge", width=5),
        "ghost-edge": Stroke(stroke="newest", width=2.6),
        "forbidden-disc": Stroke(fill="raised", stroke="bad", width=4.5),
        "forbidden-bar": Stroke(stroke="bad", width=4.5),
        "would-bed": Stroke(stroke="marker-edge", width=10.4, is_round=True),
        "would-dots": Stroke(stroke=PLAYER, width=6.2, dashes="0.1 9.2", is_round=True),
        "ring-bed": Stroke(fill="marker-edge", stroke="marker-edge", width=6.5),
        "ring-edge": Stroke(stroke=PLAYER, width=3.2),
    }
)
"""By class. What only the page shows (start marks to choose from, focus) is in its own style."""
