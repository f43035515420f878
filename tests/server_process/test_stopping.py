"""The server is told to end: everybody hears so, nothing is lost, and it does not take long."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import msgspec
import pytest
from tests.server_process.client import Client, new_token
from tests.server_process.games import all_logs, place_markers, started
from tests.server_process.harness import REAL, Server, some_address, wait_for
from tests.server_process.players import FAILURES, check_log, seat_players
from tests.server_process.web import fetch, make_table

from tsuro.server.messages import ServerMessage
from tsuro.server.messages.answers import Goodbye, Problem

SOCKETS, STREAMS, DEAF = 100, 5, 5


@asynccontextmanager
async def listening(url: str, code: str) -> AsyncIterator[asyncio.StreamReader]:
    """An open stream of a table, of which the beginning has been read."""
    address = urlsplit(url)
    reader, writer = await asyncio.open_connection(address.hostname, address.port, local_addr=(some_address(), 0))
    writer.write(f"GET /api/tables/{code}/stream HTTP/1.1\r\nHost: {address.netloc}\r\n\r\n".encode())
    while b'"snapshot"' not in await reader.readline():
        pass
    try:
        yield reader
    finally:
        writer.close()
        await writer.wait_closed()


def deaf(url: str, code: str) -> socket.socket:
    """A socket that neither reads nor answers, once it is open."""
    address = urlsplit(url)
    wire = socket.create_connection((address.hostname, address.port), 10, (some_address(), 0))
    wire.sendall(
        f"GET /api/tables/{code}/socket HTTP/1.1\r\nHost: {address.netloc}\r\nConnection: Upgrade\r\n".encode()
        + b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    )
    assert wire.recv(12) == b"HTTP/1.1 101"
    return wire


@pytest.mark.parametrize("word", [signal.SIGTERM, signal.SIGINT], ids=["as-a-service", "by-ctrl-c"])
def test_everybody_hears_goodbye_and_it_takes_less_than_five_seconds(tmp_path: Path, word: signal.Signals) -> None:
    async def stop(server: Server) -> float:
        codes = make_table(server.url, new_token())
        async with AsyncExitStack() as stack:
            for _ in range(DEAF):
                stack.enter_context(closing(deaf(server.url, codes.watch)))
            streams = [await stack.enter_async_context(listening(server.url, codes.play)) for _ in range(STREAMS)]
            clients = [
                await stack.enter_async_context(Client(server.url, codes.watch, token=new_token()))
                for _ in range(SOCKETS)
            ]
            began = time.monotonic()
            server.process.send_signal(word)
            assert await asyncio.to_thread(server.process.wait, 10) == 0
            took = time.monotonic() - began
            for client in clients:
                assert await client.until_closed() == 1012
                assert client.goodbye is not None
                assert client.goodbye.reason == "restarting"
            for stream in streams:
                last = await stream.read()
                assert last.count(b'{"type":"goodbye","reason":"restarting"') == 1
                assert last.endswith(b"\r\n0\r\n\r\n")  # the stream was ended, not cut off
            return took

    with Server(tmp_path) as server:
        assert asyncio.run(stop(server)) < 5
        assert not server.children()
        assert "Traceback" not in server.complained
        assert '"level":"error"' not in server.complained


def test_moves_during_the_end_are_done_or_refused_and_never_lost(tmp_path: Path) -> None:
    """The same players go on at the next server, and what they got no answer to is done once."""
    random = Random(time.time())

    async def play_until_stopped(server: Server) -> None:
        playing = [asyncio.create_task(player.play(server.url, random)) for player in players]
        await asyncio.sleep(random.uniform(0.2, 0.5))
        assert await asyncio.to_thread(server.stop) == 0
        await asyncio.gather(*playing)

    with Server(tmp_path) as server:
        players = asyncio.run(seat_players(server.url, "wanderer"))
        for _ in range(4):
            asyncio.run(play_until_stopped(server))
            assert not server.children()
            logs = all_logs(server.database)
            for player in players:
                check_log(player, logs[player.code])
            server.start()
        assert sum(len(client.told) for player in players for client in player.clients) > 20


def test_a_server_ends_in_time_though_bots_think(tmp_path: Path) -> None:
    async def stop(server: Server) -> float:
        async with started(server.url, 1, "dragon", "dragon", "dragon") as party:
            await place_markers(party)
            await party.host.until(lambda: len(party.host.moves(1)) > 2)
            began = time.monotonic()
            assert await asyncio.to_thread(server.stop) == 0
            return time.monotonic() - began

    with Server(tmp_path) as server:
        assert asyncio.run(stop(server)) < 5
        assert not server.children()


def test_whoever_comes_during_the_end_is_sent_away_politely(tmp_path: Path) -> None:
    """Until the door is closed: then nobody answers."""

    async def stop(server: Server) -> list[int]:
        codes = make_table(server.url, new_token())
        with closing(deaf(server.url, codes.watch)):  # it is waited for
            server.process.send_signal(signal.SIGTERM)
            statuses: list[int] = []
            while server.is_running:
                try:
                    answer = await asyncio.to_thread(fetch, server.url, f"/api/tables/{codes.play}")
                except FAILURES:
                    continue
                statuses.append(answer.status)
                if answer.status == 503:
                    assert msgspec.json.decode(answer.body, type=Problem).code == "restarting"
            return statuses

    with Server(tmp_path) as server:
        assert set(asyncio.run(stop(server))) <= {200, 503}
        assert server.process.wait() == 0


def test_a_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        codes = make_table(server.url, new_token())
        with closing(deaf(server.url, codes.watch)):
            server.process.send_signal(signal.SIGINT)
            time.sleep(0.1)
            server.process.send_signal(signal.SIGINT)
            wait_for(lambda: not server.is_running, 3, "the end")
        server.start()
        assert fetch(server.url, f"/api/tables/{codes.play}").status == 200


HEED_HANGUPS = "import os, signal, sys; signal.signal(signal.SIGHUP, signal.SIG_DFL); "  # also under `nohup`


def test_a_server_that_is_one_process_goes_on_after_sighup(tmp_path: Path) -> None:
    heeding = (sys.executable, "-c", f"{HEED_HANGUPS}os.execv(sys.executable, sys.argv[1:])", *REAL)
    with Server(tmp_path, command=heeding) as server:
        server.process.send_signal(signal.SIGHUP)
        wait_for(lambda: server.complained.count("nothing to replace") == 1, 5, "the log")
        server.process.send_signal(signal.SIGHUP)
        wait_for(lambda: server.complained.count("nothing to replace") == 2, 5, "the log")
        assert fetch(server.url, "/health").status == 200
        assert server.stop() == 0


AT_A_TERMINAL = f"{HEED_HANGUPS}os.open(sys.argv[1], os.O_RDWR); os.execv(sys.executable, sys.argv[2:])"


def test_a_closed_terminal_ends_a_server(tmp_path: Path) -> None:
    """Otherwise it would run on where nobody finds it."""
    here, there = os.openpty()
    serve = [*REAL, "serve", "--port=0", f"--database={tmp_path}/tables"]
    command = [sys.executable, "-c", AT_A_TERMINAL, os.ttyname(there), *serve]
    with subprocess.Popen(command, stdin=there, stdout=there, stderr=there, start_new_session=True) as process:
        os.close(there)
        said = b""
        while b"server started" not in said:
            said += os.read(here, 1000)
        process.send_signal(signal.SIGHUP)  # by hand: the terminal is still there
        while b"nothing to replace" not in said:
            said += os.read(here, 1000)
        os.close(here)
        assert process.wait(10) == 0


def test_goodbye_is_the_last_message(tmp_path: Path) -> None:
    async def stop(server: Server) -> None:
        async with started(server.url, 2) as party:
            await asyncio.to_thread(server.stop)
            for client in party.people:
                await client.until_closed()
                assert isinstance(msgspec.json.decode(client.frames[-1], type=ServerMessage), Goodbye)

    with Server(tmp_path) as server:
        asyncio.run(stop(server))


HELD_UP = """
import asyncio, sys
from contextlib import asynccontextmanager
from tsuro.cli import main
from tsuro.server import serve

@asynccontextmanager
async def slow(_database):
    print("opening", flush=True)
    await asyncio.sleep(60)
    yield None

serve.open_store = slow
sys.exit(main(sys.argv[1:]))
"""


def test_a_server_that_is_stopped_while_it_starts_ends_well(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HELD_UP, "serve", "--port=0", f"--database={tmp_path}/tables"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "opening\n"
        process.send_signal(signal.SIGTERM)
        _, complaints = process.communicate(timeout=20)
    assert (process.returncode, complaints) == (0, "")
