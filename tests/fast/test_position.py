"""From the game to the core's row of integers."""

from __future__ import annotations

from random import Random

import pytest

from tsuro import Match
from tsuro.fast.layout import CROSSED, ROW, SIZE, WALKED
from tsuro.fast.position import flatten, row_of, shape_of, state_of, tile_of
from tsuro.game.edition import Goal
from tsuro.game.outcome import scores
from tsuro.game.tiles import ORIENTATIONS
from tsuro.notation import read_edition


@pytest.mark.parametrize("text", ["classic", "modern+bonus+no-ramming", "modern+open-tiles", "classic+solo"])
def test_a_game_without_scores_is_short(text: str) -> None:
    assert len(flatten(Match(edition=read_edition(text), seed=1).state)) == SIZE


@pytest.mark.parametrize("text", ["classic+longest-path", "modern+open-tiles+most-crossings"])
def test_a_game_with_scores_has_its_trails(text: str) -> None:
    """V1, V2"""
    match, random = Match(edition=read_edition(text), players=3, seed=1), Random(1)
    while not match.is_over:
        match.submit(match.active, random.choice(match.legal_actions))
    g = flatten(match.state)
    assert len(g) == ROW
    at = WALKED if match.setup.edition.goal is Goal.LONGEST_PATH else CROSSED
    assert tuple(g[at : at + match.setup.players]) == scores(match.state)
    assert max(scores(match.state)) > 0


@pytest.mark.parametrize("text", ["modern", "modern+open-tiles", "classic+solo", "classic+most-crossings"])
def test_a_row_reads_back_as_the_state(text: str) -> None:
    match, random = Match(edition=read_edition(text), players=3, seed=1), Random(1)
    while not match.is_over:
        match.submit(match.active, random.choice(match.legal_actions))
        assert state_of(row_of(match.state), match.setup.edition) == match.state


def test_every_shape_reads_back() -> None:
    tiles = [tile for orientations in ORIENTATIONS.values() for tile in orientations]
    assert [tile_of(shape_of(tile)) for tile in tiles] == tiles
    assert len({shape_of(tile) for tile in tiles}) == len(tiles)
