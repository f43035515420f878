"""Writes docs/bots.md and its plot from the results that are kept. Used by `scripts/strength.py`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from itertools import chain, groupby
from pathlib import Path
from string import Template

from scripts.ablation import VARIANTS
from scripts.calibration import BINS, Bin
from scripts.measurements import (
    MEASUREMENTS,
    SEED,
    THOUGHTS,
    Measurement,
    chances_path,
    result_so_far,
    solo_path,
)
from scripts.pace import Pace, read
from scripts.solo import Solo
from scripts.solo import read as read_solos
from scripts.strength_plot import Dot, draw_chances, draw_curve

from tsuro import __version__
from tsuro.arena import Result, Standing
from tsuro.bots import BOTS, Dragon, Guardian
from tsuro.bots.chances import KINDS, Kind
from tsuro.game.tiles import TILES
from tsuro.notation import write_edition

__all__ = ["HOW", "write_page"]

TEMPLATE = Path(__file__).parent / "bots.template.md"
LIMITS = {"guardian": 0.1, "dragon": 2.0}  # seconds for a move, even when nothing is compiled
NOTHING = "–"  # in place of what has not been measured yet

HOW: Mapping[str, str] = {
    "wanderer": "Chooses among the legal actions at random.",
    "apprentice": "Starts far from everyone else. Looks at the position after each placement: whether its other "
    "tiles can be played, how many paths lead on, and who else faces the same square. Takes the best.",
    "learned": "Starts like the apprentice. A small network looks once at what each placement leads to, and takes "
    "what it likes best; it learned that from the dragon's games and its own ([how](learning.md)).",
    "guardian": f"Imagines each of the {Guardian.PLACEMENTS} placements that the apprentice likes best "
    f"{Guardian.PLAYOUTS} times: deals the hidden tiles at random and plays the game to its end, with everyone "
    "playing much like the apprentice. Takes what won most.",
    "dragon": f"A tree search of {Dragon.PLAYOUTS:,} such playouts. Each deals the hidden tiles anew and "
    "goes where earlier ones did well for the player to move, and where the apprentice would go. With up to four "
    "players left, a small network that learned from the dragon's games ([how](learning.md)) has half the say in "
    "what a position is worth, and early in the game all of it. Takes what was tried most. With three or four "
    "players it thinks about its start mark in the same way; with more, it goes by what it learned about those.",
    "monte-carlo": "Plays random placements to the end of the game after each placement, as often as the number "
    "after the colon says (100 times by default). Takes what won most.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A measurement and its result so far."""

    of: Measurement
    result: Result | None

    @property
    def standing(self) -> Standing | None:
        """The standing of the measured bot."""
        standings = self.result.standings if self.result else ()
        return next((standing for standing in standings if standing.name == self.of.bot), None)

    @property
    def par(self) -> float:
        return 1 / self.of.players

    @property
    def games(self) -> str:
        return f"{len(self.result.games):,}" if self.result else NOTHING

    @property
    def score(self) -> str:
        return f"**{self.standing.score:.3f}**" if self.standing else NOTHING

    @property
    def interval(self) -> str:
        return "{:.3f} – {:.3f}".format(*self.standing.ci95) if self.standing else NOTHING

    def reaches(self, bar: float) -> str:
        if self.standing is None:
            return NOTHING
        if self.standing.ci95[0] >= bar:
            return "surely"
        return "yes" if self.standing.score >= bar else "no"

    @property
    def verdict(self) -> str:
        """Where the bot stands among equals."""
        if self.standing is None:
            return NOTHING
        low, high = self.standing.ci95
        return "weaker" if high < self.par else "stronger" if low > self.par else "no clear difference"


def write_page(folder: Path, docs: Path, *, quick: bool) -> list[str]:
    """Write the page into the docs folder; if a bot forfeited, write nothing and return sentences about it."""
    lines = [Line(of=m, result=result_so_far(m, folder, quick=quick)) for m in MEASUREMENTS]
    if wrong := list(_forfeits(lines, folder)):
        return wrong
    pace = {thoughts.form: read(thoughts.path(folder, quick=quick)) for thoughts in THOUGHTS}
    (docs / "pictures").mkdir(parents=True, exist_ok=True)
    path = chances_path(folder, quick=quick)
    kept = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    bins = {kind: [Bin(**each) for each in kept.get(kind, ())] for kind in KINDS}
    solos = read_solos(solo_path(folder, quick=quick))
    (docs / "bots.md").write_text(page(lines, pace, bins, solos), encoding="utf-8")
    (docs / "pictures" / "chances.svg").write_text(draw_chances(bins["placement"]), encoding="utf-8")
    (docs / "pictures" / "strength.svg").write_text(draw_curve(_dots(lines)), encoding="utf-8")
    return []


def _forfeits(lines: Sequence[Line], folder: Path) -> Iterator[str]:
    """A bot that fails has no strength to report."""
    for line in lines:
        if line.result and line.result.forfeits:
            game, forfeit = line.result.forfeits[0]
            who, ledger = line.result.name_at(game, forfeit.seat), line.of.ledger(folder)
            yield f"{who} forfeited against {line.of.against}: {forfeit.reason}; remove {ledger} to play again"


def page(
    lines: Sequence[Line],
    pace: Mapping[str, Sequence[Pace]],
    bins: Mapping[Kind, Sequence[Bin]],
    solos: Sequence[Solo],
) -> str:
    """The whole page."""
    by_section = {section: list(group) for section, group in groupby(lines, key=lambda line: line.of.section)}
    return Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
        facts=_facts(lines),
        bots="\n".join(f"| `{name}` | {bot.style} | {HOW[name]} |" for name, bot in BOTS.items()),
        seed=SEED,
        ladder=_ladder(by_section["ladder"]),
        yardstick=_by_players(by_section["yardstick"], "bar: | reached | next mark: | reached"),
        reached=_playouts_reached(pace["compiled"]),
        predecessor=_by_players(by_section["predecessor"], "bar: | reached"),
        variants=_variants(by_section["variants"]),
        solo=_solos(solos),
        positions=f"{sum(each.positions for each in bins['placement']):,}",
        chances=_chances(bins["placement"]),
        other_chances=_other_chances(bins),
        curve=_curve(by_section["curve"]),
        pace=_times(pace),
        interpreted=_ladder(by_section["pace"]),
        playouts=f"{Dragon.PLAYOUTS:,}",
        ablation=_ablation(by_section["ablation"]),
    )


def _facts(lines: Sequence[Line]) -> str:
    games = sum(len(line.result.games) for line in lines if line.result)
    try:
        numba = f"Numba {version('numba')}"
    except PackageNotFoundError:
        numba = "nothing compiled"
    return f"The last run: {games:,} games, tsuro {__version__}, {numba}."


def _table(headings: str, rows: Sequence[Sequence[str]]) -> str:
    """Words to the left, numbers to the right: a heading that ends in a colon is one of numbers."""
    names = [name.strip() for name in headings.split("|")]
    rules = ["---:" if name.endswith(":") else "---" for name in names]
    written = ([name.removesuffix(":") for name in names], rules, *rows)
    return "\n".join(f"| {' | '.join(row)} |" for row in written)


def _ladder(lines: Sequence[Line]) -> str:
    headings = "bot | against | games: | score: | 95 % interval:"
    rows = [(f"`{line.of.bot}`", f"`{line.of.against}`", line.games, line.score, line.interval) for line in lines]
    if not any(line.of.bars for line in lines):
        return _table(headings, rows)
    return _table(
        headings + " | bar: | reached", [(*row, *_bars(line)) for row, line in zip(rows, lines, strict=True)]
    )


def _bars(line: Line) -> Iterator[str]:
    for bar in line.of.bars:
        yield from (f"{bar:.2f}", line.reaches(bar))


def _by_players(lines: Sequence[Line], marks: str) -> str:
    return _table(
        f"players: | games: | par: | score: | 95 % interval: | {marks}",
        [
            (str(line.of.players), line.games, f"{line.par:g}", line.score, line.interval, *_bars(line))
            for line in lines
        ],
    )


def _variants(lines: Sequence[Line]) -> str:
    return _table(
        "edition | against | games: | score: | 95 % interval: | bar: | reached",
        [
            (
                f"`{write_edition(line.of.edition)}`",
                f"`{line.of.against}`",
                line.games,
                line.score,
                line.interval,
                *_bars(line),
            )
            for line in lines
        ],
    )


def _solos(solos: Sequence[Solo]) -> str:
    return _table(
        "markers: | bot | games: | tiles placed: | markers left: | all tiles placed:",
        [
            (
                str(solo.markers),
                f"`{solo.bot}`",
                str(len(solo.tiles)),
                f"{solo.mean_tiles:.2f} ± {solo.error:.2f}",
                f"{sum(solo.left) / len(solo.left):.2f}",
                str(solo.tiles.count(len(TILES))),
            )
            for solo in solos
        ],
    )


def _chances(bins: Sequence[Bin]) -> str:
    return _table(
        "shown: | won: | positions:",
        [(f"{each.shown:.1%}", f"{each.won:.1%}", f"{each.positions:,}") for each in bins],
    )


def _other_chances(bins: Mapping[Kind, Sequence[Bin]]) -> str:
    """Of each kind but the usual one, the chances that were shown and what was won, in tenths."""
    others = {kind: {int(each.shown * BINS): each for each in bins[kind]} for kind in KINDS if kind != "placement"}
    headings = " | ".join(f"{kind}, won: | positions:" for kind in others)
    rows = [
        (
            f"{tenth * 10} – {tenth * 10 + 10} %",
            *chain(*(_shown_and_won(each.get(tenth)) for each in others.values())),
        )
        for tenth in range(BINS)
    ]
    return _table(f"shown: | {headings}", rows)


def _shown_and_won(found: Bin | None) -> tuple[str, str]:
    if found is None:
        return NOTHING, NOTHING
    return f"{found.won:.1%} of {found.shown:.1%}", f"{found.positions:,}"


def _playouts_reached(paces: Sequence[Pace]) -> str:
    rates = [
        f"{round(pace.playouts / len(pace.seconds), -2):,.0f} with {pace.players} players"
        for pace in paces
        if pace.bot == "dragon:50ms"
    ]
    if not rates:
        return ""
    return f"On the machine of this run, in playouts per move: {', '.join(rates)}."


def _curve(lines: Sequence[Line]) -> str:
    return _table(
        "playouts: | against: | games: | score: | 95 % interval: | bar: | reached",
        [
            (
                f"{_playouts(line.of.bot):,}",
                f"{_playouts(line.of.against):,}",
                line.games,
                line.score,
                line.interval,
                *_bars(line),
            )
            for line in lines
        ],
    )


def _playouts(bot: str) -> int:
    return int(bot.partition(":")[2])


def _dots(lines: Sequence[Line]) -> list[Dot]:
    return [
        Dot(playouts=_playouts(line.of.bot), score=line.standing.score, ci95=line.standing.ci95)
        for line in lines
        if line.of.section == "curve" and line.standing
    ]


def _times(pace: Mapping[str, Sequence[Pace]]) -> str:
    rows = []
    for bot, limit in LIMITS.items():
        for form, paces in pace.items():
            seconds = [taken for measured in paces if measured.bot == bot for taken in measured.seconds]
            if not seconds:
                rows.append((f"`{bot}`", form, *[NOTHING] * 5))
                continue
            mean, worst = sum(seconds) / len(seconds), max(seconds)
            kept = "yes" if worst <= limit else f"not in {sum(taken > limit for taken in seconds)}"
            times = (f"{mean * 1000:,.1f} ms", f"{worst * 1000:,.1f} ms", f"{limit * 1000:,.0f} ms")
            rows.append((f"`{bot}`", form, f"{len(seconds):,}", *times, kept))
    return _table("bot | core | moves: | mean: | worst: | limit: | kept", rows)


def _ablation(lines: Sequence[Line]) -> str:
    return _table(
        "idea | the changed dragon | games: | par: | its score: | 95 % interval: | it is",
        [
            (
                VARIANTS[line.of.bot].idea,
                VARIANTS[line.of.bot].change + _table_of(line.of),
                line.games,
                f"{line.par:g}",
                line.score,
                line.interval,
                line.verdict,
            )
            for line in lines
        ],
    )


def _table_of(measurement: Measurement) -> str:
    """The table it was measured at, if that is not the usual one."""
    if measurement.players == 2:
        return ""
    return f" (edition `{write_edition(measurement.edition)}`, alone among {measurement.players})"
