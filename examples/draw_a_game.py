"""Draws the end of a game, and the whole game as an animated picture, into the folder you name."""

import sys
from pathlib import Path
from random import Random

import tsuro
from tsuro.bots import Apprentice
from tsuro.referee import play
from tsuro.render import animate, draw

folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
match = tsuro.Match(players=4, seed=8)
play(match, [Apprentice(Random(seat)) for seat in range(4)])

draw(match.view(None), theme="dark").save(folder / "game-over.svg")
animate(match.record()).save(folder / "game.svg")
print("game-over.svg and game.svg are drawn.")
