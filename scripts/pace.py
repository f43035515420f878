"""How long bots think about a move, and how many playouts that is, as JSON. Used by `scripts/strength.py`.

With TSURO_INTERPRETED=1 in the environment, nothing is compiled.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from unittest.mock import patch

from tsuro.bots import make_bot
from tsuro.bots.imagination import Tree
from tsuro.fast.loader import best_core
from tsuro.match import Match

__all__ = ["Pace", "measure", "read"]


@dataclass(slots=True)
class Pace:
    """What the moves of a bot took, except those without a choice."""

    bot: str
    players: int
    seconds: list[float] = field(default_factory=list)  # one for each move
    playouts: int = 0  # of the trees, over all moves

    @property
    def mean(self) -> float:
        return sum(self.seconds) / len(self.seconds)

    @property
    def worst(self) -> float:
        return max(self.seconds)


def measure(bot: str, players: int, games: int) -> Pace:
    """Let the bot play against itself."""
    pace = Pace(bot, players)
    for seed in range(games):
        _play(Match(players=players, seed=seed), pace)
    return pace


def _play(match: Match, pace: Pace) -> None:
    bots = [make_bot(pace.bot, Random(seat)) for seat in range(pace.players)]
    grow = Tree.grow

    def counted(tree: Tree, playouts: int, explore: float) -> None:
        pace.playouts += playouts
        grow(tree, playouts, explore)

    with patch.object(Tree, "grow", counted):
        while not match.is_over:
            view = match.view(match.active)
            began = time.perf_counter()
            action = bots[match.active].choose(view)
            if len(view.legal_actions) > 1 and view.previews:  # a placement, and a choice
                pace.seconds.append(time.perf_counter() - began)
            match.submit(match.active, action)


def read(path: Path) -> list[Pace]:
    """What an earlier run of this script wrote; nothing if there was none."""
    return [Pace(**entry) for entry in json.loads(path.read_text("utf-8"))] if path.exists() else []


def main() -> None:
    """`python -m scripts.pace GAMES BOT…`: this many games each of two, four and eight players."""
    best_core(wait=True)
    games, bots = int(sys.argv[1]), sys.argv[2:]
    measured = [measure(bot, players, games) for bot in bots for players in (2, 4, 8)]
    json.dump([asdict(pace) for pace in measured], sys.stdout)


if __name__ == "__main__":
    main()
