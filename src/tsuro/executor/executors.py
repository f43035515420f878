"""Where tasks are done: in this process, in others, or on a cluster."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from typing import Protocol

from tsuro.executor.cluster import Cluster
from tsuro.executor.errors import ExecutorError
from tsuro.executor.job import Answer, Job, Task
from tsuro.executor.pool import Pool

__all__ = ["Executor", "Here", "Processes", "open_executor"]


class Executor(Protocol):
    """Does the tasks of a job; which one it is changes nothing but the time it takes."""

    def run(self, job: Job[Task, Answer], tasks: Iterable[Task]) -> AbstractContextManager[Iterator[Answer]]:
        """In the `with`, the answers, each as soon as it is there, in any order; leaving it ends what is left.

        Tasks are taken one by one, no more than can be worked on. What goes wrong is an `ExecutorError`.
        """
        ...


class Here:
    """This process, one task after the other: whatever a task does to its process, it does to this one."""

    @contextmanager
    def run(self, job: Job[Task, Answer], tasks: Iterable[Task]) -> Iterator[Iterator[Answer]]:
        job.prepare()
        with closing(job):
            yield (job.do(task, _unwatched) for task in tasks)


def _unwatched(*_: object) -> None:
    pass


class Processes:
    """Other processes on this machine; a task that takes its process down is done again."""

    def __init__(self, number: int | None = None) -> None:
        self._number = number or os.cpu_count() or 1  # one for each core

    @contextmanager
    def run(self, job: Job[Task, Answer], tasks: Iterable[Task]) -> Iterator[Iterator[Answer]]:
        with Pool(job, self._number) as pool, closing(pool.answers(tasks)) as answers:
            job.prepare()  # once, here; the processes start later, and find what it has left
            yield answers


@contextmanager
def open_executor(*, processes: int | None = None, cluster: str | None = None) -> Iterator[Executor]:
    """The executor that these options ask for.

    `processes` is how many tasks are worked on at once, by default one for each core; 0 means in this process.
    `cluster` is the address of a Ray cluster.
    """
    if processes is not None and processes < 0:
        raise ExecutorError(f"there cannot be {processes} processes")
    if cluster is not None:
        with Cluster(cluster, at_once=processes) as connected:
            yield connected
    else:
        yield Here() if processes == 0 else Processes(processes)
