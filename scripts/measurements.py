"""What is measured of the bots' strength, and where the results are kept. Used by `scripts/strength.py`."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from scripts.ablation import PREDECESSOR, VARIANTS, make_contestant

from tsuro.arena import Entrant, Result, Tournament
from tsuro.arena.ledger import Ledger
from tsuro.arena.standings import result_of
from tsuro.game.edition import CLASSIC, MODERN, Edition, Goal
from tsuro.notation import write_edition

__all__ = [
    "MEASUREMENTS",
    "RESULTS",
    "ROOT",
    "SECTIONS",
    "SEED",
    "THOUGHTS",
    "Measurement",
    "Thoughts",
    "chances_path",
    "result_so_far",
    "results_folder",
    "solo_path",
]

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "build" / "strength"
SEED = 2025
LONGEST_MOVE = 600.0  # seconds: a variant may have to be compiled first
SECTIONS = ("ladder", "yardstick", "predecessor", "variants", "solo", "curve", "chances", "pace", "ablation")


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """A tournament of two: one seat for the bot, all others for its opponent."""

    section: str
    bot: str
    against: str
    games: int
    players: int = 2
    bars: tuple[float, ...] = ()  # scores to reach, the lowest first
    edition: Edition = MODERN
    interpreted: bool = False  # nothing is compiled, for either of them

    def tournament(self, *, quick: bool) -> Tournament:
        return Tournament(
            entrants=tuple(
                Entrant(name=name, make=partial(make_contestant, name)) for name in (self.bot, self.against)
            ),
            players=self.players,
            games=2 * self.players if quick else self.games,
            seed=SEED,
            edition=self.edition,
            lone=True,
            all_games=True,
            seconds_per_move=LONGEST_MOVE,
        )

    def ledger(self, folder: Path) -> Path:
        words = [self.section, self.bot, self.against, str(self.players), write_edition(self.edition)]
        return folder / ("-".join(words).replace(" ", "-").replace(":", "-") + ".jsonl")


FOR_FOUR = ("dragon that declines", "dragon on a far start mark")  # with two players, these are as the dragon is
WITH_MORE_PLAYOUTS = "dragon:5000 of one history"

MEASUREMENTS = (
    Measurement(section="ladder", bot="apprentice", against="wanderer", games=1000, bars=(0.75,)),
    Measurement(section="ladder", bot="guardian", against="apprentice", games=1000, bars=(0.75,)),
    Measurement(section="ladder", bot="dragon", against="guardian", games=1000, bars=(0.75,)),
    *(
        Measurement(
            section="yardstick",
            bot="dragon:50ms",
            against="monte-carlo:1000",
            players=players,
            games=games,
            bars=bars,
        )
        for players, games, bars in ((2, 400, (0.86, 0.90)), (4, 600, (0.45, 0.50)), (8, 1600, (0.20, 0.24)))
    ),
    *(
        Measurement(
            section="predecessor",
            bot="dragon:50ms",
            against=PREDECESSOR,
            players=players,
            games=games,
            bars=(bar,),
        )
        for players, games, bar in ((2, 400, 0.60), (4, 800, 0.29), (8, 800, 0.14))
    ),
    *(
        Measurement(
            section="variants", bot="dragon", against="apprentice", games=400, bars=(0.75,), edition=edition
        )
        for edition in (
            Edition(name="modern", goal=Goal.LONGEST_PATH),
            Edition(name="modern", goal=Goal.MOST_CROSSINGS),
            Edition(name="modern", open_tiles=True),
        )
    ),
    *(
        Measurement(
            section="curve", bot=f"dragon:{10 * less}", against=f"dragon:{less}", games=games, bars=(0.55,)
        )
        for less, games in ((10, 600), (100, 600), (1000, 400))
    ),
    Measurement(section="pace", bot="dragon:500ms", against="guardian", games=40, interpreted=True),
    *(
        Measurement(section="ablation", bot=name, against="dragon", games=400)
        for name in VARIANTS
        if name not in (*FOR_FOUR, WITH_MORE_PLAYOUTS)
    ),
    *(
        Measurement(section="ablation", bot=WITH_MORE_PLAYOUTS, against="dragon:5000", players=players, games=800)
        for players in (2, 4)
    ),
    Measurement(section="ablation", bot="dragon on a far start mark", against="dragon", players=4, games=400),
    Measurement(
        section="ablation", bot="dragon that declines", against="dragon", players=4, games=400, edition=CLASSIC
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Thoughts:
    """Moves to be timed, in one form of the core."""

    bots: tuple[str, ...]
    interpreted: bool
    games: int  # for each number of players

    def path(self, folder: Path, *, quick: bool) -> Path:
        return folder / f"pace-{self.form}-{1 if quick else self.games}.json"

    @property
    def form(self) -> str:
        return "interpreted" if self.interpreted else "compiled"


THOUGHTS = (
    Thoughts(bots=("guardian", "dragon", "dragon:50ms"), interpreted=False, games=3),
    Thoughts(bots=("guardian", "dragon"), interpreted=True, games=2),
)


def chances_path(folder: Path, *, quick: bool) -> Path:
    """Where it is kept whether the chances that are shown come true."""
    return folder / ("chances-quick.json" if quick else "chances.json")


def solo_path(folder: Path, *, quick: bool) -> Path:
    """Where the results of solo games are kept."""
    return folder / ("solo-quick.json" if quick else "solo.json")


def results_folder() -> Path:
    """Where the results of exactly these bots are kept."""
    digest = hashlib.sha256()
    sources = [path for part in ("game", "fast", "bots") for path in (ROOT / "src" / "tsuro" / part).glob("*.py")]
    weights = (ROOT / "src" / "tsuro" / "fast").glob("*.json")
    for source in (*sorted(sources), *sorted(weights), ROOT / "scripts" / "ablation.py"):
        digest.update(source.read_bytes())
    return RESULTS / digest.hexdigest()[:12]


def result_so_far(measurement: Measurement, folder: Path, *, quick: bool) -> Result | None:
    """The result in the ledger; None if it has no game yet."""
    tournament, path = measurement.tournament(quick=quick), measurement.ledger(folder)
    if not path.exists():
        return None
    with Ledger(path, tournament) as ledger:
        blocks = [games for number, games in sorted(ledger.kept.items()) if number < tournament.deals]
    return result_of(tournament, blocks) if blocks else None
