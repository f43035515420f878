"""A public server tells nobody what it counts but those who reach the port that its operator named."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest
from tests.server_process.harness import Server
from tests.server_process.wire import ask, handshake, request

from tsuro.cli import main


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    """A server for the world, and where Prometheus looks."""
    place = f"127.0.0.1:{free_port()}"
    options = ("--origin", "https://tsuro.example", "--behind-proxy", "--metrics", place)
    with Server(tmp_path_factory.mktemp("public"), *options) as server:
        yield server, f"http://{place}"
        assert '"level":"error"' not in server.complained, server.complained


def test_a_proxy_that_sets_no_header_gets_no_metrics(public: tuple[Server, str]) -> None:
    server, _ = public
    reply = request(server.url, "GET", "/metrics")  # as from this machine
    assert (reply.status, reply.code) == (403, "forbidden")


def test_without_a_port_of_their_own_they_are_for_private_servers_alone(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with Server(tmp_path_factory.mktemp("named"), "--origin", "https://tsuro.example") as server:
        assert request(server.url, "GET", "/metrics").status == 403


@pytest.mark.parametrize("host", ["127.0.0.1", "tsuro-1.internal:9100"])
def test_metrics_and_health_are_at_the_port_and_nothing_else(public: tuple[Server, str], host: str) -> None:
    _, place = public
    headers = {"Host": host}
    metrics = request(place, "GET", "/metrics", headers=headers)
    assert metrics.status == 200
    assert 'tsuro_waiting{what="store"}' in metrics.body.decode()
    for path in ("/health", "/health/live", "/health/ready"):
        assert request(place, "GET", path, headers=headers).status == 200
    for path in ("/", "/api/tiles", "/api/tables/x"):
        assert request(place, "GET", path, headers=headers).status == 404
    assert ask(place, handshake(place, "x" * 22)).status == 403


def test_a_place_that_is_none_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:

    for text in ("9100", "127.0.0.1:", "127.0.0.1:70000"):
        with pytest.raises(SystemExit):
            main(["serve", "--metrics", text])
        assert text in capsys.readouterr().err
