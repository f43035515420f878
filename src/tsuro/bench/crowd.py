"""Clients in a process of their own, which come back by themselves when their server is gone.

Run as a program: it is told the port and the clients, as JSON, and says when all are connected and, after the
server was lost, when each was back. The clock is the system's, the same for all processes.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Sequence
from random import Random
from time import monotonic
from typing import IO, TypeAlias

from tsuro.bench.client import Client, ServingError, connect
from tsuro.bench.process import allow_connections

__all__ = ["Crowd", "Place", "wait_for"]

FIRST_WAIT, GROWTH, LONGEST_WAIT = 1.0, 1.5, 10.0  # seconds, as the page waits
LONGEST_DIAL = 30.0  # whoever gives up sooner loses their place in the queue of a busy server
SNAPSHOT = b'{"type":"snapshot"'
AT_ONCE = 50  # clients that connect together at the start

Place: TypeAlias = tuple[str, str]
"""Where a client connects, and its token."""


def wait_for(attempt: int, chance: float) -> float:
    """Seconds before the next attempt, counted from 0: any time up to a bound that grows."""
    return chance * min(FIRST_WAIT * GROWTH**attempt, LONGEST_WAIT)


class Crowd:
    """A process with clients, as whoever measures sees it."""

    def __init__(self, port: int, places: Sequence[Place], patience: float) -> None:
        self._process = subprocess.Popen(  # noqa: S603 -- our own code
            (sys.executable, "-m", __name__), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        told = {"port": port, "places": places, "patience": patience}
        _pipe(self._process.stdin).write(json.dumps(told).encode() + b"\n")
        _pipe(self._process.stdin).flush()

    def wait_until_connected(self) -> None:
        if _pipe(self._process.stdout).readline() != b"connected\n":
            raise ServingError("the clients cannot connect to the server")

    def returns(self) -> list[float]:
        """When each client was back; those that never came are missing."""
        line = _pipe(self._process.stdout).readline()
        if not line:
            raise ServingError("the clients ended before they could say when they were back")
        return [float(at) for at in json.loads(line)]

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # noqa: S101 -- both are asked for
    return pipe


class _Returning:
    """One client: as soon as it has lost the server, it tries to come back."""

    def __init__(self, port: int, place: Place, random: Random) -> None:
        self._port, self._random = port, random
        self._path, self._token = place
        self._lost, self._caught_up = asyncio.Event(), asyncio.Event()
        self.back: float | None = None

    async def connect(self) -> None:
        self._caught_up.clear()
        async with asyncio.timeout(LONGEST_DIAL):
            client = await connect(self._port, self._path, self._token, hear=self._hear)
            client.lost = self._lost.set
            try:
                await self._caught_up.wait()
            except BaseException:
                client.close()
                raise

    async def come_back(self) -> None:
        """Wait until the server is lost, and then until it is there again."""
        await self._lost.wait()
        attempt = 0
        while self.back is None:
            await asyncio.sleep(wait_for(attempt, self._random.random()))
            attempt += 1
            try:
                await self.connect()
            except (ServingError, TimeoutError):
                continue
            self.back = monotonic()

    def _hear(self, _client: Client, message: bytes) -> None:
        if message.startswith(SNAPSHOT):
            self._caught_up.set()


async def _run(port: int, places: Sequence[Place], patience: float) -> None:
    random = Random(len(places))
    clients = [_Returning(port, place, random) for place in places]
    for at in range(0, len(clients), AT_ONCE):
        await asyncio.gather(*[client.connect() for client in clients[at : at + AT_ONCE]])
    print("connected", flush=True)
    await asyncio.wait([asyncio.create_task(client.come_back()) for client in clients], timeout=patience)
    print(json.dumps([client.back for client in clients if client.back is not None]), flush=True)
    await asyncio.Event().wait()  # they stay until they are told to end


if __name__ == "__main__":
    told = json.loads(sys.stdin.readline())
    allow_connections(len(told["places"]))
    asyncio.run(_run(told["port"], told["places"], told["patience"]))
