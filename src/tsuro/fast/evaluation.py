"""How good a placement looks without search, and games in which everyone plays what looks best.

What counts, by measured worth: that the two tiles left in the hand can be played safely on the square the
marker then faces; how many ways lead out of that square and stay on the board; and that no other marker
faces it. The weights were tuned by playing millions of games. Where scores count (V1, V2), what a
placement scores is added.
"""

from __future__ import annotations

from tsuro.fast.kernel import play, settle
from tsuro.fast.layout import (
    ACROSS,
    ACTIVE,
    EDGE,
    GOAL,
    HAND,
    HELD,
    IN_PLAY,
    MARK,
    NEXT,
    NO_RAMMING,
    ONE_HAND,
    SAFE_TURNS,
    TILE_KINDS,
    TURNS,
    WINNERS,
    Position,
)
from tsuro.fast.placement import follow, lay, loops, next_seed, pick
from tsuro.fast.variants import gain

__all__ = [
    "INLINED",
    "LOST",
    "best_placement",
    "good_placement",
    "greedy_playout",
    "greedy_turn",
    "promise",
    "promise_of_score",
]

WAYS = [27, 48, 48, 60, 68, 82, 98, 97, 91]  # by ways out of the square ahead that stay on the board
SAFE = [0, 8, 17, 22, 26]  # by safe turns there of a tile left in the hand
STUCK = 8  # when neither of them can be played safely
CROWD = 52  # for every other marker that faces the square
RING = [min(row, column, 5 - row, 5 - column) for row in range(6) for column in range(6)]  # by square
MIDDLE = [3, 9, 8]  # by ring
BITS = [bits.bit_count() for bits in range(256)]
OTHER_SLOTS = [1, 2, 0, 2, 0, 1]  # by slot of the hand: the two others

ENOUGH = 4  # placements to choose from in a playout
STEP = [1, 1, 1, 1, 1, 2, 5, 3, 3, 4, 3, 4, 5]  # by number of placements: steps of this size visit all of them

WORTH = [0, 10, 40]  # by goal: of a tile walked over, and of a crossing
MOST_WORTH = 300  # no score makes what is forbidden look better than what is not
RAMMED = -600  # the marker meets another
LOST = -1000  # the marker leaves the board


def promise(g: Position, point: int, shape: int, hand: int, slot: int) -> int:
    """How good it looks to place the shape, from that slot of the hand, in front of the marker on the point."""
    base = point & ~7
    end = follow(g, base, shape, point & 7)
    if end >= EDGE:
        return LOST if end == EDGE or g[NO_RAMMING] else RAMMED
    ahead, ways, edges = end & ~7, 0, 0
    for spot in range(8):
        far = g[ahead + spot] + 0
        while far ^ base < 8:  # as it will be with the shape in its place
            far = g[base + ACROSS[shape + (far & 7)]] + 0
        ways += far < EDGE
        edges |= (far == EDGE) << spot
    others = 7 - ways - BITS[edges]  # the rest are markers, the player's own among them
    exits = (edges << 3 | end & 7) * TILE_KINDS
    one = SAFE_TURNS[exits + g[hand + OTHER_SLOTS[slot * 2]]] >> 4
    two = SAFE_TURNS[exits + g[hand + OTHER_SLOTS[slot * 2 + 1]]] >> 4
    stuck = STUCK if one + two == 0 else 0
    return WAYS[ways] + SAFE[one] + SAFE[two] + MIDDLE[RING[end >> 3]] - CROWD * others - stuck


def promise_of_score(g: Position, seat: int, shape: int) -> int:
    """What the score that the placement makes adds to its promise (V1, V2)."""
    return min(WORTH[g[GOAL]] * gain(g, seat, shape), MOST_WORTH)


def best_placement(g: Position, seat: int, seed: int) -> tuple[int, int, int]:
    """The placement that promises most, ties broken at random: the new seed, the slot and the shape.

    It is legal: what is forbidden while anything else can be done promises least.
    """
    point, hand = g[MARK + seat] + 0, HAND + seat * 3
    best, best_slot, best_shape = -(1 << 40), 0, 0
    for slot in range(g[HELD + seat] + 0):
        tile = g[hand + slot] + 0
        for turns in range(TURNS[tile] + 0):
            shape = tile * 32 + turns * 8
            seed = next_seed(seed)
            value = promise(g, point, shape, hand, slot)
            if g[GOAL]:
                value += promise_of_score(g, seat, shape)
            value = value * 65536 + (seed & 65535)
            if value > best:
                best, best_slot, best_shape = value, slot, shape
    return seed, best_slot, best_shape


def good_placement(g: Position, seat: int, seed: int) -> tuple[int, int, int]:
    """The most promising of four placements chosen at random: nearly as good, in half the time.

    Harmful ones do not count among the four, so the choice is legal.
    """
    point, hand = g[MARK + seat] + 0, HAND + seat * 3
    one = TURNS[g[hand]] + 0
    two = one + TURNS[g[hand + 1]]
    n = two + TURNS[g[hand + 2]]
    seed = next_seed(seed)
    at = pick(seed, n)
    best, best_slot, best_shape, found = -(1 << 40), 0, 0, 0
    for _ in range(n):
        slot = (at >= one) + (at >= two)
        shape = g[hand + slot] * 32 + (at - ((one << 4 | two << 8) >> slot * 4 & 15)) * 8
        value = promise(g, point, shape, hand, slot)
        if g[GOAL]:
            value += promise_of_score(g, seat, shape)
        if value > best:
            best, best_slot, best_shape = value, slot, shape
        found += value > RAMMED
        if found == ENOUGH:
            break
        at += STEP[n]
        if at >= n:
            at -= n
    return seed, best_slot, best_shape


def greedy_turn(g: Position, seat: int, seed: int) -> int:
    """A whole turn with a good placement; does not pass the turn on."""
    seed, slot, shape = good_placement(g, seat, seed)
    if shape == 0:
        return seed
    base = g[MARK + seat] & ~7
    lay(g, base, shape, loops(g, base))
    return settle(g, seat, slot, True, seed)


def greedy_playout(g: Position, seed: int) -> int:
    """Play the game to its end, everyone making good placements."""
    if g[GOAL] | g[ONE_HAND]:
        return greedy_playout_of_variant(g, seed)
    seat = g[ACTIVE] + 0
    while g[WINNERS] == 0:
        seed = greedy_turn(g, seat, seed)
        seat = NEXT[g[IN_PLAY] * 8 + seat] + 0
    return seed


def greedy_playout_of_variant(g: Position, seed: int) -> int:
    """The same, with all that the variants have to keep from turn to turn (V1 to V4)."""
    while g[WINNERS] == 0:
        seed, _, shape = good_placement(g, g[ACTIVE] + 0, seed)
        seed = play(g, shape, seed)
    return seed


INLINED = {promise}
