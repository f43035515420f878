"""Which entrants meet, on which seats, with which tiles.

A *deal* is played as a block of games, one for each seat: the same tiles come in
the same order, and everybody moves on by one seat. Every entrant of the block
therefore has the same luck, with tiles and with seats.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from tsuro.game.board import Seat

__all__ = ["Block", "Lineup", "chance_of", "lineups", "number_from"]

Lineup = tuple[int, ...]  # by seat: which of the entrants


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """The games that are played with one deal."""

    number: int  # from 0
    lineup: Lineup  # of its first game

    def seats(self, turn: int) -> Lineup:
        """Who sits where in the game with that number: everybody has moved on by as many seats.

        >>> Block(number=0, lineup=(0, 1, 2)).seats(1)
        (2, 0, 1)
        """
        places = len(self.lineup)
        return tuple(self.lineup[(seat - turn) % places] for seat in range(places))


def lineups(*, entrants: int, players: int, lone: bool, seed: int) -> Iterator[Lineup]:
    """The lineup of each block, without end.

    Seats are filled from a bag that holds every entrant once and is refilled when it is
    empty, so that all get the same number of seats, give or take one. A lone first entrant has
    one seat in every game, and the others share the rest in the same way.
    """
    random = Random(number_from("lineups", seed))
    always: Lineup = (0,) if lone else ()
    others = tuple(range(len(always), entrants))
    bag: list[int] = []
    while True:
        lineup = list(always)
        while len(lineup) < players:
            bag = bag or _shuffled(others, lineup, random)
            lineup.append(bag.pop(0))
        yield tuple(lineup)


def _shuffled(entrants: Sequence[int], seated: Sequence[int], random: Random) -> list[int]:
    """The entrants in random order, except that those already in this game come last."""
    order = random.sample(entrants, len(entrants))
    return sorted(order, key=lambda entrant: entrant in seated)


def number_from(purpose: str, *numbers: int | str) -> int:
    """A seed for one purpose and number, the same on every machine, and unlike any other."""
    words = " ".join(map(str, ("tsuro arena 1", purpose, *numbers)))
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big")


def chance_of(*, seed: int, block: int, turn: int, seat: Seat, purpose: str = "player") -> Random:
    """The randomness of one player in one game."""
    return Random(number_from(purpose, seed, block, turn, seat))
