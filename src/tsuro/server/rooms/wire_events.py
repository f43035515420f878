"""What happened in one action, encoded for whoever learns of it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple, cast

from tsuro.game.board import Seat
from tsuro.game.events import Event, TileDrawn, TurnPassed
from tsuro.server.messages import ENCODER
from tsuro.server.rooms.wire_forms import wire_event

__all__ = ["Happening"]


class _EncodedEvent(NamedTuple):
    """An event, encoded, and who learns more about it than everybody else."""

    everybody: bytes
    insider: Seat | None = None
    whole: bytes = b""  # for that player


class Happening:
    """What happened in one action. Hidden tiles are named only to the insiders: the seats that may know them."""

    __slots__ = ("_encoded", "_everybody", "events", "insiders")

    def __init__(self, events: tuple[Event, ...]) -> None:
        self.events = events
        self._encoded = [_encode_once(event) if type(event) in _FREQUENT else _encode(event) for event in events]
        self.insiders = {each.insider for each in self._encoded if each.insider is not None}
        self._everybody = _list([each.everybody for each in self._encoded])

    def seen_by(self, seats: tuple[Seat, ...]) -> bytes:
        """What a client with these seats learns."""
        if self.insiders.isdisjoint(seats):
            return self._everybody
        return _list([each.whole if each.insider in seats else each.everybody for each in self._encoded])


def _encode(event: Event) -> _EncodedEvent:
    seen = event.seen_by(None)
    everybody = ENCODER.encode(wire_event(seen))
    if seen is event:
        return _EncodedEvent(everybody)
    seat: Seat = cast(Any, event).seat
    if event.seen_by(seat) is not event:
        return _EncodedEvent(everybody)
    return _EncodedEvent(everybody, seat, ENCODER.encode(wire_event(event)))


_FREQUENT: Final = frozenset({TileDrawn, TurnPassed})  # nearly every action has them, and there are only so many
_encode_once: Final = cache(_encode)


def _list(pieces: list[bytes]) -> bytes:
    return b"[" + b",".join(pieces) + b"]"
