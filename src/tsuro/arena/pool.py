"""Plays blocks in several processes, and survives whatever happens to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from multiprocessing.connection import wait
from types import TracebackType
from typing import Self, cast

from tsuro.arena.errors import ArenaError
from tsuro.arena.fixtures import Block
from tsuro.arena.game_process import Finished, GameProcess
from tsuro.arena.players import Players
from tsuro.arena.playing import play_block
from tsuro.arena.tournament import Tournament
from tsuro.game.board import Seat

__all__ = ["Finished", "Pool", "play_here"]

LOOK = 0.5  # seconds between checks for players that think too long
GRACE = 10.0  # seconds of grace: the player's own process enforces the limit first
MOST_DEATHS = 2  # processes: the first may be an accident, the second is not


def play_here(tournament: Tournament, blocks: Iterable[Block]) -> Generator[Finished, None, None]:
    """Play the blocks in this process, one after the other."""
    with Players(tournament.entrants) as players:
        for block in blocks:
            yield play_block(tournament, block, players)


class Pool:
    """Processes that play; leaving the `with` ends them."""

    def __init__(self, tournament: Tournament, processes: int) -> None:
        self._tournament = tournament
        self._processes = processes
        self._running: list[GameProcess] = []
        self._forfeited: dict[int, dict[tuple[int, Seat], str]] = {}  # by block
        self._deaths: Counter[tuple[int, tuple[int, Seat] | None]] = Counter()  # by block and who was asked

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for process in self._running:
            process.ask_to_leave()
        for process in self._running:
            process.leave()
        self._running.clear()

    def play(self, blocks: Iterable[Block]) -> Generator[Finished, None, None]:
        """Play the blocks; yields each as soon as it is finished, in any order."""
        waiting = iter(blocks)
        for block in waiting:
            self._start(block)
            if len(self._running) == self._processes:
                break
        while self._running:
            connections = [process.connection for process in self._running]
            ready = wait(connections, timeout=LOOK)
            for process in [process for process in self._running if process.connection in ready]:
                finished = process.finished()
                if finished is None:
                    self._replace(process)
                elif finished:
                    yield finished
                    self._go_on(process, waiting)
                else:
                    self._give(process, cast(Block, process.block))  # it has just started
            self._end_stalled()

    def _start(self, block: Block) -> None:
        process = GameProcess(self._tournament)
        process.block = block
        self._running.append(process)

    def _give(self, process: GameProcess, block: Block) -> None:
        process.play(block, self._forfeited.get(block.number, {}))

    def _go_on(self, process: GameProcess, waiting: Iterator[Block]) -> None:
        block = next(waiting, None)
        if block is not None:
            self._give(process, block)
            return
        self._running.remove(process)
        process.ask_to_leave()
        process.leave()

    def _end_stalled(self) -> None:
        """End processes whose player thinks past every limit; the player loses its game."""
        limit = self._tournament.seconds_per_move
        for process in list(self._running):
            asked = process.asked
            if asked and process.block and asked.seconds > limit + GRACE:
                reason = f"took longer than {limit:g} seconds"
                self._forfeited.setdefault(process.block.number, {})[asked.turn, asked.seat] = reason
                process.kill()

    def _replace(self, process: GameProcess) -> None:
        """A process has died: play its block again, without the player if that has killed two processes."""
        block, asked, code = cast(Block, process.block), process.asked, process.exit_code
        self._running.remove(process)
        process.leave()
        fallen = self._forfeited.setdefault(block.number, {})
        where = (asked.turn, asked.seat) if asked else None
        if where not in fallen:
            self._deaths[block.number, where] += 1
            if self._deaths[block.number, where] >= MOST_DEATHS:
                if where is None:
                    raise ArenaError(f"a process that should play died again, with code {code}")
                fallen[where] = f"its process died with code {code}"
        self._start(block)
