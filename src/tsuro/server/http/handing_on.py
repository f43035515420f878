"""Clients of one table at one process: a process hands on the connection of whoever wants to another's table.

A process that has clients of a table follows it, move by move; if those of every table were
scattered, each process would follow them all. Nothing depends on this: a connection that cannot
be handed on is served where it is, as any process serves any table.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
import time
from array import array
from asyncio.transports import Transport
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from zlib import crc32

from tsuro.server.http.routes import API_PATHS
from tsuro.server.site_process import metrics_of

__all__ = ["HandingOn"]

STALE = 4.0  # seconds without a word, which each process says once a second
LARGEST = 65_536  # bytes of what was read from a connection already

_HEAD = re.compile(
    rb"GET %s(?:\?[^ ]*)? HTTP/1\.1\r\n.*\r\n\r\n" % API_PATHS["socket"].format(code="([^/? ]{1,64})").encode(),
    re.DOTALL,
)


class HandingOn:
    """One process of several on a machine, by its number. Their sockets for this are in a folder that all know."""

    def __init__(self, *, number: int, count: int, folder: Path) -> None:
        self._number, self._count, self._folder = number, count, folder
        self._ours = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._ours.setblocking(False)  # noqa: FBT003 -- that is its name
        self._adopting: set[asyncio.Task[None]] = set()

    def open(self, adopt: Callable[[socket.socket, bytes], Awaitable[None]]) -> None:
        """From now on connections for our tables come here; `adopt` gets each, and what was read from it."""
        path = self._path(self._number)
        beside = path.with_suffix(f".{os.getpid()}")
        try:
            self._ours.bind(str(beside))
        except OSError:  # the name of the folder is too long
            return
        beside.replace(path)  # a process that we replace gets none from now on
        asyncio.get_running_loop().add_reader(self._ours, self._receive, adopt)

    def close(self) -> None:
        with suppress(RuntimeError):  # there is no loop any more
            asyncio.get_running_loop().remove_reader(self._ours)
        self._ours.close()

    def hand_on(self, transport: Transport, data: bytes) -> bool:
        """Hand on a connection by its first request, if that is for another process; returns whether it was."""
        found = _HEAD.fullmatch(data)
        home = self._number if found is None else crc32(found[1]) % self._count
        if home == self._number:
            return False
        if not self._is_well(home):
            return False
        file = array("i", [transport.get_extra_info("socket").fileno()])
        rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, file)  # Python's `send_fds` forgets the address
        try:
            self._ours.sendmsg([data], [rights], 0, str(self._path(home)))
        except OSError:  # it is not there, or busy
            return False
        transport.abort()  # which closes our end of it alone
        return True

    def _is_well(self, number: int) -> bool:
        """Whether the process there has told something lately: one that stands still keeps what it gets."""
        try:
            return time.time() - metrics_of(self._folder, number).stat().st_mtime < STALE
        except OSError:
            return False

    def _receive(self, adopt: Callable[[socket.socket, bytes], Awaitable[None]]) -> None:
        try:
            data, files, _, _ = socket.recv_fds(self._ours, LARGEST, 1)
        except OSError:
            return
        for file in files:
            task = asyncio.ensure_future(adopt(socket.socket(fileno=file), data))
            self._adopting.add(task)
            task.add_done_callback(self._adopting.discard)

    def _path(self, number: int) -> Path:
        return self._folder / f"{number}.socket"
