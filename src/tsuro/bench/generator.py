"""Players in processes of their own, so that whoever is measured shares no interpreter with them.

Run as a program: it reads what to do, a line of JSON each, and answers with a line. `Generators` are several
such processes.
"""

from __future__ import annotations

import asyncio
import gc
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from random import Random
from typing import IO, Any

from tsuro.bench.client import Client, ServingError, connect
from tsuro.bench.guests import make_tables, socket_of
from tsuro.bench.load import Table, play, spread
from tsuro.bench.process import allow_connections

__all__ = ["Generators", "Played"]

SEATS = 4  # at each table
GAME = 28  # moves of a game of four, on average
AT_ONCE = 50  # tables that are made together
AGAIN = 1.0  # seconds until a move that was refused is tried again
REFUSED = b'{"type":"refused"'


@dataclass(slots=True, kw_only=True)
class Played:
    """What happened in a while; a latency is from sending a move until the last player heard of it, in seconds."""

    moves: int = 0
    latencies: list[float] = field(default_factory=list)
    refusals: int = 0
    lost: int = 0  # tables that came to a stop
    bytes: int = 0  # that players received


class Generators:
    """Several processes with tables of four, as whoever measures sees them."""

    def __init__(self, port: int, processes: int, *, connections: int) -> None:
        self._processes = [
            subprocess.Popen(  # noqa: S603 -- our own code
                (sys.executable, "-m", __name__, str(port), str(connections)),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            for _ in range(processes)
        ]

    def add(self, tables: int) -> None:
        """Make new tables where every seat is taken, each at another moment of its game."""
        count = len(self._processes)
        self._ask([{"add": tables // count + (number < tables % count)} for number in range(count)])

    def play(self, seconds: float, pace: float) -> Played:
        """Let all tables play, with this many seconds between two moves at a table."""
        whole = Played()
        for told in self._ask([{"play": seconds, "pace": pace}] * len(self._processes)):
            part = Played(**told)
            whole.moves += part.moves
            whole.latencies += part.latencies
            whole.refusals += part.refusals
            whole.lost += part.lost
            whole.bytes += part.bytes
        return whole

    def end(self) -> None:
        for process in self._processes:
            process.kill()
            process.communicate()

    def _ask(self, wishes: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """What each process answers to its wish; all work at the same time."""
        for process, wish in zip(self._processes, wishes, strict=True):
            _pipe(process.stdin).write(json.dumps(wish).encode() + b"\n")
            _pipe(process.stdin).flush()
        answers = [json.loads(_pipe(process.stdout).readline() or b"null") for process in self._processes]
        for answer in answers:
            if answer is None or "error" in answer:
                raise ServingError("the players ended before the measuring did" if not answer else answer["error"])
        return answers


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None  # noqa: S101 -- both are asked for
    return pipe


class _Table(Table):
    """Counts what goes wrong, and goes on: whoever is refused tries again."""

    def __init__(self, clients: Sequence[Client], random: Random, played: Played) -> None:
        super().__init__(clients, random)
        self.played = played
        self.is_lost = False

    def hear(self, client: Client, message: bytes) -> None:
        self.played.bytes += len(message)
        if not message.startswith(REFUSED):
            super().hear(client, message)
            return
        self.played.refusals += 1
        self._on_turn = self._mover
        if self._left > 0:
            self._timer = asyncio.get_running_loop().call_later(AGAIN, self._say)
        else:
            self._rest()

    def speak(self) -> bool:
        self._mover = self._on_turn  # in case the move is refused
        return super().speak()

    def fail(self, reason: str) -> None:  # noqa: ARG002 -- it is counted
        if not self.is_lost:
            self.is_lost = True
            self.played.lost += 1
            self._left = 0
            self._rest()


class _Players:
    """All tables of one process."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._random = Random(port)
        self._tables: list[_Table] = []

    async def do(self, wish: dict[str, Any]) -> dict[str, Any]:
        if "add" in wish:
            await self._add(wish["add"])
            return {}
        return await self._play(wish["play"], wish["pace"])

    async def _add(self, tables: int) -> None:
        for first in range(0, tables, AT_ONCE):
            made = await make_tables(self._port, min(AT_ONCE, tables - first), SEATS)
            new = [await self._seated(code, guests) for code, guests in made]
            await spread(new, GAME)
            self._tables += new

    async def _seated(self, code: str, guests: Sequence[str]) -> _Table:
        clients = await asyncio.gather(*[connect(self._port, socket_of(code), guest) for guest in guests])
        return _Table(clients, self._random, Played())

    async def _play(self, seconds: float, pace: float) -> dict[str, Any]:
        played = Played()
        self._tables = [table for table in self._tables if not table.is_lost]
        for table in self._tables:
            table.played = played
        if self._tables:
            load = await play(self._tables, seconds, rate=len(self._tables) / pace)
            played.moves, played.latencies = load.moves, load.latencies
        return asdict(played)


async def _run(port: int) -> None:
    players = _Players(port)
    while wish := await asyncio.to_thread(sys.stdin.readline):
        try:
            answer = await players.do(json.loads(wish))
        except ServingError as error:
            answer = {"error": str(error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    allow_connections(int(sys.argv[2]))
    gc.disable()  # its pauses would be measured as the server's
    asyncio.run(_run(int(sys.argv[1])))
