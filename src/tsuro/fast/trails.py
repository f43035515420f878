"""Tiles and trails on the board, kept beside the far ends for those who look at a game from outside.

At each point of a square with a tile the row holds, in `PATHS`, the spot that the tile joins it to and whose
marker has walked there. Where two markers met on a tile, each point is marked by the one who entered there.
"""

from __future__ import annotations

from tsuro.fast.layout import (
    ACROSS,
    ACTIVE,
    COVERED,
    EDGE,
    EMPTY_BOARD,
    LAST,
    MARK,
    ON_BOARD,
    PATHS,
    WALKED,
    Position,
)

__all__ = ["INLINED", "cover", "leave_trail", "show_tile", "trace"]


def show_tile(g: Position, base: int, shape: int) -> None:
    """Note that the shape lies on the square."""
    for spot in range(8):
        g[PATHS + base + spot] = ACROSS[shape + spot] + 1
    g[ON_BOARD + (shape >> 5)] = 1
    g[LAST] = (base >> 3) + 1


def trace(g: Position, base: int, others: bool) -> None:
    """Let the markers facing the square leave their trails, once the tile is shown, before it is laid."""
    if not others:
        walk(g, g[ACTIVE] + 0)
        return
    for spot in range(8):
        if g[base + spot] > EDGE:
            walk(g, g[base + spot] - MARK)


def walk(g: Position, seat: int) -> None:
    """One marker's way over tiles, up to an open square, the edge, or another marker (M1 to M3)."""
    at, tiles = g[MARK + seat] + 0, 0
    while at < EDGE and g[PATHS + at] > 0:
        leaving = leave_trail(g, seat, at)
        tiles += 1
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


def cover(g: Position, base: int) -> None:
    """Once the tile is laid, nothing is left of the far ends at its own points."""
    for spot in range(8):
        g[base + spot] = COVERED


INLINED = {show_tile, leave_trail, cover}
