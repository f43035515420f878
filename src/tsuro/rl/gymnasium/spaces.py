"""The space of the 224 action ids, which knows what is legal now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray

from tsuro.fast.ids import ACTIONS

__all__ = ["ActionIds"]

Mask = NDArray[np.int8]


class ActionIds(Discrete[np.int64]):
    """All 224 ids, of which `sample()` draws one that is legal now; any, if none is.

    Gymnasium's own check, and programs that try an environment at random, do not look at masks. They give the
    space and the next game the same seed, in either order: `seed(n)` therefore draws for the game that
    `reset(seed=n)` begins, until the environment is reset or stepped. In everything else it is the `Discrete` that
    it equals.
    """

    def __init__(self, opening: Callable[[int], Mask]) -> None:
        """`opening` says what is legal first in the game that a seed begins."""
        super().__init__(ACTIONS)
        self._opening: Callable[[int], Mask] | None = opening
        self.legal: Mask = np.zeros(ACTIONS, dtype=np.int8)  #: a copy of the space has its own

    def seed(self, seed: int | None = None) -> int:
        """Seed the draws, and draw for the game that this seed begins."""
        if seed is not None and self._opening is not None:
            self.legal = self._opening(seed)
        return super().seed(seed)

    def sample(self, mask: Mask | None = None, probability: NDArray[Any] | None = None) -> np.int64:
        """A legal id, or one by a mask or by probabilities that are given, as in `Discrete`."""
        if mask is None and probability is None and self.legal.any():
            mask = self.legal
        return super().sample(mask, probability)

    def __getstate__(self) -> dict[str, Any]:
        """Without the way back to its environment, which may be playing with programs: a copy is for drawing."""
        return self.__dict__ | {"_opening": None}
