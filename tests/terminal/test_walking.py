"""Markers that walk in the terminal: how, and that everything on the screen belongs to the same moment."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from tests.terminal.screens import enter_until, game, play, text
from textual.pilot import Pilot

from tsuro import Match, replay
from tsuro.bots import make_bot
from tsuro.game.events import MarkerWalked
from tsuro.game.view import view
from tsuro.referee import play as referee
from tsuro.render.text import paint_board
from tsuro.terminal.fullscreen.play import PlayApp
from tsuro.terminal.fullscreen.replay import ReplayApp
from tsuro.terminal.fullscreen.seats import Tempo
from tsuro.terminal.fullscreen.walking import walking

pytestmark = pytest.mark.slow

RECORD = referee(Match(players=4, seed=3), [make_bot("apprentice", Random(seat)) for seat in range(4)]).record()
MOMENTS = list(replay(RECORD))
SLOW = Tempo(pause=0.0, speed=0.5)


def test_every_walk_begins_where_the_marker_stood_and_leads_to_where_it_stands() -> None:
    for before, after in pairwise(MOMENTS):
        walks = [event.walk for event in after.events if isinstance(event, MarkerWalked)]
        frames = list(walking(before.state, after.events))
        assert bool(frames) == bool(walks)
        if not walks:
            continue
        first, last = frames[0], frames[-1]
        assert first[0].board == last[0].board == after.state.board
        assert first[0].walked == before.state.walked
        for walk, begins, ends in zip(walks, first[1], last[1], strict=True):
            assert (begins.entry, begins.part) == (walk.points[0], 0.0)
            assert walk.met is not None or (ends.leaving == walk.points[-1] and ends.part > 0.5)
        for position, steps in frames:
            paint_board(view(replace(position), None), steps=steps)


def test_nothing_is_told_before_the_board_shows_it() -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        await enter_until(pilot, app, lambda: app.match.state.phase.value == "play")
        tile = app.match.view(0).allowed[0].tile
        await pilot.press("enter")
        assert app.is_walking
        shown = text(app)
        assert f"Ana {tile} on" in shown
        assert "any key goes on" in shown
        assert "turned up" not in shown
        assert "Rui, place a tile" not in shown
        await pilot.press("enter")  # ends the walk, and does no more
        assert not app.is_walking
        assert app.match.state.tiles_placed == 1
        assert "turned up" in text(app)
        assert "Rui, place a tile" in text(app)
        await pilot.press("enter", "l")  # any other key also does what it always does
        assert "All moves so far" in text(app)

    play(game("Ana", "Rui", tempo=SLOW, edition="modern+open-tiles"), acting)


def test_space_skips_all_walks_until_the_next_turn() -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        await enter_until(pilot, app, lambda: app.match.state.phase.value == "play")
        await pilot.press("enter", "space")
        for _ in range(200):
            await pilot.pause(0.01)
            if app.match.is_over or (app.match.active == 0 and not app.is_walking):
                return
            assert not app.is_walking
        raise AssertionError(text(app))

    play(game("Ana", "wanderer", "wanderer 2", tempo=SLOW), acting)


@pytest.mark.parametrize("level", ["none", "full"])
def test_whoever_asks_for_less_motion_gets_none(level: str) -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        app.animation_level = level  # type: ignore[assignment]  # -- one of its literals
        await enter_until(pilot, app, lambda: app.match.state.phase.value == "play")
        await pilot.press("enter")
        assert app.is_walking == (level == "full")

    play(game("Ana", "wanderer", tempo=SLOW), acting)


def test_a_walk_ends_with_the_screen() -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        await enter_until(pilot, app, lambda: app.match.state.phase.value == "play")
        await pilot.press("enter")

    app = game("Ana", "wanderer", tempo=SLOW)
    play(app, acting)
    assert app.is_walking
    app._next_frame()  # as a timer does that ticks while the screen is taken apart
    app.paint()


def test_in_a_replay_a_key_goes_on_from_the_middle_of_a_walk() -> None:
    app = ReplayApp(MOMENTS, RECORD.names, speed=0.5)

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("j", "4", "enter", "right")
            assert app.is_walking
            shown = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
            assert "5/" in shown
            assert "draws tile" not in shown
            await pilot.press("left")
            assert app.at == 4
            await pilot.press("right", "right")
            assert app.is_walking
            assert app.at == 5
            await pilot.press("end")
            assert (app.at, app.is_walking) == (len(MOMENTS) - 1, False)

    asyncio.run(run())
