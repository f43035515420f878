"""A position as a picture."""

from __future__ import annotations

from collections.abc import Iterator

from tsuro.game.board import SQUARES, Seat, Square, point_name, square_name
from tsuro.game.closed import closed_squares
from tsuro.game.state import Phase, State
from tsuro.game.tiles import FACE_DOWN, OrientedTile, Tile, oriented
from tsuro.game.view import Preview, View
from tsuro.render import pieces
from tsuro.render.geometry import corner, number, spot
from tsuro.render.glyphs import write
from tsuro.render.layout import Layout
from tsuro.render.markup import tag
from tsuro.render.picture import Picture, compose
from tsuro.render.sizes import CLOSED_INSET, INSET, TILE, WARNING
from tsuro.render.strokes import GHOST
from tsuro.render.theme import colours_of, material_of
from tsuro.render.trail import ends, trail_of_walk, trails

__all__ = ["draw"]


def draw(
    view: View,
    *,
    theme: str = "light",
    coordinates: bool = False,
    preview: Preview | None = None,
    hand: bool = True,
) -> Picture:
    """What the view's player, or a watcher, sees.

    The theme is ``light``, ``dark``, ``contrast``, or ``auto``: whatever the viewer's system asks for. Those are
    of lacquer; ``washi-light``, ``garden-dark`` and so on are boards of ink on paper, and of stones on sand.
    `coordinates` adds the names of rows and columns and the numbers of the tiles. A `preview`, one of the view's,
    shows what placing that tile would do. `hand` shows the player's tiles below the board.
    """
    colours_of(theme)  # a theme that does not exist is refused before any work
    position = view.position
    held = view.hand if hand else ()
    layout = Layout(coordinates=coordinates, hand=len(held))
    layers = [
        pieces.board_pieces(layout, material_of(theme)),
        *_squares(position),
        *_tiles(position, preview),
        *_ghost(preview),
        *_ways(position, preview),
        *_markers(position, preview),
    ]
    if coordinates:
        layers.append(pieces.coordinates())
    layers += (_held(layout, i, tile, preview) for i, tile in enumerate(held))
    shown = pieces.stack(layers, transform=f"translate({layout.origin:g} {layout.origin:g})")
    return compose(
        pieces.definitions(_faces(view, held, preview), material_of(theme)) + shown,
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
    """The special open squares: closed ones, and the one that the active player plays on."""
    for square in sorted(closed_squares(position)):
        yield pieces.square_tag(square, paint="hatch", inset=CLOSED_INSET)
    marker = position.markers[position.active]
    if marker is not None and position.phase is Phase.PLAY_TILE:
        yield pieces.outline(marker >> 3, "lit")


def _tiles(position: State, preview: Preview | None) -> Iterator[str]:
    for square in SQUARES:
        tile = position.board[square]
        if tile is not None:
            yield pieces.stack([pieces.tile_pieces(tile, corner(square))], data_square=square_name(square))
    if position.last is not None and preview is None:  # otherwise the planned tile is outlined
        yield pieces.outline(position.last, "newest")


def _ghost(preview: Preview | None) -> Iterator[str]:
    """The tile of a preview, translucent; hatched if this placement is not allowed."""
    if preview is None:
        return
    square = _square_of(preview)
    yield pieces.stack([pieces.tile_pieces(preview.tile, corner(square))], opacity=f"{GHOST:g}")
    if preview.refusal is not None:
        yield pieces.square_tag(square, paint="ban", inset=INSET)
    yield pieces.outline(square, "ghost-edge-bed") + pieces.outline(square, "ghost-edge")


def _square_of(preview: Preview) -> Square:
    return preview.walks[0].points[0] >> 3


def _ways(position: State, preview: Preview | None) -> Iterator[str]:
    """The players' paths, and those that a preview adds."""
    for trail in trails(position):
        yield pieces.trail_pieces(trail, position.setup, is_out=position.markers[trail.seat] is None)
    for walk in preview.walks if preview else ():
        yield pieces.dots(trail_of_walk(walk), position.setup)


def _markers(position: State, preview: Preview | None) -> Iterator[str]:
    setup = position.setup
    for seats, end in ends(trail for trail in trails(position) if position.markers[trail.seat] is None):
        yield pieces.cross(seats, setup, end)
    if preview is not None:
        yield from _would_be(preview, position)
    # The active one lies above the others.
    for seat in sorted(position.in_play, key=lambda seat: seat == position.active):
        yield _standing(position, seat)


def _would_be(preview: Preview, position: State) -> Iterator[str]:
    """Where each walk of a preview would end."""
    for walk in preview.walks:
        if walk.end is not None:
            yield pieces.ring(walk.seat, position.setup, trail_of_walk(walk).end)
    for seats, end in ends(trail_of_walk(walk) for walk in preview.walks if walk.end is None):
        yield pieces.cross(seats, position.setup, end, size=WARNING)
    if preview.refusal is not None:
        yield pieces.forbidden(_square_of(preview))


def _standing(position: State, seat: Seat) -> str:
    """A marker in play, the active one in a circle."""
    at = position.markers[seat]
    if at is None:
        return ""
    place = spot(at)
    active = seat == position.active and position.phase is Phase.PLAY_TILE
    return (pieces.halo(place) if active else "") + pieces.marker(seat, position.setup, place)


def _held(layout: Layout, index: int, tile: Tile, preview: Preview | None) -> str:
    """A tile of the hand; the one that a preview shows on the board is marked."""
    x, y = layout.hand_place(index)
    face = None if tile == FACE_DOWN else oriented(tile, 0)
    drawn = pieces.tile_pieces(face, corner(0))
    if preview is not None and preview.tile.tile == tile:
        drawn += pieces.outline(0, "newest")
    if layout.coordinates and face is not None:
        drawn += write(str(tile), TILE / 2, TILE + 14, size=10, css="label")
    moved = f"translate({number(x)} {number(y)}) scale({layout.hand_scale:g})"
    return tag("g", drawn, transform=moved, data_hand=str(index + 1))


def _title(position: State) -> str:
    tiles = position.tiles_placed
    return f"Tsuro, {position.setup.players} players, {tiles} tile{'' if tiles == 1 else 's'} placed"


def _description(position: State, preview: Preview | None) -> str:
    sentences = [_seat_sentence(position, seat) for seat in range(position.setup.players)]
    if preview is not None:
        sentences.append(_preview_sentence(preview))
    return " ".join(sentences)


def _seat_sentence(position: State, seat: Seat) -> str:
    who = f"Player {seat + 1} ({position.setup.markers[seat]})"
    at, walked = position.markers[seat], position.walked[seat]
    if position.starts[seat] is None:
        return f"{who} has not chosen a start mark."
    if at is None:
        return f"{who} is out after {walked} tile{'' if walked == 1 else 's'}."
    turn = ", on turn" if seat == position.active and position.phase is not Phase.OVER else ""
    return f"{who} stands at {point_name(at)}{turn}."


def _preview_sentence(preview: Preview) -> str:
    where = square_name(_square_of(preview))
    fate = ", ".join(f"player {seat + 1}" for seat in preview.eliminated)
    may = "Preview" if preview.refusal is None else "Forbidden"
    return f"{may}: tile {preview.tile} on {where}" + (f" would eliminate {fate}." if fate else ".")
