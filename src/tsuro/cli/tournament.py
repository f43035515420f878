"""`tsuro arena`: tournaments."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain, count
from pathlib import Path

from rich.box import SIMPLE_HEAD
from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tsuro.arena import (
    Entrant,
    Interim,
    Result,
    Tournament,
    entrants_of,
    run_tournament,
    summary,
    write_report,
)
from tsuro.bots import BOTS, read_bot_name, start_bot
from tsuro.cli.files import FileError, save
from tsuro.cli.play import add_edition, below_words
from tsuro.cli.waiting import core_while_waiting
from tsuro.cli.where import add_where, executor_of
from tsuro.game.edition import MODERN

__all__ = ["add_commands"]

OPPONENT = "apprentice"  # of an entrant that comes alone
MOST_PLAYERS = 8

DESCRIPTION = f"""\
Let bots play against each other, on all cores.

A bot is one of {", ".join(BOTS)}, some with an option after a colon; a class, as
module:Class or file.py:Class; a program that speaks the engine protocol, as "cmd:./my-engine --fast"; or a bot
that an installed package announces. One bot alone plays a lone seat against {OPPONENT}s.

Every deal is played once for each seat: the same tiles in the same order, everybody moving on by one seat. The
number of games is rounded up so that every deal is complete. The bots take turns in filling the seats, so that
all get the same number; with --lone, the first bot takes one seat and the others all the rest.

The score is the mean share of the win for a seat a bot played from; a win may be shared. Par, the
score of equals, is 1 / players. Bots that fail, stall or cheat forfeit the game: a wanderer plays on for them.

The tournament stops as soon as its result is certain, by a sequential test that errs in at most 5 % of
tournaments: the order of the bots, or, with --lone, whether the first is above or below par. Intervals
then hold whenever it stops; with --all-games they are narrower."""

EXAMPLES = """\
examples:
  tsuro arena dragon guardian                                      two players, until it is certain who is better
  tsuro arena dragon:50ms monte-carlo:100 --players 4              thinking for a time, or for a number of playouts
  tsuro arena apprentice wanderer --players 4 --games 1000 --seed 7 --results r.jsonl --report r.html
  tsuro arena apprentice wanderer --players 4 --lone --json        one apprentice against three wanderers
  tsuro arena dragon:2s dragon --games 10000 --cluster auto        on all machines of a Ray cluster
  tsuro arena my_bot.py:MyBot apprentice                           a bot of your own, in Python
  tsuro arena "cmd:./my-engine" apprentice --seconds-per-move 5    … or a program in any language"""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "arena",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("bots", nargs="+", metavar="BOT", help="who takes part")
    _add_play_options(parser)
    _add_output_options(parser)
    parser.set_defaults(run=run_arena)


def _add_play_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--players", type=int, metavar="N", help="players in a game, 2 to 8 (default: as many as there are bots)")
    add("--games", type=int, default=200, metavar="N", help="how many to play at most (default: 200)")
    add("--seed", type=int, default=0, metavar="N", help="the same seed gives the same result (default: 0)")
    add("--lone", action="store_true", help="the first bot takes one seat, the others all the rest")
    add("--all-games", action="store_true", help="do not stop early")
    add_edition(parser)
    add(
        "--seconds-per-move",
        type=float,
        default=60.0,
        metavar="S",
        help="a bot that takes longer forfeits the game (default: 60)",
    )
    add_where(parser)


def _add_output_options(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--json", action="store_true", help="print JSON instead of a table")
    add(
        "--results",
        metavar="FILE",
        help="keep every finished game in a .jsonl file; the same command goes on from there",
    )
    add("--records", metavar="DIR", help="write the record of every game into a directory")
    add("--report", metavar="FILE", help="write a report with plots, one .html file")


def run_arena(options: argparse.Namespace) -> int:
    tournament = _tournament(options)
    for sentence in below_words(options.bots, tournament.edition):
        print(sentence, file=sys.stderr)
    if options.report is not None:
        _check_place(options.report)
    if tournament.searches and options.cluster is None:
        core_while_waiting()
    try:
        with executor_of(options) as executor, _progress(tournament) as tell:
            result = run_tournament(
                tournament,
                executor=executor,
                results=Path(options.results) if options.results is not None else None,
                records=Path(options.records) if options.records is not None else None,
                tell=tell,
            )
    except KeyboardInterrupt:
        return _interrupted(options)
    _print(result, as_json=options.json)
    if options.report is not None:
        save(options.report, write_report(result))
    return 0


def _tournament(options: argparse.Namespace) -> Tournament:
    specs, lone = list(options.bots), options.lone
    if len(specs) == 1:
        specs, lone = [*specs, OPPONENT], True
    return Tournament(
        entrants=_introduced(entrants_of(specs, seconds_per_move=options.seconds_per_move), specs),
        players=min(len(specs), MOST_PLAYERS) if options.players is None else options.players,
        games=options.games,
        seed=options.seed,
        edition=options.edition or MODERN,
        lone=lone,
        all_games=options.all_games,
        seconds_per_move=options.seconds_per_move,
    )


def _introduced(entrants: Sequence[Entrant], names: Sequence[str]) -> tuple[Entrant, ...]:
    """The entrants with their own names. Better to learn now that a bot does not run than from many forfeits."""
    own = ["" if read_bot_name(name).is_own else _own_name(name) for name in names]
    taken = {entrant.name for entrant, name in zip(entrants, own, strict=True) if not name}
    introduced = []
    for entrant, name in zip(entrants, own, strict=True):
        spellings = chain([name], (f"{name} {number}" for number in count(2)))
        unique = next(each for each in spellings if each not in taken) if name else ""
        taken.add(unique)
        introduced.append(replace(entrant, own_name=unique))
    return tuple(introduced)


def _own_name(name: str) -> str:
    with start_bot(name) as player:
        return player.name if player.has_name else ""


def _check_place(name: str) -> None:
    """Refuse a report that could not be written after all the games."""
    parent = Path(name).resolve().parent
    if name != "-" and not (parent.is_dir() and os.access(parent, os.W_OK)):
        raise FileError(f"{name}: nothing can be written there")


def _interrupted(options: argparse.Namespace) -> int:
    words = "\ntsuro: stopped."
    if options.results is not None:
        words += f" Finished games are in {shlex.quote(options.results)}: the same command goes on from there."
    print(words, file=sys.stderr)
    return 130


@contextmanager
def _progress(tournament: Tournament) -> Iterator[Callable[[Interim], None]]:
    """A bar with the standings so far, on a terminal; nothing elsewhere."""
    console = Console(stderr=True)
    total = tournament.deals * tournament.players
    bar = Progress(TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console)
    task = bar.add_task("games", total=total)

    interim = Interim(tournament)

    def tell(now: Interim) -> None:
        nonlocal interim
        interim = now
        bar.update(task, completed=min(now.games, total))

    if not console.is_terminal:
        yield tell
        return
    with Live(
        get_renderable=lambda: Group(_so_far(interim), bar),
        console=console,
        transient=True,
        refresh_per_second=4,
    ) as live:
        live.refresh()  # a short tournament may be over before the first of its own
        yield tell


def _so_far(interim: Interim) -> Table:
    table = Table(box=None, title="So far", title_justify="left")
    for heading in ("bot", "score", "±", "seats"):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    ordered = sorted(zip(interim.tournament.entrants, interim.tallies, strict=True), key=lambda row: -row[1].score)
    for entrant, tally in ordered:
        low, high = tally.interval
        shown = (f"{tally.score:.3f}", f"{(high - low) / 2:.3f}") if tally.seats else ("–", "–")
        table.add_row(_plain(entrant.shown), *shown, f"{tally.seats:,}")
    return table


def _print(result: Result, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(summary(result), indent=1))
        return
    console = Console()
    console.print(_table(result))
    for sentence in _remarks(result):
        console.print(sentence, markup=False, highlight=False, soft_wrap=True)


def _table(result: Result) -> Table:
    tournament = result.tournament
    title = f"{len(result.games):,} games of {tournament.players} players, par {tournament.par:.3f}"
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("bot", overflow="fold")
    forfeits = ["forfeits"] if result.forfeits else []
    for heading in ("score", "95 % int.", "rating", "seats", "wins", "shared", "ms/move", *forfeits):
        table.add_column(heading, justify="right", no_wrap=True)
    for standing in result.standings:
        low, high = standing.ci95
        table.add_row(
            _plain(standing.shown),
            f"{standing.score:.3f}",
            f"{low:.3f}–{high:.3f}",
            f"{standing.rating.mu:.1f}±{standing.rating.sigma:.1f}",
            f"{standing.seats:,}",
            f"{standing.wins:,}",
            f"{standing.shared:,}",
            standing.ms_per_move,
            *([f"{standing.forfeits:,}"] if forfeits else []),
        )
    return table


def _remarks(result: Result) -> Iterator[str]:
    planned = result.tournament.deals * result.tournament.players
    if result.stop:
        games = f"{result.stop.games:,} of {planned:,} games"
        yield f"Stopped after {games} by a sequential test: {result.stop.reason}."
    elif not result.tournament.all_games:
        yield "The sequential test found no certain result. The intervals allow for its having looked all along."
    if planned != result.tournament.games and not result.stop:
        yield f"Every deal is played from all seats: {result.tournament.games:,} games became {planned:,}."
    if len(result.games) <= 2 * result.tournament.players:
        yield "These few deals show next to nothing: the intervals are wide."
    if result.forfeits:
        game, forfeit = result.forfeits[0]
        who = result.entrant_at(game, forfeit.seat).shown
        yield f"Forfeits: {len(result.forfeits):,}. The first, in game {game.number}: {who}: {forfeit.reason}"


def _plain(name: str) -> str:
    """The name, with everything escaped that rich would take for markup."""
    return name.replace("[", r"\[")
