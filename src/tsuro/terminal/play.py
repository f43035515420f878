"""A whole game in a terminal, for any mix of people on one keyboard and bots."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping
from random import Random

from tsuro.bots import BOTS, needs_core
from tsuro.fast.loader import best_core, preparing
from tsuro.game.actions import Action
from tsuro.game.board import Seat
from tsuro.game.errors import TsuroError
from tsuro.game.events import Event
from tsuro.game.view import View
from tsuro.match import Match
from tsuro.player import Player
from tsuro.referee import play
from tsuro.render.text import draw_text
from tsuro.render.words import describe_outcome, tell_all
from tsuro.terminal.console import Console, InputEnded
from tsuro.terminal.person import Curtain, Person
from tsuro.terminal.stand_in import choosing, failure_words, make_stand_in, note_stand_in
from tsuro.terminal.who import Wanted, bots_among, make_player, read_player

__all__ = [
    "ADVISER",
    "GUESTS",
    "PACE",
    "ask_who_plays",
    "play_in_terminal",
    "prepare_bots",
]

GUESTS = ("Guest", "apprentice", "guardian")  # for a person who just wants to play
PACE = 0.7  # seconds that a bot takes at least, so that people can follow
ADVISER = "dragon:1s,analyse"  # who gives hints


HELP = f"""\
Type who plays, such as: Ana, Rui, apprentice. These names are bots, any other is a person at this keyboard:
{chr(10).join(f"  {name:<12} {bot.style}" for name, bot in BOTS.items())}
Other rules: tsuro play --edition classic; tsuro play --help lists them. quit leaves."""


def ask_who_plays(console: Console) -> list[Wanted]:
    """Who plays, from the person; defaults for a person who just wants to play."""
    console.say("Welcome to Tsuro. Stay on the board longer than everyone else.")
    console.say(f"Who plays? Two to eight names with commas between. Bots are {', '.join(BOTS)}.")
    while True:
        answer = console.ask("Enter for you and two bots, or help: ")
        if answer.lower() in {"help", "?", "h", "bots"}:
            console.say(HELP)
            continue
        if answer.lower() in {"quit", "q", "exit"}:
            raise InputEnded
        parts = re.split(r",(?!threads=)", answer)  # that comma is part of a bot's option
        names = [name for part in parts if (name := " ".join(part.split()))]
        try:
            players = [read_player(name) for name in names or GUESTS]
        except TsuroError as error:
            console.say(f"{error}.")
        else:
            if 2 <= len(players) <= 8:
                return players
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
    """A bot for which another one plays on if it fails; people and the record are told."""

    def __init__(self, bot: Player, match: Match, seat: Seat, random: Random, console: Console) -> None:
        self._bot, self._match, self._seat, self._random, self._console = bot, match, seat, random, console

    def choose(self, view: View) -> Action:
        chosen = choosing(self._bot, view)
        if isinstance(chosen, BaseException):
            news = failure_words(self._match.names[self._seat], chosen)
            self._console.say(news)
            note_stand_in(self._match, self._seat, news)
            self._bot = make_stand_in(self._random)
            return self._bot.choose(view)
        return chosen


def play_in_terminal(
    match: Match,
    console: Console,
    *,
    random: Random,
    bots: Mapping[Seat, str] | None = None,
    words: bool = False,
    keep: Callable[[Match], None] = lambda _: None,
) -> bool:
    """Play the match to its end; False if the people left before. `keep` is called after every action.

    `bots` are the names of bots by seat; without it, players called like one of ours.
    """
    names = match.names
    bots = bots_among(names) if bots is None else bots
    people = [seat for seat in range(len(names)) if seat not in bots]
    curtain = Curtain(console, needed=len(people) > 1 and not match.setup.edition.one_open_hand)
    listener = people[0] if len(people) == 1 else None  # several people see only what all may know

    pauses = console.is_terminal and people
    made = {seat: make_player(bot, random) for seat, bot in bots.items()}

    def player(seat: Seat) -> Player:
        if seat not in made:
            return Person(console, curtain, names, words=words)
        bot = _Steady(made[seat], match, seat, random, console)
        return _Paced(bot) if pauses else bot

    def tell(happened: tuple[Event, ...]) -> None:
        keep(match)
        curtain.close()
        for sentence in tell_all([event.seen_by(listener) for event in happened], names):
            console.say(sentence)

    try:
        players = [player(seat) for seat in range(len(names))]
        if sentence := prepare_bots(bots.values()):
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


def prepare_bots(bots: Iterable[str]) -> str | None:
    """Have the core compiled for bots that search, if it is not yet; what to tell people, who need not wait."""
    if any(map(needs_core, bots)):
        best_core()
        return preparing()
    return None
