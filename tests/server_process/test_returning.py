"""After a crash all clients come back at once: they can wait in a queue, and those who give up cost nothing."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from tests.server_process.harness import Server, wait_for
from tests.server_process.wire import dial, gauge, handshake, opened, said, table_from

MANY = 300  # more than are accepted at once

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells who has left")


@contextmanager
def held_up(server: Server) -> Iterator[None]:
    """The server does nothing for a while, as when it has too much to do."""
    server.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.process.send_signal(signal.SIGCONT)


def test_hundreds_can_wait_until_they_are_accepted(server: Server) -> None:
    with ExitStack() as waiting:
        with held_up(server):
            for _ in range(MANY):
                waiting.enter_context(dial(server.url))  # beyond the queue, this would wait for seconds
        with opened(server.url, table_from(server.url)) as client:
            said(client, "snapshot")


def test_nothing_is_done_for_clients_that_left_while_they_waited(server: Server) -> None:
    code = table_from(server.url)
    wait_for(lambda: not gauge(server.url, "connections"), 10, "the end of what others opened")
    before = server.complained.count('"socket closed"')
    with held_up(server):
        for _ in range(20):
            with dial(server.url) as wire:
                wire.sendall(handshake(server.url, code))
    with opened(server.url, code) as client:  # comes after all of them
        said(client, "snapshot")
        assert server.complained.count('"socket closed"') == before
