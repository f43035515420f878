"""What bots that search expect of their actions, and for how long they think."""

from __future__ import annotations

from math import inf
from random import Random
from statistics import fmean
from types import SimpleNamespace
from typing import Any

import pytest
from tests.bots.moments import SEARCHING, states

from tsuro import (
    CLASSIC,
    Action,
    ExchangeTiles,
    Match,
    Phase,
    State,
    View,
    read_edition,
    read_position,
    view,
    write_action,
)
from tsuro.bots import Dragon, Guardian, MonteCarlo, Wanderer, make_bot
from tsuro.bots.chances import Kind, calibrated, kind_of
from tsuro.bots.imagination import Imagination, Tree
from tsuro.fast.core import INTERPRETED
from tsuro.player import Estimate, Estimating
from tsuro.referee import play


def errors(name: str, seen: View) -> tuple[float, float]:
    """Of the chosen action, and on average."""
    bot: Any = make_bot(name, Random(1))
    chosen = bot.choose(seen)
    return next(e.error for e in bot.estimates if e.action == chosen), fmean(e.error for e in bot.estimates)


def estimates(name: str, seen: View, seed: int = 1) -> tuple[Estimate, ...]:
    bot = make_bot(name, Random(seed))
    bot.choose(seen)
    assert isinstance(bot, Estimating)
    return tuple(bot.estimates)


def seen(state: State) -> View:
    return view(state, state.active)


@pytest.fixture(scope="module")
def placing() -> list[View]:
    """Moments with more than one legal placement."""
    return [v for v in map(seen, states(Phase.PLAY_TILE, number=12)) if len(v.legal_actions) > 1][:6]


@pytest.mark.parametrize("name", SEARCHING)
def test_every_legal_placement_has_an_estimate(name: str, placing: list[View]) -> None:
    for moment in placing:
        found, legal = estimates(name, moment), set(moment.legal_actions)
        if name == "guardian":  # which looks at the most promising only
            assert len(found) == min(len(legal), Guardian.PLACEMENTS)
        else:
            assert len(found) == len(legal)
        assert len({estimate.action for estimate in found} & legal) == len(found)
        for estimate in found:
            low, high = estimate.ci95
            assert 0 <= low <= estimate.share <= high <= 1
            assert estimate.error > 0


@pytest.mark.parametrize("name", SEARCHING)
def test_every_exchange_has_an_estimate(name: str) -> None:
    for state in states(Phase.EXCHANGE, number=3):
        assert {e.action for e in estimates(name, seen(state))} == set(seen(state).legal_actions)


@pytest.mark.parametrize(("few", "many"), [("dragon:50", "dragon:5000"), ("monte-carlo:5", "monte-carlo:500")])
def test_more_playouts_make_surer(few: str, many: str, placing: list[View]) -> None:
    for moment in placing:
        (unsure, unsure_of_all), (sure, sure_of_all) = errors(few, moment), errors(many, moment)
        assert sure < unsure / 2
        assert sure_of_all < unsure_of_all


@pytest.mark.parametrize("name", ["guardian", "dragon:2000", "monte-carlo:50"])
def test_the_chosen_action_is_among_the_best(name: str, placing: list[View]) -> None:
    for moment in placing:
        bot: Any = make_bot(name, Random(1))
        chosen = bot.choose(moment)
        best = max(bot.estimates, key=lambda e: e.share)
        mine = next(e for e in bot.estimates if e.action == chosen)
        assert mine.ci95[1] >= best.ci95[0]


@pytest.mark.parametrize("bot", [Guardian(Random(1)), Dragon(Random(1), playouts=9), MonteCarlo(Random(1))])
def test_there_are_no_estimates_where_nothing_was_thought(bot: Any, placing: list[View]) -> None:
    bot.choose(placing[0])
    assert bot.estimates
    bot.choose(seen(states(Phase.PLACE_MARKER, number=1)[0]))
    assert bot.estimates == ()


# Found by trying everything: whatever anybody holds, draws and plays then, 24 for 2 wins; else it may be lost.
ONE_EXCHANGE_WINS = (
    "classic 1 1,35n,25e,9n,28n,1/13n,22n,10n,27e,26n,33e/2,7w,23e,11s,31e/17w,29n,34n,20w,1n,1/"
    "18w,8e,16s,14n,30n,4n/6n,1,3n,19n,12s,5s "
    "circle@d1s1!1=2,15;square@d1s2=?,?;triangle@a5w2=24 0 3 exchange:3"
)


@pytest.mark.parametrize("name", ["guardian", "dragon:300", "dragon:300,threads=2", "monte-carlo:40"])
def test_the_exchange_that_wins_for_sure_is_found(name: str) -> None:
    state = read_position(ONE_EXCHANGE_WINS)
    for seed in range(4):
        bot = make_bot(name, Random(seed))
        assert write_action(bot.choose(seen(state))) == "exchange 24 for 2"
        assert isinstance(bot, Estimating)
        second, first = sorted(estimate.share for estimate in bot.estimates)[-2:]
        assert second < first
        assert first > 0.95 if isinstance(bot, Dragon) else first == 1  # no dragon is quite sure


class Counted:
    """Counts the playouts of all trees."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.playouts = 0
        grow = Tree.grow

        def counted(tree: Tree, playouts: int, explore: float) -> None:
            self.playouts += playouts
            grow(tree, playouts, explore)

        patch.setattr(Tree, "grow", counted)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("form", ["best", "interpreted"])
def test_time_given_is_time_used(
    threads: int, form: str, placing: list[View], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a clock that goes on by a millisecond whenever somebody looks at it."""
    ticks = [0]

    def look() -> float:
        ticks[0] += 1
        return ticks[0] / 1000

    monkeypatch.setattr("tsuro.bots.dragon.time", SimpleNamespace(perf_counter=look))
    if form == "interpreted":
        monkeypatch.setattr("tsuro.bots.searcher.best_core", lambda: INTERPRETED)
    playouts = []
    for milliseconds in (5, 20, 80):
        counted = Counted(monkeypatch)
        found = estimates(f"dragon:{milliseconds}ms,threads={threads}", placing[0])
        assert len(found) == len(placing[0].legal_actions)
        playouts.append(counted.playouts)
    assert 0 < playouts[0] < playouts[1] < playouts[2]
    assert ticks[0] <= 5 + 20 + 80 + 3 * (threads + 2)


def test_by_a_real_clock_it_stops_too() -> None:
    names = ["dragon:1ms", "dragon:1ms,threads=2"]
    assert play(Match(edition=CLASSIC, players=2, seed=3), [make_bot(name, Random(1)) for name in names]).is_over


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_playouts_given_are_playouts_used(
    threads: int, placing: list[View], monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = Counted(monkeypatch)
    estimates(f"dragon:100,threads={threads}", placing[0])
    assert 100 <= counted.playouts < 100 + threads


def test_thinking_beats_wandering() -> None:
    for name in ("apprentice", "guardian", "dragon:200"):
        share = 0.0
        for number in range(40):
            match = Match(players=2, seed=number, first=number % 2)
            play(match, [make_bot(name, Random(number)), Wanderer(Random(number))])
            share += match.outcome.share(0) if match.outcome else -inf
        assert share / 40 > 0.6


def test_what_the_dragon_advises_has_the_best_chance_that_it_shows(placing: list[View]) -> None:
    exchanging = [seen(state) for state in states(Phase.EXCHANGE, number=3)]
    for moment in (*placing, *exchanging):
        bot = Dragon(Random(3), playouts=150)
        chosen = bot.choose(moment)
        assert bot.estimates[0].action == chosen
        assert bot.estimates[0].share == max(estimate.share for estimate in bot.estimates)
        assert bot.estimates[0].visits == max(estimate.visits for estimate in bot.estimates)


def test_the_best_of_many_exchanges_is_tried_again_before_its_chance_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of fifty that are as good, the luckiest looks much better than it is."""
    tried: list[Action] = []
    sample = Imagination.sample_exchange

    def counted(self: Imagination, action: ExchangeTiles, playouts: int) -> tuple[float, float]:
        tried.append(action)
        return sample(self, action, playouts)

    monkeypatch.setattr(Imagination, "sample_exchange", counted)
    [state] = states(Phase.EXCHANGE, number=1)
    chosen = Dragon(Random(3), playouts=150).choose(seen(state))
    assert tried.count(chosen) == 2
    assert tried[-1] == chosen


@pytest.mark.parametrize(
    ("edition", "kind"),
    [
        ("modern", "placement"),
        ("classic", "placement"),
        ("modern+longest-path+open-tiles", "longest-path"),
        ("modern+most-crossings", "most-crossings"),
        ("modern+open-tiles", "open-tiles"),
        ("modern+solo", None),
    ],
)
def test_chances_are_corrected_by_games_of_the_same_kind(edition: str, kind: Kind | None) -> None:
    state = Match(players=2, seed=1, edition=read_edition(edition)).state
    assert kind_of(state) == kind
    assert calibrated(0.3, kind, 2) == 0.3 if kind is None else 0 < calibrated(0.3, kind, 2) < 1


def test_an_exchange_has_a_kind_of_its_own() -> None:
    assert [kind_of(state) for state in states(Phase.EXCHANGE, number=1)] == ["exchange"]
