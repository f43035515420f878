"""A network that can fail: between clients and a server, or between a server and its database."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

__all__ = ["Proxy", "Trouble"]

Trouble: TypeAlias = Literal["held", "dropped", "refused"]
"""What is sent arrives late; or never, and nobody is told; or everybody is told that there is no connection."""


class _Link:
    """One connection, and the one behind it."""

    def __init__(self, *writers: StreamWriter) -> None:
        self._writers = writers
        self.is_dead = False  # nothing arrives any more, and neither side knows

    def cut(self) -> None:
        for writer in self._writers:
            writer.transport.abort()


class Proxy:
    """Passes everything on to the address that `target` says at that moment, until there is trouble.

    To the target, each connection comes from the address that `source` says.
    """

    def __init__(self, target: Callable[[], str], *, source: Callable[[], str] = lambda: "127.0.0.1") -> None:
        self._target, self._source = target, source
        self._links: set[_Link] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._clear = asyncio.Event()
        self._clear.set()
        self._trouble: Trouble | None = None
        self._server: asyncio.Server | None = None

    async def open(self) -> int:
        """Returns its port."""
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        self.clear()
        self._cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def trouble(self, kind: Trouble) -> None:
        self._trouble = kind
        self._clear.clear()
        if kind == "refused":
            self._cut()
        for link in self._links if kind == "dropped" else ():
            link.is_dead = True

    def clear(self) -> None:
        """Everything passes again; what was dropped is not sent again, and its connections stay dead."""
        self._trouble = None
        self._clear.set()

    def _cut(self) -> None:
        for link in self._links:
            link.cut()

    async def _accept(self, reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._connect(reader, writer)
        except (OSError, asyncio.CancelledError):
            pass  # there is nobody at the other end, or the proxy is closed
        finally:
            self._tasks.discard(task)
            writer.transport.abort()

    async def _connect(self, reader: StreamReader, writer: StreamWriter) -> None:
        if self._trouble == "refused":
            return
        await self._clear.wait()
        address = urlsplit(self._target())
        source = self._source(), 0
        there, back = await asyncio.open_connection(address.hostname, address.port, local_addr=source)
        link = _Link(writer, back)
        self._links.add(link)
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._pass_on(link, reader, back))
                both.create_task(self._pass_on(link, there, writer))
        except* OSError:
            pass
        finally:
            self._links.discard(link)
            link.cut()

    async def _pass_on(self, link: _Link, source: StreamReader, to: StreamWriter) -> None:
        """Until one side ends. What is dead stays open: that is what makes it hard to notice."""
        while data := await source.read(65536):
            await self._clear.wait()
            if not link.is_dead:
                to.write(data)
                await to.drain()
        if link.is_dead:
            await asyncio.Event().wait()
        raise ConnectionResetError
