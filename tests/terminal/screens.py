"""Games on the whole screen, for tests to press keys on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

from textual.pilot import Pilot

from tsuro import Match, read_edition
from tsuro.bots import make_bot
from tsuro.player import Player
from tsuro.terminal.fullscreen.play import PlayApp
from tsuro.terminal.fullscreen.seats import Seats, Tempo

__all__ = ["AT_ONCE", "Acting", "enter_until", "game", "play", "seated", "text"]

Acting = Callable[[Pilot[int], PlayApp], Awaitable[None]]


AT_ONCE = Tempo(pause=0.0, speed=0.0)


def game(
    *names: str, edition: str = "modern", seed: int = 5, plain: bool = False, tempo: Tempo = AT_ONCE
) -> PlayApp:
    """A game in which those called wanderer are bots."""
    match = Match(players=len(names), names=names, seed=seed, edition=read_edition(edition))
    bots: dict[int, Player] = {
        seat: make_bot("wanderer", Random(seat)) for seat, name in enumerate(names) if name.startswith("wanderer")
    }
    people = tuple(seat for seat in range(len(names)) if seat not in bots)
    return PlayApp(match, seated(bots, *people), tempo=tempo, plain=plain)


def seated(bots: dict[int, Player], *people: int) -> Seats:
    return Seats(bots, people, lambda: make_bot("guardian", Random(1)), lambda: make_bot("wanderer", Random(2)))


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
