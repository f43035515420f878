"""Lets players play a match to its end, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tsuro.game.events import Event
from tsuro.match import Match
from tsuro.player import Player

__all__ = ["play"]


def play(
    match: Match, players: Sequence[Player], *, tell: Callable[[tuple[Event, ...]], None] = lambda _: None
) -> Match:
    """Play the match to its end and return it.

    There is one player for each seat. After every action `tell` gets what happened. Raises `ValueError`
    for a wrong number of players; what a player raises, and a `Refused` choice, passes through.

    >>> from random import Random
    >>> from tsuro.bots import Wanderer
    >>> play(Match(players=2, seed=1), [Wanderer(Random(0)), Wanderer(Random(1))]).is_over
    True
    """
    if len(players) != match.setup.players:
        raise ValueError(f"{match.setup.players} players are needed, not {len(players)}")
    while not match.is_over:
        seat = match.active
        tell(match.submit(seat, players[seat].choose(match.view(seat))))
    return match
