"""Scores, intervals, ratings and the sequential test."""

from __future__ import annotations

import sys
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.tournaments import APPRENTICE, WANDERER, held, tournament

from tsuro.arena import ArenaError, Entrant, Played
from tsuro.arena.outcomes import ranked
from tsuro.arena.statistics.betting import Gamblers, any_time_interval
from tsuro.arena.statistics.interval import Tally, student
from tsuro.arena.statistics.ratings import rate
from tsuro.arena.statistics.sequential import SequentialTest
from tsuro.bots import Wanderer
from tsuro.game.outcome import Outcome

pytestmark = pytest.mark.slow


def game(*shares: float, block: int = 0, turn: int = 0, lineup: tuple[int, ...] = (0, 1)) -> Played:
    order = sorted(set(shares), reverse=True)
    return Played(
        block=block,
        turn=turn,
        lineup=lineup,
        ranking=tuple(tuple(seat for seat, share in enumerate(shares) if share == rank) for rank in order),
        shares=shares,
        marks=tuple(range(len(shares))),
        tiles=20,
        moves=(10,) * len(shares),
    )


def test_a_shared_win_is_shared_and_scores_add_up_to_par() -> None:
    result = held(players=4, games=40)
    assert all(sum(played.shares) == pytest.approx(1) for played in result.games)
    assert any(0 < share < 1 for played in result.games for share in played.shares)
    assert sum(s.score * s.seats for s in result.standings) / 160 == pytest.approx(0.25)
    assert all(s.ci95[0] <= s.score <= s.ci95[1] for s in result.standings)
    assert result.standings[0].name == "apprentice"


def test_who_forfeits_is_last_and_the_best_of_the_others_win() -> None:
    outcome = Outcome(winners=(2,), ranking=((2,), (0, 3), (1,)))
    assert ranked(outcome, ()) == (((2,), (0, 3), (1,)), (0.0, 0.0, 1.0, 0.0))
    assert ranked(outcome, {2}) == (((0, 3), (1,), (2,)), (0.5, 0.0, 0.0, 0.5))
    assert ranked(outcome, {0, 1, 2, 3}) == (((0, 1, 2, 3),), (0.0, 0.0, 0.0, 0.0))


def test_an_interval_of_blocks_covers_the_truth() -> None:
    random, covered = Random(3), 0
    for _ in range(400):
        tally = Tally()
        for _ in range(20):
            luck = random.random() < 0.6  # of the deal, which all games of a block share
            tally.add(seats=4, shares=sum(random.random() < (0.4 if luck else 0.1) for _ in range(4)))
        low, high = tally.interval
        covered += low <= 0.28 <= high
    assert 0.92 <= covered / 400 <= 0.98


def test_few_blocks_give_a_wide_interval() -> None:
    tally = Tally()
    assert tally.interval == (0, 1)
    tally.add(seats=2, shares=2)
    assert tally.interval == (0, 1)
    tally.add(seats=2, shares=2)
    assert tally.interval == (0, 1)
    for _ in range(8):
        tally.add(seats=2, shares=2)
    assert tally.interval == pytest.approx((0.7, 1))


@pytest.mark.parametrize(("freedom", "point"), [(1, 12.706), (4, 2.776), (5, 2.571), (9, 2.262), (30, 2.042)])
def test_the_points_of_students_distribution(freedom: int, point: float) -> None:
    assert student(freedom) == pytest.approx(point, abs=0.005)


@pytest.mark.parametrize("par", [0.5, 0.25])
def test_the_sequential_test_is_seldom_wrong_although_it_looks_after_every_block(par: float) -> None:
    random, wrong = Random(5), 0
    for _ in range(300):
        gamblers = Gamblers(par)
        for _ in range(250):
            gamblers.see(sum(random.random() < par for _ in range(2)) / 2)
        wrong += gamblers.verdict != 0
    assert wrong / 300 <= 0.05


@pytest.mark.parametrize(("truth", "verdict"), [(0.65, 1), (0.35, -1)])
def test_the_sequential_test_finds_the_better_player(truth: float, verdict: int) -> None:
    random, found = Random(6), 0
    for _ in range(50):
        gamblers = Gamblers(0.5)
        for _ in range(300):
            gamblers.see(sum(random.random() < truth for _ in range(2)) / 2)
        found += gamblers.verdict == verdict
    assert found >= 48


def test_an_any_time_interval_holds_at_all_times() -> None:
    random, failed = Random(7), 0
    for _ in range(60):
        seen = [float(random.random() < 0.3) for _ in range(120)]
        intervals = [any_time_interval(seen[:length]) for length in range(1, 120, 7)]
        failed += not all(low <= 0.3 <= high for low, high in intervals)
    assert failed / 60 <= 0.05


@given(st.lists(st.floats(0, 1), max_size=60))
def test_an_any_time_interval_is_an_interval_and_agrees_with_the_gamblers(numbers: list[float]) -> None:
    low, high = any_time_interval(numbers)
    assert 0 <= low <= high <= 1
    gamblers = Gamblers(0.5)
    for number in numbers:
        gamblers.see(number)
    assert gamblers.verdict >= 0 or high <= 0.5 + 1e-5
    assert gamblers.verdict <= 0 or low >= 0.5 - 1e-5


def test_a_tournament_stops_when_the_order_is_certain_and_says_so() -> None:
    result = held(APPRENTICE, WANDERER, games=1000, all_games=False)
    assert result.stop is not None
    assert result.stop.reason == "the order is certain: apprentice, wanderer"
    assert result.stop.games == len(result.games) < 1000
    (best, other) = result.standings
    assert best.ci95[0] >= 0.5 >= other.ci95[1]


def test_a_lone_entrant_is_compared_with_par() -> None:
    result = held(WANDERER, APPRENTICE, players=4, games=400, lone=True, all_games=False)
    assert result.stop is not None
    assert result.stop.reason == "it is certain that wanderer is below par"


def test_equals_are_not_told_apart() -> None:
    twin = Entrant(name="twin", make=Wanderer)
    assert held(WANDERER, twin, games=200, all_games=False).stop is None


def test_three_entrants_need_all_pairs_to_be_certain() -> None:
    watch = SequentialTest(tournament(APPRENTICE, WANDERER, Entrant(name="last", make=Wanderer), players=3))
    stops = [watch.see([game(1.0, 0.0, 0.0, lineup=(0, 1, 2))]) for _ in range(60)]
    assert not any(stops)  # nobody knows which of the two others is better
    stops = [watch.see([game(0.0, 1.0, 0.0, lineup=(0, 1, 2))]) for _ in range(20)]
    reasons = [stop.reason for stop in stops if stop]
    assert reasons[0] == "the order is certain: apprentice, wanderer, last"


def test_ratings_put_winners_first_and_ties_share_a_rank() -> None:
    strong, weak = rate(2, [game(1.0, 0.0)] * 30)
    assert strong.mu > 25 > weak.mu
    assert strong.sigma < 25 / 3
    one, other = rate(2, [game(0.5, 0.5)] * 5)
    assert one.mu == pytest.approx(other.mu)
    alone, twice = rate(2, [game(1.0, 0.0, 0.0, lineup=(0, 1, 1))] * 10)
    assert alone.mu > twice.mu


def test_missing_ratings_are_a_sentence_before_any_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(ArenaError, match=r"pip install 'tsuro\[arena\]'"):
        held()
