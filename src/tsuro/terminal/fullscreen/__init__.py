"""Playing and replaying on the whole screen of a terminal, with Textual.

What is chosen, told and painted is decided by pure functions; `play` and `replay` only connect them to keys, time
and threads. Nothing here is loaded unless a screen is used: the library takes a quarter of a second.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from tsuro.bots import make_own_bot
from tsuro.game.board import Seat
from tsuro.game.edition import Edition
from tsuro.match import Match
from tsuro.record import Moment
from tsuro.record import replay as moments_of  # our own module `replay` would take its name
from tsuro.render.words import describe_outcome
from tsuro.terminal.console import Console, InputEnded
from tsuro.terminal.fullscreen.play import PlayApp
from tsuro.terminal.fullscreen.replay import ReplayApp
from tsuro.terminal.fullscreen.seats import Ending, Seats
from tsuro.terminal.fullscreen.setting_up import Table
from tsuro.terminal.fullscreen.start import StartApp
from tsuro.terminal.play import ADVISER, prepare_bots
from tsuro.terminal.stand_in import make_stand_in
from tsuro.terminal.who import Wanted, make_player

__all__ = ["ask_on_screen", "play_on_screen", "replay_on_screen"]


def ask_on_screen(console: Console, edition: Edition) -> tuple[list[Wanted], Edition]:
    """Who plays, and by which rules; raises `InputEnded` if people leave."""
    table = StartApp(Table.of(edition), plain=not console.colours).run()
    if table is None:
        raise InputEnded
    return list(table.players), table.rules()


def play_on_screen(
    match: Match,
    console: Console,
    *,
    random: Random,
    bots: Mapping[Seat, str],
    keep: Callable[[Match], None],
    file: str | None,
    news: Sequence[str] = (),
) -> bool:
    """Play the match, and others after it if people want; False if they left before its end.

    `news` are sentences to begin with: what was printed before the screen opened, nobody would see.
    """
    while True:
        told = " ".join((*news, prepare_bots(bots.values()) or "")).strip()
        seats = _seats(match, bots, random)
        app = PlayApp(match, seats, keep=keep, plain=not console.colours, file=file, news=told)
        ending = app.run()
        if ending == Ending.REVIEW:
            replay_on_screen(list(moments_of(match.record())), match.names, console)
        elif ending == Ending.AGAIN:
            match = Match(edition=match.setup.edition, players=match.setup.players, names=match.names)
        else:
            break
    console.say(describe_outcome(match.outcome, match.names) if match.outcome else "The game stops here.")
    return match.is_over


def replay_on_screen(moments: Sequence[Moment], names: Sequence[str], console: Console) -> None:
    """See a recorded game again."""
    ReplayApp(moments, names, plain=not console.colours).run()


def _seats(match: Match, bots: Mapping[Seat, str], random: Random) -> Seats:
    players = {seat: make_player(bot, random) for seat, bot in bots.items()}
    people = tuple(seat for seat in range(len(match.names)) if seat not in players)
    return Seats(players, people, lambda: make_own_bot(ADVISER, random), lambda: make_stand_in(random))
