"""Tiles and trails on the board, kept beside the far ends for those who look from outside and for scores.

At each point of a square with a tile the row holds, in `PATHS`, the spot that the tile joins it to and whose
marker has walked there. Where two markers met on a tile, each point is marked by the one who entered there.

Trails wait until somebody looks, who calls `draw_trails` first: most games are played more often than they are
looked at. Until then `DRAWN + seat` is where the trail ends.
"""

from __future__ import annotations

from tsuro.fast.layout import (
    ACROSS,
    COVERED,
    CROSSED,
    DRAWN,
    EDGE,
    EMPTY_BOARD,
    GOAL,
    IN_PLAY,
    LAST,
    MARK,
    MOST_CROSSINGS,
    ON_BOARD,
    PATHS,
    PLAYERS,
    STOOD,
    WALKED,
    Position,
)
from tsuro.fast.placement import has_loop, has_others, lay

__all__ = [
    "INLINED",
    "count_crossings",
    "cover",
    "draw_trails",
    "lay_tile",
    "lay_with_trails",
    "leave_trail",
    "show_tile",
]


def lay_tile(g: Position, base: int, shape: int, seen: int) -> None:
    """Put the shape on the square (P1) after a look at it; where scores count, markers leave trails (V1, V2)."""
    if g[GOAL]:
        lay_with_trails(g, base, shape, seen)
    else:
        lay(g, base, shape, has_loop(seen, base))


def lay_with_trails(g: Position, base: int, shape: int, seen: int) -> None:
    """Put the shape on the square (P1), with all that is needed to draw the trails of those who face it (M1)."""
    show_tile(g, base, shape)
    if has_others(seen):
        lay_among_others(g, base, shape, has_loop(seen, base))
    else:
        lay(g, base, shape, has_loop(seen, base))
    if g[GOAL]:
        draw_trails(g)
    cover(g, base)


def lay_among_others(g: Position, base: int, shape: int, looped: bool) -> None:
    """The same where several markers face the square: two who meet are out, and stood where they met (M3)."""
    for seat in range(8):
        g[STOOD + seat] = g[MARK + seat] if g[IN_PLAY] >> seat & 1 else g[STOOD + seat]
    lay(g, base, shape, looped)


def show_tile(g: Position, base: int, shape: int) -> None:
    """Note that the shape lies on the square."""
    for spot in range(8):
        g[PATHS + base + spot] = ACROSS[shape + spot] + 1
    g[ON_BOARD + (shape >> 5)] = 1
    g[LAST] = (base >> 3) + 1


def draw_trails(g: Position) -> None:
    """Draw, and count, all that the markers have walked."""
    for seat in range(g[PLAYERS]):
        walk(g, seat)


def walk(g: Position, seat: int) -> None:
    """A marker's way over tiles, from where its trail ends to where it is now, or to the marker that it met."""
    at, end, tiles, counts = g[DRAWN + seat] + 0, g[MARK + seat] + 0, 0, g[GOAL] == MOST_CROSSINGS
    if at == end:
        return
    # A marker that met another walks no further than to where that one stood.
    behind = EMPTY_BOARD[g[STOOD + end - MARK]] + 0 if end > EDGE else end
    while at != behind:
        leaving = leave_trail(g, seat, at)
        tiles += 1
        if counts:
            g[CROSSED + seat] += count_crossings(g, seat, at, leaving)
        at = EMPTY_BOARD[leaving] + 0
    g[DRAWN + seat] = end
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


INLINED = {lay_with_trails, show_tile, leave_trail, cover}
