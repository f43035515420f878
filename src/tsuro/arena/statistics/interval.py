"""A mean over blocks, with its interval.

The games of one block share their tiles, so they are not independent; blocks are. An
entrant may have more seats in some blocks than in others: the score is all shares of the
win over all seats, and its error that of a ratio.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

__all__ = ["Tally", "student"]

_NARROW = 1e-9  # a spread of rounding errors only
_FEW = (12.706, 4.303, 3.182, 2.776)  # Student's t at 97.5 %, for 1 to 4 degrees of freedom
_NORMAL = 1.959964


@dataclass(slots=True)
class Tally:
    """Sums over blocks."""

    blocks: int = 0
    seats: int = 0
    shares: float = 0.0
    _seats_squared: float = 0.0
    _shares_squared: float = 0.0
    _product: float = 0.0

    def add(self, *, seats: int, shares: float) -> None:
        """Add a block in which the seats together won this sum of shares."""
        self.blocks += 1
        self.seats += seats
        self.shares += shares
        self._seats_squared += seats * seats
        self._shares_squared += shares * shares
        self._product += seats * shares

    @property
    def score(self) -> float:
        """The mean share of the win for a seat."""
        return self.shares / self.seats if self.seats else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """At 95 %, for a number of blocks that was fixed in advance."""
        if self.blocks < 2:
            return 0.0, 1.0
        score = self.score
        spread = self._shares_squared - 2 * score * self._product + score * score * self._seats_squared
        error = sqrt(max(0.0, spread) * self.blocks / (self.blocks - 1)) / self.seats
        margin = student(self.blocks - 1) * error
        if margin < _NARROW:
            margin = 3 / self.blocks  # after n equal results, exceptions are at most 3 in n
        return max(0.0, score - margin), min(1.0, score + margin)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution, to three digits.

    >>> [round(student(n), 2) for n in (1, 5, 10, 1000)]
    [12.71, 2.57, 2.23, 1.96]
    """
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    z = _NORMAL
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
