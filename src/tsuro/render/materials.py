"""What boards are made of: lacquer and gold, ink on paper, stones on raked sand.

A material says how frame, tiles and paths are put together, layer by layer. Where things lie is the same for all:
see `tsuro.render.geometry`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from tsuro.render.sizes import FRAME, MARGIN, SHADOW, TILE
from tsuro.render.strokes import STROKES, Stroke

__all__ = ["LACQUER", "MATERIALS", "Gradient", "Layer", "Material", "Ring", "Strand", "Texture"]


class Layer(NamedTuple):
    """A rectangle on a tile: how far from its four sides, how round its corners are, how it is filled."""

    left: float
    top: float
    right: float
    bottom: float
    radius: float
    css: str | None = None
    paint: str | None = None  # a gradient or a texture of the material


class Ring(NamedTuple):
    """A rectangle around the squares: how far outside, how round its corners are, how it is drawn."""

    far: float
    radius: float
    css: str | None = None
    paint: str | None = None
    down: float = 0  # shadows lie lower


class Strand(NamedTuple):
    """A line along a path, or, since a brush presses harder there, along that part of its `middle`."""

    css: str
    paint: str | None = None
    middle: float | None = None


class Gradient(NamedTuple):
    element: str
    attributes: dict[str, str | float]
    stops: tuple[tuple[str, float], ...]  # a colour, and where it is


class Texture(NamedTuple):
    """Lines that repeat, this wide and high."""

    width: float
    height: float
    lines: tuple[tuple[str, str], ...]  # a class, and the data of a path


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    rings: tuple[Ring, ...]  # frame and ground, the lowest first
    plate: tuple[Layer, ...]  # of a tile
    edge: str | None  # the light along a tile's upper corner
    strands: tuple[Strand, ...]  # of a path
    back: tuple[float, ...]  # the circles on the back of a tile
    start_mark: tuple[float, float]  # from the point outward: where the stroke begins and ends
    gradients: Mapping[str, Gradient]
    textures: Mapping[str, Texture] = field(default_factory=dict)
    strokes: Mapping[str, Stroke] = field(default_factory=dict)  # what is drawn otherwise than `STROKES` say

    @property
    def pieces(self) -> tuple[Ring | Layer | Strand, ...]:
        """Everything that has a class or a paint."""
        return (*self.rings, *self.plate, *self.strands)

    @property
    def all_strokes(self) -> dict[str, Stroke]:
        return {**STROKES, **self.strokes}


def _down(*stops: tuple[str, float]) -> Gradient:
    return Gradient("linearGradient", {"x2": 1, "y2": 1}, stops)


_OUTSIDE = MARGIN + FRAME
_GROUND = Gradient("radialGradient", {"r": 0.75}, (("board-light", 0), ("board", 1)))
_FRAME = Gradient("linearGradient", {"x2": 0.6, "y2": 1}, (("frame-light", 0), ("frame", 0.35), ("frame-deep", 1)))

LACQUER = Material(
    rings=(
        Ring(_OUTSIDE, 17, css="frame-shadow", down=SHADOW),
        Ring(_OUTSIDE, 17, paint="frame"),
        Ring(MARGIN + FRAME * 0.42, 12, css="inlay"),
        Ring(MARGIN, 7, paint="ground"),
        Ring(MARGIN, 7, css="ground-edge"),
    ),
    plate=(
        Layer(0.6, 1.8, 0.6, -1, 6.5, css="tile-shadow"),
        Layer(0.5, 0.5, 0.5, 0.5, 6.2, css="tile-rim"),
        Layer(1.3, 1.3, 1.3, 1.3, 5.5, paint="face"),
        Layer(1.3, 1.3, 1.3, 1.3, 5.5, paint="gloss"),
    ),
    edge=f"M2.2 {TILE - 7}V7.5Q2.2 2.2 7.5 2.2H{TILE - 7}",
    strands=(Strand("casing"), Strand("path", paint="gold")),
    back=(TILE / 5, TILE / 11),
    start_mark=(7, 15),
    gradients={
        "face": _down(("tile-light", 0), ("tile", 0.55), ("tile-deep", 1)),
        "gloss": Gradient("radialGradient", {"cx": 0.22, "cy": 0.1, "r": 0.95}, (("gloss", 0), ("gloss-end", 1))),
        # Measured on the tile: a straight path has no height to measure by.
        "gold": Gradient(
            "linearGradient",
            {"gradientUnits": "userSpaceOnUse", "x2": TILE, "y2": TILE},
            (("path-light", 0), ("path", 0.5), ("path-deep", 1)),
        ),
        "frame": _FRAME,
        "ground": _GROUND,
    },
)

_FIBRES = (
    "M4 11q7-5 15 1M33 4q4 6 1 12M52 20q9 1 13-4M11 37q5 7 13 5M44 40q-3 8 3 13M63 47q7-3 11 3"
    "M5 62q9 2 11 9M29 66q8-4 12 1M57 71q3 5 10 4M70 28q4-5 3-11"
)
WASHI = Material(
    rings=(
        Ring(_OUTSIDE, 4, css="frame-shadow", down=SHADOW),
        Ring(_OUTSIDE, 4, css="mount"),
        Ring(MARGIN + FRAME * 0.5, 2.5, css="inlay"),
        Ring(MARGIN, 1.5, paint="ground"),
        Ring(MARGIN, 1.5, paint="fibres"),
        Ring(MARGIN, 1.5, css="ground-edge"),
    ),
    plate=(
        Layer(1, 2.2, 1, -1, 1.6, css="tile-shadow"),
        Layer(1, 1, 1, 1, 1.6, css="tile-rim"),
        Layer(1.7, 1.7, 1.7, 1.7, 1.2, paint="face"),
        Layer(1.7, 1.7, 1.7, 1.7, 1.2, paint="fibres"),
    ),
    edge=None,
    strands=(
        Strand("casing"),
        Strand("bleed"),
        Strand("path"),
        Strand("swell", middle=0.5),
        Strand("streak"),
    ),
    back=(TILE / 3.4, TILE / 4.6, TILE / 9),
    start_mark=(6, 16),
    gradients={"face": _down(("tile-light", 0), ("tile", 1)), "ground": _GROUND},
    textures={"fibres": Texture(79, 79, (("fibre", _FIBRES),))},
    strokes={
        "mount": Stroke(fill="frame"),
        "inlay": Stroke(stroke="inlay", width=1.5, dashes="9 5", is_round=True),  # stitches, as of a book
        "tile-shadow": Stroke(fill="black", opacity=0.15),
        "grid": Stroke(stroke="grid", width=1.1, dashes="1 5", is_round=True),
        "grid-light": Stroke(stroke="white", width=1, opacity=0),
        "fibre": Stroke(stroke="grid", width=0.8, opacity=0.42, is_round=True),
        "casing": Stroke(stroke="casing", width=10.4),
        "bleed": Stroke(stroke="path", width=8, opacity=0.17),
        "path": Stroke(stroke="path", width=3.9),
        "swell": Stroke(stroke="path", width=5.6, is_round=True),
        "streak": Stroke(stroke="tile", width=0.9, opacity=0.6, dashes="13 6 4 17 8 9"),
        "start-marks": Stroke(stroke="mark", width=3.4, is_round=True),
    },
)

_RAKED = "M0 5.5Q22.5 3.5 45 5.5T90 5.5"
_GRAINS = (
    "M8 9h.1M21 17h.1M35 6h.1M49 14h.1M13 31h.1M29 38h.1M44 30h.1M57 41h.1M6 50h.1M24 55h.1M39 49h.1M54 58h.1"
    "M17 22h.1M60 24h.1M33 24h.1M4 40h.1"
)
GARDEN = Material(
    rings=(
        Ring(_OUTSIDE, 9, css="frame-shadow", down=SHADOW),
        Ring(_OUTSIDE, 9, paint="frame"),
        Ring(_OUTSIDE, 9, paint="grains"),
        Ring(MARGIN + FRAME / 2, 4, css="joints"),
        Ring(MARGIN, 3, paint="ground"),
        Ring(MARGIN, 3, paint="raked"),
        Ring(MARGIN, 3, css="ground-edge"),
    ),
    plate=(
        Layer(0.8, 2.4, 0.2, -1, 12, css="tile-shadow"),
        Layer(0.5, 0.5, 0.5, 0.5, 11.5, css="tile-rim"),
        Layer(1.4, 1.4, 1.4, 1.4, 10.8, paint="face"),
        Layer(1.4, 1.4, 1.4, 1.4, 10.8, paint="grains"),
    ),
    edge=f"M2.6 {TILE - 16}V14Q2.6 2.6 14 2.6H{TILE - 16}",
    strands=(Strand("casing"), Strand("path"), Strand("furrow"), Strand("ridge")),
    back=(TILE / 3.4, TILE / 5, TILE / 11),
    start_mark=(10.5, 12),
    gradients={
        "face": Gradient("radialGradient", {"cx": 0.35, "cy": 0.3, "r": 0.85}, (("tile-light", 0), ("tile", 1))),
        "frame": _FRAME,
        "ground": _GROUND,
    },
    textures={
        "raked": Texture(TILE, 9, (("rake", _RAKED),)),
        "grains": Texture(63, 61, (("grain", _GRAINS),)),
    },
    strokes={
        "joints": Stroke(stroke="frame-deep", width=FRAME, dashes="1.8 45"),
        "rake": Stroke(stroke="grid", width=1.3, opacity=0.62),
        "grain": Stroke(stroke="white", width=1.5, opacity=0.13, is_round=True),
        "grid": Stroke(stroke="grid", width=1.6),
        "casing": Stroke(stroke="casing", width=11),
        "path": Stroke(stroke="path", width=7),
        "furrow": Stroke(stroke="tile", width=4.2, opacity=0.4),
        "ridge": Stroke(stroke="path", width=1.6),
        "start-marks": Stroke(stroke="mark", width=6.5, is_round=True),
    },
)

MATERIALS: Mapping[str, Material] = MappingProxyType({"lacquer": LACQUER, "washi": WASHI, "garden": GARDEN})
"""By name. The first is what a board is made of unless another is asked for."""
