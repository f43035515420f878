"""A process that plays blocks: the code it runs, and the tournament's handle on it.

A player can take its process down, by a crash of compiled code, or keep it busy forever. So the
process notes, in memory that both sides share, which player it has asked and since when.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from ctypes import c_double
from dataclasses import dataclass
from multiprocessing import get_context, parent_process, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, cast

from tsuro.arena.errors import ArenaError
from tsuro.arena.fixtures import Block
from tsuro.arena.outcomes import Played
from tsuro.arena.players import Players
from tsuro.arena.playing import Fallen, play_block
from tsuro.arena.tournament import Tournament
from tsuro.fast.loader import best_core
from tsuro.game.board import Seat
from tsuro.record import Record

__all__ = ["Asked", "Finished", "GameProcess"]

PATIENCE = 3.0  # seconds for a process, and its players, to end

Finished = list[tuple[Played, Record]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The player that a process is waiting for."""

    turn: int  # which game of the block
    seat: Seat
    seconds: float  # for how long


class GameProcess:
    """A process that plays; it starts at once."""

    def __init__(self, tournament: Tournament) -> None:
        context = get_context("spawn")  # works the same on every system, and copies no thread of ours
        self.block: Block | None = None
        self._asked = context.RawArray(c_double, 3)  # game, seat, since when
        self.connection, theirs = context.Pipe()
        self._process = context.Process(target=_work, args=(theirs, self._asked, tournament), daemon=True)
        try:
            with _deaf_to_interrupts():
                self._process.start()
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise ArenaError(f"an entrant cannot be sent to another process: {error}") from None
        finally:
            theirs.close()

    def play(self, block: Block, fallen: Fallen) -> None:
        self.block = block
        with suppress(OSError):  # it has died: `finished` will show that
            self.connection.send((block, dict(fallen)))

    def finished(self) -> Finished | None:
        """The games of the block, once `connection` has data; None if the process has died."""
        try:
            return cast(Finished, self.connection.recv())
        except (EOFError, OSError):
            self._process.join(PATIENCE)
            return None

    @property
    def asked(self) -> Asked | None:
        turn, seat, since = self._asked[:]
        return Asked(turn=int(turn), seat=int(seat), seconds=time.monotonic() - since) if since else None

    @property
    def exit_code(self) -> int | None:
        return self._process.exitcode

    def kill(self) -> None:
        self._process.kill()

    def ask_to_leave(self) -> None:
        self._process.terminate()

    def leave(self) -> None:
        """Wait until it has ended, but not forever."""
        self._process.join(PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self.connection.close()
        self._process.close()


def _work(connection: Connection, asked: Any, tournament: Tournament) -> None:
    """Play each block that comes over the connection."""

    def thinking(turn: int, seat: Seat | None) -> None:
        asked[0], asked[1] = turn, seat or 0
        asked[2] = 0.0 if seat is None else time.monotonic()

    # The connection ended: the tournament is over. KeyboardInterrupt: we were asked to leave.
    with suppress(EOFError, OSError, KeyboardInterrupt), Players(tournament.entrants) as players:
        _prepare()
        if tournament.searches:
            best_core(wait=True)  # otherwise the first moves would be slow, and weak when time is short
        connection.send([])  # ready
        while True:
            block, fallen = connection.recv()
            connection.send(play_block(tournament, block, players, fallen=fallen, thinking=thinking))


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes started in here ignore Ctrl-C: it is for the tournament, which then ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it starts with the first process, and would let interrupts in
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _prepare() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it could not ignore them from the start
    signal.signal(signal.SIGTERM, _interrupt)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    with suppress(OSError):
        os.dup2(2, 1)  # what a player prints must not get into the tournament's JSON
    sys.stdout = sys.stderr


def _interrupt(*_: object) -> None:
    raise KeyboardInterrupt


def _leave_with_parent() -> None:
    """Leave when the tournament was killed: nobody is waiting for the games."""
    if parent := parent_process():
        wait([parent.sentinel])
        os._exit(1)
