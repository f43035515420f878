"""A Ray cluster of two workers on the loopback device, and further nodes, which end without a trace."""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.conftest import ROOT

PLENTY = 120.0  # seconds, however busy the machine


@dataclass(frozen=True)
class RayNode:
    pid: int

    @property
    def task_processes(self) -> list[int]:
        """Our processes there, each the child of one of Ray's."""
        return [process.pid for process in self._task_processes]

    @property
    def _task_processes(self) -> list[_Process]:
        return [process for process in _below(self.pid, _processes()) if "spawn_main" in process.command]

    def wait_for_a_task(self) -> int:
        """The process of Ray's that has one."""
        deadline = time.monotonic() + PLENTY
        while not (found := self._task_processes):
            assert self.pid in {process.pid for process in _processes()}, "the node has ended"
            assert time.monotonic() < deadline
            time.sleep(0.1)
        return found[0].parent

    def lose_power(self) -> None:
        everything = [self.pid, *descendants(self.pid)]
        for pid in everything:
            os.kill(pid, signal.SIGKILL)


@dataclass(frozen=True)
class RayCluster(RayNode):
    """Its head node, which works, too."""

    address: str
    client: str  # the address for drivers on machines outside
    folder: Path

    @contextmanager
    def another_node(self) -> Iterator[RayNode]:
        # Ray would take 127.0.0.1 and localhost for addresses in the network.
        words = [f"--address=LOCALHOST:{self.address.rpartition(':')[2]}", "--node-ip-address=127.0.0.2"]
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "1")
            with _started(self.folder, *words, "--num-cpus=1") as process:
                yield RayNode(process.pid)


@dataclass(frozen=True)
class _Process:
    pid: int
    parent: int
    command: str


def _processes() -> list[_Process]:
    """All of this machine, in one look: each takes a while."""
    shown = subprocess.run(
        ["ps", "-ww", "-e", "-o", "pid=,ppid=,args="], check=True, capture_output=True, text=True
    ).stdout
    words = [line.split(maxsplit=2) for line in shown.splitlines()]
    return [_Process(int(pid), int(parent), command) for pid, parent, command in words]


def _below(pid: int, processes: list[_Process]) -> list[_Process]:
    children = [process for process in processes if process.parent == pid]
    return [each for child in children for each in (child, *_below(child.pid, processes))]


def descendants(pid: int) -> list[int]:
    return [process.pid for process in _below(pid, _processes())]


def wait_until_gone(*pids: int) -> None:
    deadline = time.monotonic() + PLENTY
    while left := [process for process in _processes() if process.pid in pids]:
        assert time.monotonic() < deadline, left
        time.sleep(0.1)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


@contextmanager
def ray_cluster() -> Iterator[RayCluster]:
    settings = {
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",  # Ray's way to stay on the loopback device
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_health_check_period_ms": "500",  # a node without power is given up sooner
        "PYTHONPATH": ROOT,  # the players of our tests
    }
    client = free_port()
    words = [
        "--head",
        "--port=0",
        f"--ray-client-server-port={client}",
        "--num-cpus=2",
        "--include-dashboard=false",
    ]
    # A short name: sockets lie in there, whose names have limits.
    with tempfile.TemporaryDirectory(prefix="ray") as made, pytest.MonkeyPatch.context() as patch:
        folder = Path(made)
        for name, value in settings.items():
            patch.setenv(name, value)
        with _started(folder, *words, f"--temp-dir={folder}") as process:
            address = _address(folder, process)
            yield RayCluster(process.pid, address, f"ray://127.0.0.1:{client}", folder)


@contextmanager
def _started(folder: Path, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A node of Ray's, to its end."""
    start = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block"]
    with (folder / "output").open("ab") as output:
        process = subprocess.Popen(
            [*start, f"--object-store-memory={80 * 2**20}", *words],
            stdout=output,
            stderr=output,
            start_new_session=True,
            cwd=folder,
        )
    try:
        yield process
    finally:
        everything = [process.pid, *descendants(process.pid)]
        process.send_signal(signal.SIGTERM)
        process.wait(PLENTY)
        wait_until_gone(*everything)


def _address(folder: Path, process: subprocess.Popen[bytes]) -> str:
    deadline = time.monotonic() + PLENTY
    while not (folder / "ray_current_cluster").exists():
        assert process.poll() is None, (folder / "output").read_text(encoding="utf-8")
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return (folder / "ray_current_cluster").read_text().strip()
