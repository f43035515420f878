"""Random placements are fair, and random games are what they are known to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt

import pytest

from tsuro import CLASSIC, Edition, Match, PlayTile
from tsuro.fast.batch import placed, play_games, seeds_from
from tsuro.fast.core import INTERPRETED, Core
from tsuro.fast.kernel import look, new_game, next_seed, pick, playout, random_placement
from tsuro.fast.layout import ACTIVE, HELD, IN_PILE, MARK, SIZE, START, WINNERS, Position
from tsuro.fast.position import flatten, shape_of
from tsuro.game.legal import legal_actions
from tsuro.game.state import Phase, State


def _unlikely(counts: Sequence[int]) -> bool:
    """Whether a fair choice would almost never be so uneven: a chi-square far beyond its mean."""
    expected = sum(counts) / len(counts)
    free = len(counts) - 1
    return sum((n - expected) ** 2 / expected for n in counts) > free + 4.5 * sqrt(2 * free) + 10


def test_numbers_are_spread_evenly() -> None:
    seed, counts = 1, Counter[int]()
    for _ in range(7000):
        seed = next_seed(seed)
        counts[pick(seed, 7)] += 1
    assert not _unlikely([counts[n] for n in range(7)])
    assert _unlikely([2000, 1000, 1000])


def test_seeds_never_leave_their_range() -> None:
    for seed in (1, (1 << 62) - 1, *seeds_from(3, 20)):
        for _ in range(100):
            seed = next_seed(seed)  # noqa: PLW2901 -- on from there
            assert 0 < seed < 1 << 63


def test_seeds_are_different_and_the_same_again() -> None:
    assert len(set(seeds_from(1, 1000))) == 1000
    assert seeds_from(1, 5) == seeds_from(1, 5)
    assert 0 not in seeds_from(0, 1000)


def _states(edition: Edition, players: int) -> list[State]:
    """All states of a random game in which a tile is to be played."""
    match, states, seed = Match(edition=edition, players=players, seed=players), [], 1
    while not match.is_over:
        if match.state.phase is Phase.PLAY_TILE:
            states.append(match.state)
        seed = next_seed(seed)
        match.submit(match.active, match.legal_actions[pick(seed, len(match.legal_actions))])
    return states


def _chosen(g: Position, core: Core, times: int, seen: int) -> Counter[int]:
    counts, seed, seat = Counter[int](), 77, int(g[ACTIVE])
    for _ in range(times):
        seed, _, shape, _ = core[random_placement](g, seat, seen, int(seed))
        counts[int(shape)] += 1
    return counts


@pytest.mark.parametrize("players", [2, 5, 8])
@pytest.mark.parametrize(
    "edition", [CLASSIC, Edition(name="modern", no_ramming=True)], ids=["classic", "no ramming"]
)
def test_every_legal_placement_is_as_likely_as_the_others(edition: Edition, players: int, core: Core) -> None:
    for state in _states(edition, players):
        legal = [shape_of(action.tile) for action in legal_actions(state) if isinstance(action, PlayTile)]
        g = core.position(flatten(state))
        base = int(g[MARK + state.active]) & ~7
        seen = int(core[look](g, base))
        with_a_loop = seen | 1 << 16 + (base >> 3)  # then paths are followed
        for seen_or_followed in {seen, with_a_loop}:
            counts = _chosen(g, core, 60 * len(legal), seen_or_followed)
            assert set(counts) <= set(legal)
            assert len(legal) == 1 or not _unlikely([counts[shape] for shape in legal])


def test_an_empty_hand_places_nothing(core: Core) -> None:
    g = core.position([0] * SIZE)
    core[new_game](g, 2, 0, 0, 5)
    g[HELD - 24 : HELD - 21] = [0, 0, 0]
    assert core[random_placement](g, 0, 0, 5) == (5, 0, 0, False)


def test_start_marks_are_spread_evenly(core: Core) -> None:
    g, seed, counts = core.position([0] * SIZE), 3, Counter[int]()
    for _ in range(1200):
        seed = int(core[new_game](g, 8, 1, 0, seed))
        marks = [int(mark) for mark in g[MARK : MARK + 8]]
        assert len(set(marks)) == 8
        counts.update(marks)
    assert not _unlikely([counts[mark] for mark in START])


@pytest.mark.parametrize(("players", "placements", "shared"), [(2, 20.9, 0.29), (4, 26.9, 0.23), (8, 31.3, 0.26)])
def test_random_games_are_as_long_and_as_often_shared_as_known(
    players: int, placements: float, shared: float, core: Core
) -> None:
    games = 20_000 if core.compiled else 1_500
    g, seed, tiles, together = core.position([0] * SIZE), 11, 0, 0
    for _ in range(games):
        seed = int(core[playout](g, int(core[new_game](g, players, 0, 0, seed))))
        tiles += int(core[placed](g))
        together += int(g[WINNERS]).bit_count() > 1
    assert tiles / games == pytest.approx(placements, abs=0.05 + 22 / sqrt(games))
    assert together / games == pytest.approx(shared, abs=0.005 + 1.6 / sqrt(games))


def test_whole_games_count_their_placements(core: Core) -> None:
    g = core.position([0] * SIZE)
    placements, seed = core[play_games](g, 2, 1, 12345)
    assert placements == core[placed](g) == 35 - g[IN_PILE] - sum(g[HELD : HELD + 2])
    assert seed != 12345
    assert core[play_games](g, 2, 0, 12345) == (0, 12345)
    assert INTERPRETED[play_games] is play_games
