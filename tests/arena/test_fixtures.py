"""Who meets whom, on which seats, with which tiles."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.tournaments import APPRENTICE, WANDERER, held, tournament

from tsuro import ImpossibleSetup, read_edition
from tsuro.arena import ArenaError, Entrant, entrants_of, run_tournament
from tsuro.arena.fixtures import Block, lineups
from tsuro.bots import UnknownBot, Wanderer
from tsuro.record import Record


def test_everybody_sits_everywhere_once_in_a_block() -> None:
    block = Block(number=0, lineup=(0, 1, 1, 2))
    games = [block.seats(turn) for turn in range(4)]
    assert games == [(0, 1, 1, 2), (2, 0, 1, 1), (1, 2, 0, 1), (1, 1, 2, 0)]
    assert all(Counter(seat) == Counter(block.lineup) for seat in zip(*games, strict=True))


@given(entrants=st.integers(2, 12), players=st.integers(2, 8), seed=st.integers(), blocks=st.integers(1, 40))
def test_all_entrants_get_as_many_seats_give_or_take_one(
    entrants: int, players: int, seed: int, blocks: int
) -> None:
    drawn = list(islice(lineups(entrants=entrants, players=players, lone=False, seed=seed), blocks))
    seats = Counter(entrant for lineup in drawn for entrant in lineup)
    counts = [seats[entrant] for entrant in range(entrants)]
    assert max(counts) - min(counts) <= 1
    for lineup in drawn:
        assert len(lineup) == players
        if entrants >= players:
            assert len(set(lineup)) == players


@given(entrants=st.integers(2, 12), players=st.integers(2, 8), seed=st.integers())
def test_a_lone_entrant_has_one_seat_in_every_game(entrants: int, players: int, seed: int) -> None:
    for lineup in islice(lineups(entrants=entrants, players=players, lone=True, seed=seed), 20):
        assert lineup[0] == 0
        assert lineup.count(0) == 1


def test_a_deal_is_the_same_from_every_seat_and_another_in_every_block() -> None:
    result = held(players=3, games=9)
    assert [game.block for game in result.games] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert len({tournament(players=3).deal_of(block) for block in range(100)}) == 100
    classic = tournament(players=3, edition=read_edition("classic"))
    assert classic.deal_of(0) != tournament(players=3).deal_of(0)


def test_the_hands_of_a_block_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    records: list[Record] = []
    monkeypatch.setattr("tsuro.arena.run._Keeper.__call__", lambda _, games: records.extend(r for _, r in games))
    run_tournament(tournament(players=4, games=8), processes=0)
    deals = [record.deal for record in records]
    assert deals[0] == deals[1] == deals[2] == deals[3] != deals[4] == deals[7]
    names = [record.names for record in records[:4]]
    assert names[1] == (names[0][-1], *names[0][:-1])


def test_games_are_rounded_up_to_whole_blocks() -> None:
    assert len(held(players=4, games=5).games) == 8


def test_entrants_of_the_same_name_are_numbered() -> None:
    names = [entrant.name for entrant in entrants_of(["wanderer", "apprentice", "wanderer"], seconds_per_move=1)]
    assert names == ["wanderer", "apprentice", "wanderer 2"]


@pytest.mark.parametrize("spec", ["nobody", "wanderer:9", ""])
def test_an_unknown_bot_is_refused_at_once(spec: str) -> None:
    with pytest.raises(UnknownBot):
        entrants_of([spec, "wanderer"], seconds_per_move=1)


@pytest.mark.parametrize("spec", ["cmd:", "cmd:  ", "cmd:'a"])
def test_a_command_that_is_none_is_refused(spec: str) -> None:
    with pytest.raises(UnknownBot, match=r"cmd:|command line"):
        entrants_of([spec, "wanderer"], seconds_per_move=1)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"players": 1}, "two to eight players, not 1"),
        ({"players": 9}, "two to eight players, not 9"),
        ({"games": 0}, "at least 1 game must be played"),
        ({"seconds_per_move": 0.0}, "a move may take more than 0"),
        ({"seconds_per_move": float("nan")}, "a move may take more than 0"),
        ({"edition": read_edition("modern+solo")}, "a solo game has no opponents"),
    ],
)
def test_an_impossible_tournament_is_refused(settings: dict[str, object], sentence: str) -> None:
    with pytest.raises((ArenaError, ImpossibleSetup), match=sentence):
        tournament(**settings)


def test_a_tournament_needs_two_entrants_with_names_of_their_own() -> None:
    with pytest.raises(ArenaError, match="at least two entrants, not 1"):
        tournament(WANDERER)
    with pytest.raises(ArenaError, match="two entrants are called 'apprentice'"):
        tournament(APPRENTICE, Entrant(name="apprentice", make=Wanderer))
