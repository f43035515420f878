"""Compiled and interpreted, the core gives the same results."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tsuro import Match
from tsuro.fast import kernel
from tsuro.fast.batch import play_games, seeds_from
from tsuro.fast.core import INTERPRETED, Core
from tsuro.fast.layout import SIZE
from tsuro.fast.position import flatten
from tsuro.fast.warmup import warm_up
from tsuro.game.state import Phase
from tsuro.notation import read_edition

EDITIONS = ["classic", "classic+no-ramming", "modern", "modern+no-ramming", "modern+bonus+pass-the-pile"]
VARIANTS = [
    "classic+longest-path",
    "modern+bonus+most-crossings",
    "modern+open-tiles",
    "modern+open-tiles+longest-path+no-ramming",
    "classic+open-tiles+most-crossings",
    "modern+solo",
]


def _signatures(core: Core) -> int:
    functions: list[Any] = list(core.functions.values())
    return sum(len(function.signatures) for function in functions)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("edition", [*EDITIONS, *VARIANTS])
def test_playouts_from_the_same_seed_are_the_same(edition: str, players: int, compiled: Core) -> None:
    match = Match(edition=read_edition(edition), players=players, seed=players)
    random = Random(players)
    while not match.is_over:
        match.submit(match.active, random.choice(match.legal_actions))
        if match.state.phase is Phase.PLAY_TILE:
            seed = seeds_from(random.getrandbits(32), 1)[0]
            plain, array = flatten(match.state), compiled.position(flatten(match.state))
            assert kernel.playout(plain, seed) == compiled[kernel.playout](array, seed)
            assert plain == list(array)


@pytest.mark.parametrize("no_ramming", [0, 1])
@pytest.mark.parametrize("classic", [0, 1])
def test_new_games_from_the_same_seed_are_the_same(classic: int, no_ramming: int, compiled: Core) -> None:
    for players in range(2, 9):
        plain, array = [0] * SIZE, compiled.position([0] * SIZE)
        seed = kernel.new_game(plain, players, classic, no_ramming, 42)
        assert compiled[kernel.new_game](array, players, classic, no_ramming, 42) == seed
        assert kernel.playout(plain, seed) == compiled[kernel.playout](array, seed)
        assert plain == list(array)


def test_many_games_from_the_same_seed_are_the_same(compiled: Core) -> None:
    played = play_games([0] * SIZE, 4, 50, 9)
    assert compiled[play_games](compiled.position([0] * SIZE), 4, 50, 9) == played


def test_nothing_is_compiled_any_more_once_it_is_warm(compiled: Core) -> None:
    warm_up(compiled)
    before = _signatures(compiled)
    g = compiled.position([0] * SIZE)
    seed = compiled[kernel.new_game](g, 8, 1, 0, 5)
    compiled[kernel.playout](g, seed)
    assert _signatures(compiled) == before


def test_the_interpreted_core_warms_up_as_well() -> None:
    warm_up(INTERPRETED)
