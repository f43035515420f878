"""A server for the tests of each module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.served.harness import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server
        log = server.complained
        assert '"level":"error"' not in log, log
        assert server.is_running
