"""The bots, by name, from the weakest to the strongest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from tsuro.bots.apprentice import Apprentice
from tsuro.bots.wanderer import Wanderer
from tsuro.game.errors import TsuroError
from tsuro.player import Player

__all__ = ["BOTS", "Apprentice", "Bot", "UnknownBot", "Wanderer", "make_bot"]


class UnknownBot(TsuroError):
    """No bot goes by that name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bot:
    """A kind of bot: how it is made, and one sentence about its style in each language."""

    make: Callable[[Random, str], Player]  # given its own randomness and what follows the colon in its name
    style: Mapping[str, str]


def _plain(kind: Callable[[Random], Player]) -> Callable[[Random, str], Player]:
    """How to make a bot that has no options."""

    def make(random: Random, option: str) -> Player:
        if option:
            raise UnknownBot(f"this bot has no option {option!r}")
        return kind(random)

    return make


BOTS: dict[str, Bot] = {
    "wanderer": Bot(
        make=_plain(Wanderer),
        style={
            "en": "Goes wherever the paths lead, and is surprised by the edge.",
            "fr": "Va où les chemins le mènent, et le bord le surprend.",
            "pt": "Vai aonde os caminhos o levam, e a borda surpreende-o.",
        },
    ),
    "apprentice": Bot(
        make=_plain(Apprentice),
        style={
            "en": "Looks one tile ahead and likes to keep many ways open.",
            "fr": "Regarde une tuile en avant et aime garder plusieurs issues.",
            "pt": "Olha uma peça adiante e gosta de manter muitas saídas.",
        },
    ),
}


def make_bot(name: str, random: Random) -> Player:
    """The bot of that name, with its own randomness; an option follows a colon: `monte-carlo:100`."""
    kind, _, option = name.partition(":")
    if kind not in BOTS:
        raise UnknownBot(f"there is no bot {name!r}: there are {', '.join(BOTS)}")
    try:
        return BOTS[kind].make(random, option)
    except UnknownBot as error:
        raise UnknownBot(f"{name!r}: {error}") from None
