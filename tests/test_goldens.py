"""The golden playthroughs and perft counts: every rule at work, written down once and compared ever after."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from tsuro.notation import read_position
from tsuro.perft import divide, perft

TESTS = Path(__file__).parent
GOLDENS = runpy.run_path(str(TESTS.parent / "scripts" / "goldens.py"))
PERFT = (TESTS / "perft" / "counts.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(("name", "content"), list(GOLDENS["playthroughs"]()), ids=lambda value: value[:20])
def test_the_game_goes_as_it_always_went(name: str, content: str) -> None:
    assert content == (TESTS / "playthroughs" / name).read_text(encoding="utf-8")


def test_the_playthroughs_meet_every_kind_of_effect() -> None:
    everything = "".join(path.read_text(encoding="utf-8") for path in (TESTS / "playthroughs").glob("*.txt"))
    for effect in (
        " takes the dragon",
        " returns the dragon",
        " out at the edge",
        " out at the edge (forced)",
        " out by meeting ",
        "dragon from ",
        "shuffled in ",
        "pile to ",
        "offered ",
        "> 1 exchange ",
    ):
        assert effect in everything


@pytest.mark.parametrize("line", PERFT, ids=lambda line: line.split(" ")[0])
def test_perft_counts_are_what_they_were(line: str) -> None:
    position, _, counts = line.partition(" | ")
    state = read_position(position)
    for count in counts.split(" "):
        depth, _, number = count.partition(":")
        assert perft(state, int(depth)) == int(number)


def test_perft_positions_are_those_of_the_script() -> None:
    positions = [position for position, _ in GOLDENS["perft_positions"]()]
    assert [line.split(" | ")[0] for line in PERFT] == positions


def test_dividing_adds_up() -> None:
    state = read_position(PERFT[1].split(" | ")[0])
    ticks: list[int] = []
    assert sum(divide(state, 3, tick=lambda: ticks.append(1)).values()) == perft(state, 3)
    assert len(ticks) == perft(state, 1)


def test_no_action_is_one_way_to_go_on() -> None:
    assert perft(read_position(PERFT[0].split(" | ")[0]), 0) == 1
