"""Several processes of one site on one machine: a parent starts them on one socket, and looks after them.

One that ends is started again. SIGHUP replaces them one after the other: a new process takes part before
an old one asks its clients to come back. The parent serves nobody, so that there is little that can end it.
"""

from __future__ import annotations

import logging
import multiprocessing
import random
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from tsuro.game.errors import TsuroError
from tsuro.server import logs
from tsuro.server.serve import listening, serve, where
from tsuro.server.settings import Settings
from tsuro.server.site_process import SiteProcess
from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.opening import is_shared

__all__ = ["NotShared", "serve_with"]

PATIENCE = 15.0  # seconds, for a process to end
SOONEST, LATEST = 0.5, 30.0  # seconds until a process is started again: twice as long each time it fails
WELL_AFTER = 60.0  # seconds after which a process counts as healthy

_log = logging.getLogger("tsuro.processes")


class NotShared(TsuroError):
    """A database that only one process can use."""


def serve_with(count: int, settings: Settings, *, announce: Callable[[str], None] = print) -> None:
    """Run a number of processes on one port until Ctrl-C or the system ends them.

    Raises `NotShared`, `StoreError` or `CannotListen` before anybody can connect.
    """
    if not is_shared(settings.database):
        raise NotShared(
            "several processes need PostgreSQL (--database postgresql://…): a file has one writer, "
            "and one process serves as many tables from it as the disk can write"
        )
    if sys.platform == "win32":
        raise NotShared("several processes need Linux or another Unix: start one without --processes")
    logs.configure()
    with TemporaryDirectory(prefix="tsuro-") as folder, listening(settings) as listener, _signals() as heard:
        _Parent(count, settings, listener, Path(folder), heard).run(announce)


@dataclass(slots=True, eq=False)
class _Child:
    number: int
    process: BaseProcess
    line: Connection  # on which it says None when it is ready, or else why not
    began: float
    is_ready: bool = False
    has_spoken: bool = False
    retires: bool = False  # it was asked to end


class _Parent:
    def __init__(
        self, count: int, settings: Settings, listener: socket.socket, folder: Path, heard: socket.socket
    ) -> None:
        self._count, self._settings = count, settings
        self._listener, self._folder, self._heard = listener, folder, heard
        self._children: list[_Child] = []
        self._failures = [0] * count
        self._due: dict[int, float] = {}  # when a process is started again
        self._failure: str | None = None  # why a process could not start
        self._ends = False
        self._replaces = False

    def run(self, announce: Callable[[str], None]) -> None:
        try:
            self._begin()
            if not self._ends:
                self._tell(announce)
            while not self._ends:
                self._attend()
                if self._replaces:
                    self._replaces = False
                    self._replace_all()
        finally:
            self._end(self._children)

    def _begin(self) -> None:
        for number in range(self._count):
            self._start(number)
        while not self._ends and not all(child.is_ready for child in self._children):
            self._attend()
            if self._failure is not None or self._due:
                raise StoreError(self._failure or "a process ended before it was ready: its log says why")

    def _tell(self, announce: Callable[[str], None]) -> None:
        port = self._listener.getsockname()[1]
        for sentence in where(self._settings.host, port):
            announce(sentence)
        announce(f"{self._count} processes share it; SIGHUP replaces them one after the other.")
        _log.info("site started", extra={"port": port, "processes": self._count})

    def _start(self, number: int) -> _Child:
        own, theirs = multiprocessing.Pipe(duplex=False)
        place = SiteProcess(number=number, count=self._count, folder=self._folder)
        settings = replace(self._settings, bot_processes=_share(self._settings.bot_processes, number, self._count))
        context = multiprocessing.get_context("spawn")  # a fork would share threads and connections
        process = context.Process(target=_serve_one, args=(settings, self._listener, place, theirs))
        process.start()
        theirs.close()
        child = _Child(number, process, own, monotonic())
        self._children.append(child)
        return child

    def _attend(self, seconds: float = LATEST) -> None:
        """Wait until something happens, and see to it."""
        soon = min([at - monotonic() for at in self._missing().values()], default=seconds)
        lines = {child.line: child for child in self._children if not child.has_spoken}
        ends = {child.process.sentinel: child for child in self._children}
        for happened in wait([self._heard, *lines, *ends], max(0.0, min(soon, seconds))):
            if happened is self._heard:
                self._hear(self._heard.recv(100))
            elif happened in lines:
                self._listen(lines[happened])
            elif ends[happened] in self._children:  # type: ignore[index]  # -- what else is left
                self._bury(ends[happened])  # type: ignore[index]  # -- as above
        for number, at in self._missing().items():
            if at <= monotonic() and not self._ends:
                del self._due[number]
                self._start(number)

    def _missing(self) -> dict[int, float]:
        """When to start processes again: one that ended while another takes its place may not be missed."""
        there = {child.number for child in self._children}
        return {number: at for number, at in self._due.items() if number not in there}

    def _hear(self, signals: bytes) -> None:
        self._ends = self._ends or bool({*signals} & {signal.SIGINT, signal.SIGTERM})
        self._replaces = self._replaces or signal.SIGHUP in signals

    def _listen(self, child: _Child) -> None:
        child.has_spoken = True
        try:
            self._failure = child.line.recv()
        except EOFError:
            return  # it ended, which is heard of as well
        child.is_ready = self._failure is None

    def _bury(self, child: _Child) -> None:
        child.process.join()
        child.line.close()
        self._children.remove(child)
        if child.retires or self._ends:
            return
        is_well = monotonic() - child.began > WELL_AFTER
        failures = self._failures[child.number] = 1 if is_well else self._failures[child.number] + 1
        longest = min(LATEST, SOONEST * 2.0 ** (failures - 1))
        pause = random.uniform(longest / 2, longest)  # so that not all start at once
        self._due[child.number] = monotonic() + pause
        facts = {"number": child.number, "status": child.process.exitcode, "ms": round(1000 * pause)}
        _log.error("a process ended by itself: it is started again", extra=facts)

    def _replace_all(self) -> None:
        """A new process takes part before an old one goes, so that there is always one for every client."""
        _log.info("processes are replaced", extra={"processes": len(self._children)})
        for old in tuple(self._children):
            if old not in self._children:  # it ended by itself meanwhile, and is started again
                continue
            new = self._start(old.number)
            new.retires = True  # should it end before it is ready, the old one is still there
            while not self._ends and new in self._children and not new.is_ready:
                self._attend()
            new.retires = False
            if self._ends:
                return
            if not new.is_ready:
                why, self._failure = self._failure or "it ended before it was ready", None
                facts = {"number": old.number}
                _log.error("a new process cannot start: the old ones go on", extra=facts, exc_info=StoreError(why))
                return
            self._due.pop(old.number, None)  # if the old one ended by itself, the new one is there in its place
            self._end([old])
        _log.info("processes were replaced", extra={"processes": len(self._children)})

    def _end(self, children: list[_Child]) -> None:
        """Ask them to end, and wait; those that do not are killed."""
        ending = [child for child in children if child in self._children]
        for child in ending:
            child.retires = True
            child.process.terminate()
        until = monotonic() + PATIENCE
        while any(child in self._children for child in ending) and monotonic() < until:
            self._attend(until - monotonic())
        for child in ending:
            if child in self._children:
                child.process.kill()
                self._bury(child)


def _share(whole: int, number: int, count: int) -> int:
    """The part of the bots' processes that one process has: at least one.

    >>> [_share(6, number, 4) for number in range(4)], _share(2, 3, 4)
    ([2, 2, 1, 1], 1)
    """
    return max(1, whole // count + (number < whole % count))


def _serve_one(settings: Settings, listener: socket.socket, place: SiteProcess, line: Connection) -> None:
    """In a process of its own: serve, and say on the line when that begins, or why it cannot."""
    for kind in (signal.SIGINT, signal.SIGHUP):  # Ctrl-C and a closed terminal reach the parent, too: it decides
        signal.signal(kind, signal.SIG_IGN)
    try:
        serve(
            settings,
            announce=lambda _sentence: None,
            listener=listener,
            place=place,
            ready=partial(_say, line, None),
        )
    except TsuroError as error:
        _say(line, str(error))
        sys.exit(1)


def _say(line: Connection, words: str | None) -> None:
    with suppress(OSError):  # the parent is gone, and we soon will be
        line.send(words)


@contextmanager
def _signals() -> Iterator[socket.socket]:
    """A socket on which the signals for the parent arrive, each as one byte."""
    here, there = socket.socketpair()
    there.settimeout(0)
    kinds = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(kind, lambda _signal, _frame: None) for kind in kinds]
    woken = signal.set_wakeup_fd(there.fileno())
    try:
        with here, there:
            yield here
    finally:
        signal.set_wakeup_fd(woken)
        for kind, handler in zip(kinds, before, strict=True):
            signal.signal(kind, handler)
