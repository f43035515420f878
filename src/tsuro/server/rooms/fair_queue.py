"""Whose turn it is when many wait for few: a fair queue, which knows neither time nor processes.

Those who have used least come first: owners share alike, and so do the tables of each owner. Nobody saves up:
an owner who did not wait begins with what the others have used on average. Nobody starves either, since that
average grows with everything that is used.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

__all__ = ["FairQueue", "Whose"]

Line = TypeVar("Line")
Job = TypeVar("Job")
REMEMBERED = 64  # who wait for nothing now, before it is worth forgetting them


@dataclass(frozen=True, slots=True, kw_only=True)
class Whose:
    """For whom something is done: a table, and whoever it belongs to."""

    owner: Hashable
    table: Hashable


class _Shares(Generic[Line]):
    """Lines of those who share: what each has used, and who is next."""

    def __init__(self, make: Callable[[], Line]) -> None:
        self._make = make
        self.lines: dict[Hashable, Line] = {}  # of those who wait, the first come first
        self._used: dict[Hashable, float] = {}
        self._average = 0.0

    def line(self, who: Hashable) -> Line:
        """The line of somebody who has something to wait for."""
        if who not in self.lines:
            self._forget()
            self.lines[who] = self._make()
            self._used[who] = max(self._used.get(who, 0.0), self._average)
        return self.lines[who]

    def next(self) -> Hashable:
        """Who has used least; of those who have used the same, whoever came first."""
        return min(self.lines, key=self._used.__getitem__)

    def charge(self, who: Hashable, cost: float) -> None:
        if who in self._used:
            self._used[who] += cost
            self._average += cost / len({who, *self.lines})

    def _forget(self) -> None:
        """Whoever waits for nothing, and has used less than the average, would begin with the average anyway."""
        if len(self._used) > 2 * len(self.lines) + REMEMBERED:
            here, average = self.lines, self._average
            self._used = {who: used for who, used in self._used.items() if who in here or used > average}


class FairQueue(Generic[Job]):
    """Jobs that wait. Whoever takes one says what it costs, and may correct that later."""

    def __init__(self) -> None:
        self._owners: _Shares[_Shares[deque[Job]]] = _Shares(lambda: _Shares(deque))
        self._waiting: dict[Hashable, int] = {}  # jobs, by owner

    def __len__(self) -> int:
        return sum(self._waiting.values())

    def push(self, job: Job, whose: Whose) -> None:
        self._owners.line(whose.owner).line(whose.table).append(job)
        self._waiting[whose.owner] = self._waiting.get(whose.owner, 0) + 1

    def pop(self) -> Job:
        """The next job; one must be waiting."""
        owner = self._owners.next()
        tables = self._owners.lines[owner]
        table = tables.next()
        job = tables.lines[table].popleft()
        self._left(Whose(owner=owner, table=table))
        return job

    def remove(self, job: Job, whose: Whose) -> None:
        """Let a job go that nobody waits for any more; it must be waiting."""
        self._owners.lines[whose.owner].lines[whose.table].remove(job)
        self._left(whose)

    def charge(self, whose: Whose, cost: float) -> None:
        """Something was used, or will be; a negative cost gives back what was charged too much."""
        self._owners.charge(whose.owner, cost)
        if whose.owner in self._owners.lines:
            self._owners.lines[whose.owner].charge(whose.table, cost)

    def behind(self, owner: Hashable) -> int:
        """How many would be done before the owner's last one that waits; with none, one of each other owner's."""
        own, owners = self._waiting.get(owner, 0), self._waiting.keys() | {owner}
        return own * len(owners) + len(owners) - 1

    def _left(self, whose: Whose) -> None:
        """A job is no longer in its line; lines without jobs are removed."""
        tables = self._owners.lines[whose.owner]
        if not tables.lines[whose.table]:
            del tables.lines[whose.table]
        self._waiting[whose.owner] -= 1
        if not self._waiting[whose.owner]:
            del self._waiting[whose.owner], self._owners.lines[whose.owner]
