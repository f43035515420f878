"""The eight symmetries of the board on arrays of observations, masks and ids.

Symmetries 0 to 3 turn the board clockwise by that many quarter turns; 4 to 7 mirror it first, left to right.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tsuro.fast.core import Core
from tsuro.fast.ids import ACTIONS
from tsuro.fast.symmetry import ID_TO, INVERSE, SYMMETRIES, transform_observations
from tsuro.game.errors import TsuroError
from tsuro.rl.cores import default_core
from tsuro.rl.layout import Layout

__all__ = ["SYMMETRIES", "inverse", "transform_ids", "transform_masks", "transform_rows"]

_IDS = np.array(ID_TO, dtype=np.int64).reshape(SYMMETRIES, ACTIONS)


def inverse(symmetry: int) -> int:
    """The symmetry that undoes this one."""
    return INVERSE[_checked(symmetry)]


def transform_ids(ids: ArrayLike, symmetry: int) -> NDArray[np.int64]:
    """What the ids become when the board is turned and mirrored."""
    given = np.asarray(ids)
    if ((given < 0) | (given >= ACTIONS)).any():
        raise TsuroError(f"there is no such id: ids are 0 to {ACTIONS - 1}")
    turned: NDArray[np.int64] = np.take(_IDS[_checked(symmetry)], given)
    return turned


def transform_masks(masks: NDArray[np.bool_], symmetry: int) -> NDArray[np.bool_]:
    """What the masks become: the last axis is the ids'."""
    return masks[..., _IDS[inverse(symmetry)]]


def transform_rows(
    observations: NDArray[np.uint8], symmetry: int, *, seats: int, core: Core | None = None
) -> NDArray[np.uint8]:
    """What the observations become: the last axis is that of their numbers."""
    core, layout = core or default_core(), Layout(seats)
    layout.check(observations)
    rows = np.ascontiguousarray(observations, dtype=np.uint8).reshape(-1, layout.size)
    symmetries = core.integers([_checked(symmetry)] * len(rows))
    out = core.small_table(len(rows), layout.size)
    core[transform_observations](rows if core.compiled else rows.tolist(), symmetries, seats, out)  # type: ignore[arg-type]  # -- arrays when compiled
    return np.asarray(out, dtype=np.uint8).reshape(observations.shape)


def _checked(symmetry: int) -> int:
    if symmetry not in range(SYMMETRIES):
        raise TsuroError(f"there is no symmetry {symmetry}: there are 0 to {SYMMETRIES - 1}")
    return symmetry
