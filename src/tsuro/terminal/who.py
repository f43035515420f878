"""Who plays in the terminal: people, and bots of any kind, by what was typed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tsuro.bots import BOTS, UnknownBot, announced, make_own_bot, read_bot_name, start_bot
from tsuro.bots.options import nearest
from tsuro.game.board import Seat
from tsuro.player import Player

__all__ = [
    "A_PERSON",
    "PERSON",
    "Wanted",
    "bot_named",
    "bots_among",
    "make_player",
    "name_players",
    "read_player",
    "tag_of",
    "tags_for",
]

A_PERSON = "person"  # in a record: the player is no bot
PERSON = f"{A_PERSON}:"  # begins the name of a person who is called like a bot
ALIKE = 0.8  # of a name, to be taken for a bot's
ALIKE_IN_CAPITALS = 0.85  # as people write theirs: Dragan is a person
SECONDS = 60.0  # for a choice of somebody else's bot

_NUMBERED = re.compile(r"(?P<bot>\S+)(?: \d+)?")


@dataclass(frozen=True, slots=True)
class Wanted:
    """Somebody who is to play: a person, or a bot of that name."""

    name: str
    bot: str | None = None


def bot_named(name: str) -> str | None:
    """The bot of ours that plays under this name, with its option if it has one; None for anybody else.

    >>> bot_named("apprentice 2"), bot_named("Dragon:50ms"), bot_named("Ana"), bot_named("Dragon Lady")
    ('apprentice', 'dragon:50ms', None, None)
    """
    found = _NUMBERED.fullmatch(name.lower())
    return found["bot"] if found and found["bot"].partition(":")[0] in BOTS else None


def bots_among(names: Sequence[str]) -> dict[Seat, str]:
    """The bots of ours among the players, by seat."""
    return {seat: bot for seat, name in enumerate(names) if (bot := bot_named(name))}


def read_player(text: str) -> Wanted:
    """Who is meant; raises `UnknownBot` for what looks like a bot and is none.

    >>> read_player("Ana"), read_player("person:Dragon")
    (Wanted(name='Ana', bot=None), Wanted(name='Dragon', bot=None))
    """
    if text.startswith(PERSON):
        return Wanted(text.removeprefix(PERSON).strip())
    if own := bot_named(text):
        make_own_bot(own, Random(0))  # an option that it does not have is refused
        return Wanted(text, own)
    if ":" in text or text.endswith(".py") or text in announced():
        read_bot_name(text)
        with start_bot(text, seconds=SECONDS) as engine:
            return Wanted(engine.name, text)
    alike = ALIKE_IN_CAPITALS if text[:1].isupper() else ALIKE
    if near := nearest(text, [*BOTS, *announced()], alike=alike):
        raise UnknownBot(
            f"there is no bot {text!r}. Did you mean {near}? For a person of that name write {PERSON}{text}"
        )
    return Wanted(text)


def name_players(wanted: Sequence[str]) -> tuple[str, ...]:
    """The names, with a number after those that occur more than once.

    >>> name_players(["Ana", "apprentice", "apprentice"])
    ('Ana', 'apprentice', 'apprentice 2')
    """
    names: list[str] = []
    for name in wanted:
        number = sum(1 for other in wanted[: len(names)] if other == name) + 1
        names.append(name if number == 1 else f"{name} {number}")
    return tuple(names)


def make_player(bot: str, random: Random) -> Player:
    """The player for a bot of that name: ours in this process, any other in one of its own."""
    if read_bot_name(bot).is_own:
        return make_own_bot(bot, random)
    engine = start_bot(bot, seconds=SECONDS)
    engine.new_game(seed=random.getrandbits(31))
    return engine


def tags_for(names: Sequence[str], bots: Mapping[Seat, str]) -> dict[str, str]:
    """What a record has to say about players whose names do not say which bot they are, or that they are none."""
    by_name = bots_among(names)
    unclear = [seat for seat in range(len(names)) if bots.get(seat) != by_name.get(seat)]
    return {tag_of(seat): bots.get(seat, A_PERSON).replace("#", " ") for seat in unclear}


def tag_of(seat: Seat) -> str:
    return f"player-{seat + 1}"
