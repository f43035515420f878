"""Tsuro for learning: numbered actions, observations as small integers, and thousands of games side by side.

It needs NumPy; with Numba, which the same extra brings, everything is compiled.

>>> from tsuro import rl
>>> game = rl.Game(rl.Options(players=2, draw_marks=True), seed=1)
>>> while not game.is_over:
...     game.step(int(game.legal_ids()[0]))
>>> game.shares().tolist(), game.ranks().tolist()
([0.5, 0.5], [1, 1])
"""

try:
    import numpy as np
except ImportError:
    raise ImportError("tsuro.rl needs NumPy and is faster with Numba: pip install 'tsuro[fast]'") from None

from tsuro.fast.ids import ACTIONS, DONE, action_id, action_ids, action_of, describe_id
from tsuro.rl.batch import Batch
from tsuro.rl.errors import IllegalAction
from tsuro.rl.expanding import expand, feature_names, plane_names
from tsuro.rl.game import Game
from tsuro.rl.layout import Field, Layout
from tsuro.rl.options import Options, Phase
from tsuro.rl.symmetries import SYMMETRIES, inverse, transform_ids, transform_masks, transform_rows

__all__ = [
    "ACTIONS",
    "DONE",
    "SYMMETRIES",
    "Batch",
    "Field",
    "Game",
    "IllegalAction",
    "Layout",
    "Options",
    "Phase",
    "action_id",
    "action_ids",
    "action_of",
    "describe_id",
    "expand",
    "feature_names",
    "inverse",
    "plane_names",
    "transform_ids",
    "transform_masks",
    "transform_rows",
]

del np
