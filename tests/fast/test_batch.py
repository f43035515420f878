"""Legal shapes, and many games stepped at once, by hand."""

from __future__ import annotations

import pytest

from tsuro.fast.batch import (
    begin_games,
    choose_at_random,
    first_illegal,
    play_games,
    random_id,
    seeds_from,
    step_games,
)
from tsuro.fast.core import INTERPRETED, Core
from tsuro.fast.kernel import new_game, play, playout
from tsuro.fast.layout import ACTIVE, CROSSED, MARKS_ARE_DRAWN, OVER, PATHS, PHASE, PLAYERS, SIZE, WALKED, WINNERS
from tsuro.fast.legal import is_legal, list_placements
from tsuro.fast.steps import apply_id, begin, is_legal_id
from tsuro.fast.trails import draw_trails


def test_stepping_at_random_ends_like_playing_out(core: Core) -> None:
    for seed in seeds_from(8, 30):
        [g] = core.rows(1)
        g[PLAYERS], g[MARKS_ARE_DRAWN] = 4, 1
        now = int(core[begin](g, seed))
        row = [int(number) for number in g[:SIZE]]
        playout(row, now)
        while g[PHASE] != OVER:  # one seed for choices and draws, as in a playout
            now, action = (int(number) for number in core[random_id](g, now))
            now = int(core[apply_id](g, action, now))
        assert g[WINNERS] == row[WINNERS]


def test_the_placements_listed_are_those_that_are_legal(core: Core) -> None:
    for seed in seeds_from(2, 6):
        g, shapes = core.position([0] * SIZE), core.integers([0] * 12)
        now = int(core[new_game](g, 6, 0, 0, seed))
        while not g[WINNERS]:
            number = core[list_placements](g, int(g[ACTIVE]), shapes)
            legal = {int(shape) for shape in shapes[:number]}
            assert len(legal) == number
            assert legal == {shape for shape in range(0, 36 * 32, 8) if core[is_legal](g, shape)}
            now = int(core[play](g, max(legal), now))


@pytest.mark.parametrize("players", [2, 4, 8])
def test_trails_are_the_same_whenever_somebody_looks(players: int, core: Core) -> None:
    """Drawn after every step, or when the game is over (M1 to M3)."""
    waited = 0
    for seed in seeds_from(players, 15):
        often, once = core.rows(2)
        for g in (often, once):
            g[PLAYERS] = players
            core[begin](g, seed)
        now = seed
        while once[PHASE] != OVER:
            now, action = (int(number) for number in core[random_id](once, now))
            core[apply_id](often, action, now)
            core[draw_trails](often)
            now = int(core[apply_id](once, action, now))
        waited += list(often[PATHS:CROSSED]) != list(once[PATHS:CROSSED])
        core[draw_trails](once)
        for part in (slice(PATHS, CROSSED), slice(WALKED, WALKED + players)):
            assert list(often[part]) == list(once[part])
    assert waited


@pytest.mark.parametrize("shape", [-8, 1, 36 * 32, 10**6])
def test_what_is_no_shape_may_not_be_placed(shape: int, core: Core) -> None:
    g = core.position([0] * SIZE)
    core[new_game](g, 2, 0, 0, 5)
    assert not core[is_legal](g, shape)


def test_the_first_illegal_id_is_found(core: Core) -> None:
    games, seeds, ids = core.rows(3), core.integers(seeds_from(1, 3)), core.integers([0] * 3)
    [ended] = core.small_table(1, 3)
    for n, g in enumerate(games):
        g[PLAYERS], ended[n] = 3, 1
    core[begin_games](games, ended, seeds)
    core[choose_at_random](games, ids, seeds)
    assert core[first_illegal](games, ids) == -1
    ids[1] = 48
    assert core[first_illegal](games, ids) == 1
    assert not core[is_legal_id](games[1], 48)
    ids[1] = 7
    assert core[step_games](games, ids, ended, seeds) == 0
    assert [g[ACTIVE] for g in games] == [1, 1, 1]


def test_one_game_can_be_played_by_hand() -> None:
    g, shapes = [0] * SIZE, [0] * 12
    seed = new_game(g, 2, 0, 0, 6)
    while not g[WINNERS]:
        number = list_placements(g, g[ACTIVE], shapes)
        seed = play(g, max(shapes[:number]), seed)
    assert g[WINNERS] in {1, 2, 3}
    assert g[ACTIVE] in {0, 1}
    assert play_games(g, 2, 3, 7)[0] > 0
    assert INTERPRETED[play] is play
