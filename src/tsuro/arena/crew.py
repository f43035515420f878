"""Plays blocks in several processes, and survives whatever happens to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from multiprocessing.connection import wait
from types import TracebackType
from typing import Self, cast

from tsuro.arena.errors import ArenaError
from tsuro.arena.fixtures import Block
from tsuro.arena.playing import play_block
from tsuro.arena.roster import Roster
from tsuro.arena.tournament import Tournament
from tsuro.arena.worker import Finished, Worker
from tsuro.game.board import Seat

__all__ = ["Crew", "Finished", "play_here"]

LOOK = 0.5  # seconds between looks at who thinks for too long
GRACE = 10.0  # seconds for the limits that a player's own process keeps
MOST_DEATHS = 2  # of processes: the first may be an accident, the second has a cause


def play_here(tournament: Tournament, blocks: Iterable[Block]) -> Generator[Finished, None, None]:
    """Play the blocks in this process, one after the other."""
    with Roster(tournament.entrants) as roster:
        for block in blocks:
            yield play_block(tournament, block, roster)


class Crew:
    """Processes that play; leaving the `with` ends them."""

    def __init__(self, tournament: Tournament, processes: int) -> None:
        self._tournament = tournament
        self._processes = processes
        self._workers: list[Worker] = []
        self._fallen: dict[int, dict[tuple[int, Seat], str]] = {}  # by block
        self._deaths: Counter[tuple[int, tuple[int, Seat] | None]] = Counter()  # by block and who was asked

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.ask_to_leave()
        for worker in self._workers:
            worker.leave()
        self._workers.clear()

    def play(self, blocks: Iterable[Block]) -> Generator[Finished, None, None]:
        """Play the blocks, each given as soon as it is finished, in any order."""
        waiting = iter(blocks)
        for block in waiting:
            self._hire(block)
            if len(self._workers) == self._processes:
                break
        while self._workers:
            connections = [worker.connection for worker in self._workers]
            ready = wait(connections, timeout=LOOK)
            for worker in [worker for worker in self._workers if worker.connection in ready]:
                finished = worker.finished()
                if finished is None:
                    self._bury(worker)
                elif finished:
                    yield finished
                    self._go_on(worker, waiting)
                else:
                    self._give(worker, cast(Block, worker.block))  # it has just started
            self._end_stalled()

    def _hire(self, block: Block) -> None:
        worker = Worker(self._tournament)
        worker.block = block
        self._workers.append(worker)

    def _give(self, worker: Worker, block: Block) -> None:
        worker.play(block, self._fallen.get(block.number, {}))

    def _go_on(self, worker: Worker, waiting: Iterator[Block]) -> None:
        block = next(waiting, None)
        if block is not None:
            self._give(worker, block)
            return
        self._workers.remove(worker)
        worker.ask_to_leave()
        worker.leave()

    def _end_stalled(self) -> None:
        """End processes whose player thinks on and on, deaf to every limit; the player has lost its game."""
        limit = self._tournament.seconds_per_move
        for worker in list(self._workers):
            asked = worker.asked
            if asked and worker.block and asked.seconds > limit + GRACE:
                reason = f"took longer than {limit:g} seconds"
                self._fallen.setdefault(worker.block.number, {})[asked.turn, asked.seat] = reason
                worker.kill()

    def _bury(self, worker: Worker) -> None:
        """A process has died: its block is played again, without the player if it has killed two processes."""
        block, asked, code = cast(Block, worker.block), worker.asked, worker.exit_code
        self._workers.remove(worker)
        worker.leave()
        fallen = self._fallen.setdefault(block.number, {})
        where = (asked.turn, asked.seat) if asked else None
        if where not in fallen:
            self._deaths[block.number, where] += 1
            if self._deaths[block.number, where] >= MOST_DEATHS:
                if where is None:
                    raise ArenaError(f"a process that was to play died again, with code {code}")
                fallen[where] = f"its process died with code {code}"
        self._hire(block)
