"""Clients that keep a server busy: at each table somebody moves, all hear of it, then the next one moves."""

from __future__ import annotations

import asyncio
import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random
from time import perf_counter
from typing import TypeAlias

import msgspec

from tsuro.bench.client import Client, ServingError

__all__ = ["Echo", "Exchange", "Load", "Moment", "Table", "move_words", "play", "spread", "whole_game"]

PATIENCE = 30.0  # seconds to finish what has started
GAME = 39  # moves of a game of eight, on average: eight markers and 31 tiles

MOVED, STARTED = b'{"type":"moved"', b'{"type":"started"'
QUIET = tuple(b'{"type":"%s"' % kind for kind in (b"accepted", b"presence", b"welcome", b"snapshot", b"changed"))
ON_TURN = b'"on_turn":true'
SMALL = b'{"type":"ping","id":"12345678"}'

Moment: TypeAlias = list[bytes]
"""What all clients heard of one move."""


@dataclass(slots=True)
class Load:
    """What was done in the meantime; a latency is from sending a move until the last client hears of it."""

    moves: int = 0
    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)  # in seconds


class Exchange(ABC):
    """Some clients that all hear what one of them says."""

    def __init__(self, clients: Sequence[Client]) -> None:
        self.clients = clients
        self._load = Load()
        self._left = 0.0  # moves until it rests
        self._pace: float | None = None  # seconds from one move to the next; None: at once
        self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._sent_at = 0.0
        self._unheard = 0  # clients that have yet to hear of the last move
        self._counts = False  # whether that was a move
        self.resting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        for client in clients:
            client.hear = self.hear
            client.lost = self._lost

    def go(self, load: Load, *, moves: float = math.inf, pace: float | None = None, phase: float = 0.0) -> None:
        """Start making moves; at a given pace, the first comes after `phase`, a part of it."""
        loop = asyncio.get_running_loop()
        self._load, self._left, self._pace = load, moves, pace
        self.resting = loop.create_future()
        self._due = loop.time() + (pace or 0.0) * phase
        self._go_on()

    def stop(self) -> None:
        """Rest as soon as all have heard the last message."""
        self._left = 0
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
            self._rest()

    @abstractmethod
    def hear(self, client: Client, message: bytes) -> None:
        """A client heard something."""

    @abstractmethod
    def speak(self) -> bool:
        """Let a client say something; returns whether that is a move."""

    def heard(self) -> None:
        """One of the clients has heard of the last move."""
        self._unheard -= 1
        if self._unheard:
            return
        if self._counts:
            self._load.moves += 1
            self._load.latencies.append(perf_counter() - self._sent_at)
            self._left -= 1
        self._go_on()

    def fail(self, reason: str) -> None:
        if not self.resting.done():
            self.resting.set_exception(ServingError(reason))
            self.resting.exception()  # it was seen: nobody may be waiting for it any more

    def _lost(self) -> None:
        self.fail("the server hung up on a client")

    def _go_on(self) -> None:
        if self._left <= 0:
            self._rest()
        elif self._pace is None:
            self._say()
        else:
            self._timer = asyncio.get_running_loop().call_at(self._due, self._say)
            self._due += self._pace

    def _say(self) -> None:
        self._timer = None
        self._unheard = len(self.clients)
        self._sent_at = perf_counter()
        self._counts = self.speak()

    def _rest(self) -> None:
        if not self.resting.done():
            self.resting.set_result(None)


class Echo(Exchange):
    """One client that hears what it says."""

    def hear(self, client: Client, message: bytes) -> None:  # noqa: ARG002 -- it is what it said
        self.heard()

    def speak(self) -> bool:
        self.clients[0].say(SMALL)
        return True


class _Mark(msgspec.Struct):
    action: str


class _Preview(msgspec.Struct):
    action: str
    refused: dict[str, str | None] | None


class _Own(msgspec.Struct):
    seat: int
    previews: list[_Preview]
    marks: list[_Mark]


class _Turn(msgspec.Struct):
    """The part of a message that the player on turn needs."""

    seq: int
    own: list[_Own]


_TURN = msgspec.json.Decoder(_Turn)
_IDS = count(1)


class Table(Exchange):
    """Players who choose at random among the moves they are shown. The first of them is the host."""

    def __init__(self, clients: Sequence[Client], random: Random, *, code: str = "") -> None:
        super().__init__(clients)
        self.code = code
        self._random = random
        self._on_turn: tuple[Client, bytes] | None = None  # who, and what they heard
        self.kept: list[bytes] | None = None  # everything heard from now on, if somebody wants it

    @property
    def is_over(self) -> bool:
        """Whether nobody is on turn."""
        return self._on_turn is None

    def hear(self, client: Client, message: bytes) -> None:
        if message.startswith((MOVED, STARTED)):
            if ON_TURN in message:
                self._on_turn = client, message
            if self.kept is not None:
                self.kept.append(message)
            self.heard()
        elif not message.startswith(QUIET):
            self.fail(f"the server sent something unexpected: {message[:300].decode(errors='replace')}")

    def speak(self) -> bool:
        """The player on turn moves; when nobody is, the host begins a game."""
        if self._on_turn is None:
            self.clients[0].say(b'{"type":"start","id":"%d"}' % next(_IDS))
            return False
        client, message = self._on_turn
        self._on_turn = None
        client.say(move_words(message, self._random))
        return True


def move_words(message: bytes, random: Random) -> bytes:
    """A move at random, of those that the message shows to the player on turn."""
    seen = _TURN.decode(message)
    own = seen.own[0]
    shown = [
        each.action for each in own.marks or own.previews if not isinstance(each, _Preview) or not each.refused
    ]
    words = b'{"type":"move","id":"%d","seq":%d,"seat":%d,"action":"%s"}'
    return words % (next(_IDS), seen.seq, own.seat, random.choice(shown).encode())


async def play(exchanges: Sequence[Exchange], seconds: float, *, rate: float | None = None) -> Load:
    """Let all of them play for a while: as fast as they can, or together at a given number of moves a second."""
    load, began = Load(), perf_counter()
    pace = None if rate is None else len(exchanges) / rate
    for number, exchange in enumerate(exchanges):
        exchange.go(load, pace=pace, phase=number / len(exchanges))
    resting = [exchange.resting for exchange in exchanges]
    await asyncio.wait(resting, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for exchange in exchanges:
        exchange.stop()
    await _all(resting)
    load.seconds = perf_counter() - began
    return load


async def spread(tables: Sequence[Table], game: int = GAME) -> None:
    """Let every table play on to a different moment of the game, so that together they cover all of them."""
    for number, table in enumerate(tables):
        table.go(Load(), moves=1 + number * game // len(tables))
    await _all([table.resting for table in tables])


async def whole_game(table: Table) -> list[Moment]:
    """Let the table play a game; returns everything that was heard."""
    kept: list[bytes] = []
    table.kept = kept
    table.go(Load(), moves=1)
    await _all([table.resting])
    while not table.is_over:
        table.go(Load(), moves=1)
        await _all([table.resting])
    table.kept = None
    return [kept[at : at + len(table.clients)] for at in range(0, len(kept), len(table.clients))]


async def _all(resting: Iterable[asyncio.Future[None]]) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*resting)
    except TimeoutError:
        raise ServingError(f"the server has not answered for {PATIENCE:g} s") from None
