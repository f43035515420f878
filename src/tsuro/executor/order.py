"""Answers in the order of their tasks, whichever is finished first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from tsuro.executor.executors import Executor
from tsuro.executor.job import Answer, Job, Step, Task, Watch

__all__ = ["in_order"]


class _Numbered(Job[tuple[int, Task], tuple[int, Answer]]):
    """The job, with tasks and answers that carry a number."""

    def __init__(self, job: Job[Task, Answer]) -> None:
        self._job = job

    def prepare(self) -> None:
        self._job.prepare()

    def do(self, task: tuple[int, Task], watch: Watch) -> tuple[int, Answer]:
        return task[0], self._job.do(task[1], watch)

    def without(self, task: tuple[int, Task], step: Step, reason: str) -> tuple[int, Task]:
        return task[0], self._job.without(task[1], step, reason)

    def close(self) -> None:
        self._job.close()


@contextmanager
def in_order(executor: Executor, job: Job[Task, Answer], tasks: Iterable[Task]) -> Iterator[Iterator[Answer]]:
    """As `executor.run`, but every answer waits for those to earlier tasks."""
    with executor.run(_Numbered(job), enumerate(tasks)) as numbered:
        yield _sorted(numbered)


def _sorted(numbered: Iterator[tuple[int, Answer]]) -> Iterator[Answer]:
    early: dict[int, Answer] = {}
    due = 0
    for number, answer in numbered:
        early[number] = answer
        while due in early:
            yield early.pop(due)
            due += 1
