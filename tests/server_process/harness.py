"""The server as people run it: the real command in its own process, with its own port and file."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

__all__ = ["REAL", "Server", "processes_marked", "some_address", "wait_for"]

REAL = (sys.executable, "-m", "tsuro")
MARK = "TSURO_TEST_SERVER"  # in the environment of a server and of everything it starts
START_SECONDS = 30.0  # on a busy machine

_URL = re.compile(r"http://127\.0\.0\.1:\d+")


def some_address() -> str:
    """One of the machine's own addresses: to the server, everybody who comes from another is somebody else."""
    if sys.platform != "linux":  # which has more than one
        return "127.0.0.1"
    return f"127.{random.randrange(1, 255)}.{random.randrange(256)}.{random.randrange(1, 255)}"


def wait_for(condition: Callable[[], object], seconds: float, what: str) -> None:
    """Look again and again until the condition is true."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, f"waited {seconds} s for nothing: {what}"
        time.sleep(0.01)


def processes_marked(mark: str) -> list[int]:
    """The processes that still run with this in their environment, which they inherit and cannot lose."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it ended while we looked, or is not ours
            if f"{MARK}={mark}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


class Server:
    """A server process. It can be ended in every way, and started again on the same database."""

    def __init__(
        self, folder: Path, *options: str, command: Sequence[str] = REAL, database: str | None = None
    ) -> None:
        self.folder = folder
        self.database = folder / "tables.sqlite3"  # unless another is named
        self._command = [
            *command,
            "serve",
            "--port",
            "0",
            "--database",
            database or str(self.database),
            "--pace",
            "0",
            *options,
        ]
        self._process: subprocess.Popen[bytes] | None = None
        self._starts = 0
        self.url = ""

    def __enter__(self) -> Server:
        try:
            self.start()
        except BaseException:
            self.clean_up()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clean_up()

    @property
    def process(self) -> subprocess.Popen[bytes]:
        assert self._process is not None, "the server was not started"
        return self._process

    @property
    def said(self) -> str:
        """What it said on standard output since it was started."""
        return self._file("out").read_text(encoding="utf-8")

    @property
    def complained(self) -> str:
        """What it said on standard error: its log."""
        return self._file("err").read_text(encoding="utf-8")

    def start(self) -> None:
        """Start it, and wait until it says where it is."""
        self.launch()
        wait_for(lambda: self.process.poll() is not None or _URL.search(self.said), START_SECONDS, "the address")
        found = _URL.search(self.said)
        assert found, f"the server did not start: {self.complained}"
        self.url = found[0]

    def launch(self) -> None:
        """Start it without waiting."""
        self._starts += 1
        with self._file("out").open("wb") as out, self._file("err").open("wb") as err:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
                env={**os.environ, MARK: str(self.folder)},
            )

    def stop(self, seconds: float = 10.0) -> int:
        """Ask it to end, as the system does; returns the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(seconds)

    def kill(self) -> None:
        """End it as a power cut would. Only it: its children have to notice by themselves."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def children(self) -> list[int]:
        """The processes it started that still run, also after its own end."""
        return [process for process in processes_marked(str(self.folder)) if process != self.process.pid]

    def clean_up(self) -> None:
        """End whatever is left of it."""
        if self._process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _file(self, kind: str) -> Path:
        return self.folder / f"server-{self._starts}.{kind}"
