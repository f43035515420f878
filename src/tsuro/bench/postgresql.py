"""A PostgreSQL server for a benchmark, in a folder and on a port of its own, with its usual settings."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tsuro.bench.client import ServingError

__all__ = ["Postgresql", "is_installed", "postgresql"]

USER = "postgres"
PATIENCE = 60  # seconds for it to start or end


@dataclass(frozen=True, slots=True)
class Postgresql:
    """A server that runs."""

    pid: int
    url: str  # of an empty database


def is_installed() -> bool:
    return _program("pg_ctl") is not None


@contextmanager
def postgresql() -> Iterator[Postgresql]:
    """A server until the `with` is left, and nothing of it afterwards."""
    with tempfile.TemporaryDirectory(prefix="tsuro-postgresql-") as name:
        folder, port = Path(name), _free_port()
        if owner := _owner():
            os.chown(folder, *owner)
        data = folder / "data"
        _run("initdb", "-D", str(data), "-U", USER, "-E", "UTF8", "--locale=C", "-A", "trust")
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
        control = ("-D", str(data), "-t", str(PATIENCE), "-w")
        _run("pg_ctl", *control, "-l", str(folder / "log"), "-o", options, "start")
        try:
            pid = int((data / "postmaster.pid").read_text().split()[0])
            yield Postgresql(pid, f"postgresql://{USER}@127.0.0.1:{port}/postgres")
        finally:
            _run("pg_ctl", *control, "-m", "immediate", "stop")


def _run(name: str, *arguments: str) -> None:
    program = _program(name)
    if program is None:
        raise ServingError("PostgreSQL is not installed: install the server as your system does")
    done = subprocess.run(  # noqa: S603 -- a program of PostgreSQL's
        [*_as_somebody(), program, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=False,
    )
    if done.returncode:
        raise ServingError(f"PostgreSQL does not work here: {done.stderr.decode(errors='replace').strip()[-400:]}")


def _program(name: str) -> str | None:
    """The newest that is installed; Debian does not put them on the path."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
    return shutil.which(name, path=str(folders[-1])) if folders else shutil.which(name)


def _as_somebody() -> list[str]:
    """PostgreSQL refuses to run as root."""
    owner = _owner()
    return [] if owner is None else ["setpriv", f"--reuid={owner[0]}", f"--regid={owner[1]}", "--clear-groups"]


def _owner() -> tuple[int, int] | None:
    if os.getuid() != 0:
        return None
    try:
        somebody = pwd.getpwnam(USER)
    except KeyError:
        somebody = pwd.getpwnam("nobody")
    return somebody.pw_uid, somebody.pw_gid


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as bound:
        return int(bound.getsockname()[1])
