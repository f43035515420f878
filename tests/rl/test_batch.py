"""Many games stepped together are as many single games."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.rl.playing import tables

from tsuro import CLASSIC, TsuroError
from tsuro.fast.core import INTERPRETED, Core
from tsuro.rl import Batch, Game, IllegalAction, Options, Phase

MIXED = [
    Options(players=players, edition=edition, first=None, draw_marks=n % 2 == 0)
    for n, (edition, players) in enumerate(tables())
]


def _singles(batch: Batch, core: Core) -> list[Game]:
    """The same games one by one."""
    games = []
    for n, options in enumerate(batch.options):
        game = Game(options, core=core)
        game._row, game._seed = core.position(batch._rows[n]), int(batch._seeds[n])
        games.append(game)
    return games


def test_a_mixed_batch_is_as_many_single_games(core: Core) -> None:
    batch = Batch(MIXED, games=len(MIXED), seed=5, core=core)
    games, phases = _singles(batch, core), set()
    while not batch.over.all():
        phases.update(batch.phase.tolist())
        assert batch.active.tolist() == [game.active for game in games]
        assert batch.players.tolist() == [game.players for game in games]
        assert np.array_equal(batch.masks(), [game.mask() for game in games])
        actions = batch.random_ids()
        for game, action in zip(games, actions.tolist(), strict=True):
            if not game.is_over:
                game.step(action)
        batch.step(actions)
        assert [list(row) for row in batch._rows] == [list(game._row) for game in games]
    assert phases == {Phase.PLACE_MARKER, Phase.PLAY_TILE, Phase.GIVE_TILE, Phase.TAKE_TILE, Phase.OVER}
    for n, game in enumerate(games):
        assert batch.shares[n, : game.players].tolist() == game.shares().tolist()
        assert batch.ranks[n].tolist() == [*game.ranks().tolist(), *[0] * (8 - game.players)]


def test_batches_in_both_forms_are_the_same(compiled: Core) -> None:
    both = (INTERPRETED, compiled)
    plain, arrays = (Batch(MIXED, games=20, seed=3, auto_reset=True, core=core) for core in both)
    for _ in range(60):
        actions = plain.random_ids()
        assert np.array_equal(arrays.random_ids(), actions)
        for batch in (plain, arrays):
            batch.step(actions)
        assert np.array_equal(plain.ended, arrays.ended)
        assert [list(row) for row in arrays._rows] == plain._rows
    assert np.array_equal(plain.shares, arrays.shares)
    assert np.array_equal(plain.ranks, arrays.ranks)


def test_games_that_end_begin_anew_by_themselves_if_wanted(core: Core) -> None:
    batch = Batch(Options(players=2, draw_marks=True), games=6, seed=1, auto_reset=True, core=core)
    ended = 0
    for _ in range(60):
        batch.step(batch.random_ids())
        assert not batch.over.any()
        ended += int(batch.ended.sum())
        assert np.allclose(batch.shares[batch.ended].sum(axis=1), 1)
        assert (batch.ranks[batch.ended].min(axis=1) == 1).all()
    assert ended > 6


def test_games_that_are_over_stay_as_they_are_until_they_are_reset(core: Core) -> None:
    batch = Batch(Options(players=2, edition=CLASSIC), games=8, seed=4, core=core)
    while not batch.over.any():
        batch.step(batch.random_ids())
    over = batch.over
    assert np.array_equal(batch.ended, over)
    before = [list(row) for row in batch._rows]
    actions = batch.random_ids().copy()
    assert not batch.masks()[over].any()
    actions[over] = 999
    batch.step(actions)
    assert not batch.ended[over].any()
    assert all((list(row) == old) == was for row, old, was in zip(batch._rows, before, over, strict=True))
    running = [list(row) for row in batch._rows]
    batch.reset(over)
    assert not batch.over[over].any()
    assert [list(batch._rows[n]) for n in np.flatnonzero(~over)] == [running[n] for n in np.flatnonzero(~over)]
    batch.reset([0, 1], seed=9)
    again = [list(row) for row in batch._rows[:2]]
    batch.reset([0, 1], seed=9)
    assert [list(row) for row in batch._rows[:2]] == again


def test_a_step_with_an_illegal_id_changes_no_game(core: Core) -> None:
    batch = Batch(Options(players=2), games=3, core=core)
    before = [list(row) for row in batch._rows]
    for wrong in (-1, 48, 224, 2**40):
        with pytest.raises(IllegalAction, match=f"game 2: the id {wrong} is not allowed"):
            batch.step([0, 1, wrong])
    for shape in ([0, 1], [[0, 1, 2]], [0.0, 1.0, 2.0]):
        with pytest.raises(TsuroError, match="3 games need 3 ids"):
            batch.step(shape)
    assert [list(row) for row in batch._rows] == before
    assert len(batch) == 3


def test_the_same_seed_gives_the_same_games() -> None:
    rows = [Batch(games=4, seed=seed, core=INTERPRETED)._rows for seed in (1, 1, 2)]
    assert rows[0] == rows[1] != rows[2]
    batch = Batch(games=4, seed=1, core=INTERPRETED)
    batch.step(batch.random_ids())
    batch.reset(seed=1)
    assert batch._rows == rows[0]


def test_nothing_is_compiled_any_more_once_it_is_warm(compiled: Core) -> None:
    functions: list[Any] = list(compiled.functions.values())
    before = sum(len(function.signatures) for function in functions)
    batch = Batch(MIXED, games=8, core=compiled)
    while not batch.over.all():
        batch.masks()
        batch.step(batch.random_ids().astype(np.uint8))
    game = Game(Options(players=2), asks_chance=True, core=compiled)
    while not game.is_over:
        if game.is_chance:
            game.draw(game.pile()[0])
        else:
            game.step(game.random_id(1))
    assert game.shares().sum() == 1
    assert game.ranks().min() == 1
    assert sum(len(function.signatures) for function in functions) == before


def test_with_a_seed_for_each_the_games_are_those_of_game(core: Core) -> None:
    options = Options(players=3, first=None)
    batch = Batch(options, games=4, seed=[5, 6, 7, 8], core=core)
    games = [Game(options, seed=seed, core=core) for seed in (5, 6, 7, 8)]
    assert [row.tolist() for row in batch.observe()] == [game.observe().tolist() for game in games]
    batch.reset([1, 3], seed=[9, 10])
    assert batch.observe()[3].tolist() == Game(options, seed=10, core=core).observe().tolist()


@pytest.mark.parametrize("face_north", [False, True])
def test_some_games_can_be_looked_at_alone(core: Core, face_north: bool) -> None:  # noqa: FBT001 -- a parameter of pytest
    batch = Batch(Options(players=3, draw_marks=True), games=4, seed=1, face_north=face_north, core=core)
    rows = batch.observe([0, 1, 2, 0]).copy()
    assert np.array_equal(batch.observe_some([1, 2], [0, 1, 2, 0]), rows[1:3])
    assert np.array_equal(batch.observe_some(np.array([True, False, False, True]), [0, 1, 2, 0]), rows[[0, 3]])


def test_what_cannot_be_a_batch_is_refused() -> None:
    with pytest.raises(TsuroError, match="there cannot be -1 games"):
        Batch(games=-1)
    missing: Any = None  # all games would have the same chance
    with pytest.raises(TypeError, match="NoneType"):
        Batch(games=2, seed=missing)
    with pytest.raises(TypeError, match="NoneType"):
        Game(seed=missing)
