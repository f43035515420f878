"""From what a search expects to chances as they come true.

A search is too sure of itself, or not sure enough: it knows neither how well the others really play nor what it
has overlooked. `scripts/calibration.py` compares what it expected with what was won, and writes for every number
of seats in play how the odds are to be changed. The order of actions stays the same.
"""

from __future__ import annotations

from math import exp, log

from tsuro.fast.value import chances

__all__ = ["calibrated"]

SURE = 0.005  # no search is surer than that


def calibrated(share: float, seats: int) -> float:
    """The share of the win that follows when the search expects this one, with this number of seats in play."""
    slope, offset = chances()[seats]
    bounded = min(max(share, SURE), 1 - SURE)
    return 1 / (1 + exp(-slope * log(bounded / (1 - bounded)) - offset))
