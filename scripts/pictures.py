"""Draws the pictures of the documentation: run it with `make pictures`."""

from __future__ import annotations

import asyncio
from io import BytesIO
from pathlib import Path
from random import Random

import resvg_py
from PIL import Image
from scripts.observation_picture import observation_picture

from tsuro.bots import Apprentice
from tsuro.game.view import view
from tsuro.match import Match
from tsuro.player import Player
from tsuro.record import Record, read_text, replay
from tsuro.referee import play
from tsuro.render import Picture, animate, draw, draw_tiles
from tsuro.terminal.fullscreen.app import COLUMNS, LINES
from tsuro.terminal.fullscreen.play import PlayApp
from tsuro.terminal.fullscreen.seats import Seats

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
WORKED_EXAMPLE = ROOT / "tests" / "playthroughs" / "worked-example.tsuro"


def pictures() -> dict[str, Picture]:
    """All pictures of the documentation, by name."""
    game = _game_for_four()
    shown = view(list(replay(game))[26].state, None)
    drawn = {
        "game-light": draw(shown),
        "game-dark": draw(shown, theme="dark"),
        "game": animate(game, theme="auto"),
        "tiles": draw_tiles(theme="auto"),
        "observation": observation_picture(),
    }
    moments = list(replay(read_text(WORKED_EXAMPLE.read_text(encoding="utf-8"))))
    for figure, actions in enumerate((6, 9, 12), 1):
        drawn[f"figure-{figure}"] = draw(view(moments[actions].state, None), theme="auto", coordinates=True)
    return drawn


def _game_for_four() -> Record:
    match = Match(players=4, seed=8)
    return play(match, [Apprentice(Random(seat)) for seat in range(4)]).record()


def terminal() -> Image.Image:
    """A game on the whole screen of a terminal, in the letters of this machine."""
    match = Match(players=4, names=("Ana", "Rui", "guardian", "dragon"), seed=8)
    bots: list[Player] = [Apprentice(Random(seat)) for seat in range(4)]
    while match.state.tiles_placed < 16:
        match.submit(match.active, bots[match.active].choose(match.view(match.active)))
    app = PlayApp(match, Seats({}, (match.active,), lambda: bots[0], lambda: bots[0]))

    async def shot() -> str:
        async with app.run_test(size=(COLUMNS, LINES)) as pilot:
            await pilot.pause()
            return app.export_screenshot(title="tsuro")

    svg = asyncio.run(shot()).replace("Fira Code", "DejaVu Sans Mono")  # which has the dots, and is everywhere
    drawn = resvg_py.svg_to_bytes(svg_string=svg, width=1600)
    return Image.open(BytesIO(bytes(drawn)))


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    terminal().save(PICTURES / "terminal.webp", quality=85)
    for name, picture in pictures().items():
        picture.save(PICTURES / f"{name}.svg")


if __name__ == "__main__":
    main()
