"""A server that cannot start says why in a sentence, and harms nothing."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from tests.server_process.client import Client, new_id, new_token
from tests.server_process.games import gathered, log_of
from tests.server_process.harness import REAL, Server
from tests.server_process.web import fetch, make_table

from tsuro.server.messages.answers import Problem
from tsuro.server.messages.requests import Sit


def refusal(database: Path, *options: str) -> str:
    """What the command says when it does not start a server."""
    command = [*REAL, "serve", "--port", "0", "--database", str(database), *options]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=30, check=False)
    assert done.returncode == 2, (done.returncode, done.stderr)
    assert done.stdout == ""
    (sentence,) = done.stderr.splitlines()
    assert sentence.startswith("tsuro: ")
    return sentence


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database in which a few things happened."""

    async def play(server: Server) -> None:
        for _ in range(5):
            async with gathered(server.url, 2, "wanderer") as party:
                for name in ("Eva", "Ivo", "Ida"):
                    await party.host.do(Sit(id=new_id(), seat=0, name=name))

    with Server(tmp_path_factory.mktemp("sound")) as server:
        asyncio.run(play(server))
        assert server.stop() == 0
        assert not server.database.with_name("tables.sqlite3-wal").exists()
        return server.database.read_bytes()


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")


def foreign(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")


def overwrite(path: Path, start: int, end: int) -> None:
    data = bytearray(path.read_bytes())
    data[start:end] = b"\xa5" * (end - start)
    path.write_bytes(data)


SPOILED: dict[str, tuple[Callable[[Path], object], str]] = {
    "a letter": (lambda path: path.write_text("Dear Ana,\n"), "not a database of Tsuro tables"),
    "an empty file": (lambda path: path.write_bytes(b""), "not a database of Tsuro tables"),
    "another program's": (foreign, "not a database of Tsuro tables"),
    "a newer version's": (newer, "newer version of Tsuro"),
    "a damaged header": (lambda path: overwrite(path, 20, 60), "damaged"),
    "a damaged page": (lambda path: overwrite(path, 4096, 8192), "damaged"),
    "a half": (lambda path: path.write_bytes(path.read_bytes()[:-8192]), "damaged"),
}


@pytest.mark.parametrize(("spoil", "reason"), SPOILED.values(), ids=SPOILED.keys())
def test_a_database_that_is_not_sound_is_left_alone(
    tmp_path: Path, sound: bytes, spoil: Callable[[Path], object], reason: str
) -> None:
    path = tmp_path / "tables.sqlite3"
    path.write_bytes(sound)
    spoil(path)
    before = path.read_bytes()
    sentence = refusal(path)
    assert reason in sentence
    assert str(path) in sentence
    assert path.read_bytes() == before
    assert {other.name for other in tmp_path.iterdir()} <= {path.name, f"{path.name}.lock"}


def test_a_sound_database_is_opened(tmp_path: Path, sound: bytes) -> None:
    """Else the test above would prove nothing."""
    (tmp_path / "tables.sqlite3").write_bytes(sound)
    with Server(tmp_path) as server:
        assert fetch(server.url, "/health").status == 200


def test_a_folder_is_not_a_database(tmp_path: Path) -> None:
    assert str(tmp_path) in refusal(tmp_path)


def test_a_port_in_use_is_said_to_be(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        sentence = refusal(tmp_path / "tables.sqlite3", "--port", str(port))
    assert f"port {port} is in use" in sentence


def test_two_servers_do_not_share_a_database(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        code = make_table(server.url, new_token()).play
        assert "another server is using the database" in refusal(server.database)
        assert fetch(server.url, f"/api/tables/{code}").status == 200


def test_one_damaged_log_does_not_harm_other_tables(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        damaged, good = (make_table(server.url, new_token()).play for _ in range(2))
        assert server.stop() == 0
        with closing(sqlite3.connect(server.database, isolation_level=None)) as connection:
            connection.execute("DROP TRIGGER a_log_is_never_changed")
            connection.execute("UPDATE log SET entry = '{}' WHERE table_id = 1")
        server.start()
        assert fetch(server.url, f"/api/tables/{good}").status == 200
        answer = fetch(server.url, f"/api/tables/{damaged}")
        told = msgspec.json.decode(answer.body, type=Problem)
        assert (answer.status, told.code) == (410, "table-damaged")  # not "try again"
        assert "damaged" in told.sentence
        assert make_table(server.url, new_token()).play not in {damaged, good}
        assert fetch(server.url, f"/api/tables/{damaged}").status == 410
        assert server.stop() == 0
        lines = [line for line in server.complained.splitlines() if "table is damaged" in line]
        assert len(lines) == 1  # it is said once
        assert '"table":1' in lines[0]
        assert "entry 1 of table 1 cannot be read" in lines[0]


def test_a_table_is_the_same_after_a_restart(tmp_path: Path) -> None:
    async def sit(url: str) -> tuple[str, str, tuple[object, ...]]:
        async with gathered(url, 2, "apprentice") as party:
            await party.host.resync()
            assert party.host.token is not None
            return party.codes.play, party.host.token, party.host.known

    async def come_back(url: str, code: str, token: str) -> tuple[object, ...]:
        async with Client(url, code, token=token) as client:
            return client.known

    with Server(tmp_path) as server:
        code, token, known = asyncio.run(sit(server.url))
        log = log_of(server.database, code)
        assert server.stop() == 0
        server.start()
        assert asyncio.run(come_back(server.url, code, token)) == known
        assert log_of(server.database, code) == log
