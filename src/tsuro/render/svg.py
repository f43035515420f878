"""A position as a picture."""

from __future__ import annotations

from collections.abc import Iterator

from tsuro.game.board import SQUARES, Seat, point_name, square_name
from tsuro.game.closed import closed_squares
from tsuro.game.state import Phase, State
from tsuro.game.tiles import FACE_DOWN, OrientedTile, Tile, oriented
from tsuro.game.view import Preview, View
from tsuro.render import pieces
from tsuro.render.geometry import TILE, corner, number, spot
from tsuro.render.glyphs import write
from tsuro.render.layout import Layout
from tsuro.render.markup import PREFIX, tag
from tsuro.render.picture import Picture, compose
from tsuro.render.theme import colours_of
from tsuro.render.trail import ends, trail_of_walk, trails

__all__ = ["draw"]

FADED = "0.7"
"""How strong the colour of an eliminated player's path is."""


def draw(
    view: View,
    *,
    theme: str = "light",
    coordinates: bool = False,
    preview: Preview | None = None,
    hand: bool = True,
) -> Picture:
    """What the view's player, or a watcher, sees.

    The theme is ``light``, ``dark``, or ``auto``: whatever the viewer's system asks for. `coordinates` adds the
    names of rows and columns and the numbers of the tiles. A `preview`, one of the view's, shows what placing that
    tile would do. `hand` shows the player's tiles below the board.
    """
    colours_of(theme)  # a theme that is not there is best refused before any work
    position = view.position
    held = view.hand if hand else ()
    layout = Layout(coordinates=coordinates, hand=len(held))
    layers = [
        pieces.board_pieces(layout),
        *_squares(position),
        *_marks(position),
        *_tiles(position),
        *_ways(position, preview),
        *_markers(position, preview),
    ]
    if coordinates:
        layers.append(pieces.coordinates())
    layers += (_held(layout, i, tile, preview) for i, tile in enumerate(held))
    shown = pieces.stack(layers, transform=f"translate({layout.origin:g} {layout.origin:g})")
    return compose(
        pieces.definitions(_faces(view, held, preview)) + shown,
        size=layout.size,
        theme=theme,
        title=_title(position),
        description=_description(position, preview),
    )


def _faces(view: View, held: tuple[Tile, ...], preview: Preview | None) -> Iterator[OrientedTile]:
    """Every tile whose face is in the picture."""
    yield from (tile for tile in view.position.board if tile is not None)
    yield from (oriented(tile, 0) for tile in held if tile != FACE_DOWN)
    if preview is not None:
        yield preview.tile


def _squares(position: State) -> Iterator[str]:
    """The open squares that are special: closed ones, and the one that is to be played on."""
    for square in sorted(closed_squares(position)):
        yield pieces.square_tag(square, fill=f"url(#{PREFIX}-hatch)")
    marker = position.markers[position.active]
    if marker is not None and position.phase is Phase.PLAY_TILE:
        yield pieces.square_tag(marker >> 3, css="lit") + pieces.outline(marker >> 3)


def _marks(position: State) -> Iterator[str]:
    yield pieces.free_marks(position.starts)
    for seat, mark in enumerate(position.starts):
        if mark is not None:
            yield pieces.taken_mark(seat, position.setup, mark)


def _tiles(position: State) -> Iterator[str]:
    for square in SQUARES:
        tile = position.board[square]
        if tile is not None:
            yield pieces.stack([pieces.tile_pieces(tile, corner(square))], data_square=square_name(square))
    if position.last is not None:
        yield pieces.outline(position.last, css="newest")


def _ways(position: State, preview: Preview | None) -> Iterator[str]:
    """The players' paths, those of eliminated players lowest, and what a preview adds."""
    walked = trails(position)
    gone = [trail for trail in walked if position.markers[trail.seat] is None]
    going = [trail for trail in walked if position.markers[trail.seat] is not None]
    yield from (pieces.trail_pieces(trail, position.setup, stroke_opacity=FADED) for trail in gone)
    if preview is not None:
        yield _ghost(preview)
    yield from (pieces.trail_pieces(trail, position.setup) for trail in going)
    for walk in preview.walks if preview else ():
        yield pieces.trail_pieces(trail_of_walk(walk), position.setup, opacity=0.85)


def _ghost(preview: Preview) -> str:
    """The tile of a preview, seen through; hatched where it may not be placed so."""
    square = preview.walks[0].points[0] >> 3
    ghost = pieces.stack([pieces.tile_pieces(preview.tile, corner(square))], opacity=0.7)
    if preview.refusal is not None:
        ghost += pieces.square_tag(square, fill=f"url(#{PREFIX}-ban)", inset=2)
    return ghost + pieces.outline(square, css="newest")


def _markers(position: State, preview: Preview | None) -> Iterator[str]:
    setup = position.setup
    would = [(trail_of_walk(walk), walk.end is None) for walk in (preview.walks if preview else ())]
    gone = [trail for trail in trails(position) if position.markers[trail.seat] is None]
    for seats, end in ends([*gone, *(trail for trail, out in would if out)]):
        yield pieces.cross(seats, setup, end)
    for trail, out in would:
        if not out:
            yield pieces.ring(trail.seat, setup, trail.end)
    for seat in position.in_play:
        yield _standing(position, seat)


def _standing(position: State, seat: Seat) -> str:
    """A marker in play, the active one in a circle."""
    at = position.markers[seat]
    if at is None:
        return ""
    place = spot(at)
    active = seat == position.active and position.phase is Phase.PLAY_TILE
    return (pieces.halo(place) if active else "") + pieces.marker(seat, position.setup, place)


def _held(layout: Layout, index: int, tile: Tile, preview: Preview | None) -> str:
    """A tile of the hand; the one that a preview shows on the board is pointed out."""
    x, y = layout.hand_place(index)
    face = None if tile == FACE_DOWN else oriented(tile, 0)
    drawn = pieces.tile_pieces(face, corner(0))
    if preview is not None and preview.tile.tile == tile:
        drawn += pieces.outline(0, css="newest")
    if layout.coordinates and face is not None:
        drawn += write(str(tile), TILE / 2, TILE + 14, size=10, css="label sign")
    moved = f"translate({number(x)} {number(y)}) scale({layout.hand_scale:g})"
    return tag("g", drawn, transform=moved, data_hand=str(index + 1))


def _title(position: State) -> str:
    tiles = position.tiles_placed
    return f"Tsuro, {position.setup.players} players, {tiles} tile{'' if tiles == 1 else 's'} placed"


def _description(position: State, preview: Preview | None) -> str:
    told = [_told(position, seat) for seat in range(position.setup.players)]
    if preview is not None:
        told.append(_told_of(preview))
    return " ".join(told)


def _told(position: State, seat: Seat) -> str:
    who = f"Player {seat + 1} ({position.setup.markers[seat]})"
    at, walked = position.markers[seat], position.walked[seat]
    if position.starts[seat] is None:
        return f"{who} has not chosen a start mark."
    if at is None:
        return f"{who} is out after {walked} tile{'' if walked == 1 else 's'}."
    turn = ", on turn" if seat == position.active and position.phase is not Phase.OVER else ""
    return f"{who} stands at {point_name(at)}{turn}."


def _told_of(preview: Preview) -> str:
    where = square_name(preview.walks[0].points[0] >> 3)
    fate = ", ".join(f"player {seat + 1}" for seat in preview.eliminated)
    may = "Preview" if preview.refusal is None else "Forbidden"
    return f"{may}: tile {preview.tile} on {where}" + (f" would eliminate {fate}." if fate else ".")
