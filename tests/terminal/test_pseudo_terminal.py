"""The real commands in a pseudo-terminal of 80 × 24 characters."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip(reason="needs a pseudo-terminal of POSIX", allow_module_level=True)

from tests.terminal.emulator import terminal

pytestmark = pytest.mark.slow

RECORD = str(Path(__file__).parents[1] / "playthroughs" / "worked-example.tsuro")
ALTERNATE, ORDINARY = b"\x1b[?1049h", b"\x1b[?1049l"


def test_a_game_is_drawn_in_place_resized_and_left() -> None:
    with terminal("play", "Ana", "wanderer", "--seed", "5") as shown:
        shown.wait_for("Ana, choose a start mark.")
        shown.press("\r")
        shown.wait_for("Ana, place a tile.")
        shown.press("\r")
        shown.wait_for("draws tile")
        assert not shown.screen.history.top  # nothing was scrolled away
        shown.resize(60, 20)
        shown.wait_for("This one has 60 × 20.")
        shown.resize(100, 30)
        shown.wait_for("Ana, place a tile.")
        shown.press("q")
        shown.wait_for("Leave this game?")
        shown.press("y")
        assert shown.ended() == 0
        assert shown.is_restored
        assert shown.raw.index(ALTERNATE) < shown.raw.index(ORDINARY)
        assert b"The game stops here." in shown.raw.rpartition(ORDINARY)[2]


def test_that_a_bot_plays_below_its_name_is_said_on_the_screen_or_line_by_line() -> None:
    words = ("play", "Ana", "learned", "--edition", "modern+longest-path")
    with terminal(*words) as shown:
        shown.wait_for("Ana, choose a start mark.")
        assert "In this variant, learned" in shown.text
        assert b"In this variant" not in shown.raw.partition(ALTERNATE)[0]
        shown.press("\r")
        shown.wait_for("Ana, place a tile.")
        assert "In this variant" not in shown.text
    with terminal(*words, "--words") as shown:
        shown.wait_for("Start mark, such as c6n1")
        assert "In this variant, learned plays like the apprentice" in shown.text


@pytest.mark.parametrize("how", ["key", "signal"])
def test_ctrl_c_restores_the_terminal(how: str) -> None:
    with terminal("play", "Ana", "wanderer") as shown:
        shown.wait_for("Ana, choose a start mark.")
        if how == "key":
            shown.press("\x03")
        else:
            shown.process.send_signal(signal.SIGINT)
        shown.ended()
        assert shown.is_restored
        assert ORDINARY in shown.raw
        assert b"Traceback" not in shown.raw


def test_a_dumb_terminal_and_words_go_line_by_line() -> None:
    with terminal("play", "Ana", "wanderer", TERM="dumb") as shown:
        shown.wait_for("Start mark, such as c6n1")
        shown.press("help\rmark c6n1\r")
        shown.wait_for("Your choice")
        shown.press("quit\r")
        assert shown.ended() == 0
        assert ALTERNATE not in shown.raw


def test_no_colour_means_none() -> None:
    with terminal("replay", RECORD, NO_COLOR="1") as shown:
        shown.wait_for("The deal, before 13 moves")
        shown.press("\x1b[F")
        shown.wait_for("13/13")
        shown.press("q")
        assert shown.ended() == 0
        assert shown.is_restored
        assert b"[38;" not in shown.raw
        assert b";48;" not in shown.raw
