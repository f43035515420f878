"""Holds a tournament."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

from tsuro.arena.errors import ArenaError
from tsuro.arena.fixtures import Block
from tsuro.arena.job import Finished, Pace, PlayBlocks, tasks_of
from tsuro.arena.ledger import Ledger
from tsuro.arena.outcomes import Played
from tsuro.arena.standings import Interim, Result, result_of
from tsuro.arena.statistics.ratings import rating_model
from tsuro.arena.statistics.sequential import SequentialTest, Stop
from tsuro.arena.tournament import Tournament
from tsuro.executor import Executor, ExecutorError, open_executor
from tsuro.record import Record, write_text

__all__ = ["run_tournament"]


def run_tournament(
    tournament: Tournament,
    *,
    processes: int | None = None,
    executor: Executor | None = None,
    results: Path | None = None,
    records: Path | None = None,
    tell: Callable[[Interim], None] = lambda _: None,
) -> Result:
    """Play the tournament and give its result, which does not depend on where it is played.

    By default there is one process for each core; with 0 `processes`, games are played in this process, where
    a player's crash ends the tournament, and a debugger can see it. An `executor`, such as a
    `tsuro.executor.Cluster`, takes the place of the processes. `results` is a file that keeps every finished
    game: a tournament with the same file goes on from there. `records` is the directory for the records of the
    games. `tell` gets the standings after every block.
    """
    rating_model()  # better to learn what is missing before the games than after
    try:
        with ExitStack() as stack:
            chosen = executor or stack.enter_context(open_executor(processes=processes))
            ledger = stack.enter_context(Ledger(results, tournament)) if results else None
            keep = _Keeper(ledger, records)
            course = _Course(tournament, ledger.kept if ledger else {})
            tell(course.interim)
            if not course.is_over:
                _play(course, chosen, keep, tell)
    except ExecutorError as error:
        raise ArenaError(str(error)) from None
    return course.result


def _play(course: _Course, executor: Executor, keep: _Keeper, tell: Callable[[Interim], None]) -> None:
    early: dict[int, Finished] = {}
    pace = Pace(course.tournament)
    with executor.run(PlayBlocks(course.tournament), tasks_of(course.to_play(), pace)) as answers:
        while not course.is_over:
            played = next(answers)
            pace.see(played)
            for games in played.blocks:
                early[games[0][0].block] = games
                for number in course.add(tuple(game for game, _ in games)):
                    if number in early:
                        keep(early.pop(number))
                tell(course.interim)


class _Course:
    """How far a tournament has got.

    Blocks count, and are kept, in their order, whichever finishes first. The early stop, and with it the
    result and every file, is therefore the same for any number of processes.
    """

    def __init__(self, tournament: Tournament, kept: dict[int, tuple[Played, ...]]) -> None:
        self.tournament = tournament
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
        return (block for block in self.tournament.blocks if block.number not in self._kept)

    def add(self, games: tuple[Played, ...]) -> list[int]:
        """One block more; the numbers of the blocks that now count."""
        self.interim.add(games)
        self._early[games[0].block] = games
        counted = len(self._counted)
        while not self.is_over and len(self._counted) in self._early:
            block = self._early.pop(len(self._counted))
            self._counted.append(block)
            if not self.tournament.all_games:
                self._stop = self._watch.see(block)
        return list(range(counted, len(self._counted)))

    @property
    def is_over(self) -> bool:
        return self._stop is not None or len(self._counted) == self.tournament.deals

    @property
    def result(self) -> Result:
        return result_of(self.tournament, self._counted, self._stop)


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
