"""How one game of a tournament went."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from tsuro.arena.fixtures import Lineup
from tsuro.game.board import Point, Seat
from tsuro.game.outcome import Outcome

__all__ = ["Forfeit", "Played", "Ranking", "ranked"]

Ranking = tuple[tuple[Seat, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Forfeit:
    """A seat that lost its game because its player failed, stalled or cheated."""

    seat: Seat
    action: int  #: how many actions the game had seen
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One game. Tuples hold one value for each seat, unless noted."""

    block: int
    turn: int  #: which game of its block, from 0
    lineup: Lineup
    ranking: Ranking  #: the best first; seats that forfeited are last
    shares: tuple[float, ...]  #: of the win
    marks: tuple[Point, ...]  #: start marks
    tiles: int  #: on the board in the end
    moves: tuple[int, ...]  #: made by the player, not by a stand-in
    forfeits: tuple[Forfeit, ...] = ()
    seconds: tuple[float, ...] = field(default=(), compare=False)  #: spent on moves; empty where none were timed

    @property
    def number(self) -> int:
        """The game's number in the tournament, from 1."""
        return self.block * len(self.lineup) + self.turn + 1


def ranked(outcome: Outcome, out: Collection[Seat]) -> tuple[Ranking, tuple[float, ...]]:
    """The ranking and the shares of the win, with the seats that forfeited behind everyone else."""
    left = [tuple(seat for seat in rank if seat not in out) for rank in outcome.ranking]
    ranking = tuple(rank for rank in left if rank)
    winners = ranking[0] if ranking else ()
    seats = sum(len(rank) for rank in outcome.ranking)
    shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(seats))
    return (*ranking, tuple(sorted(out))) if out else ranking, shares
