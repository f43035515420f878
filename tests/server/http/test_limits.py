"""How much anybody may ask for."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from functools import partial
from typing import Any, cast
from unittest.mock import Mock, patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsuro.server.http import limits, shared_limits
from tsuro.server.http.limits import Bucket, ClientGone, Turnstile, address_of, is_loopback, read_body
from tsuro.server.http.problems import HttpProblem
from tsuro.server.settings import Limits
from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.store import Usage


class Clock:
    """Stands still until it is set forward."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_so_many_at_once_then_so_many_a_second() -> None:
    bucket = Bucket(per_second=2, most=3, now=0)
    assert [bucket.take(0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert bucket.take(0.5) == 0
    assert bucket.take(0.5) > 0
    assert [bucket.take(100) > 0 for _ in range(4)] == [False, False, False, True]


@given(waits=st.lists(st.floats(0, 3), max_size=200))
def test_nobody_gets_more_than_the_bucket_allows(waits: list[float]) -> None:
    bucket, now, taken = Bucket(per_second=2, most=5, now=0), 0.0, 0
    for wait in waits:
        now += wait
        taken += bucket.take(now) == 0
    assert taken <= 5 + 2 * now + 1e-6


def test_too_many_requests_of_one_address_wait_and_others_do_not() -> None:
    clock = Clock()
    turnstile = Turnstile(Limits(requests_per_second=1, requests_at_once=2), clock=clock)
    turnstile.request("a")
    turnstile.request("a")
    with pytest.raises(HttpProblem, match="try again in 1 s") as refused:
        turnstile.request("a")
    assert (refused.value.status, refused.value.headers["Retry-After"]) == (429, "1")
    turnstile.request("b")
    clock.now += 1
    turnstile.request("a")


def exchange(*turnstiles: Turnstile) -> None:
    """What a second brings: each tells the others."""
    told = [turnstile.usage() for turnstile in turnstiles]
    for turnstile in turnstiles:
        for usage, teller in zip(told, turnstiles, strict=True):
            if teller is not turnstile:
                turnstile.hear(usage)


def test_what_an_address_uses_at_one_process_counts_at_the_other() -> None:
    allowed = Limits(requests_at_once=4, tables_at_once=2, analyses_at_once=2, requests_per_second=1)
    one, other = (Turnstile(allowed, clock=Clock()) for _ in range(2))
    for _ in range(3):
        one.request("a")
    one.table("a")
    one.analysis("a")
    exchange(one, other)
    other.request("a")
    other.table("a")
    other.analysis("a")
    for refused in (other.request, other.table, other.analysis):
        with pytest.raises(HttpProblem):
            refused("a")
    exchange(one, other)
    with pytest.raises(HttpProblem):
        one.request("a")
    exchange(one, other)  # nothing is counted twice
    for _ in range(4):
        one.request("b")


def test_connections_are_counted_at_all_processes() -> None:
    one, other = (Turnstile(Limits(connections_per_address=2, connections=3), clock=Clock()) for _ in range(2))
    with one.connection("a"), one.connection("a"), one.work("a"):
        exchange(one, other)
        with pytest.raises(HttpProblem, match="your address"), other.connection("a"):
            pass
        with ExitStack() as held:
            for address in "bcd":  # each process has room of its own
                held.enter_context(other.connection(address))
            with pytest.raises(HttpProblem, match="full"), other.connection("e"):
                pass
    exchange(one, other)
    with other.connection("a"), other.connection("a"):
        pass


def test_work_is_counted_at_all_processes() -> None:
    one, other = (Turnstile(Limits(working=1), clock=Clock()) for _ in range(2))
    with one.work("a"):
        exchange(one, other)
        with pytest.raises(HttpProblem, match="busy"), other.work("a"):
            pass


def test_processes_tell_each_other_again_and_again_and_go_on_alone_while_they_cannot() -> None:
    class Store:
        is_shared = True
        asked = 0

        async def share_usage(self, process: str, usage: Usage) -> Usage:
            self.asked += 1
            if self.asked == 1:
                raise StoreError("not now")
            assert (process, usage.held) == ("me", {})
            return Usage(held={"a": {"connections": 100}})

    async def share() -> None:
        turnstile, store, failed = Turnstile(Limits()), Store(), Mock()
        with patch.object(shared_limits, "EVERY", 0.001):
            sharing = asyncio.create_task(shared_limits.share_limits(turnstile, cast("Any", store), "me", failed))
            while store.asked < 3:
                await asyncio.sleep(0.001)
            sharing.cancel()
        assert failed.call_count == 1
        with pytest.raises(HttpProblem), turnstile.connection("a"):
            pass

    asyncio.run(share())


def test_new_tables_are_counted_in_a_store_that_processes_share() -> None:
    class Store:
        is_shared = True
        waits = 0.0

        async def spend(self, what: str, *, every: float, most: int) -> float:
            assert (what, every, most) in {("tables a", 10, 20), ("tables today a", 432, 200)}
            if self.waits < 0:
                raise StoreError("not now")
            return self.waits

    store = Store()
    count = partial(shared_limits.count_table, Turnstile(Limits()), cast("Any", store), Limits(), "a")
    asyncio.run(count())
    for store.waits, status in ((7.5, 429), (-1.0, 503)):
        with pytest.raises(HttpProblem) as refused:
            asyncio.run(count())
        assert refused.value.status == status


def test_making_tables_has_a_limit_of_its_own() -> None:
    turnstile = Turnstile(Limits(tables_per_minute=1, tables_at_once=1), clock=Clock())
    turnstile.table("a")
    turnstile.request("a")
    with pytest.raises(HttpProblem, match="Too many new tables") as refused:
        turnstile.table("a")
    assert refused.value.headers["Retry-After"] == "60"


def test_only_so_many_of_one_address_wait_for_what_takes_a_while() -> None:
    turnstile = Turnstile(Limits(working=2))
    with turnstile.work("a"), turnstile.work("a"):
        with pytest.raises(HttpProblem, match="still busy") as refused, turnstile.work("a"):
            pass
        assert (refused.value.status, refused.value.headers["Retry-After"]) == (429, "2")
        with turnstile.work("b"):
            pass
    with turnstile.work("a"):
        pass


def test_only_so_many_addresses_are_remembered_the_last_seen_ones() -> None:
    turnstile = Turnstile(Limits(addresses=2, requests_at_once=1, requests_per_second=0.001), clock=Clock())
    for address in ("a", "b", "c"):
        turnstile.request(address)
    assert list(turnstile._visits) == ["b", "c"]
    turnstile.request("a")  # it was forgotten, so it may
    with pytest.raises(HttpProblem):
        turnstile.request("c")


def test_connections_are_counted_for_as_long_as_they_are_open() -> None:
    turnstile = Turnstile(Limits(connections=3, connections_per_address=2))
    with turnstile.connection("a"), turnstile.connection("a"):
        with pytest.raises(HttpProblem, match="from your address") as refused, turnstile.connection("a"):
            pass
        assert refused.value.status == 429
        with turnstile.connection("b"):
            with pytest.raises(HttpProblem, match="full") as refused, turnstile.connection("c"):
                pass
            assert refused.value.status == 503
    assert turnstile.connections == 0
    assert not turnstile._connections


@pytest.mark.parametrize(
    ("client", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "unknown"),
        ("", "unknown"),
    ],
)
def test_a_home_is_one_address(client: str, address: str) -> None:
    assert address_of({"client": (client, 1234)}) == address


def test_a_client_without_an_address_is_counted_with_the_others_of_its_kind() -> None:
    assert address_of({"client": None}) == address_of({}) == "unknown"


@pytest.mark.parametrize(
    ("client", "header", "here"),
    [
        ("127.0.0.1", b"accept", True),
        ("::1", b"accept", True),
        ("::ffff:127.0.0.1", b"accept", True),
        ("192.0.2.7", b"accept", False),
        ("", b"accept", False),
        ("127.0.0.1", b"x-forwarded-for", False),
        ("127.0.0.1", b"forwarded", False),
    ],
)
def test_a_client_behind_a_proxy_on_this_machine_is_not_on_this_machine(
    client: str, header: bytes, here: object
) -> None:
    assert is_loopback({"client": (client, 1), "headers": [(header, b"x")]}) is here


def _read(parts: Iterable[dict[str, Any]], *, most: int = 10) -> bytes:
    messages = iter(parts)

    async def receive() -> dict[str, Any]:
        for message in messages:
            return message
        await asyncio.sleep(3600)
        return {}

    return asyncio.run(read_body(receive, most=most))


def _part(body: bytes, *, more: bool = False) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_body_may_come_in_parts() -> None:
    assert _read([_part(b"12345", more=True), _part(b""), _part(b"never read")]) == b"12345"
    assert _read([_part(b"1234567890")]) == b"1234567890"


def test_a_body_is_read_no_further_than_allowed() -> None:
    endless = (_part(b"12345", more=True) for _ in range(1000))
    with pytest.raises(HttpProblem, match="10 bytes at most") as refused:
        _read(endless)
    assert (refused.value.status, refused.value.headers["Connection"]) == (413, "close")
    assert sum(1 for _ in endless) == 997
    with pytest.raises(HttpProblem):
        _read([_part(b"12345678901")])


def test_a_body_that_never_ends_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.01)
    with pytest.raises(HttpProblem) as refused:
        _read([_part(b"1", more=True)])
    assert refused.value.status == 408


def test_nobody_is_answered_who_hung_up() -> None:
    with pytest.raises(ClientGone):
        _read([_part(b"1", more=True), {"type": "http.disconnect"}])


# Floods


async def _paced(turnstile: Turnstile, address: str, times: int) -> list[float]:
    """How long each of several requests has to wait."""
    waits = list[float]()
    with patch("asyncio.sleep", waits.append):
        for _ in range(times):
            with suppress(TypeError):  # what was put in its place cannot be awaited
                await turnstile.pace(address)
    return waits


def test_very_many_requests_wait_for_each_other_and_for_nobody_else() -> None:
    turnstile = Turnstile(Limits(answers_at_once=3, answers_per_second=2), clock=Clock())
    assert asyncio.run(_paced(turnstile, "a", 6)) == [0.5, 1.0, 1.5]
    assert asyncio.run(_paced(turnstile, "b", 3)) == []
    assert len(asyncio.run(_paced(turnstile, "a", 7))) == 7
    with pytest.raises(HttpProblem) as refused:
        asyncio.run(_paced(turnstile, "a", 1))
    assert refused.value.status == 429


def test_only_so_many_games_are_begun_anew_from_one_address_in_a_day() -> None:
    now = 0.0
    turnstile = Turnstile(Limits(games_per_day=2), clock=lambda: now)
    assert [turnstile.may_play_on("a") for _ in range(3)] == [True, True, False]
    assert turnstile.may_play_on("b")
    now += 86_400 / 2
    assert [turnstile.may_play_on("a") for _ in range(2)] == [True, False]


# Bans


def test_a_banned_address_is_refused_for_a_while_and_loses_what_it_has_open() -> None:
    turnstile, ended = Turnstile(Limits()), list[str]()
    now = int(time.time() * 1000)
    with turnstile.connection("one", lambda: ended.append("one")), turnstile.connection("other", pytest.fail):
        turnstile.ban({"one": now + 60_000, "other": now - 1, "nobody": now + 60_000})
        assert ended == ["one"]
        with pytest.raises(HttpProblem) as caught:
            turnstile.admit("one")
        assert (caught.value.status, caught.value.code) == (403, "banned")
        turnstile.admit("other")  # its time is over
    turnstile.ban({"one": now + 60_000})
    assert ended == ["one"]  # nothing is open any more
    turnstile.ban({})
    turnstile.admit("one")


def test_only_so_many_tables_are_made_in_a_day() -> None:
    now = 0.0
    turnstile = Turnstile(Limits(tables_per_day=5, tables_at_once=100), clock=lambda: now)
    for _ in range(5):
        turnstile.table("one")
    with pytest.raises(HttpProblem) as caught:
        turnstile.table("one")
    assert caught.value.status == 429
    turnstile.table("other")
    now += 86_400 / 5
    turnstile.table("one")
