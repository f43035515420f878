"""What the server counts and times, for Prometheus. No names, codes or guests are in it."""

from __future__ import annotations

from collections.abc import Callable

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
_THINKING = (0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)


class Metrics:
    """Counters of one server; every part of it may be given the same."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        self._moves = Counter("tsuro_moves", "Actions in games, by people and bots.", registry=registry)
        self._requests = Counter(
            "tsuro_requests", "What clients asked for.", ["type", "result"], registry=registry
        )
        self._refusals = Counter("tsuro_refusals", "What was refused, and why.", ["code"], registry=registry)
        self._answers = Counter("tsuro_http_answers", "Answers over HTTP.", ["status"], registry=registry)
        self._tables = Counter("tsuro_tables_made", "Tables that were made.", registry=registry)
        self._commits = Histogram(
            "tsuro_commit_seconds", "How long it took to store a change.", buckets=_COMMIT, registry=registry
        )
        self._thinking = Histogram(
            "tsuro_thinking_seconds", "How long bots thought.", ["bot"], buckets=_THINKING, registry=registry
        )

    def moved(self) -> None:
        """Somebody acted in a game."""
        self._moves.inc()

    def asked(self, kind: str, result: str) -> None:
        """A client asked for something of this kind; `result` is the type of the answer, or a problem's code."""
        self._requests.labels(kind, result).inc()

    def refused(self, code: str) -> None:
        self._refusals.labels(code).inc()

    def answered(self, status: int) -> None:
        """A request over HTTP was answered."""
        self._answers.labels(str(status)).inc()

    def made_table(self) -> None:
        self._tables.inc()

    def commit(self, seconds: float) -> None:
        self._commits.observe(seconds)

    def thought(self, bot: str, seconds: float) -> None:
        self._thinking.labels(bot).observe(seconds)

    def gauge(self, name: str, sentence: str, value: Callable[[], float]) -> None:
        """Call `value` whenever the metrics are read."""
        Gauge(f"tsuro_{name}", sentence, registry=self._registry).set_function(value)

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self._registry)
