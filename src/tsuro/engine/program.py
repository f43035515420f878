"""A program in another process that we exchange lines with.

Whatever it does, nobody waits for it past a deadline, and its output takes little memory.
Reading and writing happen in threads, which works on every system and cannot get stuck
when the program does not read.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import weakref
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, Full, Queue, SimpleQueue
from threading import Event, Thread
from time import monotonic
from typing import IO, Literal, TypeAlias

from tsuro.engine.lines import LONGEST, plain
from tsuro.game.errors import TsuroError

__all__ = ["Command", "EngineFailed", "Failure", "Program", "command_line"]

LOOK = 0.1  # seconds between checks whether a silent program is still there
MOMENT = 0.5  # seconds for a program that is ending to be gone, and for its last lines to arrive
FAREWELL = 1.0  # seconds to leave in peace
LINES_WAITING = 100  # that were said and not yet heard
LAST_WORDS = 20  # lines of its standard error to remember
QUOTED = 200  # characters of what it said

Failure: TypeAlias = Literal["ended", "late", "nonsense", "illegal"]
"""How an engine failed: it is gone, did not answer in time, was not understood, or chose what is forbidden."""
Command: TypeAlias = str | Sequence[str]  # a line, split as a shell would, or its words
_Process: TypeAlias = "subprocess.Popen[bytes]"


class EngineFailed(TsuroError):
    """An engine that cannot be started, cannot be understood, does not answer, or breaks the rules."""

    def __init__(self, sentence: str, *, how: Failure = "nonsense", complaint: str = "") -> None:
        super().__init__(sentence)
        self.how = how
        self.complaint = complaint  # the last line of its standard error


class Program:
    """A running program; `close` ends it, and so does forgetting it or leaving the interpreter."""

    def __init__(self, command: Command, *, nice: int = 0, label: str = "") -> None:
        self._label = label or command_line(command)
        self._process = _start(command, self._label)
        _lower_priority(self._process, nice)
        self._said: Queue[bytes | None] = Queue(LINES_WAITING)  # None: it says no more
        self._to_say: SimpleQueue[bytes | None] = SimpleQueue()  # None: there is no more to say
        self._last_words: deque[bytes] = deque(maxlen=LAST_WORDS)
        self._closed = Event()
        self._threads = self._start_threads()
        # The threads know only the pipes, not this object: it can be forgotten while they wait.
        self._end = weakref.finalize(self, _end, self._process, self._to_say, self._closed)

    def _start_threads(self) -> tuple[Thread, ...]:
        process = self._process
        if process.stdin is None or process.stdout is None or process.stderr is None:
            raise ValueError("a program is started with three pipes")
        threads = (
            Thread(target=_say, args=(process.stdin, self._to_say), daemon=True),
            Thread(target=_listen, args=(process.stdout, self._said, self._closed), daemon=True),
            Thread(target=_remember, args=(process.stderr, self._last_words), daemon=True),
        )
        for thread in threads:
            thread.start()
        return threads

    def say(self, *lines: object) -> None:
        """Send the lines; whether the program reads them does not keep us waiting."""
        self._to_say.put("".join(f"{line}\n" for line in lines).encode())

    @property
    def has_spoken(self) -> bool:
        """Whether it has written a line that nobody has read yet."""
        return not self._said.empty()

    def hear(self, deadline: float) -> str:
        """The next line of the program; raises `EngineFailed` if there is none by the deadline."""
        while (left := deadline - monotonic()) > 0:
            gone = self._process.poll() is not None
            if gone:
                _kill(self._process)  # one of its children may hold the pipe open
            with suppress(Empty):
                return self._understood(self._said.get(timeout=min(left, LOOK)))
            if gone:
                raise self.failure(self._how_it_ended(), how="ended")
        raise self.failure("did not answer in time", how="late")

    def _understood(self, line: bytes | None) -> str:
        if line is None:
            raise self.failure(self._how_it_ended(), how="ended")
        if len(line) > LONGEST:
            raise self.failure(f"said a line of more than {LONGEST} bytes")
        return line.decode(errors="replace")

    def _how_it_ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(MOMENT)
        code = self._process.returncode
        if code is None:
            return "closed its output"
        self._threads[2].join(MOMENT)
        if code < 0:
            return f"was ended by signal {_signal_name(-code)}"
        return f"ended with exit code {code}"

    def failure(self, what: str, *, how: Failure = "nonsense") -> EngineFailed:
        """An error that says what the program did, names it, and quotes its last complaint."""
        words = (plain(line.decode(errors="replace"), QUOTED) for line in tuple(self._last_words))
        last = next((line for line in reversed(list(words)) if line), "")
        quoted = f"; the last line of its standard error: {last}" if last else ""
        return EngineFailed(f"engine {plain(self._label, QUOTED)!r} {what}{quoted}", how=how, complaint=last)

    def kill(self) -> None:
        """End the program at once, from any thread: whoever waits for its answer hears that it has ended."""
        if self._end.alive:
            _kill(self._process)

    def close(self, *, farewell: object = None) -> None:
        """End the program and everything it started; after a farewell, it has a moment to leave by itself."""
        if not self._end.alive:
            return
        if farewell is not None:
            self.say(farewell)
            self._to_say.put(None)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(FAREWELL)
        self._end()
        deadline = monotonic() + FAREWELL
        for thread in self._threads:
            thread.join(max(0, deadline - monotonic()))  # it may wait for a process that has escaped us


def command_line(command: Command) -> str:
    """The command as people write it."""
    return command if isinstance(command, str) else shlex.join(command)


def _start(command: Command, label: str) -> _Process:
    try:
        # Windows splits a line itself.
        words = command if sys.platform == "win32" or not isinstance(command, str) else shlex.split(command)
        if not words:
            raise EngineFailed("the command that starts the engine is empty")
        return subprocess.Popen(  # noqa: S603 -- running the named program is the purpose
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # so that its children can be ended with it, and Ctrl-C reaches only us
        )
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise EngineFailed(f"engine {plain(label, QUOTED)!r} cannot be started: {reason}", how="ended") from None


def _lower_priority(process: _Process, nice: int) -> None:
    if nice and sys.platform != "win32":
        with suppress(OSError):  # it has ended already
            os.setpriority(os.PRIO_PROCESS, process.pid, nice)


def _end(process: _Process, to_say: SimpleQueue[bytes | None], closed: Event) -> None:
    closed.set()
    to_say.put(None)
    _kill(process)
    with suppress(subprocess.TimeoutExpired):
        process.wait(FAREWELL)


def _kill(process: _Process) -> None:
    """End the program with all its children."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):  # nobody is left
            os.killpg(process.pid, signal.SIGKILL)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _say(pipe: IO[bytes], to_say: SimpleQueue[bytes | None]) -> None:
    with suppress(OSError), pipe:  # it is gone, or reads no more: reading from it will show that
        while (text := to_say.get()) is not None:
            pipe.write(text)
            pipe.flush()


def _listen(pipe: IO[bytes], said: Queue[bytes | None], closed: Event) -> None:
    with pipe:
        while line := pipe.readline(LONGEST + 1):
            _put(line, said, closed)
            if len(line) > LONGEST or closed.is_set():
                break
    _put(None, said, closed)


def _put(line: bytes | None, said: Queue[bytes | None], closed: Event) -> None:
    """Queue the line, once there is room, unless nobody will read it any more."""
    while not closed.is_set():
        with suppress(Full):
            said.put(line, timeout=LOOK)
            return


def _remember(pipe: IO[bytes], last_words: deque[bytes]) -> None:
    with pipe:
        while line := pipe.readline(QUOTED):
            last_words.append(line)
