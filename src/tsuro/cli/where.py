"""The options that say where games are played: on this machine, or on a cluster."""

from __future__ import annotations

import argparse
from contextlib import AbstractContextManager

from tsuro.executor import Executor, ExecutorError, open_executor

__all__ = ["add_where", "executor_of"]


def add_where(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--processes", type=int, metavar="N", help="how many at once (default: one for each core)")
    add(
        "--cluster",
        metavar="ADDRESS",
        help="play on a Ray cluster: ray://HOST:PORT, HOST:PORT, auto (the one this machine is part of) or local",
    )


def executor_of(options: argparse.Namespace) -> AbstractContextManager[Executor]:
    if options.processes is not None and options.processes < 1:
        raise ExecutorError(f"--processes must be at least 1, not {options.processes}")
    return open_executor(processes=options.processes, cluster=options.cluster)
