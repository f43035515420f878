"""Sends to clients that do not take at once what they are sent, or to whom the last word is said."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol

__all__ = ["send_all"]


class _Outbox(Protocol):
    write: Callable[[bytes], Awaitable[None]]
    close_with: Callable[[int], Awaitable[None]]
    waiting: deque[bytes]
    closing: int | None

    def sent(self) -> None: ...


async def send_all(outbox: _Outbox) -> None:
    """Send one message after the other, as the client takes them; then close, if that is wanted."""
    try:
        while outbox.waiting:
            await outbox.write(outbox.waiting.popleft())
        if outbox.closing is not None:
            await outbox.close_with(outbox.closing)
    except (OSError, RuntimeError):  # it is gone, or being closed; whoever reads from it will notice, too
        outbox.waiting.clear()
    finally:
        outbox.sent()
