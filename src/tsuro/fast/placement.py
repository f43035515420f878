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
    BASE,
    EDGE,
    HAND,
    LEADS_TO,
    MARK,
    NO_RAMMING,
    NTH,
    PAIRS,
    SAFE_TURNS,
    TILE_KINDS,
    Position,
)

__all__ = [
    "INLINED",
    "bad_exits",
    "edges",
    "follow",
    "has_loop",
    "has_others",
    "is_harmful",
    "lay",
    "lift",
    "look",
    "looped_exits",
    "loops",
    "next_seed",
    "pick",
    "random_placement",
    "safe_turns",
    "safe_turns_of_hand",
    "turns_avoiding",
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
        for at in range(shape, shape + 8, 2):
            end, far = g[base + PAIRS[at]], g[base + PAIRS[at + 1]]
            g[end] = far
            g[far] = end
    else:  # everything is read before anything is written: no store waits for a load
        a, b = g[base], g[base + 1]  # in pairs, for which the interpreter makes no tuple
        c, d = g[base + 2], g[base + 3]
        e, f = g[base + 4], g[base + 5]
        h, i = g[base + 6], g[base + 7]
        j, k = g[base + ACROSS[shape]], g[base + ACROSS[shape + 1]]
        m, n = g[base + ACROSS[shape + 2]], g[base + ACROSS[shape + 3]]
        o, p = g[base + ACROSS[shape + 4]], g[base + ACROSS[shape + 5]]
        q, r = g[base + ACROSS[shape + 6]], g[base + ACROSS[shape + 7]]
        g[a], g[b] = j, k
        g[c], g[d] = m, n
        g[e], g[f] = o, p
        g[h], g[i] = q, r


def lift(g: Position, base: int, shape: int) -> None:
    """Undo `lay`: the far ends are still written at the square's own points."""
    for at in range(shape + 6, shape - 2, -2):
        one, other = base + PAIRS[at], base + PAIRS[at + 1]
        g[g[one]] = one
        g[g[other]] = other


def look(g: Position, base: int) -> int:
    """Where the paths that leave the square lead, as bits: see `LEADS_TO`, with 297 far ends for each spot."""
    return (
        LEADS_TO[g[base]]
        | LEADS_TO[297 + g[base + 1]]
        | LEADS_TO[594 + g[base + 2]]
        | LEADS_TO[891 + g[base + 3]]
        | LEADS_TO[1188 + g[base + 4]]
        | LEADS_TO[1485 + g[base + 5]]
        | LEADS_TO[1782 + g[base + 6]]
        | LEADS_TO[2079 + g[base + 7]]
    )


def has_others(seen: int) -> bool:
    """Whether more than one marker faces the square at which somebody has looked."""
    markers = seen >> 8 & 255
    return markers & (markers - 1) != 0


def loops(g: Position, base: int) -> bool:
    """Whether some path that leaves the square comes back into it."""
    return has_loop(look(g, base), base)


def has_loop(seen: int, base: int) -> bool:
    """The same, once somebody has looked."""
    return seen >> 16 + (base >> 3) & 1 != 0


# Legal placements


def is_harmful(g: Position, end: int) -> bool:
    """Whether going there is forbidden while anything else can be done (P2, P3)."""
    return end == EDGE or (end > EDGE and g[NO_RAMMING] != 0)


def edges(g: Position, base: int) -> int:
    """The exits of the square, as bits, that lead to the edge of the board."""
    return look(g, base) & 255


def bad_exits(g: Position, seen: int) -> int:
    """The exits, as bits, that are harmful: see `is_harmful`."""
    return (seen | seen >> 8) & 255 if g[NO_RAMMING] else seen & 255


def looped_exits(g: Position, base: int) -> int:
    """The exits, as bits, from which a path comes back into the square."""
    exits = 0
    for spot in range(8):
        exits |= (g[base + spot] ^ base < 8) << spot
    return exits


def turns_avoiding(g: Position, point: int, tile: int, bad: int, looped: int) -> int:
    """The turns of the tile, as in `SAFE_TURNS`, that lead the marker on the point to no bad exit.

    Where a path leaves by a looped exit, it is followed.
    """
    safe = SAFE_TURNS[((bad | looped) << 3 | point & 7) * TILE_KINDS + tile] + 0
    if looped:
        unknown = SAFE_TURNS[(bad << 3 | point & 7) * TILE_KINDS + tile] & ~safe & 15
        while unknown:
            turns = NTH[unknown << 2] + 0
            if not is_harmful(g, follow(g, point & BASE, tile * 32 + turns * 8, point & 7)):
                safe += (1 << turns) + 16
            unknown &= unknown - 1
    return safe


def safe_turns(g: Position, point: int, tile: int) -> int:
    """The turns of the tile, as in `SAFE_TURNS`, that do not harm the marker on the point."""
    base = point & BASE
    return turns_avoiding(g, point, tile, bad_exits(g, look(g, base)), looped_exits(g, base))


def safe_turns_of_hand(g: Position, point: int, hand: int, seen: int) -> tuple[int, int, int]:
    """The same by slot of the hand; `seen` is what a look at the marker's square showed."""
    bad = bad_exits(g, seen)
    looped = looped_exits(g, point & BASE) if has_loop(seen, point & BASE) else 0
    first = turns_avoiding(g, point, g[hand] + 0, bad, looped)
    second = turns_avoiding(g, point, g[hand + 1] + 0, bad, looped)
    third = turns_avoiding(g, point, g[hand + 2] + 0, bad, looped)
    return first, second, third


def one_of(g: Position, hand: int, first: int, second: int, third: int, seed: int) -> tuple[int, int]:
    """One of the given turns of the three tiles in the hand, all as likely: the slot and the shape."""
    one, two = first >> 4, second >> 4
    n = pick(seed, one + two + (third >> 4))
    later, last = n >= one, n >= one + two  # whether it is not in the first slot, and whether in the third
    slot = later + last
    n -= one * later + two * last
    turns = NTH[((first | second << 8 | third << 16) >> slot * 8 & 15) << 2 | n & 3]  # so it cannot be negative
    return slot, g[hand + slot] * 32 + turns * 8


def random_placement(g: Position, seat: int, seen: int, seed: int) -> tuple[int, int, int, bool]:
    """Any legal placement, each as likely as the others: the new seed, slot in hand, shape, whether it is forced.

    The shape is 0 for an empty hand. `seen` is what a look at the marker's square showed. If a path comes back
    into it, one placement is tried; only if that is harmful are the safe ones listed.
    """
    point, hand = g[MARK + seat] + 0, HAND + seat * 3
    one, two, three = g[hand], g[hand + 1], g[hand + 2]
    if one == 0:
        return seed, 0, 0, False
    follows = has_loop(seen, point & BASE)
    bad = 0 if follows else bad_exits(g, seen)
    exits = (bad << 3 | point & 7) * TILE_KINDS
    first, second, third = SAFE_TURNS[exits + one] + 0, SAFE_TURNS[exits + two] + 0, SAFE_TURNS[exits + three] + 0
    forced = first | second | third == 0
    if forced:
        first, second, third = ALL_TURNS[one] + 0, ALL_TURNS[two] + 0, ALL_TURNS[three] + 0
    seed = next_seed(seed)
    slot, shape = one_of(g, hand, first, second, third, seed)
    if follows and is_harmful(g, follow(g, point & BASE, shape, point & 7)):
        first, second, third = safe_turns_of_hand(g, point, hand, seen)
        forced = first | second | third == 0
        if not forced:
            seed = next_seed(seed)
            slot, shape = one_of(g, hand, first, second, third, seed)
    return seed, slot, shape, forced


INLINED = {
    next_seed,
    pick,
    follow,
    lay,
    look,
    has_others,
    loops,
    has_loop,
    edges,
    bad_exits,
    is_harmful,
    one_of,
    random_placement,
}
"""What is worth inlining when compiled: what every turn needs."""
