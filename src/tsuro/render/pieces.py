"""The pieces of a picture: board, tiles, paths and markers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

from tsuro.game.board import SIDE, START_MARKS, Point, Seat, Square, point_name
from tsuro.game.state import Setup
from tsuro.game.tiles import OrientedTile
from tsuro.render.geometry import BOARD, TILE, Curve, Spot, corner, curve_over, number, outward
from tsuro.render.glyphs import write
from tsuro.render.layout import FRAME, MARGIN, Layout
from tsuro.render.markup import PREFIX, line, tag, trace
from tsuro.render.theme import APPEARANCES, Appearance
from tsuro.render.trail import Trail

__all__ = [
    "board_pieces",
    "coordinates",
    "cross",
    "definitions",
    "free_marks",
    "halo",
    "look",
    "marker",
    "outline",
    "ring",
    "square_tag",
    "stack",
    "taken_mark",
    "tile_pieces",
    "trail_pieces",
    "way",
]

_ARM = 6.5  # of a cross


def stack(pieces: Iterable[str], **attributes: str | float | None) -> str:
    """The pieces one above the other, the first one lowest; nothing if there are none."""
    content = "".join(pieces)
    return tag("g", content, **attributes) if content else ""


def definitions(tiles: Iterable[OrientedTile]) -> str:
    """What is drawn more than once: the plate of a tile, hatchings, and the paths the tiles have."""
    used = {path for tile in tiles for path in tile.paths}
    paths = (_woven(path) for path in combinations(range(8), 2) if path in used)
    return tag("defs", _PLATE + _HATCH + _BAN + "".join(paths))


def _woven(path: tuple[int, int]) -> str:
    """A path on its casing."""
    data = trace([curve_over(*path)])
    return tag("g", tag("path", css="casing", d=data) + tag("path", css="gold", d=data), id=_path_name(path))


def _path_name(path: tuple[int, int]) -> str:
    return f"{PREFIX}-{path[0]}{path[1]}"


def _hatching(name: str, css: str, step: float, width: float) -> str:
    return tag(
        "pattern",
        tag("path", css=css, d=f"M0 0V{step:g}", stroke_width=width),
        id=f"{PREFIX}-{name}",
        width=step,
        height=step,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )


_HATCH = _hatching("hatch", "hatch", 9, 2)
_BAN = _hatching("ban", "ban", 12, 4)
_PLATE = tag(
    "linearGradient",
    tag("stop", css="tile") + tag("stop", css="shade", offset="1"),
    id=f"{PREFIX}-lacquer",
    x2="1",
    y2="1",
) + tag(
    "g",
    tag("rect", css="rim", x=0.2, y=0.2, width=TILE - 0.4, height=TILE - 0.4, rx=6)
    + tag("rect", x=1.2, y=1.2, width=TILE - 2.4, height=TILE - 2.4, rx=5, fill=f"url(#{PREFIX}-lacquer)")
    + tag("path", d=f"M2 {TILE - 6}V7Q2 2 7 2H{TILE - 6}", stroke="#fff", stroke_opacity="0.14"),
    id=f"{PREFIX}-plate",
)


def board_pieces(layout: Layout) -> str:
    """Ground, frame, margin and grid."""
    ground = tag(
        "rect", css="ground", x=-layout.origin, y=-layout.origin, width=layout.width, height=layout.height
    )
    outside = MARGIN + FRAME
    inside = outside - FRAME / 2
    return (
        ground
        + _around(outside, 16, css="frame")
        + _around(inside, 12, css="inlay", stroke_width=1)
        + _around(MARGIN, 7, css="board")
        + tag("path", css="grid", d=_grid())
    )


def _around(far: float, radius: float, *, css: str, stroke_width: float | None = None) -> str:
    """A rectangle so far around the squares."""
    size = BOARD + 2 * far
    return tag("rect", css=css, x=-far, y=-far, width=size, height=size, rx=radius, stroke_width=stroke_width)


def _grid() -> str:
    steps = range(0, BOARD + 1, TILE)
    return "".join(f"M{step} 0V{BOARD}M0 {step}H{BOARD}" for step in steps)


def coordinates() -> str:
    """The letters below the board and the numbers to its left."""
    far = MARGIN + FRAME + 18
    return "".join(
        write("abcdef"[i], (i + 0.5) * TILE, BOARD + far, size=13, css="label sign")
        + write("654321"[i], -far, (i + 0.5) * TILE, size=13, css="label sign")
        for i in range(SIDE)
    )


def free_marks(taken: Collection[Point | None] = ()) -> str:
    """The start marks, but for those taken."""
    strokes = (line(outward(mark, 6), outward(mark, 15)) for mark in START_MARKS if mark not in taken)
    return tag("path", css="mark", d="".join(strokes))


def taken_mark(seat: Seat, setup: Setup, mark: Point, **attributes: str | float | None) -> str:
    """A start mark that a player has chosen, in the player's colour."""
    data = line(outward(mark, 0), outward(mark, 13))
    strokes = (
        tag("path", css="bed ink", d=data),
        tag("path", css="way", d=data, stroke=look(setup, seat).colour),
    )
    return stack(strokes, stroke_linecap="round", data_start=point_name(mark), **attributes)


def look(setup: Setup, seat: Seat) -> Appearance:
    """How the seat's marker and path look."""
    return APPEARANCES[setup.markers[seat]]


def tile_pieces(tile: OrientedTile | None, at: Spot) -> str:
    """A tile with its paths; None: its back."""
    plate = _use("plate", at)
    if tile is None:
        middle = TILE / 2
        return plate + tag("circle", css="gold", cx=at.x + middle, cy=at.y + middle, r=TILE / 5)
    return plate + "".join(_use(f"{a}{b}", at) for a, b in tile.paths)


def _use(name: str, at: Spot) -> str:
    return tag("use", href=f"#{PREFIX}-{name}", x=at.x or None, y=at.y or None)


def square_tag(square: Square, *, css: str | None = None, fill: str | None = None, inset: float = 0) -> str:
    """A rectangle over the square."""
    x, y = corner(square)
    size = TILE - 2 * inset
    return tag(
        "rect", css=css, x=x + inset, y=y + inset, width=size, height=size, rx=6 if inset else None, fill=fill
    )


def outline(square: Square, *, css: str = "focus") -> str:
    """A line around the square, to point it out."""
    return square_tag(square, css=f"{css}", inset=1.5)


def way(curves: Sequence[Curve], appearance: Appearance, **attributes: str | float | None) -> str:
    """A player's path along the curves."""
    data = trace(curves)
    strokes = (
        tag("path", css="bed ink", d=data),
        tag("path", css="way", d=data, stroke=appearance.colour, stroke_dasharray=appearance.dashes),
    )
    return stack(strokes, **attributes) if attributes else "".join(strokes)


def trail_pieces(trail: Trail, setup: Setup, **attributes: str | float | None) -> str:
    """Everything a marker has walked."""
    ways = (way(run, look(setup, trail.seat)) for run in trail.runs)
    return stack(ways, data_path=str(trail.seat + 1), **attributes)


def marker(seat: Seat, setup: Setup, at: Spot | None, **attributes: str | float | None) -> str:
    """A player's marker: its colour, its shape, its number."""
    appearance = look(setup, seat)
    shape = tag(
        "path",
        css="ink",
        d=appearance.outline,
        style=f"fill:{appearance.colour}",
        stroke_width=2.4,
        stroke_linejoin="round",
    )
    numeral = write(str(seat + 1), 0, appearance.numeral, size=11.5, css="ink sign")
    moved = None if at is None else f"translate({number(at.x)} {number(at.y)})"
    return stack((shape, numeral), data_marker=str(seat + 1), transform=moved, **attributes)


def cross(seats: Sequence[Seat], setup: Setup, at: Spot, **attributes: str | float | None) -> str:
    """Where a marker was eliminated, or would be; where two met, a stroke of the cross for each."""
    strokes = [line(Spot(at.x - _ARM, at.y - i), Spot(at.x + _ARM, at.y + i)) for i in (_ARM, -_ARM)]
    colours = [look(setup, seat).colour for seat in (seats[0], seats[-1])]
    drawn = [tag("path", d=data, stroke=colour) for data, colour in zip(strokes, colours, strict=True)]
    bed = tag("path", css="ink", d="".join(strokes), stroke_width=9.4)
    who = " ".join(str(seat + 1) for seat in seats)
    return stack((bed, *drawn), stroke_width=4.6, stroke_linecap="round", data_out=who, **attributes)


def ring(seat: Seat, setup: Setup, at: Spot) -> str:
    """Where a marker would stop."""
    place = {"cx": at.x, "cy": at.y, "r": 10.5}
    return tag("circle", css="ink", stroke_width=8, **place) + tag(
        "circle", stroke=look(setup, seat).colour, stroke_width=4.2, **place
    )


def halo(at: Spot) -> str:
    """Around the active marker: light on dark, so that it shows on tiles and on open squares."""
    place = {"cx": at.x, "cy": at.y, "r": 20.5}
    return tag("circle", css="ink", stroke_width=5.4, **place) + tag("circle", css="newest", **place)
