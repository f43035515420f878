"""Measuring games of OpenSpiel."""

from __future__ import annotations

import tsuro.rl.openspiel  # noqa: F401 -- registers the game
from tsuro.bench import openspiel_speeds


def test_ours_and_one_of_openspiels_are_measured_in_one_run() -> None:
    speeds = openspiel_speeds(["python_tsuro", "connect_four"], 0.02)
    assert list(speeds) == ["python_tsuro", "connect_four"]
    assert all(speed.clones > 0 and speed.steps > 0 for speed in speeds.values())
