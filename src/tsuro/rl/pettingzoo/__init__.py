"""Tsuro as an environment of PettingZoo, where the players act in turn: `tsuro_v0`.

Importing this also registers it, for `pettingzoo.make("aec", "tsuro/tsuro_v0")`.

>>> from tsuro.rl.pettingzoo import tsuro_v0
>>> env = tsuro_v0.env(players=3, edition="modern+bonus")
>>> env.reset(seed=1)
>>> env.agents
['player_0', 'player_1', 'player_2']
"""

try:
    import pettingzoo as _pettingzoo
except ImportError:
    raise ImportError("tsuro.rl.pettingzoo needs PettingZoo: pip install 'tsuro[rl]'") from None

from tsuro.rl.pettingzoo import tsuro_v0

__all__ = ["tsuro_v0"]

_pettingzoo.register("aec", "tsuro/tsuro_v0", "tsuro.rl.pettingzoo.tsuro_v0:env")
