"""A server in its own process, and what it uses: processor time and memory, as Linux reports them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tsuro.bench.client import ServingError

try:
    import resource
except ImportError:  # Windows, where none of this can be measured
    resource = None  # type: ignore[assignment]  # -- there is none on Windows

__all__ = ["Process", "allow_connections", "cpu_of_all", "memory_of_all", "started"]

PATIENCE = 10.0  # seconds for it to end on its own
FILES = 100  # that a process has open in addition
SCHEDULED = 2  # with the process, makes the number of its clock, as clock_getcpuclockid(3) does


@dataclass(frozen=True, slots=True)
class Process:
    """A server running on this machine."""

    pid: int
    port: int

    def cpu_seconds(self) -> float:
        """Processor time so far, in the program and for it in the system, all threads together."""
        return time.clock_gettime(~self.pid << 3 | SCHEDULED)

    def main_thread_seconds(self) -> float:
        """The part of it that the main thread took, less exactly."""
        fields = Path(f"/proc/{self.pid}/task/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> int:
        """Bytes that it holds in memory."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)


def memory_of_all(pid: int) -> int:
    """Bytes that a process and all that it started hold in memory; what they share counts once."""
    return 1024 * sum(_shared_out(each) for each in _family(pid))


def cpu_of_all(pid: int) -> float:
    """Processor time of a process and all that it started so far, in seconds."""
    return sum(_ticks(each) for each in _family(pid)) / os.sysconf("SC_CLK_TCK")


def _family(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        return []  # it has just ended
    return [pid, *(each for child in children for each in _family(int(child)))]


def _shared_out(pid: int) -> int:
    """Its kilobytes; of those that it shares with others, its share."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def _ticks(pid: int) -> int:
    """Of the process, and of those of its children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return sum(map(int, fields[11:15]))


def allow_connections(number: int) -> None:
    """Let this process, and those it starts, open this many connections; the system may not allow it."""
    if not Path("/proc/self/statm").exists():
        raise ServingError("what a server uses can be measured only on Linux: run this there")
    needed = number + FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise ServingError(f"the system allows {hard} open files, and {needed} are needed: measure fewer --tables")
    if soft != resource.RLIM_INFINITY and soft < needed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


@contextmanager
def started(*arguments: str) -> Iterator[Process]:
    """Run Python with these arguments until the `with` is left; its first line must end in its port.

    However the `with` is left, the process has then ended.
    """
    with (
        tempfile.TemporaryFile() as complaints,
        subprocess.Popen(  # noqa: S603 -- our own code
            (sys.executable, *arguments),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=complaints,
        ) as process,
    ):
        try:
            yield Process(process.pid, _port(process, complaints))
        finally:
            _end(process)


def _port(process: subprocess.Popen[bytes], complaints: IO[bytes]) -> int:
    assert process.stdout is not None  # noqa: S101 -- a pipe
    said = process.stdout.readline().decode(errors="replace")
    found = re.search(r"(?:^|:)(\d+)\b", said)
    if found is None:
        process.wait(PATIENCE)
        complaints.seek(0)
        raise ServingError(
            f"the server does not start: {complaints.read().decode(errors='replace').strip()[-400:]}"
        )
    return int(found[1])


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
