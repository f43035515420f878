"""How soon all clients are back after a crash of the server, each by itself."""

from __future__ import annotations

import asyncio
import signal
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from tsuro.bench.crowd import Crowd, Place
from tsuro.bench.guests import game_server, make_tables, socket_of
from tsuro.bench.process import allow_connections

__all__ = ["RETURN_STEPS", "Return", "measure_return"]

GENERATORS = 2  # processes with clients
SEATS = 4  # at each table
PATIENCE = 90.0  # seconds; a client that is not back by then is missing
RETURN_STEPS = 4  # of the whole, each announced when it is done


@dataclass(frozen=True, slots=True, kw_only=True)
class Return:
    """What happened after the crash; times are seconds."""

    clients: int
    down: float  # from the crash until the server listened again
    waits: Sequence[float]  # from then until each client was back, in order; those that are missing are not in it
    cpu: float  # processor time of the server for all of it, its start included


def measure_return(clients: int, tick: Callable[[], None] = lambda: None) -> Return:
    """Seat the clients at tables of four, end the server as a power cut would, start it again, and wait for all.

    The clients are in processes of their own. `tick` is called after each of the `RETURN_STEPS`.
    """
    allow_connections(clients)
    with tempfile.TemporaryDirectory(prefix="tsuro-") as folder, ExitStack() as stack:
        database = Path(folder) / "tables.sqlite3"
        with game_server(database) as server:
            port = server.port
            places = asyncio.run(_seated(port, clients))
            tick()
            crowds = [_crowd(stack, port, places[first::GENERATORS]) for first in range(GENERATORS)]
            for crowd in crowds:
                crowd.wait_until_connected()
            tick()
            crashed = monotonic()
            server.signal(signal.SIGKILL)
        with game_server(database, port=port) as server:
            up = monotonic()
            tick()
            back = sorted(at - up for crowd in crowds for at in crowd.returns())
            tick()
            return Return(clients=clients, down=up - crashed, waits=back, cpu=server.cpu_seconds())


def _crowd(stack: ExitStack, port: int, places: Sequence[Place]) -> Crowd:
    crowd = Crowd(port, places, PATIENCE)
    stack.callback(crowd.end)
    return crowd


async def _seated(port: int, clients: int) -> list[Place]:
    """As many players as asked for, at full tables where a game has begun."""
    tables = await make_tables(port, -(-clients // SEATS), SEATS, start=True)
    return [(socket_of(code), guest) for code, guests in tables for guest in guests][:clients]
