"""What waits to be sent to a client.

There may be thousands of clients with nothing to hear. Therefore none has its own task: one is started when a
client does not take at once what is sent (`slow_clients`).
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Collection
from time import monotonic
from typing import ClassVar, TypeAlias
from weakref import WeakKeyDictionary

from tsuro.server.http.slow_clients import send_all
from tsuro.server.messages import ENCODER
from tsuro.server.messages.answers import Goodbye

__all__ = ["ABORT", "CLOSE_CODES", "GONE", "PUT", "Outbox", "Put"]

Write: TypeAlias = Callable[[bytes], Awaitable[None]]
Close: TypeAlias = Callable[[int], Awaitable[None]]
Put: TypeAlias = Callable[[Collection[bytes]], bool]

CLOSE_CODES = {"restarting": 1012, "too-slow": 1013, "silent": 1001, "removed": 1000}
ABORT = "tsuro.abort"  # where a scope says how to end a connection at once
GONE = "tsuro.gone"  # where it says how to find out whether the client has left
PUT = "tsuro.put"  # where it says how to send messages without waiting
LAST_WORDS = 3.0  # seconds to say goodbye in

_TOO_SLOW = Goodbye(
    reason="too-slow", sentence="Your connection is too slow to keep up with the table: connect again."
)

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


def _cannot(_messages: Collection[bytes]) -> bool:
    return False


class Outbox:
    """Sends messages to one client, in order and whole. Nothing in it waits for the client.

    `write` sends one message, `close` ends the connection with a code; `abandon`, which
    ends it at once, is called when the client takes neither. `put` sends messages together if
    that can be done without waiting, and says whether it did; a task is needed only if not.
    """

    __slots__ = (
        "_abandon",
        "_most",
        "_patience",
        "_post",
        "_posted",
        "_put",
        "_sending",
        "close_with",
        "closing",
        "heard",
        "pinged",
        "waiting",
        "write",
    )

    def __init__(
        self, *, write: Write, close: Close, abandon: Callable[[], object], most: int, put: Put = _cannot
    ) -> None:
        self._put = put
        self.write, self.close_with, self._abandon = write, close, abandon
        self._most = most
        self.waiting: deque[bytes] = deque()
        self._post: _Post | None = None  # once the connection stands
        self._posted = False  # it will be emptied soon
        self._sending: asyncio.Task[None] | None = None  # to a client that did not take it at once
        self.closing: int | None = None  # the code to close with
        self._patience: asyncio.TimerHandle | None = None  # for a client that takes no goodbye
        self.heard = monotonic()  # when the client last said something
        self.pinged = False  # and has been pinged since

    def start(self) -> None:
        """From now on messages are sent; before, they only gather."""
        self._post = _Post.here()
        self._send_soon()

    def deliver(self, data: bytes) -> None:
        """Send a message, if the client reads what it is sent; returns at once."""
        if self.closing is not None:
            return
        if len(self.waiting) >= self._most:
            self.waiting.clear()
            self.end(_TOO_SLOW)
            return
        self.waiting.append(data)
        self._send_soon()

    def end(self, goodbye: Goodbye) -> None:
        """Say goodbye after all that was sent before, and close."""
        if self.closing is None:
            self.waiting.append(ENCODER.encode(goodbye))
            self.close(CLOSE_CODES[goodbye.reason])

    def close(self, code: int) -> None:
        """Close after all that was sent before; a client that does not read is soon disconnected."""
        if self.closing is None:
            self.closing = code
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
        self.closing = self.closing or 1006
        self._post = None
        self.waiting.clear()
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
        if self.waiting and self._put(self.waiting):
            self.waiting.clear()
        if self.waiting or self.closing is not None:
            self._sending = asyncio.get_running_loop().create_task(send_all(self))

    def sent(self) -> None:
        """The task is done."""
        self._sending = None
