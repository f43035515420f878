"""A whole game in a terminal, for any mix of people on one keyboard and bots."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from random import Random

from tsuro.bots import BOTS, UnknownBot, make_bot, needs_core
from tsuro.fast.loader import best_core, preparing
from tsuro.game.actions import Action
from tsuro.game.events import Event
from tsuro.game.view import View
from tsuro.match import Match
from tsuro.player import Player
from tsuro.referee import play
from tsuro.render.text import draw_text
from tsuro.render.words import describe_outcome, tell_all
from tsuro.terminal.console import Console, InputEnded
from tsuro.terminal.person import Curtain, Person
from tsuro.terminal.stand_in import choosing, failure_words, make_stand_in

__all__ = [
    "ADVISER",
    "GUESTS",
    "PACE",
    "ask_who_plays",
    "bot_named",
    "check_bots",
    "name_players",
    "play_in_terminal",
    "prepare_bots",
]

GUESTS = ("Guest", "apprentice", "guardian")  # for a person who just wants to play
PACE = 0.7  # seconds that a bot takes at least, so that people can follow
ADVISER = "dragon:1s,analyse"  # who gives hints


def bot_named(name: str) -> str | None:
    """The bot that plays under this name, with its option if it has one; None for a person.

    >>> bot_named("apprentice 2"), bot_named("Dragon:50ms"), bot_named("Ana")
    ('apprentice', 'dragon:50ms', None)
    """
    first, *_ = name.lower().split() or [""]
    return first if first.partition(":")[0] in BOTS else None


def check_bots(names: Sequence[str]) -> None:
    """Refuse a bot with an option that it does not have."""
    for name in names:
        if bot := bot_named(name):
            make_bot(bot, Random(0))


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


def ask_who_plays(console: Console) -> list[str]:
    """The names, from the person; defaults for a person who just wants to play."""
    console.say("Welcome to Tsuro. Stay on the board longer than everyone else.")
    console.say(f"Who plays? Two to eight names with commas between. Bots are {', '.join(BOTS)}.")
    while True:
        answer = console.ask("Enter for you and two bots: ")
        parts = re.split(r",(?!threads=)", answer)  # that comma is part of a bot's option
        names = [name for part in parts if (name := " ".join(part.split()))]
        if not names:
            return list(GUESTS)
        try:
            check_bots(names)
        except UnknownBot as error:
            console.say(f"{error}.")
        else:
            if 2 <= len(names) <= 8:
                return names
            console.say(f"Tsuro is for two to eight players, not {len(names)}: put commas between the names.")


class _Paced:
    """A bot that takes at least a moment."""

    def __init__(self, bot: Player) -> None:
        self._bot = bot

    def choose(self, view: View) -> Action:
        began = time.monotonic()
        action = self._bot.choose(view)
        time.sleep(max(0.0, PACE - (time.monotonic() - began)))
        return action


class _Steady:
    """A bot for which another one plays on if it fails; people are told."""

    def __init__(self, bot: Player, name: str, random: Random, console: Console) -> None:
        self._bot, self._name, self._random, self._console = bot, name, random, console

    def choose(self, view: View) -> Action:
        chosen = choosing(self._bot, view)
        if isinstance(chosen, BaseException):
            self._console.say(failure_words(self._name, chosen))
            self._bot = make_stand_in(self._random)
            return self._bot.choose(view)
        return chosen


def play_in_terminal(
    match: Match,
    console: Console,
    *,
    random: Random,
    words: bool = False,
    keep: Callable[[Match], None] = lambda _: None,
) -> bool:
    """Play the match to its end; False if the people left before. `keep` is called after every action."""
    names = match.names
    people = [seat for seat, name in enumerate(names) if bot_named(name) is None]
    curtain = Curtain(console, needed=len(people) > 1 and not match.setup.edition.one_open_hand)
    listener = people[0] if len(people) == 1 else None  # several people see only what all may know

    def player(name: str) -> Player:
        bot = bot_named(name)
        if bot is None:
            return Person(console, curtain, names, words=words)
        made = _Steady(make_bot(bot, random), name, random, console)
        return _Paced(made) if console.is_terminal and people else made

    def tell(happened: tuple[Event, ...]) -> None:
        keep(match)
        curtain.close()
        for sentence in tell_all([event.seen_by(listener) for event in happened], names):
            console.say(sentence)

    try:
        players = [player(name) for name in names]
        if sentence := prepare_bots(names):
            console.say(sentence)
        play(match, players, tell=tell)
    except (InputEnded, KeyboardInterrupt):
        curtain.close()
        console.say("\nThe game stops here.")
        return False
    if console.can_draw and not words:
        console.say(draw_text(match.view(None), colours=console.colours))
    if match.outcome is not None:
        console.say(describe_outcome(match.outcome, names))
    return True


def prepare_bots(names: Sequence[str]) -> str | None:
    """Have the core compiled for bots that search, if it is not yet; what to tell people, who need not wait."""
    if any(needs_core(bot) for name in names if (bot := bot_named(name))):
        best_core()
        return preparing()
    return None
