"""The clock of a game: how much time each player has left, computed from the times of what happened.

Nothing here reads the time. A turn lasts from the moment a player becomes active until
the turn passes on, an exchange included.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

from tsuro.server.options import Bank, Clock, Days, NoClock, PerTurn
from tsuro.server.tables.due import OutOfTime, ToWarn

__all__ = ["GameClock", "new_clock"]

SECOND = 1000
DAY = 24 * 3600 * SECOND
AFTER_A_PAUSE = 30 * SECOND  # the least that the player on turn has left when the server comes back
AFTER_A_STAND_IN = 10 * SECOND  # the least in the bank of a player who takes the seat back

RunningClock: TypeAlias = PerTurn | Bank | Days


@dataclass(frozen=True, slots=True, kw_only=True)
class GameClock:
    """What the clock shows: an immutable value, each change returns a new one."""

    clock: RunningClock
    banks: tuple[int, ...]  # by seat: milliseconds for the next turn; those of the turn itself are in `left`
    seat: int  # who is on turn
    whole: int  # what the turn began with
    left: int  # what was left of it at `since`, or when the clock was stopped
    since: int | None  # when it began to run; None: it is stopped, because a bot or a stand-in plays
    ran: bool  # whether it has run in this turn
    out: bool = False  # the time of this turn ran out, so a stand-in plays it to its end
    warned: bool = False
    stopped: int | None = None  # when a stand-in took over in this turn: that counts for a player who comes back

    @property
    def deadline(self) -> int | None:
        """When the time runs out, unless the player acts; None: no clock runs."""
        return None if self.since is None else self.since + self.left

    def remaining(self, now: int) -> int:
        """What is left of the turn's time."""
        if self.since is None:
            return self.left
        return max(0, self.left - max(0, now - self.since))

    def due(self) -> ToWarn | OutOfTime | None:
        """What the clock will do next, if nobody acts before."""
        if self.since is None:
            return None
        deadline = self.since + self.left
        notice = _notice(self.clock)
        if self.warned or self.whole <= notice:
            return OutOfTime(at=deadline, seat=self.seat)
        at = max(self.since, deadline - notice)
        return ToWarn(at=at, seat=self.seat, left=deadline - at)

    def pass_turn(self, seat: int, *, at: int, runs: bool) -> GameClock:
        """The turn passed on to a seat; the clock runs unless a bot or a stand-in plays there."""
        banks = self.banks
        if self.ran and isinstance(self.clock, Bank):
            saved = self.remaining(at) + self.clock.increment * SECOND
            banks = (*banks[: self.seat], saved, *banks[self.seat + 1 :])
        return _turn(self.clock, banks, seat, at=at, runs=runs)

    def warn(self) -> GameClock:
        """The player was warned, which is done once in a turn."""
        return replace(self, warned=True)

    def run_out(self) -> GameClock:
        """The time of the turn is used up."""
        return replace(self, left=0, since=None, out=True)

    def stop(self, at: int) -> GameClock:
        """A stand-in took over in the middle of the turn."""
        stopped = self.stopped if self.since is None else at
        return replace(self, left=self.remaining(at), since=None, stopped=stopped)

    def resume(self, seat: int, *, at: int, ran_out: bool) -> GameClock:
        """A player took the seat back, and gets some time if it had run out before."""
        least = 0
        if ran_out and isinstance(self.clock, Bank):
            least = max(self.clock.increment * SECOND, AFTER_A_STAND_IN)
        if seat != self.seat:
            banks = (*self.banks[:seat], max(self.banks[seat], least), *self.banks[seat + 1 :])
            return replace(self, banks=banks)
        gone = 0 if self.stopped is None else max(0, at - self.stopped)  # otherwise leaving would stop the clock
        left = max(self.left - gone, least, 0)
        since = None if self.out else at
        return replace(self, left=left, whole=max(left, self.whole), since=since, ran=True, stopped=None)

    def pause(self, milliseconds: int, *, at: int) -> GameClock:
        """The server was down for this long: that time does not count, and nobody is rushed."""
        if self.since is None:
            return self
        left = min(self.left - max(0, at - self.since) + milliseconds, self.whole)
        return replace(self, left=max(left, self._least_after_a_pause()), since=at)

    def _least_after_a_pause(self) -> int:
        if isinstance(self.clock, Bank):
            return AFTER_A_PAUSE
        return min(AFTER_A_PAUSE, self.whole)


def new_clock(clock: Clock, players: int, seat: int, *, at: int, runs: bool) -> GameClock | None:
    """The clock at the start of a game, with the first player on turn; None if it is played without."""
    if isinstance(clock, NoClock):
        return None
    return _turn(clock, (_whole(clock),) * players, seat, at=at, runs=runs)


def _turn(clock: RunningClock, banks: tuple[int, ...], seat: int, *, at: int, runs: bool) -> GameClock:
    left = banks[seat]
    since = at if runs else None
    return GameClock(clock=clock, banks=banks, seat=seat, whole=left, left=left, since=since, ran=runs)


def _whole(clock: RunningClock) -> int:
    return clock.days * DAY if isinstance(clock, Days) else clock.seconds * SECOND


def _notice(clock: RunningClock) -> int:
    """How long before the end the player is warned; not at all in turns that begin with no more than that."""
    if isinstance(clock, Days):
        return 2 * 3600 * SECOND
    return 5 * SECOND if clock.seconds <= 20 else 10 * SECOND
