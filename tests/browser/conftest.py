"""Real pages in a real Chromium, at a real server."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.browser.place import Place
from tests.browser.tour import tour_server
from tests.browser.visiting import Visitors
from tests.server_process.harness import Server
from tests.server_process.limited import PATIENT, Asked, limited

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that neither end it nor stack its tiles."""
    patient = limited(Asked(limits=PATIENT))  # all tests come from one address
    with Server(tmp_path_factory.mktemp("server"), command=patient) as server:
        yield server


@pytest.fixture
def visitors(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Visitors]:
    worker = request.node.get_closest_marker("service_worker") is not None
    with Visitors(browser, server.url, service_worker=worker) as visitors:
        yield visitors


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server that the test may end."""
    with Server(tmp_path) as server:
        yield server


@pytest.fixture(scope="session")
def tour_at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that deals the tiles of the game with everything."""
    with tour_server(tmp_path_factory.mktemp("tour")) as server:
        yield server


@pytest.fixture
def place(browser: Browser, tmp_path: Path) -> Iterator[Place]:
    """An address at which a test lets servers come and go."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with Visitors(browser, f"http://127.0.0.1:{port}", service_worker=True) as visitors:
        visitors.excuse("ERR_CONNECTION_REFUSED", "Failed to load resource")
        yield Place(tmp_path, visitors, port)
