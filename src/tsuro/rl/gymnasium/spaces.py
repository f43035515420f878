"""The space of the 224 action ids, which knows what is legal now."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from tsuro.fast.ids import ACTIONS

__all__ = ["ActionIds"]


class ActionIds(Discrete[np.int64]):
    """All 224 ids, of which `sample()` draws one that is legal now; any, if none is.

    Gymnasium's own check, and programs that try an environment at random, do not look at masks. In everything
    else it is the `Discrete` that it equals.
    """

    def __init__(self) -> None:
        super().__init__(ACTIONS)
        self.legal: NDArray[np.int8] = np.zeros(ACTIONS, dtype=np.int8)  #: a copy of the space has its own

    def sample(self, mask: NDArray[np.int8] | None = None, probability: NDArray[Any] | None = None) -> np.int64:
        """A legal id, or one by a mask or by probabilities that are given, as in `Discrete`."""
        if mask is None and probability is None and self.legal.any():
            mask = self.legal
        return super().sample(mask, probability)
