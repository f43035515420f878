"""Measures how strong the bots are and writes docs/bots.md: run it with `make strength`.

It takes about half an hour on two cores. Every finished game is kept in build/strength, so an interrupted run goes
on where it stopped. A change of the bots' code starts over: results of different versions are not mixed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from unittest.mock import patch

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from scripts import calibration, predecessor, solo
from scripts.ablation import OPEN_HANDS, PlayOpenBlocks
from scripts.measurements import (
    MEASUREMENTS,
    RESULTS,
    ROOT,
    SECTIONS,
    THOUGHTS,
    Measurement,
    Thoughts,
    chances_path,
    results_folder,
    solo_path,
)
from scripts.strength_page import write_page

from tsuro.arena import Interim, Tournament, run_tournament
from tsuro.arena.ledger import Ledger
from tsuro.cli.where import add_where, executor_of
from tsuro.executor import Executor, in_order
from tsuro.fast.loader import best_core
from tsuro.game.errors import TsuroError

__all__ = ["main", "measure", "play"]

QUICK_CHANCES = 0.001  # of the positions
QUICK_SOLOS = 2  # games


def play(
    measurement: Measurement,
    folder: Path,
    *,
    quick: bool,
    executor: Executor,
    tell: Callable[[Interim], None] = lambda _: None,
) -> None:
    """Play what is missing."""
    tournament, ledger = measurement.tournament(quick=quick), measurement.ledger(folder)
    with patch.dict(os.environ, {"TSURO_INTERPRETED": "1"} if measurement.interpreted else {}):
        if measurement.bot == OPEN_HANDS:
            _play_with_open_hands(tournament, ledger, executor, tell)
        else:
            run_tournament(tournament, executor=executor, results=ledger, tell=tell)


def _play_with_open_hands(
    tournament: Tournament, path: Path, executor: Executor, tell: Callable[[Interim], None]
) -> None:
    interim = Interim(tournament)
    with Ledger(path, tournament) as ledger:
        for games in ledger.kept.values():
            interim.add(games)
        missing = [block for block in tournament.blocks if block.number not in ledger.kept]
        with in_order(executor, PlayOpenBlocks(tournament), missing) as blocks:
            for played in blocks:
                ledger.add(played)
                interim.add(played)
                tell(interim)


def time_moves(thoughts: Thoughts, folder: Path, *, quick: bool) -> None:
    """Measure in another process, which compiles or does not; a finished measurement is kept."""
    path = thoughts.path(folder, quick=quick)
    if path.exists():
        return
    done = subprocess.run(  # noqa: S603 -- our own code
        [sys.executable, "-m", "scripts.pace", str(1 if quick else thoughts.games), *thoughts.bots],
        cwd=ROOT,
        env={**os.environ, "TSURO_INTERPRETED": "1" if thoughts.interpreted else ""},
        stdout=subprocess.PIPE,
        check=True,
    )
    path.write_bytes(done.stdout)


# The command


def _bars() -> Progress:
    """Bars on stderr, one for each measurement."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
    )


def compare_chances(folder: Path, *, quick: bool) -> None:
    """Whether what the dragon shows comes true; a finished comparison is kept."""
    path = chances_path(folder, quick=quick)
    if not path.exists():
        bins = calibration.measure(QUICK_CHANCES if quick else 1.0)
        texts = {kind: [asdict(each) for each in found] for kind, found in bins.items()}
        path.write_text(json.dumps(texts), encoding="utf-8")


def measure(sections: Sequence[str], folder: Path, *, quick: bool, executor: Executor) -> None:
    """Play and time all that is missing in these sections."""
    folder.mkdir(parents=True, exist_ok=True)
    if "predecessor" in sections:
        predecessor.install()
    if "chances" in sections:
        compare_chances(folder, quick=quick)
    if "solo" in sections:
        solo.write(solo_path(folder, quick=quick), QUICK_SOLOS if quick else solo.GAMES)
    with _bars() as bars:
        for thoughts in THOUGHTS if "pace" in sections else ():
            task = bars.add_task(f"timing, {thoughts.form}", total=1)
            time_moves(thoughts, folder, quick=quick)
            bars.update(task, completed=1)
        for measurement in MEASUREMENTS:
            if measurement.section in sections:
                _measure_one(measurement, folder, bars, quick=quick, executor=executor)


def _measure_one(
    measurement: Measurement, folder: Path, bars: Progress, *, quick: bool, executor: Executor
) -> None:
    tournament = measurement.tournament(quick=quick)
    total = tournament.deals * tournament.players
    words = f"{measurement.bot} – {measurement.against}, {measurement.players} players"
    task = bars.add_task(words, total=total)

    def tell(interim: Interim) -> None:
        bars.update(task, completed=min(interim.games, total))

    play(measurement, folder, quick=quick, executor=executor, tell=tell)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="two deals of everything, written to build/strength")
    parser.add_argument("--only", action="append", choices=SECTIONS, help="measure this section only")
    add_where(parser)
    parser.add_argument("--docs", type=Path, metavar="DIR", help="where bots.md is written (default: docs)")
    options = parser.parse_args(arguments)
    folder, docs = results_folder(), options.docs or (RESULTS / "quick" if options.quick else ROOT / "docs")
    best_core(wait=True)  # compiled once, not in every process
    try:
        with executor_of(options) as executor:
            measure(options.only or SECTIONS, folder, quick=options.quick, executor=executor)
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
        return 130
    except TsuroError as error:  # such as a cluster that is not there
        print(error, file=sys.stderr)
        return 1
    wrong = write_page(folder, docs, quick=options.quick)
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    print(f"see {docs / 'bots.md'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
