"""How much one client, one address and all clients together may ask for, so that nobody crowds out the others."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address
from math import ceil
from time import monotonic
from time import time as wall
from typing import Any

from tsuro.server.http.problems import HttpProblem
from tsuro.server.settings import Limits
from tsuro.server.storage.store import Amounts, Usage

__all__ = ["Bucket", "ClientGone", "Turnstile", "address_of", "is_loopback", "read_body", "refuse_for"]

BODY_SECONDS = 10  # for the few bytes of a request
LONGEST_WAIT = 5.0  # seconds, for an answer to one of very many requests


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
        self._fill(now)
        if self._left < 1:
            return (1 - self._left) / self._per_second
        self._left -= 1
        return 0.0

    def reserve(self, now: float, *, longest: float) -> float | None:
        """The seconds after which one may pass, which counts already; None: more than that."""
        self._fill(now)
        seconds = max(0.0, (1 - self._left) / self._per_second)
        if seconds > longest:
            return None
        self._left -= 1
        return seconds

    def _fill(self, now: float) -> None:
        self._left = min(self._most, self._left + (now - self._at) * self._per_second)
        self._at = now

    def lose(self, count: int) -> None:
        """Others have let this many through, too."""
        self._left = max(self._left - count, -float(self._most))

    @property
    def is_full(self) -> bool:
        """Whether nobody came for a while, as of the last look."""
        return self._left >= self._most - 1


class _Visits:
    """What came from one address lately."""

    __slots__ = ("analyses", "answers", "games_today", "requests", "seats", "tables", "tables_today")

    def __init__(self, limits: Limits, now: float) -> None:
        self.answers = Bucket(per_second=limits.answers_per_second, most=limits.answers_at_once, now=now)
        self.requests = Bucket(per_second=limits.requests_per_second, most=limits.requests_at_once, now=now)
        self.tables = Bucket(per_second=limits.tables_per_minute / 60, most=limits.tables_at_once, now=now)
        self.tables_today = Bucket(per_second=limits.tables_per_day / 86_400, most=limits.tables_per_day, now=now)
        self.games_today = Bucket(per_second=limits.games_per_day / 86_400, most=limits.games_per_day, now=now)
        self.seats = Bucket(per_second=limits.seats_per_minute / 60, most=limits.seats_at_once, now=now)
        self.analyses = Bucket(per_second=limits.analyses_per_minute / 60, most=limits.analyses_at_once, now=now)


class Turnstile:
    """Counts what comes from each address. With too many, those not seen for longest are forgotten."""

    def __init__(self, limits: Limits, *, clock: Callable[[], float] = monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._visits: OrderedDict[str, _Visits] = OrderedDict()
        self._connections: Counter[str] = Counter()
        self._working: Counter[str] = Counter()
        self.connections = 0  # open now
        self._spent: dict[str, Counter[str]] = {}  # since other processes were told
        self._elsewhere: Amounts = {}  # what addresses hold at other processes
        self._banned: Mapping[str, int] = {}  # addresses, and until when: milliseconds since 1970
        # How to end the connections of each address.
        self._ends: dict[str, dict[object, Callable[[], object]]] = {}

    def ban(self, banned: Mapping[str, int]) -> None:
        """Let nobody in from these addresses until then, and end what they have open."""
        self._banned = banned
        for address in banned:
            if self._is_banned(address):
                for end in tuple(self._ends.get(address, {}).values()):
                    end()

    def _is_banned(self, address: str) -> bool:
        return self._banned.get(address, 0) > wall() * 1000

    def admit(self, address: str) -> None:
        """Refuse whoever comes from a banned address."""
        if self._is_banned(address):
            raise HttpProblem(403, "banned", "Whoever runs this server has banned your address for a while.")

    async def pace(self, address: str) -> None:
        """Let a request wait if very many came from its address, or refuse it, whatever it asks for."""
        seconds = self._seen(address).answers.reserve(self._clock(), longest=LONGEST_WAIT)
        if seconds is None:
            refuse_for(LONGEST_WAIT, "requests")
        elif seconds:
            await asyncio.sleep(seconds)

    def request(self, address: str) -> None:
        """Refuse a request over HTTP if there were too many."""
        self._take(address, "requests", "requests")

    def table(self, address: str) -> None:
        """Refuse to make a table if too many were made."""
        self._take(address, "tables", "new tables")
        self._take(address, "tables_today", "new tables")

    def may_sit(self, address: str) -> bool:
        """Whether somebody from the address may take one more seat at an open table of others, which counts it."""
        return self._may(address, "seats")

    def may_play_on(self, address: str) -> bool:
        """Whether somebody from the address may begin one more game at a table that had one, which counts it."""
        return self._may(address, "games_today")

    def _may(self, address: str, kind: str) -> bool:
        try:
            self._take(address, kind, kind)
        except HttpProblem:
            return False
        return True

    def analysis(self, address: str) -> None:
        """Refuse to show a record, or to give advice, if that was asked for too often."""
        self._take(address, "analyses", "records and hints")

    def _take(self, address: str, kind: str, what: str) -> None:
        bucket: Bucket = getattr(self._seen(address), kind)
        refuse_for(bucket.take(self._clock()), what)
        self._spent.setdefault(address, Counter())[kind] += 1

    def usage(self) -> Usage:
        """What addresses have used since this was last asked, and what they hold now."""
        spent, self._spent = self._spent, {}
        kinds = {"connections": self._connections, "working": self._working}
        held: dict[str, dict[str, int]] = {}
        for kind, counts in kinds.items():
            for address, count in counts.items():
                held.setdefault(address, {})[kind] = count
        return Usage(spent=spent, held=held)

    def hear(self, usage: Usage) -> None:
        """Let what addresses use at other processes count here, too."""
        for address, kinds in usage.spent.items():
            for kind, count in kinds.items():
                if kind in _Visits.__slots__:
                    getattr(self._seen(address), kind).lose(count)
        self._elsewhere = usage.held

    def _held_elsewhere(self, address: str, kind: str) -> int:
        return self._elsewhere.get(address, {}).get(kind, 0)

    @contextmanager
    def work(self, address: str) -> Iterator[None]:
        """Holds a place for something that takes a while, and that others have to wait for."""
        if self._working[address] + self._held_elsewhere(address, "working") >= self._limits.working:
            raise HttpProblem(
                429,
                "too-fast",
                "The server is still busy with what your address asked for: try again in a moment.",
                headers={"Retry-After": "2"},
            )
        with _counted(self._working, address):
            yield

    @contextmanager
    def connection(self, address: str, end: Callable[[], object] = lambda: None) -> Iterator[None]:
        """Holds a place for a connection as long as it is open; `end` closes it if the address is banned."""
        if self.connections >= self._limits.connections:
            raise HttpProblem(
                503, "server-full", "The server is full: try again in a minute.", headers={"Retry-After": "60"}
            )
        own = self._connections[address] + self._held_elsewhere(address, "connections")
        if own >= self._limits.connections_per_address:
            raise HttpProblem(
                429,
                "too-many-connections",
                "Too many connections are open from your address: close some of them.",
                headers={"Retry-After": "10"},
            )
        self.connections += 1
        key, ends = object(), self._ends.setdefault(address, {})
        ends[key] = end
        try:
            with _counted(self._connections, address):
                yield
        finally:
            self.connections -= 1
            del ends[key]
            if not ends and self._ends.get(address) is ends:
                del self._ends[address]

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


def refuse_for(seconds: float, what: str) -> None:
    """Refuse what an address asked for too often, unless there is no time to wait."""
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
