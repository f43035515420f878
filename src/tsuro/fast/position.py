"""From a state or a view of the game to the row of integers that the kernel plays on."""

from __future__ import annotations

from tsuro.fast.kernel import lay, loops
from tsuro.fast.layout import (
    ACTIVE,
    CLASSIC,
    DRAGON,
    EMPTY_BOARD,
    HAND,
    HAS_DRAGON,
    HELD,
    IN_PILE,
    IN_PLAY,
    MARK,
    NO_RAMMING,
    NOBODY,
    PILE,
    PLAYERS,
    SIZE,
    WINNERS,
    Position,
)
from tsuro.game.edition import Goal
from tsuro.game.state import Setup, State
from tsuro.game.tiles import TILES, OrientedTile, Tile, oriented

__all__ = ["flatten", "hidden_tiles", "is_supported", "shape_of", "tile_of"]


def is_supported(setup: Setup) -> bool:
    """Whether the kernel knows the rules: both editions with their options, but none of the variants V1 to V4."""
    return setup.edition.goal is Goal.LAST_MARKER and not setup.edition.one_open_hand


def flatten(state: State) -> Position:
    """The state as the kernel plays on it; tiles that lie face down are 0, to be dealt with `deal_hidden`."""
    g = EMPTY_BOARD + [0] * (SIZE - len(EMPTY_BOARD))
    setup = state.setup
    for seat, start in enumerate(state.starts):
        if start is not None:
            g[start], g[MARK + seat] = MARK + seat, start
    for square, tile in enumerate(state.board):
        if tile is not None:
            lay(g, square * 8, shape_of(tile), loops(g, square * 8))
    hands = {state.active: state.hands[0]} if setup.edition.one_open_hand else dict(enumerate(state.hands))
    for seat, hand in hands.items():
        g[HAND + seat * 3 : HAND + seat * 3 + len(hand)] = hand
        g[HELD + seat] = len(hand)
    g[PILE : PILE + len(state.pile)] = state.pile
    g[IN_PILE] = len(state.pile)
    g[PLAYERS], g[ACTIVE] = setup.players, state.active
    g[IN_PLAY] = sum(1 << seat for seat in state.in_play)
    g[DRAGON] = NOBODY if state.dragon is None else state.dragon
    g[WINNERS] = 0
    g[CLASSIC] = int(setup.edition.is_classic)
    g[HAS_DRAGON] = int(setup.edition.has_dragon(setup.players))
    g[NO_RAMMING] = int(setup.edition.no_ramming)
    return g


def hidden_tiles(state: State) -> list[Tile]:
    """The tiles that cannot be seen anywhere; in a state without secrets, those of the draw pile."""
    seen = {tile.tile for tile in state.board if tile is not None}
    seen.update(tile for hand in state.hands for tile in hand)
    return [tile for tile in TILES if tile not in seen]


def shape_of(tile: OrientedTile) -> int:
    """The kernel's number for a tile with its turns."""
    return (tile.tile * 4 + tile.turns) * 8


def tile_of(shape: int) -> OrientedTile:
    """
    >>> tile_of(shape_of(oriented(17, 3)))
    oriented(17, 3)
    """
    return oriented(shape >> 5, shape >> 3 & 3)
