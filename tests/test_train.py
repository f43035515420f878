"""The dragon's value is trained on games of its own, and what people are shown is corrected by more of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest
from scripts import start_marks
from scripts.calibration import Shown, bins_of, correct, fit, shown_in_games
from scripts.train import Budget, train

from tsuro.bots.chances import KINDS, MOST, Kind
from tsuro.bots.dragon import EXPLORE
from tsuro.bots.imagination import Imagination, Tree
from tsuro.fast.core import Core
from tsuro.fast.position import shape_of
from tsuro.fast.value import VALUE_WEIGHTS, mark_worth
from tsuro.game.actions import PlayTile
from tsuro.game.state import PLAY_TILE
from tsuro.match import Match

pytestmark = pytest.mark.slow


def test_a_little_training_lowers_the_loss_and_gives_weights(tmp_path: Path, compiled: Core) -> None:
    assert compiled.compiled
    target, said = tmp_path / "value.json", list[str]()
    budget = Budget(rounds=(60, 60), playouts=30, epochs=4)
    card = train(target, budget, show=said.append)
    assert len(card["rounds"]) == 2
    assert len(said) == 4
    for about in card["rounds"][-1]:
        assert about["losses"][-1] < about["losses"][0]
    found = json.loads(target.read_text(encoding="utf-8"))
    assert found["card"] == json.loads(json.dumps(card))
    assert len(found["weights"]) == VALUE_WEIGHTS
    assert tried_with(found["weights"], compiled) == 50
    start_marks.find(target, games=30)
    assert len(json.loads(target.read_text(encoding="utf-8"))["marks"]) == len(
        (*mark_worth()[:2], *mark_worth()[2])
    )
    correct(target, part=0.005)
    found = json.loads(target.read_text(encoding="utf-8"))
    assert found["card"].keys() >= {"tsuro", "numba", "budget", "rounds", "marks", "chances"}
    corrected = found["chances"]
    assert corrected.keys() == set(KINDS)
    for of_kind in corrected.values():
        assert len(of_kind) == 9
        assert all(sorted(line) == line and line[0][0] == -MOST and line[-1][0] == MOST for line in of_kind)


def tried_with(weights: Sequence[float], core: Core) -> int:
    """How many playouts the search made after the first placement of a game, with these weights."""
    match = Match(players=2, seed=1)
    while match.state.phase is not PLAY_TILE:
        match.submit(match.active, match.legal_actions[0])
    tree = Tree(Imagination(match.view(match.active), core, Random(1), weights), 100)
    tree.grow(50, EXPLORE)
    return sum(tree.record(shape_of(a.tile))[0] for a in match.legal_actions if isinstance(a, PlayTile))


def test_what_is_too_sure_is_made_less_sure() -> None:
    sure = [Shown(seats=2, share=0.9, won=float(n % 10 < 7)) for n in range(1000)]
    unsure = [Shown(seats=2, share=0.1, won=float(n % 10 < 3)) for n in range(1000)]
    lines = fit([*sure, *unsure, *(Shown(seats=s, share=0.5, won=0.5) for s in (3, 4, 5))])
    low, high = np.log(1 / 9), np.log(9)
    at, odds = zip(*lines[2], strict=True)
    assert np.interp([low, high], at, odds) == pytest.approx([np.log(3 / 7), np.log(7 / 3)], abs=0.05)
    at, odds = zip(*lines[3], strict=True)
    assert np.interp([low, high], at, odds) == pytest.approx([low, high], abs=0.05)


def test_what_is_expected_to_be_better_is_never_shown_as_worse() -> None:
    at_random = [Shown(seats=5, share=0.3 + n % 7 / 20, won=float(n % 7 < 3)) for n in range(700)]
    odds = [other for _, other in fit(at_random)[5]]
    assert odds == sorted(odds)


def test_choices_are_counted_by_the_chance_that_was_shown() -> None:
    [low, high] = bins_of([Shown(seats=2, share=share, won=1.0) for share in (0.31, 0.33, 1.0)])
    assert (low.positions, low.shown, low.won) == (2, 0.32, 1.0)
    assert high.positions == 1


def test_games_show_chances_and_what_came_of_them(compiled: Core) -> None:
    assert compiled.compiled
    shown = shown_in_games("placement", 10, 3)
    assert len(shown) >= 10
    assert all(0 < each.share < 1 and 0 <= each.won <= 1 and 2 <= each.seats <= 8 for each in shown)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "placement"])
def test_exchanges_and_variants_have_chances_of_their_own(kind: Kind, compiled: Core) -> None:
    assert compiled.compiled
    shown = shown_in_games(kind, 5, 3, corrected=False)
    assert len(shown) >= 5
    assert all(0 <= each.share <= 1 for each in shown)


def test_what_start_marks_are_worth_is_found_in_what_was_won() -> None:
    random = np.random.default_rng(1)
    same, two, three = random.integers(0, 2, (3, 5000))
    near = np.column_stack([same, same + two, same + two + three])
    rows = np.column_stack([random.integers(0, 2, 5000), near, random.integers(0, 200, 5000)])
    rows = np.column_stack([rows, random.integers(0, 8, 5000), random.integers(1, 36, (5000, 3))])
    won = rows @ [-0.01, -0.04, -0.02, -0.005, 0.0002, 0.003, 0, 0, 0]
    assert start_marks.worth_from(rows, won) == pytest.approx([0.0002, 0.01, 0.065, 0.025, 0.025, 0.005])
