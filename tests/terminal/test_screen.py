"""Games on the whole screen, played by pressing keys."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest
from textual.pilot import Pilot

from tsuro import Match, read_edition
from tsuro.bots import make_bot
from tsuro.player import Player
from tsuro.terminal.fullscreen.app import square_size
from tsuro.terminal.fullscreen.play import Ending, PlayApp, Seats

Acting = Callable[[Pilot[int], PlayApp], Awaitable[None]]


def game(*names: str, edition: str = "modern", seed: int = 5, plain: bool = False) -> PlayApp:
    """A game in which those called wanderer are bots."""
    match = Match(players=len(names), names=names, seed=seed, edition=read_edition(edition))
    bots: dict[int, Player] = {
        seat: make_bot("wanderer", Random(seat)) for seat, name in enumerate(names) if name.startswith("wanderer")
    }
    people = tuple(seat for seat in range(len(names)) if seat not in bots)
    seats = Seats(bots, people, lambda: make_bot("guardian", Random(1)))
    return PlayApp(match, seats, pace=0.0, plain=plain)


def play(app: PlayApp, acting: Acting, *, columns: int = 80, lines: int = 24) -> int | None:
    """Let the function press keys, and say how the screen was left."""

    async def run() -> None:
        async with app.run_test(size=(columns, lines)) as pilot:
            await acting(pilot, app)

    asyncio.run(run())
    return app.return_value


def text(app: PlayApp) -> str:
    """What stands on the screen, line by line."""
    lines = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in lines)


async def enter_until(pilot: Pilot[int], app: PlayApp, reached: Callable[[], bool]) -> None:
    """Press Enter, and look at every screen on the way: whatever is chosen is done."""
    for _ in range(400):
        await pilot.pause()
        shown = text(app).split("\n")
        assert len(shown) == app.size.height
        assert max(map(len, shown)) <= app.size.width
        if reached():
            return
        await pilot.press("enter")
    raise AssertionError(text(app))


@pytest.mark.parametrize(
    ("names", "edition"),
    [
        (("Ana", "wanderer", "wanderer 2"), "modern"),
        (("Ana", "Rui"), "classic"),
        (("Ana", "Ana 2", "Ana 3"), "modern+solo"),
        (("Ana", *(f"wanderer {n}" for n in range(2, 9))), "classic+longest-path"),
    ],
)
def test_a_whole_game_is_played_by_keys_and_never_leaves_the_screen(names: tuple[str, ...], edition: str) -> None:
    async def acting(pilot: Pilot[int], app: PlayApp) -> None:
        await enter_until(pilot, app, lambda: app.match.is_over)
        await pilot.pause()
        assert "play again" in text(app)
        await pilot.press("q")

    assert play(game(*names, edition=edition), acting) == Ending.FINISHED


@pytest.mark.parametrize(
    ("columns", "lines", "height"), [(80, 24, 4), (91, 30, 4), (92, 30, 5), (300, 29, 4), (200, 60, 10)]
)
def test_the_board_grows_with_the_screen(columns: int, lines: int, height: int) -> None:
    assert square_size(columns, lines).height == height
