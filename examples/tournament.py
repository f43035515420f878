"""A tournament from Python: your own bot against two of ours. Needs `pip install 'tsuro[arena]'`."""

from random import Random

import tsuro
from tsuro.arena import Entrant, Tournament, run_tournament
from tsuro.bots import Apprentice, Wanderer


class Escapist:
    """Places the tile that takes its marker farthest from all the others."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, view: tsuro.View) -> tsuro.Action:
        if not view.allowed:  # choosing a start mark, or exchanging tiles
            return self._random.choice(view.legal_actions)
        return tsuro.PlayTile(max(view.allowed, key=distance_from_the_others).tile)


def distance_from_the_others(preview: tsuro.Preview) -> float:
    """In squares, to the nearest of the markers that the placement moves; -1 for leaving the board."""
    mine, *others = (walk.end for walk in preview.walks)
    if mine is None:
        return -1
    return min((distance(mine, other) for other in others if other is not None), default=12)


def distance(point: int, other: int) -> int:
    (row, column), (other_row, other_column) = divmod(point // 8, 6), divmod(other // 8, 6)
    return abs(row - other_row) + abs(column - other_column)


tournament = Tournament(
    entrants=(
        Entrant(name="escapist", make=Escapist),
        Entrant(name="apprentice", make=Apprentice),
        Entrant(name="wanderer", make=Wanderer),
    ),
    players=3,
    games=90,
    seed=1,
    all_games=True,
)
# In this process; in your own module, leave `processes` out and all cores play.
result = run_tournament(tournament, processes=0)
for standing in result.standings:
    low, high = standing.ci95
    print(f"{standing.name:<12} wins {standing.score:.0%} of its games, likely between {low:.0%} and {high:.0%}")
