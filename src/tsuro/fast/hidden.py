"""Tiles that a player does not see, dealt again for every playout."""

from __future__ import annotations

from tsuro.fast.layout import HAND, HELD, IN_PILE, PILE, PLAYERS, Position
from tsuro.fast.placement import next_seed, pick

__all__ = ["deal_hidden"]


def deal_hidden(g: Position, hidden: list[int], tiles: int, seed: int) -> int:
    """Deal the hidden tiles, at random, to the empty places of the hands; the rest is the draw pile.

    `hidden` holds these tiles; their order changes.
    """
    left = tiles
    for seat in range(g[PLAYERS]):
        for at in range(HAND + seat * 3, HAND + seat * 3 + g[HELD + seat]):
            if g[at] == 0:
                seed = next_seed(seed)
                chosen = pick(seed, left)
                left -= 1
                g[at] = hidden[chosen]
                hidden[chosen] = hidden[left]
                hidden[left] = g[at]
    for n in range(left):
        g[PILE + n] = hidden[n]
    g[IN_PILE] = left
    return seed
