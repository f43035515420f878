"""Real web servers, set up as docs/hosting.md and deploy/Caddyfile say, in front of two processes of one site."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest
from tests import postgresql
from tests.server_process.client import Client, new_id, new_token
from tests.server_process.games import check_agreement, play_to_the_end, record_of, started
from tests.server_process.harness import Server, wait_for
from tests.server_process.players import Player
from tests.server_process.web import make_table
from tests.server_process.wire import missing, request

from tsuro.server.messages.requests import Sit

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
NGINX = """\
daemon off;
pid {folder}/nginx.pid;
error_log stderr;
events {{}}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{site}
}}
"""
DYNAMIC = re.compile(r"\bdynamic a tsuro 8000 \{.*?\}", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class Site:
    url: str
    servers: Sequence[Server]
    metrics: Sequence[str]  # where each server tells what it does
    log: Path  # of the web server


def program(name: str) -> str:
    """Where the web server is, installed or fetched by `make test`."""
    fetched = (ROOT / "build" / "proxies" / "usr" / folder for folder in ("sbin", "bin"))
    found = shutil.which(name, path=":".join((os.environ["PATH"], "/usr/sbin", *map(str, fetched))))
    assert found is not None, f"{name} is not here: make proxies"
    return found


def nginx(folder: Path, port: int, ports: Sequence[int]) -> tuple[list[str], dict[str, str]]:
    """As the page says, but for certificates: none are needed here."""
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    (site,) = re.findall(r"```nginx\n(.*?)```", page, re.DOTALL)
    lines = "".join(f"server 127.0.0.1:{number};" for number in ports)
    site, many = re.subn(r"server 127\.0\.0\.1:8000;", lines, site)
    assert many == 1
    site = re.sub(r" *listen \[::\].*\n", "", site).replace(
        "listen 80;", f"listen 127.0.0.1:{postgresql.free_port()};"
    )
    site = site.replace("listen 443 ssl;", f"listen 127.0.0.1:{port};").replace("$host;", "$http_host;")
    site = site.replace("/var/log/nginx/tsuro.log", "stderr")
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, site=site), encoding="utf-8")
    return [program("nginx"), "-p", str(folder), "-c", str(folder / "nginx.conf")], {}


def caddy(folder: Path, port: int, ports: Sequence[int]) -> tuple[list[str], dict[str, str]]:
    """As in containers, where one name stands for all servers; here each has its own port."""
    file = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    file, many = DYNAMIC.subn("to " + " ".join(f"127.0.0.1:{number}" for number in ports), file)
    assert many == 1
    return _caddy(folder, file), {"TSURO_HOST": f"http://127.0.0.1:{port}", "HOME": str(folder)}


def caddy_of_the_page(folder: Path, port: int, ports: Sequence[int]) -> tuple[list[str], dict[str, str]]:
    """On one machine with one server."""
    page = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    (file,) = re.findall(r"```caddyfile\n(.*?)```", page, re.DOTALL)
    file = file.replace("tsuro.example", f"http://127.0.0.1:{port}").replace(":8000", f":{ports[0]}")
    return _caddy(folder, file), {"HOME": str(folder)}


def _caddy(folder: Path, file: str) -> list[str]:
    file, many = re.subn(r"^\{\n", "{\n\tadmin off\n\tauto_https off\n", file, count=1, flags=re.MULTILINE)
    assert many == 1
    (folder / "Caddyfile").write_text(file, encoding="utf-8")
    return [program("caddy"), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


@contextmanager
def running(command: Sequence[str], settings: dict[str, str], log: Path) -> Iterator[None]:
    with log.open("wb") as written:
        process = subprocess.Popen(
            command, stdout=written, stderr=written, env={"PATH": "/usr/sbin:/usr/bin"} | settings
        )
    try:
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


@pytest.fixture(scope="module", params=[nginx, caddy], ids=["nginx", "caddy"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    set_up: Callable[[Path, int, Sequence[int]], tuple[list[str], dict[str, str]]] = request.param
    folder = tmp_path_factory.mktemp("proxy")
    folder.chmod(0o755)
    database = postgresql.empty_database()
    with ExitStack() as stack:
        folders = [tmp_path_factory.mktemp("server") for _ in range(2)]
        metrics = [f"127.0.0.1:{postgresql.free_port()}" for _ in folders]
        servers = [
            stack.enter_context(Server(each, "--database", database, "--behind-proxy", "--metrics", place))
            for each, place in zip(folders, metrics, strict=True)
        ]
        port = postgresql.free_port()
        command, settings = set_up(folder, port, [int(server.url.rpartition(":")[2]) for server in servers])
        stack.enter_context(running(command, settings, folder / "log"))
        wait_for(lambda: _answers(port), 20, f"{command[0]} to start: {(folder / 'log').read_text()}")
        places = [f"http://{place}" for place in metrics]
        yield Site(url=f"http://127.0.0.1:{port}", servers=servers, metrics=places, log=folder / "log")


def _answers(port: int) -> bool:
    with socket.socket() as wire:
        return wire.connect_ex(("127.0.0.1", port)) == 0


def connections(metrics: str) -> int:
    found = re.search(rb"^tsuro_connections (\d+)", request(metrics, "GET", "/metrics").body, re.MULTILINE)
    assert found is not None
    return int(found[1])


def test_a_game_is_played_at_both_processes(site: Site) -> None:
    async def play() -> None:
        async with started(site.url, 4) as party:
            assert all(connections(place) for place in site.metrics)
            await play_to_the_end(party.people, Random(1))
            record = record_of(site.url, party.codes.watch, 1)
            for client in party.people:
                check_agreement(client, record, 1)

    asyncio.run(play())


def test_headers_arrive_and_each_client_has_its_own_limits(site: Site) -> None:
    assert missing(request(site.url, "GET", "/")) == {}
    statuses = [request(site.url, "POST", "/api/tables", body={}, source="127.0.9.1").status for _ in range(45)]
    assert {201, 429} == set(statuses)
    assert request(site.url, "POST", "/api/tables", body={}, source="127.0.9.2").status == 201


def test_nobody_sees_the_metrics_through_the_web_server(site: Site) -> None:
    reply = request(site.url, "GET", "/metrics")
    assert reply.status in {403, 404}
    assert b"tsuro_" not in reply.body


def test_who_was_at_a_process_that_dies_plays_on_and_no_link_is_written_down(site: Site) -> None:
    players = asyncio.run(_play_while_a_process_dies(site))
    assert any(len(player.clients) > 1 for player in players), "somebody was at the process that died"
    written = site.log.read_text(encoding="utf-8", errors="replace")
    assert [player.code for player in players if player.code in written] == []


@pytest.mark.parametrize("set_up", [nginx, caddy, caddy_of_the_page], ids=lambda each: each.__name__)
def test_no_link_is_written_down_while_no_server_answers(
    set_up: Callable[[Path, int, Sequence[int]], tuple[list[str], dict[str, str]]], tmp_path: Path
) -> None:
    port, code = postgresql.free_port(), new_token()
    command, settings = set_up(tmp_path, port, [postgresql.free_port()])
    with running(command, settings, tmp_path / "log"):
        wait_for(lambda: _answers(port), 20, f"{command[0]} to start: {(tmp_path / 'log').read_text()}")
        assert request(f"http://127.0.0.1:{port}", "GET", f"/table/{code}").status == 502
    assert code not in (tmp_path / "log").read_text(encoding="utf-8", errors="replace")


async def _play_while_a_process_dies(site: Site) -> list[Player]:
    players = []
    for _ in range(3):
        tokens = [new_token() for _ in range(2)]
        code = make_table(site.url, tokens[0]).play
        players += [Player(code=code, token=token, is_host=token is tokens[0]) for token in tokens]
    for number, player in enumerate(players):
        await _sit(site.url, player, number % 2)
    evening = [asyncio.create_task(_play_on(site.url, player)) for player in players]
    await _until(lambda: all(player.clients and player.clients[-1].seq > 10 for player in players))
    site.servers[0].kill()
    heard = [player.clients[-1].seq for player in players]
    await _until(lambda: all(p.clients[-1].seq > seq + 5 for p, seq in zip(players, heard, strict=True)))
    for task in evening:
        task.cancel()
    await asyncio.gather(*evening, return_exceptions=True)
    site.servers[0].start()
    return players


async def _sit(url: str, player: Player, seat: int) -> None:
    async with Client(url, player.code, token=player.token) as client:
        await client.do(Sit(id=new_id(), seat=seat, name=f"Player {seat}"))


async def _play_on(url: str, player: Player) -> None:
    while True:
        await player.play(url, Random(player.token))
        await asyncio.sleep(0.1)


async def _until(condition: Callable[[], object]) -> None:
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        await asyncio.sleep(0.05)
