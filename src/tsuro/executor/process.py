"""A process that does tasks: the code it runs, and the handle on it.

A task can take its process down, by a crash of compiled code, or keep it busy forever. So the process
notes, in memory that both sides share, which step it is at, since when, and for how long it may be.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from ctypes import c_double
from dataclasses import dataclass
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, cast

from tsuro.executor.job import Job, Step, Watch

__all__ = ["Done", "Failed", "Ready", "TaskProcess"]

PATIENCE = 3.0  # seconds for a process, and what it has started, to end


@dataclass(frozen=True, slots=True)
class Ready:
    """The process has started, and waits for a task."""


@dataclass(frozen=True, slots=True)
class Done:
    answer: Any


@dataclass(frozen=True, slots=True)
class Failed:
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _At:
    step: Step
    limit: float  # seconds that it may take
    late: float  # seconds past the limit


class TaskProcess:
    """A process for the tasks of a pickled job; it starts at once."""

    def __init__(self, job: bytes) -> None:
        context = get_context("spawn")  # works the same on every system, and copies no thread of ours
        self._noted = context.RawArray(c_double, 4)  # the step's two numbers, since when, for how long
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, self._noted, job), daemon=True)
        try:
            with _deaf_to_interrupts():
                self._process.start()
        finally:
            theirs.close()

    def give(self, task: object) -> None:
        with suppress(OSError):  # it has died: `said` will show that
            self.connection.send(task)

    def said(self) -> Ready | Done | Failed | None:
        """What it says, once `connection` has data; None if it has died."""
        try:
            return cast(Ready | Done | Failed, self.connection.recv())
        except (EOFError, OSError):
            self._process.join(PATIENCE)
            return None

    @property
    def at(self) -> _At | None:
        """The step it is at."""
        first, second, since, limit = self._noted[:]
        late = time.monotonic() - since - limit
        return _At(step=(int(first), int(second)), limit=limit, late=late) if since else None

    @property
    def exit_code(self) -> int | None:
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()

    def ask_to_leave(self) -> None:
        self._process.terminate()

    def leave(self) -> None:
        """Wait until it has ended, but not forever."""
        self._process.join(PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self.connection.close()
        self._process.close()


def _work(connection: Connection, noted: Any, pickled: bytes) -> None:
    """Do each task that comes over the connection."""

    def watch(step: Step | None, seconds: float) -> None:
        noted[0], noted[1] = step or (0, 0)
        noted[3] = seconds
        noted[2] = 0.0 if step is None else time.monotonic()

    # The connection ended: nobody wants more. KeyboardInterrupt: we were asked to leave.
    with suppress(EOFError, OSError, KeyboardInterrupt):
        _settle_in()
        try:
            job: Job[Any, Any] = pickle.loads(pickled)  # noqa: S301 -- from our own parent
            job.prepare()
        except Exception as error:  # noqa: BLE001 -- whatever it is, it is told where somebody reads it
            connection.send(_failed(error))
            return
        with closing(job):
            connection.send(Ready())
            while True:
                connection.send(_done(job, connection.recv(), watch))


def _done(job: Job[Any, Any], task: object, watch: Watch) -> Done | Failed:
    try:
        return Done(job.do(task, watch))
    except Exception as error:  # noqa: BLE001 -- as above
        return _failed(error)


def _failed(error: Exception) -> Failed:
    return Failed(f"{type(error).__name__}: {error}")


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started in here ignore Ctrl-C: it is for their parent, which then ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it starts with the first process, and would let interrupts in
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _settle_in() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it could not ignore them from the start
    signal.signal(signal.SIGTERM, _interrupt)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    with suppress(OSError):
        os.dup2(2, 1)  # what a task prints must not get into the command's own output
    sys.stdout = sys.stderr


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def _leave_with_parent() -> None:
    """Leave when the parent was killed: nobody is waiting for answers."""
    if parent := parent_process():
        wait([parent.sentinel])
        os._exit(1)
