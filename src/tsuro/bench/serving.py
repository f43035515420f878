"""How much the game server gets done, beside a server without a game: moves, waiting, memory."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median

from tsuro.bench.client import ServingError, connect
from tsuro.bench.guests import game_server, seated, socket_of
from tsuro.bench.load import Echo, Exchange, Moment, Table, play, spread, whole_game
from tsuro.bench.process import Process, allow_connections, started
from tsuro.bench.sampling import BEGIN_OR_END, PARTS, STORAGE
from tsuro.game import state

__all__ = ["STEPS", "Figures", "Plan", "Served", "ServingError", "measure_serving"]

ROUNDS = 7  # compared side by side; of each server alone, the fastest counts: other work only slows a round down
STEPS = ROUNDS + 5  # of the whole, each announced when it is done
SETTLING = 0.5  # seconds for a server to finish its background work
WARMING = 50  # connections that do not count: the first ones create what all share
LISTENERS_TOKEN = "-" * 22  # a token; all clients that only listen share one


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    tables: int = 100
    clients: int = 8  # at each
    seconds: float = 7.0  # of load, for each figure
    idle: int = 500  # connections that only listen, to see what memory they take


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """What one server got done."""

    moves_per_cpu_second: float  # in the best round
    moves_per_second: float  # by the wall clock
    p50: float  # seconds until the last client heard of a move, at the load of `Served.offered`
    p99: float
    bytes_per_connection: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """The game server, and what it is compared with: a room without a game, and an echo."""

    ours: Figures
    room: Figures
    echo: Figures
    bytes_per_table: float  # without its connections
    bytes_per_message: float
    ratio: float  # of moves a processor second to the room's, each round beside its own: the median
    offered: float  # moves a second, when waiting was measured: half of what ours can do
    parts: dict[str, float]  # of the processor time of ours
    compiled: bool = False  # whether what every move passes through is compiled to C


def measure_serving(plan: Plan, tick: Callable[[], None] = lambda: None) -> Served:
    """Measure all of them, in turns; `tick` is called after each of the `STEPS`."""
    allow_connections(2 * plan.tables * (plan.clients + 1) + 2 * (plan.idle + WARMING))
    with tempfile.TemporaryDirectory(prefix="tsuro-") as folder:
        return asyncio.run(_Measuring(plan, Path(folder), tick).all())


@dataclass(slots=True, kw_only=True)
class _Contestant:
    """A server with the clients that keep it busy, and the results so far."""

    server: Process
    exchanges: Sequence[Exchange]
    bytes_per_connection: float
    moves_per_cpu_second: list[float] = field(default_factory=list)  # by round
    moves_per_second: float = 0.0
    waits: list[float] = field(default_factory=list)

    async def round(self, seconds: float) -> None:
        """As many moves as it can make."""
        before = self.server.cpu_seconds()
        load = await play(self.exchanges, seconds)
        spent = self.server.cpu_seconds() - before
        self.moves_per_cpu_second.append(load.moves / spent)
        self.moves_per_second = max(self.moves_per_second, load.moves / load.seconds)

    async def wait(self, seconds: float, rate: float) -> None:
        """At most this many moves a second: how long does each take?"""
        self.waits = sorted((await play(self.exchanges, seconds, rate=rate)).latencies)
        if not self.waits:
            raise ServingError("nobody moved in that time: allow more --seconds")

    def figures(self) -> Figures:
        return Figures(
            moves_per_cpu_second=max(self.moves_per_cpu_second),
            moves_per_second=self.moves_per_second,
            p50=self.waits[len(self.waits) // 2],
            p99=self.waits[len(self.waits) * 99 // 100],
            bytes_per_connection=self.bytes_per_connection,
        )


class _Measuring:
    def __init__(self, plan: Plan, folder: Path, tick: Callable[[], None]) -> None:
        self._plan = plan
        self._folder = folder
        self._tick = tick

    async def all(self) -> Served:
        with game_server(self._folder / "tables.sqlite3") as server:
            (first,) = await seated(server.port, 1, self._plan.clients)
            game = await whole_game(first)
            ours, bytes_per_table = await self._ours(server, socket_of(first.code))
            self._tick()
            with started("-m", "tsuro.bench.bare", str(self._written(game))) as bare:
                room, echo = await self._bare(bare)
                await self._compare(ours, room, echo)
        messages = [message for moment in game for message in moment]
        return Served(
            ours=ours.figures(),
            room=room.figures(),
            echo=echo.figures(),
            bytes_per_table=bytes_per_table,
            bytes_per_message=sum(map(len, messages)) / len(messages),
            ratio=_compared(ours, room),
            offered=ours.moves_per_second / 2,
            parts=await self._parts(),
            compiled=Path(state.__file__).suffix != ".py",
        )

    async def _compare(self, ours: _Contestant, room: _Contestant, echo: _Contestant) -> None:
        contestants = (ours, room, echo)
        for _ in range(ROUNDS):
            for contestant in contestants:
                await contestant.round(self._plan.seconds / ROUNDS)
            self._tick()
        for contestant in contestants:
            await contestant.wait(self._plan.seconds, ours.moves_per_second / 2)
            self._tick()
        for contestant in contestants:
            _close(contestant.exchanges)

    async def _ours(self, server: Process, path: str) -> tuple[_Contestant, float]:
        """Our server with full tables, and the memory that each of them takes without its connections."""
        plan = self._plan
        async with self._idle(server, path) as bytes_per_connection:
            before = server.memory()
            tables = await seated(server.port, plan.tables, plan.clients)
            await spread(tables)
            bytes_per_table = (server.memory() - before) / plan.tables - plan.clients * bytes_per_connection
        ours = _Contestant(server=server, exchanges=tables, bytes_per_connection=bytes_per_connection)
        return ours, bytes_per_table

    async def _bare(self, server: Process) -> tuple[_Contestant, _Contestant]:
        """The room without a game, and the echo."""
        plan = self._plan
        async with self._idle(server, "/echo") as of_echo, self._idle(server, "/room/idle") as of_room:
            pass
        rooms = [await _room(server.port, f"/room/{number}", plan.clients) for number in range(plan.tables)]
        await spread(rooms)
        echoes = [Echo([await connect(server.port, "/echo", LISTENERS_TOKEN)]) for _ in range(plan.tables)]
        return (
            _Contestant(server=server, exchanges=rooms, bytes_per_connection=of_room),
            _Contestant(server=server, exchanges=echoes, bytes_per_connection=of_echo),
        )

    async def _parts(self) -> dict[str, float]:
        """The shares of the parts of our server in its processor time."""
        samples, plan = self._folder / "samples.json", self._plan
        with game_server(self._folder / "sampled.sqlite3", samples) as server:
            tables = await seated(server.port, plan.tables, plan.clients)
            await spread(tables)
            all_before, main_before = server.cpu_seconds(), server.main_thread_seconds()
            server.signal(BEGIN_OR_END)
            await play(tables, plan.seconds)
            server.signal(BEGIN_OR_END)
            spent, main = server.cpu_seconds() - all_before, server.main_thread_seconds() - main_before
            _close(tables)
        self._tick()
        return _shares(json.loads(samples.read_text(encoding="utf-8")), min(1.0, main / spent))

    @asynccontextmanager
    async def _idle(self, server: Process, path: str) -> AsyncIterator[float]:
        """Connect clients that only listen; returns the memory that each of them takes."""
        clients = [await connect(server.port, path, LISTENERS_TOKEN) for _ in range(WARMING)]
        before = await _settled(server)
        clients += [await connect(server.port, path, LISTENERS_TOKEN) for _ in range(self._plan.idle)]
        yield (await _settled(server) - before) / self._plan.idle
        for client in clients:
            client.close()

    def _written(self, game: list[Moment]) -> Path:
        file = self._folder / "game.json"
        file.write_bytes(_list([_list(moment) for moment in game]))
        return file


def _compared(ours: _Contestant, room: _Contestant) -> float:
    """Processors get faster and slower: what was measured one after the other is compared."""
    rounds = zip(ours.moves_per_cpu_second, room.moves_per_cpu_second, strict=True)
    return median(one / other for one, other in rounds)


def _shares(seen: dict[str, int], main: float) -> dict[str, float]:
    """From how often each part was seen in the main thread; all other threads write to the disk."""
    working = max(1, sum(seen.get(part, 0) for part in PARTS))
    shares = {part: main * seen.get(part, 0) / working for part in PARTS}
    return shares | {STORAGE: shares[STORAGE] + 1 - main}


async def _room(port: int, path: str, clients: int) -> Table:
    return Table([await connect(port, path, LISTENERS_TOKEN) for _ in range(clients)], Random(clients))


async def _settled(server: Process) -> int:
    """The server's memory after it has finished its background work."""
    await asyncio.sleep(SETTLING)
    return server.memory()


def _close(exchanges: Sequence[Exchange]) -> None:
    for exchange in exchanges:
        for client in exchange.clients:
            client.close()


def _list(parts: Sequence[bytes]) -> bytes:
    return b"[" + b",".join(parts) + b"]"
