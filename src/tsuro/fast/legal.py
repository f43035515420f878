"""Which shapes a player may place."""

from __future__ import annotations

from tsuro.fast.layout import ACTIVE, ALL_TURNS, BASE, HAND, MARK, TURNS, Position
from tsuro.fast.placement import follow, is_harmful, look, safe_turns_of_hand

__all__ = ["INLINED", "is_legal", "legal_turns", "list_placements"]


def is_legal(g: Position, shape: int) -> bool:
    """Whether the active player may place the shape (P1 to P3)."""
    point, hand, tile = g[MARK + g[ACTIVE]], HAND + g[ACTIVE] * 3, shape >> 5
    held = (g[hand] == tile) | (g[hand + 1] == tile) | (g[hand + 2] == tile)
    if not held or shape & 7 or (shape >> 3 & 3) >= TURNS[tile]:
        return False
    if not is_harmful(g, follow(g, point & ~7, shape, point & 7)):
        return True
    return safe_turns_of_hand(g, point + 0, hand, look(g, point & BASE)) == (0, 0, 0)


def legal_turns(g: Position, seat: int) -> tuple[int, int, int]:
    """By slot of the seat's hand: the turns, as in `SAFE_TURNS`, in which the tile may be placed (P2, P3)."""
    point, hand = g[MARK + seat] + 0, HAND + seat * 3
    first, second, third = safe_turns_of_hand(g, point, hand, look(g, point & BASE))
    if first | second | third == 0:
        first, second, third = ALL_TURNS[g[hand]] + 0, ALL_TURNS[g[hand + 1]] + 0, ALL_TURNS[g[hand + 2]] + 0
    return first, second, third


def list_placements(g: Position, seat: int, shapes: list[int]) -> int:
    """Write the shapes that the seat may place, at most twelve; returns how many they are."""
    first, second, third = legal_turns(g, seat)
    turns, n = first & 15 | (second & 15) << 4 | (third & 15) << 8, 0
    for at in range(12):
        if turns >> at & 1:
            shapes[n] = g[HAND + seat * 3 + (at >> 2)] * 32 + (at & 3) * 8
            n += 1
    return n


INLINED = {is_legal}
"""What is worth inlining when compiled: what every step needs."""
