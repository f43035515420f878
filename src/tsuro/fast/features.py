"""What a placement leads to, in numbers from about 0 to 1: what a learned player looks at.

A placement is laid, looked at from every seat, and lifted again. From an open square, paths lead to other
open squares: those within one, two and three steps, and all that can be reached, tell how much room a
marker has. Tiles that nobody can see play no part.
"""

from __future__ import annotations

from tsuro.fast.evaluation import BITS, RING, promise
from tsuro.fast.layout import (
    DRAGON,
    EDGE,
    HAND,
    HELD,
    IN_PILE,
    IN_PLAY,
    MARK,
    NEXT,
    PLAYERS,
    SAFE_TURNS,
    TILE_KINDS,
    TURNS,
    Position,
)
from tsuro.fast.placement import edges, lay, lift, loops
from tsuro.fast.value import squares_in

__all__ = ["FEATURES", "features", "reach", "spread"]

FEATURES = 32
OWN, OTHERS, TABLE = 0, 14, 26  # where each part begins


def spread(g: Position, squares: int) -> int:
    """The open squares, as bits, to which paths lead from these open squares."""
    found = 0
    for square in range(36):
        if squares >> square & 1:
            for point in range(square * 8, square * 8 + 8):
                far = g[point] + 0
                if far < EDGE:
                    found |= 1 << (far >> 3)
    return found


def reach(g: Position, square: int) -> tuple[int, int, int, int]:
    """The open squares, as bits, within one, two and three steps of this one, and all that can be reached."""
    here = 1 << square
    one = here | spread(g, here)
    two = one | spread(g, one & ~here)
    three = two | spread(g, two & ~one)
    known, region = two, three
    while region != known:
        known, region = region, region | spread(g, region & ~known)
    return one, two, three, region


def ways(g: Position, base: int) -> int:
    """How many paths lead out of the square and stay on the board."""
    n = 0
    for point in range(base, base + 8):
        n += g[point] < EDGE
    return n


def markers(g: Position, base: int) -> int:
    """How many markers face the square."""
    n = 0
    for point in range(base, base + 8):
        n += g[point] > EDGE
    return n


def features(g: Position, seat: int, shape: int, out: list[float]) -> None:
    """Write the features of a placement: the seat has the tile in its hand. The position stays as it is."""
    base = g[MARK + seat] & ~7
    for n in range(FEATURES):
        out[n] = 0.0
    lay(g, base, shape, loops(g, base))
    if g[MARK + seat] < EDGE:
        look_ahead(g, seat, shape, out)
    look_around(g, seat, out)
    look_at_table(g, seat, out)
    lift(g, base, shape)


def look_ahead(g: Position, seat: int, shape: int, out: list[float]) -> None:
    """What the marker faces after the placement, and what the tiles left in the hand can do there."""
    end, hand, played = g[MARK + seat] + 0, HAND + seat * 3, shape >> 5
    one, two, three, region = reach(g, end >> 3)
    exits = (edges(g, end & ~7) << 3 | end & 7) * TILE_KINDS
    safe, best, slots = 0, -1000, 0
    for slot in range(3):
        tile = g[hand + slot] + 0
        if tile not in (0, played):
            turns = SAFE_TURNS[exits + tile] >> 4
            slots += turns > 0
            safe += turns
            for turn in range(TURNS[tile] + 0):
                best = max(best, promise(g, end, tile * 32 + turn * 8, hand, slot))
    out[OWN] = 1.0
    out[OWN + 1] = ways(g, end & ~7) / 8.0
    out[OWN + 2] = BITS[edges(g, end & ~7)] / 8.0
    out[OWN + 3] = (markers(g, end & ~7) - 1) / 4.0
    out[OWN + 4] = squares_in(one) / 8.0
    out[OWN + 5] = squares_in(two) / 16.0
    out[OWN + 6] = squares_in(three) / 24.0
    out[OWN + 7] = squares_in(region) / 36.0
    out[OWN + 8] = RING[end >> 3] / 2.0
    out[OWN + 9] = safe / 8.0
    out[OWN + 10] = slots / 2.0
    out[OWN + 11] = max(best, -200) / 200.0
    out[OWN + 12] = 1.0 if best > 0 else 0.0
    out[OWN + 13] = 1.0 if g[DRAGON] == seat else 0.0


def look_around(g: Position, seat: int, out: list[float]) -> None:
    """What the placement leaves to the others: who is out, how much room they have, how near they are."""
    mine = reach_of(g, seat)
    in_play = g[IN_PLAY] + 0
    eliminated, left, room, least, next_room, near, facing, paths = 0, 0, 0, 36, 0, 0, 0, 0
    following = NEXT[in_play * 8 + seat] + 0
    for other in range(g[PLAYERS] + 0):
        if other == seat or not in_play >> other & 1:
            continue
        end = g[MARK + other] + 0
        if end >= EDGE:
            eliminated += 1
            continue
        _, _, three, region = reach(g, end >> 3)
        size = squares_in(three) + squares_in(region)
        left += 1
        room += size
        least = min(least, size)
        paths += ways(g, end & ~7)
        near += mine >> (end >> 3) & 1
        if g[MARK + seat] < EDGE:
            facing += end >> 3 == g[MARK + seat] >> 3
        if other == following:
            next_room = size
            out[OTHERS + 9] = ways(g, end & ~7) / 8.0
            out[OTHERS + 10] = 1.0 if end >> 3 == g[MARK + seat] >> 3 else 0.0
    out[OTHERS] = eliminated / 2.0
    out[OTHERS + 1] = left / 4.0
    out[OTHERS + 2] = 1.0 if left == 0 else 0.0
    if left:
        out[OTHERS + 3] = room / left / 36.0
        out[OTHERS + 4] = least / 36.0
        out[OTHERS + 5] = paths / left / 8.0
        out[OTHERS + 6] = near / 2.0
        out[OTHERS + 7] = facing / 2.0
        out[OTHERS + 8] = next_room / 36.0
        out[OTHERS + 11] = out[OWN + 6] + out[OWN + 7] - room / left / 36.0


def reach_of(g: Position, seat: int) -> int:
    """The squares within three steps of the marker; none if it is out."""
    end = g[MARK + seat] + 0
    if end >= EDGE:
        return 0
    _, _, three, _ = reach(g, end >> 3)
    return three


def look_at_table(g: Position, seat: int, out: list[float]) -> None:
    """How far the game has got."""
    tiles, playing = g[IN_PILE] + 0, 0
    for other in range(g[PLAYERS] + 0):
        tiles += g[HELD + other]
        playing += g[IN_PLAY] >> other & 1
    out[TABLE] = 1.0
    out[TABLE + 1] = tiles / 35.0
    out[TABLE + 2] = g[HELD + seat] / 3.0
    out[TABLE + 3] = playing / 8.0
    out[TABLE + 4] = 1.0 if playing == 2 else 0.0
    out[TABLE + 5] = g[IN_PILE] / 35.0
