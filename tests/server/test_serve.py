"""Running the server: how it starts, how it ends, and what it leaves in its log."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import TextIO

import httpx
import pytest
from platformdirs import user_data_path
from tests.server.running import Guest, running
from websockets.exceptions import InvalidStatus

from tsuro.cli import _parser, main
from tsuro.server import logs
from tsuro.server import serve as module
from tsuro.server.http import protocols
from tsuro.server.serve import CannotListen, listening, serve
from tsuro.server.settings import Settings
from tsuro.server.storage.errors import StoreError
from tsuro.server.tokens import guest_of

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _logging_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "configure", lambda: None)


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody else uses."""
    with closing(socket.create_server(("127.0.0.1", 0))) as other:
        yield other.getsockname()[1]


def test_a_port_in_use_is_told_in_a_sentence(
    tmp_path: Path, taken: int, capsys: pytest.CaptureFixture[str]
) -> None:
    database = tmp_path / "tables.sqlite3"
    with pytest.raises(CannotListen, match="is in use: end what uses it, or choose another"):
        serve(Settings(port=taken, database=database), announce=pytest.fail)
    assert main(["serve", "--port", str(taken), "--database", str(database)]) == 2
    assert f"tsuro: port {taken} is in use" in capsys.readouterr().err
    assert main(["serve", "--port", "0", "--metrics", f"127.0.0.1:{taken}", "--database", str(database)]) == 2
    assert "choose another with --metrics" in capsys.readouterr().err


@pytest.mark.parametrize("host", ["no.such.host.invalid", "192.0.2.1"])
def test_an_address_that_is_not_ours_is_told_in_a_sentence(host: str) -> None:
    with pytest.raises(CannotListen, match=f"cannot listen on {host}"):
        listening(Settings(host=host, port=0))


def test_nobody_can_connect_if_the_database_is_not_sound(tmp_path: Path) -> None:
    (tmp_path / "tables.sqlite3").write_bytes(b"this is not a database, but something else" * 100)
    with pytest.raises(StoreError):
        serve(Settings(port=0, database=tmp_path / "tables.sqlite3"), announce=pytest.fail)


def test_the_environment_may_say_where_tables_are_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TSURO_DATABASE", raising=False)
    assert Settings().database == user_data_path("tsuro") / "tables.sqlite3"
    monkeypatch.setenv("TSURO_DATABASE", "postgresql://tsuro:secret@db/tsuro")
    assert Settings().database == "postgresql://tsuro:secret@db/tsuro"


@pytest.mark.parametrize(
    "options",
    [
        ["--port", "70000"],
        ["--port", "x"],
        ["--keep-days", "0"],
        ["--pace", "-1"],
        ["--pace", "nan"],
        ["--origin", "tsuro.example"],
        ["--origin", "https://tsuro.example:99999"],
        ["--behind-proxy", "10.0.0.0/33"],
    ],
)
def test_bad_options_are_told_in_a_sentence(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code: object = main(["serve", *options])
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    assert options[1] in capsys.readouterr().err


def test_there_may_be_several_web_servers_in_front() -> None:
    options = _parser("serve").parse_args(["serve", "--behind-proxy", "--behind-proxy=10.0.0.5"])
    assert [*chain.from_iterable(options.behind_proxy)] == ["127.0.0.1", "::1", "10.0.0.5/32"]


def test_the_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert "tsuro serve --host 0.0.0.0" in told
    assert "--behind-proxy" in told


@pytest.mark.parametrize(
    ("host", "places"),
    [
        ("127.0.0.1", ["http://127.0.0.1:80 "]),
        ("::1", ["http://[::1]:80 "]),
        ("0.0.0.0", ["http://localhost:80 ", "Others in your network"]),  # noqa: S104 -- only told about
    ],
)
def test_people_are_told_where_to_go(host: str, places: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket.socket, "connect", lambda *_: None)
    sentences = module.where(host, 80)
    assert len(sentences) == len(places)
    assert all(place in sentence for place, sentence in zip(places, sentences, strict=True))


def test_everybody_is_told_that_the_server_restarts(tmp_path: Path) -> None:
    with running(tmp_path) as guest:
        code = guest.make_table()["play"]
        stream = guest.client.stream("GET", f"/api/tables/{code}/stream", headers=guest.headers)
        with guest.connect(code) as talk, stream as streamed:
            talk.until("snapshot")
            guest.server.should_exit = True
            *_, goodbye = talk.rest()
            *_, line = streamed.iter_lines()
        assert goodbye == json.loads(line)
        assert goodbye["reason"] == "restarting"
        assert talk.connection.close_code == 1012


@contextmanager
def _deaf(guest: Guest, request: str) -> Iterator[socket.socket]:
    """A client that asks for something and then reads nothing of it."""
    host, port = guest.place.split(":")
    with closing(socket.socket()) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect((host, int(port)))
        deaf.sendall(f"GET {request}\r\nHost: localhost\r\n\r\n".encode())
        began = time.monotonic()
        while not len(guest.server.app.context.connections):
            assert time.monotonic() - began < 10
            time.sleep(0.01)
        yield deaf


def test_the_server_ends_though_a_client_reads_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(tmp_path) as guest:
        code = guest.make_table()["play"]
        with _deaf(guest, f"/api/tables/{code}/stream HTTP/1.1"):
            (outbox,) = guest.server.app.context.connections._reading
            for _ in range(200):
                guest.server._background[0].get_loop().call_soon_threadsafe(outbox.deliver, b"x" * 100_000)
            began = time.monotonic()
            guest.server.should_exit = True
            while guest.server.server_state.tasks or guest.server.server_state.connections:
                assert time.monotonic() - began < 5
                time.sleep(0.01)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_whoever_never_ends_a_request_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "PATIENCE", 0.2)
    with running(tmp_path) as guest:
        host, port = guest.place.split(":")
        with closing(socket.create_connection((host, int(port)))) as slow:
            slow.settimeout(10)
            with suppress(ConnectionError):
                for _ in range(100):
                    slow.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
                    time.sleep(0.05)
            with suppress(ConnectionError):
                assert slow.recv(1) == b""
        time.sleep(0.5)
        assert guest.get("/health").status_code == 200


def test_a_client_that_pings_and_does_not_read_is_ended(tmp_path: Path) -> None:
    with running(tmp_path) as guest:
        shake = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13"
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        path = f"/api/tables/{guest.make_table()['play']}/socket"
        ping = bytes([0x89, 0x80 | 100]) + bytes(4) + b"p" * 100
        with _deaf(guest, f"{path} HTTP/1.1\r\n{shake}\r\n{key}") as deaf:
            with pytest.raises(ConnectionError):
                deaf.sendall(ping * 500_000)
            assert guest.get("/health").status_code == 200


@contextmanager
def _serving(folder: Path, errors: TextIO | int) -> Iterator[subprocess.Popen[str]]:
    """The command, which ends with the test, however that ends."""
    command = [sys.executable, "-m", "tsuro", "serve", "--port=0", "--pace=0", f"--database={folder}/tables"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def _whole_session(guest: Guest) -> list[str]:
    """Do everything that can be done; returns all that must not be in the log."""
    code = guest.play_against_a_bot()
    codes = guest.make_table()
    program = guest.ask(codes["play"], "invite-program", seat=1, name="Robo Unmistakable")
    guest.ask(codes["play"], "sit", seat=0, name="Ana Unmistakable")
    link = guest.ask(codes["play"], "hand-over")
    phone = guest.another()
    phone.post(f"/api/hand-overs/{link['code']}")
    phone.get(f"/api/tables/{code}/games/1/picture.svg?theme=dark")
    phone.get("/api/tables/wrong-Unmistakable?query=Unmistakable")
    phone.post(f"/api/tables/{code}/requests", b"Unmistakable")
    with suppress(InvalidStatus), phone.connect("Unmistakable"):
        pass
    with phone.connect(codes["watch"]) as talk:
        talk.say("Unmistakable")
        talk.until("problem")
    codes_of_both = code, codes["play"], codes["watch"]
    secrets = [guest.token, phone.token, program["token"], link["code"], *codes_of_both, "Unmistakable"]
    return [*secrets, *(guest_of(secret) for secret in secrets), "?theme", "mark a6", "Bearer"]


@pytest.mark.skipif(sys.platform == "win32", reason="a process is ended in another way there")
def test_a_whole_session_leaves_no_codes_tokens_or_names_in_the_log(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as log, _serving(tmp_path, log) as process:
        assert process.stdout is not None
        place = process.stdout.readline().split("//")[1].split()[0]
        with httpx.Client(base_url=f"http://{place}", timeout=20) as client:
            secrets = _whole_session(Guest(place, client))
        process.send_signal(signal.SIGTERM)
        assert process.wait(5) == 0
    said = (tmp_path / "log").read_text()
    events = [json.loads(line)["event"] for line in said.splitlines()]
    assert {"server started", "table made", "request", "socket closed", "server ended"} <= set(events)
    assert [secret for secret in secrets if secret in said] == []


@pytest.mark.skipif(sys.platform == "win32", reason="a process is ended in another way there")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_end_ends_well_and_soon(tmp_path: Path, how: signal.Signals) -> None:
    with _serving(tmp_path, subprocess.DEVNULL) as process:
        assert process.stdout is not None
        place = process.stdout.readline().split("//")[1].split()[0]
        with httpx.Client(base_url=f"http://{place}", timeout=20) as client, ExitStack() as stack:
            guest = Guest(place, client)
            code = guest.make_table()["play"]
            talks = [stack.enter_context(guest.connect(code)) for _ in range(20)]
            for _ in range(20):
                stack.enter_context(client.stream("GET", f"/api/tables/{code}/stream"))
            process.send_signal(how)
            assert process.wait(5) == 0
            assert {talk.rest()[-1]["type"] for talk in talks} == {"goodbye"}
