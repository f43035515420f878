"""Which shapes the active player may place."""

from __future__ import annotations

from tsuro.fast.layout import ACTIVE, ALL_TURNS, HAND, MARK, TURNS, Position
from tsuro.fast.placement import follow, is_harmful, safe_turns

__all__ = ["PLACEMENTS", "any_safe", "is_legal", "legal_shapes"]

PLACEMENTS = 12  # of three tiles, each turned in at most four ways


def is_legal(g: Position, shape: int) -> bool:
    """Whether the active player may place the shape (P1 to P3)."""
    point, hand, tile = g[MARK + g[ACTIVE]], HAND + g[ACTIVE] * 3, shape >> 5
    if tile not in (g[hand], g[hand + 1], g[hand + 2]) or shape & 7 or (shape >> 3 & 3) >= TURNS[tile]:
        return False
    if not is_harmful(g, follow(g, point & ~7, shape, point & 7)):
        return True
    return not any_safe(g, point, hand)


def any_safe(g: Position, point: int, hand: int) -> bool:
    """Whether a tile of the hand can be placed without harming the marker."""
    turns = safe_turns(g, point, g[hand]) | safe_turns(g, point, g[hand + 1]) | safe_turns(g, point, g[hand + 2])
    return turns != 0


def legal_shapes(g: Position, shapes: list[int]) -> None:
    """Write the shapes that the active player may place, each at slot * 4 + turns."""
    point, hand = g[MARK + g[ACTIVE]], HAND + g[ACTIVE] * 3
    forced = not any_safe(g, point, hand)
    for slot in range(3):
        tile = g[hand + slot] + 0
        turns = ALL_TURNS[tile] + 0 if forced else safe_turns(g, point, tile)
        for turn in range(4):
            shapes[slot * 4 + turn] = tile * 32 + turn * 8 if turns >> turn & 1 else 0
