"""Chance: the same on every machine, fair, and bound by its commitment."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

from tsuro import TILES, Deal, Match

GOLDEN = {
    0: "15 31 34 19 3 26 12 6 35 21 28 11 16 33 22 2 5 7 29 13 17 27 8 30 25 10 23 14 9 4 18 32 20 1 24",
    1: "23 27 13 11 9 33 2 12 10 32 26 4 18 34 29 16 20 22 3 15 7 35 17 21 1 8 14 31 28 6 5 25 24 30 19",
    2026: "11 6 24 10 23 33 20 15 21 2 25 1 28 26 27 12 13 22 8 5 14 31 34 30 17 7 32 35 4 29 16 19 3 18 9",
    -5: "9 6 31 32 21 30 4 17 19 10 11 34 2 14 27 22 29 5 8 28 12 24 3 25 7 13 26 20 1 18 23 35 16 33 15",
    10**30: "35 33 3 34 18 31 7 12 4 11 13 19 24 20 14 27 5 8 25 22 15 6 23 29 9 2 16 28 1 26 30 21 17 10 32",
}


def draw_all(deal: Deal) -> list[int]:
    pile, drawn = TILES, []
    while pile:
        drawn.append(deal(pile))
        pile = tuple(tile for tile in pile if tile != drawn[-1])
    return drawn


def chi_square(counts: Counter[int], kinds: int) -> float:
    expected = counts.total() / kinds
    return sum((counts[kind] - expected) ** 2 / expected for kind in range(1, kinds + 1))


@pytest.mark.parametrize("seed", GOLDEN)
def test_a_seed_always_gives_the_same_draws(seed: int) -> None:
    assert draw_all(Deal.of_seed(seed)) == [int(tile) for tile in GOLDEN[seed].split()]


def test_a_match_is_dealt_from_its_seed() -> None:
    match = Match(players=3, seed=2026)
    assert match.record().deal == ((11, 6, 24), (10, 23, 33), (20, 15, 21))


def test_the_commitment_is_a_hash_of_the_secret() -> None:
    deal = Deal(b"a secret")
    assert deal.commitment == hashlib.sha256(b"tsuro commitment 1\na secret").hexdigest()
    assert deal.commitment != Deal(b"another secret").commitment


def test_drawing_does_not_change_the_commitment() -> None:
    deal = Deal.of_seed(1)
    before = deal.commitment
    draw_all(deal)
    assert deal.commitment == before


def test_fresh_deals_differ() -> None:
    secrets = {Deal.fresh().secret for _ in range(10)}
    assert len(secrets) == 10
    assert {len(secret) for secret in secrets} == {32}


@pytest.mark.parametrize("size", [2, 3, 7, 20, 35])
def test_every_tile_of_the_pile_is_as_likely_as_any_other(size: int) -> None:
    deal, pile = Deal.of_seed(size), TILES[:size]
    counts = Counter(deal(pile) for _ in range(400 * size))
    freedom = size - 1
    assert chi_square(counts, size) < freedom + 4 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("place", [0, 1, 17, 34])
def test_every_tile_is_as_likely_in_every_place_of_the_deal(place: int) -> None:
    counts = Counter(draw_all(Deal.of_seed(seed))[place] for seed in range(3500))
    assert chi_square(counts, 35) < 34 + 4 * 68**0.5


def test_the_last_tile_is_drawn_for_certain() -> None:
    assert Deal.of_seed(3)((17,)) == 17
