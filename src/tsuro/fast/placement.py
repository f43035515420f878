"""A placement on one row of integers: random numbers, paths, laying and lifting tiles, what is legal.

Nothing here allocates, and every number fits in 64 bits, so that the same lines run interpreted on
lists and compiled on arrays, with the same results. Random numbers come from a *seed* that is passed
along: multiply-with-carry, which never overflows, and whose low 32 bits are the number. A seed is
never 0, from which only zeros would follow.

A *shape* is a tile with its turns: (tile * 4 + turns) * 8. A *base* is the first point of a square.
"""

from __future__ import annotations

from tsuro.fast.layout import (
    ACROSS,
    ALL_TURNS,
    COUNT,
    EDGE,
    HAND,
    MARK,
    NO_RAMMING,
    NTH,
    SAFE_TURNS,
    TURNS,
    Position,
)

__all__ = [
    "INLINED",
    "crowded",
    "follow",
    "is_harmful",
    "lay",
    "lift",
    "loops",
    "next_seed",
    "pick",
    "random_placement",
    "safe_turns",
]

MULTIPLIER = 1779033213  # MULTIPLIER * 2**32 - 1 is a safe prime, so the period is about 2**62
LOW = (1 << 32) - 1


def next_seed(seed: int) -> int:
    return MULTIPLIER * (seed & LOW) + (seed >> 32)


def pick(seed: int, n: int) -> int:
    """A number from 0 to n - 1."""
    return (seed & LOW) * n >> 32


def follow(g: Position, base: int, shape: int, spot: int) -> int:
    """Where a path that enters the square at the spot would end, were the shape there."""
    end = g[base + ACROSS[shape + spot]]
    while end & ~7 == base:  # it comes back into the square
        end = g[base + ACROSS[shape + (end & 7)]]
    return end


def lay(g: Position, base: int, shape: int, looped: bool) -> None:
    """Put the shape on the square (P1), which moves every marker that faces it (M1); looped: see `loops`."""
    if looped:  # join one pair after the other
        for spot in range(8):
            other = ACROSS[shape + spot]
            if spot < other:
                end, far = g[base + spot], g[base + other]
                g[end] = far
                g[far] = end
    else:  # everything is read before anything is written: no store waits for a load
        a, b, c, d = g[base], g[base + 1], g[base + 2], g[base + 3]
        e, f, h, i = g[base + 4], g[base + 5], g[base + 6], g[base + 7]
        j, k = g[base + ACROSS[shape]], g[base + ACROSS[shape + 1]]
        m, n = g[base + ACROSS[shape + 2]], g[base + ACROSS[shape + 3]]
        o, p = g[base + ACROSS[shape + 4]], g[base + ACROSS[shape + 5]]
        q, r = g[base + ACROSS[shape + 6]], g[base + ACROSS[shape + 7]]
        g[a], g[b], g[c], g[d] = j, k, m, n
        g[e], g[f], g[h], g[i] = o, p, q, r


def lift(g: Position, base: int, shape: int) -> None:
    """Undo `lay`: the far ends are still written at the square's own points."""
    for spot in range(7, -1, -1):
        other = ACROSS[shape + spot]
        if spot < other:
            g[g[base + spot]] = base + spot
            g[g[base + other]] = base + other


def crowded(g: Position, base: int) -> bool:
    """Whether more than one marker faces the square."""
    return (
        (g[base] > EDGE)
        + (g[base + 1] > EDGE)
        + (g[base + 2] > EDGE)
        + (g[base + 3] > EDGE)
        + (g[base + 4] > EDGE)
        + (g[base + 5] > EDGE)
        + (g[base + 6] > EDGE)
        + (g[base + 7] > EDGE)
    ) > 1


def loops(g: Position, base: int) -> bool:
    """Whether some path that leaves the square comes back into it."""
    return (
        g[base] ^ base < 8
        or g[base + 1] ^ base < 8
        or g[base + 2] ^ base < 8
        or g[base + 3] ^ base < 8
        or g[base + 4] ^ base < 8
        or g[base + 5] ^ base < 8
        or g[base + 6] ^ base < 8
        or g[base + 7] ^ base < 8
    )


# Legal placements


def is_harmful(g: Position, end: int) -> bool:
    """Whether going there is forbidden while anything else can be done (P2, P3)."""
    return end == EDGE or (end > EDGE and g[NO_RAMMING] != 0)


def edges(g: Position, base: int) -> int:
    """The exits of the square, as bits, that lead to the edge of the board."""
    return (
        (g[base] == EDGE)
        | (g[base + 1] == EDGE) << 1
        | (g[base + 2] == EDGE) << 2
        | (g[base + 3] == EDGE) << 3
        | (g[base + 4] == EDGE) << 4
        | (g[base + 5] == EDGE) << 5
        | (g[base + 6] == EDGE) << 6
        | (g[base + 7] == EDGE) << 7
    )


def safe_turns(g: Position, point: int, tile: int) -> int:
    """The turns of the tile, as bits, that do not harm the marker on the point."""
    base, safe = point & ~7, 0
    for turns in range(TURNS[tile]):
        if not is_harmful(g, follow(g, base, tile * 32 + turns * 8, point & 7)):
            safe |= 1 << turns
    return safe


def one_of(g: Position, hand: int, first: int, second: int, third: int, seed: int) -> tuple[int, int]:
    """One of the given turns of the three tiles in the hand: the slot and the shape, as slot * 2048 + shape."""
    one = COUNT[first] + 0  # adding 0 makes them signed when compiled
    two = one + COUNT[second]
    n = pick(seed, two + COUNT[third])
    slot = (n >= one) + (n >= two)
    n -= (one << 4 | two << 8) >> slot * 4 & 15
    turns = NTH[((first | second << 4 | third << 8) >> slot * 4 & 15) * 4 + n]
    return slot, g[hand + slot] * 32 + turns * 8


def random_placement(g: Position, seat: int, follows: bool, seed: int) -> tuple[int, int, int, bool]:
    """Any legal placement, each as likely as the others: the new seed, slot in hand, shape, whether it is forced.

    The shape is 0 for an empty hand. Paths must be followed where one comes back into the
    square, or where meeting another marker is forbidden.
    """
    point, hand = g[MARK + seat], HAND + seat * 3
    if follows:
        return random_placement_by_following(g, point, hand, seed)
    exits = (point & 7) * 256 + edges(g, point & ~7)
    first = SAFE_TURNS[g[hand] * 2048 + exits] + 0
    second = SAFE_TURNS[g[hand + 1] * 2048 + exits] + 0
    third = SAFE_TURNS[g[hand + 2] * 2048 + exits] + 0
    forced = first | second | third == 0
    if forced:
        first, second, third = ALL_TURNS[g[hand]] + 0, ALL_TURNS[g[hand + 1]] + 0, ALL_TURNS[g[hand + 2]] + 0
        if first == 0:
            return seed, 0, 0, False
    seed = next_seed(seed)
    slot, shape = one_of(g, hand, first, second, third, seed)
    return seed, slot, shape, forced


def random_placement_by_following(g: Position, point: int, hand: int, seed: int) -> tuple[int, int, int, bool]:
    """The same where paths must be followed: try one; if it is harmful, list the safe ones and choose again."""
    one, two, three = g[hand], g[hand + 1], g[hand + 2]
    if one == 0:
        return seed, 0, 0, False
    seed = next_seed(seed)
    slot, shape = one_of(g, hand, ALL_TURNS[one] + 0, ALL_TURNS[two] + 0, ALL_TURNS[three] + 0, seed)
    if not is_harmful(g, follow(g, point & ~7, shape, point & 7)):
        return seed, slot, shape, False
    first, second, third = safe_turns(g, point, one), safe_turns(g, point, two), safe_turns(g, point, three)
    if first | second | third == 0:
        return seed, slot, shape, True
    seed = next_seed(seed)
    slot, shape = one_of(g, hand, first, second, third, seed)
    return seed, slot, shape, False


INLINED = {next_seed, pick, follow, lay, crowded, loops, is_harmful, edges, one_of, random_placement}
"""What is worth inlining when compiled: what every turn needs."""
