"""A small network that scores placements by their features: one hidden layer, then one number.

The weights are one row: for each hidden unit, a weight for every feature, its bias, and the weight of its
answer. They were found by `scripts/learn.py`; `learned.json` holds them, with how that was done.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from tsuro.fast.features import FEATURES, features
from tsuro.fast.layout import Position
from tsuro.fast.legal import list_placements

__all__ = ["STRIDE", "learned_placement", "learned_weights", "score"]

STRIDE = FEATURES + 2  # numbers for each hidden unit


@cache
def learned_weights() -> tuple[float, ...]:
    """The weights that come with the package."""
    text = files("tsuro.fast").joinpath("learned.json").read_text(encoding="utf-8")
    return tuple(json.loads(text)["weights"])


def score(inputs: list[float], weights: list[float]) -> float:
    """How much the network likes a placement with these features."""
    total = 0.0
    for unit in range(0, len(weights), STRIDE):
        active = weights[unit + FEATURES]
        for n in range(FEATURES):
            active += weights[unit + n] * inputs[n]
        if active > 0.0:
            total += weights[unit + FEATURES + 1] * active
    return total


def learned_placement(
    g: Position, seat: int, weights: list[float], inputs: list[float], shapes: list[int]
) -> tuple[int, float]:
    """The legal placement with the best score, and the score; the last two rows are written to."""
    best_shape, best = 0, -1e9
    for n in range(list_placements(g, seat, shapes)):
        features(g, seat, shapes[n], inputs)
        value = score(inputs, weights)
        if value > best:
            best_shape, best = shapes[n] + 0, value
    return best_shape, best
