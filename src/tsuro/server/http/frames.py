"""Frames of a socket (RFC 6455, 5.2): the header of what we send, and short messages of clients.

Nearly everything that a client says is one short text that arrives whole. Taking it out of its frame needs no
parser, provided we know that a frame begins there. Everything else goes to the parser, and is only followed.
"""

from __future__ import annotations

from collections.abc import Collection
from struct import Struct
from typing import Final

from websockets.utils import apply_mask

__all__ = ["Frames", "framed", "head"]

TEXT: Final = 0x81  # the first byte of a whole message
MASKED: Final = 0x80
LONG: Final = 126  # from here on the length takes more bytes
MASK: Final = 4  # bytes
SHORT_HEAD: Final = 6  # bytes before the text of a short message
MORE: Final = {126: 2, 127: 8}  # bytes that say how long it is

_MEDIUM: Final = Struct(">BBH").pack
_LARGE: Final = Struct(">BBQ").pack


def head(length: int) -> bytes:
    """The header of a whole text message of this length."""
    if length < LONG:
        return bytes((TEXT, length))
    if length < 65_536:
        return _MEDIUM(TEXT, LONG, length)
    return _LARGE(TEXT, LONG + 1, length)


def framed(messages: Collection[bytes]) -> bytes:
    """Whole text messages, each with its header, one after the other."""
    if len(messages) == 1:  # as mostly, and this copies once less
        [message] = messages
        return head(len(message)) + message
    return b"".join([head(len(message)) + message for message in messages])


class Frames:
    """What one client sends, followed from frame to frame."""

    __slots__ = ("_left",)

    def __init__(self) -> None:
        self._left: int | None = 0  # bytes until the next frame begins; None: nobody knows

    def short_text(self, data: bytes) -> bytes | None:
        """What the client said, if this is one short text, whole; otherwise None: it is for the parser."""
        length = len(data) - SHORT_HEAD
        if self._left != 0 or not 0 <= length < LONG or data[0] != TEXT or data[1] != MASKED | length:
            return None
        return apply_mask(data[SHORT_HEAD:], data[2:SHORT_HEAD])

    def follow(self, data: bytes) -> None:
        """The parser gets this."""
        at = self._left
        while at is not None and at < len(data):
            size = _size(data[at : at + 10])
            at = None if size is None else at + size
        self._left = None if at is None else at - len(data)

    def lose(self) -> None:
        """From now on everything is for the parser."""
        self._left = None


def _size(begins: bytes) -> int | None:
    """How long a frame is that begins like this; None: its header is not all there."""
    if len(begins) < 2:
        return None
    length = begins[1] & ~MASKED
    more = MORE.get(length, 0)
    if len(begins) < 2 + more:
        return None
    if more:
        length = int.from_bytes(begins[2 : 2 + more], "big")
    return 2 + more + (MASK if begins[1] & MASKED else 0) + length
