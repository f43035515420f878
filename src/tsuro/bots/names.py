"""What a bot's name stands for: one of ours, a class, a file, a program, or a bot that a package announces.

Reading a name loads and starts nothing, so a server can read names in its own process.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Literal, TypeAlias

from tsuro.bots.options import UnknownBot, nearest
from tsuro.bots.registry import BOTS, unknown_bot

__all__ = ["GROUP", "PROGRAM", "BotName", "announced", "find_module", "read_bot_name"]

PROGRAM = "cmd:"  # begins the name of a bot that is a program
GROUP = "tsuro.bots"
"""The group of entry points in which an installed package announces its bots."""

Kind: TypeAlias = Literal["own", "package", "class", "file", "program"]

_FILE = re.compile(r"(?P<place>.+\.py):(?P<attribute>\w+)(?::(?P<option>.*))?", re.DOTALL)
_CLASS = re.compile(
    r"(?P<place>[^\W\d]\w*(?:\.[^\W\d]\w*)*):(?P<attribute>[^\W\d]\w*)(?::(?P<option>.*))?", re.DOTALL
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BotName:
    """A name that was understood."""

    text: str  # the whole name
    kind: Kind
    place: str  # the bot of ours, the announced name, the module, the file, or the command line
    attribute: str = ""  # the class in the module or file
    option: str = ""

    @property
    def is_own(self) -> bool:
        """Whether it is one of our bots, which we trust in our own process."""
        return self.kind == "own"


def read_bot_name(text: str) -> BotName:
    """What the name stands for; raises `UnknownBot` where that can be seen without loading or starting anything.

    >>> read_bot_name("dragon:2s").kind, read_bot_name("cmd:./engine --fast").place
    ('own', './engine --fast')
    """
    kind, _, option = text.partition(":")
    if kind in BOTS:
        return BotName(text=text, kind="own", place=kind, option=option)
    if text.startswith(PROGRAM):
        return BotName(text=text, kind="program", place=_command(text.removeprefix(PROGRAM)))
    if found := _FILE.fullmatch(text):
        return _in_file(text, **found.groupdict(default=""))
    if kind in announced():
        return BotName(text=text, kind="package", place=kind, option=option)
    if found := _CLASS.fullmatch(text):
        return _in_module(text, **found.groupdict(default=""))
    if text.endswith(".py"):
        raise UnknownBot(f"{text!r} is a file: name the class in it, too, as in {text}:MyBot")
    raise unknown_bot(text, announced())


def announced() -> dict[str, EntryPoint]:
    """The bots that installed packages announce, by name; one that two packages announce is the first one's."""
    return {point.name: point for point in reversed(entry_points(group=GROUP))}


def _command(line: str) -> str:
    """The command line of a program, if it can be split into words."""
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise UnknownBot(f"{line!r} is not a command line: {error}") from None
    if not words:
        raise UnknownBot("after cmd: comes the program to run, such as cmd:./my-engine")
    return line


def _in_file(text: str, place: str, attribute: str, option: str) -> BotName:
    if not Path(place).is_file():
        raise UnknownBot(f"{text!r}: there is no file {place}")
    return BotName(text=text, kind="file", place=place, attribute=attribute, option=option)


def _in_module(text: str, place: str, attribute: str, option: str) -> BotName:
    if find_module(place) is None:
        near = nearest(place, [*BOTS, *announced()])
        raise UnknownBot(f"{text!r}: there is no module {place}{f'. Did you mean {near}?' if near else ''}")
    return BotName(text=text, kind="class", place=place, attribute=attribute, option=option)


def find_module(name: str) -> ModuleSpec | None:
    """Where a module is, looked for in the current folder, too. Nothing is imported, not even its package."""
    here = os.getcwd()  # noqa: PTH109 -- as `sys.path` has it
    if not {"", here} & set(sys.path):
        sys.path.append(here)
    spec: ModuleSpec | None = None
    path: Sequence[str] | None = None
    parts = name.split(".")
    for count in range(1, len(parts) + 1):
        whole = ".".join(parts[:count])
        found = (finder.find_spec(whole, path) for finder in sys.meta_path)
        spec = next((each for each in found if each is not None), None)
        if spec is None:
            return None
        if spec.origin is None:
            import_module(whole)  # a namespace has no code; what lies in it can be found only when it is loaded
        path = spec.submodule_search_locations or ()
    return spec
