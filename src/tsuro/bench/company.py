"""How long people wait for their moves while others play against dragons, which think on the same machine."""

from __future__ import annotations

import asyncio
import re
import secrets
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection
from itertools import count
from math import nan
from pathlib import Path
from random import Random
from time import perf_counter

from tsuro.bench.client import Client, ServingError, connect
from tsuro.bench.guests import game_server, post, seated, socket_of
from tsuro.bench.load import MOVED, ON_TURN, STARTED, Table, move_words, play, spread
from tsuro.bench.process import Process, allow_connections

__all__ = ["Company", "CompanyPlan", "Waits", "measure_company"]

PACE = 2.0  # seconds between two moves of people at a table
BOTS_PACE = 0.8  # as usual
OVER = b'"phase":"over"'
OWN_MOVE = re.compile(rb'\{"type":"moved","seq":\d+,"seat":0,')
_IDS = count(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class CompanyPlan:
    people: int = 50  # tables at which only people play
    clients: int = 4  # at each of them
    dragons: int = 200  # tables of one person against three dragons
    seconds: float = 20.0  # of load, for each figure
    warming: float = 15.0  # seconds until all processes run, and have loaded the compiled core


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """Seconds within which half of them, and 99 in a hundred, were done; nan if there were none."""

    number: int
    p50: float
    p99: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Waits:
        some = sorted(seconds) or [nan]
        return cls(number=len(seconds), p50=some[len(some) // 2], p99=some[len(some) * 99 // 100])


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    alone: Waits  # moves at tables of people, while nobody else plays
    beside_dragons: Waits  # the same, while dragons think
    against_dragons: Waits  # moves of those who play against the dragons
    rounds: Waits  # from such a move until it is the same person's turn again: three dragons have moved
    bots: int  # moves that bots made
    mean_wait: float  # of a bot, in seconds, until it could think
    below: int  # moves that bots made below their name


def measure_company(plan: CompanyPlan) -> Company:
    """Measure people's moves without and with dragons, in one run."""
    allow_connections(2 * (plan.people * plan.clients + plan.dragons))
    with (
        tempfile.TemporaryDirectory(prefix="tsuro-") as folder,
        game_server(Path(folder) / "tables.sqlite3", pace=BOTS_PACE) as server,
    ):
        return asyncio.run(_measure(plan, server))


async def _measure(plan: CompanyPlan, server: Process) -> Company:
    tables = await seated(server.port, plan.people, plan.clients)
    await spread(tables)
    alone = await _people(tables, plan)
    challengers = [await _challenger(server.port, Random(number)) for number in range(plan.dragons)]
    await asyncio.sleep(plan.warming)
    before = _bots(server.port)
    for challenger in challengers:
        challenger.forget()
    beside = await _people(tables, plan)
    bots, waited, below = (now - then for now, then in zip(_bots(server.port), before, strict=True))
    for client in (
        *(client for table in tables for client in table.clients),
        *(each.client for each in challengers),
    ):
        client.close()
    return Company(
        alone=alone,
        beside_dragons=beside,
        against_dragons=Waits.of([wait for each in challengers for wait in each.waits]),
        rounds=Waits.of([round_ for each in challengers for round_ in each.rounds]),
        bots=int(bots),
        mean_wait=waited / max(1, bots),
        below=min(int(below), int(bots)),  # one is counted when its bot may think, the other once it is made
    )


async def _people(tables: Sequence[Table], plan: CompanyPlan) -> Waits:
    waits = Waits.of((await play(tables, plan.seconds, rate=len(tables) / PACE)).latencies)
    if not waits.number:
        raise ServingError("nobody moved in that time: allow more --seconds")
    return waits


class _Challenger:
    """One person against dragons, who takes as long for a move as people do, and plays again and again."""

    def __init__(self, client: Client, random: Random) -> None:
        self.client = client
        self._random = random
        self._said_at = 0.0
        self.forget()
        client.hear = self._hear

    def forget(self) -> None:
        """Measure from now on."""
        self._done_at = 0.0
        self.waits: list[float] = []  # until a move is made
        self.rounds: list[float] = []  # until it is this person's turn again

    def begin(self) -> None:
        self._done_at = 0.0  # the last round of the game before may have gone on without this person
        self.client.say(b'{"type":"start","id":"%d"}' % next(_IDS))

    def _hear(self, _client: Client, message: bytes) -> None:
        if not message.startswith((MOVED, STARTED)):
            return
        now = perf_counter()
        if OWN_MOVE.match(message):
            self.waits.append(now - self._said_at)
            self._done_at = now
        if OVER in message:
            self._later(self.begin)
        elif ON_TURN in message:
            if self._done_at:
                self.rounds.append(now - self._done_at)
            self._later(lambda: self._move(message))

    def _later(self, act: Callable[[], None]) -> None:
        asyncio.get_running_loop().call_later(PACE * (0.5 + self._random.random()), act)

    def _move(self, message: bytes) -> None:
        self._said_at = perf_counter()
        self.client.say(move_words(message, self._random))


async def _challenger(port: int, random: Random) -> _Challenger:
    guest = secrets.token_urlsafe(16)
    seats = [{"kind": "person", "name": "Ana"}, *[{"kind": "bot", "bot": "dragon"}] * 3]
    code = await asyncio.to_thread(_make, port, guest, seats)
    challenger = _Challenger(await connect(port, socket_of(code), guest), random)
    challenger.begin()
    return challenger


def _make(port: int, guest: str, seats: list[dict[str, str]]) -> str:
    connection = HTTPConnection("127.0.0.1", port)
    try:
        return str(post(connection, "/api/tables", guest, {"seats": seats})["play"])
    finally:
        connection.close()


def _bots(port: int) -> tuple[float, float, float]:
    """How many moves bots have made so far, how long they waited, and how many of the moves were below a name."""
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("GET", "/metrics")
    text = connection.getresponse().read().decode()
    connection.close()
    number, waited = (_sum(text, f"tsuro_bot_waiting_seconds_{part}{{") for part in ("count", "sum"))
    return number, waited, _sum(text, "tsuro_bots_below_total{")


def _sum(text: str, start: str) -> float:
    return sum(float(line.rpartition(" ")[2]) for line in text.splitlines() if line.startswith(start))
