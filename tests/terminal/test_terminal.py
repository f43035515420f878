"""Games at the keyboard, typed by a test."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from tsuro import Action, ExchangeTiles, Match, View, read_edition, read_text
from tsuro.bots import Wanderer
from tsuro.game.state import State
from tsuro.game.view import view
from tsuro.terminal import play as playing
from tsuro.terminal.console import CLEAR, Console, InputEnded
from tsuro.terminal.person import Curtain, Person
from tsuro.terminal.play import ask_who_plays, play_in_terminal
from tsuro.terminal.who import name_players

pytestmark = pytest.mark.slow

TILES_AND_ENTER = "1\n\n" * 60


class Screen(io.StringIO):
    """An output that looks like a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


class AsciiOutput(io.StringIO):
    encoding = "ascii"


def played(
    typed: str, *, names: tuple[str, ...] = ("Ana", "wanderer"), words: bool = True, out: io.StringIO | None = None
) -> tuple[str, Match, bool]:
    match = Match(players=len(names), names=names, seed=5)
    out = out or io.StringIO()
    finished = play_in_terminal(match, Console(out=out, source=io.StringIO(typed)), random=Random(1), words=words)
    return out.getvalue(), match, finished


def test_a_person_plays_a_whole_game_against_a_bot() -> None:
    shown, match, finished = played("c6n1\n" + TILES_AND_ENTER)
    assert finished
    assert match.is_over
    assert "Ana starts at c6, top left." in shown
    assert "win" in shown.splitlines()[-1]


def test_the_board_is_drawn_unless_words_are_wanted() -> None:
    drawn, _, _ = played("c6n1\n" + TILES_AND_ENTER, words=False, out=Screen())
    told, _, _ = played("c6n1\n" + TILES_AND_ENTER, words=True, out=Screen())
    assert "⠒" in drawn
    assert "⠒" not in told
    assert "Your hand: tile" in told


def test_an_output_without_braille_gets_words_in_plain_letters() -> None:
    shown, _, finished = played(
        "c6n1\n" + TILES_AND_ENTER, names=("Léa", "wanderer"), words=False, out=AsciiOutput()
    )
    assert finished
    assert shown.isascii()
    assert "L?a starts at c6" in shown


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("c6\nc6n1\n", "'c6' is not a point"),
        ("c5n1\nc6n1\n", "That is not a start mark: there are two on every outer side of the board. (S4)"),
        ("?\nc6n1\n", "Squares are a1 (lower left) to f6."),
        ("free\nc6n1\n", "a6n1 a6n2"),
        ("words\nc6n1\n", "26 tiles in the draw pile."),
        ("board\nc6n1\n", "is to choose a start mark"),
        ("c6n1\n\n", "Choose a number from 1 to"),
        ("c6n1\n99x\n", "'99x' is not a turned tile"),
        ("c6n1\n1n\n1e\n2n\n3n\n4n\n", " is not in your hand. (P1)"),
        ("c6n1\nfree\n", "'free' is not a turned tile"),
        ("C6N1\n" + "1" * 5000 + "\n", "is not a turned tile"),
    ],
)
def test_a_wrong_answer_is_explained_and_asked_again(typed: str, said: str) -> None:
    shown, match, finished = played(typed, names=("Ana", "wanderer", "wanderer 2"))
    assert not finished
    assert said in shown
    assert match.state.starts[0] is not None


def test_a_choice_can_be_changed_before_it_is_placed() -> None:
    _, before, _ = played("c6n1\n")
    _, after, _ = played("c6n1\n1\n2\n\n")
    allowed = [preview.tile for preview in before.view(0).previews if preview.refusal is None]
    placed = after.state.board[2]
    assert placed is allowed[1]


@pytest.mark.parametrize("typed", ["", "quit\n", "c6n1\n", "c6n1\n1\n", "c6n1\nquit\n"])
def test_the_end_of_input_ends_the_game_in_peace(typed: str) -> None:
    shown, match, finished = played(typed)
    assert not finished
    assert shown.endswith("The game stops here.\n")
    assert not match.is_over


def test_a_curtain_hides_hands_between_people() -> None:
    shown, _, _ = played("\nc6n1\n\nd6n1\n\n1\n\n\n", names=("Ana", "Rui"), out=Screen())
    parts = shown.split(CLEAR)
    dealt = Match(players=2, seed=5).state.hands
    hands = {"Ana": f"Your hand: tile {dealt[0][0]},", "Rui": f"Your hand: tile {dealt[1][0]},"}
    for part in parts:
        assert not all(hand in part for hand in hands.values())
        for name, hand in hands.items():
            assert hand not in part or f"{name}, it is your turn. Press Enter when only you" in part.split(hand)[0]
    assert all(any(hand in part for part in parts) for hand in hands.values())


def test_the_news_stand_above_the_curtain() -> None:
    shown, _, _ = played("\nc6n1\n\nd6n1\n", names=("Ana", "Rui"), out=Screen())
    part = next(part for part in shown.split(CLEAR) if "Ana starts at c6" in part)
    assert part.startswith("Ana starts at c6, top left.\nRui, it is your turn.")


def test_leaving_hides_the_hand() -> None:
    shown, _, _ = played("\nc6n1\n\nquit\n", names=("Ana", "Rui"), out=Screen())
    assert shown.split(CLEAR)[-1] == "\nThe game stops here.\n"


def test_an_open_hand_needs_no_curtain() -> None:
    out = Screen()
    match = Match(players=2, names=("Ana", "Rui"), seed=5, edition=read_edition("modern+open-tiles"))
    play_in_terminal(match, Console(out=out, source=io.StringIO("c6n1\n")), random=Random(1), words=True)
    assert CLEAR not in out.getvalue()


def test_one_person_alone_needs_no_curtain() -> None:
    shown, _, _ = played("c6n1\n", out=Screen(), words=True)
    assert CLEAR not in shown


def exchanging() -> State:
    """A classic game in which player 1 has just eliminated somebody."""
    random = Random(3)
    for seed in range(200):
        match = Match(edition=read_edition("classic"), players=3, seed=seed)
        while not match.is_over:
            if match.state.phase.value == "exchange":
                return match.state
            match.submit(match.active, random.choice(match.legal_actions))
    raise AssertionError("no game came to an exchange")


@pytest.mark.parametrize(("answer", "swapped"), [("nothing", 0), ("{mine} for {theirs}", 1)])
def test_a_person_exchanges_tiles_or_declines(answer: str, swapped: int) -> None:
    state = exchanging()
    seat = state.active
    typed = answer.format(mine=state.hands[seat][0], theirs=state.offer[0])
    out = io.StringIO()
    console = Console(out=out, source=io.StringIO(f"\n999 for 1\n{typed}\n"))
    person = Person(console, Curtain(console, needed=False), ("Ana", "Rui", "Léa"), words=True)
    action = person.choose(view(state, seat))
    assert isinstance(action, ExchangeTiles)
    assert len(action.give) == swapped
    assert "'999' is not a tile" in out.getvalue()
    assert "Say which of your tiles for which of theirs" in out.getvalue()


@pytest.mark.parametrize("thought", [0.0, 0.3, 5.0])
def test_bots_take_at_least_a_moment_before_people(thought: float, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    now = [0.0]

    def choose(bot: Wanderer, view: View) -> Action:
        now[0] += thought
        return view.legal_actions[0]

    monkeypatch.setattr(playing, "time", SimpleNamespace(monotonic=lambda: now[0], sleep=slept.append))
    monkeypatch.setattr(Wanderer, "choose", choose)
    played("c6n1\n" + TILES_AND_ENTER, out=Screen())
    assert slept
    assert slept == pytest.approx([max(0.0, playing.PACE - thought)] * len(slept))


def test_who_plays_is_asked() -> None:
    answers = "rubbish\n Ana,  Rui Silva ,apprentice,\nAna, dragon:x\nAna,dragon:2s,threads=2,Rui\n\n"
    out = io.StringIO()
    console = Console(out=out, source=io.StringIO(answers))
    assert [each.name for each in ask_who_plays(console)] == ["Ana", "Rui Silva", "apprentice"]
    assert "Tsuro is for two to eight players, not 1" in out.getvalue()
    assert [each.bot for each in ask_who_plays(console)] == [None, "dragon:2s,threads=2", None]
    assert "'dragon:x': 'x' is not a number of playouts" in out.getvalue()
    assert [each.name for each in ask_who_plays(console)] == ["Guest", "apprentice", "guardian"]
    with pytest.raises(InputEnded):
        ask_who_plays(console)


def test_equal_names_are_numbered() -> None:
    assert name_players(["wanderer"] * 3) == ("wanderer", "wanderer 2", "wanderer 3")


def test_colours_are_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert Console(out=Screen()).colours
    assert not Console(out=io.StringIO()).colours
    monkeypatch.setenv("TERM", "dumb")
    assert not Console(out=Screen()).colours
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Console(out=Screen()).colours


def test_ctrl_c_stops_the_game_and_keeps_the_record(tmp_path: Path) -> None:
    record = tmp_path / "game.tsuro"
    command = [sys.executable, "-m", "tsuro", "play", "Ana", "wanderer", "--record", str(record), "--words"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUTF8": "1"},
    ) as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write(b"c6n1\n")
        game.stdin.flush()
        while not game.stdout.readline().startswith(b"  1. "):
            assert game.poll() is None
        game.send_signal(signal.SIGINT)
        out, err = game.communicate(timeout=30)
    assert game.returncode == 0
    assert b"The game stops here." in out
    assert err == b""
    assert len(read_text(record.read_text(encoding="utf-8")).entries) == 2
