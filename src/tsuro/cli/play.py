"""`tsuro play`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from tsuro.bots import BOTS
from tsuro.cli.files import FileError, read_record, record_as, save
from tsuro.game.edition import MODERN, Edition
from tsuro.game.errors import TsuroError
from tsuro.match import Match
from tsuro.notation import NotationError, read_edition
from tsuro.record import RecordError
from tsuro.terminal.console import Console, InputEnded
from tsuro.terminal.play import GUESTS, ask_who_plays, check_bots, name_players, play_in_terminal

__all__ = ["add_commands", "add_edition", "edition"]

SOLO_MARKERS = 4  # for anyone playing alone

DESCRIPTION = f"""\
Play a game in the terminal, on its whole screen (80 × 24 characters or more). Without names, it asks who plays.

  1 2 3    take a tile         arrows   choose a start mark
  r R      turn it             h        ask the dragon for a hint
  Enter    place it            :        type a move, such as play 17e
  ?        all keys            q        leave

These names are bots, any other name is a person:
{chr(10).join(f"  {name:<12} {bot.style}" for name, bot in BOTS.items())}
Some take a limit, in playouts or in time: dragon:5000, dragon:2s, monte-carlo:100.

NO_COLOR=1 plays without colours; --words, and any output that is not a terminal, line by line."""

EDITIONS = """\
An edition is classic or modern, with options joined by +:
  bonus           modern: swap tiles after eliminating someone (classic always has it)
  pass-the-pile   modern: the draw pile travels round the table
  no-ramming      running into another marker counts as leaving the board
  longest-path, most-crossings, open-tiles, solo   variants
For example: classic+no-ramming, modern+bonus, modern+solo.
A solo game is played by one person: tsuro play Ana --edition modern+solo (name more for more markers)."""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "play",
        description=DESCRIPTION,
        epilog=EDITIONS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("players", nargs="*", metavar="NAME", help="two to eight players, in clockwise order")
    add_edition(parser)
    parser.add_argument("--first", type=seat, metavar="N", help="the first player, 1 to 8 (the oldest)")
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed deals the same tiles")
    parser.add_argument("--record", metavar="FILE", help="keep the record in a file, after every move")
    parser.add_argument("--resume", metavar="FILE", help="go on with the game in this record, and keep it there")
    parser.add_argument(
        "--words", action="store_true", help="no drawings: everything in words, for a screen reader"
    )
    parser.set_defaults(run=play)


def add_edition(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--edition",
        type=edition,
        metavar="EDITION",
        help="the rules to play by (default: modern)",
    )


def edition(text: str) -> Edition:
    """For argparse: an edition, or why it is none."""
    try:
        return read_edition(text)
    except NotationError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def seat(text: str) -> int:
    """For argparse: a player's number, as a seat."""
    if text not in "12345678" or len(text) != 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a player: players are 1 to 8")
    return int(text) - 1


def play(options: argparse.Namespace) -> int:
    console = Console()
    try:
        match = _resumed(options) if options.resume is not None else _new(options, console)
    except InputEnded:
        return 0
    check_bots(match.names)
    keep = _keeper(options.record, options.resume)
    keep(match)
    file = options.record or options.resume
    if console.is_screen and not options.words:
        from tsuro.terminal.fullscreen import play_on_screen  # noqa: PLC0415 -- the library takes its time to load

        finished = play_on_screen(match, console, random=Random(options.seed), keep=keep, file=file)
    else:
        finished = play_in_terminal(match, console, random=Random(options.seed), words=options.words, keep=keep)
    if file and not finished:
        console.say(f"Go on with: tsuro play --resume {file}")
    elif file:
        console.say(f"The record is in {file}.")
    return 0


def _resumed(options: argparse.Namespace) -> Match:
    given = (options.players, options.edition, options.first, options.seed, options.record)
    if any(option not in (None, []) for option in given):
        raise TsuroError("--resume goes on with a game as it is: leave out names, edition, first, seed and record")
    name = options.resume
    record = read_record(name)
    try:
        return Match.resume(record)
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from None


def _new(options: argparse.Namespace, console: Console) -> Match:
    edition = options.edition or MODERN
    wanted = [" ".join(name.split()) for name in options.players]
    if not wanted:
        asked = sys.stdin is not None and sys.stdin.isatty()
        wanted = ask_who_plays(console) if asked else list(GUESTS)
    if edition.solo and len(wanted) == 1:
        wanted *= SOLO_MARKERS
    names = name_players(wanted)
    return Match(edition=edition, players=len(names), first=options.first or 0, names=names, seed=options.seed)


def _keeper(record: str | None, resume: str | None) -> Callable[[Match], None]:
    """A function that saves the game after every move, with the secret of its deal, to go on later."""
    name = resume if record is None else record
    if name is None:
        return lambda _: None
    suffix = Path(name).suffix
    if suffix not in {".tsuro", ".json", ".txt"}:
        raise FileError(f"{name!r}: a record is a .tsuro, .txt or .json file")
    if record is not None and Path(record).exists():
        raise FileError(f"{record}: the file exists already: go on with --resume, or name another")
    return lambda match: save(name, record_as(match.record(open_deal=True), suffix))
