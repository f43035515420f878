"""How far bots get in solo games (V4), which nobody wins against others. Used by `scripts/strength.py`."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev

from tsuro.bots import make_bot
from tsuro.game.edition import Edition
from tsuro.match import Match

__all__ = ["BOTS", "GAMES", "Solo", "measure", "read", "write"]

BOTS = ("wanderer", "apprentice", "guardian", "monte-carlo:100", "dragon")
MARKERS = (2, 4, 8)
GAMES = 50  # for each bot and number of markers


@dataclass(slots=True)
class Solo:
    """The results of one bot with this many markers, game by game."""

    bot: str
    markers: int
    tiles: list[int] = field(default_factory=list)  # placed
    left: list[int] = field(default_factory=list)  # markers

    @property
    def mean_tiles(self) -> float:
        return mean(self.tiles)

    @property
    def error(self) -> float:
        """Half of the 95 % interval of the mean."""
        return 1.96 * stdev(self.tiles) / sqrt(len(self.tiles))


def measure(bot: str, markers: int, games: int) -> Solo:
    """Let the bot play these games alone; every bot gets the same deals."""
    solo = Solo(bot, markers)
    for seed in range(games):
        match = Match(edition=Edition(name="modern", solo=True), players=markers, seed=seed)
        player = make_bot(bot, Random(seed))
        while not match.is_over:
            match.submit(match.active, player.choose(match.view(match.active)))
        solo.tiles.append(match.state.tiles_placed)
        solo.left.append(len(match.state.in_play))
    return solo


def write(path: Path, games: int) -> None:
    """Measure all of them; a finished measurement is kept."""
    if not path.exists():
        measured = [measure(bot, markers, games) for markers in MARKERS for bot in BOTS]
        path.write_text(json.dumps([asdict(each) for each in measured]), encoding="utf-8")


def read(path: Path) -> list[Solo]:
    """What `write` wrote; nothing if it has not."""
    return [Solo(**each) for each in json.loads(path.read_text("utf-8"))] if path.exists() else []
