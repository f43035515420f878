"""SIGHUP at a server that is one process: with nothing to replace, it goes on; a closed terminal ends it."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["outlasting_hangups"]

TERMINAL = "/dev/tty"  # the one that started this process, whatever became of its input and output

_log = logging.getLogger("tsuro.server")


@contextmanager
def outlasting_hangups() -> Iterator[None]:
    """Go on after SIGHUP; if it came because the terminal was closed, end as after SIGTERM."""
    if not hasattr(signal, "SIGHUP") or threading.current_thread() is not threading.main_thread():
        yield
        return
    if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:  # as `nohup` wants it
        yield
        return
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGHUP, _hang_up, _has_terminal())
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGHUP)


def _hang_up(had_terminal: bool) -> None:  # noqa: FBT001 -- asyncio passes on what it was given, without a name
    if had_terminal and not _has_terminal():
        signal.raise_signal(signal.SIGTERM)
    else:
        _log.info("nothing to replace: this server is one process, and goes on")


def _has_terminal() -> bool:
    try:
        os.close(os.open(TERMINAL, os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True
