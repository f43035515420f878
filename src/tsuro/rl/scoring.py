"""What a result is worth to those who learn."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["rewards_of"]


def rewards_of(shares: NDArray[np.float64], players: int) -> NDArray[np.float64]:
    """Shares of the win as rewards with a sum of zero: 1 for a winner alone, -1 / (players - 1) for a loser.

    >>> rewards_of(np.array([0.5, 0.5, 0.0]), 3)
    array([ 0.25,  0.25, -0.5 ])
    """
    return (shares * players - 1) / (players - 1)
