"""Your own bot: a class with one method. This one loves the middle of the board.

It has a name everywhere: tsuro play Ana examples/my_bot.py:MiddleLover
"""

from random import Random

import tsuro
from tsuro.bots import Wanderer
from tsuro.referee import play


class MiddleLover:
    """Places the tile that brings its marker nearest to the middle, if it stays in play."""

    def choose(self, view: tsuro.View) -> tsuro.Action:
        if not view.allowed:  # choosing a start mark, or exchanging tiles
            return view.legal_actions[0]
        best = min(view.allowed, key=lambda preview: distance_from_the_middle(preview.walks[0].end))
        return tsuro.PlayTile(best.tile)


def distance_from_the_middle(point: int | None) -> float:
    if point is None:
        return 100.0  # out
    row, column = divmod(point // 8, 6)
    return abs(row - 2.5) + abs(column - 2.5)


if __name__ == "__main__":
    GAMES = 100
    wins = 0.0
    for game in range(GAMES):
        match = tsuro.Match(players=2, seed=game)
        play(match, [MiddleLover(), Wanderer(Random(game))])
        wins += match.outcome.share(0) if match.outcome else 0

    print(f"MiddleLover won {wins:g} of {GAMES} games against Wanderer.")
