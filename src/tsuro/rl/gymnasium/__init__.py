"""Tsuro as an environment of Gymnasium, one game or many: importing this registers `tsuro/Tsuro-v0`.

>>> import gymnasium
>>> import tsuro.rl.gymnasium
>>> env = gymnasium.make("tsuro/Tsuro-v0", players=3, opponents="greedy")
>>> envs = gymnasium.make_vec("tsuro/Tsuro-v0", num_envs=8, players=3)
"""

try:
    import gymnasium as _gymnasium
except ImportError:
    raise ImportError("tsuro.rl.gymnasium needs Gymnasium: pip install 'tsuro[rl]'") from None

from tsuro.rl.gymnasium.one_seat import TsuroEnv
from tsuro.rl.gymnasium.vector import TsuroVectorEnv

__all__ = ["TsuroEnv", "TsuroVectorEnv"]

_gymnasium.register(
    id="tsuro/Tsuro-v0",
    entry_point="tsuro.rl.gymnasium.one_seat:TsuroEnv",
    vector_entry_point="tsuro.rl.gymnasium.vector:TsuroVectorEnv",
)
