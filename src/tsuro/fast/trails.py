"""Tiles and trails on the board, kept beside the far ends for those who look from outside and for scores.

At each point of a square with a tile the row holds, in `PATHS`, the spot that the tile joins it to and whose
marker has walked there. Where two markers met on a tile, each point is marked by the one who entered there.
"""

from __future__ import annotations

from tsuro.fast.layout import (
    ACROSS,
    ACTIVE,
    COVERED,
    CROSSED,
    EDGE,
    EMPTY_BOARD,
    GOAL,
    LAST,
    MARK,
    MOST_CROSSINGS,
    ON_BOARD,
    PATHS,
    WALKED,
    Position,
)
from tsuro.fast.placement import has_loop, has_others, lay

__all__ = ["INLINED", "count_crossings", "cover", "lay_tile", "lay_with_trails", "leave_trail", "show_tile"]


def lay_tile(g: Position, base: int, shape: int, seen: int) -> None:
    """Put the shape on the square (P1) after a look at it; where scores count, markers leave trails (V1, V2)."""
    if g[GOAL]:
        lay_with_trails(g, base, shape, seen)
    else:
        lay(g, base, shape, has_loop(seen, base))


def lay_with_trails(g: Position, base: int, shape: int, seen: int) -> None:
    """Put the shape on the square (P1), and let every marker that faces it leave its trail (M1)."""
    show_tile(g, base, shape)
    looped = has_loop(seen, base)
    if has_others(seen):
        walk_together(g, base)
        lay(g, base, shape, looped)
    else:
        seat = g[ACTIVE] + 0
        start = g[MARK + seat] + 0
        lay(g, base, shape, looped)
        walk(g, seat, start)
    cover(g, base)


def show_tile(g: Position, base: int, shape: int) -> None:
    """Note that the shape lies on the square."""
    for spot in range(8):
        g[PATHS + base + spot] = ACROSS[shape + spot] + 1
    g[ON_BOARD + (shape >> 5)] = 1
    g[LAST] = (base >> 3) + 1


def walk(g: Position, seat: int, at: int) -> None:
    """The way of a marker that meets nobody, from the point to where it is now that the tile is laid."""
    end, tiles, counts = g[MARK + seat] + 0, 0, g[GOAL] == MOST_CROSSINGS
    while at != end:
        leaving = leave_trail(g, seat, at)
        tiles += 1
        if counts:
            g[CROSSED + seat] += count_crossings(g, seat, at, leaving)
        at = EMPTY_BOARD[leaving] + 0
    g[WALKED + seat] += tiles


def walk_together(g: Position, base: int) -> None:
    """Let all markers facing the square leave their trails, once the tile is shown, before it is laid."""
    for spot in range(8):
        if g[base + spot] > EDGE:
            walk_among_others(g, g[base + spot] - MARK)


def walk_among_others(g: Position, seat: int) -> None:
    """One marker's way over tiles, up to an open square, the edge, or another marker (M1 to M3)."""
    at, tiles, counts = g[MARK + seat] + 0, 0, g[GOAL] == MOST_CROSSINGS
    while at < EDGE and g[PATHS + at] > 0:
        leaving = leave_trail(g, seat, at)
        tiles += 1
        if counts:
            g[CROSSED + seat] += count_crossings(g, seat, at, leaving)
        at = EDGE if EDGE < g[leaving] < COVERED else EMPTY_BOARD[leaving] + 0
    g[WALKED + seat] += tiles


def leave_trail(g: Position, seat: int, entry: int) -> int:
    """Mark the way over one tile; returns the point where it leaves the tile."""
    joined = g[PATHS + entry] & 15
    leaving = (entry & ~7) + joined - 1
    g[PATHS + entry] = joined + ((seat + 1) << 4)
    if g[PATHS + leaving] < 16:
        g[PATHS + leaving] += (seat + 1) << 4
    return leaving


def count_crossings(g: Position, seat: int, entry: int, leaving: int) -> int:
    """How often a way over a tile crosses those that the seat's marker went there before (V2)."""
    low, high, crossed = min(entry, leaving), max(entry, leaving), 0
    for point in range(low + 1, high):
        other = (entry & ~7) + (g[PATHS + point] & 15) - 1
        if other < low or other > high:
            crossed += g[PATHS + point] >> 4 == seat + 1 or g[PATHS + other] >> 4 == seat + 1
    return crossed


def cover(g: Position, base: int) -> None:
    """Once the tile is laid, nothing is left of the far ends at its own points."""
    for spot in range(8):
        g[base + spot] = COVERED


INLINED = {lay_with_trails, show_tile, walk, leave_trail, cover}
