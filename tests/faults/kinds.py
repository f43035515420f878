"""What can go wrong. Each fault happens while people play, and is over when its function returns."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TypeAlias

from tests.faults.proxy import Proxy, Trouble
from tests.faults.serving import set_clock
from tests.faults.sites import Kind, Site, children, is_there
from tests.server_process.client import AT_ONCE
from tests.server_process.harness import Server
from tests.server_process.wire import TEXT, frame, joined

__all__ = ["FAULTS", "Fault", "Moment"]

HOUR = 3600.0
JUMPS = (-30 * 24 * HOUR, -HOUR, -60.0, 60.0, HOUR, 30 * 24 * HOUR)  # seconds
DEAF = 6  # clients that never read
RESYNC = b'{"type":"resync"}'
PATIENCE = 90.0  # seconds, on a busy machine
TINY = 8192  # bytes: nothing that matters fits


@dataclass(frozen=True, kw_only=True)
class Moment:
    """Where and when a fault happens."""

    site: Site
    codes: Sequence[str]  # of the tables that are played at
    random: Random

    async def last(self) -> None:
        """As long as such things last."""
        await asyncio.sleep(self.random.uniform(*self.site.pace.outage))


Fault: TypeAlias = Callable[[Moment], Awaitable[None]]


async def kill_process(moment: Moment) -> None:
    server = moment.random.choice(moment.site.processes).server
    server.kill()
    await asyncio.sleep(moment.random.uniform(0, 1))
    await asyncio.to_thread(server.start)


async def kill_child(moment: Moment) -> None:
    """Its parent starts another."""
    server = moment.site.processes[0].server
    started = server.complained.count("server started")
    os.kill(moment.random.choice(_serving(server)), signal.SIGKILL)
    await _until(lambda: server.complained.count("server started") > started)


async def kill_parent(moment: Moment) -> None:
    """Those that it started end by themselves, and ask their clients to come back."""
    server = moment.site.processes[0].server
    serving = _serving(server)
    server.kill()
    await _until(lambda: not any(is_there(process) for process in serving))
    await asyncio.to_thread(server.start)


async def replace_children(moment: Moment) -> None:
    server = moment.site.processes[0].server
    replaced = server.complained.count("processes were replaced")
    server.process.send_signal(signal.SIGHUP)
    await _until(lambda: server.complained.count("processes were replaced") > replaced)


def _serving(server: Server) -> list[int]:
    """The processes that the parent has started to serve."""
    found = children(server.process.pid)
    return [pid for pid in found if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


async def _until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.05)


async def kill_database(moment: Moment) -> None:
    await moment.site.kill_database(backends=moment.random.random() < 0.5)
    await asyncio.sleep(moment.random.uniform(0, 1))
    await moment.site.start_database()


async def kill_processes(moment: Moment) -> None:
    """All of them: the database stays."""
    _kill_all(moment.site)
    await _start_all(moment.site)


async def kill_everything(moment: Moment) -> None:
    """A power cut."""
    site = moment.site
    _kill_all(site)
    if site.database is not None:
        await site.kill_database(backends=True)
        await site.start_database()
    await _start_all(site)


def _kill_all(site: Site) -> None:
    for process in site.processes:
        process.server.kill()


async def _start_all(site: Site) -> None:
    await asyncio.gather(*(asyncio.to_thread(process.server.start) for process in site.processes))


async def stop_process(moment: Moment) -> None:
    """It wakes up when others have gone on in its place, and wants to write what it had in hand."""
    process = moment.random.choice(moment.site.processes).server.process
    process.send_signal(signal.SIGSTOP)
    try:
        await asyncio.sleep(moment.site.pace.lease)
        await moment.last()  # so long that some have gone to another process, and asked again there
    finally:
        process.send_signal(signal.SIGCONT)


async def stop_database(moment: Moment) -> None:
    assert moment.site.database is not None
    family = [moment.site.database.pid, *children(moment.site.database.pid)]
    for process in family:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGSTOP)
    try:
        await moment.last()
    finally:
        for process in family:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)


def lose_database(trouble: Trouble) -> Fault:
    async def lose(moment: Moment) -> None:
        assert moment.site.network is not None
        await _trouble(moment, moment.site.network, trouble)

    return lose


async def lose_clients(moment: Moment) -> None:
    """Connections of clients are half-open: neither side is told."""
    await _trouble(moment, moment.random.choice(moment.site.processes).network, "dropped")


async def _trouble(moment: Moment, network: Proxy, trouble: Trouble) -> None:
    network.trouble(trouble)
    try:
        await moment.last()
    finally:
        network.clear()


async def deaf_clients(moment: Moment) -> None:
    """Some come to the tables, ask for as much as they may, and never read."""
    with ExitStack() as stack:
        for _ in range(DEAF):
            url = moment.random.choice(moment.site.processes).server.url
            code = moment.random.choice(moment.codes)
            wire = await asyncio.to_thread(stack.enter_context, joined(url, code))
            wire.sendall(frame(TEXT, RESYNC) * AT_ONCE)
        await moment.last()


async def set_clocks(moment: Moment) -> None:
    """The wall clock of one process jumps, and stays wrong for a while."""
    clock = moment.random.choice(moment.site.processes).clock
    for jump in (*moment.random.sample(JUMPS, 2), 0.0):
        set_clock(clock, jump)
        await asyncio.sleep(moment.random.uniform(0.5, 1.5))


async def fill_disk(moment: Moment) -> None:
    with _filled(moment.site.disk) if moment.site.database else _no_files(moment.site):
        await moment.last()


@contextmanager
def _filled(disk: Path) -> Iterator[None]:
    """Nothing more fits on the disk."""
    ballast = disk / "ballast"
    try:
        with suppress(OSError), ballast.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        yield
    finally:
        ballast.unlink()


@contextmanager
def _no_files(site: Site) -> Iterator[None]:
    """No file of the server may grow: the same as a full disk, without filling one."""
    pid = site.processes[0].server.process.pid
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (TINY, before[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


_ANYWHERE: dict[str, Fault] = {
    "a process is killed": kill_process,
    "everything is killed": kill_everything,
    "connections of clients are half-open": lose_clients,
    "clients never read": deaf_clients,
    "clocks jump": set_clocks,
}

FAULTS: dict[Kind, dict[str, Fault]] = {
    "sqlite": {**_ANYWHERE, "the disk is full": fill_disk},
    "postgresql": {
        **_ANYWHERE,
        "all processes are killed": kill_processes,
        "PostgreSQL is killed": kill_database,
        "PostgreSQL stands still": stop_database,
        "PostgreSQL cannot be reached: late": lose_database("held"),
        "PostgreSQL cannot be reached: refused": lose_database("refused"),
        "PostgreSQL cannot be reached: silent": lose_database("dropped"),
        "a process stands still, and wakes up": stop_process,
    },
    "postgresql on a small disk": {"the disk is full": fill_disk},
    "processes of one server": {
        "one of a server's processes is killed": kill_child,
        "the parent of a server's processes is killed": kill_parent,
        "a server's processes are replaced one by one": replace_children,
        "PostgreSQL is killed": kill_database,
    },
}
