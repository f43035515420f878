"""A result as data for programs."""

from __future__ import annotations

from typing import Any

from tsuro.arena.standings import Result, Standing
from tsuro.notation import write_edition

__all__ = ["TEST", "interval_kind", "summary"]

TEST = "testing by betting, wrong in at most 5 % of tournaments"


def summary(result: Result) -> dict[str, Any]:
    """Everything that the same seed gives again: no times, no number of processes."""
    tournament = result.tournament
    return {
        "players": tournament.players,
        "games": len(result.games),
        "bots": {standing.name: _bot(standing) for standing in result.standings},
        "par": round(tournament.par, 6),
        "edition": write_edition(tournament.edition),
        "seed": tournament.seed,
        "lone": tournament.lone,
        "deals": len(result.games) // tournament.players,
        "interval": interval_kind(result),
        "stopped": _stopped(result),
        "forfeits": [
            {
                "game": game.number,
                "bot": result.name_at(game, forfeit.seat),
                "player": forfeit.seat + 1,
                "after": forfeit.action,
                "reason": forfeit.reason,
            }
            for game, forfeit in result.forfeits
        ],
    }


def interval_kind(result: Result) -> str:
    """What the intervals promise."""
    return "fixed" if result.tournament.all_games else "any-time"


def _bot(standing: Standing) -> dict[str, Any]:
    return {
        **({"name": standing.shown} if standing.shown != standing.name else {}),
        "score": round(standing.score, 6),
        "ci95": [round(bound, 6) for bound in standing.ci95],
        "seats": standing.seats,
        "wins": standing.wins,
        "shared": standing.shared,
        "forfeits": standing.forfeits,
        "rating": {"mu": round(standing.rating.mu, 3), "sigma": round(standing.rating.sigma, 3)},
    }


def _stopped(result: Result) -> dict[str, Any] | None:
    if result.stop is None:
        return None
    planned = result.tournament.deals * result.tournament.players
    return {"after": result.stop.games, "of": planned, "reason": result.stop.reason, "test": TEST}
