"""Our own bots, by name, from the weakest to the strongest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

from tsuro.bots.apprentice import Apprentice
from tsuro.bots.dragon import Dragon
from tsuro.bots.learned import Learned
from tsuro.bots.options import UnknownBot, nearest, playouts_in, read_thinking
from tsuro.bots.sampler import Guardian, MonteCarlo
from tsuro.bots.wanderer import Wanderer
from tsuro.game.edition import Edition
from tsuro.player import Player

__all__ = ["BOTS", "PLAY_SAME_SINCE", "Bot", "levels", "make_own_bot", "needs_core", "plays_below", "unknown_bot"]

PLAY_SAME_SINCE = "0.11.0"
"""The version since which every bot makes the same choices for the same seed and playouts.

Results of tournaments can be compared, and continued, only from that version on.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bot:
    """A kind of bot: how it is made, and its style in one sentence."""

    make: Callable[[Random, str], Player]  #: given its own randomness and what follows the colon in its name
    style: str
    searches: bool = False  #: whether it runs playouts, and so wants the fast core
    at_tables: bool = True  #: whether people play against it on a server
    knows_variants: bool = True  #: whether it plays as well in every variant; otherwise like the apprentice there


def _plain(kind: Callable[[Random], Player]) -> Callable[[Random, str], Player]:
    """How to make a bot that has no options."""

    def make(random: Random, option: str) -> Player:
        if option:
            raise UnknownBot(f"this bot has no option {option!r}")
        return kind(random)

    return make


def _make_dragon(random: Random, option: str) -> Player:
    thinking = read_thinking(option)
    return Dragon(
        random,
        playouts=thinking.playouts or Dragon.PLAYOUTS,
        seconds=thinking.seconds,
        threads=thinking.threads,
        analyse=thinking.analyse,
    )


def _make_monte_carlo(random: Random, option: str) -> Player:
    return MonteCarlo(random, playouts=playouts_in(option) if option else 100)


BOTS: dict[str, Bot] = {
    "wanderer": Bot(
        make=_plain(Wanderer),
        style="Goes wherever the paths lead, until the edge comes as a surprise.",
    ),
    "apprentice": Bot(
        make=_plain(Apprentice),
        style="Looks one tile ahead and likes to keep its options open.",
    ),
    "learned": Bot(
        make=_plain(Learned),
        style="Watched the dragon play thousands of games, and moves without a second thought.",
        at_tables=False,
        knows_variants=False,
    ),
    "guardian": Bot(
        make=_plain(Guardian),
        style="Plays a few games in its head before every move and rarely walks into a trap.",
        searches=True,
    ),
    "dragon": Bot(
        make=_make_dragon,
        style="Thinks far ahead, guesses your tiles, and waits for you to run out of board.",
        searches=True,
    ),
    "monte-carlo": Bot(
        make=_make_monte_carlo,
        style="Tries every placement in random games and counts the wins: the yardstick of the field.",
        searches=True,
        at_tables=False,
    ),
}
"""Every bot by its name, from the weakest to the strongest; the yardstick comes last."""


def make_own_bot(name: str, random: Random) -> Player:
    """The bot of ours with that name: it starts nothing and loads nothing, whoever names it.

    Raises `UnknownBot` for a name or an option that does not exist.
    """
    kind, _, option = name.partition(":")
    if kind not in BOTS:
        raise unknown_bot(name)
    try:
        return BOTS[kind].make(random, option)
    except UnknownBot as error:
        raise UnknownBot(f"{name!r}: {error}") from None


def unknown_bot(name: str, others: Iterable[str] = ()) -> UnknownBot:
    """Why nobody goes by that name; others are further bots that there are.

    >>> str(unknown_bot("gaurdian:2s")).split(". ")[1]
    'Did you mean guardian?'
    """
    names = [*BOTS, *others]
    near = nearest(name.partition(":")[0], names)
    hint = f". Did you mean {near}?" if near else ""
    return UnknownBot(f"there is no bot {name!r}: there are {', '.join(names)}{hint}")


def levels() -> tuple[str, ...]:
    """The bots that people play against at tables, from the weakest to the strongest."""
    return tuple(name for name, bot in BOTS.items() if bot.at_tables)


def needs_core(name: str) -> bool:
    """Whether the bot of that name runs playouts, and so is faster with the compiled core."""
    kind = name.partition(":")[0]
    return kind in BOTS and BOTS[kind].searches


def plays_below(name: str, edition: Edition) -> bool:
    """Whether the bot of that name plays like the apprentice in the edition, since it has learned no variants.

    >>> from tsuro.game.edition import CLASSIC, Edition, Goal
    >>> longest_path = Edition(name="modern", goal=Goal.LONGEST_PATH)
    >>> plays_below("learned", CLASSIC), plays_below("learned", longest_path), plays_below("dragon", longest_path)
    (False, True, False)
    """
    kind = name.partition(":")[0]
    return kind in BOTS and not BOTS[kind].knows_variants and edition.is_variant
