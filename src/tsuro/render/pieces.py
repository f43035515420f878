"""The pieces of a picture: board, tiles, paths and markers, drawn as the page draws them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from tsuro.game.board import SIDE, START_MARKS, Seat, Square
from tsuro.game.state import Setup
from tsuro.game.tiles import OrientedTile
from tsuro.render import sizes
from tsuro.render.appearance import APPEARANCES, Appearance
from tsuro.render.geometry import Spot, corner, curve_over, number, outward
from tsuro.render.glyphs import write
from tsuro.render.layout import Layout
from tsuro.render.markup import PREFIX, line, tag, trace
from tsuro.render.sizes import BOARD, FRAME, INSET, MARGIN, TILE, Gradient, Inset
from tsuro.render.trail import Trail

__all__ = [
    "board_pieces",
    "caps",
    "coordinates",
    "cross",
    "definitions",
    "dots",
    "forbidden",
    "halo",
    "look",
    "marker",
    "out_class",
    "outline",
    "ring",
    "square_tag",
    "stack",
    "tile_pieces",
    "trail_pieces",
    "way",
]


def stack(pieces: Iterable[str], **attributes: str | float | None) -> str:
    """The pieces stacked, the first one lowest; nothing if there are none."""
    content = "".join(pieces)
    return tag("g", content, **attributes) if content else ""


def definitions(tiles: Iterable[OrientedTile]) -> str:
    """What is drawn more than once: paints, the plate of a tile, and the paths the tiles have."""
    used = {path for tile in tiles for path in tile.paths}
    paths = (_woven(path) for path in combinations(range(8), 2) if path in used)
    return tag("defs", "".join((*_PAINTS, _PLATE, *paths)))


def _woven(path: tuple[int, int]) -> str:
    """A path on its casing."""
    data = trace([curve_over(*path)])
    gold = tag("path", css="path", d=data, stroke=_paint("gold"))
    return tag("g", tag("path", css="casing", d=data) + gold, id=f"{PREFIX}-{path[0]}{path[1]}")


def _paint(name: str) -> str:
    return f"url(#{PREFIX}-{name})"


def _gradient(name: str, gradient: Gradient) -> str:
    stops = (tag("stop", css=f"stop-{colour}", offset=f"{offset:g}") for colour, offset in gradient.stops)
    attributes = {
        key: value if isinstance(value, str) else f"{value:g}" for key, value in gradient.attributes.items()
    }
    return tag(gradient.element, "".join(stops), id=f"{PREFIX}-{name}", **attributes)


def _hatching(name: str, step: float) -> str:
    return tag(
        "pattern",
        tag("path", css=name, d=f"M0 0V{step:g}"),
        id=f"{PREFIX}-{name}",
        width=step,
        height=step,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )


def _on_tile(inset: Inset, **attributes: str | float | None) -> str:
    width, height = TILE - inset.left - inset.right, TILE - inset.top - inset.bottom
    return tag("rect", x=inset.left, y=inset.top, width=width, height=height, rx=inset.radius, **attributes)


_PAINTS = (
    *(_gradient(name, gradient) for name, gradient in sizes.GRADIENTS.items()),
    *(_hatching(name, step) for name, step in sizes.HATCHINGS.items()),
)
_PLATE = tag(
    "g",
    _on_tile(sizes.PLATE["shadow"], css="tile-shadow")
    + _on_tile(sizes.PLATE["rim"], css="tile-rim")
    + _on_tile(sizes.PLATE["lacquer"], fill=_paint("lacquer"))
    + _on_tile(sizes.PLATE["lacquer"], fill=_paint("gloss"))
    + tag("path", css="tile-light", d=sizes.GLOSS_LINE),
    id=f"{PREFIX}-plate",
)


def board_pieces(layout: Layout) -> str:
    """The background, and the board's frame, margin, squares and start marks."""
    behind = {"x": -layout.origin, "y": -layout.origin, "width": layout.width, "height": layout.height}
    grid = _grid()
    return "".join(
        (
            tag("rect", css="around", **behind),
            _around("frame", css="frame-shadow", transform=f"translate(0 {sizes.SHADOW})"),
            _around("frame", fill=_paint("wood")),
            _around("inlay", css="inlay"),
            _around("ground", fill=_paint("ground")),
            _around("ground", css="ground-edge"),
            tag("path", css="grid-light", d=grid, transform="translate(.9 .9)"),
            tag("path", css="grid", d=grid),
            tag("path", css="start-marks", d=_start_marks()),
        )
    )


def _around(ring: str, **attributes: str | float | None) -> str:
    """A rectangle around the squares."""
    far, radius = sizes.RINGS[ring]
    size = BOARD + 2 * far
    return tag("rect", x=-far, y=-far, width=size, height=size, rx=radius, **attributes)


def _grid() -> str:
    steps = range(0, BOARD + 1, TILE)
    return "".join(f"M{step} 0V{BOARD}M0 {step}H{BOARD}" for step in steps)


def _start_marks() -> str:
    near, far = sizes.START_MARK
    return "".join(line(outward(mark, near), outward(mark, far)) for mark in START_MARKS)


def coordinates() -> str:
    """The letters below the board and the numbers to its left."""
    far = MARGIN + FRAME + 18
    return "".join(
        write("abcdef"[i], (i + 0.5) * TILE, BOARD + far, size=13, css="label")
        + write("654321"[i], -far, (i + 0.5) * TILE, size=13, css="label")
        for i in range(SIDE)
    )


def look(setup: Setup, seat: Seat) -> Appearance:
    """How the seat's marker and path look."""
    return APPEARANCES[setup.markers[seat]]


def tile_pieces(tile: OrientedTile | None, at: Spot) -> str:
    """A tile with its paths; None: its back."""
    plate = _use("plate", at)
    if tile is None:
        middle = {"cx": at.x + TILE / 2, "cy": at.y + TILE / 2}
        return plate + "".join(tag("circle", css="back", **middle, r=radius) for radius in sizes.BACK)
    return plate + "".join(_use(f"{a}{b}", at) for a, b in tile.paths)


def _use(name: str, at: Spot) -> str:
    return tag("use", href=f"#{PREFIX}-{name}", x=at.x or None, y=at.y or None)


def square_tag(square: Square, *, inset: float, css: str | None = None, paint: str | None = None) -> str:
    """A rectangle over the square."""
    x, y = corner(square)
    place = {"x": x + inset, "y": y + inset, "width": TILE - 2 * inset, "height": TILE - 2 * inset}
    return tag("rect", css=css, **place, rx=sizes.CORNER, fill=_paint(paint) if paint else None)


def outline(square: Square, css: str) -> str:
    """A line around the square, to point it out."""
    return square_tag(square, css=css, inset=INSET)


def way(
    data: str, appearance: Appearance, *, is_out: bool = False, fades: str = "", **attributes: str | float | None
) -> str:
    """A player's path: a coloured line on a dark bed. `fades` is put before the classes of what fades."""
    out = "-out" if is_out else ""
    dashes = " ".join(f"{dash:g}" for dash in appearance.dashes) or None
    colour = _colour(appearance, is_out=is_out)
    return tag("path", css=f"bed{out}{fades and f' {fades}-bed'}", d=data) + tag(
        "path",
        css=f"colour{out}{fades and f' {fades}-colour'}",
        d=data,
        stroke=colour,
        stroke_dasharray=dashes,
        **attributes,
    )


def _colour(appearance: Appearance, *, is_out: bool) -> str:
    """The colour of a path. A faded one depends on the theme, so the element around the path sets it."""
    return "currentColor" if is_out else appearance.colour


def caps(at: Spot, appearance: Appearance, *, is_out: bool, fades: str = "") -> tuple[str, str]:
    """The round beginning of a path, below and above its line."""
    place = {"cx": at.x, "cy": at.y}
    colour, css = _colour(appearance, is_out=is_out), f"cap{fades and f' {fades}-cap'}"
    return (
        tag("circle", css="cap-bed", **place, r=sizes.CAP["bed"]),
        tag("circle", css=css, **place, r=sizes.CAP["colour"], fill=colour),
    )


def out_class(setup: Setup, seat: Seat) -> str:
    """The class of the element around an eliminated player's path."""
    return f"out-{setup.markers[seat]}"


def trail_pieces(trail: Trail, setup: Setup, *, is_out: bool) -> str:
    """Everything a marker has walked, from its start mark."""
    appearance, start = look(setup, trail.seat), trail.stub or trail.start
    below, above = caps(start, appearance, is_out=is_out)
    stubs = (trail.stub, *(None for _ in trail.runs))  # only the first run has one
    ways = (
        way(trace(run, stub=stub), appearance, is_out=is_out) for run, stub in zip(trail.runs, stubs, strict=False)
    )
    return stack(
        (below, *ways, above),
        css=out_class(setup, trail.seat) if is_out else None,
        data_start=str(trail.seat + 1),
        data_path=str(trail.seat + 1) if trail.curves else None,
    )


def dots(trail: Trail, setup: Setup) -> str:
    """A planned walk: dotted, unlike any walked path."""
    data = "".join(trace(run) for run in trail.runs)
    colour = look(setup, trail.seat).colour
    strokes = (tag("path", css="would-bed", d=data), tag("path", css="would-dots", d=data, stroke=colour))
    return stack(strokes, data_walk=str(trail.seat + 1))


def marker(seat: Seat, setup: Setup, at: Spot, **attributes: str | float | None) -> str:
    """A player's marker: its colour, its shape, its number."""
    appearance = look(setup, seat)
    shape = tag("path", css="marker-shape", d=appearance.outline, style=f"fill:{appearance.colour}")
    numeral = write(str(seat + 1), 0, appearance.numeral, size=10 * sizes.NUMERAL, css="marker-number")
    return stack((shape, numeral), data_marker=str(seat + 1), transform=_moved(at), **attributes)


def _moved(at: Spot) -> str:
    return f"translate({number(at.x)} {number(at.y)})"


def cross(
    seats: Sequence[Seat], setup: Setup, at: Spot, *, size: float = 1, **attributes: str | float | None
) -> str:
    """Where a marker was eliminated, or would be; where two met, a stroke of the cross for each."""
    arm = sizes.CROSS
    strokes = [line(Spot(-arm, -i), Spot(arm, i)) for i in (arm, -arm)]
    colours = [look(setup, seat).colour for seat in (seats[0], seats[-1])]
    arms = (
        tag("path", css="cross-arm", d=data, stroke=colour) for data, colour in zip(strokes, colours, strict=True)
    )
    bed = tag("path", css="cross-bed", d="".join(strokes))
    moved = _moved(at) + (f" scale({size:g})" if size != 1 else "")
    who = " ".join(str(seat + 1) for seat in seats)
    return stack((bed, *arms), data_out=who, transform=moved, **attributes)


def ring(seat: Seat, setup: Setup, at: Spot) -> str:
    """Where a marker would stop."""
    colour = look(setup, seat).colour
    circles = tag("circle", css="ring-bed", r=sizes.RING) + tag(
        "circle", css="ring-edge", r=sizes.RING, stroke=colour
    )
    numeral = write(str(seat + 1), 0, 0, size=10 * sizes.NUMERAL, css="marker-number", stroke=colour)
    return stack((circles, numeral), data_ring=str(seat + 1), transform=_moved(at))


def halo(at: Spot) -> str:
    """The ring around the active marker: light on dark, to show on tiles and on open squares."""
    place = {"cx": at.x, "cy": at.y, "r": sizes.HALO}
    return tag("circle", css="halo-bed", **place) + tag("circle", css="halo-light", **place)


def forbidden(square: Square) -> str:
    """The sign for what is not allowed, in the middle of the square."""
    x, y = corner(square)
    middle = Spot(x + TILE / 2, y + TILE / 2)
    reach = sizes.FORBIDDEN * 0.707
    bar = tag("path", css="forbidden-bar", d=line(Spot(-reach, -reach), Spot(reach, reach)))
    return stack((tag("circle", css="forbidden-disc", r=sizes.FORBIDDEN), bar), transform=_moved(middle))
