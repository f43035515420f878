"""From the game to the core's row of integers."""

from __future__ import annotations

import pytest

from tsuro import MODERN, Setup
from tsuro.fast.position import is_supported, shape_of, tile_of
from tsuro.game.tiles import ORIENTATIONS
from tsuro.notation import read_edition


@pytest.mark.parametrize("text", ["classic", "classic+no-ramming", "modern+bonus+pass-the-pile+no-ramming"])
def test_editions_with_their_options_are_supported(text: str) -> None:
    assert is_supported(Setup(edition=read_edition(text), players=8))
    assert is_supported(Setup(edition=MODERN))


@pytest.mark.parametrize("text", ["longest-path", "most-crossings", "open-tiles", "solo"])
def test_variants_are_not(text: str) -> None:
    assert not is_supported(Setup(edition=read_edition(f"modern+{text}")))


def test_every_shape_reads_back() -> None:
    tiles = [tile for orientations in ORIENTATIONS.values() for tile in orientations]
    assert [tile_of(shape_of(tile)) for tile in tiles] == tiles
    assert len({shape_of(tile) for tile in tiles}) == len(tiles)
