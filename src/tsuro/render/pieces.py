"""The pieces of a picture: board, tiles, paths and markers, drawn as the page draws them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from tsuro.game.board import SIDE, START_MARKS, Seat, Square
from tsuro.game.state import Setup
from tsuro.game.tiles import OrientedTile
from tsuro.render import sizes
from tsuro.render.appearance import APPEARANCES, Appearance
from tsuro.render.geometry import Curve, Spot, corner, curve_over, number, outward
from tsuro.render.glyphs import write
from tsuro.render.layout import Layout
from tsuro.render.markup import PREFIX, line, tag, trace
from tsuro.render.materials import Gradient, Layer, Material, Ring, Strand, Texture
from tsuro.render.sizes import BOARD, FRAME, INSET, MARGIN, TILE
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
    "outline",
    "player_class",
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


def definitions(tiles: Iterable[OrientedTile], material: Material) -> str:
    """What is drawn more than once: paints, the plate of a tile, its back, and the paths the tiles have."""
    used = {path for tile in tiles for path in tile.paths}
    paths = (_woven(path, material) for path in combinations(range(8), 2) if path in used)
    return tag("defs", "".join((*_paints(material), _plate(material), _back(material), *paths)))


def _woven(path: tuple[int, int], material: Material) -> str:
    """A path, strand by strand: on its casing, crossings look woven."""
    curve = curve_over(*path)
    strands = "".join(_strand(strand, curve) for strand in material.strands)
    return tag("g", strands, id=f"{PREFIX}-{path[0]}{path[1]}")


def _strand(strand: Strand, curve: Curve) -> str:
    paint = _paint(strand.paint) if strand.paint else None
    middle = _middle(curve, strand.middle) if strand.middle else {}
    return tag("path", css=strand.css, d=trace([curve]), stroke=paint, **middle)


def _middle(curve: Curve, part: float) -> dict[str, str]:
    """The one dash that covers the middle of a curve."""
    drawn, whole = curve.length * part, curve.length
    return {
        "stroke_dasharray": f"{number(drawn)} {number(whole)}",
        "stroke_dashoffset": number((drawn - whole) / 2),
    }


def _paint(name: str) -> str:
    return f"url(#{PREFIX}-{name})"


def _paints(material: Material) -> Iterator[str]:
    for name, gradient in material.gradients.items():
        yield _gradient(name, gradient)
    for name, texture in material.textures.items():
        yield _texture(name, texture)
    for name, step in sizes.HATCHINGS.items():
        yield _texture(name, Texture(step, step, ((name, f"M0 0V{step:g}"),)), patternTransform="rotate(45)")


def _gradient(name: str, gradient: Gradient) -> str:
    stops = (tag("stop", css=f"stop-{colour}", offset=f"{offset:g}") for colour, offset in gradient.stops)
    attributes = {
        key: value if isinstance(value, str) else f"{value:g}" for key, value in gradient.attributes.items()
    }
    return tag(gradient.element, "".join(stops), id=f"{PREFIX}-{name}", **attributes)


def _texture(name: str, texture: Texture, **attributes: str) -> str:
    return tag(
        "pattern",
        "".join(tag("path", css=css, d=data) for css, data in texture.lines),
        id=f"{PREFIX}-{name}",
        width=texture.width,
        height=texture.height,
        patternUnits="userSpaceOnUse",
        **attributes,
    )


def _filled(css: str | None, paint: str | None) -> dict[str, str | None]:
    return {"css": css, "fill": _paint(paint) if paint else None}


def _plate(material: Material) -> str:
    layers = "".join(_layer(layer) for layer in material.plate)
    edge = tag("path", css="tile-light", d=material.edge) if material.edge else ""
    return tag("g", layers + edge, id=f"{PREFIX}-plate")


def _layer(layer: Layer) -> str:
    width, height = TILE - layer.left - layer.right, TILE - layer.top - layer.bottom
    place = {"x": layer.left, "y": layer.top, "width": width, "height": height, "rx": layer.radius}
    return tag("rect", **place, **_filled(layer.css, layer.paint))


def _back(material: Material) -> str:
    circles = (tag("circle", css="back", cx=TILE / 2, cy=TILE / 2, r=radius) for radius in material.back)
    return tag("g", "".join(circles), id=f"{PREFIX}-back")


def board_pieces(layout: Layout, material: Material) -> str:
    """The background, and the board's frame, margin, squares and start marks."""
    behind = {"x": -layout.origin, "y": -layout.origin, "width": layout.width, "height": layout.height}
    grid = _grid()
    return "".join(
        (
            tag("rect", css="around", **behind),
            *(_ring(ring) for ring in material.rings),
            tag("path", css="grid-light", d=grid, transform="translate(.9 .9)"),
            tag("path", css="grid", d=grid),
            tag("path", css="start-marks", d=_start_marks(material)),
        )
    )


def _ring(ring: Ring) -> str:
    """A rectangle around the squares."""
    size = BOARD + 2 * ring.far
    moved = f"translate(0 {number(ring.down)})" if ring.down else None
    place = {"x": -ring.far, "y": -ring.far, "width": size, "height": size, "rx": ring.radius}
    return tag("rect", **place, **_filled(ring.css, ring.paint), transform=moved)


def _grid() -> str:
    steps = range(0, BOARD + 1, TILE)
    return "".join(f"M{step} 0V{BOARD}M0 {step}H{BOARD}" for step in steps)


def _start_marks(material: Material) -> str:
    near, far = material.start_mark
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
    paths = ["back"] if tile is None else [f"{a}{b}" for a, b in tile.paths]
    return _use("plate", at) + "".join(_use(path, at) for path in paths)


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
    """A player's path: a coloured line on a bed. `fades` is put before the classes of what fades."""
    out = "-out" if is_out else ""
    dashes = " ".join(f"{dash:g}" for dash in appearance.dashes) or None
    colour = f"colour{out}{fades and f' {fades}-colour'}"
    return tag("path", css=f"bed{out}{fades and f' {fades}-bed'}", d=data) + tag(
        "path", css=colour, d=data, stroke_dasharray=dashes, **attributes
    )


def caps(at: Spot, *, is_out: bool, fades: str = "") -> tuple[str, str]:
    """The round beginning of a path, below and above its line."""
    place, out = {"cx": at.x, "cy": at.y}, "-out" if is_out else ""
    return (
        tag("circle", css="cap-bed", **place, r=sizes.CAP["bed"]),
        tag("circle", css=f"cap{out}{fades and f' {fades}-cap'}", **place, r=sizes.CAP["colour"]),
    )


def player_class(setup: Setup, seat: Seat, *, is_out: bool = False) -> str:
    """The classes of the element around what has a player's colour, or the faded one of a player who is out."""
    own = f"is-{setup.markers[seat]}"
    return f"{own} out-{setup.markers[seat]}" if is_out else own


def trail_pieces(trail: Trail, setup: Setup, *, is_out: bool) -> str:
    """Everything a marker has walked, from its start mark."""
    appearance, start = look(setup, trail.seat), trail.stub or trail.start
    below, above = caps(start, is_out=is_out)
    stubs = (trail.stub, *(None for _ in trail.runs))  # only the first run has one
    ways = (
        way(trace(run, stub=stub), appearance, is_out=is_out) for run, stub in zip(trail.runs, stubs, strict=False)
    )
    return stack(
        (below, *ways, above),
        css=player_class(setup, trail.seat, is_out=is_out),
        data_start=str(trail.seat + 1),
        data_path=str(trail.seat + 1) if trail.curves else None,
    )


def dots(trail: Trail, setup: Setup) -> str:
    """A planned walk: dotted, unlike any walked path."""
    data = "".join(trace(run) for run in trail.runs)
    strokes = (tag("path", css="would-bed", d=data), tag("path", css="would-dots", d=data))
    return stack(strokes, css=player_class(setup, trail.seat), data_walk=str(trail.seat + 1))


def marker(seat: Seat, setup: Setup, at: Spot, **attributes: str | float | None) -> str:
    """A player's marker: its colour, its shape, its number."""
    appearance = look(setup, seat)
    shape = tag("path", css=f"marker-shape {player_class(setup, seat)}", d=appearance.outline)
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
    owners = [player_class(setup, seat) for seat in (seats[0], seats[-1])]
    arms = (tag("path", css=f"cross-arm {owner}", d=data) for data, owner in zip(strokes, owners, strict=True))
    bed = tag("path", css="cross-bed", d="".join(strokes))
    moved = _moved(at) + (f" scale({size:g})" if size != 1 else "")
    who = " ".join(str(seat + 1) for seat in seats)
    return stack((bed, *arms), data_out=who, transform=moved, **attributes)


def ring(seat: Seat, setup: Setup, at: Spot) -> str:
    """Where a marker would stop."""
    circles = tag("circle", css="ring-bed", r=sizes.RING) + tag("circle", css="ring-edge", r=sizes.RING)
    numeral = write(str(seat + 1), 0, 0, size=10 * sizes.NUMERAL, css="marker-number", stroke="currentColor")
    return stack((circles, numeral), css=player_class(setup, seat), data_ring=str(seat + 1), transform=_moved(at))


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
