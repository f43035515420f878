"""Every decision as one number: 224 action ids that mean the same in every game.

An exchange is a row of them: give a tile, take one, give, take, …, done. Tiles given are named in ascending
order, and so are tiles taken: for each exchange there is exactly one such row.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import SupportsIndex

from tsuro.game.actions import Action, ExchangeTiles, PlaceMarker, PlayTile
from tsuro.game.board import START_MARKS, point_name
from tsuro.game.errors import NotAnAction
from tsuro.game.tiles import ORIENTATIONS, OrientedTile

__all__ = [
    "ACTIONS",
    "DONE",
    "GIVE_TILE",
    "ID_OF",
    "PLACE_MARK",
    "PLAY_SHAPE",
    "SHAPE_OF",
    "TAKE_TILE",
    "action_id",
    "action_ids",
    "action_of",
    "describe_id",
]

PLACE_MARK = 0  # + start mark, 0 to 47
PLAY_SHAPE = 48  # + oriented tile, 0 to 104
GIVE_TILE = 153  # + tile - 1
TAKE_TILE = 188  # + tile - 1
DONE = 223
ACTIONS = 224

_TILES: tuple[OrientedTile, ...] = tuple(tile for ways in ORIENTATIONS.values() for tile in ways)
_TILE_IDS = {tile: PLAY_SHAPE + n for n, tile in enumerate(_TILES)}
_MARK_IDS = {mark: PLACE_MARK + n for n, mark in enumerate(START_MARKS)}

SHAPE_OF = [(tile.tile * 4 + tile.turns) * 8 for tile in _TILES]  # by id - PLAY_SHAPE
ID_OF = [0] * (36 * 4)  # by tile * 4 + turns, that is shape >> 3; 0 where there is none
for _n, _tile in enumerate(_TILES):
    ID_OF[_tile.tile * 4 + _tile.turns] = PLAY_SHAPE + _n


def action_id(action: Action) -> int:
    """The id of an action that is one decision: a start mark or a tile. For exchanges, see `action_ids`.

    >>> from tsuro import read_action
    >>> action_id(read_action("mark a6n1")), action_id(read_action("play 1n")), action_id(read_action("play 35n"))
    (0, 48, 152)
    """
    if isinstance(action, ExchangeTiles):
        raise NotAnAction("an exchange is a row of ids: use action_ids")
    return action_ids(action)[0]


def action_ids(action: Action) -> tuple[int, ...]:
    """The ids that are this action, one after the other; an exchange ends with `DONE`.

    Where nothing more could be exchanged, a game goes on without being told `DONE`.

    >>> from tsuro import ExchangeTiles
    >>> action_ids(ExchangeTiles((4, 2), (9, 8)))
    (154, 195, 156, 196, 223)
    """
    if isinstance(action, PlaceMarker) and action.mark in _MARK_IDS:
        return (_MARK_IDS[action.mark],)
    if isinstance(action, PlayTile) and action.tile in _TILE_IDS:
        return (_TILE_IDS[action.tile],)
    if not isinstance(action, ExchangeTiles) or not _is_possible(action):
        raise NotAnAction(f"{action!r} has no id")
    pairs = zip(sorted(action.give), sorted(action.take), strict=True)
    return (*(part for g, t in pairs for part in (GIVE_TILE + g - 1, TAKE_TILE + t - 1)), DONE)


def _is_possible(exchange: ExchangeTiles) -> bool:
    tiles = (*exchange.give, *exchange.take)
    return len(exchange.give) == len(exchange.take) and all(tile in ORIENTATIONS for tile in tiles)


def action_of(ids: SupportsIndex | Iterable[SupportsIndex]) -> Action:
    """The action that an id is, or the exchange that a row of ids is; its `DONE` may be left out.

    >>> action_of(0), action_of(152), action_of([154, 195, DONE])
    (PlaceMarker(mark=0), PlayTile(tile=oriented(35, 0)), ExchangeTiles(give=(2,), take=(8,)))
    """
    first, *rest = row = [index(each) for each in (ids if isinstance(ids, Iterable) else (ids,))] or [DONE]
    if not rest and PLACE_MARK <= first < PLAY_SHAPE:
        return PlaceMarker(START_MARKS[first - PLACE_MARK])
    if not rest and PLAY_SHAPE <= first < GIVE_TILE:
        return PlayTile(_TILES[first - PLAY_SHAPE])
    named = row[:-1] if row[-1] == DONE else row
    give, take = tuple(n - GIVE_TILE + 1 for n in named[::2]), tuple(n - TAKE_TILE + 1 for n in named[1::2])
    exchange = ExchangeTiles(give, take)
    if not _is_possible(exchange):
        raise NotAnAction(f"{ids!r} is no action: ids go up to {ACTIONS - 1}; an exchange gives, takes, gives, …")
    return exchange


def describe_id(action: SupportsIndex) -> str:
    """One id in words. Raises `NotAnAction` for what is none.

    >>> describe_id(0), describe_id(48), describe_id(153), describe_id(188), describe_id(223)
    ('mark a6n1', 'play 1n', 'give 1', 'take 1', 'done')
    """
    number = index(action)
    if not PLACE_MARK <= number < ACTIONS:
        raise NotAnAction(f"there is no id {number}: ids are 0 to {ACTIONS - 1}")
    if number < PLAY_SHAPE:
        return f"mark {point_name(START_MARKS[number])}"
    if number < GIVE_TILE:
        return f"play {_TILES[number - PLAY_SHAPE]}"
    if number < TAKE_TILE:
        return f"give {number - GIVE_TILE + 1}"
    return f"take {number - TAKE_TILE + 1}" if number < DONE else "done"
