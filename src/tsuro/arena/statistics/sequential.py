"""When the result of a tournament is certain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tsuro.arena.outcomes import Played
from tsuro.arena.statistics.betting import ERROR, Gamblers
from tsuro.arena.tournament import Tournament

__all__ = ["SequentialTest", "Stop", "block_scores"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """Why a tournament ended before all its games were played."""

    games: int  #: that were played
    reason: str


class SequentialTest:
    """Looks at one block after another until the result is certain.

    Of a lone entrant it asks whether its score is above or below par; otherwise which of
    any two entrants is better, the error being divided among the pairs.
    """

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._games = 0
        self._pairs: dict[tuple[int, int], Gamblers] = {}
        self._lone = Gamblers(tournament.par)
        if not tournament.lone:
            pairs = list(combinations(range(len(tournament.entrants)), 2))
            self._pairs = {pair: Gamblers(0.5, error=ERROR / len(pairs)) for pair in pairs}

    def see(self, games: Sequence[Played]) -> Stop | None:
        """Take in the next block; returns the stop once the result is certain."""
        self._games += len(games)
        scores, seats = block_scores(games), Counter(games[0].lineup)
        if self._tournament.lone:
            self._lone.see(scores[0])
        for (one, other), gamblers in self._pairs.items():
            if one in scores and other in scores:
                # An entrant with two seats can win at most half for each: bets may be higher.
                lead = (scores[one] - scores[other]) * min(seats[one], seats[other])
                gamblers.see((1 + lead) / 2)
        reason = self._lone_reason() if self._tournament.lone else self._order_reason()
        return Stop(games=self._games, reason=reason) if reason else None

    def _lone_reason(self) -> str:
        if not self._lone.verdict:
            return ""
        side = "above" if self._lone.verdict > 0 else "below"
        return f"it is certain that {self._tournament.entrants[0].name} is {side} par"

    def _order_reason(self) -> str:
        if not all(gamblers.verdict for gamblers in self._pairs.values()):
            return ""
        beaten = dict.fromkeys(range(len(self._tournament.entrants)), 0)
        for (one, other), gamblers in self._pairs.items():
            beaten[one if gamblers.verdict > 0 else other] += 1
        order = sorted(beaten, key=lambda entrant: -beaten[entrant])
        return "the order is certain: " + ", ".join(self._tournament.entrants[e].name for e in order)


def block_scores(games: Sequence[Played]) -> dict[int, float]:
    """The mean share of the win of each entrant in a block."""
    shares: dict[int, list[float]] = {}
    for game in games:
        for entrant, share in zip(game.lineup, game.shares, strict=True):
            shares.setdefault(entrant, []).append(share)
    return {entrant: sum(own) / len(own) for entrant, own in shares.items()}
