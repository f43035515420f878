"""Who takes part in a tournament."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from tsuro.arena.errors import ArenaError
from tsuro.bots import make_bot, needs_core
from tsuro.engine.client import EnginePlayer
from tsuro.player import Player

__all__ = ["PROGRAM", "Entrant", "entrants_of", "start_engine"]

PROGRAM = "cmd:"  # begins the name of an entrant that is a program


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A bot or program that takes part, and how to make a player of it.

    Games are played in other processes, so `make` must be picklable: a class or a
    function of a module, not a lambda. All chance must come from the `Random` given.
    """

    name: str
    make: Callable[[Random], Player]
    searches: bool = False  #: whether its players run playouts, and so want the compiled core


def entrants_of(specs: Sequence[str], *, seconds_per_move: float) -> tuple[Entrant, ...]:
    """The entrants that the command line names: bots, or programs behind `cmd:`.

    >>> [entrant.name for entrant in entrants_of(["wanderer", "wanderer"], seconds_per_move=60)]
    ['wanderer', 'wanderer 2']
    """
    makers = [_maker(spec, seconds_per_move) for spec in specs]
    names = [" ".join(spec.split()) for spec in specs]
    repeats = [names[:place].count(name) for place, name in enumerate(names)]
    return tuple(
        Entrant(name=f"{name} {before + 1}" if before else name, make=make, searches=needs_core(name))
        for name, before, make in zip(names, repeats, makers, strict=True)
    )


def _maker(spec: str, seconds_per_move: float) -> Callable[[Random], Player]:
    if spec.startswith(PROGRAM):
        return partial(start_engine, _checked(spec.removeprefix(PROGRAM)), seconds_per_move)
    make_bot(spec, Random(0))  # an unknown bot is refused at once
    return partial(make_bot, spec)


def _checked(command: str) -> str:
    """The command line of a program, if it can be split into words."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ArenaError(f"{command!r} is not a command line: {error}") from None
    if not words:
        raise ArenaError("after cmd: comes the program to run, such as cmd:./my-engine")
    return command


def start_engine(command: str, seconds_per_move: float, _: Random) -> Player:
    """A player that is a program; it gets a seed for each game from `Players`."""
    return EnginePlayer(command, seconds=seconds_per_move)
