"""People who play whatever happens: they come back to any process, and ask again until they are answered."""

from __future__ import annotations

import asyncio
from asyncio import Task
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from tests.server_process.client import Answered, Client, new_id, new_token, some_action
from tests.server_process.players import FAILURES
from tests.server_process.web import make_table

from tsuro.server.messages.answers import Accepted, Refused
from tsuro.server.messages.requests import AddBot, Move, Ping, Request, Sit, Start, TakeBack
from tsuro.server.options import Bank, Clock, NoClock, PerTurn, TableOptions

__all__ = ["Person", "Table", "seat_people"]

DIAL = 4.0  # seconds to connect, before another process is tried
AGAIN = (0.05, 0.5)  # seconds before the next try
THINKING = 0.15  # seconds at most
FOR_EVER = 3600.0

TRY_AGAIN = {"restarting", "not-stored"}  # nothing has happened: the same request is sent again
TOO_LATE = {"stale", "time-is-up", "stand-in-plays", "no-stand-in", "not-playing", "already-over", "not-your-turn"}


@dataclass(kw_only=True)
class Table:
    """A table on a site, and what has to be played there."""

    code: str
    has_clock: bool
    games: int = 1_000_000  # after which nobody starts another


@dataclass(kw_only=True, eq=False)
class Person:
    """Somebody at a table, with everything that they asked for and heard."""

    table: Table
    token: str
    is_host: bool
    addresses: Sequence[str]  # of the processes of the site
    random: Random
    patience: float  # seconds of silence after which they ask whether the server is there
    clients: list[Client] = field(default_factory=list)  # one for each time they came
    unanswered: dict[str, Request] = field(default_factory=dict)
    accepted: dict[str, tuple[Request, int]] = field(default_factory=dict)
    refused: dict[str, Request] = field(default_factory=dict)
    seen: int = 0  # the last entry of the log that they know
    here: Client | None = None

    async def live(self) -> None:
        """Play, and come back after every failure, until cancelled."""
        while True:
            with suppress(*FAILURES):
                await self._visit()
            await asyncio.sleep(self.random.uniform(*AGAIN))

    @property
    def seq(self) -> int:
        """The last entry that a connection which is open has brought."""
        return 0 if self.here is None or self.here.close_code is not None else self.here.seq

    @property
    def is_done(self) -> bool:
        """Whether the last game is over, and nothing is left to be answered."""
        client = self.here
        if client is None or client.close_code is not None or self.unanswered:
            return False
        return client.table.phase == "over" and client.table.game >= self.table.games

    async def _visit(self) -> None:
        client = Client(self.random.choice(self.addresses), self.table.code, token=self.token)
        watching: Task[None] | None = None
        try:
            async with asyncio.timeout(DIAL):
                await client.connect()
                await client.until(lambda: client.snapshots)
            assert client.seq >= self.seen, "a process knows less than another has told"
            self.clients.append(client)
            self.here = client
            watching = asyncio.create_task(self._watch(client))
            await self._play(client)
        finally:
            self.seen = max(self.seen, client.seq)
            client.hang_up()
            if watching is not None:
                watching.cancel()
            await client.leave()

    async def _watch(self, client: Client) -> None:
        """A silent server is asked; one that stays silent is left."""
        heard = -1
        while len(client.frames) > heard:
            heard = len(client.frames)
            await asyncio.sleep(self.patience)
            if len(client.frames) == heard:
                with suppress(*FAILURES):
                    await client.send(Ping(), seconds=self.patience)
                await asyncio.sleep(self.patience)
        client.hang_up()

    async def _play(self, client: Client) -> None:
        for request in tuple(self.unanswered.values()):
            await self._ask(client, request)
        while True:
            await client.until(lambda: self._wanted(client) is not None, FOR_EVER)
            await asyncio.sleep(self.random.uniform(0, THINKING))
            wanted = self._wanted(client)
            if wanted is not None:
                await self._ask(client, wanted())

    def _wanted(self, client: Client) -> Callable[[], Request] | None:
        """What to ask for now."""
        table, own = client.table, client.on_turn
        if own is not None:
            return lambda: Move(
                id=new_id(), seq=client.seq, seat=own.seat, action=some_action(own, client.game, self.random)
            )
        if table.phase != "playing":
            is_next = self.is_host and table.game < self.table.games
            return (lambda: Start(id=new_id())) if is_next else None
        replaced = [seat for seat in client.you.seats if table.seats[seat].stand_in]
        return (lambda: TakeBack(id=new_id(), seat=replaced[0])) if replaced else None

    async def _ask(self, client: Client, request: Request) -> None:
        self.unanswered[request.id] = request
        await client.send(request)
        await client.until(lambda: client.answers[request.id], FOR_EVER)
        self._hear(request, client.answers[request.id][-1])

    def _hear(self, request: Request, answer: Answered) -> None:
        if isinstance(answer, Refused) and answer.code in TRY_AGAIN:
            raise ConnectionError(answer.sentence)
        del self.unanswered[request.id]
        if isinstance(answer, Accepted):
            self.accepted[request.id] = request, answer.seq
        else:
            assert isinstance(answer, Refused), answer
            assert self.table.has_clock, answer  # nobody else acts for a person
            assert answer.code in TOO_LATE, answer
            self.refused[request.id] = request


async def seat_people(addresses: Sequence[str], random: Random, *, patience: float) -> list[Person]:
    """At three tables: people alone, people and a bot with a clock, one person and bots with a clock."""
    kinds: list[tuple[int, int, Clock]] = [(2, 0, NoClock()), (2, 1, PerTurn(5)), (1, 2, Bank(30, 5))]
    people: list[Person] = []
    for humans, bots, clock in kinds:
        tokens = [new_token() for _ in range(humans)]
        options = TableOptions(edition=random.choice(["classic", "modern"]), seats=humans + bots, clock=clock)
        made = await asyncio.to_thread(make_table, addresses[0], tokens[0], options)
        table = Table(code=made.play, has_clock=bots > 0)
        for seat, token in enumerate(tokens):
            async with Client(random.choice(addresses), table.code, token=token) as client:
                await client.do(Sit(id=new_id(), seat=seat, name=f"Player {seat}"))
                for free in range(humans, humans + bots) if seat == 0 else ():
                    await client.do(AddBot(id=new_id(), seat=free, bot="wanderer"))
            people.append(
                Person(
                    table=table,
                    token=token,
                    is_host=seat == 0,
                    addresses=addresses,
                    random=Random(random.random()),
                    patience=patience,
                )
            )
    return people
