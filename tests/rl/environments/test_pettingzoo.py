"""Tsuro in PettingZoo: its own checks pass, and the game is ours."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pettingzoo
import pytest
from tests.rl.environments.by_the_rules import Shadow, legal_ids, swap_hidden_tiles
from tests.rl.environments.checks import api_test, of_masks, render_test, seed_test

from tsuro import ImpossibleSetup, read_edition
from tsuro.game.outcome import outcome
from tsuro.rl import ACTIONS, Game, IllegalAction, Options
from tsuro.rl.pettingzoo import tsuro_v0

TABLES = [
    {"players": 4},
    {"players": 2, "edition": "classic", "draw_marks": True},
    {"players": 8, "edition": "modern+bonus", "eliminated_stay": True, "draw_marks": True},
    {"players": 5, "edition": "classic+no-ramming", "first": None, "seats": 8},
    {"players": 3, "edition": "modern+pass-the-pile", "face_north": True},
]
FIERCE: dict[str, Any] = {"players": 6, "edition": "classic", "draw_marks": True}


def _new(**options: Any) -> tsuro_v0.raw_env:
    env = tsuro_v0.raw_env(**options)
    env.reset(seed=1)
    return env


def _choice(env: tsuro_v0.raw_env, random: Random) -> int | None:
    _, _, terminated, _, info = env.last()
    return None if terminated else int(random.choice(np.flatnonzero(info["action_mask"])))


@pytest.mark.parametrize("options", TABLES)
def test_pettingzoos_own_checks_pass(options: dict[str, Any]) -> None:
    env = tsuro_v0.env(**options)
    api_test(env, num_cycles=60)
    assert str(env) == "tsuro_v0"
    seed_test(lambda: tsuro_v0.env(**options), num_cycles=20)


@of_masks
def test_masks_can_be_part_of_the_observations() -> None:
    api_test(tsuro_v0.env(players=3, draw_marks=True, masks_in_observations=True), num_cycles=60)
    env, plain = _new(players=3, masks_in_observations=True), _new(players=3)
    for agent in env.agents:
        seen = env.observe(agent)
        assert env.observation_space(agent).contains(seen)
        assert np.array_equal(seen["observation"], plain.observe(agent))
        assert np.array_equal(seen["action_mask"], plain.infos[agent]["action_mask"])


def test_pettingzoo_knows_it_by_name() -> None:
    env = pettingzoo.make("aec", "tsuro/tsuro_v0", players=3)
    env.reset(seed=1)
    assert len(env.agents) == 3


def test_every_way_to_look_at_it_works(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda **mode: tsuro_v0.env(players=3, draw_marks=True, **mode))
    assert "in the draw pile" in capsys.readouterr().out
    env = _new(render_mode="ansi")
    assert "player_0 is to choose a start mark." in str(env.render())
    env.close()
    with pytest.raises(ImpossibleSetup, match="render mode 'film'"):
        tsuro_v0.env(render_mode="film")


@pytest.mark.parametrize("options", [FIERCE, {"players": 4, "edition": "modern+bonus"}])
def test_it_is_the_game_of_the_rules(options: dict[str, Any]) -> None:
    env, random = _new(**options), Random(1)
    compared = 0
    for seed in range(4):
        env.reset(seed=seed)
        shadow = Shadow(env.game)
        twin = Game(env.game.options, seed=seed)
        for agent in env.agent_iter():
            seat = int(agent[-1])
            seen = env.observe(agent)
            assert np.array_equal(seen, twin.observe(seat))
            mask = env.infos[agent]["action_mask"]
            if (action := _choice(env, random)) is not None:
                assert seat == twin.active
                assert np.array_equal(mask, twin.mask())
                if not shadow.ids:
                    assert set(np.flatnonzero(mask)) <= legal_ids(shadow.before)
                twin.step(action)
            env.step(action)
            if action is not None:
                shadow.follow(action)
        assert outcome(shadow.before) is not None
        compared += shadow.compared
    assert compared > 30


@pytest.mark.parametrize("eliminated", ["leave", "stay"])
def test_rewards_add_up_to_zero_and_ranks_are_those_of_the_rules(eliminated: str) -> None:
    env, random = _new(**FIERCE, eliminated_stay=eliminated == "stay"), Random(2)
    for seed in range(5):
        env.reset(seed=seed)
        total, ranks, left_early = dict.fromkeys(env.possible_agents, 0.0), {}, 0
        for agent in env.agent_iter():
            _, reward, terminated, truncated, info = env.last()
            total[agent] += reward
            assert not truncated
            assert ("rank" in info) is terminated
            assert bool(info["action_mask"].any()) is not terminated
            if terminated:
                ranks[agent] = info["rank"]
                left_early += not env.game.is_over
            env.step(_choice(env, random))
        assert env.agents == []
        end = outcome(env.game.state())
        assert end is not None
        assert abs(sum(total.values())) < 1e-12
        assert list(total.values()) == pytest.approx([(6 * end.share(seat) - 1) / 5 for seat in range(6)])
        assert [ranks[agent] for agent in env.possible_agents] == env.game.ranks().tolist()
        assert (left_early > 0) is (eliminated == "leave")


def test_only_the_one_who_decides_has_actions() -> None:
    env = _new(players=3)
    masks = {agent: env.infos[agent]["action_mask"] for agent in env.agents}
    assert [int(mask.sum()) for mask in masks.values()] == [48, 0, 0]
    assert all(mask.dtype == np.int8 for mask in masks.values())


def test_what_is_not_allowed_changes_nothing_or_ends_the_game_as_pettingzoo_does() -> None:
    env = _new(players=3)
    before = env.game.state()
    for action in (48, ACTIONS, -1):
        with pytest.raises(IllegalAction):
            env.step(action)
    assert env.game.state() == before
    assert env.agent_selection == "player_0"
    checked = tsuro_v0.env(players=3)
    checked.reset(seed=1)
    checked.step(48)
    assert checked.rewards == {"player_0": -1.0, "player_1": 0, "player_2": 0}
    assert all(checked.terminations.values())
    with pytest.raises(AssertionError, match="action space"):
        checked.step(ACTIONS)


def test_nobody_can_tell_hidden_tiles_apart() -> None:
    env, random, pairs = _new(players=4, edition="modern+bonus", draw_marks=True), Random(3), 0
    while env.agents:
        for seat, agent in enumerate(env.possible_agents):
            if (other := swap_hidden_tiles(env.game, seat)) is not None and not env.game.is_over:
                mine, env._game = env._game, other
                seen = env.observe(agent)
                assert seat != mine.active or np.array_equal(other.mask(), env.infos[agent]["action_mask"])
                env._game = mine
                assert np.array_equal(seen, env.observe(agent))
                pairs += 1
        env.step(_choice(env, random))
    assert pairs > 20


def test_a_game_without_a_seed_is_a_new_one_and_copies_are_made_by_pickling() -> None:
    env, other = tsuro_v0.raw_env(players=2), tsuro_v0.raw_env(players=2)
    env.reset()
    other.reset()
    assert env.game.state() != other.game.state()
    copy = pickle.loads(pickle.dumps(tsuro_v0.raw_env(**FIERCE)))
    assert copy.game.options == Options(players=6, edition=read_edition("classic"), draw_marks=True)
