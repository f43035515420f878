"""How fast the game is, measured in one run."""

from __future__ import annotations

from tsuro.bench.bots import slowest_move
from tsuro.bench.matches import Speed, bytes_per_match, match_speed, views_speed
from tsuro.bench.openspiel import SpielSpeed, openspiel_speeds
from tsuro.bench.sharing import Cost, sharing_cost
from tsuro.bench.simulation import Threads, batch_speed, playout_speeds, threads_speed
from tsuro.bench.yardstick import YardstickError, built_yardstick

__all__ = [
    "Cost",
    "Speed",
    "SpielSpeed",
    "Threads",
    "YardstickError",
    "batch_speed",
    "built_yardstick",
    "bytes_per_match",
    "match_speed",
    "openspiel_speeds",
    "playout_speeds",
    "sharing_cost",
    "slowest_move",
    "threads_speed",
    "views_speed",
]
