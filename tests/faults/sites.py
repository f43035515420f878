"""A whole site: processes, their database, and a network in front of each, all of which can fail."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

import asyncpg
import msgspec
from tests import postgresql
from tests.faults.proxy import Proxy
from tests.faults.serving import NOTHING_SET, Differs, serving_with
from tests.server_process.games import all_logs
from tests.server_process.harness import REAL, Server, some_address

from tsuro.server.tables.log import LogEntry

__all__ = ["Kind", "Pace", "Process", "Site", "children", "is_there", "open_site"]

Kind: TypeAlias = Literal["sqlite", "postgresql", "postgresql on a small disk", "processes of one server"]

SMALL_DISK = "96m"
SMALL_FILES = {"shared_buffers": "4MB", "max_wal_size": "32MB", "min_wal_size": "32MB"}
LOGS = "SELECT play, seq, entry FROM tsuro.log JOIN tsuro.tables ON id = table_id ORDER BY id, seq"


@dataclass(frozen=True, kw_only=True)
class Pace:
    """How long things last: as they are, or shorter so that tests need not wait."""

    heartbeat: int = 20  # seconds, as all of these
    lease: float = 5.0
    patience: float = 5.0  # of people, with a silent server
    outage: tuple[float, float] = (1.0, 11.0)  # of a database, a network or a process


@dataclass(frozen=True, kw_only=True)
class Process:
    """One server process, or the parent of several, and the address at which people reach it."""

    server: Server
    network: Proxy
    address: str
    clock: Path  # says by how much its wall clock is wrong


@dataclass(kw_only=True)
class Site:
    kind: Kind
    pace: Pace
    folder: Path
    processes: list[Process] = field(default_factory=list)
    database: postgresql.Server | None = None
    network: Proxy | None = None  # to the database

    @property
    def addresses(self) -> list[str]:
        return [process.address for process in self.processes]

    @property
    def disk(self) -> Path:
        """The folder of the database."""
        return self.folder if self.database is None else self.database.folder

    def complaints(self) -> str:
        """What the processes have logged since they were started, except what they always do."""
        return "\n".join(
            line
            for process in self.processes
            for line in process.server.complained.splitlines()
            if '"level":"info"' not in line
        )

    async def logs(self) -> Mapping[str, list[LogEntry]]:
        """The log of every table, by its code to play; the numbers of its entries have no gaps."""
        if self.database is None:
            return await asyncio.to_thread(all_logs, self.processes[0].server.database)
        connection = await asyncpg.connect(self.database.url("tables"))
        try:
            rows = await connection.fetch(LOGS)
        finally:
            await connection.close()
        return _by_code(rows)

    async def kill_database(self, *, backends: bool) -> None:
        """As a power cut would, or only the process that starts the others: those have to notice by themselves."""
        assert self.database is not None
        family = children(self.database.pid)
        self.database.stop(signal.SIGKILL)
        for process in family if backends else ():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while any(is_there(process) for process in family):
            await asyncio.sleep(0.02)

    async def start_database(self) -> None:
        assert self.database is not None
        await asyncio.to_thread(self.database.start)


@asynccontextmanager
async def open_site(kind: Kind, pace: Pace) -> AsyncIterator[Site]:
    """Two processes on PostgreSQL, each by itself or both of one server; or one on a file."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tsuro-faults-")))
        site = Site(kind=kind, pace=pace, folder=folder)
        options: list[str] = []
        if kind != "sqlite":
            database = _database(kind)
            site.database = await asyncio.to_thread(database.__enter__)
            # In a thread, too: what waits here keeps the networks of other sites waiting.
            stack.push_async_callback(asyncio.to_thread, database.__exit__, None, None, None)
            site.network = Proxy(site.database.url)
            port = await site.network.open()
            stack.push_async_callback(site.network.close)
            await asyncio.to_thread(postgresql.make_database, site.database)
            options = ["--database", f"postgresql://{postgresql.USER}@127.0.0.1:{port}/tables"]
        if kind == "processes of one server":
            options += ["--processes", "2"]
        for number in range(1 if kind in {"sqlite", "processes of one server"} else 2):
            site.processes.append(await _start(site, number, options, stack))
        yield site


async def _start(site: Site, number: int, options: list[str], stack: AsyncExitStack) -> Process:
    folder = site.folder / str(number)
    folder.mkdir()
    clock = folder / "clock"
    clock.write_bytes(NOTHING_SET)
    differs = Differs(clock=str(clock), heartbeat=site.pace.heartbeat, lease=site.pace.lease)
    command = REAL if site.kind == "processes of one server" else serving_with(differs)
    server = Server(folder, *options, command=command)
    stack.callback(server.clean_up)
    await asyncio.to_thread(server.start)
    network = Proxy(lambda: server.url, source=some_address)
    address = f"http://127.0.0.1:{await network.open()}"
    stack.push_async_callback(network.close)
    return Process(server=server, network=network, address=address, clock=clock)


@contextmanager
def _database(kind: Kind) -> Iterator[postgresql.Server]:
    if kind != "postgresql on a small disk":
        with postgresql.started() as server:
            yield server
        return
    with _small_disk() as folder, postgresql.started_in(folder, **SMALL_FILES) as server:
        yield server


@contextmanager
def _small_disk() -> Iterator[Path]:
    """A file system of its own, in memory. Only root can make one."""
    with tempfile.TemporaryDirectory(prefix="tsuro-disk-") as name:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK},mode=755", "tmpfs", name], check=True)
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", "--lazy", name], check=True)


def children(pid: int) -> list[int]:
    """The processes that a process has started and that still run."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it ended while we looked
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(folder.name))
    return found


def is_there(pid: int) -> bool:
    """Whether the process still runs, and is not only waiting to be buried."""
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _by_code(rows: list[asyncpg.Record]) -> dict[str, list[LogEntry]]:
    decoder = msgspec.json.Decoder(LogEntry)
    logs: dict[str, list[LogEntry]] = {}
    for play, seq, entry in rows:
        log = logs.setdefault(play, [])
        log.append(decoder.decode(entry))
        assert seq == len(log), "the log has a gap"
    return logs
