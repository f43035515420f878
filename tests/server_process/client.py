"""A client of the server, as strict as the protocol allows: it believes nothing that does not fit."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from types import TracebackType
from typing import TypeAlias

import msgspec
from tests.server_process.harness import some_address
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tsuro.notation import write_tiles
from tsuro.server.messages import ClientMessage, Request, ServerMessage
from tsuro.server.messages.answers import (
    Accepted,
    Changed,
    Goodbye,
    HandOverLink,
    Moved,
    Ping,
    Presence,
    Problem,
    ProgramToken,
    Refused,
    Snapshot,
    Started,
    Undone,
    Welcome,
)
from tsuro.server.messages.events import GameEvent
from tsuro.server.messages.requests import Move, Pong, Resync
from tsuro.server.messages.views import Clocks, Own, Position, TablePhase, TableView, You

__all__ = ["AT_ONCE", "Answered", "Client", "Told", "new_id", "new_token", "some_action"]

Answered: TypeAlias = Accepted | Refused | ProgramToken | HandOverLink
Told: TypeAlias = Changed | Started | Moved | Undone
"""What is in the log: one for each entry."""

PATIENCE = 20.0  # seconds, on a busy machine
AT_ONCE, PER_SECOND = 38, 9.5  # messages: a little less than the server accepts

_DECODER = msgspec.json.Decoder(ServerMessage)


def new_id() -> str:
    return secrets.token_urlsafe(9)


def new_token() -> str:
    return secrets.token_urlsafe(16)


def some_action(own: Own, position: Position, random: Random, *, careful: bool = False) -> str:
    """Any action that the server says is allowed; a careful player spares every marker, if that is possible."""
    if position.phase == "mark":
        return random.choice(own.marks).action
    if position.phase == "play":
        allowed = [preview for preview in own.previews if preview.refused is None]
        kind = [preview for preview in allowed if all(walk.end is not None for walk in preview.walks)]
        return random.choice(kind if careful and kind else allowed).action
    many = random.randint(0, min(len(own.hand), len(own.offer)))
    if many == 0:
        return "exchange nothing"
    give, take = random.sample(own.hand, many), random.sample(own.offer, many)
    return f"exchange {write_tiles(give)} for {write_tiles(take)}"


def _hand(
    table: TableView, own: tuple[Own, ...], last: tuple[GameEvent, ...]
) -> tuple[tuple[Own, ...], Sequence[object]]:
    """What a player sees of hands; after a game, when others may have the seat, a snapshot tells of none."""
    return (own, last) if table.phase == "playing" else ((), [type(event) for event in last])


class Client:
    """One connection to a table; every message is checked and kept.

    Use it with `async with`. Without a token it is a new guest, whom the server gives a
    cookie.
    """

    def __init__(
        self,
        url: str,
        code: str,
        *,
        token: str | None = None,
        cookie: str | None = None,
        source: str = "127.0.0.1",
    ) -> None:
        self.token = token
        self.cookie = cookie
        self.code = code
        self.frames: list[bytes] = []  # all that was heard
        self.told: list[Told] = []
        self.answers: defaultdict[str, list[Answered]] = defaultdict(list)
        self.problems: list[Problem] = []
        self.snapshots: list[Snapshot] = []
        self.welcome: Welcome | None = None
        self.goodbye: Goodbye | None = None
        self.close_code: int | None = None  # when the server, or the network, has closed
        self.seq = 0
        self.away: tuple[int, ...] = ()
        self.watchers = 0
        self.clocks: Clocks | None = None
        self.position: Position | None = None
        self.own: tuple[Own, ...] = ()
        self.last: tuple[GameEvent, ...] = ()
        self._table: TableView | None = None
        self._you: You | None = None
        self._url = url
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._failure: BaseException | None = None
        self._news = asyncio.Condition()
        self._credit, self._credited = float(AT_ONCE), time.monotonic()

    async def __aenter__(self) -> Client:
        await self.connect()
        await self.until(lambda: bool(self.snapshots))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.leave()
        if error is None and self._failure is not None:
            raise self._failure

    async def connect(self) -> None:
        headers = {}
        if self.token is not None:
            headers["Authorization"] = f"Bearer {self.token}"
        if self.cookie is not None:
            headers["Cookie"] = self.cookie
        self._socket = await connect(
            f"{self._url.replace('http', 'ws', 1)}/api/tables/{self.code}/socket",
            additional_headers=headers,
            compression=None,
            proxy=None,
            open_timeout=PATIENCE,
            ping_interval=None,
            max_queue=None,
            close_timeout=2,
            local_addr=(some_address(), 0),
        )
        assert self._socket.response is not None
        given = self._socket.response.headers.get("Set-Cookie")
        if given is not None:
            self.cookie = given.partition(";")[0]
        self._reader = asyncio.create_task(self._read())

    async def leave(self) -> None:
        """Close the connection, and wait until it is."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader

    def hang_up(self) -> None:
        """End the connection at once, without a word."""
        if self._socket is not None:
            self._socket.transport.abort()

    # What is known

    @property
    def table(self) -> TableView:
        assert self._table is not None
        return self._table

    @property
    def you(self) -> You:
        assert self._you is not None
        return self._you

    @property
    def game(self) -> Position:
        """The position, where there is one."""
        assert self.position is not None
        return self.position

    @property
    def on_turn(self) -> Own | None:
        """The client's seat that has to move, and may."""
        if self.table.phase != "playing":
            return None
        seats = self.table.seats
        return next((own for own in self.own if own.on_turn and not seats[own.seat].stand_in), None)

    @property
    def known(self) -> tuple[object, ...]:
        """Everything in a snapshot, except who is there and what time it is."""
        return self.seq, self._table, self._you, self.position, *_hand(self.table, self.own, self.last)

    def moves(self, game: int) -> list[Moved]:
        """What was done in one of the table's games, as far as the client was there."""
        starts = [number for number, told in enumerate(self.told) if isinstance(told, Started)]
        games = [told.table.game for told in self.told if isinstance(told, Started)]
        begin = starts[games.index(game)]
        end = next((start for start in starts if start > begin), None)
        return [told for told in self.told[begin:end] if isinstance(told, Moved)]

    # Talking

    async def send_text(self, data: str | bytes) -> None:
        """Send anything, at once: bytes go in a binary frame."""
        assert self._socket is not None
        await self._socket.send(data)

    async def send_frame(self, data: str | bytes) -> None:
        """Send anything as text, be it text or not."""
        assert self._socket is not None
        with suppress(ConnectionClosed):
            await self._socket.send(data, text=True)

    async def send(self, message: ClientMessage, *, seconds: float = PATIENCE) -> None:
        """Send a message, no faster than the server allows."""
        while (wait := self._wait()) > 0:
            await asyncio.sleep(wait)
        async with asyncio.timeout(seconds):
            await self.send_text(msgspec.json.encode(message).decode())

    async def ask(self, request: Request, *, again: bool = False) -> Answered:
        """The answer to the request; to one that was sent before, the newest."""
        before = len(self.answers[request.id])
        assert (before > 0) == again
        await self.send(request)
        await self.until(lambda: len(self.answers[request.id]) > before)
        return self.answers[request.id][before]

    async def do(self, request: Request) -> Accepted:
        """Ask for what must be granted."""
        answer = await self.ask(request)
        assert isinstance(answer, Accepted), answer
        return answer

    async def fail(self, request: Request) -> Refused:
        """Ask for what must be refused, without anything changing."""
        await self.resync()
        before = self.known
        answer = await self.ask(request)
        assert isinstance(answer, Refused), answer
        assert self.known == before
        return answer

    async def move(self, action: str, *, seat: int | None = None, seq: int | None = None) -> Accepted:
        own = self.on_turn
        assert own is not None
        chosen = own.seat if seat is None else seat
        return await self.do(Move(id=new_id(), seq=self.seq if seq is None else seq, seat=chosen, action=action))

    async def play_on(self, random: Random, *, moves: int = 10_000, careful: bool = False) -> None:
        """Play the client's seats with any legal actions, until the game is over or this many moves are made."""
        for _ in range(moves):
            await self.until(lambda: self.on_turn is not None or self.table.phase == "over")
            own = self.on_turn
            if own is None:
                return
            await self.move(some_action(own, self.game, random, careful=careful))

    async def resync(self) -> Snapshot:
        before = len(self.snapshots)
        await self.send(Resync())
        await self.until(lambda: len(self.snapshots) > before)
        return self.snapshots[before]

    async def until(self, condition: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait for something to become true by what is heard."""
        async with self._news:
            try:
                async with asyncio.timeout(seconds):
                    await self._news.wait_for(lambda: self._is_well() and condition())
            except TimeoutError:
                raise AssertionError(f"waited {seconds} s for nothing; problems: {self.problems}") from None

    async def until_seq(self, seq: int) -> None:
        """Wait until this entry of the log has arrived."""
        await self.until(lambda: self.seq >= seq)

    async def until_phase(self, phase: TablePhase) -> None:
        """Wait until the table has got that far."""
        await self.until(lambda: self.table.phase == phase)

    async def until_closed(self, seconds: float = PATIENCE) -> int:
        async with self._news, asyncio.timeout(seconds):
            await self._news.wait_for(lambda: self.close_code is not None)
        if self._failure is not None:
            raise self._failure
        assert self.close_code is not None
        return self.close_code

    def _wait(self) -> float:
        """How long to wait before the next message; 0: it may be sent, and is counted."""
        now = time.monotonic()
        self._credit = min(AT_ONCE, self._credit + (now - self._credited) * PER_SECOND)
        self._credited = now
        if self._credit < 1:
            return (1 - self._credit) / PER_SECOND
        self._credit -= 1
        return 0

    def _is_well(self) -> bool:
        if self._failure is not None:
            raise self._failure
        if self.close_code is not None:
            raise ConnectionError(f"the connection was closed: {self.close_code}, {self.goodbye}")
        return True

    # Listening

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            async for frame in self._socket:
                await self._hear(frame)
        except ConnectionClosed:
            pass  # its code says how
        except Exception as failure:  # noqa: BLE001 -- raised for whoever waits
            self._failure = failure
            await self._socket.close()
        async with self._news:
            await self._socket.wait_closed()
            self.close_code = self._socket.close_code or 1006
            self._news.notify_all()

    async def _hear(self, frame: str | bytes) -> None:
        assert isinstance(frame, str), "the server sends text"
        self.frames.append(frame.encode())
        message = _DECODER.decode(frame)
        if isinstance(message, Ping):
            await self.send(Pong())
            return
        async with self._news:
            self._take(message)
            self._news.notify_all()

    def _take(self, message: ServerMessage) -> None:
        assert (self.welcome is None) == isinstance(message, Welcome), "a welcome comes first, and once"
        assert self.goodbye is None, "nothing comes after a goodbye"
        match message:
            case Welcome():
                self.welcome = message
            case Snapshot():
                assert message.seq >= self.seq
                self.snapshots.append(message)
                self._believe(message)
            case Changed() | Started() | Moved() | Undone():
                self._follow(message)
            case Presence():
                self.away, self.watchers = message.away, message.watchers
            case Accepted() | ProgramToken():
                assert message.seq <= self.seq, "news comes before the answer"
                self.answers[message.id].append(message)
            case Refused():
                self._compare(message.snapshot)
                self.answers[message.id].append(message)
            case HandOverLink():
                self.answers[message.id].append(message)
            case Problem():
                self.problems.append(message)
            case Goodbye():
                self.goodbye = message

    def _believe(self, snapshot: Snapshot) -> None:
        self.seq = snapshot.seq
        self._table, self._you = snapshot.table, snapshot.you
        self.away, self.watchers, self.clocks = snapshot.away, snapshot.watchers, snapshot.clocks
        self.position, self.own, self.last = snapshot.position, snapshot.own, snapshot.last

    def _compare(self, snapshot: Snapshot) -> None:
        """A snapshot that comes with a refusal has nothing new for a client that listened."""
        table, hand = snapshot.table, _hand(snapshot.table, snapshot.own, snapshot.last)
        assert (snapshot.seq, table, snapshot.you, snapshot.position, *hand) == self.known

    def _follow(self, message: Told) -> None:
        assert self._table is not None, "a snapshot comes before all news"
        assert message.seq == self.seq + 1, f"{message.seq} does not follow {self.seq}"
        self.seq = message.seq
        self.told.append(message)
        self.clocks = message.clocks
        if message.table is not None:
            self._table = message.table
        if not isinstance(message, Moved):
            self._you = message.you
            self.own = tuple(own for own in self.own if own.seat in message.you.seats)
        if not isinstance(message, Changed):
            last = message.last if isinstance(message, Undone) else message.events
            self.position, self.own, self.last = message.position, message.own, last
