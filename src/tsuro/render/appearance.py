"""How each player's marker and path look: by colour, by shape, by dashes."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from tsuro.game.state import MARKERS
from tsuro.render.geometry import number

__all__ = ["APPEARANCES", "Appearance"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    colour: str
    outline: str  # the shape, around the origin, as the data of a path
    dashes: tuple[float, ...] = ()  # none: an unbroken line
    numeral: float = 0  # how far below the origin the number is centred


def _polygon(*radii: float, corners: int, turned: float = 0) -> str:
    """A regular shape with a corner on top, the radii alternating from corner to corner."""
    spots = []
    for i in range(corners):
        angle = (2 * i / corners + turned) * pi
        radius = radii[i % len(radii)]
        x, y = (round(radius * along, 6) for along in (sin(angle), -cos(angle)))  # the same on both sides
        spots.append(f"{number(x)} {number(y)}")
    return "M" + "L".join(spots) + "Z"


_CIRCLE = "M-12.5 0a12.5 12.5 0 1 0 25 0a12.5 12.5 0 1 0-25 0Z"

APPEARANCES: dict[str, Appearance] = dict(
    zip(
        MARKERS,
        (
            Appearance(colour="#e69f00", outline=_CIRCLE),
            Appearance(colour="#56b4e9", outline="M-11.2-11.2H11.2V11.2H-11.2Z", dashes=(16, 4)),
            Appearance(colour="#16b083", outline=_polygon(18.5, corners=3), dashes=(5, 4), numeral=2.4),
            Appearance(colour="#f0e442", outline=_polygon(15.8, corners=4), dashes=(16, 4, 4, 4)),
            Appearance(colour="#6f9dff", outline=_polygon(14.4, corners=5), dashes=(28, 4), numeral=0.5),
            Appearance(colour="#ff6b3d", outline=_polygon(17.5, 10.4, corners=10), dashes=(9, 4), numeral=0.5),
            Appearance(
                colour="#e58fc0", outline=_polygon(14, corners=6, turned=1 / 6), dashes=(16, 4, 4, 4, 4, 4)
            ),
            Appearance(colour="#f5f5f5", outline=_polygon(13.6, corners=8, turned=1 / 8), dashes=(2.5, 2.5)),
        ),
        strict=True,
    )
)
"""By marker. Colours after Okabe and Ito, lightened to stand out on the tiles of every theme."""
