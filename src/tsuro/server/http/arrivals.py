"""The connections of each address, from the moment they are accepted: nobody may take them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network

from tsuro.server.http.limits import address_of

__all__ = ["Arrival", "Arrivals"]


@dataclass(frozen=True, slots=True, eq=False)
class Arrival:
    """One connection."""

    address: str | None  # that it counts for; None for a proxy, whose clients are counted one by one
    hang_up: Callable[[], None]


class Arrivals:
    """Counts connections. Where there are too many, the one that has been idle for longest makes room."""

    def __init__(
        self, *, per_address: int, in_all: int, proxies: Iterable[str] = (), refuse: Callable[[str], None]
    ) -> None:
        """`refuse` is told of every connection that was turned away or ended, in a word."""
        self._per_address, self._in_all, self._refuse = per_address, in_all, refuse
        self._proxies = tuple(ip_network(proxy) for proxy in proxies)
        self._open: Counter[str | None] = Counter()
        self._idle: dict[Arrival, None] = {}  # those that wait for a request, for longest first
        self._idle_of: dict[str, dict[Arrival, None]] = {}  # the same by address

    def __len__(self) -> int:
        return self._open.total()

    def arrive(self, client: tuple[str, int] | None, hang_up: Callable[[], None]) -> Arrival | None:
        """Count a new connection; None if there is no room for it."""
        arrival = Arrival(None if self._is_proxy(client) else address_of({"client": client}), hang_up)
        if not self._has_room(arrival.address):
            return None
        self._open[arrival.address] += 1
        self.rest(arrival)
        return arrival

    def rest(self, arrival: Arrival) -> None:
        """The connection waits for its next request. A proxy knows best which of its own it needs."""
        if arrival.address is not None and self._open[arrival.address]:
            self._idle[arrival] = None
            self._idle_of.setdefault(arrival.address, {})[arrival] = None

    def work(self, arrival: Arrival) -> None:
        """The connection is being used."""
        if arrival.address is not None and self._idle.pop(arrival, self) is not self:
            idle = self._idle_of[arrival.address]
            del idle[arrival]
            if not idle:
                del self._idle_of[arrival.address]

    def leave(self, arrival: Arrival) -> None:
        """The connection is closed."""
        self.work(arrival)
        self._open[arrival.address] -= 1
        if not self._open[arrival.address]:
            del self._open[arrival.address]

    def _has_room(self, address: str | None) -> bool:
        if address is not None and self._open[address] >= self._per_address:
            self._refuse("too-many-connections")
            return self._makes_room(self._idle_of.get(address, {}))
        if len(self) >= self._in_all:
            self._refuse("server-full")
            return self._makes_room(self._idle)
        return True

    def _makes_room(self, idle: dict[Arrival, None]) -> bool:
        """End the connection that has been idle for longest; False if there is none."""
        oldest = next(iter(idle), None)
        if oldest is None:
            return False
        self.work(oldest)
        oldest.hang_up()
        return True

    def _is_proxy(self, client: tuple[str, int] | None) -> bool:
        if client is None or not self._proxies:
            return False
        try:
            address = ip_address(client[0])
        except ValueError:
            return False
        mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
        return any((mapped or address) in network for network in self._proxies)
