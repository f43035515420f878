"""What a learned player looks at."""

from __future__ import annotations

from random import Random

import pytest

from tsuro import CLASSIC, MODERN, Edition, Match
from tsuro.fast.core import INTERPRETED, Core
from tsuro.fast.features import FEATURES, features, reach
from tsuro.fast.layout import ACTIVE, EDGE
from tsuro.fast.learned import STRIDE, learned_placement, learned_weights
from tsuro.fast.legal import list_placements
from tsuro.fast.position import flatten
from tsuro.game.state import PLAY_TILE, State


def moments(edition: Edition, players: int) -> list[State]:
    """Each moment of a random game in which a tile is to be placed, as the active player sees it."""
    match, random, seen = Match(edition=edition, players=players, seed=players), Random(players), []
    while not match.is_over:
        if match.state.phase is PLAY_TILE:
            seen.append(match.view(match.active).position)
        match.submit(match.active, random.choice(match.legal_actions))
    return seen


def looked_at(core: Core, state: State) -> list[list[float]]:
    """The features of each legal placement; they must leave the position as it was."""
    g, before = core.position(flatten(state)), flatten(state)
    shapes, rows = core.integers([0] * 12), []
    for n in range(int(core[list_placements](g, int(g[ACTIVE]), shapes))):
        row = core.fractions(FEATURES)
        core[features](g, int(g[ACTIVE]), int(shapes[n]), row)
        rows.append([float(number) for number in row])
    g[EDGE] = before[EDGE]  # a sink: what is written there means nothing
    assert [int(number) for number in g] == before
    return rows


@pytest.mark.parametrize("players", [2, 4, 8])
@pytest.mark.parametrize("edition", [CLASSIC, MODERN], ids=lambda edition: edition.name)
def test_features_are_small_numbers_and_leave_the_position_alone(edition: Edition, players: int) -> None:
    rows = [row for state in moments(edition, players) for row in looked_at(INTERPRETED, state)]
    assert all(-2.0 <= number <= 4.0 for row in rows for number in row)
    assert all(any(row[n] != rows[0][n] for row in rows) for n in (1, 4, 7, 11, 27))


def test_both_forms_see_and_choose_the_same(compiled: Core) -> None:
    weights = learned_weights()
    for state in moments(CLASSIC, 4):
        for there, here in zip(looked_at(compiled, state), looked_at(INTERPRETED, state), strict=True):
            assert there == pytest.approx(here)
        chosen = {
            int(
                core[learned_placement](
                    core.position(flatten(state)),
                    state.active,
                    core.make_row(weights, "float64"),
                    core.fractions(FEATURES),
                    core.integers([0] * 12),
                )[0]
            )
            for core in (INTERPRETED, compiled)
        }
        assert len(chosen) == 1


def test_reach_grows_step_by_step() -> None:
    """On an empty board, the corner reaches two neighbours, then the diagonal, and in the end everything."""
    state = Match(players=2, seed=1).state
    one, two, three, region = reach(flatten(state), 0)
    assert [mask.bit_count() for mask in (one, two, three, region)] == [3, 6, 10, 36]
    assert one & two == one
    assert two & three == two


def test_the_weights_are_whole() -> None:
    weights = learned_weights()
    assert len(weights) % STRIDE == 0
    assert len(weights) == 32 * STRIDE
