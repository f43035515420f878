"""A bot that fails, cheats or stalls never freezes a game in the terminal."""

from __future__ import annotations

import io
from collections.abc import Iterator
from random import Random
from threading import Event

import pytest
from tests.terminal.screens import enter_until, game, play, text
from textual.pilot import Pilot

from tsuro import Action, Match, View, read_text, write_text
from tsuro.bots import Wanderer
from tsuro.game.actions import PlaceMarker
from tsuro.terminal.console import Console
from tsuro.terminal.fullscreen.play import PlayApp
from tsuro.terminal.fullscreen.seats import Tempo
from tsuro.terminal.play import play_in_terminal


class Raises:
    def choose(self, view: View) -> Action:
        raise ZeroDivisionError("division by zero")


class Exits:
    def choose(self, view: View) -> Action:
        raise SystemExit(3)


class Cheats:
    def choose(self, view: View) -> Action:
        return PlaceMarker(0)  # where Ana stands


class Stalls:
    """Answers only when it is told to."""

    def __init__(self) -> None:
        self.answers = Event()

    def choose(self, view: View) -> Action:
        self.answers.wait(30)
        return view.legal_actions[-1]


@pytest.fixture
def stalls() -> Iterator[Stalls]:
    bot = Stalls()
    yield bot
    bot.answers.set()


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        (Raises(), "(ZeroDivisionError: division by zero)"),
        (Exits(), "(SystemExit: 3)"),
        (Cheats(), "wanderer failed"),
    ],
)
def test_a_stand_in_plays_on_for_a_bot_that_fails(bot: Raises | Exits | Cheats, said: str) -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        app.seats.bots[1] = bot
        await pilot.press("enter")
        await enter_until(pilot, app, lambda: app.match.state.phase.value == "play" and app.match.active == 0)
        assert said in " ".join(line[48:].strip() for line in text(app).split("\n"))
        assert "has a stand-in now" in text(app)
        assert app.match.state.starts[1] is not None
        assert said in str(app.match.record().tag("failed-2"))

    play(game("Ana", "wanderer"), acting)


def test_people_need_not_wait_for_a_bot_that_stalls(stalls: Stalls) -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        app.seats.bots[1] = stalls
        await pilot.press("enter")
        await pilot.pause(0.2)
        assert "s: a stand-in" in text(app)
        await pilot.press("s")
        await enter_until(pilot, app, lambda: app.match.state.phase.value == "play" and app.match.active == 0)
        before = app.match.state
        stalls.answers.set()  # too late
        await pilot.pause(0.1)
        assert app.match.state is before

    play(game("Ana", "wanderer", tempo=Tempo(pause=0.0, speed=0.0, patience=0.05)), acting)


def test_a_bot_that_thinks_can_be_left(stalls: Stalls) -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        app.seats.bots[1] = stalls
        await pilot.press("enter", "q", "y")

    assert play(game("Ana", "wanderer"), acting) == 0


def test_a_hint_that_fails_says_so() -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        object.__setattr__(app.seats, "adviser", Raises)
        await pilot.press("h")
        for _ in range(100):
            await pilot.pause(0.01)
            if "no hint this" in text(app):
                return
        raise AssertionError(text(app))

    play(game("Ana", "wanderer"), acting)


def test_line_by_line_a_stand_in_plays_on_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Wanderer, "choose", Raises.choose)
    match, out = Match(players=2, names=("wanderer", "apprentice"), seed=5), io.StringIO()
    assert play_in_terminal(match, Console(out=out, source=None), random=Random(1), words=True)
    said = "wanderer failed (ZeroDivisionError: division by zero). An apprentice plays on in its place.\n"
    assert out.getvalue().count(said) == 1
    record = read_text(write_text(match.record()))
    assert record.tag("failed-1") == f"after 0 actions: {said.strip()}"
