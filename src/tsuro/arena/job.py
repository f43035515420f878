"""What the processes of a tournament do: they play blocks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from tsuro.arena.fixtures import Block
from tsuro.arena.outcomes import Played
from tsuro.arena.players import Players
from tsuro.arena.playing import play_block
from tsuro.arena.tournament import Tournament
from tsuro.executor import Job, Step, Watch
from tsuro.fast.loader import best_core
from tsuro.game.board import Seat
from tsuro.record import Record

__all__ = ["BlockTask", "Finished", "Pace", "PlayBlocks", "PlayedTask", "tasks_of"]

MOMENT = 1.0  # seconds that a task should take: handing it out costs milliseconds
SMALL_PART = 100  # of a tournament, at least, so that the last tasks keep nobody waiting

Finished = list[tuple[Played, Record]]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockTask:
    """Blocks to play; their games are counted through, from 0."""

    blocks: tuple[Block, ...]
    fallen: dict[tuple[int, Seat], str] = field(default_factory=dict)  # by game: who is not asked, and why


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedTask:
    blocks: list[Finished]
    seconds: float


class Pace:
    """How many blocks make a task."""

    def __init__(self, tournament: Tournament) -> None:
        self._most = max(1, tournament.deals // SMALL_PART)
        self.size = 1

    def see(self, played: PlayedTask) -> None:
        in_a_moment = int(MOMENT * len(played.blocks) / max(played.seconds, 1e-6))
        self.size = max(1, min(in_a_moment, self._most))


def tasks_of(blocks: Iterator[Block], pace: Pace) -> Iterator[BlockTask]:
    while some := tuple(islice(blocks, pace.size)):
        yield BlockTask(blocks=some)


class PlayBlocks(Job[BlockTask, PlayedTask]):
    """Plays the blocks of one tournament; a step is a game of the task, and the seat that is asked."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._players = Players(tournament.entrants)

    def prepare(self) -> None:
        if self._tournament.searches:
            best_core(wait=True)  # otherwise the first moves would be slow, and weak when time is short

    def do(self, task: BlockTask, watch: Watch) -> PlayedTask:
        began = time.perf_counter()
        blocks = [self._play(task, number, watch) for number in range(len(task.blocks))]
        return PlayedTask(blocks=blocks, seconds=time.perf_counter() - began)

    def _play(self, task: BlockTask, number: int, watch: Watch) -> Finished:
        before = number * self._tournament.players  # games

        def thinking(turn: int, seat: Seat | None) -> None:
            watch(None if seat is None else (before + turn, seat), self._tournament.seconds_per_move)

        fallen = {(game - before, seat): reason for (game, seat), reason in task.fallen.items()}
        return play_block(self._tournament, task.blocks[number], self._players, fallen=fallen, thinking=thinking)

    def without(self, task: BlockTask, step: Step, reason: str) -> BlockTask:
        """The player forfeits."""
        return replace(task, fallen={**task.fallen, step: reason})

    def close(self) -> None:
        self._players.close()
