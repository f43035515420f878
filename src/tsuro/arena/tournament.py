"""What a tournament plays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from math import ceil, isfinite

from tsuro.arena.entrants import Entrant
from tsuro.arena.errors import ArenaError
from tsuro.arena.fixtures import Block, lineups, number_from
from tsuro.game.edition import MODERN, Edition
from tsuro.game.state import Setup
from tsuro.notation import write_edition

__all__ = ["LONGEST_MOVE", "Tournament"]

LONGEST_MOVE = 86_400.0  # seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """Everything that decides the result: the same tournament always ends the same way.

    Every deal is played once for each seat, so the number of games is rounded up to
    whole blocks of as many games as there are players.
    """

    entrants: tuple[Entrant, ...]
    players: int = 2
    games: int = 200
    seed: int = 0
    edition: Edition = MODERN
    lone: bool = False  #: the first entrant takes one seat, the others all the rest
    all_games: bool = False  #: no early stop
    seconds_per_move: float = 60.0

    def __post_init__(self) -> None:
        Setup(edition=self.edition, players=self.players)  # refuses impossible numbers of players
        if self.edition.solo:
            raise ArenaError("a solo game has no opponents: the arena cannot rate it")
        names = [entrant.name for entrant in self.entrants]
        if len(names) < 2:
            raise ArenaError(f"a tournament needs at least two entrants, not {len(names)}")
        if twice := {name for name in names if names.count(name) > 1}:
            raise ArenaError(f"two entrants are called {min(twice)!r}")
        if self.games < 1:
            raise ArenaError(f"at least 1 game must be played, not {self.games}")
        if not (isfinite(self.seconds_per_move) and 0 < self.seconds_per_move <= LONGEST_MOVE):
            raise ArenaError(
                f"a move may take more than 0 and at most {LONGEST_MOVE:,.0f} seconds, "
                f"not {self.seconds_per_move:g}"
            )

    @property
    def deals(self) -> int:
        """How many deals are played, at most."""
        return ceil(self.games / self.players)

    @property
    def searches(self) -> bool:
        """Whether any entrant wants the compiled core."""
        return any(entrant.searches for entrant in self.entrants)

    @property
    def par(self) -> float:
        """The share of the win that each of equal players would get."""
        return 1 / self.players

    @property
    def blocks(self) -> Iterator[Block]:
        """The deals, each with its lineup, in the order in which they count."""
        drawn = lineups(entrants=len(self.entrants), players=self.players, lone=self.lone, seed=self.seed)
        return (Block(number=number, lineup=lineup) for number, lineup in enumerate(islice(drawn, self.deals)))

    def deal_of(self, block: int) -> int:
        """The seed of the deal that is played in the block."""
        return number_from("deal", self.seed, block, write_edition(self.edition))
