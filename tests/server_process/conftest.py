"""Servers for the tests of each module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server_process.harness import Server
from tests.server_process.limited import PATIENT, Asked, limited


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server
        log = server.complained
        assert '"level":"error"' not in log, log
        assert server.is_running


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits on how often it may be asked."""
    with Server(tmp_path_factory.mktemp("home"), command=limited(Asked(limits=PATIENT))) as server:
        yield server
        assert '"level":"error"' not in server.complained, server.complained
