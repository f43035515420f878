"""Holds a tournament."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

from tsuro.arena.errors import ArenaError
from tsuro.arena.fixtures import Block
from tsuro.arena.ledger import Ledger
from tsuro.arena.outcomes import Played
from tsuro.arena.pool import Finished, Pool, play_here
from tsuro.arena.standings import Interim, Result, result_of
from tsuro.arena.statistics.ratings import rating_model
from tsuro.arena.statistics.sequential import SequentialTest, Stop
from tsuro.arena.tournament import Tournament
from tsuro.fast.loader import best_core
from tsuro.record import Record, write_text

__all__ = ["run_tournament"]


def run_tournament(
    tournament: Tournament,
    *,
    processes: int | None = None,
    results: Path | None = None,
    records: Path | None = None,
    tell: Callable[[Interim], None] = lambda _: None,
) -> Result:
    """Play the tournament and give its result, which does not depend on the number of processes.

    By default there is one process for each core; with 0, games are played in this process, where
    a player's crash ends the tournament, and a debugger can see it. `results` is a file that keeps
    every finished game: a tournament with the same file goes on from there. `records` is the
    directory for the records of the games. `tell` gets the standings after every block.
    """
    if processes is not None and processes < 0:
        raise ArenaError(f"there cannot be {processes} processes")
    rating_model()  # better to learn what is missing before the games than after
    with ExitStack() as stack:
        ledger = stack.enter_context(Ledger(results, tournament)) if results else None
        keep = _Keeper(ledger, records)
        course = _Course(tournament, ledger.kept if ledger else {})
        tell(course.interim)
        if not course.is_over:
            if tournament.searches:
                best_core(wait=True)  # compiled once, here, and then only loaded by every process
            finished = _finished(tournament, course.to_play(), processes, stack)
            while not course.is_over:
                games = next(finished)
                keep(games)
                course.add(tuple(played for played, _ in games))
                tell(course.interim)
    for number in course.beyond:
        keep.forget(number * tournament.players + turn + 1 for turn in range(tournament.players))
    return course.result


def _finished(
    tournament: Tournament, blocks: Iterator[Block], processes: int | None, stack: ExitStack
) -> Generator[Finished, None, None]:
    if processes == 0:
        return stack.enter_context(closing(play_here(tournament, blocks)))
    pool = stack.enter_context(Pool(tournament, processes or os.cpu_count() or 1))
    return stack.enter_context(closing(pool.play(blocks)))


class _Course:
    """How far a tournament has got.

    Blocks count in their order, whichever finishes first. The early stop, and with it the
    result, is therefore the same for any number of processes.
    """

    def __init__(self, tournament: Tournament, kept: dict[int, tuple[Played, ...]]) -> None:
        self._tournament = tournament
        self._kept = {number: games for number, games in kept.items() if number < tournament.deals}
        self._early: dict[int, tuple[Played, ...]] = {}  # finished before their turn to count
        self._counted: list[tuple[Played, ...]] = []
        self._watch = SequentialTest(tournament)
        self._stop: Stop | None = None
        self.interim = Interim(tournament)
        for games in self._kept.values():
            self.add(games)
        self.interim.kept = self.interim.games

    def to_play(self) -> Iterator[Block]:
        return (block for block in self._tournament.blocks if block.number not in self._kept)

    def add(self, games: tuple[Played, ...]) -> None:
        self.interim.add(games)
        self._early[games[0].block] = games
        while not self.is_over and len(self._counted) in self._early:
            block = self._early.pop(len(self._counted))
            self._counted.append(block)
            if not self._tournament.all_games:
                self._stop = self._watch.see(block)

    @property
    def is_over(self) -> bool:
        return self._stop is not None or len(self._counted) == self._tournament.deals

    @property
    def beyond(self) -> list[int]:
        """Blocks that do not count, because the result was certain without them."""
        return [number for number in self._early if number not in self._kept]

    @property
    def result(self) -> Result:
        return result_of(self._tournament, self._counted, self._stop)


class _Keeper:
    """Writes finished games: the records first, so that no game in the ledger lacks one."""

    def __init__(self, ledger: Ledger | None, directory: Path | None) -> None:
        self._ledger, self._directory = ledger, directory
        if directory is not None:
            try:
                directory.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise ArenaError(f"{directory}: {error.strerror or error}") from None

    def __call__(self, games: Finished) -> None:
        for played, record in games:
            self._write(played.number, record)
        if self._ledger is not None:
            self._ledger.add([played for played, _ in games])

    def forget(self, numbers: Iterator[int]) -> None:
        """Remove the records of games that do not count."""
        for number in numbers:
            if path := self._path(number):
                path.unlink(missing_ok=True)

    def _path(self, number: int) -> Path | None:
        return self._directory / f"game-{number:06}.tsuro" if self._directory else None

    def _write(self, number: int, record: Record) -> None:
        if (path := self._path(number)) is None:
            return
        try:
            path.write_text(write_text(record), encoding="utf-8")
        except OSError as error:
            with suppress(OSError):
                path.unlink(missing_ok=True)  # half a record helps nobody
            raise ArenaError(f"{path}: {error.strerror or error}; the games finished before are kept") from None
