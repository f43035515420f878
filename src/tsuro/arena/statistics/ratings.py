"""Ratings for games of any number of players, by the Plackett–Luce model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tsuro.arena.errors import ArenaError
from tsuro.arena.outcomes import Played

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

__all__ = ["Rating", "rate", "rating_model"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """A strength that is estimated, and how far off the estimate may be (one standard deviation)."""

    mu: float
    sigma: float


def rating_model() -> PlackettLuce:
    try:
        from openskill.models import PlackettLuce  # noqa: PLC0415 -- an extra, needed by tournaments only
    except ImportError:
        raise ArenaError("the arena needs an extra for its ratings: pip install 'tsuro[arena]'") from None
    return PlackettLuce()


def rate(entrants: int, games: Iterable[Played]) -> tuple[Rating, ...]:
    """Everybody's rating after the games, in their order; all begin at 25 ± 8.3."""
    model = rating_model()
    start = model.rating()
    ratings = [Rating(mu=start.mu, sigma=start.sigma)] * entrants
    for game in games:
        teams = [[model.rating(mu=ratings[e].mu, sigma=ratings[e].sigma)] for e in game.lineup]
        rated = model.rate(teams, ranks=[float(rank) for rank in _ranks(game)])
        for entrant in set(game.lineup):
            own = [team[0] for team, e in zip(rated, game.lineup, strict=True) if e == entrant]
            # An entrant with several seats has one rating: it gets the mean of what its seats got.
            ratings[entrant] = Rating(
                mu=sum(r.mu for r in own) / len(own), sigma=sum(r.sigma for r in own) / len(own)
            )
    return tuple(ratings)


def _ranks(game: Played) -> list[int]:
    """By seat: the place in the ranking, which ties share."""
    ranks = {seat: place for place, seats in enumerate(game.ranking) for seat in seats}
    return [ranks[seat] for seat in range(len(game.lineup))]
