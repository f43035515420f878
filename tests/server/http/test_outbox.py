"""Sending to clients: in order, without waiting for anybody, and not forever."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import partial

import msgspec
import pytest

from tsuro.server.http import outbox as module
from tsuro.server.http.connections import Connections
from tsuro.server.http.outbox import Outbox, Put
from tsuro.server.messages.answers import Goodbye

REMOVED = Goodbye(reason="removed", sentence="The table is gone.")


class Client:
    """What arrives at the other end; it reads only while it is `reading`."""

    def __init__(self, *, most: int = 4) -> None:
        self.got: list[bytes] = []
        self.closed: list[int] = []
        self.abandoned = 0
        self.reading = asyncio.Event()
        self.reading.set()
        self.gone = False
        self.outbox = Outbox(write=self._write, close=self._close, abandon=self._abandon, most=most)

    async def _write(self, data: bytes) -> None:
        await self.reading.wait()
        if self.gone:
            raise ConnectionResetError
        self.got.append(data)

    async def _close(self, code: int) -> None:
        await self.reading.wait()
        self.closed.append(code)

    def _abandon(self) -> None:
        self.abandoned += 1

    @property
    def reasons(self) -> list[str]:
        messages = [msgspec.json.decode(data) for data in self.got if data.startswith(b"{")]
        return [message.get("reason", message["type"]) for message in messages]


def run(scene: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(scene())  # type: ignore[arg-type]  # -- any awaitable will do


async def _settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_one_outbox_that_fails_keeps_nobody_waiting() -> None:
    async def scene() -> None:
        got: list[str] = []

        def put(name: str, messages: Iterable[bytes]) -> bool:
            if name == "broken":
                raise ValueError
            got.extend(f"{name} {message.decode()}" for message in messages)
            return True

        outboxes = [_outbox(partial(put, name)) for name in ("ana", "broken", "rui")]
        for number in (b"1", b"2"):
            for outbox in outboxes:
                outbox.deliver(number)
        await _settle()
        assert got == ["ana 1", "ana 2", "rui 1", "rui 2"]

    run(scene)


def test_nothing_is_sent_to_a_connection_that_has_just_gone() -> None:
    async def scene() -> None:
        got: list[bytes] = []

        def put(messages: Iterable[bytes]) -> bool:
            got.extend(messages)
            return True

        outbox = _outbox(put)
        outbox.deliver(b"too late")
        outbox.stop()
        outbox.deliver(b"later still")
        await _settle()
        assert not got

    run(scene)


def _outbox(put: Put) -> Outbox:
    """That of a client which takes everything at once."""

    async def never(_: object) -> None:
        raise AssertionError("it is sent at once")

    outbox = Outbox(write=never, close=never, abandon=lambda: None, most=4, put=put)
    outbox.start()
    return outbox


def test_messages_arrive_in_order_once_the_connection_stands() -> None:
    async def scene() -> None:
        client = Client()
        client.outbox.deliver(b"1")
        client.outbox.deliver(b"2")
        await _settle()
        assert client.got == []
        client.outbox.start()
        await _settle()
        client.outbox.deliver(b"3")
        assert client.got == [b"1", b"2"]  # nothing waits for the client
        await _settle()
        assert client.got == [b"1", b"2", b"3"]

    run(scene)


def test_a_client_with_nothing_to_hear_has_no_task() -> None:
    async def scene() -> None:
        clients = [Client() for _ in range(50)]
        for client in clients:
            client.outbox.start()
            client.outbox.deliver(b"hello")
        await _settle()
        assert all(client.got == [b"hello"] for client in clients)
        assert len(asyncio.all_tasks()) == 1

    run(scene)


def test_goodbye_comes_after_all_that_was_said_and_nothing_after_it() -> None:
    async def scene() -> None:
        client = Client()
        client.outbox.start()
        client.outbox.deliver(b"1")
        client.outbox.end(REMOVED)
        client.outbox.end(Goodbye(reason="restarting", sentence="Come back."))
        client.outbox.deliver(b"2")
        await _settle()
        assert client.got[0] == b"1"
        assert client.reasons == ["removed"]
        assert client.closed == [1000]

    run(scene)


@pytest.mark.parametrize(("reason", "code"), module.CLOSE_CODES.items())
def test_every_goodbye_has_its_code(reason: str, code: int) -> None:
    async def scene() -> None:
        client = Client()
        client.outbox.start()
        client.outbox.end(msgspec.convert({"type": "goodbye", "reason": reason, "sentence": "Bye."}, Goodbye))
        await _settle()
        assert client.closed == [code]

    run(scene)


def test_a_client_that_does_not_read_is_told_so_and_closed() -> None:
    async def scene() -> None:
        client = Client(most=4)
        client.outbox.start()
        client.reading.clear()
        for number in range(20):
            client.outbox.deliver(b"%d" % number)
            await asyncio.sleep(0)
        assert len(client.outbox.waiting) <= 4
        client.reading.set()
        await _settle()
        assert client.got[0] == b"0"
        assert client.reasons == ["too-slow"]
        assert client.closed == [1013]

    run(scene)


def test_a_client_that_does_not_take_its_goodbye_is_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LAST_WORDS", 0.01)

    async def scene() -> None:
        client = Client()
        client.outbox.start()
        client.reading.clear()
        client.outbox.end(REMOVED)
        await asyncio.sleep(0.05)
        assert (client.abandoned, client.closed) == (1, [])
        client.outbox.stop()
        await _settle()
        assert len(asyncio.all_tasks()) == 1

    run(scene)


def test_a_connection_is_left_alone_after_its_stream_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LAST_WORDS", 0.01)

    async def scene() -> None:
        client = Client()
        client.outbox.start()
        client.outbox.end(REMOVED)
        await _settle()
        client.outbox.stop()
        await asyncio.sleep(0.05)
        assert (client.closed, client.abandoned) == ([1000], 0)

    run(scene)


def test_a_client_that_is_gone_gets_nothing_more() -> None:
    async def scene() -> None:
        client = Client()
        client.outbox.start()
        client.gone = True
        client.outbox.deliver(b"1")
        client.outbox.deliver(b"2")
        await _settle()
        client.outbox.stop()
        client.outbox.deliver(b"3")
        await _settle()
        assert client.got == []
        assert len(asyncio.all_tasks()) == 1

    run(scene)


def test_the_silent_are_asked_once_and_left_after_two_heartbeats() -> None:
    async def scene() -> None:
        client = Client()
        now = client.outbox.heard
        connections = Connections(20, clock=lambda: now)
        connections.add(client.outbox)
        client.outbox.start()
        heard = []
        for seconds in (10, 10, 5, 5, 9, 1):
            now += seconds
            await connections.look()
            await _settle()
            heard.append(list(client.reasons))
        assert heard == [[], ["ping"], ["ping"], ["ping"], ["ping"], ["ping", "silent"]]
        assert client.closed == [1001]

    run(scene)


def test_nobody_is_left_unasked_after_the_server_was_stopped() -> None:
    async def scene() -> None:
        client = Client()
        now = client.outbox.heard + 100
        connections = Connections(20, clock=lambda: now)
        connections.add(client.outbox)
        client.outbox.start()
        await connections.look()
        await _settle()
        assert (client.reasons, client.closed) == (["ping"], [])

    run(scene)


def test_whoever_answers_stays_and_is_asked_again() -> None:
    async def scene() -> None:
        client = Client()
        now = client.outbox.heard
        connections = Connections(20, clock=lambda: now)
        connections.add(client.outbox)
        client.outbox.start()
        for _ in range(5):
            now += 25
            await connections.look()
            await _settle()
            client.outbox.hear()
            client.outbox.heard = now
        assert client.reasons == ["ping"] * 5
        assert client.closed == []

    run(scene)


def test_a_client_that_can_only_read_gets_signs_of_life_and_is_never_left() -> None:
    async def scene() -> None:
        client = Client(most=20)
        now = client.outbox.heard
        connections = Connections(20, clock=lambda: now)
        connections.add(client.outbox, talks=False)
        client.outbox.start()
        for _ in range(12):
            now += 10
            await connections.look()
        await _settle()
        assert client.reasons == ["ping"] * 6
        assert len(connections) == 1
        connections.remove(client.outbox)
        assert len(connections) == 0

    run(scene)


def test_waiting_for_the_last_client_ends_when_it_is_gone_or_time_is_up() -> None:
    async def scene() -> None:
        connections = Connections(20)
        await connections.gone(60)
        connections.add(Client().outbox)
        began = asyncio.get_running_loop().time()
        await connections.gone(0.1)
        assert 0.05 < asyncio.get_running_loop().time() - began < 5

    run(scene)
