"""The eight symmetries of the board, on observations, masks and action ids.

Symmetries 0 to 3 turn the board clockwise by that many quarter turns; 4 to 7 mirror it first, left to right. A
mirrored tile is another tile, or the same one.

An exchange names tiles in ascending order, and so does the mirrored game: when several tiles are
exchanged, a mirrored row of ids may be in another order than the mirrored game would ask for.
"""

from __future__ import annotations

from tsuro.fast.ids import DONE, GIVE_TILE, ID_OF, PLACE_MARK, PLAY_SHAPE, SHAPE_OF, TAKE_TILE
from tsuro.fast.layout import ACTIVE, IN_PLAY, MARK, START, STARTED, Position
from tsuro.fast.observation import (
    FAR_EDGE,
    FAR_MARKER,
    FAR_SPOT,
    FAR_SQUARE,
    FIELDS,
    GIVEN,
    OFFERED,
    OWN_HAND,
    RULES,
    SEATS,
    TABLE,
    TAKEN,
    TRAIL,
    UNSEEN,
    observe,
)
from tsuro.fast.steps import write_mask
from tsuro.game.tiles import ORIENTATIONS, TILES

__all__ = [
    "FACE_NORTH",
    "ID_TO",
    "INVERSE",
    "POINT_TO",
    "SYMMETRIES",
    "TILE_TO",
    "facing",
    "mask_facing_north",
    "masks_facing_north",
    "observe_facing_north",
    "observe_games_facing_north",
    "transform_mask",
    "transform_observation",
    "transform_observations",
    "turn_id",
    "turn_ids",
]

SYMMETRIES = 8


def _spot(symmetry: int, spot: int) -> int:
    return ((1 - spot if symmetry & 4 else spot) + 2 * (symmetry & 3)) % 8


def _square(symmetry: int, square: int) -> int:
    row, column = divmod(square, 6)
    if symmetry & 4:
        column = 5 - column
    for _ in range(symmetry & 3):
        row, column = column, 5 - row
    return row * 6 + column


def _point(symmetry: int, point: int) -> int:
    return _square(symmetry, point >> 3) * 8 + _spot(symmetry, point & 7)


_BY_ACROSS = {tile.across: (tile.tile, tile.turns) for ways in ORIENTATIONS.values() for tile in ways}


def _shape(symmetry: int, tile: int, turns: int) -> tuple[int, int]:
    """Which tile it becomes, and how that is turned."""
    across = [0] * 8
    for spot, other in enumerate(ORIENTATIONS[tile][turns].across):
        across[_spot(symmetry, spot)] = _spot(symmetry, other)
    return _BY_ACROSS[tuple(across)]


def _tile(symmetry: int, tile: int) -> int:
    return _shape(symmetry, tile, 0)[0] if tile else 0


def _id(symmetry: int, action: int) -> int:
    if action < PLAY_SHAPE:
        return PLACE_MARK + START.index(_point(symmetry, START[action]))
    if action < GIVE_TILE:
        shape = SHAPE_OF[action - PLAY_SHAPE]
        tile, turns = _shape(symmetry, shape >> 5, shape >> 3 & 3)
        return ID_OF[tile * 4 + turns]
    if action == DONE:
        return DONE
    first = GIVE_TILE if action < TAKE_TILE else TAKE_TILE
    return first - 1 + _tile(symmetry, action - first + 1)


def _far(symmetry: int, far: int) -> int:
    return _square(symmetry, far - 1) + 1 if 0 < far < FAR_EDGE else far


_EIGHT = range(SYMMETRIES)
SPOT_TO = [_spot(symmetry, spot) for symmetry in _EIGHT for spot in range(8)]
JOINED_TO = [_spot(symmetry, n - 1) + 1 if n else 0 for symmetry in _EIGHT for n in range(9)]
FAR_TO = [_far(symmetry, far) for symmetry in _EIGHT for far in range(FAR_MARKER + 8)]
POINT_TO = [_point(symmetry, point) for symmetry in _EIGHT for point in range(288)]
TILE_TO = [_tile(symmetry, tile) for symmetry in _EIGHT for tile in (0, *TILES)]
ID_TO = [_id(symmetry, action) for symmetry in _EIGHT for action in range(DONE + 1)]
INVERSE = [symmetry if symmetry & 4 else -symmetry & 3 for symmetry in _EIGHT]
FACE_NORTH = [2, 1, 0, 3]  # by side of the square on which a marker stands: the turns after which it faces north


def facing(g: Position, seat: int) -> int:
    """The turns after which the seat's marker faces north; 0 where it has none on the board."""
    if g[STARTED + seat] == 0 or g[IN_PLAY] >> seat & 1 == 0:
        return 0
    return FACE_NORTH[(g[MARK + seat] & 7) >> 1] + 0


# Transforming


def turn_id(action: int, symmetry: int) -> int:
    """What the id becomes; -1 where there is no such id."""
    return ID_TO[symmetry * (DONE + 1) + action] + 0 if 0 <= action <= DONE else -1


def transform_mask(mask: list[int], symmetry: int, out: list[int]) -> None:
    for action in range(DONE + 1):
        out[ID_TO[symmetry * (DONE + 1) + action]] = mask[action]


def transform_observation(row: list[int], symmetry: int, seats: int, out: list[int]) -> None:
    """Write what the observation becomes; both rows have room for this many seats."""
    transform_board(row, symmetry, out)
    for tile in range(35):
        to = TILE_TO[symmetry * 36 + 1 + tile] - 1
        out[UNSEEN + to], out[OFFERED + to] = row[UNSEEN + tile], row[OFFERED + tile]
    transform_hand(row, symmetry, OWN_HAND, out)
    transform_hand(row, symmetry, GIVEN, out)
    transform_hand(row, symmetry, TAKEN, out)
    for at in range(RULES, SEATS + FIELDS * seats):
        out[at] = row[at]
    out[TABLE + 5] = FAR_TO[symmetry * 46 + row[TABLE + 5]]
    for at in range(SEATS, SEATS + seats):
        if row[at] > 0:
            out[at] = FAR_TO[symmetry * 46 + row[at]]
            out[at + seats] = SPOT_TO[symmetry * 8 + row[at + seats]]
        start = row[at + seats * 2] + 0
        if start > 0:
            out[at + seats * 2] = ID_TO[symmetry * (DONE + 1) + start - 1] + 1


def transform_board(row: list[int], symmetry: int, out: list[int]) -> None:
    for point in range(288):
        to, far = POINT_TO[symmetry * 288 + point], row[FAR_SQUARE + point]
        out[to] = JOINED_TO[symmetry * 9 + row[point]]
        out[TRAIL + to] = row[TRAIL + point]
        out[FAR_SQUARE + to] = FAR_TO[symmetry * 46 + far]
        out[FAR_SPOT + to] = SPOT_TO[symmetry * 8 + row[FAR_SPOT + point]] if 0 < far < FAR_EDGE else 0


def transform_hand(row: list[int], symmetry: int, at: int, out: list[int]) -> None:
    """Up to three tiles, ascending; then zeros."""
    for n in range(3):
        out[at + n] = 0
    for n in range(3):
        tile, place = TILE_TO[symmetry * 36 + row[at + n]] + 0, at
        for other in range(3):
            seen = TILE_TO[symmetry * 36 + row[at + other]] + 0
            place += 0 < seen < tile
        if tile > 0:
            out[place] = tile


def transform_observations(rows: list[list[int]], symmetries: list[int], seats: int, out: list[list[int]]) -> None:
    for i in range(len(rows)):
        transform_observation(rows[i], symmetries[i] + 0, seats, out[i])


# Facing north


def observe_facing_north(g: Position, me: int, seats: int, scratch: list[int], out: list[int]) -> None:
    """Write what the seat sees, turned so that its marker faces north."""
    symmetry = facing(g, me)
    observe(g, me, seats, scratch)
    transform_observation(scratch, symmetry, seats, out)


def mask_facing_north(g: Position, scratch: list[int], out: list[int]) -> None:
    """Write what is legal, turned so that the active player's marker faces north."""
    write_mask(g, scratch)
    transform_mask(scratch, facing(g, g[ACTIVE] + 0), out)


def observe_games_facing_north(
    games: list[Position], who: list[int], seats: int, scratch: list[int], out: list[list[int]]
) -> None:
    for i in range(len(games)):
        g = games[i]
        observe_facing_north(g, who[i] + 0 if who[i] < 8 else g[ACTIVE] + 0, seats, scratch, out[i])


def masks_facing_north(games: list[Position], scratch: list[int], out: list[list[int]]) -> None:
    for i in range(len(games)):
        mask_facing_north(games[i], scratch, out[i])


def turn_ids(games: list[Position], actions: list[int], back: int, out: list[int]) -> None:
    """Turn ids so that the active player's marker faces north, or back again."""
    for i in range(len(games)):
        symmetry = facing(games[i], games[i][ACTIVE] + 0)
        out[i] = turn_id(actions[i] + 0, INVERSE[symmetry] + 0 if back else symmetry)
