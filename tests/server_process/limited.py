"""A server with lower limits: what a test would otherwise do thousands of times, it does only a few times.

Run as a script, it takes what differs, as JSON, before the options of `tsuro serve`.
"""

from __future__ import annotations

import argparse
import logging
import resource
import sys
from functools import partial
from pathlib import Path
from typing import TextIO

import msgspec

from tsuro.server import logs
from tsuro.server import serve as serving
from tsuro.server.http import limits as limiting
from tsuro.server.http import protocols
from tsuro.server.settings import Limits, Settings

__all__ = ["PATIENT", "Asked", "limited"]

PATIENT = Limits(
    requests_per_second=1e6,
    requests_at_once=10**6,
    tables_at_once=60,
    tables_per_minute=0.01,
    analyses_at_once=10**6,
)


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What differs from `tsuro serve`."""

    limits: Limits = msgspec.field(default_factory=Limits)
    heartbeat: int = 20
    patience: int = 10  # seconds for a client to send its request
    files: int | None = None  # that the system lets it have open
    logs_all: bool = False


def limited(asked: Asked) -> tuple[str, ...]:
    """The command of such a server."""
    return sys.executable, __file__, msgspec.json.encode(asked).decode()


def main() -> None:
    asked = msgspec.json.decode(sys.argv[1], type=Asked)
    parser = argparse.ArgumentParser()
    parser.add_argument("serve")
    parser.add_argument("--port", type=int)
    parser.add_argument("--database", type=Path)
    parser.add_argument("--pace", type=float)
    given = parser.parse_args(sys.argv[2:])
    protocols.PATIENCE = limiting.BODY_SECONDS = asked.patience
    if asked.files is not None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (asked.files, asked.files))
    if asked.logs_all:
        logs.configure = _log_everything
    settings = Settings(
        port=given.port,
        database=given.database,
        pace=given.pace,
        heartbeat=asked.heartbeat,
        limits=asked.limits,
    )
    serving.serve(settings, announce=partial(print, flush=True))


_configure = logs.configure


def _log_everything(stream: TextIO | None = None) -> None:
    _configure(stream)
    for name in (None, "tsuro"):
        logging.getLogger(name).setLevel(1)


if __name__ == "__main__":
    main()
