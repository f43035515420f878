"""What the server counts and times, for Prometheus. No names, codes or guests are in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial
from time import monotonic

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)

__all__ = ["Metrics"]

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

disable_created_metrics()  # type: ignore[no-untyped-call]  # -- untyped there; nobody needs to know when each was created

_COMMIT = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0)
_WAITING = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
_THINKING = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)


MOST_STORED = 1000  # commits that are added up at once, so that nothing piles up where nobody reads
WAITED_FOR = ("bots", "store", "work")  # a bot's move, a commit, and what is done one after the other


class Metrics:
    """Counters of one server; every part of it may be given the same."""

    def __init__(self, *, together: Callable[[bytes], bytes] | None = None) -> None:
        """`together` adds what other processes count to what this one does."""
        self._together = together
        registry = self._registry = CollectorRegistry()
        self._moves = Counter("tsuro_moves", "Actions in games, by people and bots.", registry=registry)
        self._requests = Counter(
            "tsuro_requests", "What clients asked for.", ["type", "result"], registry=registry
        )
        self._moved = 0  # since they were last read: every move is counted, but they are rarely read
        self._asked: dict[tuple[str, str], int] = {}  # the same
        self._stored: list[float] = []  # the same: seconds that commits took
        self._refusals = Counter("tsuro_refusals", "What was refused, and why.", ["code"], registry=registry)
        self._turned_away = Counter(
            "tsuro_turned_away", "Requests and connections that were refused.", ["reason"], registry=registry
        )
        self._answers = Counter("tsuro_http_answers", "Answers over HTTP.", ["status"], registry=registry)
        self._tables = Counter("tsuro_tables_made", "Tables that were made.", registry=registry)
        self._commits = Histogram(
            "tsuro_commit_seconds", "How long it took to store a change.", buckets=_COMMIT, registry=registry
        )
        self._thinking = Histogram(
            "tsuro_thinking_seconds", "How long bots thought.", ["bot"], buckets=_THINKING, registry=registry
        )

        self._waiting = Histogram(
            "tsuro_bot_waiting_seconds",
            "How long bots waited until they could think.",
            ["bot"],
            buckets=_WAITING,
            registry=registry,
        )
        self._below = Counter(
            "tsuro_bots_below", "Moves that bots made below their name.", ["how"], registry=registry
        )

        self._waits: dict[str, dict[object, float]] = {what: {} for what in WAITED_FOR}
        many = Gauge("tsuro_waiting", "Who waits now, and for what.", ["what"], registry=registry)
        long = Gauge(
            "tsuro_waiting_seconds", "How long the first of them has waited.", ["what"], registry=registry
        )
        for what, since in self._waits.items():
            many.labels(what).set_function(since.__len__)
            long.labels(what).set_function(partial(_longest, since))

    def waiting(self, what: str) -> AbstractContextManager[None]:
        """Somebody waits for one of `WAITED_FOR`, until the end of the `with`."""
        return _Wait(self._waits[what])

    def moved(self) -> None:
        """Somebody acted in a game."""
        self._moved += 1

    def asked(self, kind: str, result: str) -> None:
        """A client asked for something of this kind; `result` is the type of the answer, or a problem's code."""
        self._asked[kind, result] = self._asked.get((kind, result), 0) + 1

    def refused(self, code: str) -> None:
        self._refusals.labels(code).inc()

    def turned_away(self, reason: str) -> None:
        """A request or a connection was refused before anything was done for it."""
        self._turned_away.labels(reason).inc()

    def answered(self, status: int) -> None:
        """A request over HTTP was answered."""
        self._answers.labels(str(status)).inc()

    def made_table(self) -> None:
        self._tables.inc()

    def commit(self, seconds: float) -> None:
        self._stored.append(seconds)
        if len(self._stored) >= MOST_STORED:
            self._add_up()

    def thought(self, bot: str, waited: float, thought: float) -> None:
        """A bot answered after it had waited, and then thought, for this many seconds."""
        self._waiting.labels(bot).observe(waited)
        self._thinking.labels(bot).observe(thought)

    def gave_way(self, how: str) -> None:
        """A bot made a move below its name, because the server is busy."""
        self._below.labels(how).inc()

    def gauge(self, name: str, sentence: str, value: Callable[[], float]) -> None:
        """Call `value` whenever the metrics are read."""
        Gauge(f"tsuro_{name}", sentence, registry=self._registry).set_function(value)

    def text(self) -> bytes:
        """Everything, as Prometheus reads it: of all processes on this machine, if there are several."""
        return self.own_text() if self._together is None else self._together(self.own_text())

    def own_text(self) -> bytes:
        """What this process counts and times."""
        self._add_up()
        return generate_latest(self._registry)

    def _add_up(self) -> None:
        moved, asked, stored = self._moved, self._asked, self._stored
        self._moved, self._asked, self._stored = 0, {}, []
        self._moves.inc(moved)
        for seconds in stored:
            self._commits.observe(seconds)
        for (kind, result), times in asked.items():
            self._requests.labels(kind, result).inc(times)


class _Wait:
    """One who waits; as `contextmanager` would make it, but faster: every move waits for the store."""

    __slots__ = ("_since",)

    def __init__(self, since: dict[object, float]) -> None:
        self._since = since

    def __enter__(self) -> None:
        self._since[self] = monotonic()

    def __exit__(self, *_: object) -> None:
        del self._since[self]


def _longest(since: Mapping[object, float]) -> float:
    """Seconds since the first, who has waited for longest."""
    first = next(iter(since.values()), None)
    return 0.0 if first is None else monotonic() - first
