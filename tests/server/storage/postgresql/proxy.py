"""A network between a store and its database that can be cut at a chosen moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit, urlunsplit

__all__ = ["Proxy", "proxy"]


class Proxy:
    """Passes everything on, unless it is told otherwise."""

    def __init__(self, url: str) -> None:
        self._target = urlsplit(url)
        self._writers: set[asyncio.StreamWriter] = set()
        self.url = ""
        self.is_down = False  # nobody can connect, and nothing is passed on
        self.keeps_answers = False  # requests reach the database, and its answers nobody

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_down:
            writer.close()
            return
        far_reader, far_writer = await asyncio.open_connection(self._target.hostname, self._target.port)
        self._writers |= {writer, far_writer}
        await asyncio.gather(self._pass(reader, far_writer), self._pass(far_reader, writer, answers=True))

    async def _pass(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, answers: bool = False
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                if not (answers and self.keeps_answers):
                    writer.write(data)
        writer.close()
        self._writers.discard(writer)

    def cut(self) -> None:
        """Break all connections."""
        for writer in self._writers:
            writer.transport.abort()

    def at(self, port: int) -> None:
        user = self._target.username
        self.url = urlunsplit(self._target._replace(netloc=f"{user}@127.0.0.1:{port}"))


@asynccontextmanager
async def proxy(url: str) -> AsyncIterator[Proxy]:
    """A proxy in front of the database, at an address of its own."""
    made = Proxy(url)
    server = await asyncio.start_server(made.serve, "127.0.0.1", 0)
    made.at(server.sockets[0].getsockname()[1])
    try:
        yield made
    finally:
        made.cut()
        server.close()
