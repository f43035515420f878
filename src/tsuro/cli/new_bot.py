"""`tsuro new-bot`: a folder with a bot that plays, to start from."""

from __future__ import annotations

import argparse
import re
import sys
from keyword import iskeyword
from pathlib import Path
from string import Template

from tsuro.bots import BOTS
from tsuro.cli.files import FileError
from tsuro.game.errors import TsuroError

__all__ = ["add_commands"]

DESCRIPTION = """\
Write a folder with a bot that plays, a test for it, and all that is needed to install it, so that everybody who
has it can write tsuro play Ana NAME."""

BOT = Template('''\
"""$title, a bot for Tsuro."""

from random import Random

import tsuro


class $title:
    """Likes the middle of the board."""

    def __init__(self, random: Random) -> None:
        self.random = random  # the only chance it uses, so that a seed repeats its games

    def choose(self, view: tsuro.View) -> tsuro.Action:
        """One of `view.legal_actions`."""
        if not view.allowed:  # it chooses a start mark, or may exchange tiles
            return self.random.choice(view.legal_actions)
        best = min(view.allowed, key=distance_from_the_middle)
        return tsuro.PlayTile(best.tile)


def distance_from_the_middle(preview: tsuro.Preview) -> float:
    """In squares, after this placement; a placement that ends on the edge is as far as can be."""
    point = preview.walks[0].end  # where our own marker would stop; None: out
    if point is None:
        return 100.0
    row, column = divmod(point // 8, 6)
    return abs(row - 2.5) + abs(column - 2.5)
''')

TEST = Template('''\
"""$title plays whole games by the rules, and is better than chance."""

from random import Random

import tsuro
from $name import $title


def test_it_plays_with_two_to_eight_players() -> None:
    for players in range(2, 9):
        match = tsuro.Match(players=players, seed=players)
        tsuro.play(match, [$title(Random(seat)) for seat in range(players)])
        assert match.is_over


def test_it_beats_the_wanderer() -> None:
    won = 0.0
    for game in range(60):
        match = tsuro.Match(players=2, first=game % 2, seed=game)
        tsuro.play(match, [$title(Random(game)), tsuro.make_bot("wanderer", Random(game))])
        won += match.outcome.share(0) if match.outcome else 0.0
    assert won > 30
''')

PROJECT = Template("""\
[project]
name = "tsuro-$dashed"
version = "0.1.0"
description = "A bot for Tsuro"
requires-python = ">=3.11"
dependencies = ["tsuro"]

[project.entry-points."tsuro.bots"]
$name = "$name:$title"

[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[tool.setuptools]
py-modules = ["$name"]
""")

README = Template("""\
# $title

A bot for [Tsuro](https://github.com/tsuro/tsuro).

    python -m pytest                           # its tests
    tsuro play Ana $name.py:$title             # play against it in the terminal
    tsuro web --bot $name.py:$title            # ... or in the browser
    tsuro arena $name.py:$title apprentice     # how strong is it?

After `pip install .` it has a name everywhere: `tsuro play Ana $name`.
""")


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("new-bot", description=DESCRIPTION, epilog="For example: tsuro new-bot pilgrim")
    parser.add_argument("name", metavar="NAME", help="of the bot: small letters, digits and _")
    parser.set_defaults(run=run_new_bot)


def run_new_bot(options: argparse.Namespace) -> int:
    name: str = options.name
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,38}", name):
        raise TsuroError(f"{name!r} cannot be the name of a bot: small letters, digits and _, such as my_bot")
    if iskeyword(name) or name in {*BOTS, *sys.stdlib_module_names, "tsuro"}:
        raise TsuroError(f"{name!r} cannot be the name of a bot: it means something else already")
    dashed = name.strip("_").replace("_", "-")
    folder = Path(f"tsuro-{dashed}")  # Python cannot take a folder with a hyphen for the module in it
    words = {"name": name, "title": "".join(part.capitalize() for part in name.split("_")), "dashed": dashed}
    files = {f"{name}.py": BOT, f"test_{name}.py": TEST, "pyproject.toml": PROJECT, "README.md": README}
    try:
        folder.mkdir()
        for file, text in files.items():
            (folder / file).write_text(text.substitute(words), encoding="utf-8")
    except OSError as error:
        raise FileError(f"{folder}: {error.strerror or error}") from None
    print(_what_next(folder, name, words["title"]))
    return 0


def _what_next(folder: Path, name: str, title: str) -> str:
    return f"""\
{title} is in the folder {folder}. What to do next:

  cd {folder}
  tsuro play Ana {name}.py:{title}           play against it; it does not think much yet
  tsuro web --bot {name}.py:{title}          ... in the browser
  python -m pytest                       its tests
  tsuro arena {name}.py:{title} apprentice   how strong is it?

Make it stronger in {folder}/{name}.py: docs/tutorial-bot.md shows how."""
