"""Recorded games in the terminal: on the whole screen, and line by line."""

from __future__ import annotations

import asyncio
import io
import re
from pathlib import Path

import pytest

from tsuro import Match, read_edition, read_text, replay
from tsuro.terminal.console import Console
from tsuro.terminal.fullscreen.palette import PLAIN
from tsuro.terminal.fullscreen.panels import column
from tsuro.terminal.fullscreen.replay import ReplayApp
from tsuro.terminal.replay import replay_in_terminal

RECORD = read_text(
    (Path(__file__).parents[1] / "playthroughs" / "worked-example.tsuro").read_text(encoding="utf-8")
)
MOMENTS = list(replay(RECORD))
LAST = len(MOMENTS) - 1


class Output(io.StringIO):
    encoding = "utf-8"


def shown_after(*keys: str) -> tuple[ReplayApp, str]:
    """The screen after these keys."""
    app = ReplayApp(MOMENTS, RECORD.names, speed=0.0)
    shown: list[str] = []

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            for key in keys:
                await pilot.press(key)
            await pilot.pause()
            shown.extend(strip.text for strip in app.screen._compositor.render_strips())

    asyncio.run(run())
    assert all(len(line) <= 80 for line in shown)
    return app, "\n".join(shown)


@pytest.mark.parametrize(
    ("keys", "at"),
    [
        (("right", "right", "enter"), 3),
        (("right", "right", "left"), 1),
        (("left",), 0),
        (("end",), LAST),
        (("end", "right"), LAST),
        (("end", "home"), 0),
        (("pagedown",), 10),
        (("j", "7", "enter"), 7),
        (("j", "escape", "right"), 1),
        (("end", "space", "space"), 0),
    ],
)
def test_keys_lead_to_any_move(keys: tuple[str, ...], at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsuro.terminal.fullscreen.replay.PACES", (3600.0,) * 4)  # no move between two slow keys
    app, shown = shown_after(*keys)
    assert app.at == at
    assert (f"{at}/{LAST} " if at else "The deal, before 13 moves") in shown


def test_a_move_that_does_not_exist_is_explained() -> None:
    app, shown = shown_after("j", "9", "9", "enter")
    assert app.at == 0
    assert "There is no move 99: type a" in shown


def test_help_tells_the_keys() -> None:
    assert "jump to a move" in shown_after("question_mark")[1]


def test_it_plays_by_itself_to_the_end_and_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsuro.terminal.fullscreen.replay.PACES", (0.01, 0.01, 0.01, 0.01))
    app = ReplayApp(MOMENTS, RECORD.names, speed=500.0)

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("space")
            for _ in range(200):
                await pilot.pause(0.02)
                if app.at == LAST:
                    return

    asyncio.run(run())
    assert app.at == LAST


@pytest.mark.parametrize(
    ("edition", "beside", "below"),
    [
        ("modern+longest-path", r"1 Player 1 +\d+▪ ", "Tiles walked over so far: Player 1 "),
        ("modern+most-crossings", r"1 Player 1 +\d+× ", "Crossings so far: Player 1 "),
        ("modern+solo", r"solo · 3/35 tiles · [0-3] left", "3 of 35 tiles are placed, "),
    ],
)
def test_scores_of_variants_are_shown_on_the_screen_and_line_by_line(
    edition: str, beside: str, below: str
) -> None:
    match = Match(players=3, edition=read_edition(edition), seed=4)
    while match.state.tiles_placed < 3:
        match.submit(match.active, match.legal_actions[0])
    moments = list(replay(match.record()))
    app = ReplayApp(moments, match.names)
    app.at = len(moments) - 1
    shown = "\n".join(line.plain for line in column(app.scene(), PLAIN, 31, 24))
    assert re.search(beside, shown)
    out = Output()
    replay_in_terminal(moments, match.names, Console(out=out, source=None), words=False, step=False)
    assert below in out.getvalue()


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("\nback\n", ["Ana, Rui, Léa play.", "1. Ana: mark b1s2", "Ana, Rui, Léa play."]),
        ("9\nquit\n", ["Ana, Rui, Léa play.", "9. Léa: play 7e"]),
        ("last\n\n", ["Ana, Rui, Léa play.", "13. Léa: exchange 1 for 18"]),
        ("last\nfirst\n", ["Ana, Rui, Léa play.", "13. Léa: exchange 1 for 18", "Ana, Rui, Léa play."]),
        ("help\nquit\n", ["Ana, Rui, Léa play.", "Enter shows the next move, back the one before"]),
        ("99\nquit\n", ["There is no move '99': type a number from 0 to 13, back, quit, or help."]),
        ("back\nquit\n", ["There is no move 'back'"]),
        ("words\nquit\n", ["Ana is to choose a start mark."]),
    ],
)
def test_line_by_line_it_goes_back_jumps_and_leaves(typed: str, told: list[str]) -> None:
    out = Output()
    console = Console(out=out, source=io.StringIO(typed))
    replay_in_terminal(MOMENTS, RECORD.names, console, words=True, step=True)
    rest = out.getvalue()
    for sentence in told:
        assert sentence in rest
        rest = rest.partition(sentence)[2]
