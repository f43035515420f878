"""Tsuro in Gymnasium: its own checks pass, one game and many are the same, and the game is ours."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from tests.rl.environments.by_the_rules import swap_hidden_tiles

from tsuro import ImpossibleSetup
from tsuro.bots import UnknownBot
from tsuro.fast.core import INTERPRETED
from tsuro.rl import ACTIONS, Game, batch
from tsuro.rl.gymnasium import TsuroEnv, TsuroVectorEnv

NAME = "tsuro.rl.gymnasium:tsuro/Tsuro-v0"
TABLES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 4, "edition": "classic", "draw_marks": True, "opponents": ["greedy", "random", "greedy"]},
    {"players": 8, "edition": "modern+bonus", "draw_marks": True, "seat": 7, "opponents": "greedy"},
    {"players": 3, "first": None, "seats": 8, "face_north": True},
]


def _some_id(mask: NDArray[Any], number: int) -> int:
    """One of the legal ids, the same for the same number."""
    legal = np.flatnonzero(mask)
    return int(legal[number * 7919 % len(legal)])


def _episode(env: TsuroEnv, *, seed: int | None) -> Iterator[tuple[Any, ...]]:
    """Everything that one episode gives out."""
    row, info = env.reset(seed=seed)
    yield row, 0.0, False, info
    ended, number = False, 0
    while not ended:
        row, reward, ended, truncated, info = env.step(_some_id(info["action_mask"], number))
        assert not truncated
        number += 1
        yield row, reward, ended, info


# One seat


@pytest.mark.parametrize("options", [{}, *TABLES, {"players": 3, "opponents": ["apprentice", "dragon:50"]}])
def test_gymnasiums_own_check_passes(options: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(NAME, **options).unwrapped
    assert env.spec is not None
    assert not env.spec.nondeterministic  # or the check would leave out a part
    check_env(env)
    assert "in the draw pile" in capsys.readouterr().out  # the mode for people was tried, too


def test_actions_drawn_from_the_space_are_legal() -> None:
    env = TsuroEnv(players=3)
    space = env.action_space
    assert (space == Discrete(ACTIONS), space.contains(ACTIONS - 1), space.contains(ACTIONS)) == (
        True,
        True,
        False,
    )
    assert len({space.sample() for _ in range(200)}) > 100  # before the first game, any
    for seed in range(10):
        env.reset(seed=seed)
        ended, drawn = False, []
        space.seed(seed)
        while not ended:
            kept = deepcopy(space)
            drawn.append(space.sample())
            assert pickle.loads(pickle.dumps(kept)).sample() == drawn[-1]
            _, _, ended, _, info = env.step(drawn[-1])
            info["action_mask"][:] = 1  # it is the caller's
        space.seed(seed)
        env.reset(seed=seed)
        for action in drawn:
            assert space.sample() == action
            env.step(action)
    space.seed(7)
    first = space.sample()
    assert env.reset(seed=7)[1]["action_mask"][first]  # seeded before the game, it draws for that game
    only = np.zeros(ACTIONS, dtype=np.int8)
    only[200] = 1
    assert space.sample(mask=only) == space.sample(probability=only / 1.0) == 200


@pytest.mark.parametrize("options", TABLES)
def test_what_a_seat_gets_is_what_the_game_says(options: dict[str, Any]) -> None:
    env = TsuroEnv(**options)
    players = options["players"]
    for seed in range(6):
        for row, reward, ended, info in _episode(env, seed=seed):
            game, seat = env.game, info["seat"]
            assert env.observation_space.contains(row)
            assert np.array_equal(row, game.observe(seat))
            assert info["ranks"].tolist() == game.ranks().tolist()
            if not ended:
                assert (game.active, reward) == (seat, 0.0)
                assert np.array_equal(env.action_masks(), game.mask())
                assert np.array_equal(info["action_mask"], game.mask())
        assert not env.action_masks().any()
        share = env.game.shares()[seat]
        assert reward == pytest.approx((players * share - 1) / (players - 1))
        assert bool(info["ranks"][seat] == 1) is bool(share)
        assert "seat" not in options or seat == options["seat"]


def test_a_seat_is_drawn_for_each_game_unless_one_is_given() -> None:
    env = TsuroEnv(players=3)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1, 2}


def test_bots_play_by_name_and_repeat_themselves() -> None:
    env = TsuroEnv(players=4, edition="modern+bonus", opponents=["apprentice", "random", "guardian"], seat=1)
    first = [(row.tobytes(), reward) for row, reward, _, _ in _episode(env, seed=5)]
    assert [(row.tobytes(), reward) for row, reward, _, _ in _episode(env, seed=5)] == first
    assert [(row.tobytes(), reward) for row, reward, _, _ in _episode(env, seed=None)] != first
    env.close()


def test_a_copy_goes_on_as_the_original_would() -> None:
    env = TsuroEnv(players=3, draw_marks=True, opponents=["greedy", "apprentice"])
    _, info = env.reset(seed=2)
    copy = deepcopy(env)
    action = _some_id(info["action_mask"], 3)
    (row, reward, ended, _, _), (other, *others) = env.step(action), copy.step(action)
    assert np.array_equal(row, other)
    assert others[:2] == [reward, ended]
    assert np.array_equal(env.reset()[0], copy.reset()[0])


def test_without_a_render_mode_a_warning_says_that_nothing_is_shown() -> None:
    env = TsuroEnv(players=2)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="made without a render_mode"):
        assert env.render() is None


def test_greedy_opponents_are_better_than_random_ones() -> None:
    def mean_reward(opponents: str) -> float:
        env = TsuroEnv(players=2, draw_marks=True, opponents=opponents)
        return float(np.mean([list(_episode(env, seed=seed))[-1][1] for seed in range(60)]))

    assert mean_reward("greedy") < mean_reward("random") - 0.2


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = TsuroEnv(players=3, seat=0)
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    before = env.game.state()
    for action in (48, -1, ACTIONS):
        with pytest.raises(InvalidAction):
            env.step(action)
    assert env.game.state() == before
    lost = TsuroEnv(players=3, seat=0, illegal="lose")
    lost.reset(seed=1)
    _, reward, terminated, _, info = lost.step(48)
    assert (reward, terminated, info["action_mask"].any()) == (-1.0, True, False)
    with pytest.raises(ResetNeeded):
        lost.step(0)


def test_what_cannot_be_played_is_refused_with_a_sentence() -> None:
    with pytest.raises(ImpossibleSetup, match="3 players need 2 opponents, not 1"):
        TsuroEnv(players=3, opponents=["random"])
    with pytest.raises(ImpossibleSetup, match="there is no seat 3"):
        TsuroEnv(players=3, seat=3)
    with pytest.raises(UnknownBot):
        TsuroEnv(players=2, opponents="kraken")
    with pytest.raises(ImpossibleSetup, match="not 'laugh'"):
        TsuroEnv(illegal="laugh")  # type: ignore[arg-type]  # -- that is what is tested
    with pytest.raises(ImpossibleSetup, match="guardian cannot play many games"):
        TsuroVectorEnv(2, opponents="guardian")
    with pytest.raises(ImpossibleSetup, match="every seat"):
        TsuroVectorEnv(2, opponents="self-play", seat=1)


def test_nobody_can_tell_hidden_tiles_apart() -> None:
    env, pairs = TsuroEnv(players=4, edition="modern+bonus", seat=2), 0
    for row, _, ended, info in _episode(env, seed=4):
        other = None if ended else swap_hidden_tiles(env.game, 2)
        if other is not None:
            assert np.array_equal(other.observe(2), row)
            assert np.array_equal(other.mask(), info["action_mask"])
            assert np.array_equal(other.ranks(), info["ranks"])
            pairs += 1
    assert pairs > 3


# Many games


@pytest.mark.parametrize("options", TABLES)
def test_many_games_are_those_of_one_environment_each(options: dict[str, Any]) -> None:
    envs = gymnasium.make_vec(NAME, num_envs=5, **options)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    singles = [TsuroEnv(**options) for _ in range(5)]
    rows, infos = envs.reset(seed=10)
    seen = [env.reset(seed=10 + n) for n, env in enumerate(singles)]
    ends = 0
    for number in range(60):
        assert envs.observation_space.contains(rows)
        for n, (row, info) in enumerate(seen):
            assert np.array_equal(rows[n], row)
            assert np.array_equal(infos["action_mask"][n], info["action_mask"])
            assert infos["seat"][n] == info["seat"]
        actions = np.array([_some_id(mask, number) for mask in infos["action_mask"]])
        rows, rewards, ended, truncated, infos = envs.step(actions)
        assert not truncated.any()
        for n, env in enumerate(singles):
            row, reward, single_ended, _, info = env.step(int(actions[n]))
            assert (rewards[n], ended[n]) == (reward, single_ended)
            seen[n] = row, info
            if single_ended:
                assert np.array_equal(infos["final_obs"][n], row)
                assert infos["final_info"]["ranks"][n].tolist() == info["ranks"].tolist()
                assert infos["final_info"]["seat"][n] == info["seat"]
                seen[n] = env.reset()
                ends += 1
    assert ends > 5
    envs.close()


def test_in_self_play_every_decision_is_the_callers() -> None:
    envs = TsuroVectorEnv(6, players=3, edition="classic", opponents="self-play")
    rows, infos = envs.reset(seed=3)
    games = [Game(envs.batch.options[0], seed=3 + n) for n in range(6)]
    ends = 0
    for number in range(80):
        movers = infos["seat"].copy()
        for n, game in enumerate(games):
            assert game.active == movers[n]
            assert np.array_equal(rows[n], game.observe())
            assert np.array_equal(infos["action_mask"][n], game.mask())
        actions = np.array([_some_id(mask, number) for mask in infos["action_mask"]])
        rows, rewards, ended, _, infos = envs.step(actions)
        for n, game in enumerate(games):
            game.step(int(actions[n]))
            assert ended[n] == game.is_over
            if game.is_over:
                everybody = (3 * game.shares() - 1) / 2
                assert infos["rewards"][n].tolist() == everybody.tolist()
                assert rewards[n] == everybody[movers[n]]
                assert np.array_equal(infos["final_obs"][n], game.observe(int(movers[n])))
                assert infos["final_info"]["ranks"][n].tolist() == game.ranks().tolist()
                game.reset()
                ends += 1
            else:
                assert rewards[n] == 0
    assert ends > 5


def test_an_illegal_action_in_one_game_changes_none() -> None:
    envs = TsuroVectorEnv(3, players=2, seat=0)
    _, infos = envs.reset(seed=1)
    before = envs.batch.observe(infos["seat"]).copy()
    with pytest.raises(InvalidAction, match="game 1: the id 48"):
        envs.step(np.array([0, 48, 0]))
    assert np.array_equal(envs.batch.observe(infos["seat"]), before)


def test_what_a_step_gave_out_is_still_good_after_the_next() -> None:
    envs = TsuroVectorEnv(4, players=2, opponents="self-play")
    rows, infos = envs.reset(seed=1)
    kept, masks = rows.copy(), infos["action_mask"].copy()
    after, *_ = envs.step(envs.batch.random_ids())
    assert np.array_equal(rows, kept)
    assert np.array_equal(infos["action_mask"], masks)
    assert not np.array_equal(after, kept)


def test_observations_can_be_left_out() -> None:
    envs = TsuroVectorEnv(4, players=2, opponents="self-play", observations=False)
    rows, infos = envs.reset(seed=[1, 2, 3, 4])
    assert np.array_equal(
        envs.batch.observe(), TsuroVectorEnv(4, players=2, opponents="self-play").reset(seed=1)[0]
    )
    assert envs.observation_space.contains(rows)
    assert rows.shape == (4, 0)
    assert "action_mask" not in infos
    masks = envs.action_masks()
    rows, *_ = envs.step(masks.argmax(axis=1))
    assert rows.shape == (4, 0)


def test_both_forms_of_the_core_play_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(opponents: str) -> list[object]:
        envs = TsuroVectorEnv(3, players=3, edition="modern+bonus", draw_marks=True, opponents=opponents)
        _, infos = envs.reset(seed=1)
        seen: list[object] = []
        for number in range(25):
            actions = np.array([_some_id(mask, number) for mask in infos["action_mask"]])
            rows, rewards, ended, _, infos = envs.step(actions)
            seen += [rows.tobytes(), rewards.tolist(), ended.tolist()]
        return seen

    compiled = [played(opponents) for opponents in ("greedy", "self-play")]
    monkeypatch.setattr(batch, "default_core", lambda: INTERPRETED)
    assert [played(opponents) for opponents in ("greedy", "self-play")] == compiled
