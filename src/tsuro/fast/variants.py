"""What the variants change (V1 to V4): who wins, what a result is worth, and one open hand for all.

Games without variants never come here. One open hand lies where the active player's would, and goes on with
the turn.
"""

from __future__ import annotations

from tsuro.fast.layout import (
    ACROSS,
    COVERED,
    CROSSED,
    EDGE,
    EMPTY_BOARD,
    GOAL,
    HAND,
    HELD,
    IN_PILE,
    IN_PLAY,
    LONGEST_PATH,
    MARK,
    NOBODY_WINS,
    PATHS,
    PLAYERS,
    SOLO,
    WALKED,
    Position,
)
from tsuro.fast.trails import count_crossings

__all__ = ["gain", "hand_over", "solo_reward", "tiles_left", "winners"]


# Results


def tiles_left(g: Position) -> int:
    """How many tiles are not on the board."""
    tiles = g[IN_PILE] + 0
    for seat in range(g[PLAYERS]):
        tiles += g[HELD + seat]
    return tiles


def winners(g: Position) -> int:
    """Who has won, as bits, once all markers are out or all tiles are placed (V1, V2, V4)."""
    if g[SOLO]:
        return NOBODY_WINS if tiles_left(g) else (1 << g[PLAYERS]) - 1
    scores = WALKED if g[GOAL] == LONGEST_PATH else CROSSED
    most, best = 0, 0
    for seat in range(g[PLAYERS]):
        if g[scores + seat] > most:
            most, best = g[scores + seat] + 0, 0
        if g[scores + seat] == most:
            best |= 1 << seat
    return best


def solo_reward(g: Position) -> float:
    """What the end of a solo game is worth, from 0 to 1: half of it for tiles placed, half for markers left (V4).

    Markers are left only once all tiles are placed, so the more it is worth the better the score.
    """
    markers = 0
    for seat in range(g[PLAYERS]):
        markers += g[IN_PLAY] >> seat & 1
    return (35 - tiles_left(g)) / 70 + markers / (2 * g[PLAYERS])


# One open hand


def hand_over(g: Position, seat: int, to: int) -> None:
    """The open hand lies before another player (V3, V4)."""
    if seat == to:
        return
    for slot in range(3):
        g[HAND + to * 3 + slot] = g[HAND + seat * 3 + slot]
        g[HAND + seat * 3 + slot] = 0
    g[HELD + to] = g[HELD + seat]
    g[HELD + seat] = 0


# Looking ahead


def gain(g: Position, seat: int, shape: int) -> int:
    """How much longer the seat's path would be with the shape ahead, or how often it would cross itself (V1, V2).

    Where a walk crosses a tile twice that lies there already, only crossings with earlier walks are counted.
    """
    at, tiles, crossed = g[MARK + seat] + 0, 0, 0
    base, passed = at & ~7, 0
    while at < EDGE and (at ^ base < 8 or g[PATHS + at] > 0):
        tiles += 1
        if at ^ base < 8:
            leaving = base + ACROSS[shape + (at & 7)]
            crossed += crossings_on_new(shape, passed, at & 7, leaving & 7)
            passed |= 1 << (at & 7) | 1 << (leaving & 7)
        else:
            leaving = (at & ~7) + (g[PATHS + at] & 15) - 1
            crossed += count_crossings(g, seat, at, leaving)
        at = EDGE if EDGE < g[leaving] < COVERED else EMPTY_BOARD[leaving] + 0
    return tiles if g[GOAL] == LONGEST_PATH else crossed


def crossings_on_new(shape: int, passed: int, entry: int, leaving: int) -> int:
    """How often a way over the new tile crosses those on it that the same walk has passed."""
    low, high, crossed = min(entry, leaving), max(entry, leaving), 0
    for spot in range(low + 1, high):
        other = ACROSS[shape + spot] + 0
        crossed += (passed >> spot & 1) != 0 and (other < low or other > high)
    return crossed
