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
        return [pid for pid in descendants(self.pid) if "spawn_main" in command_of(pid)]

    def wait_for_a_task(self) -> None:
        deadline = time.monotonic() + PLENTY
        while not self.task_processes:
            assert command_of(self.pid), "the node has ended"
            assert time.monotonic() < deadline
            time.sleep(0.1)

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


def descendants(pid: int) -> list[int]:
    children = [int(child) for child in _told("pid=", "--ppid", str(pid)).split()]
    return [each for child in children for each in (child, *descendants(child))]


def command_of(pid: int) -> str:
    """Its command line; empty when it has ended."""
    return _told("args=", "-p", str(pid))


def parent_of(pid: int) -> int:
    return int(_told("ppid=", "-p", str(pid)))


def _told(what: str, *whom: str) -> str:
    shown = subprocess.run(["ps", "-ww", "-o", what, *whom], check=False, capture_output=True, text=True)
    return shown.stdout


def wait_until_gone(*pids: int) -> None:
    deadline = time.monotonic() + PLENTY
    while left := [pid for pid in pids if command_of(pid)]:
        assert time.monotonic() < deadline, [command_of(pid) for pid in left]
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
