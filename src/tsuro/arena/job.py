"""What the processes of a tournament do: they play blocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tsuro.arena.fixtures import Block
from tsuro.arena.outcomes import Played
from tsuro.arena.players import Players
from tsuro.arena.playing import play_block
from tsuro.arena.tournament import Tournament
from tsuro.executor import Job, Step, Watch
from tsuro.fast.loader import best_core
from tsuro.game.board import Seat
from tsuro.record import Record

__all__ = ["BlockTask", "Finished", "PlayBlocks", "tasks_of"]

Finished = list[tuple[Played, Record]]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockTask:
    """A block to play."""

    block: Block
    fallen: dict[tuple[int, Seat], str] = field(default_factory=dict)  # who is not asked any more, and why


def tasks_of(blocks: Iterator[Block]) -> Iterator[BlockTask]:
    return (BlockTask(block=block) for block in blocks)


class PlayBlocks(Job[BlockTask, Finished]):
    """Plays the blocks of one tournament; a step is the game of the block, and the seat that is asked."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._players = Players(tournament.entrants)

    def prepare(self) -> None:
        if self._tournament.searches:
            best_core(wait=True)  # otherwise the first moves would be slow, and weak when time is short

    def do(self, task: BlockTask, watch: Watch) -> Finished:
        def thinking(turn: int, seat: Seat | None) -> None:
            watch(None if seat is None else (turn, seat), self._tournament.seconds_per_move)

        return play_block(self._tournament, task.block, self._players, fallen=task.fallen, thinking=thinking)

    def without(self, task: BlockTask, step: Step, reason: str) -> BlockTask:
        """The player forfeits."""
        return replace(task, fallen={**task.fallen, step: reason})

    def close(self) -> None:
        self._players.close()
