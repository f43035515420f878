"""Players who never give up: they come back after every failure, and remember everything they heard."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from random import Random

from tests.server_process.client import Answered, Client, Told, new_id, new_token, some_action
from tests.server_process.web import make_table
from websockets.exceptions import WebSocketException

from tsuro.server.messages.answers import Accepted, Changed, Moved, Refused, Started
from tsuro.server.messages.requests import AddBot, Move, Request, Sit, Start
from tsuro.server.options import BotLevel, TableOptions
from tsuro.server.rooms.wire_forms import wire_position
from tsuro.server.tables.log import Acted, LogEntry, kind_of
from tsuro.server.tables.table import Table
from tsuro.server.tokens import guest_of

__all__ = ["FAILURES", "Player", "check_log", "seat_players"]

FAILURES = (OSError, WebSocketException, EOFError, TimeoutError, HTTPException)  # of a connection to the dead


@dataclass(kw_only=True)
class Player:
    """Somebody at a table, who comes back after every failure and sends again what was not answered."""

    code: str
    token: str
    is_host: bool
    unanswered: list[Request] = field(default_factory=list)
    clients: list[Client] = field(default_factory=list)  # one for each time they came

    async def play(self, url: str, random: Random) -> None:
        """Play until the server is gone."""
        with suppress(*FAILURES):
            async with Client(url, self.code, token=self.token) as client:
                self.clients.append(client)
                for request in tuple(self.unanswered):
                    await self.ask(client, request)
                while True:
                    await client.until(lambda: self.wanted(client))
                    await self.ask(client, self.choose(client, random))

    def came(self, visits: int) -> bool:
        """Whether they have come more often than that."""
        return len(self.clients) > visits

    def wanted(self, client: Client) -> bool:
        return client.on_turn is not None or (self.is_host and client.table.phase != "playing")

    def choose(self, client: Client, random: Random) -> Request:
        own = client.on_turn
        if own is None:
            return Start(id=new_id())
        return Move(id=new_id(), seq=client.seq, seat=own.seat, action=some_action(own, client.game, random))

    async def ask(self, client: Client, request: Request) -> None:
        """Nothing that is asked for here may be refused, however often the server died in between."""
        if request not in self.unanswered:
            self.unanswered.append(request)
        answer = await client.ask(request)
        if is_restarting(answer):
            raise ConnectionError("the server ends")  # so it is asked again later
        assert isinstance(answer, Accepted), answer
        self.unanswered.remove(request)


def is_restarting(answer: Answered) -> bool:
    """Whether nothing was done, since the server is about to end."""
    return isinstance(answer, Refused) and answer.code == "restarting"


def check_log(player: Player, log: list[LogEntry]) -> None:
    """Everything the player heard is in the log, at its place."""
    guest = guest_of(player.token)
    done = [entry.request for entry in log if entry.by == guest]
    for client in player.clients:
        assert client.seq <= len(log)
        for told in client.told:
            check_told(told, log[told.seq - 1])
        for number, answers in client.answers.items():
            for answer in answers:
                if is_restarting(answer):
                    continue
                assert isinstance(answer, Accepted)
                entry = log[answer.seq - 1]
                assert (entry.by, entry.request) == (guest, number)
                assert done.count(number) == 1
    if player.clients:
        check_position(player.clients[-1], log)


def check_told(told: Told, entry: LogEntry) -> None:
    match told:
        case Moved():
            assert isinstance(entry, Acted)
            assert (told.seat, told.played) == (entry.seat, entry.played)
            assert told.action == entry.action or "?" in told.action
        case Started():
            assert kind_of(entry) == "started"
        case Changed():
            assert kind_of(entry) == told.what


def check_position(client: Client, log: list[LogEntry]) -> None:
    """What the client saw last is what the log leads to."""
    if client.seq and client.position is not None:
        match = Table.replay(log[: client.seq]).match
        assert match is not None
        assert wire_position(match.state) == client.position


async def seat_players(url: str, *bots: BotLevel) -> list[Player]:
    """At three tables: two people, two people and bots, one client with three seats."""
    kinds: list[tuple[int, int, tuple[BotLevel, ...]]] = [(2, 1, ()), (2, 1, bots), (1, 3, ())]
    players: list[Player] = []
    for people, seats, added in kinds:
        tokens = [new_token() for _ in range(people)]
        options = TableOptions(edition="classic", seats=people * seats + len(added))
        code = make_table(url, tokens[0], options).play
        for number, token in enumerate(tokens):
            async with Client(url, code, token=token) as client:
                for seat in range(number, number + seats):
                    await client.do(Sit(id=new_id(), seat=seat, name=f"Player {seat}"))
                for seat, bot in enumerate(added if number == 0 else (), people * seats):
                    await client.do(AddBot(id=new_id(), seat=seat, bot=bot))
            players.append(Player(code=code, token=token, is_host=number == 0))
    return players
