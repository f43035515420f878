"""Tiles side by side, with their numbers."""

from __future__ import annotations

from collections.abc import Sequence

from tsuro.game.tiles import TILES, OrientedTile, Tile, oriented
from tsuro.render import pieces
from tsuro.render.geometry import Spot
from tsuro.render.glyphs import write
from tsuro.render.markup import tag
from tsuro.render.picture import Picture, compose
from tsuro.render.sizes import TILE
from tsuro.render.theme import material_of

__all__ = ["draw_tiles"]

_IN_A_ROW, _GAP, _LABEL = 7, 18, 22


def draw_tiles(tiles: Sequence[Tile] = TILES, *, theme: str = "light") -> Picture:
    """The tiles as they are printed, seven in a row, each with its number below; themes as in `tsuro.draw`."""
    faces = [oriented(tile, 0) for tile in tiles]
    columns, rows = min(len(faces), _IN_A_ROW), -(-len(faces) // _IN_A_ROW)
    size = columns * (TILE + _GAP) + _GAP, rows * (TILE + _GAP + _LABEL) + _GAP
    ground = tag("rect", css="around", width=size[0], height=size[1])
    shown = "".join(_labelled(face, place) for place, face in enumerate(faces))
    return compose(
        pieces.definitions(faces, material_of(theme)) + ground + shown,
        size=size,
        theme=theme,
        title=f"{len(faces)} path tiles",
        description=f"The tiles {', '.join(str(tile) for tile in tiles)}, as they are printed.",
    )


def _labelled(face: OrientedTile, place: int) -> str:
    row, column = divmod(place, _IN_A_ROW)
    at = Spot(_GAP + column * (TILE + _GAP), _GAP + row * (TILE + _GAP + _LABEL))
    number = write(str(face.tile), at.x + TILE / 2, at.y + TILE + 15, size=12, css="label")
    return pieces.tile_pieces(face, at) + number
