"""The one object for each look of a tile, and the checks on what a table agrees on."""

from __future__ import annotations

import copy
import pickle
from collections import Counter

import pytest

from tsuro import ORIENTATIONS, Edition, OrientedTile, Setup, oriented

ALL = [tile for ways in ORIENTATIONS.values() for tile in ways]


def test_there_are_35_tiles_that_look_105_ways() -> None:
    assert len({tile.across for tile in ALL}) == 105
    assert Counter(len(ways) for ways in ORIENTATIONS.values()) == {4: 20, 2: 10, 1: 5}


@pytest.mark.parametrize("tile", ALL, ids=str)
def test_a_tile_stays_one_object(tile: OrientedTile) -> None:
    assert pickle.loads(pickle.dumps(tile)) is tile
    assert copy.deepcopy(tile) is tile
    assert oriented(tile.tile, tile.turns + 4) is tile


@pytest.mark.parametrize("number", [0, 36, -1])
def test_there_are_no_other_tiles(number: int) -> None:
    with pytest.raises(ValueError, match=f"there is no tile {number}: tiles are numbered 1 to 35"):
        oriented(number, 0)


@pytest.mark.parametrize(
    ("markers", "reason"),
    [
        (("star",), "2 players need 2 markers, not 1 (S6)"),
        (("star", "star"), "no two players may choose the same marker (S6)"),
        (("star", "oval"), "there is no 'oval' marker: choose from circle, square"),
    ],
)
def test_every_player_has_a_marker_of_their_own(markers: tuple[str, ...], reason: str) -> None:
    with pytest.raises(ValueError, match=r".*\(S6\)") as refused:
        Setup(players=2, markers=markers)
    assert reason in str(refused.value)


def test_the_classic_edition_always_has_the_bonus() -> None:
    with pytest.raises(ValueError, match=r"the classic edition always has the elimination bonus \(X1\)"):
        Edition(name="classic")
