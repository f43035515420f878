"""What players know: all of theirs, nothing of the others', and everything they ever knew with perfect recall."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pyspiel
import pytest
from tests.rl.openspiel.playing import (
    GAMES,
    WITH_EXCHANGES,
    begin,
    choose,
    decisions,
    is_word,
    load,
    observers,
    shown,
)

from tsuro import TILES
from tsuro.fast.ids import DONE, GIVE_TILE, TAKE_TILE
from tsuro.rl.openspiel import TsuroState
from tsuro.rl.openspiel.log import ACTS, DRAWS, OFFERED, entries

CHANCE = int(pyspiel.PlayerId.CHANCE)
EVERYBODY, NOBODY = pyspiel.PrivateInfoType.ALL_PLAYERS, pyspiel.PrivateInfoType.NONE


def tiles_known(state: TsuroState, player: int) -> Iterator[int]:
    """The tiles that the player has ever seen."""
    active = 0
    yield from (tile.tile for tile in state.position.board if tile is not None)
    for kind, seat, what in entries(state.moment.log):
        active = seat if kind == ACTS else active
        if (kind == DRAWS and seat == player) or (kind == OFFERED and active == player):
            yield what


def other_tiles(state: TsuroState, player: int, random: Random) -> dict[int, int]:
    """Each tile's stand-in: itself if the player has seen it, else any other that they have not."""
    hidden = sorted(set(TILES) - set(tiles_known(state, player)))
    stand_ins = random.sample(hidden, len(hidden))
    return dict(zip(TILES, TILES, strict=True)) | dict(zip(hidden, stand_ins, strict=True))


def moves(state: TsuroState) -> Iterator[tuple[int, list[int]]]:
    """Who did what: single actions, and exchanges as a whole."""
    words: list[int] = []
    for move in state.full_history():
        if words and not (move.player >= 0 and is_word(move.action)):
            yield words.pop(0), words
            words = []
        if move.player >= 0 and is_word(move.action):
            words = [*words, move.action] if words else [move.player, move.action]
        else:
            yield move.player, [move.action]
    if words:
        yield words.pop(0), words


def translated(actions: list[int], others: dict[int, int]) -> list[int]:
    """An exchange with the stand-ins, in ascending order again, without its end."""
    give = sorted(others[word - GIVE_TILE + 1] for word in actions if word < TAKE_TILE)
    take = sorted(others[word - TAKE_TILE + 1] for word in actions if TAKE_TILE <= word < DONE)
    pairs = zip(give, take, strict=False)
    return [word for g, t in pairs for word in (GIVE_TILE + g - 1, TAKE_TILE + t - 1)]


def apply(state: TsuroState, player: int, actions: list[int], others: dict[int, int] | None) -> None:
    """Make the move, with the stand-ins if there are any."""
    if player == CHANCE and others and actions[0] < len(TILES):
        actions = [others[actions[0] + 1] - 1]
    if player >= 0 and is_word(actions[0]) and others:
        actions = translated(actions, others)
        for action in actions:
            state.apply_action(action)
        if DONE in state.legal_actions():
            state.apply_action(DONE)
        return
    for action in actions:
        state.apply_action(action)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("length", [12, 25])
def test_nobody_can_tell_hidden_tiles_apart(name: str, length: int) -> None:
    *_, end = islice(decisions(name, length), length)
    kinds, compared = observers(load(name)), 0
    for player in range(end.num_players()):
        others = other_tiles(end, player, Random(length))
        one, two = begin(name), begin(name)
        for mover, actions in moves(end):
            apply(one, mover, actions, None)
            try:
                apply(two, mover, actions, others)
            except pyspiel.SpielError:
                break  # whoever holds other tiles may not do the same (P2)
            assert shown(one, player, kinds) == shown(two, player, kinds)
            compared += str(one) != str(two)
    assert compared > 10


@pytest.mark.parametrize("name", WITH_EXCHANGES)
def test_with_perfect_recall_words_and_numbers_tell_the_same(name: str) -> None:
    """Of two states, either both the strings and the tensors are the same, or neither are."""
    strings: dict[str, bytes] = {}
    tensors: dict[bytes, str] = {}
    observer = observers(load(name))[-1]
    for seed in range(3):
        for state in decisions(name, seed):
            for player in range(state.num_players()):
                text, numbers = shown(state, player, [observer])
                assert isinstance(text, str)
                assert isinstance(numbers, bytes)
                assert strings.setdefault(text, numbers) == numbers
                assert tensors.setdefault(numbers, text) == text
    assert len(strings) > 100


@pytest.mark.parametrize("name", GAMES)
def test_a_player_who_is_to_act_has_never_been_there_before(name: str) -> None:
    seen: dict[str, tuple[int, list[int]]] = {}
    for seed in range(3):
        for state in decisions(name, seed):
            if not state.is_terminal():
                text, here = state.information_state_string(), (seed, state.history())
                assert seen.setdefault(text, here) == here


def test_the_public_part_is_the_same_for_all_and_tells_no_tile_of_a_hand() -> None:
    name = WITH_EXCHANGES[0]
    now, recalled = observers(load(name), private=NOBODY)[1::2]
    for state in decisions(name, 4):
        shows = {player: shown(state, player, [now, recalled]) for player in range(3)}
        assert shows[0] == shows[1] == shows[2]
        assert "=?" in now.string_from(state, 0) or state.is_terminal()
        assert "draws ?" in recalled.string_from(state, 0)
        assert not any(f"draws {tile}" in recalled.string_from(state, 0) for tile in TILES)


def test_the_private_part_is_the_hand_and_how_it_came_about() -> None:
    state = begin("python_tsuro")
    for outcome in (3, 16, 29, 0, 1, 2):
        state.apply_action(outcome)
    now, _, recalled, _ = observers(state.get_game())
    assert now.string_from(state, 0) == "player 1: 1=4,17,30"
    assert recalled.string_from(state, 1) == "player 2: modern for 2: 2 draws 1; 2 draws 2; 2 draws 3"


def test_those_who_see_all_hands_see_all_tiles() -> None:
    name = GAMES[2]
    now, recalled = observers(load(name), private=EVERYBODY)[1::2]
    for state in decisions(name, 2):
        assert now.string_from(state, 0) == str(state)
        assert "?" not in recalled.string_from(state, 0)


def test_nothing_at_all_can_be_observed_too() -> None:
    state = begin("python_tsuro")
    for observer in observers(state.get_game(), private=NOBODY)[::2]:
        observer.set_from(state, 0)
        assert observer.tensor.size == 0


def test_an_observation_is_the_view_in_one_line() -> None:
    state, random = begin("python_tsuro"), Random(1)
    while state.is_chance_node():
        state.apply_action(choose(state, random))
    assert state.observation_string(0) == (
        "player 1: modern 1 6/6/6/6/6/6 circle@-=5,9,19;square@-=?,?,? 29 - mark:1"
    )


def test_observers_have_no_parameters() -> None:
    with pytest.raises(pyspiel.SpielError, match="no parameters"):
        load("python_tsuro").make_py_observer(None, {"colour": 1})
