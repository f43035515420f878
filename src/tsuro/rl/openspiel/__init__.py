"""Tsuro as a game of OpenSpiel: importing this registers `python_tsuro`."""

try:
    import pyspiel as _pyspiel
except ImportError:
    raise ImportError("tsuro.rl.openspiel needs OpenSpiel: pip install 'tsuro[openspiel]'") from None

from tsuro.rl.openspiel.game import TsuroGame, TsuroState
from tsuro.rl.openspiel.observer import TsuroObserver

__all__ = ["TsuroGame", "TsuroObserver", "TsuroState"]

del _pyspiel
