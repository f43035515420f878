"""Other states that a player cannot tell from the one that is."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, islice
from random import Random

import pyspiel
import pytest
from tests.rl.openspiel.playing import GAMES, decisions, observers, shown

from tsuro.fast.ids import DONE
from tsuro.rl.openspiel import TsuroState


def find(name: str, wanted: Callable[[TsuroState], bool]) -> TsuroState:
    """The first state in random games for which something is true."""
    return next(state for seed in range(500) for state in decisions(name, seed) if wanted(state))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_a_resampled_state_looks_the_same_to_the_player(name: str, seed: int) -> None:
    random, different = Random(seed), 0
    for state in islice(decisions(name, seed), 0, None, 2):
        kinds = observers(state.get_game())
        for player in range(state.num_players()):
            other = state.resample_from_infostate(player, random.random)
            assert other.current_player() == state.current_player()
            assert shown(other, player, kinds) == shown(state, player, kinds)
            different += str(other) != str(state)
    assert different > 5


def test_openspiels_own_sampler_will_do() -> None:
    state = find("python_tsuro", lambda state: state.position.tiles_placed == 3)
    other = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(0.0, 1.0))
    assert other.information_state_string(0) == state.information_state_string(0)
    assert other.history() != state.history()


def test_the_player_who_acts_may_do_the_same_in_each() -> None:
    for state in decisions(GAMES[1], 1):
        if not state.is_terminal():
            other = state.resample_from_infostate(state.current_player(), Random(1).random)
            assert other.legal_actions() == state.legal_actions()


def test_every_deal_of_the_hidden_tiles_comes_up() -> None:
    state = find("python_tsuro", lambda state: len(state.position.pile) == 3)
    player = state.current_player()
    hand = state.position.hands[1 - player]
    hidden = sorted((*state.position.pile, *hand))
    random = Random(1)
    dealt = [state.resample_from_infostate(player, random.random).position.hands[1 - player] for _ in range(300)]
    assert set(dealt) == set(combinations(hidden, len(hand)))


def test_each_deal_is_as_likely_as_the_others() -> None:
    state = find("python_tsuro", lambda state: len(state.position.pile) == 1 and not state.is_terminal())
    player, random, n = state.current_player(), Random(1), 800
    dealt = [state.resample_from_infostate(player, random.random).position.pile for _ in range(n)]
    hidden = [*state.position.pile, *state.position.hands[1 - player]]
    assert {pile for (pile,) in dealt} == set(hidden)
    expected = n / len(hidden)
    assert sum((dealt.count((tile,)) - expected) ** 2 / expected for tile in hidden) < 16  # chi-squared, p < 0.001


def just_exchanged(state: TsuroState) -> bool:
    """Whether the last word of a player ended an exchange, and the others still hold what they held."""
    history = [move for move in state.full_history() if move.player >= 0]
    return bool(history) and history[-1].action == DONE and not state.is_terminal()


def test_what_was_seen_going_into_the_pile_is_in_nobodys_old_hand() -> None:
    state = find("python_tsuro(players=4,edition=classic)", just_exchanged)
    player = next(
        move.player for move in reversed(state.full_history()) if move.action == DONE and move.player >= 0
    )
    text = state.information_state_string(player)
    seen = {int(part.split(" ")[2]) for part in text.split("; ") if " holds " in part}
    active = state.current_player()  # holds three tiles from before the exchange
    assert active != player
    random = Random(1)
    hands = {
        tile
        for _ in range(200)
        for tile in state.resample_from_infostate(player, random.random).position.hands[active]
    }
    board = {tile.tile for tile in state.position.board if tile is not None}
    assert hands == set(range(1, 36)) - board - seen - set(state.position.hands[player])
