"""A site: several processes on one PostgreSQL database, any of which may end at any moment."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, closing, suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import msgspec
import pytest
from tests import postgresql
from tests.server_process.client import Client, new_id, new_token
from tests.server_process.games import NAMES, record_of
from tests.server_process.harness import REAL, Server, wait_for
from tests.server_process.players import FAILURES, Player, check_log, seat_players
from tests.server_process.web import TableMade, fetch, make_table, post

from tsuro.record import verify
from tsuro.server.messages.lobby import LobbySnapshot
from tsuro.server.messages.requests import AddBot, Sit, Start
from tsuro.server.options import PerTurn, TableOptions
from tsuro.server.storage.opening import open_store
from tsuro.server.tables.log import LogEntry, Paused

PATIENCE = 60.0  # seconds, on a busy machine


@pytest.fixture
def database() -> str:
    return postgresql.empty_database()


@pytest.fixture
def servers(database: str, tmp_path: Path) -> Iterator[list[Server]]:
    """Two servers on one database, each with its port."""
    with (
        Server(_folder(tmp_path, "one"), database=database) as one,
        Server(_folder(tmp_path, "other"), database=database) as other,
    ):
        yield [one, other]


def _folder(folder: Path, name: str) -> Path:
    (folder / name).mkdir()
    return folder / name


def logs_of(database: str) -> dict[str, list[LogEntry]]:
    """The log of every table, by its code to play."""

    async def read() -> dict[str, list[LogEntry]]:
        async with open_store(database, serve=False) as store:
            return {row.play: await store.log(row.id) for row in await store.rows()}

    return asyncio.run(read())


async def until_game(client: Client, number: int) -> None:
    await client.until(lambda: client.table.game == number)


def test_people_connected_to_different_processes_play_whole_games(servers: list[Server], database: str) -> None:
    async def play() -> str:
        random, tokens = Random(1), [new_token() for _ in range(3)]
        options = TableOptions(seats=4, first="chosen")
        code = make_table(servers[0].url, tokens[0], options).play
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(Client(servers[number % 2].url, code, token=token))
                for number, token in enumerate(tokens)
            ]
            watcher = await stack.enter_async_context(Client(servers[1].url, code))
            for seat, client in enumerate(clients):
                await client.do(Sit(id=new_id(), seat=seat, name=NAMES[seat]))
            await clients[0].do(AddBot(id=new_id(), seat=3, bot="wanderer"))
            for game in (1, 2):
                await clients[0].do(Start(id=new_id()))
                await asyncio.gather(*(until_game(client, game) for client in clients))
                await asyncio.gather(*(client.play_on(random) for client in clients))
                await watcher.until_seq(clients[0].seq)
                for client in (*clients, watcher):
                    await client.until_seq(clients[0].seq)
                    assert (client.table, client.position) == (clients[0].table, clients[0].position)
                    assert client.away == ()
                verify(record_of(servers[1].url, code, game))
            return code

    code = asyncio.run(play())
    assert all('"level":"error"' not in server.complained for server in servers)
    assert len([entry for entry in logs_of(database)[code] if entry.request is None]) > 5  # the bot's


def test_no_clock_runs_while_all_processes_are_gone_however_soon_one_is_back(
    servers: list[Server], database: str
) -> None:
    async def start() -> str:
        tokens = [new_token(), new_token()]
        options = TableOptions(seats=2, first="chosen", clock=PerTurn(seconds=300))
        code = make_table(servers[0].url, tokens[0], options).play
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(Client(server.url, code, token=token))
                for server, token in zip(servers, tokens, strict=True)
            ]
            for seat, client in enumerate(clients):
                await client.do(Sit(id=new_id(), seat=seat, name=NAMES[seat]))
            await clients[0].do(Start(id=new_id()))
        return code

    code = asyncio.run(start())
    for server in servers:
        server.kill()
    gone = time.time()
    time.sleep(3)
    servers[1].start()
    back = time.time()
    assert fetch(servers[1].url, f"/api/tables/{code}").status == 200
    (paused,) = [entry for entry in logs_of(database)[code] if isinstance(entry, Paused)]
    assert 2500 < paused.milliseconds < (back - gone) * 1000 + 2500


def test_no_burst_at_several_processes_makes_more_tables_than_one_address_may(servers: list[Server]) -> None:
    def make(number: int) -> int:
        connection = HTTPConnection(urlsplit(servers[number % 2].url).netloc, timeout=30)
        connection.request("POST", "/api/tables", b"{}", {"Content-Type": "application/json"})
        with closing(connection):
            return connection.getresponse().status

    began = time.monotonic()
    with ThreadPoolExecutor(16) as pool:
        statuses = list(pool.map(make, range(60)))
    refilled = (time.monotonic() - began) / 10  # one every ten seconds
    assert {*statuses} == {201, 429}
    assert 20 <= statuses.count(201) <= 20 + refilled


def test_strangers_at_different_processes_meet_in_the_lobby(servers: list[Server]) -> None:
    """Four at a time, at the same moment: their game begins, and is to be watched at either process."""
    tokens = [new_token() for _ in range(4)]

    def play_now(server: Server, name: str, token: str) -> TableMade:
        answer = post(server.url, "/api/lobby/play", {"name": name}, token=token)
        assert answer.status in {200, 201}, answer.body
        return msgspec.json.decode(answer.body, type=TableMade)

    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(play_now, servers * 2, NAMES, tokens))
        others = list(pool.map(play_now, servers * 2, NAMES, [new_token() for _ in range(4)]))
    assert [len({table.play for table in tables}) for tables in (made, others)] == [1, 1]

    async def look() -> None:
        async with Client(servers[0].url, made[0].play, token=tokens[0]) as player:
            await until_game(player, 1)
            for server in servers:
                shows = partial(_shows, server, made[0].watch)
                await asyncio.to_thread(wait_for, shows, 10, "the game is shown")

    asyncio.run(look())


def _shows(server: Server, game: str) -> bool:
    """Whether the lobby of the process has the game."""
    shown = msgspec.json.decode(fetch(server.url, "/api/lobby").body, type=LobbySnapshot)
    return any(each.id == game for each in shown.games)


async def play_until(ended: Callable[[], bool], players: list[Player], urls: list[str], random: Random) -> None:
    """Everybody plays, at any process, and comes back to any other when the connection ends."""

    async def go_on(player: Player) -> None:
        while not ended():
            with suppress(*FAILURES):
                await asyncio.wait_for(player.play(random.choice(urls), random), 1.5)
            await asyncio.sleep(0.01)

    await asyncio.gather(*(go_on(player) for player in players))


def heard_much(players: list[Player]) -> bool:
    """Whether there was enough to be lost."""
    return sum(len(client.told) for player in players for client in player.clients) > 50


async def until_much_is_heard(players: list[Player], playing: asyncio.Task[None]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not heard_much(players) and not playing.done():
            await asyncio.sleep(0.05)


def check(players: list[Player], database: str) -> None:
    logs = logs_of(database)
    for player in players:
        check_log(player, logs[player.code])
    assert heard_much(players)


def test_nothing_is_lost_when_a_process_is_killed_and_its_people_go_on_at_another(
    servers: list[Server], database: str
) -> None:
    random = Random(time.time())

    async def evening() -> list[Player]:
        players, ended = await seat_players(servers[0].url), asyncio.Event()
        urls = [server.url for server in servers]
        playing = asyncio.create_task(play_until(ended.is_set, players, urls, random))
        for victim in (*servers, servers[0]):
            await asyncio.sleep(random.uniform(0.3, 1))
            victim.kill()
            await asyncio.sleep(random.uniform(0.3, 1))
            await asyncio.to_thread(victim.start)
            urls[servers.index(victim)] = victim.url
        await until_much_is_heard(players, playing)
        ended.set()
        await playing
        return players

    check(asyncio.run(evening()), database)


@pytest.fixture
def site(database: str, tmp_path: Path) -> Iterator[Server]:
    """One command that runs two processes on one port."""
    with Server(tmp_path, "--processes", "2", database=database) as site:
        yield site


def processes_of(site: Server) -> list[int]:
    """The processes that serve, without those in which bots think."""
    return [pid for pid in site.children() if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def test_processes_are_replaced_one_after_the_other_and_nobody_loses_a_move(site: Server, database: str) -> None:
    random, before = Random(time.time()), processes_of(site)

    async def evening() -> list[Player]:
        players, ended = await seat_players(site.url), asyncio.Event()
        playing = asyncio.create_task(play_until(ended.is_set, players, [site.url], random))
        await asyncio.sleep(0.5)
        site.process.send_signal(signal.SIGHUP)
        while "processes were replaced" not in site.complained and not playing.done():
            await asyncio.sleep(0.1)
        await until_much_is_heard(players, playing)
        ended.set()
        await playing
        return players

    players = asyncio.run(evening())
    check(players, database)
    after = processes_of(site)
    assert (len(before), len(after)) == (2, 2)
    assert not {*before} & {*after}
    goodbyes = {client.goodbye.reason for player in players for client in player.clients if client.goodbye}
    assert goodbyes <= {"restarting"}
    assert site.stop() == 0
    wait_for(lambda: not site.children(), 10, "the end of all processes")


def test_a_process_that_is_killed_is_started_again_and_all_end_with_their_parent(site: Server) -> None:
    before = processes_of(site)
    os.kill(before[0], signal.SIGKILL)
    wait_for(lambda: site.complained.count('"server started"') == 3, 30, "another process")
    assert '"event":"a process ended by itself: it is started again","status":-9' in site.complained
    assert len({*before} & {*processes_of(site)}) == 1
    wait_for(lambda: all(f'process="{n}"' in metrics(site) for n in range(2)), 10, "what both processes count")
    site.kill()
    wait_for(lambda: not site.children(), 15, "the end of all processes")


def test_clients_of_one_table_come_to_one_process(site: Server) -> None:
    """Whichever accepts them: otherwise every process would follow every table."""

    async def come() -> list[int]:
        async with AsyncExitStack() as stack:
            for _ in range(4):
                code = make_table(site.url, new_token()).play
                for _ in range(3):
                    await stack.enter_async_context(Client(site.url, code))
            async with asyncio.timeout(PATIENCE):  # until each has told the others what it counts
                while sum(counted := await asyncio.to_thread(listeners, site)) < 12:
                    await asyncio.sleep(0.1)
            return counted

    counted = asyncio.run(come())
    assert sum(counted) == 12
    assert all(number % 3 == 0 for number in counted)


def listeners(site: Server) -> list[int]:
    """How many clients each process has."""
    found = re.findall(r'^tsuro_listeners\{process="\d"\} (\d+)', metrics(site), re.MULTILINE)
    return [int(number) for number in found]


def metrics(site: Server) -> str:
    return fetch(site.url, "/metrics").body.decode()


def test_several_processes_need_a_database_that_they_can_share(tmp_path: Path) -> None:
    command = [*REAL, "serve", "--processes", "2", "--port", "0", "--database", str(tmp_path / "tables.sqlite3")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    assert "several processes need PostgreSQL" in ended.stderr


def test_a_database_that_does_not_answer_is_said_once(tmp_path: Path) -> None:
    nowhere = f"postgresql://tsuro@127.0.0.1:{postgresql.free_port()}/nothing"
    command = [*REAL, "serve", "--processes", "2", "--port", "0", "--database", nowhere]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, cwd=tmp_path)
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert "Traceback" not in ended.stderr
