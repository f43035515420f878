"""The learned value of a position."""

from __future__ import annotations

import json
from random import Random

import pytest
from scripts.train import WEIGHTS

from tsuro import CLASSIC, MODERN, Edition, Match
from tsuro.fast.core import INTERPRETED, Core
from tsuro.fast.layout import ACTIVE, EDGE, IN_PLAY, MARK
from tsuro.fast.position import flatten
from tsuro.fast.search import EVERYWHERE, SCRATCH, sample_start
from tsuro.fast.value import MOST_SEATS, VALUE_ROW, VALUE_WEIGHTS, VALUES, judge, squares_in, value_weights, widen
from tsuro.game.state import PLAY_TILE, State


def moments(edition: Edition, players: int) -> list[State]:
    """Each moment of a random game in which a tile is to be placed, with nothing hidden."""
    match, random, found = Match(edition=edition, players=players, seed=players), Random(players), []
    while not match.is_over:
        if match.state.phase is PLAY_TILE:
            found.append(match.state)
        match.submit(match.active, random.choice(match.legal_actions))
    return found


def row_for(core: Core, state: State) -> list[float]:
    """All that is written: what the network is told, its units, and the values."""
    free = sum(1 << square for square, tile in enumerate(state.board) if tile is None)
    row, before = core.fractions(VALUE_ROW), flatten(state)
    g = core.position(before)
    core[judge](g, free, core.table(1, SCRATCH)[0], row, core.numbers(value_weights()))
    assert [int(number) for number in g] == before
    return [float(number) for number in row]


@pytest.mark.parametrize("players", range(2, MOST_SEATS + 1))
@pytest.mark.parametrize("edition", [CLASSIC, MODERN], ids=lambda edition: edition.name)
def test_those_in_play_share_the_win(edition: Edition, players: int) -> None:
    for state in moments(edition, players):
        values = row_for(INTERPRETED, state)[VALUES:]
        assert sum(values) == pytest.approx(1)
        assert {seat for seat in range(8) if values[seat] > 0} <= set(state.in_play)


@pytest.mark.parametrize("players", range(2, MOST_SEATS + 1))
def test_both_forms_give_the_same_bits(compiled: Core, players: int) -> None:
    for state in moments(MODERN, players):
        assert row_for(compiled, state) == row_for(INTERPRETED, state)


def test_what_the_network_is_told_are_small_numbers() -> None:
    rows = [row_for(INTERPRETED, state) for state in moments(MODERN, 4)]
    assert all(-1 <= number <= 4 for row in rows for number in row[: 8 * 23])


def test_a_marker_with_nothing_but_edges_ahead_has_little_to_hope_for() -> None:
    [state, *_] = moments(MODERN, 2)
    g = flatten(state)
    base = g[MARK + 1] & ~7
    for point in range(base, base + 8):
        g[point] = max(g[point], EDGE)
    row = INTERPRETED.fractions(VALUE_ROW)
    judge(g, EVERYWHERE, [0] * SCRATCH, row, list(value_weights()))
    assert row[VALUES + 1] < min(0.3, row_for(INTERPRETED, state)[VALUES + 1])


def test_a_set_of_squares_grows_to_open_squares_beside_it() -> None:
    assert widen(1, EVERYWHERE) == 1 | 1 << 1 | 1 << 6
    assert widen(1 << 5, EVERYWHERE) == 1 << 5 | 1 << 4 | 1 << 11  # not to the next row
    assert widen(1, 1) == 1
    assert squares_in(EVERYWHERE) == 36


@pytest.mark.parametrize("players", [2, 8])
def test_both_forms_judge_start_marks_alike(compiled: Core, players: int) -> None:
    match = Match(players=players, seed=1)
    hidden = [tile for tile in range(1, 36) if tile not in match.view(match.active).position.hands[match.active]]
    found = []
    for core in (compiled, INTERPRETED):
        root = flatten(match.view(match.active).position)
        root[IN_PLAY] = (1 << players) - 1
        others = root[IN_PLAY] & ~(1 << root[ACTIVE])
        found.append(
            core[sample_start](
                core.position(root),
                core.position(root),
                core.integers([*hidden, 0]),
                len(hidden),
                0,
                others,
                0,
                core.table(1, SCRATCH)[0],
                core.fractions(VALUE_ROW),
                core.numbers(value_weights()),
                20,
                7,
            )
        )
    assert found[0] == found[1]
    assert 0 < found[0][1] < 20


def test_the_weights_of_the_package_have_a_card() -> None:
    found = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    assert len(found["weights"]) == VALUE_WEIGHTS
    assert tuple(found["weights"]) == value_weights()
    for about in found["card"]["rounds"][-1]:
        assert about["losses"][-1] < about["losses"][0]
        assert about["test"]["explained"] > 0.1  # one playout explains less
    assert all(len(of_kind) == 9 for of_kind in found["chances"].values())
    assert WEIGHTS.stat().st_size < 100_000
