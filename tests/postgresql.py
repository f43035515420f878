"""Real PostgreSQL servers for tests, each on a port and in a folder of its own.

`shared()` is one for all tests of a run, in all their processes: whoever needs it first starts it, and it
ends with the run, however that ends. It does not wait for the disk. Tests that kill a server start their
own with `started`.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import pytest

from tsuro.server.storage.opening import open_store

__all__ = [
    "ADMIN",
    "GUARDED",
    "PASSWORD",
    "USER",
    "Server",
    "empty_database",
    "make_database",
    "run_sql",
    "shared",
    "started",
    "started_in",
]

_T = TypeVar("_T")

ADMIN, USER = "postgres", "tsuro"
GUARDED, PASSWORD = "guarded", "not-to-be-repeated"  # a user with a password
ACCESS = f"""\
local all all trust
host all {GUARDED} 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
"""
SMALL = {"shared_buffers": "16MB", "max_connections": "100", "max_wal_size": "256MB"}
CARELESS = {"fsync": "off", "full_page_writes": "off"}  # for what is thrown away: it never waits for the disk
END_OTHERS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
"""
REMOVE = 'while kill -0 "$1"; do sleep 1; done; sleep 3; rm -rf "$2"'  # when the run has ended, and its server
CLEAR = """
    DO $$ DECLARE name text; BEGIN
        PERFORM set_config('session_replication_role', 'replica', true);  -- no trigger is asked
        FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'tsuro' AND tablename <> 'version' LOOP
            EXECUTE format('DELETE FROM tsuro.%I', name);
        END LOOP;
        FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'tsuro' LOOP
            EXECUTE format('ALTER SEQUENCE tsuro.%I RESTART', name);
        END LOOP;
    END $$
"""
PATIENCE = 60.0  # seconds, on a busy machine


class Server:
    """A server in a folder. It can be started, stopped and killed as often as needed."""

    def __init__(self, folder: Path, port: int, settings: Mapping[str, str] | None = None) -> None:
        self.folder, self.port = folder, port
        self.settings = {**SMALL, "listen_addresses": "127.0.0.1", "unix_socket_directories": str(folder)}
        self.settings.update(settings or {})
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, database: str = "postgres", *, user: str = USER) -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Returns when it can be used."""
        options = [f"--{name}={value}" for name, value in {**self.settings, "port": self.port}.items()]
        command = [*as_somebody(), program("postgres"), "-D", str(self.folder / "data"), *options]
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        wait_for(self)

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """SIGINT ends it in order, SIGQUIT at once, SIGKILL as a power cut would."""
        if self._process is not None:
            process, self._process = self._process, None
            parts = children(process.pid) if how is signal.SIGKILL else ()
            process.send_signal(how)
            for part in parts:
                with suppress(ProcessLookupError):
                    os.kill(part, signal.SIGKILL)
            process.wait(PATIENCE)


@contextmanager
def started(**settings: str) -> Iterator[Server]:
    """A server of your own, in a new folder; it waits for the disk unless the settings say otherwise."""
    with _folder() as folder, started_in(folder, **settings) as server:
        yield server


@contextmanager
def started_in(folder: Path, **settings: str) -> Iterator[Server]:
    """The same in an empty folder that you give, and remove."""
    shutil.copytree(_template(), folder / "data", copy_function=shutil.copy)
    give_away(folder)
    server = Server(folder, free_port(), settings)
    try:
        server.start()
        yield server
    finally:
        server.stop()


def shared() -> Server:
    """The server of this run of the tests."""
    home = _home()
    with _locked(home):
        if not (home / "port").exists():
            port, template = free_port(), _make_template(home)
            shutil.copytree(template, home / "data", copy_function=shutil.copy)
            give_away(home)
            _alone(sys.executable, "-m", "tests.postgresql", str(_run()), str(port))
            wait_for(Server(home, port))
            (home / "port").write_text(str(port))
        return Server(home, int((home / "port").read_text()))


def empty_database() -> str:
    """The address of a database with nothing in it, which only this process uses."""
    server, name = shared(), f"tests_{os.getpid()}"
    try:
        run_sql(server.url(name, user=ADMIN), END_OTHERS, "DROP SCHEMA IF EXISTS tsuro CASCADE")
    except asyncpg.InvalidCatalogNameError:
        make_database(server, name)
    _made.clear()
    return server.url(name)


def new_database() -> str:
    """The same, with the tables that a server would make; this takes a tenth of the time."""
    if not _made:
        url = empty_database()
        _in_a_thread(_open(url))
        _made.append(url)
    run_sql(shared().url(f"tests_{os.getpid()}", user=ADMIN), END_OTHERS, CLEAR)
    return _made[0]


_made: list[str] = []  # the database, as long as its tables are as they should be


async def _open(url: str) -> None:
    async with open_store(url):
        pass


def make_database(server: Server, name: str = "tables") -> str:
    """A new database that belongs to an ordinary user; returns its address."""
    run_sql(server.url(user=ADMIN), f"CREATE DATABASE {name} OWNER {USER}")
    return server.url(name)


def run_sql(url: str, *statements: str) -> list[Any]:
    """What the database answers another client to the last of the statements. It has an event loop of its own."""

    async def run() -> list[Any]:
        connection = await asyncpg.connect(url)
        try:
            answers: list[list[Any]] = [await connection.fetch(statement) for statement in statements]
        finally:
            await connection.close()
        return answers[-1]

    return _in_a_thread(run())


def _in_a_thread(work: Coroutine[Any, Any, _T]) -> _T:
    with ThreadPoolExecutor(1) as thread:  # the test may have a loop that runs
        return thread.submit(asyncio.run, work).result()


def program(name: str) -> str:
    """The newest that is installed; Debian does not put them on the path."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    found = shutil.which(name, path=str(folders[-1])) if folders else shutil.which(name)
    if found is None:
        pytest.fail(
            "PostgreSQL is not installed: `make postgresql` installs it; otherwise install it as your system does"
        )
    return found


def as_somebody() -> list[str]:
    """PostgreSQL refuses to run as root."""
    owner = _owner()
    return [] if owner is None else ["setpriv", f"--reuid={owner[0]}", f"--regid={owner[1]}", "--clear-groups"]


def give_away(folder: Path) -> None:
    """To whoever runs PostgreSQL, with all that is in it."""
    if owner := _owner():
        for path in (folder, *folder.rglob("*")):
            os.chown(path, *owner)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as bound:
        return int(bound.getsockname()[1])


def wait_for(server: Server) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            run_sql(server.url(), "SELECT 1")
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            if time.monotonic() > end:
                log = server.folder / "server.log"
                pytest.fail(f"PostgreSQL did not start: {log.read_text() if log.exists() else 'it has no log'}")
            time.sleep(0.05)
        else:
            return


def _owner() -> tuple[int, int] | None:
    if os.getuid() != 0:
        return None
    try:
        somebody = pwd.getpwnam("postgres")
    except KeyError:
        somebody = pwd.getpwnam("nobody")
    return somebody.pw_uid, somebody.pw_gid


def _run() -> int:
    """The process that runs all tests; those of pytest-xdist are its children."""
    return os.getppid() if "PYTEST_XDIST_WORKER" in os.environ else os.getpid()


def _home() -> Path:
    home = Path(tempfile.gettempdir()) / f"tsuro-postgresql-{_run()}"
    try:
        home.mkdir(mode=0o755)
    except FileExistsError:
        return home
    _alone("sh", "-c", REMOVE, "sh", str(_run()), str(home))
    return home


def _alone(*command: str) -> None:
    """Start a program that is nobody's child."""
    words = ["sh", "-c", '"$@" </dev/null >/dev/null 2>&1 &', "sh", *command]
    subprocess.run(words, check=True, cwd=Path(__file__).parents[1], start_new_session=True)


@contextmanager
def _folder() -> Iterator[Path]:
    """A new folder that whoever runs PostgreSQL can enter."""
    folder = Path(tempfile.mkdtemp(prefix="tsuro-postgresql-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@contextmanager
def _locked(home: Path) -> Iterator[None]:
    with (home / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _template() -> Path:
    home = _home()
    with _locked(home):
        return _make_template(home)


def _make_template(home: Path) -> Path:
    """The files of a new server, made once in a run."""
    template = home / "template"
    if not template.exists():
        with tempfile.TemporaryDirectory(dir=home) as name:
            folder = Path(name)
            give_away(folder)
            _initialise(folder / "data")
            (folder / "data").rename(template)
    return template


def _initialise(data: Path) -> None:
    options = [
        "-D",
        str(data),
        "-U",
        ADMIN,
        "-E",
        "UTF8",
        "--locale=C",
        "--no-sync",
        "--no-instructions",
        "-A",
        "trust",
    ]
    subprocess.run([*as_somebody(), program("initdb"), *options], check=True, capture_output=True)
    (data / "pg_hba.conf").write_text(ACCESS)
    single = [*as_somebody(), program("postgres"), "--single", "-D", str(data), "postgres"]
    roles = f"CREATE ROLE {USER} LOGIN\nCREATE ROLE {GUARDED} LOGIN PASSWORD '{PASSWORD}'\n"
    subprocess.run(single, input=roles.encode(), check=True, capture_output=True)


def _serve_while(run: int, port: int) -> None:
    """Run a server until another process has ended."""
    home = Path(tempfile.gettempdir()) / f"tsuro-postgresql-{run}"
    server = Server(home, port, CARELESS)
    server.start()
    while _is_there(run):
        time.sleep(0.2)
    server.stop()


def _is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


if __name__ == "__main__":
    _serve_while(int(sys.argv[1]), int(sys.argv[2]))
