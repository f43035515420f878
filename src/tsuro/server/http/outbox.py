"""What waits to be sent to a client, and which clients are still there.

There may be thousands of clients with nothing to hear. Therefore none has its own task:
one is started when a client does not take at once what is sent, and one for all checks who is silent.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from time import monotonic
from typing import ClassVar, TypeAlias
from weakref import WeakKeyDictionary

from tsuro.server.messages import ENCODER
from tsuro.server.messages.answers import Goodbye, Ping

__all__ = ["ABORT", "CLOSE_CODES", "GONE", "PUT", "Connections", "Outbox", "Put"]

Write: TypeAlias = Callable[[bytes], Awaitable[None]]
Close: TypeAlias = Callable[[int], Awaitable[None]]
Put: TypeAlias = Callable[[Iterable[bytes]], bool]

CLOSE_CODES = {"restarting": 1012, "too-slow": 1013, "silent": 1001, "removed": 1000}
ABORT = "tsuro.abort"  # where a scope says how to end a connection at once
GONE = "tsuro.gone"  # where it says how to find out whether the client has left
PUT = "tsuro.put"  # where it says how to send messages without waiting
AT_ONCE = 500  # clients that are looked at before others get their turn
LAST_WORDS = 3.0  # seconds to say goodbye in

_PING = ENCODER.encode(Ping())
_TOO_SLOW = Goodbye(
    reason="too-slow", sentence="Your connection is too slow to keep up with the table: connect again."
)
_SILENT = Goodbye(reason="silent", sentence="Your client has been silent for a while: connect again.")

_log = logging.getLogger("tsuro.sockets")


class _Post:
    """Empties the outboxes of one event loop, all together, when the loop has done what it can.

    A move is sent to many clients: to ask the loop for each of them would cost half as much as sending.
    """

    _all: ClassVar[WeakKeyDictionary[asyncio.AbstractEventLoop, _Post]] = WeakKeyDictionary()

    def __init__(self) -> None:
        self._full: list[Outbox] = []

    @classmethod
    def here(cls) -> _Post:
        """That of the running loop."""
        loop = asyncio.get_running_loop()
        post = cls._all.get(loop)
        if post is None:
            post = cls._all[loop] = cls()
        return post

    def add(self, outbox: Outbox) -> None:
        if not self._full:
            asyncio.get_running_loop().call_soon(self._empty)
        self._full.append(outbox)

    def _empty(self) -> None:
        full, self._full = self._full, []
        for outbox in full:
            try:
                outbox.send()
            except Exception:  # noqa: BLE001 -- whatever it is, the others get theirs
                _log.exception("sending failed")


def _cannot(_messages: Iterable[bytes]) -> bool:
    return False


class Outbox:
    """Sends messages to one client, in order and whole. Nothing in it waits for the client.

    `write` sends one message, `close` ends the connection with a code; `abandon`, which
    ends it at once, is called when the client takes neither. `put` sends messages together if
    that can be done without waiting, and says whether it did; a task is needed only if not.
    """

    __slots__ = (
        "_abandon",
        "_close",
        "_closing",
        "_most",
        "_patience",
        "_post",
        "_posted",
        "_put",
        "_sending",
        "_waiting",
        "_write",
        "heard",
        "pinged",
    )

    def __init__(
        self, *, write: Write, close: Close, abandon: Callable[[], object], most: int, put: Put = _cannot
    ) -> None:
        self._put = put
        self._write, self._close, self._abandon = write, close, abandon
        self._most = most
        self._waiting: deque[bytes] = deque()
        self._post: _Post | None = None  # once the connection stands
        self._posted = False  # it will be emptied soon
        self._sending: asyncio.Task[None] | None = None  # to a client that did not take it at once
        self._closing: int | None = None  # the code to close with
        self._patience: asyncio.TimerHandle | None = None  # for a client that takes no goodbye
        self.heard = monotonic()  # when the client last said something
        self.pinged = False  # and has been pinged since

    def start(self) -> None:
        """From now on messages are sent; before, they only gather."""
        self._post = _Post.here()
        self._send_soon()

    def deliver(self, data: bytes) -> None:
        """Send a message, if the client reads what it is sent; returns at once."""
        if self._closing is not None:
            return
        if len(self._waiting) >= self._most:
            self._waiting.clear()
            self.end(_TOO_SLOW)
            return
        self._waiting.append(data)
        self._send_soon()

    def end(self, goodbye: Goodbye) -> None:
        """Say goodbye after all that was sent before, and close."""
        if self._closing is None:
            self._waiting.append(ENCODER.encode(goodbye))
            self.close(CLOSE_CODES[goodbye.reason])

    def close(self, code: int) -> None:
        """Close after all that was sent before; a client that does not read is soon disconnected."""
        if self._closing is None:
            self._closing = code
            self._send_soon()
            self._patience = asyncio.get_running_loop().call_later(LAST_WORDS, self.abandon)

    def abandon(self) -> None:
        """End the connection, whatever the client has not taken."""
        self._abandon()

    def hear(self) -> None:
        """The client has said something."""
        self.heard, self.pinged = monotonic(), False

    def stop(self) -> None:
        """The connection is gone: nothing more is sent."""
        self._closing = self._closing or 1006
        self._post = None
        self._waiting.clear()
        if self._patience is not None:
            self._patience.cancel()  # the connection may be used for something else now
        if self._sending is not None:
            self._sending.cancel()

    def _send_soon(self) -> None:
        if not self._posted and self._sending is None and self._post is not None:
            self._posted = True
            self._post.add(self)

    def send(self) -> None:
        """Send everything that is waiting; a task waits for a client that does not take it at once."""
        self._posted = False
        if self._post is None:
            return  # the connection is gone
        if self._waiting and self._put(self._waiting):
            self._waiting.clear()
        if self._waiting or self._closing is not None:
            self._sending = asyncio.get_running_loop().create_task(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                await self._write(self._waiting.popleft())
            if self._closing is not None:
                await self._close(self._closing)
        except (OSError, RuntimeError):  # it is gone, or being closed; whoever reads from it will notice, too
            self._waiting.clear()
        finally:
            self._sending = None


class Connections:
    """All clients that listen. One task asks the silent ones whether they are there."""

    def __init__(self, heartbeat: float, *, clock: Callable[[], float] = monotonic) -> None:
        self._heartbeat, self._clock = heartbeat, clock
        self._talking: set[Outbox] = set()
        self._reading: set[Outbox] = set()

    def __len__(self) -> int:
        return len(self._talking) + len(self._reading)

    def add(self, outbox: Outbox, *, talks: bool = True) -> None:
        """`talks`: the client can answer a ping; others get it only as a sign of life."""
        (self._talking if talks else self._reading).add(outbox)

    def remove(self, outbox: Outbox) -> None:
        self._talking.discard(outbox)
        self._reading.discard(outbox)

    async def watch(self) -> None:
        """Look at all clients again and again, for as long as the server runs."""
        while True:
            await asyncio.sleep(min(self._heartbeat / 4, 5))
            await self.look()

    async def look(self) -> None:
        """Ping the clients that have been silent for a heartbeat, and drop those silent for two."""
        now = self._clock()
        for number, outbox in enumerate((*self._talking, *self._reading), 1):
            if outbox in self._talking:
                self._ask(outbox, now)
            elif now - outbox.heard >= self._heartbeat:
                outbox.heard = now
                outbox.deliver(_PING)
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)

    def _ask(self, outbox: Outbox, now: float) -> None:
        silent = now - outbox.heard
        if silent >= self._heartbeat and not outbox.pinged:  # however long: the server may have been stopped
            outbox.pinged = True
            outbox.deliver(_PING)
        elif silent >= 2 * self._heartbeat:
            outbox.end(_SILENT)

    def abandon(self) -> None:
        """End all connections at once."""
        for outbox in (*self._talking, *self._reading):
            outbox.abandon()

    async def gone(self, seconds: float) -> None:
        """Wait until nobody is left, but no longer than this."""
        for _ in range(round(seconds * 50)):
            if not len(self):
                return
            await asyncio.sleep(0.02)
