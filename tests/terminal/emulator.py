"""A command in a pseudo-terminal, with an emulator of a terminal at its other end: what a person would see."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pyte

__all__ = ["Terminal", "terminal"]

SECONDS = 30.0
FIXED_SIZE = {"COLUMNS", "LINES"}  # of pytest's workers; a program that has them does not see its window grow
ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in FIXED_SIZE}


class Terminal:
    """Keys in, a screen out."""

    def __init__(self, words: list[str], *, columns: int = 80, lines: int = 24, **environment: str) -> None:
        self.screen = pyte.HistoryScreen(columns, lines, history=1000)
        self._stream = pyte.ByteStream(self.screen)
        self._master, slave = pty.openpty()
        self.raw = b""
        self.before = termios.tcgetattr(slave)
        self._slave = slave
        self._set_size(columns, lines)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tsuro", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env={**ENVIRONMENT, "TERM": "xterm-256color", "COLORTERM": "truecolor", **environment},
        )

    def _set_size(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def resize(self, columns: int, lines: int) -> None:
        self._set_size(columns, lines)
        self.screen.resize(lines, columns)
        os.kill(self.process.pid, signal.SIGWINCH)

    def read(self, seconds: float = 0.05) -> None:
        """Show what arrives in the next moment."""
        while select.select([self._master], [], [], seconds)[0]:
            try:
                arrived = os.read(self._master, 65536)
            except OSError:  # the other end is closed
                return
            if not arrived:
                return
            self.raw += arrived
            self._stream.feed(arrived)

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def wait_for(self, what: str | Callable[[str], object]) -> str:
        """The screen, as soon as it shows a text."""
        until = time.monotonic() + SECONDS
        shown = what if callable(what) else lambda text: what in text
        while not shown(self.text):
            assert time.monotonic() < until, f"{what!r} never came:\n{self.text}"
            self.read()
        return self.text

    def ended(self) -> int:
        """The exit code."""
        until = time.monotonic() + SECONDS
        while self.process.poll() is None:
            assert time.monotonic() < until, self.text
            self.read()
        self.read()
        return self.process.wait()

    @property
    def is_restored(self) -> bool:
        """Whether the terminal is in the mode in which it was before."""
        return termios.tcgetattr(self._slave) == self.before

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)
        os.close(self._slave)


@contextmanager
def terminal(*words: str, columns: int = 80, lines: int = 24, **environment: str) -> Iterator[Terminal]:
    shown = Terminal(list(words), columns=columns, lines=lines, **environment)
    try:
        yield shown
    finally:
        shown.close()
