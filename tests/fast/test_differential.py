"""The simulation core agrees with the game, move for move."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tsuro.fast import kernel, steps
from tsuro.fast.core import Core
from tsuro.fast.layout import CROSSED, DRAGON, ELIMINATED, GOAL, MOST_CROSSINGS, WALKED, WINNERS, Position
from tsuro.fast.legal import is_legal, list_placements
from tsuro.fast.search import share

pytestmark = pytest.mark.slow

SCRIPT = runpy.run_path(str(Path(__file__).parents[2] / "scripts" / "differential.py"))
GAMES = len(SCRIPT["TABLES"])


def _compare(core: Core) -> Any:
    tally = SCRIPT["Tally"]()
    for number in range(GAMES):
        tally += SCRIPT["play_both"](number, seed=2, core=core)
    return tally


def test_the_core_agrees_with_the_game_move_for_move(core: Core) -> None:
    tally = _compare(core)
    assert tally.games == GAMES
    assert tally.exchanges > GAMES // 4
    assert tally.dragons > GAMES // 4
    assert tally.played_on > GAMES // 4


def test_every_edition_with_every_option_and_variant_is_compared() -> None:
    """V1 to V4"""
    assert len(set(SCRIPT["EDITIONS"])) == 46
    assert sum(not edition.is_variant for edition in SCRIPT["EDITIONS"]) == 10
    assert {players for _, players in SCRIPT["TABLES"]} == set(range(2, 9))


def _without_swaps(g: Position, give: int, take: int) -> None:
    """A wrong exchange: nothing changes hands."""


def _half_a_lift(g: Position, base: int, shape: int) -> None:
    """A wrong undoing: the last path stays."""
    before = list(g[base : base + 2])
    kernel.lift(g, base, shape)
    g[before[0]] = before[1]


def _with_another_dragon(g: Position, out: int, seed: int) -> int:
    seed = kernel.end_turn(g, out, seed)
    g[DRAGON] = 0
    return seed


def _all_win(g: Position, shape: int) -> int:
    out = kernel.place(g, shape)
    if g[WINNERS]:
        g[WINNERS] = 255
    return out


def _with_one_out_too_many(g: Position, shape: int) -> int:
    return kernel.place(g, shape) | 1


def _with_one_too_few(g: Position, seat: int, shapes: list[int]) -> int:
    return list_placements(g, seat, shapes) - 1


def _anything_goes(g: Position, shape: int) -> bool:
    return True


def _drawn_later(g: Position, out: int, seed: int) -> int:
    return kernel.end_turn(g, out, kernel.next_seed(seed))


def _never_mind_loops(g: Position, base: int) -> bool:
    return False


def _one_tile_further(g: Position, action: int, seed: int) -> int:
    g[WALKED] += 1
    return steps.try_id(g, action, seed)


def _never_eliminated(g: Position, tile: int, seed: int) -> int:
    g[ELIMINATED] = 0
    return steps.draw_tile(g, tile, seed)


def _with_another_crossing(g: Position, shape: int) -> int:
    out = kernel.place(g, shape)
    if g[GOAL] == MOST_CROSSINGS:
        g[CROSSED] += 1
    return out


def _all_or_nothing(g: Position, seat: int) -> float:
    return float(share(g, seat) == 1)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (kernel.swap, _without_swaps),
        (kernel.lift, _half_a_lift),
        (kernel.loops, _never_mind_loops),
        (kernel.end_turn, _with_another_dragon),
        (kernel.end_turn, _drawn_later),
        (kernel.place, _all_win),
        (kernel.place, _with_one_out_too_many),
        (kernel.place, _with_another_crossing),
        (share, _all_or_nothing),
        (list_placements, _with_one_too_few),
        (is_legal, _anything_goes),
        (steps.try_id, _one_tile_further),
        (steps.draw_tile, _never_eliminated),
    ],
)
def test_a_wrong_core_is_found_out(right: Callable[..., Any], wrong: Callable[..., Any]) -> None:
    core = Core(compiled=False, functions={right: wrong})
    with pytest.raises(SCRIPT["Disagreement"], match="of seed 2, "):
        _compare(core)


def test_a_run_counts_and_reports(compiled: Core) -> None:
    tally, disagreements = SCRIPT["_play_chunk"](0, last=3, seed=1, core=compiled)
    assert (tally.games, disagreements) == (3, [])
    told = SCRIPT["report"](tally, ["game 1: no"], seed=1)
    assert "| games | 3 |" in told
    assert "| **disagreements** | **1** |" in told
    assert told.endswith("* game 1: no\n")


def test_the_recorded_run_found_nothing() -> None:
    recorded = Path(SCRIPT["REPORT"]).read_text(encoding="utf-8")
    assert "| games | 100,000 |" in recorded
    assert "| **disagreements** | **0** |" in recorded
