"""The tree of placements: which of them count as the same."""

from __future__ import annotations

from random import Random

import pytest

from tsuro import Match
from tsuro.fast.core import INTERPRETED
from tsuro.fast.layout import ACTIVE, MARK, PLAYERS, SOLO
from tsuro.fast.position import flatten
from tsuro.fast.search import PATH, SCRATCH, SITUATIONS, faced, find, parent_of
from tsuro.game.state import PLAY_TILE

LENGTH = 64  # of the tree


def position(players: int) -> list[int]:
    """All markers stand, and the first tile is to be placed."""
    match, random = Match(players=players, seed=players), Random(3)
    while match.state.phase is not PLAY_TILE:
        match.submit(match.active, random.choice(match.legal_actions))
    return flatten(match.state)


def way_down(*steps: tuple[int, int]) -> tuple[list[int], int]:
    """A scratch row with these steps, each a place in the tree and a seat, and where they end."""
    scratch = [0] * SCRATCH
    for number, step in enumerate(steps):
        scratch[PATH + 2 * number : PATH + 2 * number + 2] = step
    return scratch, PATH + 2 * len(steps)


def parent(g: list[int], seat: int, *steps: tuple[int, int]) -> int:
    return parent_of(g, seat, *way_down(*steps), LENGTH)


def test_a_placement_hangs_on_the_first_and_on_the_players_own() -> None:
    g = position(4)
    assert parent(g, 3, (7, 0), (8, 1), (9, 2)) == parent(g, 3, (7, 0), (18, 1), (19, 2))
    assert parent(g, 3, (7, 0), (8, 1), (9, 2)) != parent(g, 3, (6, 0), (8, 1), (9, 2))
    first, own = (7, 0), (8, 1)
    assert parent(g, 1, first, own, (9, 2), (10, 3), (11, 0)) == parent(g, 1, first, own, (9, 3), (12, 0))
    assert parent(g, 1, first, own, (9, 2)) != parent(g, 1, first, (13, 1), (9, 2))


def test_it_hangs_on_where_the_marker_stands_and_what_it_faces() -> None:
    g, steps = position(4), ((7, 0), (8, 1))
    before = parent(g, 2, *steps)
    elsewhere = list(g)
    elsewhere[(g[MARK] & ~7) + 3] ^= 8  # a way across the square ahead of another
    assert parent(elsewhere, 2, *steps) == before
    changed = list(g)
    changed[(g[MARK + 2] & ~7) + 3] ^= 8
    assert parent(changed, 2, *steps) != before
    moved = list(g)
    moved[MARK + 2] ^= 1
    assert parent(moved, 2, *steps) != before


def test_alone_one_person_moves_all_markers_so_it_hangs_on_the_last() -> None:
    g = position(4)
    g[SOLO] = 1
    assert parent(g, 3, (7, 0), (8, 1), (9, 2)) == 9


@pytest.mark.parametrize("players", range(2, 9))
def test_no_such_parent_is_taken_for_a_place(players: int) -> None:
    g = position(players)
    assert g[PLAYERS] == players
    assert all(parent(g, seat, (0, int(g[ACTIVE]))) >= LENGTH for seat in range(players))


def test_ways_that_lead_elsewhere_nearly_always_have_another_number() -> None:
    random = Random(1)
    numbers = [faced([random.randrange(300) for _ in range(8)], 0) for _ in range(200)]
    assert all(0 <= number < SITUATIONS for number in numbers)
    assert len(set(numbers)) > 170  # of 1,024


def test_placements_of_different_parents_do_not_crowd_the_table() -> None:
    """Parents differ in their higher digits; still, hardly any placement has to be put beside its place."""
    tree = INTERPRETED.table(1, (1024 + 1) * 2)[0]
    moved = 0
    for number in range(256):
        at = find(tree, number * 288 * SITUATIONS + 5, 32)
        moved += at != find([0] * len(tree), number * 288 * SITUATIONS + 5, 32)
        tree[at * 2] = (number * 288 * SITUATIONS + 5) * 144 + (32 >> 3) + 1
    assert moved < 64
