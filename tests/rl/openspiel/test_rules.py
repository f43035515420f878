"""The game of OpenSpiel is the game of the rules."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pyspiel
import pytest
from tests.rl.openspiel.playing import GAMES, begin, choose, decisions, is_word, load, play_on

from tsuro import Setup, State, act, start, write_action, write_position
from tsuro.fast.ids import DONE, action_ids, action_of
from tsuro.game.actions import Action, ExchangeTiles
from tsuro.game.legal import legal_actions
from tsuro.game.outcome import outcome
from tsuro.game.turn import Chance
from tsuro.rl.openspiel import TsuroState


def drawing(tiles: list[int]) -> Chance:
    remaining = iter(tiles)
    return lambda pile: next(remaining)


def in_order(state: State) -> State:
    return replace(state, hands=tuple(tuple(sorted(hand)) for hand in state.hands))


def check_agreement(spiel: TsuroState, state: State) -> None:
    assert write_position(spiel.position) == write_position(in_order(state))
    assert spiel.position == in_order(state)
    first_words = {action_ids(action)[0] for action in legal_actions(state)}
    assert set(spiel.legal_actions()) == first_words
    assert spiel.current_player() == (pyspiel.PlayerId.TERMINAL if outcome(state) else state.active)


def deal(name: str, random: Random) -> tuple[TsuroState, State]:
    """The same deal, and start marks if they are drawn, for both."""
    spiel = begin(name)
    options = spiel.options
    drawn = [choose(spiel, random)]
    drawn += [tile - 1 for tile in play_on(spiel, drawn[0], random)]
    tiles, marks = drawn[: 3 * options.players], drawn[3 * options.players :]
    state, _ = start(
        Setup(edition=options.edition, players=options.players), drawing([tile + 1 for tile in tiles])
    )
    for outcome_ in marks:
        state, _ = act(state, state.active, action_of(outcome_ - 35), drawing([]))
    return spiel, state


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_a_random_game_goes_as_the_rules_say(name: str, seed: int) -> None:
    random = Random(seed)
    spiel, state = deal(name, random)
    words: list[int] = []
    while not spiel.is_terminal():
        if not words:
            check_agreement(spiel, state)
        seat, action = spiel.current_player(), choose(spiel, random)
        drawn = play_on(spiel, action, random)
        words.append(action)
        if not is_word(action) or spiel.position.phase is not state.phase or action == DONE:
            state, _ = act(state, seat, action_of(words), drawing(drawn))
            words = []
    check_agreement(spiel, state)
    end = outcome(state)
    assert end is not None
    n = spiel.num_players()
    assert spiel.returns() == pytest.approx([(n * end.share(seat) - 1) / (n - 1) for seat in range(n)])


def test_an_exchange_can_be_every_exchange_of_the_rules() -> None:
    name = "python_tsuro(players=3,edition=classic)"
    found = next(s for seed in range(50) for s in decisions(name, seed) if DONE in s.legal_actions())
    expected = [in_ascending_order(action) for action in legal_actions(found.position)]
    said = [in_ascending_order(exchange) for exchange in reachable(found)]
    assert len(set(said)) == len(said) > 1
    assert set(said) == set(expected)


def in_ascending_order(exchange: Action) -> ExchangeTiles:
    assert isinstance(exchange, ExchangeTiles)
    return ExchangeTiles(tuple(sorted(exchange.give)), tuple(sorted(exchange.take)))


def reachable(state: TsuroState, *words: int) -> list[ExchangeTiles]:
    """Every exchange that can be said from here."""
    if words and (words[-1] == DONE or not any(is_word(action) for action in state.legal_actions())):
        exchange = action_of(words)
        assert isinstance(exchange, ExchangeTiles)
        return [exchange]
    return [e for word in state.legal_actions() for e in reachable(state.child(word), *words, word)]


def test_actions_are_named_as_in_the_notation() -> None:
    names = set()
    for state in (s for seed in range(3) for s in decisions("python_tsuro(players=4,edition=classic)", seed)):
        for action in state.legal_actions():
            text = state.action_to_string(action)
            names.add(text.split(" ")[0])
            if not is_word(action):
                assert text == write_action(action_of(action))
                assert state.string_to_action(text) == action
    assert names == {"mark", "play", "give", "take", "done"}


def test_chance_deals_and_draws_each_tile_of_the_pile_alike() -> None:
    state = begin("python_tsuro(start_marks=drawn)")
    assert state.chance_outcomes() == [(tile, 1 / 35) for tile in range(35)]
    assert state.action_to_string(16) == "draw 17"
    for outcome_ in range(6):
        state.apply_action(outcome_)
    assert state.chance_outcomes() == [(35 + mark, 1 / 48) for mark in range(48)]
    assert state.action_to_string(35) == "mark a6n1"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("python_tsuro(players=9)", "two to eight players"),
        ("python_tsuro(edition=modern+nonsense)", "is not an option"),
        ("python_tsuro(edition=modern+solo)", "V1 to V4"),
        ("python_tsuro(start_marks=guessed)", "chosen or drawn"),
    ],
)
def test_parameters_that_it_does_not_have_are_refused_in_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(pyspiel.SpielError, match=sentence):
        pyspiel.load_game(name)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_legal_is_refused_and_changes_nothing(name: str) -> None:
    random = Random(5)
    state = begin(name)
    while not state.is_terminal():
        before = state.serialize()
        possible = set(state.legal_actions())
        for action in random.sample(sorted(set(range(-3, 230)) - possible - {pyspiel.INVALID_ACTION}), 3):
            with pytest.raises(pyspiel.SpielError):
                state.apply_action(action)
        assert state.serialize() == before
        state.apply_action(choose(state, random))
    with pytest.raises(pyspiel.SpielError):
        state.apply_action(0)


def test_the_parameters_are_part_of_the_name() -> None:
    game = load("python_tsuro(players=3,edition=modern+bonus)")
    assert str(game) == "python_tsuro(edition=modern+bonus,players=3,start_marks=chosen)"
    assert game.num_distinct_actions() == 224
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-0.5, 1, 0)
