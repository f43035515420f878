"""The server is killed without warning, again and again: nothing that was told is lost, and games go on."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random

import pytest
from tests.server_process.client import Client, new_id, new_token
from tests.server_process.games import all_logs, gathered, log_of, record_of, started
from tests.server_process.harness import Server, wait_for
from tests.server_process.players import FAILURES, Player, check_log, seat_players
from tests.server_process.web import HandOverTaken, TableMade, claim, make_table

from tsuro.record import verify
from tsuro.server.messages.answers import HandOverLink
from tsuro.server.messages.requests import HandOver, Leave, Start
from tsuro.server.options import BotLevel, Clock, NoClock, PerTurn, TableOptions
from tsuro.server.tables.log import kind_of
from tsuro.server.tables.table import Table

CHUNKS, KILLS = 4, 13  # this many servers, each killed this often
PATIENCE = 5.0  # seconds, until no process of a server that was killed is left


def make_tables(url: str, made: list[str]) -> None:
    """Make some tables, until the server is gone."""
    with suppress(*FAILURES):
        for _ in range(10):
            made.append(make_table(url, new_token()).play)  # noqa: PERF401 -- those that were made before it fails


async def play_until_killed(
    server: Server, players: list[Player], made: list[str], random: Random, *, longest: float
) -> None:
    visits = [len(player.clients) for player in players]
    playing = [asyncio.create_task(player.play(server.url, random)) for player in players]
    making = asyncio.create_task(asyncio.to_thread(make_tables, server.url, made))
    while not all(player.came(before) for player, before in zip(players, visits, strict=True)):
        assert not any(task.done() for task in playing), [task for task in playing if task.done()]
        await asyncio.sleep(0.005)
    await asyncio.sleep(random.uniform(0, longest))
    server.kill()
    await asyncio.gather(making, *playing)


async def finish(server: Server, players: list[Player], random: Random) -> None:
    """Everybody comes back, and the games are played to their ends."""
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(Client(server.url, player.code, token=player.token))
            for player in players
        ]
        for player, client in zip(players, clients, strict=True):
            player.clients.append(client)
            for request in tuple(player.unanswered):
                await player.ask(client, request)
        for player, client in zip(players, clients, strict=True):
            await client.resync()  # what others did last may have ended the game
            if player.is_host and client.table.phase != "playing":
                await player.ask(client, Start(id=new_id()))
        for client in clients:
            await client.until_phase("playing")
        await asyncio.gather(*(client.play_on(random) for client in clients))
        for player, client in zip(players, clients, strict=True):
            for game in range(1, client.table.game + 1):
                verify(record_of(server.url, player.code, game))


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_nothing_that_was_told_is_lost_when_the_server_is_killed(tmp_path: Path, chunk: int) -> None:
    random, made = Random(time.time()), list[str]()
    with Server(tmp_path) as server:
        bots: list[BotLevel] = ["wanderer"] if chunk == 0 else []  # whose process takes long to start each time
        players = asyncio.run(seat_players(server.url, *bots))
        for _ in range(KILLS):
            longest = random.choice([0.2, 1.0]) if bots else 0.2
            asyncio.run(play_until_killed(server, players, made, random, longest=longest))
            wait_for(lambda: not server.children(), PATIENCE, "the end of the processes that bots think in")
            logs = all_logs(server.database)
            for player in players:
                check_log(player, logs[player.code])
            assert set(made) <= set(logs)
            server.start()
        asyncio.run(finish(server, players, random))
        assert server.stop() == 0
        logs = all_logs(server.database)
        for player in players:
            assert player.unanswered == []
            check_log(player, logs[player.code])
        assert sum(len(client.told) for player in players for client in player.clients) > 50


def test_a_server_killed_while_it_starts_starts_the_next_time(tmp_path: Path) -> None:
    random = Random(time.time())
    with Server(tmp_path) as server:
        token = new_token()
        code = make_table(server.url, token).play
        server.kill()
        for _ in range(4):
            server.launch()
            time.sleep(random.uniform(0.2, 0.9))
            server.kill()
        server.start()
        assert [kind_of(entry) for entry in log_of(server.database, code)] == ["created", "committed"]


def test_a_database_half_made_is_made_again(tmp_path: Path) -> None:
    random = Random(time.time())
    server = Server(tmp_path)
    try:
        for _ in range(3):
            server.launch()
            until = time.monotonic() + 10
            while not any(tmp_path.glob("*tsuro-*")) and not server.database.exists() and time.monotonic() < until:
                time.sleep(0.001)
            time.sleep(random.uniform(0, 0.02))
            server.kill()
        server.start()
        assert make_table(server.url, new_token()).play in all_logs(server.database)
    finally:
        server.clean_up()


def test_a_bot_that_thinks_when_the_server_is_killed_does_not_stay_behind(tmp_path: Path) -> None:
    async def play(server: Server) -> str:
        async with started(server.url, 1, "dragon", "dragon", "guardian") as party:
            await party.host.move("mark a6n1")
            await party.host.until(lambda: party.host.seq >= 10)
            assert len(server.children()) >= 1
            server.kill()
            return party.codes.play

    with Server(tmp_path) as server:
        code = asyncio.run(play(server))
        wait_for(lambda: not server.children(), PATIENCE, "the end of the processes that bots think in")
        server.start()
        before = len(log_of(server.database, code))
        assert before >= 10


@pytest.mark.parametrize("clock", [NoClock(), PerTurn(60)], ids=["when-somebody-comes", "by-the-clock"])
def test_bots_go_on_after_a_restart(tmp_path: Path, clock: Clock) -> None:
    async def leave() -> TableMade:
        options = TableOptions(seats=3, first="chosen", clock=clock)
        async with started(server.url, 1, "wanderer", "wanderer", options=options) as party:
            await party.host.do(Leave(id=new_id()))
            server.kill()
            return party.codes

    async def watch() -> None:
        async with Client(server.url, codes.watch) as watcher:
            await watcher.until_phase("over")

    with Server(tmp_path) as server:
        codes = asyncio.run(leave())
        log = log_of(server.database, codes.play)
        assert Table.replay(log).phase == "playing"
        server.start()
        if isinstance(clock, NoClock):
            time.sleep(1.5)
            assert log_of(server.database, codes.play) == log  # bots do not play for themselves
            asyncio.run(watch())
        wait_for(
            lambda: Table.replay(log_of(server.database, codes.play)).phase == "over", 15, "the end of the game"
        )


def test_a_code_to_hand_over_a_seat_survives(tmp_path: Path) -> None:
    async def ask(server: Server) -> str:
        async with gathered(server.url, 1) as party:
            link = await party.host.ask(HandOver(id=new_id()))
            server.kill()
            assert isinstance(link, HandOverLink)
            return link.code

    with Server(tmp_path) as server:
        code = asyncio.run(ask(server))
        server.start()
        assert isinstance(claim(server.url, code, new_token()), HandOverTaken)
        assert claim(server.url, code, new_token()) == 404
