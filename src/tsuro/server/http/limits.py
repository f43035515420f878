"""How much one client, one address and all clients together may ask for, so that nobody crowds out the others."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from math import ceil
from time import monotonic
from typing import Any

from tsuro.server.http.problems import HttpProblem
from tsuro.server.settings import Limits

__all__ = ["Bucket", "ClientGone", "Turnstile", "address_of", "is_loopback", "read_body"]

BODY_SECONDS = 10  # for the few bytes of a request


class ClientGone(Exception):
    """The client has gone: there is nobody to answer."""


class Bucket:
    """A token bucket: lets `most` through at once, and `per_second` in the long run."""

    __slots__ = ("_at", "_left", "_most", "_per_second")

    def __init__(self, *, per_second: float, most: int, now: float) -> None:
        self._per_second, self._most = per_second, most
        self._left, self._at = float(most), now

    def take(self, now: float) -> float:
        """Let one through and return 0, or return the seconds to wait until one may pass."""
        self._left = min(self._most, self._left + (now - self._at) * self._per_second)
        self._at = now
        if self._left < 1:
            return (1 - self._left) / self._per_second
        self._left -= 1
        return 0.0

    @property
    def is_full(self) -> bool:
        """Whether nobody came for a while, as of the last look."""
        return self._left >= self._most - 1


class _Visits:
    """What came from one address lately."""

    __slots__ = ("analyses", "requests", "tables")

    def __init__(self, limits: Limits, now: float) -> None:
        self.requests = Bucket(per_second=limits.requests_per_second, most=limits.requests_at_once, now=now)
        self.tables = Bucket(per_second=limits.tables_per_minute / 60, most=limits.tables_at_once, now=now)
        self.analyses = Bucket(per_second=limits.analyses_per_minute / 60, most=limits.analyses_at_once, now=now)


class Turnstile:
    """Counts what comes from each address. With too many, those not seen for longest are forgotten."""

    def __init__(self, limits: Limits, *, clock: Callable[[], float] = monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._visits: OrderedDict[str, _Visits] = OrderedDict()
        self._connections: Counter[str] = Counter()
        self._working: Counter[str] = Counter()
        self.connections = 0  # open now

    def request(self, address: str) -> None:
        """Refuse a request over HTTP if there were too many."""
        _wait(self._seen(address).requests.take(self._clock()), "requests")

    def table(self, address: str) -> None:
        """Refuse to make a table if too many were made."""
        _wait(self._seen(address).tables.take(self._clock()), "new tables")

    def analysis(self, address: str) -> None:
        """Refuse to show a record, or to give advice, if that was asked for too often."""
        _wait(self._seen(address).analyses.take(self._clock()), "records and hints")

    @contextmanager
    def work(self, address: str) -> Iterator[None]:
        """Holds a place for something that takes a while, and that others have to wait for."""
        if self._working[address] >= self._limits.working:
            raise HttpProblem(
                429,
                "too-fast",
                "The server is still busy with what your address asked for: try again in a moment.",
                headers={"Retry-After": "2"},
            )
        with _counted(self._working, address):
            yield

    @contextmanager
    def connection(self, address: str) -> Iterator[None]:
        """Holds a place for a connection as long as it is open."""
        if self.connections >= self._limits.connections:
            raise HttpProblem(
                503, "server-full", "The server is full: try again in a minute.", headers={"Retry-After": "60"}
            )
        if self._connections[address] >= self._limits.connections_per_address:
            raise HttpProblem(
                429,
                "too-many-connections",
                "Too many connections are open from your address: close some of them.",
                headers={"Retry-After": "10"},
            )
        self.connections += 1
        try:
            with _counted(self._connections, address):
                yield
        finally:
            self.connections -= 1

    def _seen(self, address: str) -> _Visits:
        visits = self._visits.get(address)
        if visits is None:
            visits = self._visits[address] = _Visits(self._limits, self._clock())
            if len(self._visits) > self._limits.addresses:
                self._visits.popitem(last=False)
        else:
            self._visits.move_to_end(address)
        return visits


@contextmanager
def _counted(counts: Counter[str], address: str) -> Iterator[None]:
    """Counts one more for the address, until the end."""
    counts[address] += 1
    try:
        yield
    finally:
        counts[address] -= 1
        if not counts[address]:
            del counts[address]


def _wait(seconds: float, what: str) -> None:
    if seconds:
        raise HttpProblem(
            429,
            "too-fast",
            f"Too many {what} came from your address: try again in {ceil(seconds)} s.",
            headers={"Retry-After": str(ceil(seconds))},
        )


def address_of(scope: Mapping[str, Any]) -> str:
    """The address that a request is counted for. IPv6 addresses are counted per /64, since one home has them all.

    >>> address_of({"client": ("2001:db8:1:2:3:4:5:6", 4711)})
    '2001:db8:1:2::/64'
    """
    client = scope.get("client")
    try:
        address = ip_address(client[0] if client else "")
    except ValueError:
        return "unknown"
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return f"{IPv6Address(int(address) >> 64 << 64)}/64"
    return str(address)


def is_loopback(scope: Mapping[str, Any]) -> bool:
    """Whether the client itself is on this machine, not only a proxy that passes its request on."""
    names = {name for name, _ in scope["headers"]}
    client = scope.get("client")
    try:
        address = ip_address(client[0] if client else "")
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    return address.is_loopback and not names & {b"forwarded", b"x-forwarded-for", b"x-real-ip"}


async def read_body(receive: Callable[[], Awaitable[Any]], *, most: int) -> bytes:
    """The body of a request, read no further than allowed, and not forever."""
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while len(body) <= most:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ClientGone
                body += message.get("body", b"")
                if len(body) <= most and not message.get("more_body", False):
                    return bytes(body)
    except TimeoutError:
        raise HttpProblem(
            408, "too-slow", "The request took too long to arrive: send it again.", headers={"Connection": "close"}
        ) from None
    # What is left of the body is not read, so the connection cannot be used again.
    raise HttpProblem(
        413, "too-large", f"A request may have {most} bytes at most: send less.", headers={"Connection": "close"}
    )
