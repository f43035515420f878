"""The command `tsuro`."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module

import tsuro
from tsuro.cli.compiled_form import run_on_compiled_form
from tsuro.game.errors import TsuroError

__all__ = ["COMMANDS", "main"]

LONGEST = 500  # characters of a message
FOR_MANY = ("serves", "server", "site", "crash", "dragons")  # options of commands that serve many people

DESCRIPTION = """\
Tsuro, the game of the path: lay tiles, follow your path, stay on the board.

`tsuro web` opens it in your browser. Plain `tsuro` starts a game in the terminal."""

EXAMPLES = """\
examples:
  tsuro web                                 play in the browser, alone or with others
  tsuro                                     play in the terminal; it asks who plays
  tsuro play Ana Rui apprentice             two people on one keyboard and a bot
  tsuro play Ana wanderer --record g.tsuro  keep the game in a file, after every move
  tsuro replay g.tsuro                      see it again, step by step
  tsuro verify g.tsuro                      check that it followed the rules and the deal was fair
  tsuro convert g.tsuro g.gif               the whole game as an animation to send to friends
  tsuro convert g.tsuro g.png --at 12       a picture of one moment
  tsuro convert g.tsuro g.json --for 1      as JSON, with only what player 1 could see
  tsuro arena dragon guardian               a tournament of two bots
  tsuro engine dragon                       a bot for other programs to talk to
  tsuro new-bot pilgrim                     a folder with a bot of your own to start from
  tsuro serve                               a server for friends to play on over the network
  tsuro join LINK my_bot.py:MyBot           your bot takes a seat at a table of any server
  tsuro tables                              what is being played there, and was"""


COMMANDS = {
    "web": ("web", "play in the browser"),
    "play": ("play", "play a game in the terminal"),
    "replay": ("records", "see a recorded game again"),
    "verify": ("verify", "check that a recorded game followed the rules"),
    "convert": ("pictures", "turn a record into text, JSON, a picture or an animation"),
    "draw": ("pictures", "draw a position that is written in one line, or tiles"),
    "perft": ("perft", "count the ways a game can go on (a check of the rules)"),
    "bench": ("benchmark", "measure how fast the game is"),
    "arena": ("tournament", "let bots play a tournament"),
    "selfplay": ("selfplay", "let a bot play against itself, for data to learn from"),
    "engine": ("engine", "let a bot answer other programs, line by line"),
    "new-bot": ("new_bot", "write a folder with a bot of your own to start from"),
    "serve": ("serve", "run a server for people elsewhere to play on"),
    "join": ("join", "let a bot take a seat at a table of any server"),
    "tables": ("tables", "manage the tables that a server stores"),
    "ban": ("ban", "let nobody in from an address for a while"),
}
"""Each command, the module that has it, and what it does in a line. Only the module of the command is loaded."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0 when all is well, 2 for bad input."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or (words[0].startswith("-") and words[0] not in {"-h", "--help", "--version"}):
        words = ["play", *words]
    _prepare_output()
    try:
        options = _parser(words[0]).parse_args(words)
        if arguments is None and any(getattr(options, name, None) for name in FOR_MANY):
            run_on_compiled_form()
        code = int(options.run(options))
        sys.stdout.flush()
    except TsuroError as error:
        return _failed(str(error))
    except KeyboardInterrupt:
        print("\ntsuro: stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # The reader of our output has seen enough; the interpreter must not complain when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        code = _failed(f"cannot write the output: {error.strerror or error}")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _prepare_output() -> None:
    """Characters that the terminal cannot show become question marks; output to closed streams is dropped."""
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 -- open as long as we run
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _failed(reason: str) -> int:
    """Print the reason, shortened, and return the exit code."""
    shown = reason if len(reason) <= LONGEST else f"{reason[:LONGEST]} …"
    print(f"tsuro: {shown}", file=sys.stderr)
    return 2


def _parser(word: str) -> argparse.ArgumentParser:
    """The parser for a command line that begins with the word; other commands are only listed."""
    parser = argparse.ArgumentParser(
        prog="tsuro",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"tsuro {tsuro.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    if word in COMMANDS:
        import_module(f"tsuro.cli.{COMMANDS[word][0]}").add_commands(commands)
    for name, (_, summary) in COMMANDS.items():
        if name not in commands.choices:
            commands.add_parser(name, help=summary)
    return parser
