"""Tables with players at them, games played to the end, and the truth about both from the database."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from random import Random

import msgspec
from tests.server_process.client import Client, new_id, new_token
from tests.server_process.web import TableMade, fetch, make_table

from tsuro.record import Moment, Record, read_text, replay
from tsuro.server.messages.answers import Moved
from tsuro.server.messages.requests import AddBot, ChooseFirst, Sit, Start
from tsuro.server.options import BotLevel, TableOptions
from tsuro.server.rooms.wire_forms import wire_position
from tsuro.server.tables.log import LogEntry

__all__ = [
    "Party",
    "all_logs",
    "check_agreement",
    "gathered",
    "log_of",
    "place_markers",
    "play_to_the_end",
    "record_of",
    "started",
]

FAR_APART = ("mark a6n1", "mark f1s2", "mark f6n2", "mark a1s1")
NAMES = ("Ana", "Rui", "Eva", "Ivo", "Ida", "Noé", "Zoë", "Léa")


@dataclass(frozen=True, kw_only=True)
class Party:
    """A table, and the clients of the people at it, one for each; the first is the host."""

    url: str
    codes: TableMade
    people: tuple[Client, ...]

    @property
    def host(self) -> Client:
        return self.people[0]


@asynccontextmanager
async def gathered(
    url: str, people: int, *bots: BotLevel, options: TableOptions | None = None
) -> AsyncIterator[Party]:
    """People and then bots sit at a new table."""
    if options is None:
        options = TableOptions(seats=max(2, people + len(bots)), first="chosen")
    tokens = [new_token() for _ in range(people)]
    codes = make_table(url, tokens[0], options)
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(url, codes.play, token=token)) for token in tokens]
        for seat, client in enumerate(clients):
            await client.do(Sit(id=new_id(), seat=seat, name=NAMES[seat]))
        for seat, bot in enumerate(bots, people):
            await clients[0].do(AddBot(id=new_id(), seat=seat, bot=bot))
        yield Party(url=url, codes=codes, people=tuple(clients))


@asynccontextmanager
async def started(
    url: str, people: int, *bots: BotLevel, options: TableOptions | None = None
) -> AsyncIterator[Party]:
    """The same, and a game has begun, which all have heard of; unless chance decides, seat 0 is first."""
    async with gathered(url, people, *bots, options=options) as party:
        if party.host.table.options.first == "chosen":
            await party.host.do(ChooseFirst(id=new_id(), seat=0))
        await party.host.do(Start(id=new_id()))
        for client in party.people:
            await client.until_phase("playing")
        yield party


async def place_markers(party: Party) -> None:
    """All people place their markers, as far from each other as the board allows."""

    async def place(client: Client) -> None:
        await client.until(lambda: client.on_turn)
        await client.move(FAR_APART[client.you.seats[0]])

    await asyncio.gather(*(place(client) for client in party.people))


async def play_to_the_end(clients: Sequence[Client], random: Random) -> None:
    """All play until the game is over, and all have heard so."""
    await asyncio.gather(*(client.play_on(random) for client in clients))


def record_of(url: str, code: str, game: int, *, token: str | None = None) -> Record:
    answer = fetch(url, f"/api/tables/{code}/games/{game}/record", token=token)
    assert answer.status == 200, answer.body
    return read_text(answer.body.decode())


def check_agreement(client: Client, record: Record, game: int) -> None:
    """What the client heard of a whole game is what the record says."""
    first, *moments = replay(record)
    moves = client.moves(game)
    assert len(moves) == len(moments) > 0
    for moved, moment in zip(moves, moments, strict=True):
        assert moved.position == wire_position(moment.state)
        _check_own(moved, moment)
    assert first.entry is None


def _check_own(moved: Moved, moment: Moment) -> None:
    assert moment.entry is not None
    assert moved.seat == moment.entry.seat
    for own in moved.own:
        assert own.hand == moment.state.hand_of(own.seat)
        assert own.on_turn == (moment.state.active == own.seat and moved.position.phase != "over")


def all_logs(database: Path) -> dict[str, list[LogEntry]]:
    """The log of every table, by its code to play; the numbers of its entries have no gaps."""
    decoder = msgspec.json.Decoder(LogEntry)
    logs: dict[str, list[LogEntry]] = {}
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT play, seq, entry FROM log JOIN tables ON id = table_id ORDER BY id, seq")
        for play, seq, entry in rows:
            log = logs.setdefault(play, [])
            log.append(decoder.decode(entry))
            assert seq == len(log), "the log has a gap"
    return logs


def log_of(database: Path, code: str) -> list[LogEntry]:
    """The log of the table with that code to play."""
    return all_logs(database)[code]
