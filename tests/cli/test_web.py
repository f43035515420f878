"""`tsuro web`, as people run it: the real command, with a browser that only writes down what it was to open."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import httpx
import pytest
from tests.server_process.harness import wait_for

from tsuro.cli import main
from tsuro.cli import web as web_command

pytestmark = pytest.mark.slow

SECONDS = 30.0
TSURO = (sys.executable, "-m", "tsuro", "web")


class Command:
    """A running `tsuro web`."""

    def __init__(self, folder: Path, *options: str, screen: bool = True) -> None:
        self.folder, self.opened = folder, folder / "opened"
        browser = folder / "browser"
        browser.write_text(f'#!/bin/sh\necho "$1" >> "{self.opened}"\n', encoding="utf-8")
        browser.chmod(0o755)
        self._out = (folder / "out").open("wb")
        self.process = subprocess.Popen(
            [*TSURO, "--database", str(folder / "tables.sqlite3"), *options],
            stdout=self._out,
            stderr=subprocess.STDOUT,
            env={"PATH": "/usr/bin:/bin", "HOME": str(folder)} | ({"BROWSER": str(browser)} if screen else {}),
        )

    @property
    def said(self) -> str:
        return (self.folder / "out").read_text(encoding="utf-8")

    @property
    def url(self) -> str:
        """Where it says that the page is."""
        wait_for(lambda: re.search(r"http://\S+", self.said), SECONDS, "an address")
        found = re.search(r"http://\S+", self.said)
        assert found
        return found[0]

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(SECONDS)

    def clean_up(self) -> None:
        self.process.kill()
        self.process.wait()
        self._out.close()


@contextmanager
def web(folder: Path, *options: str, screen: bool = True) -> Iterator[Command]:
    folder.mkdir(exist_ok=True)
    command = Command(folder, *options, screen=screen)
    try:
        yield command
    finally:
        command.clean_up()


@contextmanager
def another_program() -> Iterator[int]:
    """The port of a program that is not ours, and answers everything."""

    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            thread.join()


def port_of(url: str) -> int:
    return int(url.rpartition(":")[2])


def test_the_page_opens_and_ctrl_c_ends_it_without_a_fuss(tmp_path: Path) -> None:
    with web(tmp_path, "--port", "0") as command:
        assert "<title>Tsuro</title>" in httpx.get(command.url).text
        wait_for(command.opened.exists, SECONDS, "the browser")
        wait_for(lambda: command.opened.read_text(encoding="utf-8").strip() == command.url, SECONDS, "its address")
        assert command.stop() == 0
        assert command.said.splitlines() == [f"Tsuro is at {command.url}  Ctrl-C ends it."]


def test_where_it_runs_already_only_the_page_is_opened(tmp_path: Path) -> None:
    with web(tmp_path / "first", "--port", "0", "--no-open") as first:
        port = str(port_of(first.url))
        with web(tmp_path / "second", "--port", port) as second:
            assert second.process.wait(SECONDS) == 0
            assert second.said == f"Tsuro runs already, at {first.url}\n"
            assert second.opened.read_text(encoding="utf-8").strip() == first.url
        assert httpx.get(first.url).status_code == 200
        assert not first.opened.exists()


def test_a_port_that_another_program_has_is_left_to_it(tmp_path: Path) -> None:
    with another_program() as port, web(tmp_path, "--port", str(port), "--no-open") as command:
        assert port_of(command.url) != port
        sentence = f"Port {port} is taken by another program, so Tsuro uses port {port_of(command.url)} this time."
        assert command.said.splitlines()[0] == sentence
        assert "tsuro-page" in httpx.get(command.url).headers


def test_two_that_share_a_database_are_told_so(tmp_path: Path) -> None:
    with web(tmp_path, "--port", "0", "--no-open") as first:
        assert first.url
        second = subprocess.run(
            [*TSURO, "--port", "0", "--no-open", "--database", str(tmp_path / "tables.sqlite3")],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    assert second.returncode == 2
    assert second.stderr.startswith("tsuro: ")
    assert "Traceback" not in second.stderr


def test_without_a_screen_the_address_is_told(tmp_path: Path) -> None:
    with web(tmp_path, "--port", "0", screen=False) as command:
        url = command.url
        wait_for(lambda: f"Open {url} in a browser." in command.said, SECONDS, "what to do")
        assert command.stop() == 0


def test_a_browser_that_fails_does_no_harm(tmp_path: Path) -> None:
    with web(tmp_path, "--port", "0") as command:
        (tmp_path / "browser").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
        wait_for(lambda: "open the address yourself" in command.said, SECONDS, "what to do")
        assert httpx.get(command.url).status_code == 200


@pytest.mark.skipif(sys.platform != "linux", reason="asks for the machine's own address")
def test_others_in_the_network_are_told_where_it_is(tmp_path: Path) -> None:
    with web(tmp_path, "--lan", "--port", "0", "--no-open") as command:
        wait_for(lambda: command.said or command.process.poll() is not None, SECONDS, "anything")
        if "not in a network" in command.said:
            return
        assert "can open it, too" in command.said
        with httpx.Client(base_url=f"http://127.0.0.1:{port_of(command.url)}") as here:
            code = here.post("/api/tables", json={}).json()["play"]
            path = f"/api/tables/{code}/qr.svg"
            assert here.get(path).text == httpx.get(command.url + path).text, "a phone cannot open 127.0.0.1"


def test_a_machine_in_no_network_is_told_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tsuro.server.http.qr.address_in_network", lambda: None)
    assert main(["web", "--lan"]) == 2
    assert "not in a network" in capsys.readouterr().err


def test_a_server_that_says_nothing_is_not_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web_command, "LOOKING", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        began = time.monotonic()
        assert not web_command._is_tsuro("127.0.0.1", silent.getsockname()[1])
        assert time.monotonic() - began < SECONDS
    assert not web_command._is_tsuro("127.0.0.1", 99_999_999)
    assert not web_command._is_tsuro("127.0.0.1", -1)


def test_the_first_thing_told_is_how_to_play_in_the_browser(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    assert told.index("tsuro web") < told.index("terminal") < told.index("tsuro play")


@pytest.mark.parametrize("port", ["-1", "65536", "http", "²"])
def test_a_port_that_cannot_be_is_refused(capsys: pytest.CaptureFixture[str], port: str) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["web", "--no-open", f"--port={port}"])
    assert "should be a number from 0 to 65535" in capsys.readouterr().err
