"""Connections are counted by address, and those that are idle make room for others."""

from __future__ import annotations

import pytest

from tsuro.server.http.arrivals import Arrival, Arrivals


class Counted:
    """Connections at a place with room for a few."""

    def __init__(self, *, per_address: int = 3, in_all: int = 5, proxies: tuple[str, ...] = ()) -> None:
        self.refused: list[str] = []
        self.ended: list[str] = []
        self.arrivals = Arrivals(
            per_address=per_address, in_all=in_all, proxies=proxies, refuse=self.refused.append
        )

    def arrive(self, name: str, address: str = "192.0.2.1") -> Arrival | None:
        return self.arrivals.arrive((address, 4711), lambda: self.ended.append(name))

    def used(self, name: str, address: str = "192.0.2.1") -> Arrival:
        arrival = self.arrive(name, address)
        assert arrival is not None
        self.arrivals.work(arrival)
        return arrival


def test_the_one_that_has_been_idle_for_longest_makes_room_for_the_next_of_its_address() -> None:
    counted = Counted()
    first = counted.used("first")
    for name in ("second", "third"):
        counted.arrive(name)
    counted.arrivals.rest(first)  # after the others
    assert counted.arrive("fourth") is not None
    assert counted.ended == ["second"]
    assert counted.refused == ["too-many-connections"]


def test_where_all_are_used_the_next_one_has_to_go() -> None:
    counted = Counted()
    all_used = [counted.used(name) for name in ("first", "second", "third")]
    assert counted.arrive("fourth") is None
    assert counted.ended == []
    assert counted.arrive("another", "192.0.2.2") is not None
    counted.arrivals.leave(all_used[0])
    assert counted.arrive("fifth") is not None
    assert len(counted.arrivals) == 4


def test_when_the_server_is_full_anybody_who_is_idle_makes_room() -> None:
    counted = Counted(in_all=3)
    counted.used("used", "192.0.2.2")
    counted.arrive("idle", "192.0.2.3")
    counted.used("used", "192.0.2.4")
    ended = counted.arrive("next", "192.0.2.5")
    assert ended is not None
    assert (counted.ended, counted.refused) == (["idle"], ["server-full"])
    counted.arrivals.work(ended)
    assert counted.arrive("nobody is idle", "192.0.2.6") is None


def test_addresses_of_one_home_count_together() -> None:
    counted = Counted(per_address=1)
    counted.used("first", "2001:db8::1")
    assert counted.arrive("second", "2001:db8::2") is None


@pytest.mark.parametrize("address", ["10.1.2.3", "127.0.0.1", "::ffff:10.1.2.3"])
def test_the_connections_of_a_proxy_are_not_those_of_one_client(address: str) -> None:
    counted = Counted(per_address=1, in_all=4, proxies=("10.0.0.0/8", "127.0.0.1"))
    for _ in range(4):
        assert counted.arrive("a client", address) is not None
    assert counted.arrive("a visitor", "192.0.2.1") is None  # what a proxy keeps is not idle
    assert counted.ended == []


def test_what_is_closed_is_no_longer_idle() -> None:
    counted = Counted()
    arrival = counted.arrive("first")
    assert arrival is not None
    counted.arrivals.leave(arrival)
    counted.arrivals.rest(arrival)  # an answer may be done after its connection is closed
    for name in ("second", "third", "fourth", "fifth"):
        counted.arrive(name)
    assert counted.ended == ["second"]
    assert len(counted.arrivals) == 4  # until the second is really closed


def test_a_client_without_an_address_counts_as_one() -> None:
    counted = Counted(per_address=1, proxies=("10.0.0.0/8",))
    for client in (None, ("a socket", 0)):
        counted.arrivals.arrive(client, lambda: counted.ended.append("unknown"))
    assert counted.ended == ["unknown"]
