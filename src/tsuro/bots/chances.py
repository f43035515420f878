"""From what a search expects to chances as they come true.

A search is too sure of itself, or not sure enough: it knows neither how well the others really play nor what it
has overlooked. `scripts/calibration.py` compares what it expected with what was won, and writes for every kind of
choice and number of seats in play a line from the odds that it expects to those that come true. The line never
falls, so the order of actions stays the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import exp, log
from typing import Literal, TypeAlias, get_args

from tsuro.fast.value import chances
from tsuro.game.edition import Edition, Goal
from tsuro.game.state import EXCHANGE, State

__all__ = ["KINDS", "MOST", "SURE", "Kind", "calibrated", "kind_of"]

Kind: TypeAlias = Literal["placement", "exchange", "longest-path", "most-crossings", "open-tiles"]
"""Choices whose chances are corrected alike; in variants, placements."""

KINDS: tuple[Kind, ...] = get_args(Kind)
SURE = 0.005  # no search is surer than that
MOST = round(log((1 - SURE) / SURE), 3)  # the odds of that


def kind_of(position: State) -> Kind | None:
    """None for solo games, where no win is shared: what is expected there is a score."""
    edition: Edition = position.setup.edition
    if edition.solo:
        return None
    if edition.goal is not Goal.LAST_MARKER:
        return "longest-path" if edition.goal is Goal.LONGEST_PATH else "most-crossings"
    if edition.open_tiles:
        return "open-tiles"
    return "exchange" if position.phase is EXCHANGE else "placement"


def calibrated(share: float, kind: Kind | None, seats: int) -> float:
    """The share of the win that follows when the search expects this one, with this number of seats in play."""
    if kind is None:
        return share
    bounded = min(max(share, SURE), 1 - SURE)
    return 1 / (1 + exp(-_along(chances()[kind][seats], log(bounded / (1 - bounded)))))


def _along(line: Sequence[Sequence[float]], odds: float) -> float:
    """Where a line of straight pieces is at these odds; its ends are as far as odds go."""
    for (left, low), (right, high) in pairwise(line):
        if odds <= right:
            return low + (high - low) * (odds - left) / (right - left)
    return line[-1][1]
