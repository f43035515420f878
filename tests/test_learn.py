"""The bot `learned` learns from a data set and from its own games, and its weights say how."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from scripts.learn import Budget, learn
from scripts.learned_page import MEETINGS, PAGE, WEIGHTS, measure, table, write_page

from tsuro import Match
from tsuro.bots import Learned
from tsuro.fast.core import Core
from tsuro.fast.learned import learned_weights
from tsuro.rl.selfplay import SelfPlay, run_selfplay

pytestmark = pytest.mark.slow


def test_a_little_learning_lowers_the_loss_and_gives_a_bot(tmp_path: Path, compiled: Core) -> None:
    assert compiled.compiled
    run_selfplay(SelfPlay(bot="dragon:60", games=16, players=(2, 3)), tmp_path / "data", processes=0)
    budget = Budget(units=8, epochs=4, rounds=2, games=8)
    said: list[str] = []
    card = learn(tmp_path / "data", tmp_path / "weights.json", budget, show=said.append)
    assert card["losses"][-1] < card["losses"][0]
    assert said[-1] == "round 2 of 2"
    found = json.loads((tmp_path / "weights.json").read_text(encoding="utf-8"))
    assert found["card"] == card
    bot, match = Learned(Random(1), weights=found["weights"]), Match(players=3, seed=1)
    while not match.is_over:
        match.submit(match.active, bot.choose(match.view(match.active)))
    assert match.outcome is not None


def test_the_weights_of_the_package_have_a_card() -> None:
    found = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    assert tuple(found["weights"]) == learned_weights()
    assert found["card"]["data"]["bot"].startswith("dragon:")
    assert found["card"]["losses"] == sorted(found["card"]["losses"], reverse=True)
    assert WEIGHTS.stat().st_size < 200_000


def test_the_page_shows_the_scores_of_the_card() -> None:
    scores = json.loads(WEIGHTS.read_text(encoding="utf-8"))["card"]["scores"]
    assert [(row["against"], row["players"]) for row in scores] == [meeting[:2] for meeting in MEETINGS]
    assert table(scores) in PAGE.read_text(encoding="utf-8")
    assert write_page("a\n<!-- scores -->\nold\n<!-- end -->", scores[:1]).count("\n") == 5


def test_a_meeting_is_measured_in_the_arena() -> None:
    assert measure("wanderer", 2, 2)["games"] == 2
