"""A server for the tests of one module, and a table at it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.running import Guest, running


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    with running(tmp_path_factory.mktemp("server")) as guest:
        yield guest


@pytest.fixture(scope="module")
def played(guest: Guest) -> str:
    """The code of a table at which a game was played."""
    return guest.play_against_a_bot()
