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

__all__ = ["game_server", "seated", "socket_of"]

PATIENCE = 30.0  # seconds for an answer

# A separate program, because `bench` may not import the server. All clients share one address and are faster
# than people, so the limits for one address are lifted; everything else is as usual.
LAUNCH = """
import sys
from contextlib import nullcontext
from pathlib import Path

from tsuro.bench.sampling import sampled
from tsuro.server.serve import serve
from tsuro.server.settings import Limits, Settings

plenty = 1_000_000
limits = Limits(
    messages_per_second=plenty,
    messages_at_once=plenty,
    tables_per_minute=plenty,
    tables_at_once=plenty,
    requests_per_second=plenty,
    requests_at_once=plenty,
    connections_per_address=20_000,
    connections_per_table=20_000,
    connections=20_000,
)
settings = Settings(port=0, database=Path(sys.argv[1]), pace=0, limits=limits)
with sampled(Path(sys.argv[2])) if sys.argv[2:] else nullcontext():
    serve(settings, announce=lambda sentence: print(sentence, flush=True))
"""


@contextmanager
def game_server(database: Path, samples: Path | None = None) -> Iterator[Process]:
    """A game server; if it should record where its time goes, a signal starts and stops that."""
    with started("-c", LAUNCH, str(database), *([] if samples is None else [str(samples)])) as process:
        yield process


async def seated(port: int, tables: int, clients: int) -> list[Table]:
    """Tables with clients at each; the first move will be to start the game."""
    random = Random(tables)
    made = await asyncio.gather(*[asyncio.to_thread(_make_table, port, clients) for _ in range(tables)])
    return [await _connected(port, code, guests, random) for code, guests in made]


def socket_of(code: str) -> str:
    return f"/api/tables/{code}/socket"


async def _connected(port: int, code: str, guests: list[str], random: Random) -> Table:
    clients = [await connect(port, socket_of(code), guest) for guest in guests]
    return Table(clients, random, code=code)


def _make_table(port: int, seats: int) -> tuple[str, list[str]]:
    """Make a table where every seat is taken; returns its code and the players' tokens, the host's first."""
    guests = [secrets.token_urlsafe(16) for _ in range(seats)]
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        code = _post(connection, "/api/tables", guests[0], {"seats": seats})["play"]
        for seat, guest in enumerate(guests):
            sit = {"type": "sit", "id": f"sit-{seat}", "seat": seat, "name": f"Player {seat + 1}"}
            _post(connection, f"/api/tables/{code}/requests", guest, sit)
    except (OSError, HTTPException, ValueError) as error:
        raise ServingError(f"no table can be made at the server: {error!r}") from None
    finally:
        connection.close()
    return code, guests


def _post(connection: HTTPConnection, path: str, guest: str, body: dict[str, Any]) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {guest}", "Content-Type": "application/json"}
    connection.request("POST", path, json.dumps(body), headers)
    answer = connection.getresponse()
    content = answer.read()
    if answer.status >= 300:
        raise ServingError(f"the server refuses what a table needs: {content.decode(errors='replace')[:300]}")
    return dict(json.loads(content))
