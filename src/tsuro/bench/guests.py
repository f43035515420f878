"""The game server started for a benchmark, and tables full of players at it."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from typing import Any

from tsuro.bench.client import ServingError, connect
from tsuro.bench.load import Table
from tsuro.bench.process import Process, started

__all__ = ["game_server", "make_tables", "post", "seated", "socket_of"]

PATIENCE = 30.0  # seconds for an answer

# A separate program, because `bench` may not import the server. All clients share one address and are faster
# than people, so the limits for one address are lifted; everything else is as usual.
LAUNCH = """
import json
import sys
from contextlib import nullcontext
from pathlib import Path

from tsuro.bench.sampling import sampled
from tsuro.server.processes import serve_with
from tsuro.server.serve import serve
from tsuro.server.settings import Limits, Settings

told = json.loads(sys.argv[1])
plenty = 1_000_000
limits = Limits(
    messages_per_second=plenty,
    messages_at_once=plenty,
    tables_per_minute=plenty,
    tables_at_once=plenty,
    tables_per_day=plenty,
    games_per_day=plenty,
    answers_per_second=plenty,
    answers_at_once=plenty,
    requests_per_second=plenty,
    requests_at_once=plenty,
    connections_per_address=20_000,
    accepted_per_address=20_000,
    connections_per_table=20_000,
    connections=20_000,
    tables=plenty,
)
settings = Settings(port=told["port"], database=told["database"], pace=told["pace"], limits=limits)
announce = lambda sentence: print(sentence, flush=True)
with sampled(Path(told["samples"])) if told["samples"] else nullcontext():
    if told["processes"] == 1:
        serve(settings, announce=announce)
    else:
        serve_with(told["processes"], settings, announce=announce)
"""


@contextmanager
def game_server(
    database: str | Path, samples: Path | None = None, *, port: int = 0, pace: float = 0, processes: int = 1
) -> Iterator[Process]:
    """A game server; if it should record where its time goes, a signal starts and stops that."""
    told = {
        "database": str(database),
        "samples": None if samples is None else str(samples),
        "port": port,
        "pace": pace,
        "processes": processes,
    }
    with started("-c", LAUNCH, json.dumps(told)) as process:
        yield process


async def seated(port: int, tables: int, clients: int, *, listed: bool = False) -> list[Table]:
    """Tables with clients at each; the first move will be to start the game."""
    random = Random(tables)
    made = await make_tables(port, tables, clients, listed=listed)
    return [await _connected(port, code, guests, random) for code, guests in made]


async def make_tables(
    port: int, tables: int, seats: int, *, start: bool = False, listed: bool = False
) -> list[tuple[str, list[str]]]:
    """New tables where every seat is taken: their codes, and the players' tokens, the host's first.

    With listed=True the lobby knows them.
    """
    making = [asyncio.to_thread(_make_table, port, seats, start=start, listed=listed) for _ in range(tables)]
    return await asyncio.gather(*making)


def socket_of(code: str) -> str:
    return f"/api/tables/{code}/socket"


async def _connected(port: int, code: str, guests: list[str], random: Random) -> Table:
    clients = [await connect(port, socket_of(code), guest) for guest in guests]
    return Table(clients, random, code=code)


def _make_table(port: int, seats: int, *, start: bool, listed: bool) -> tuple[str, list[str]]:
    guests = [secrets.token_urlsafe(16) for _ in range(seats)]
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        code = post(connection, "/api/tables", guests[0], {"seats": seats, "open": listed})["play"]
        for seat, guest in enumerate(guests):
            sit = {"type": "sit", "id": f"sit-{seat}", "seat": seat, "name": f"Player {seat + 1}"}
            post(connection, f"/api/tables/{code}/requests", guest, sit)
        if start:
            post(connection, f"/api/tables/{code}/requests", guests[0], {"type": "start", "id": "start"})
    except (OSError, HTTPException, ValueError) as error:
        raise ServingError(f"no table can be made at the server: {error!r}") from None
    finally:
        connection.close()
    return code, guests


def post(connection: HTTPConnection, path: str, guest: str, body: dict[str, Any]) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {guest}", "Content-Type": "application/json"}
    connection.request("POST", path, json.dumps(body), headers)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status >= 300:
        raise ServingError(f"the server refuses what a table needs: {content.decode(errors='replace')[:300]}")
    return dict(json.loads(content))
