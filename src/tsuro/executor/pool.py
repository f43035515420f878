"""Does tasks in several processes, and survives whatever happens to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from types import TracebackType
from typing import Generic, Self

from tsuro.executor.errors import ExecutorError
from tsuro.executor.job import Answer, Job, Step, Task, pickled
from tsuro.executor.process import Done, Failed, Ready, TaskProcess

__all__ = ["Pool"]

LOOK = 0.5  # seconds between checks for steps that take too long
GRACE = 10.0  # seconds of grace: whoever set the limit enforces it first
MOST_DEATHS = 2  # processes: the first may be an accident, the second is not


@dataclass(slots=True, eq=False)
class _Running(Generic[Task]):
    """A process and its task."""

    process: TaskProcess
    task: Task
    deaths: Counter[Step | None] = field(default_factory=Counter)  # of processes with this task, by the step
    stalled: bool = False  # and was therefore killed


class Pool(Generic[Task, Answer]):
    """Processes that do the tasks of one job; leaving the `with` ends them."""

    def __init__(self, job: Job[Task, Answer], processes: int) -> None:
        self._job, self._pickled = job, pickled(job)
        self._processes = processes
        self._running: list[_Running[Task]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for running in self._running:
            running.process.ask_to_leave()
        for running in self._running:
            running.process.leave()
        self._running.clear()

    def answers(self, tasks: Iterable[Task]) -> Generator[Answer, None, None]:
        """Do the tasks; yields each answer as soon as it is there, in any order."""
        waiting = iter(tasks)
        for task in waiting:
            self._running.append(_Running(TaskProcess(self._pickled), task))
            if len(self._running) == self._processes:
                break
        while self._running:
            ready = wait([running.process.connection for running in self._running], timeout=LOOK)
            for running in [running for running in self._running if running.process.connection in ready]:
                match running.process.said():
                    case Ready():
                        running.process.give(running.task)
                    case Done(answer):
                        yield answer
                        self._go_on(running, next(waiting, None))
                    case Failed(reason):
                        raise ExecutorError(f"a task failed: {reason}")
                    case None:
                        self._replace(running)
            self._end_stalled()

    def _go_on(self, running: _Running[Task], task: Task | None) -> None:
        """Give the process its next task, or let it leave."""
        self._running.remove(running)
        if task is not None:
            self._running.append(_Running(running.process, task))
            running.process.give(task)
            return
        running.process.ask_to_leave()
        running.process.leave()

    def _end_stalled(self) -> None:
        """End processes that are at one step past every limit."""
        for running in self._running:
            at = running.process.at
            if at and at.late > GRACE:
                running.stalled = True
                running.process.kill()

    def _replace(self, running: _Running[Task]) -> None:
        """A process has died: do its task again, without the step at which it has stalled, or died twice."""
        at, code = running.process.at, running.process.exit_code
        step, task = at.step if at else None, running.task
        self._running.remove(running)
        running.process.leave()
        running.deaths[step] += 1
        if at and running.stalled:
            task = self._job.without(task, at.step, f"took longer than {at.limit:g} seconds")
        elif running.deaths[step] >= MOST_DEATHS:
            if step is None:
                raise ExecutorError(f"a process with a task died again, with code {code}")
            task = self._job.without(task, step, f"its process died with code {code}")
        self._running.append(_Running(TaskProcess(self._pickled), task, running.deaths))
