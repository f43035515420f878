"""Two bots play a game; every action is described in words, and the record is printed."""

from random import Random

import tsuro
from tsuro.bots import Apprentice, Wanderer
from tsuro.referee import play
from tsuro.render.words import tell_all

names = ["Apprentice", "Wanderer"]
match = tsuro.Match(players=2, names=names, seed=2026)
dice = Random(1)

play(match, [Apprentice(dice), Wanderer(dice)], tell=lambda events: print(*tell_all(events, names), sep="\n"))

print()
print(tsuro.write_text(match.record()))
