"""Draws the pictures of the documentation: run it with `make pictures`."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tsuro.bots import Apprentice
from tsuro.game.view import view
from tsuro.match import Match
from tsuro.record import Record, read_text, replay
from tsuro.referee import play
from tsuro.render import Picture, animate, draw, draw_tiles

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
    }
    moments = list(replay(read_text(WORKED_EXAMPLE.read_text(encoding="utf-8"))))
    for figure, actions in enumerate((6, 9, 12), 1):
        drawn[f"figure-{figure}"] = draw(view(moments[actions].state, None), theme="auto", coordinates=True)
    return drawn


def _game_for_four() -> Record:
    match = Match(players=4, seed=8)
    return play(match, [Apprentice(Random(seat)) for seat in range(4)]).record()


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for name, picture in pictures().items():
        picture.save(PICTURES / f"{name}.svg")


if __name__ == "__main__":
    main()
