"""What the variants change in the core: scores, one open hand, and what an end is worth (V1 to V4)."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from tsuro import Match, PlayTile, State
from tsuro.fast import kernel
from tsuro.fast.core import Core
from tsuro.fast.evaluation import best_placement, greedy_playout
from tsuro.fast.layout import ACTIVE, EMPTY_BOARD, HELD, IN_PLAY, NOBODY_WINS, PLAYERS, SIZE, SOLO, WINNERS
from tsuro.fast.position import flatten, shape_of, tile_of
from tsuro.fast.search import share
from tsuro.fast.variants import gain
from tsuro.game.legal import legal_placements
from tsuro.game.outcome import scores
from tsuro.game.state import Phase
from tsuro.game.turn import act
from tsuro.notation import read_edition

VARIANTS = [
    "modern+longest-path",
    "classic+most-crossings",
    "modern+open-tiles",
    "classic+open-tiles+longest-path",
]


def _states(edition: str, *, seed: int = 1) -> list[State]:
    """A random game for three, before every placement."""
    states, random = [], Random(seed)
    match = Match(edition=read_edition(edition), players=3, seed=seed)
    while not match.is_over:
        if match.state.phase is Phase.PLAY_TILE:
            states.append(match.state)
        match.submit(match.active, random.choice(match.legal_actions))
    return states


def _gains(edition: str) -> list[tuple[int, int]]:
    """Of every legal placement: what it is expected to score, and what it scores."""
    found = []
    for seed in range(3):
        for state in _states(edition, seed=seed):
            for tile in legal_placements(state):
                after, _ = act(state, state.active, PlayTile(tile), Random(1).choice)
                scored = scores(after)[state.active] - scores(state)[state.active]
                found.append((gain(flatten(state), state.active, shape_of(tile)), scored))
    return found


@pytest.mark.rule("V1")
def test_how_much_longer_a_path_becomes_is_known_beforehand() -> None:
    gains = _gains("modern+longest-path")
    assert [expected for expected, _ in gains] == [scored for _, scored in gains]


@pytest.mark.rule("V2")
def test_how_often_a_path_will_cross_itself_is_nearly_always_known_beforehand() -> None:
    """But for tiles on the board that one walk crosses twice."""
    gains = _gains("modern+most-crossings")
    assert all(expected <= scored for expected, scored in gains)
    assert sum(expected == scored for expected, scored in gains) > 0.95 * len(gains)
    assert sum(expected for expected, _ in gains) > 0


@pytest.mark.rule("V3", "V4")
@pytest.mark.parametrize("edition", ["modern+open-tiles", "classic+solo"])
def test_the_open_hand_lies_before_the_active_player(edition: str, core: Core) -> None:
    g, seed = core.position(flatten(_states(edition)[0])), 7
    while int(g[WINNERS]) == 0:
        holders = [seat for seat in range(3) if g[HELD + seat] > 0]
        assert holders == [int(g[ACTIVE])]
        _, _, shape = core[best_placement](g, int(g[ACTIVE]), seed)
        seed = int(core[kernel.play](g, int(shape), seed))


@pytest.mark.rule("V1", "V2", "V3", "V4")
@pytest.mark.parametrize("edition", [*VARIANTS, "modern+solo"])
def test_greedy_playouts_from_the_same_seed_are_the_same_in_both_forms(edition: str, compiled: Core) -> None:
    for seed, state in enumerate(_states(edition), 1):
        plain, array = flatten(state), compiled.position(flatten(state))
        assert greedy_playout(plain, seed) == compiled[greedy_playout](array, seed)
        assert plain == list(array)


@pytest.mark.rule("V1", "V2")
@pytest.mark.parametrize("edition", ["modern+longest-path", "classic+most-crossings+no-ramming"])
def test_a_score_never_makes_a_forbidden_placement_look_best(edition: str) -> None:
    for state in _states(edition):
        _, _, shape = best_placement(flatten(state), state.active, 1)
        assert tile_of(shape) in legal_placements(state)


def _solo_end(*, tiles: int, markers: int, players: int = 4) -> float:
    g = EMPTY_BOARD + [0] * (SIZE - len(EMPTY_BOARD))
    g[SOLO], g[PLAYERS], g[WINNERS], g[HELD], g[IN_PLAY] = 1, players, NOBODY_WINS, 35 - tiles, (1 << markers) - 1
    return share(g, 1)


@pytest.mark.rule("V4")
def test_the_better_the_score_of_a_solo_game_the_more_it_is_worth() -> None:
    worth = [_solo_end(tiles=tiles, markers=0) for tiles in range(36)]
    worth += [_solo_end(tiles=35, markers=markers) for markers in range(1, 5)]
    assert all(less < more for less, more in pairwise(worth))
    assert (worth[0], worth[-1]) == (0, 1)
