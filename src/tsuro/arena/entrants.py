"""Who takes part in a tournament."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from tsuro.bots import make_own_bot, needs_core, read_bot_name
from tsuro.bots.outside import started_for
from tsuro.player import Player

__all__ = ["Entrant", "entrants_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A bot or program that takes part, and how to make a player of it.

    Games are played in other processes, so `make` must be picklable: a class or a
    function of a module, not a lambda. All chance must come from the `Random` given.
    """

    name: str
    make: Callable[[Random], Player]
    searches: bool = False  #: whether its players run playouts, and so want the compiled core
    own_name: str = ""  #: what it calls itself, where that is another name: shown to people

    @property
    def shown(self) -> str:
        """What people read."""
        return self.own_name or self.name


def entrants_of(names: Sequence[str], *, seconds_per_move: float) -> tuple[Entrant, ...]:
    """The bots of these names, as in `tsuro.make_bot`; those that are not ours play in other processes.

    >>> [entrant.name for entrant in entrants_of(["wanderer", "wanderer"], seconds_per_move=60)]
    ['wanderer', 'wanderer 2']
    """
    makers = [_maker(name, seconds_per_move) for name in names]
    unique = _numbered([" ".join(name.split()) for name in names])
    return tuple(
        Entrant(name=name, make=make, searches=needs_core(name)) for name, make in zip(unique, makers, strict=True)
    )


def _numbered(names: Sequence[str]) -> list[str]:
    repeats = [names[:place].count(name) for place, name in enumerate(names)]
    return [f"{name} {before + 1}" if before else name for name, before in zip(names, repeats, strict=True)]


def _maker(name: str, seconds_per_move: float) -> Callable[[Random], Player]:
    """How its players are made; an unknown bot is refused at once."""
    if not read_bot_name(name).is_own:
        return partial(started_for, name, seconds_per_move)
    make_own_bot(name, Random(0))
    return partial(make_own_bot, name)
