"""A whole game in a terminal, for any mix of people on one keyboard and bots."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random

from tsuro.bots import BOTS, make_bot
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

__all__ = ["ask_who_plays", "bot_named", "name_players", "play_in_terminal"]

PACE = 0.7  # seconds that a bot takes at least, so that people can follow


def bot_named(name: str) -> str | None:
    """The bot that plays under this name, None for a person.

    >>> bot_named("apprentice 2"), bot_named("Ana")
    ('apprentice', None)
    """
    first, *_ = name.lower().split() or [""]
    return first if first in BOTS else None


def name_players(wanted: Sequence[str]) -> tuple[str, ...]:
    """The names with a number behind those that occur more than once.

    >>> name_players(["Ana", "apprentice", "apprentice"])
    ('Ana', 'apprentice', 'apprentice 2')
    """
    names: list[str] = []
    for name in wanted:
        number = sum(1 for other in wanted[: len(names)] if other == name) + 1
        names.append(name if number == 1 else f"{name} {number}")
    return tuple(names)


def ask_who_plays(console: Console) -> list[str]:
    """The names, from the person; defaults for one who just wants to play."""
    console.say("Welcome to Tsuro. Stay on the board longer than everyone else.")
    console.say(f"Who plays? Two to eight names with commas between; {' and '.join(BOTS)} are bots.")
    while True:
        answer = console.ask("Enter for you and two bots: ")
        names = [name for part in answer.split(",") if (name := " ".join(part.split()))]
        if not names:
            return ["Guest", "apprentice", "wanderer"]
        if 2 <= len(names) <= 8:
            return names
        console.say(f"Tsuro is for two to eight players, not {len(names)}: put commas between the names.")


class _Paced:
    """A bot that takes its time."""

    def __init__(self, bot: Player) -> None:
        self._bot = bot

    def choose(self, view: View) -> Action:
        time.sleep(PACE)
        return self._bot.choose(view)


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
    listener = people[0] if len(people) == 1 else None  # several people hear only what all may know

    def player(name: str) -> Player:
        bot = bot_named(name)
        if bot is None:
            return Person(console, curtain, names, words=words)
        made = make_bot(bot, random)
        return _Paced(made) if console.is_terminal and people else made

    def tell(happened: tuple[Event, ...]) -> None:
        keep(match)
        curtain.close()
        for sentence in tell_all([event.seen_by(listener) for event in happened], names):
            console.say(sentence)

    try:
        play(match, [player(name) for name in names], tell=tell)
    except (InputEnded, KeyboardInterrupt):
        curtain.close()
        console.say("\nThe game stops here.")
        return False
    if console.can_draw and not words:
        console.say(draw_text(match.view(None), colours=console.colours))
    if match.outcome is not None:
        console.say(describe_outcome(match.outcome, names))
    return True
