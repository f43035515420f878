"""A game that is stepped by action ids is the game of the rules, move for move."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from tests.rl.playing import in_order, tables, twins

from tsuro import MODERN, Edition, ExchangeTiles, Goal, ImpossibleSetup, Phase, TsuroError, legal_actions, view
from tsuro.fast.core import INTERPRETED, Core
from tsuro.game.outcome import outcome
from tsuro.rl import ACTIONS, DONE, Game, IllegalAction, Options, action_ids, action_of
from tsuro.rl import Phase as Step

FIERCE = Options(players=6, edition=Edition(name="classic", elimination_bonus=True), draw_marks=True)


def _exchanges(game: Game, row: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """Every row of ids that makes up an exchange."""
    if game.phase not in {Step.GIVE_TILE, Step.TAKE_TILE}:
        yield row
        return
    for action in game.legal_ids():
        after = game.copy()
        after.step(int(action))
        yield from _exchanges(after, (*row, int(action)))


def test_it_agrees_with_the_rules_move_for_move(core: Core) -> None:
    exchanges = 0
    for number, (edition, players) in enumerate(tables()):
        for both in twins(edition, players, seed=number, core=core):
            state, game = both.state, both.game
            assert in_order(game.state()) == in_order(state)
            assert in_order(Game.of(state, core=core).state()) == in_order(state)
            if state.phase is Phase.EXCHANGE:
                rows = [action_of(row) for row in _exchanges(game)]
                assert len(set(rows)) == len(rows) == len(legal_actions(state))
                exchanges += 1
            else:
                expected = sorted(action_ids(action)[0] for action in legal_actions(state))
                assert game.legal_ids().tolist() == expected
        end = outcome(state)
        assert end is not None
        assert game.shares().tolist() == [end.share(seat) for seat in range(players)]
        better = [sum(map(len, end.ranking[:n])) for n, group in enumerate(end.ranking) for _ in group]
        seats = [seat for group in end.ranking for seat in group]
        assert dict(enumerate(game.ranks().tolist())) == {
            seat: 1 + n for seat, n in zip(seats, better, strict=True)
        }
    assert exchanges > 20


def test_only_legal_ids_are_accepted_and_others_change_nothing(core: Core) -> None:
    game, seed = Game(FIERCE, seed=3, core=core), 0
    phases = set()
    while not game.is_over:
        mask, before = game.mask(), game.state()
        assert mask.shape == (ACTIONS,)
        assert mask.dtype == np.bool_
        for action in (-1, ACTIONS, 10**9, *np.flatnonzero(~mask)[:: 1 + seed % 7]):
            with pytest.raises(IllegalAction):
                game.step(int(action))
        assert game.state() == before
        phases.add(game.phase)
        seed += 1
        game.step(game.random_id(seed))
    assert not game.mask().any()
    with pytest.raises(IllegalAction, match="the phase is OVER"):
        game.step(48)
    assert phases == {Step.PLAY_TILE, Step.GIVE_TILE, Step.TAKE_TILE}


def test_an_exchange_that_is_refused_half_way_changes_nothing() -> None:
    game, seed = Game(FIERCE, seed=3, core=INTERPRETED), 0
    while game.phase is not Step.GIVE_TILE:
        game.step(game.random_id(seed))
        seed += 1
    given = game.state().hands[game.active][0]
    with pytest.raises(IllegalAction):
        game.play(ExchangeTiles((given,), (given,)))
    assert game.phase is Step.GIVE_TILE
    with pytest.raises(IllegalAction):
        game.play(action_of(50))
    game.step(DONE)
    assert game.state().phase is Phase.PLAY_TILE


def test_seeds_repeat_and_copies_go_their_own_way(core: Core) -> None:
    games = [Game(Options(players=5, first=None), seed=seed, core=core) for seed in (7, 7, 8)]
    assert games[0].state() == games[1].state() != games[2].state()
    copy = games[0].copy()
    copy.step(copy.random_id(1))
    assert games[0].state() == games[1].state() != copy.state()
    games[0].reset()
    games[1].reset(seed=7)
    assert games[0].state() != games[1].state()
    assert {Game(Options(players=3, first=None), seed=seed, core=core).active for seed in range(30)} == {0, 1, 2}


def test_chance_can_be_decided_anew() -> None:
    game = Game(Options(players=2, draw_marks=True), seed=1, core=INTERPRETED)
    after = []
    for seed in range(20):
        copy = game.copy()
        copy.reseed(seed)
        copy.step(int(copy.legal_ids()[0]))
        after.append(copy.state().hands)
    assert len(set(after)) > 5


def test_what_a_seat_does_not_see_can_be_dealt_anew(compiled: Core) -> None:
    begun_again = 0
    for number, (edition, players) in enumerate(tables()[::3]):
        options, seat = Options(players=players, edition=edition, draw_marks=True), number % players
        game, step = Game(options, seed=number, core=compiled), 0
        while not game.is_over:
            other, before = game.copy(), game.state()
            other.resample(seat, step)
            assert np.array_equal(other.observe(seat), game.observe(seat))
            after = other.state()
            tiles = sorted(tile for hand in (*after.hands, after.pile) for tile in hand)
            assert tiles == sorted(tile for hand in (*before.hands, before.pile) for tile in hand)
            if game.active == seat:
                assert other.legal_ids().tolist() == game.legal_ids().tolist()
            begun_again += game.phase is Step.TAKE_TILE and other.phase is Step.GIVE_TILE
            step += 1
            game.step(game.random_id(step))
        while not other.is_over:
            other.step(other.random_id(step))
            step += 1
        assert sum(other.shares()) == pytest.approx(1)
    assert begun_again


def test_a_new_deal_depends_on_what_the_seat_sees_alone(compiled: Core) -> None:
    pairs = 0
    for number, (edition, players) in enumerate(tables()[1::5]):
        seat = number % players
        for both in twins(edition, players, seed=number, core=compiled):
            dealt = [
                Game.of(position, core=compiled) for position in (both.state, view(both.state, seat).position)
            ]
            for game in dealt:
                game.resample(seat, 5)
            assert in_order(dealt[0].state()) == in_order(dealt[1].state())
            if not dealt[0].is_over:
                for game in dealt:
                    game.step(game.random_id(3))  # the same draws follow
                assert in_order(dealt[0].state()) == in_order(dealt[1].state())
            pairs += 1
    assert pairs > 100


def test_every_new_deal_is_as_likely() -> None:
    game = Game(Options(players=3, draw_marks=True), seed=1, core=INTERPRETED)
    own, deals = set(game.state().hands[1]), 3200
    counts = dict.fromkeys(set(range(1, 36)) - own, 0)
    for seed in range(deals):
        copy = game.copy()
        copy.resample(1, seed)
        for tile in copy.state().hands[2]:
            counts[tile] += 1
    expected = deals * 3 / 32
    assert sum((n - expected) ** 2 / expected for n in counts.values()) < 75  # chi-squared: one in 50,000
    with pytest.raises(ImpossibleSetup, match="there is no seat 3"):
        game.resample(3, 1)


def test_both_forms_give_the_same_game(compiled: Core) -> None:
    for seed, (edition, players) in enumerate(tables()):
        options = Options(players=players, edition=edition, first=None, draw_marks=seed % 2 == 0)
        plain, array = (Game(options, seed=seed, core=core) for core in (INTERPRETED, compiled))
        step = 0
        while not plain.is_over:
            action = plain.random_id(step)
            assert array.random_id(step) == action
            assert array.legal_ids().tolist() == plain.legal_ids().tolist()
            for game in (plain, array):
                game.step(action)
                if step % 9 == 8:
                    game.resample(step % players, step)
            assert list(array._row) == plain._row
            step += 1
        assert array.shares().tolist() == plain.shares().tolist()


def test_an_edition_can_be_named() -> None:
    named = Options(edition="modern+no-ramming", first=None)
    assert named == Options(edition=Edition(name="modern", no_ramming=True), first=None) != Options()
    assert (replace(named, players=2).edition, pickle.loads(pickle.dumps(named))) == (named.edition, named)
    with pytest.raises(TsuroError, match="ancient"):
        Options(edition="ancient")


def test_what_cannot_be_played_is_refused_with_a_sentence() -> None:
    with pytest.raises(ImpossibleSetup, match="V1 to V4"):
        Options(edition=Edition(name="modern", goal=Goal.LONGEST_PATH))
    with pytest.raises(ImpossibleSetup, match="two to eight"):
        Options(players=9)
    with pytest.raises(ImpossibleSetup, match="first player"):
        Options(players=2, first=2)
    game = Game(Options(players=2, edition=MODERN), core=INTERPRETED)
    with pytest.raises(TsuroError, match="cannot be drawn"):
        game.draw(1)


def test_chance_draws_only_what_is_in_the_pile(core: Core) -> None:
    game = Game(Options(players=2), asks_chance=True, core=core)
    assert game.is_chance
    assert game.phase is Step.DEAL
    assert (game.drawer, game.pile()) == (0, tuple(range(1, 36)))
    with pytest.raises(IllegalAction, match="nobody is to decide"):
        game.step(0)
    game.draw(5)
    with pytest.raises(IllegalAction, match="tile 5"):
        game.draw(5)
    for tile in (6, 7, 8, 9, 10):
        game.draw(tile)
    assert game.drawer is None
    assert game.state().hands == ((5, 6, 7), (8, 9, 10))


def test_a_game_tells_what_it_is() -> None:
    game = Game(Options(players=3), core=INTERPRETED)
    assert repr(game) == "<Game of 3: PLACE_MARKER, seat 0>"
    assert game.options == Options(players=3)
    assert game.shares().tolist() == [0, 0, 0]
    assert game.ranks().tolist() == [0, 0, 0]
    assert pickle.loads(pickle.dumps(game.options)) == game.options


def test_a_game_can_be_pickled(core: Core) -> None:
    game = Game(Options(players=3), seed=2, seats=4, face_north=True, core=core)
    for n in range(5):
        game.step(game.random_id(n))
    again = pickle.loads(pickle.dumps(game))
    assert again._core.compiled == core.compiled
    for n in range(3):
        assert np.array_equal(again.observe(), game.observe())
        assert np.array_equal(again.mask(), game.mask())
        action = np.uint8(game.random_id(n))
        game.step(action)
        again.step(action)
    with pytest.raises(TypeError):
        game.step(1.0)  # type: ignore[arg-type]  # -- that is the test


def test_a_game_of_another_version_is_not_unpickled(core: Core) -> None:
    game = Game(Options(players=2), seed=1, core=core)
    options, row, *rest = game.__getstate__()
    assert isinstance(row, list)
    with pytest.raises(ValueError, match="another version"):
        game.__setstate__((options, row[:-1], *rest))
