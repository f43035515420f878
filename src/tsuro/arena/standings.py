"""Who stands where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tsuro.arena.entrants import Entrant
from tsuro.arena.outcomes import Forfeit, Played
from tsuro.arena.statistics.betting import any_time_interval
from tsuro.arena.statistics.interval import Tally
from tsuro.arena.statistics.ratings import Rating, rate
from tsuro.arena.statistics.sequential import Stop, block_scores
from tsuro.arena.tournament import Tournament

__all__ = ["Interim", "Result", "Standing", "result_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One entrant's result."""

    name: str
    shown: str  #: what people read: the name that it has given itself, if it has
    score: float  #: the mean share of the win for a seat
    ci95: tuple[float, float]
    seats: int  #: that it played from, over all games
    wins: int  #: alone
    shared: int  #: wins with others
    forfeits: int
    rating: Rating
    seconds_per_move: float | None = field(
        compare=False
    )  #: in the games that were played now; None if there are none

    @property
    def ms_per_move(self) -> str:
        """How many milliseconds a move took, for tables."""
        return "–" if self.seconds_per_move is None else f"{self.seconds_per_move * 1000:.1f}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a tournament ended."""

    tournament: Tournament
    games: tuple[Played, ...]  #: those that count, in their order
    standings: tuple[Standing, ...]  #: the best first
    stop: Stop | None = None

    @property
    def forfeits(self) -> tuple[tuple[Played, Forfeit], ...]:
        """Every forfeit, with its game."""
        return tuple((game, forfeit) for game in self.games for forfeit in game.forfeits)

    def name_at(self, game: Played, seat: int) -> str:
        """The name of whoever sat there."""
        return self.entrant_at(game, seat).name

    def entrant_at(self, game: Played, seat: int) -> Entrant:
        """Who sat there."""
        return self.tournament.entrants[game.lineup[seat]]


@dataclass(slots=True)
class Interim:
    """The standings so far, while games are being played."""

    tournament: Tournament
    games: int = 0
    kept: int = 0  #: of those, from an earlier run
    tallies: list[Tally] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tallies = [Tally() for _ in self.tournament.entrants]

    def add(self, games: Sequence[Played]) -> None:
        """One block more."""
        self.games += len(games)
        for entrant, (seats, shares) in _block_sums(games).items():
            self.tallies[entrant].add(seats=seats, shares=shares)


def _block_sums(games: Iterable[Played]) -> dict[int, tuple[int, float]]:
    """The seats and shares of each entrant in one block."""
    sums: dict[int, tuple[int, float]] = {}
    for game in games:
        for entrant, share in zip(game.lineup, game.shares, strict=True):
            seats, shares = sums.get(entrant, (0, 0.0))
            sums[entrant] = seats + 1, shares + share
    return sums


def result_of(tournament: Tournament, blocks: Sequence[Sequence[Played]], stop: Stop | None = None) -> Result:
    """The result of these blocks, in this order.

    Where the tournament might have ended early, intervals are those that hold at any
    time; the others are narrower, but only hold if the number of games was fixed before.
    """
    interim = Interim(tournament)
    for block in blocks:
        interim.add(block)
    games = tuple(game for block in blocks for game in block)
    ratings = rate(len(tournament.entrants), games)
    standings = []
    for entrant, tally in enumerate(interim.tallies):
        ci95 = tally.interval if tournament.all_games else _any_time(entrant, blocks, tally)
        standings.append(_standing(tournament, entrant, games, tally, ci95, ratings[entrant]))
    standings.sort(key=lambda standing: -standing.score)
    return Result(tournament=tournament, games=games, standings=tuple(standings), stop=stop)


def _any_time(entrant: int, blocks: Sequence[Sequence[Played]], tally: Tally) -> tuple[float, float]:
    own = [block for block in blocks if entrant in block[0].lineup]
    # An entrant with two seats in every game can win at most half for each: its interval is narrower.
    seats = min((block[0].lineup.count(entrant) for block in own), default=1)
    low, high = any_time_interval([block_scores(block)[entrant] * seats for block in own])
    return min(low / seats, tally.score), max(high / seats, tally.score)


def _standing(
    tournament: Tournament,
    entrant: int,
    games: Sequence[Played],
    tally: Tally,
    ci95: tuple[float, float],
    rating: Rating,
) -> Standing:
    seats = [(game, seat) for game in games for seat, e in enumerate(game.lineup) if e == entrant]
    shares = [game.shares[seat] for game, seat in seats]
    timed = [(game.seconds[seat], game.moves[seat]) for game, seat in seats if game.seconds]
    moves = sum(number for _, number in timed)
    return Standing(
        name=tournament.entrants[entrant].name,
        shown=tournament.entrants[entrant].shown,
        score=tally.score,
        ci95=ci95,
        seats=tally.seats,
        wins=sum(share == 1 for share in shares),
        shared=sum(0 < share < 1 for share in shares),
        forfeits=sum(forfeit.seat == seat for game, seat in seats for forfeit in game.forfeits),
        rating=rating,
        seconds_per_move=sum(spent for spent, _ in timed) / moves if moves else None,
    )
