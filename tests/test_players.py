"""Bots and the referee who lets them play."""

from __future__ import annotations

from random import Random

import pytest

from tsuro import FACE_DOWN, Action, Match, View, read_edition
from tsuro.bots import BOTS, Apprentice, UnknownBot, Wanderer, make_bot
from tsuro.game.events import Event, GameOver
from tsuro.referee import play

EDITIONS = ["classic", "modern+bonus+no-ramming", "modern+open-tiles", "modern+solo", "modern+longest-path"]


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 5, 8])
def test_bots_play_legally_to_the_end(name: str, edition: str, players: int) -> None:
    match = Match(edition=read_edition(edition), players=players, seed=players)
    play(match, [make_bot(name, Random(seat)) for seat in range(players)])
    assert match.is_over


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_is_deterministic_for_its_randomness(name: str) -> None:
    def game() -> Match:
        return play(Match(players=3, seed=4), [make_bot(name, Random(seat)) for seat in range(3)])

    assert game().record() == game().record()


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_sees_no_hidden_tile(name: str) -> None:
    class Spy:
        def __init__(self) -> None:
            self.bot = make_bot(name, Random(1))
            self.seen = 0

        def choose(self, view: View) -> Action:
            others = [hand for seat, hand in enumerate(view.position.hands) if seat != view.seat]
            assert all(tile == FACE_DOWN for hand in others for tile in hand)
            assert all(tile == FACE_DOWN for tile in view.position.pile)
            self.seen += 1
            return self.bot.choose(view)

    spies = [Spy() for _ in range(4)]
    play(Match(players=4, seed=9), spies)
    assert all(spy.seen for spy in spies)


def test_looking_ahead_beats_wandering() -> None:
    share = 0.0
    for game in range(60):
        match = Match(players=2, seed=game, first=game % 2)
        play(match, [Apprentice(Random(game)), Wanderer(Random(game))])
        share += match.outcome.share(0) if match.outcome else 0.0
    assert share / 60 > 0.6


def test_the_referee_tells_everything_that_happens() -> None:
    heard: list[Event] = []
    match = play(Match(players=2, seed=1), [Wanderer(Random(1)), Wanderer(Random(2))], tell=heard.extend)
    assert isinstance(heard[-1], GameOver)
    assert heard[-1].outcome == match.outcome


def test_the_referee_wants_a_player_for_each_seat() -> None:
    with pytest.raises(ValueError, match="2 players are needed, not 1"):
        play(Match(players=2), [Wanderer(Random(1))])


@pytest.mark.parametrize("name", ["nobody", "", "wanderer:3", "Wanderer"])
def test_an_unknown_bot_is_named(name: str) -> None:
    with pytest.raises(UnknownBot, match=f"'{name}'"):
        make_bot(name, Random(1))


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_tells_its_style_in_one_sentence_in_three_languages(name: str) -> None:
    assert set(BOTS[name].style) == {"en", "fr", "pt"}
    assert all(sentence.count(".") == 1 and sentence.endswith(".") for sentence in BOTS[name].style.values())
