"""`tsuro join`: a bot at a table of a server that is a process of its own."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.bots import strangers
from tests.server.running import Guest
from tests.server_process.harness import Server, wait_for

from tsuro.cli import main
from tsuro.client import RemoteTable
from tsuro.game.errors import TsuroError

SECONDS = 60.0
BOT = f"{strangers.__file__}:Mayfly"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def host_of(url: str) -> Iterator[Guest]:
    with httpx.Client(base_url=url, timeout=SECONDS) as client:
        yield Guest(url.removeprefix("http://"), client)


@contextmanager
def joined(tmp_path: Path, *words: str) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """The command, and the file with what it says."""
    said = tmp_path / "join.txt"
    with said.open("wb") as out:
        process = subprocess.Popen([sys.executable, "-m", "tsuro", "join", *words], stdout=out, stderr=out)
    try:
        yield process, said
    finally:
        process.kill()
        process.wait()
        print(said.read_text(encoding="utf-8"))  # to be seen if the test fails


def look(host: Guest, code: str) -> dict[str, Any]:
    """The table, as people look: a server refuses more than twenty requests a second, of the bot and of us."""
    time.sleep(0.1)
    return host.look(code)


def move(host: Guest, code: str) -> dict[str, Any]:
    """Make a move if it is the host's turn; returns the table as it was."""
    seen = look(host, code)
    own: dict[str, Any] = next(iter(seen["own"]), {})
    if own.get("on_turn"):
        ways = [*own["marks"], *(way for way in own["previews"] if not way["refused"])]
        action = ways[0]["action"] if ways else "exchange nothing"
        host.ask(code, "move", seq=seen["seq"], seat=0, action=action)
    return seen


def play_on(host: Guest, code: str, *, until: int | None = None) -> None:
    """Play to the end, or until there are so many tiles on the board."""

    def is_there() -> bool:
        seen = move(host, code)
        tiles = sum(tile is not None for tile in seen["position"]["board"])
        return bool(seen["position"]["result"]) or (until is not None and tiles >= until)

    wait_for(is_there, SECONDS, "the game")


def test_it_plays_through_a_restart_and_a_rematch_and_leaves(tmp_path: Path) -> None:
    port = free_port()
    with Server(tmp_path, "--port", str(port)) as server, host_of(f"http://127.0.0.1:{port}") as host:
        code = host.make_table(seats=2)["play"]
        host.ask(code, "sit", seat=0, name="First")
        with joined(tmp_path, f"{server.url}/table/{code}", BOT) as (process, said):
            wait_for(lambda: look(host, code)["table"]["seats"][1]["kind"] == "program", SECONDS, "the bot")
            assert host.look(code)["table"]["seats"][1]["name"] == "First 2"
            wait_for(lambda: look(host, code)["table"]["seats"][1]["seal"], SECONDS, "the bot's part of the deal")
            assert host.ask(code, "start")["status"] == 200
            wait_for(lambda: look(host, code)["position"], SECONDS, "the deal")
            play_on(host, code, until=1)
            server.kill()
            server.start()
            wait_for(lambda: "Connected again." in said.read_text("utf-8"), SECONDS, "the bot's return")
            play_on(host, code)
            wait_for(lambda: look(host, code)["table"]["seats"][1]["seal"], SECONDS, "its part of the next deal")
            assert host.ask(code, "want-rematch")["status"] == 200
            wait_for(lambda: look(host, code)["table"]["game"] == 2, SECONDS, "the second deal")
            play_on(host, code)
            wait_for(lambda: said.read_text("utf-8").count("The deal was fair") == 2, SECONDS, "the second result")
            process.send_signal(signal.SIGINT)
            assert process.wait(SECONDS) == 0
        assert host.look(code)["table"]["seats"][1]["kind"] == "empty"
        told = said.read_text(encoding="utf-8").splitlines()
    assert told[0] == "First 2 has taken seat 2. The host starts the game."
    assert [line for line in told if line.startswith("Game ")] == [
        "Game 1 begins: First, First 2.",
        "Game 2 begins: First, First 2.",
    ]
    lost = next(number for number, line in enumerate(told) if line.endswith("Trying again…"))
    assert "Connected again." in told[lost:]
    assert sum("win" in line for line in told) == 2
    assert sum(line.startswith("The deal was fair") for line in told) == 2
    assert told[-1] == "The seat is free again."


def test_a_bot_that_breaks_says_why_and_leaves_the_game_to_a_stand_in(tmp_path: Path, server: Server) -> None:
    with host_of(server.url) as host:
        code = host.make_table(seats=2, first="random")["play"]
        host.ask(code, "sit", seat=0, name="Ana")
        words = (f"{server.url}/table/{code}", f"{strangers.__file__}:Crash", "--name", "Deep")
        with joined(tmp_path, *words) as (process, said):
            wait_for(lambda: look(host, code)["table"]["seats"][1]["name"] == "Deep", SECONDS, "the bot")
            host.ask(code, "start")
            wait_for(lambda: move(host, code) and process.poll() is not None, SECONDS, "the crash")
            assert process.wait() == 2
        assert "ValueError: I am lost" in said.read_text(encoding="utf-8")
        assert host.look(code)["table"]["seats"][1]["stand_in"]


def test_a_bot_that_plays_below_its_name_says_so_when_it_takes_a_seat(tmp_path: Path, server: Server) -> None:
    with host_of(server.url) as host:
        code = host.make_table(seats=2, edition="modern+longest-path")["play"]
    with joined(tmp_path, f"{server.url}/table/{code}", "learned") as (_, said):
        wait_for(lambda: len(said.read_text("utf-8").splitlines()) > 1, SECONDS, "the bot")
        assert said.read_text("utf-8").splitlines()[:2] == [
            "learned has taken seat 1. The host starts the game.",
            "In this variant, learned plays like the apprentice: it has learned none of them.",
        ]


def test_a_table_that_is_full_or_gone_is_said(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    with host_of(server.url) as host:
        code = host.make_table(seats=[{"kind": "bot", "bot": "wanderer"}] * 2)["play"]
    assert main(["join", f"{server.url}/table/{code}", "wanderer"]) == 2
    assert capsys.readouterr().err == "tsuro: there is no free seat at this table\n"
    assert main(["join", f"{server.url}/table/{'-' * 22}", "wanderer"]) == 2
    assert "no such table" in capsys.readouterr().err.lower()


@pytest.mark.parametrize(
    "link", ["", "nonsense", "ftp://x/table/" + "a" * 22, "http://x/table/short", "http://x/"]
)
def test_what_is_no_link_is_refused(link: str) -> None:
    with pytest.raises(TsuroError, match="is not a link to a table"):
        RemoteTable(link)


def test_a_typing_error_is_refused_before_anything_is_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["join", "http://127.0.0.1:9/table/" + "a" * 22, "gaurdian"]) == 2
    assert "Did you mean guardian?" in capsys.readouterr().err
