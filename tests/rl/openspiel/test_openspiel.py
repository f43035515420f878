"""OpenSpiel's own tests, its serialisation, its playthroughs and one of its bots."""

from __future__ import annotations

import pickle
import runpy
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.bots.uniform_random import UniformRandomBot
from open_spiel.python.rl_environment import Environment
from tests.rl.openspiel.playing import GAMES, begin, decisions, load

from tsuro.fast.core import INTERPRETED
from tsuro.rl.openspiel import moment

ROOT = Path(__file__).parents[3]
PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
GOLDENS = runpy.run_path(str(ROOT / "scripts" / "goldens.py"))


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_random_simulation(name: str) -> None:
    game = load(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    assert game.num_players() >= 2


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_test_of_all_games(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    from open_spiel.python.tests import games_sim_test  # noqa: PLC0415 -- it loads all of SciPy, in every process

    np.random.seed(1)  # OpenSpiel's test draws from it
    games_sim_test.GamesSimTest().sim_game(load(name))
    assert "terminated with" in capsys.readouterr().out


@pytest.mark.parametrize("name", GAMES)
def test_a_state_can_be_stored(name: str) -> None:
    for number, state in enumerate(decisions(name, 1)):
        if number % 8 == 0:
            copies = [state.clone(), pickle.loads(pickle.dumps(state))]
            copies.append(state.get_game().deserialize_state(state.serialize()))
            copies.append(
                pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(load(name), state))[1]
            )
            for copy in copies:
                assert str(copy) == str(state)
                assert copy.history() == state.history()
                assert copy.legal_actions() == state.legal_actions()
                assert copy.information_state_string(0) == state.information_state_string(0)


def test_a_copy_goes_its_own_way() -> None:
    state = begin("python_tsuro")
    before, copy = str(state), state.clone()
    copy.apply_action(4)
    assert (str(state), state.history()) == (before, [])
    assert copy.history() == [4]


def test_a_game_can_be_stored() -> None:
    game = load(GAMES[2])
    assert pickle.loads(pickle.dumps(game)) == game


def test_the_game_goes_as_it_always_went() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in PLAYTHROUGHS.glob("*.txt")}
    assert dict(GOLDENS["openspiel_playthroughs"]()) == written


@pytest.mark.parametrize("name", ["python_tsuro", "python_tsuro(players=3,edition=classic)"])
def test_openspiels_search_plays_a_game(name: str) -> None:
    game = load(name)
    random = np.random.RandomState(3)
    searching = ISMCTSBot(
        game, RandomRolloutEvaluator(1, random), uct_c=1.0, max_simulations=4, random_state=random
    )
    bots = [searching, *(UniformRandomBot(seat, random) for seat in range(1, game.num_players()))]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(random.choice([outcome for outcome, _ in state.chance_outcomes()]))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    assert sum(state.returns()) == pytest.approx(0)


def test_openspiels_environment_runs_on_it() -> None:
    environment = Environment(load("python_tsuro(start_marks=drawn)"))
    environment.seed(1)
    step = environment.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == environment.observation_spec()["info_state"][0]
        step = environment.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == 0


def test_observers_work_from_the_other_side_of_openspiel() -> None:
    state = begin("python_tsuro")
    ours = state.get_game().make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    ours.set_from(state, 1)
    assert state.information_state_tensor(1) == ours.tensor.tolist()
    assert state.information_state_string(1) == ours.string_from(state, 1)


def test_both_forms_of_the_core_tell_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = [(str(state), state.observation_tensor(0)) for state in decisions(GAMES[1], 2)]
    monkeypatch.setattr(moment, "default_core", lambda: INTERPRETED)
    assert [(str(state), state.observation_tensor(0)) for state in decisions(GAMES[1], 2)] == compiled


def test_without_openspiel_a_sentence_says_what_to_install() -> None:
    program = "import sys; sys.modules['pyspiel'] = None; import tsuro.rl.openspiel"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "pip install 'tsuro[openspiel]'" in done.stderr.splitlines()[-1]
