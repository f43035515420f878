"""Many games stepped at once."""

from __future__ import annotations

import pytest

from tsuro import CLASSIC, MODERN, TsuroError
from tsuro.fast.batch import Batch, is_legal, legal_shapes, play_games
from tsuro.fast.core import INTERPRETED, Core
from tsuro.fast.kernel import play, playout
from tsuro.fast.layout import ACTIVE, NO_RAMMING, PLAYERS, WINNERS
from tsuro.fast.layout import CLASSIC as IS_CLASSIC
from tsuro.notation import read_edition


def test_stepping_at_random_ends_like_playing_out(core: Core) -> None:
    batch = Batch(games=100, players=4, seed=8, core=core)
    rows = [[int(number) for number in row] for row in batch.positions]
    seeds = [int(seed) for seed in batch._seeds]
    while not all(batch.over):
        batch.step(batch.random_shapes())
    for row, seed in zip(rows, seeds, strict=True):
        playout(row, seed)
    assert [row[WINNERS] for row in rows] == list(batch.winners)


def test_games_that_are_over_stay_as_they_are_until_they_are_renewed(core: Core) -> None:
    batch = Batch(games=8, players=2, edition=read_edition("classic+no-ramming"), seed=4, core=core)
    while not any(batch.over):
        batch.step(batch.random_shapes())
    ended = [n for n, over in enumerate(batch.over) if over]
    before = [list(batch.positions[n]) for n in ended]
    shapes = batch.random_shapes()
    assert all(shapes[n] == 0 for n in ended)
    assert all(not any(batch.legal()[n]) for n in ended)
    batch.step(shapes)
    assert [list(batch.positions[n]) for n in ended] == before
    going_on = [list(batch.positions[n]) for n in range(8) if not batch.over[n]]
    still = [n for n in range(8) if not batch.over[n]]
    batch.reset()
    assert not any(batch.over)
    assert [list(batch.positions[n]) for n in still] == going_on
    for row in batch.positions:
        assert (row[PLAYERS], row[IS_CLASSIC], row[NO_RAMMING]) == (2, 1, 1)


def test_legal_shapes_are_those_that_may_be_placed(core: Core) -> None:
    batch = Batch(games=20, players=6, seed=2, core=core)
    for _ in range(40):
        for g, over, shapes in zip(batch.positions, batch.over, batch.legal(), strict=True):
            if not over:
                legal = {int(shape) for shape in shapes if shape}
                assert legal == {shape for shape in range(0, 36 * 32, 8) if core[is_legal](g, shape)}
                assert all(int(shape) >> 3 & 3 == at % 4 for at, shape in enumerate(shapes) if shape)
        batch.step(batch.random_shapes())


@pytest.mark.parametrize("shape", [-8, 0, 1, 36 * 32, 10**6])
def test_what_is_no_shape_may_not_be_placed(shape: int, core: Core) -> None:
    batch = Batch(games=1, players=2, core=core)
    with pytest.raises(TsuroError, match=f"game 0: the shape {shape} may not be placed"):
        batch.step([shape])


def test_a_step_with_an_illegal_shape_changes_no_game(core: Core) -> None:
    batch = Batch(games=3, players=2, core=core)
    before = [list(row) for row in batch.positions]
    shapes = [int(shape) for shape in batch.random_shapes()]
    with pytest.raises(TsuroError, match="game 2"):
        batch.step([*shapes[:2], 1 + shapes[2]])
    with pytest.raises(TsuroError, match="3 games need 3 shapes, not 2"):
        batch.step(shapes[:2])
    assert [list(row) for row in batch.positions] == before
    assert len(batch) == 3


def test_the_turn_goes_round(core: Core) -> None:
    batch = Batch(games=4, players=3, edition=CLASSIC, seed=1, core=core)
    assert list(batch.active) == [0, 0, 0, 0]
    batch.step(batch.random_shapes())
    assert all(seat in {1, 2} for seat in batch.active)


def test_variants_are_refused() -> None:
    with pytest.raises(TsuroError, match="V1 to V4"):
        Batch(games=1, players=2, edition=read_edition("modern+open-tiles"))


def test_one_game_can_be_played_by_hand() -> None:
    batch = Batch(games=1, players=2, edition=MODERN, seed=6, core=INTERPRETED)
    g, shapes, seed = batch.positions[0], [0] * 12, 1
    while not g[WINNERS]:
        legal_shapes(g, shapes)
        seed = play(g, max(shapes), seed)
    assert g[WINNERS] in {1, 2, 3}
    assert g[ACTIVE] in {0, 1}
    assert play_games(g, 2, 3, 7)[0] > 0
