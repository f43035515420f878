"""`tsuro play`."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

from tsuro.bots import BOTS, announced, plays_below, read_bot_name
from tsuro.bots.registry import unknown_bot
from tsuro.cli.files import FileError, read_record, record_as, save
from tsuro.game.board import Seat
from tsuro.game.edition import MODERN, Edition
from tsuro.game.errors import TsuroError
from tsuro.match import Match
from tsuro.notation import NotationError, read_edition
from tsuro.record import Record, RecordError
from tsuro.terminal.console import Console, InputEnded
from tsuro.terminal.play import GUESTS, ask_who_plays, play_in_terminal
from tsuro.terminal.stand_in import STAND_IN
from tsuro.terminal.who import (
    A_PERSON,
    PERSON,
    bots_among,
    name_players,
    read_player,
    tag_of,
    tags_for,
)

__all__ = ["add_commands", "add_edition", "below_words", "edition"]

SOLO_MARKERS = 4  # for anyone playing alone

DESCRIPTION = f"""\
Play a game in the terminal, on its whole screen (80 × 24 characters or more). Without names, it asks who plays.

  1 2 3    take a tile         arrows   choose a start mark
  r R      turn it             h        ask the dragon for a hint
  Enter    place it            :        type a move, such as play 17e
  ?        all keys            q        leave

These names are bots:
{chr(10).join(f"  {name:<12} {bot.style}" for name, bot in BOTS.items())}
Some take a limit, in playouts or in time: dragon:5000, dragon:2s, monte-carlo:100. A bot of your own is a class,
module:Class or file.py:Class, or a program, "cmd:./my-engine". Any other name is a person; {PERSON}Dragon is, too.

NO_COLOR=1 plays without colours, TEXTUAL_ANIMATIONS=none without motion. With --words, and where the output is
not a terminal, the game goes line by line."""

EDITIONS = """\
An edition is classic or modern, with options joined by +:
  bonus           modern: swap tiles after eliminating someone (classic always has it)
  pass-the-pile   modern: the draw pile travels round the table
  no-ramming      running into another marker counts as leaving the board
  longest-path    variant: whoever walks over the most tiles wins
  most-crossings  variant: whoever's path crosses itself most often wins
  open-tiles      variant: all play from the same three open tiles
  solo            variant: one person plays all markers and tries to place every tile
For example: classic+no-ramming, modern+bonus, modern+solo.
A solo game is played by one person: tsuro play Ana --edition modern+solo (name more for more markers)."""


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "play",
        description=DESCRIPTION,
        epilog=EDITIONS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("players", nargs="*", metavar="NAME", help="two to eight people and bots, clockwise")
    add_edition(parser)
    parser.add_argument(
        "--first", type=seat, metavar="N", help="who is first, 1 to 8 (default: 1; at a real table, the oldest)"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="the same seed deals the same tiles")
    parser.add_argument("--record", metavar="FILE", help="keep the record in a file, after every move")
    parser.add_argument("--resume", metavar="FILE", help="go on with the game in this record, and keep it there")
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME",
        help="with --resume: who plays on for a bot that is not ours, since a file must not start programs; "
        "may be given more than once, in the order of seats",
    )
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
        match, bots = _resumed(options) if options.resume is not None else _new(options, console)
    except InputEnded:
        return 0
    news = list(below_words(bots.values(), match.setup.edition))
    keep = _keeper(options.record, options.resume)
    keep(match)
    file = options.record or options.resume
    if console.is_screen and not options.words:
        from tsuro.terminal.fullscreen import play_on_screen  # noqa: PLC0415 -- the library takes its time to load

        finished = play_on_screen(
            match, console, random=Random(options.seed), bots=bots, keep=keep, file=file, news=news
        )
    else:
        for sentence in news:
            console.say(sentence)
        finished = play_in_terminal(
            match, console, random=Random(options.seed), bots=bots, words=options.words, keep=keep
        )
    if file and not finished:
        named = [f" --bot {shlex.quote(bot)}" for bot in bots.values() if not read_bot_name(bot).is_own]
        console.say(f"Go on with: tsuro play --resume {file}{''.join(named)}")
    elif file:
        console.say(f"The record is in {file}.")
    return 0


def below_words(bots: Iterable[str], edition: Edition) -> Iterator[str]:
    """A sentence for each bot that plays below its name in the edition."""
    for bot in dict.fromkeys(bots):
        if plays_below(bot, edition):
            yield f"In this variant, {bot} plays like the apprentice: it has learned none of them."


def _resumed(options: argparse.Namespace) -> tuple[Match, dict[Seat, str]]:
    """The match, and its bots by seat."""
    given = (options.players, options.edition, options.first, options.seed, options.record)
    if any(option not in (None, []) for option in given):
        raise TsuroError("--resume goes on with a game as it is: leave out names, edition, first, seed and record")
    name = options.resume
    record = read_record(name)
    try:
        return Match.resume(record), _bots_of(record, list(options.bot))
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from None


def _bots_of(record: Record, named: list[str]) -> dict[Seat, str]:
    """The record's bots; those that are not ours have to be named again, or the record could start any program."""
    bots, strange = bots_among(record.names), []
    for seat in record.setup.seats:
        said = record.tag(tag_of(seat))
        if said == A_PERSON:
            bots.pop(seat, None)
        elif said is not None:
            strange.append((seat, said))
    if len(strange) != len(named):
        again = " ".join(f"--bot {shlex.quote(said)}" for _, said in strange)
        wanted = f"add {again}, or name others, such as --bot {STAND_IN}" if strange else "leave out --bot"
        raise TsuroError(f"{len(strange)} of its players are bots that are not ours: {wanted}")
    return bots | {seat: _checked(bot) for (seat, _), bot in zip(strange, named, strict=True)}


def _checked(name: str) -> str:
    bot = read_player(name).bot
    if bot is None:
        raise unknown_bot(name, announced())
    return bot


def _new(options: argparse.Namespace, console: Console) -> tuple[Match, dict[Seat, str]]:
    if options.bot:
        raise TsuroError("--bot belongs to --resume: in a new game, bots are named like everyone else")
    edition = options.edition or MODERN
    typed = [" ".join(name.split()) for name in options.players]
    if typed or sys.stdin is None or not sys.stdin.isatty():
        wanted = [read_player(name) for name in typed or GUESTS]
    elif console.is_screen and not options.words:
        from tsuro.terminal.fullscreen import ask_on_screen  # noqa: PLC0415 -- the library takes its time to load

        wanted, edition = ask_on_screen(console, edition)
    else:
        wanted = ask_who_plays(console)
    if edition.solo and len(wanted) == 1:
        wanted *= SOLO_MARKERS
    elif len(wanted) == 1:
        alone = shlex.quote(typed[0])
        raise TsuroError(
            f"Tsuro is for two to eight players. Add a bot: tsuro play {alone} apprentice; or play alone: "
            f"tsuro play {alone} --edition modern+solo"
        )
    names = name_players([each.name for each in wanted])
    bots = {seat: each.bot for seat, each in enumerate(wanted) if each.bot is not None}
    match = Match(edition=edition, players=len(names), first=options.first or 0, names=names, seed=options.seed)
    for tag, value in tags_for(names, bots).items():
        match.add_tag(tag, value)
    return match, bots


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
