"""Bots that are somebody's Python class: loaded, made, and introduced.

The rule: `Class(random)`, where `random` is the only source of chance it should use; `Class()` if its
constructor takes nothing. What follows the class in the bot's name, as in `my_bot.py:MyBot:fast`, is a text
that comes second: `Class(random, "fast")`. A function that gives such an object will do as well.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any, cast

from tsuro.bots.names import BotName, announced, find_module
from tsuro.bots.options import UnknownBot, nearest
from tsuro.player import Player

__all__ = ["about", "class_of", "make_from_class", "own_name"]


def make_from_class(bot: BotName, random: Random) -> Player:
    """The player that the class makes; raises `UnknownBot` if there is no such class, or it makes none."""
    kind = class_of(bot)
    given = _arguments(bot, kind, random)
    try:
        player = kind(*given)
    except Exception as error:
        raise UnknownBot(f"{bot.text!r} cannot be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(player, "choose", None)):
        raise UnknownBot(f"{bot.text!r} has no method choose(view), which gives an action: every bot needs it")
    return cast(Player, player)


def class_of(bot: BotName) -> Callable[..., Any]:
    """The class, or the function, that the name stands for, with its module loaded."""
    try:
        found = announced()[bot.place].load() if bot.kind == "package" else _in_module(bot)
    except UnknownBot:
        raise
    except (Exception, SystemExit) as error:
        raise UnknownBot(f"{bot.text!r} cannot be loaded: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise UnknownBot(f"{bot.text!r} is neither a class nor a function, but a {type(found).__name__}")
    return cast(Callable[..., Any], found)


def own_name(bot: BotName) -> str:
    """What the bot calls itself: its attribute `name`, or the name of its class; its option tells it apart."""
    kind = class_of(bot)
    said = getattr(kind, "name", None)
    name = said if isinstance(said, str) and said.strip() else getattr(kind, "__name__", bot.text)
    return f"{name}:{bot.option}" if bot.option else name


def about(bot: BotName) -> str:
    """The first line of the docstring of the class, read from its source: nothing is loaded. It may be empty."""
    try:
        tree = ast.parse(Path(_source(bot)).read_text(encoding="utf-8"))
    except (OSError, ValueError, SyntaxError):
        return ""
    attribute = announced()[bot.place].attr if bot.kind == "package" else bot.attribute
    for node in tree.body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == attribute:
            return (ast.get_docstring(node) or "").partition("\n")[0].strip()
    return ""


def _source(bot: BotName) -> str:
    if bot.kind == "file":
        return bot.place
    spec = find_module(announced()[bot.place].module if bot.kind == "package" else bot.place)
    return "" if spec is None or spec.origin is None else spec.origin


def _arguments(bot: BotName, kind: Callable[..., Any], random: Random) -> tuple[Any, ...]:
    """What the constructor is given, as far as it can be told."""
    wanted: list[tuple[Any, ...]] = [(random, bot.option)] if bot.option else [(random,), ()]
    try:
        signature = inspect.signature(kind)
    except (TypeError, ValueError):  # some that are written in C have none
        return wanted[0]
    for given in wanted:
        try:
            signature.bind(*given)
        except TypeError:
            continue
        return given
    if bot.option:
        raise UnknownBot(f"{bot.text!r}: this bot has no option {bot.option!r}")
    raise UnknownBot(f"{bot.text!r} cannot be made: its constructor takes {signature}, not one Random or nothing")


def _in_module(bot: BotName) -> object:
    module = _loaded_file(bot.place) if bot.kind == "file" else import_module(bot.place)
    if not hasattr(module, bot.attribute):
        near = nearest(bot.attribute, [name for name in vars(module) if not name.startswith("_")])
        hint = f". Did you mean {near}?" if near else ""
        raise UnknownBot(f"{bot.text!r}: there is no {bot.attribute} in {bot.place}{hint}")
    return getattr(module, bot.attribute)


def _loaded_file(place: str) -> ModuleType:
    """The file as a module, loaded once; it can import what lies beside it."""
    path = Path(place).resolve()
    name = f"tsuro bot {path}"  # no import statement can mean it
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UnknownBot(f"{place} cannot be loaded as Python")
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
