"""A server whose wall clock can be set while it runs, and which may be quicker to notice what is gone.

Run as a script, it takes what differs, as JSON, before the options of `tsuro`.
"""

from __future__ import annotations

import dataclasses
import mmap
import struct
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from tsuro.cli import main
from tsuro.server import serve as serving
from tsuro.server.rooms import leases, rooms

__all__ = ["NOTHING_SET", "Differs", "serving_with", "set_clock"]

NOTHING_SET = struct.pack("d", 0.0)


class Differs(msgspec.Struct, frozen=True, kw_only=True):
    """What differs from `tsuro serve`."""

    clock: str  # a file that says by how many seconds the wall clock is wrong
    heartbeat: int = 20
    lease: float = leases.SECONDS


def serving_with(differs: Differs) -> tuple[str, ...]:
    """The command of such a server."""
    return sys.executable, __file__, msgspec.json.encode(differs).decode()


def set_clock(file: Path, seconds: float) -> None:
    """Set the wall clock of the server to which the file belongs."""
    with file.open("r+b") as opened:
        opened.write(struct.pack("d", seconds))


def _apply(differs: Differs) -> None:
    with Path(differs.clock).open("r+b") as opened:
        wrong, real = mmap.mmap(opened.fileno(), 0), time.time
    time.time = lambda: real() + float(struct.unpack_from("d", wrong)[0])
    leases.SECONDS = differs.lease
    rooms.WAKE_EVERY = min(rooms.WAKE_EVERY, 2 * differs.lease)
    serving.serve = partial(_serve, serving.serve, differs.heartbeat)


def _serve(serve: Any, heartbeat: int, settings: Any, **options: Any) -> None:
    serve(dataclasses.replace(settings, heartbeat=heartbeat), **options)


if __name__ == "__main__":
    _apply(msgspec.json.decode(sys.argv.pop(1), type=Differs))
    sys.exit(main())
