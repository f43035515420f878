"""A sequential test that may be checked after every block: testing by betting.

Two gamblers watch numbers between 0 and 1. One bets, round after round, that their mean
is above some value, the other that it is below. If the mean is that value, the bets are fair,
and the chance that a fortune ever grows *1/error*-fold is at most *error* (Ville's inequality).
A gambler who does get that rich has shown that the mean is elsewhere, whenever we looked.
The stakes are those of the hedged capital process in I. Waudby-Smith and A. Ramdas,
"Estimating means of bounded random variables by betting" (Journal of the Royal Statistical Society B, 2024).
The numbers need only lie between 0 and 1, and no round may know the future.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, log, log1p, sqrt

__all__ = ["ERROR", "Gamblers", "Stakes", "any_time_interval"]

ERROR = 0.05  # how often a test may be wrong
DARING = 0.5  # of a fortune, the most that a round can lose
STEPS = 20  # of a bisection


class Stakes:
    """How much to bet on the next number, knowing those before it: more when they vary less."""

    def __init__(self, error: float = ERROR) -> None:
        self._error = error
        self._seen = 0
        self._total, self._squares = 0.5, 0.25

    @property
    def next(self) -> float:
        rounds = self._seen + 1
        variance = self._squares / rounds
        return sqrt(2 * log(2 / self._error) / (variance * rounds * log(rounds + 1)))

    def see(self, number: float) -> None:
        self._seen += 1
        self._total += number
        self._squares += (number - self._total / (self._seen + 1)) ** 2


class Gamblers:
    """The two who bet against the mean being `value`."""

    def __init__(self, value: float, *, error: float = ERROR) -> None:
        self._value = value
        self._goal = log(2 / error)  # each of the two has half of the error
        self._stakes = Stakes(error)
        self._up = self._down = 0.0  # logarithms of their fortunes
        self.verdict = 0  # 1: the mean is above the value, -1: below, 0: not certain yet

    def see(self, number: float) -> None:
        stake = self._stakes.next
        self._up += log1p(_bet_up(stake, number, self._value))
        self._down += log1p(_bet_up(stake, 1 - number, 1 - self._value))
        self._stakes.see(number)
        if self.verdict == 0:
            self.verdict = (self._up >= self._goal) - (self._down >= self._goal)


def _bet_up(stake: float, number: float, value: float) -> float:
    most = DARING / value if value else inf
    return min(stake, most) * (number - value)


def any_time_interval(numbers: Sequence[float], *, error: float = ERROR) -> tuple[float, float]:
    """Where the mean lies, with this error, whenever the numbers stopped and whatever made them stop."""
    stakes, bets = Stakes(error), []
    for number in numbers:
        bets.append((stakes.next, number))
        stakes.see(number)
    low = _lowest(bets, log(2 / error))
    high = 1 - _lowest([(stake, 1 - number) for stake, number in bets], log(2 / error))
    return low, max(low, high)


def _lowest(bets: Sequence[tuple[float, float]], goal: float) -> float:
    """The lowest mean that the gambler who bets on more has not got rich against."""
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if _gets_rich(bets, middle, goal) else (low, middle)
    return low


def _gets_rich(bets: Iterable[tuple[float, float]], value: float, goal: float) -> bool:
    fortune = 0.0
    for stake, number in bets:
        fortune += log1p(_bet_up(stake, number, value))
        if fortune >= goal:
            return True
    return False
