"""What is done with each task."""

from __future__ import annotations

import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, TypeVar

from tsuro.executor.errors import ExecutorError

__all__ = ["Answer", "Job", "Step", "Task", "Watch", "pickled"]

Task = TypeVar("Task")
Answer = TypeVar("Answer")

Step = tuple[int, int]  # a part of a task that may fail by itself, such as a game and a seat
Watch = Callable[[Step | None, float], None]  # "now this step, for at most these seconds"; None: no step any more


class Job(ABC, Generic[Task, Answer]):
    """What is done with each task; every process gets a copy of it.

    A job, its tasks and its answers must be picklable. A task may be done more than once, on any machine and after
    any other task: all its chance must come from a seed in it.
    """

    def prepare(self) -> None:
        """Get what tasks need, such as the compiled core: called once on each machine, then in each process."""

    @abstractmethod
    def do(self, task: Task, watch: Watch) -> Answer:
        """Do one task; whatever it raises ends the whole run."""

    def without(self, task: Task, step: Step, reason: str) -> Task:
        """The task without a step that has stalled, or that has taken two processes down."""
        del task, step
        raise ExecutorError(reason)

    def close(self) -> None:
        """Close what tasks have opened: called at the end of each process."""


def pickled(job: Job[Task, Answer]) -> bytes:
    """The job, ready to be sent to other processes."""
    try:
        return pickle.dumps(job)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise ExecutorError(f"this cannot be sent to another process: {error}") from None
