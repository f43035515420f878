"""What runs on the nodes of a cluster, in processes of Ray's.

Such a process does no task itself: it hands each to a process of its own, which it watches and replaces as it
would be on one machine. Ray sees to it only that a task which was lost with a node is done on another.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any

from tsuro.executor.errors import ExecutorError
from tsuro.executor.inspection import difference
from tsuro.executor.pool import Pool
from tsuro.executor.process import Done, Failed

__all__ = ["Order", "do_task"]


class _Desk:
    """A pool of one process, for one task after the other."""

    def __init__(self, job: bytes) -> None:
        self._tasks: deque[Any] = deque()
        self._stack = ExitStack()
        pool: Pool[Any, Any] = self._stack.enter_context(Pool(pickle.loads(job), 1))  # noqa: S301 -- our driver's
        self._answers = self._stack.enter_context(closing(pool.answers(self._next())))

    def _next(self) -> Iterator[Any]:
        while True:
            yield self._tasks.popleft()

    def do(self, task: object) -> Any:
        self._tasks.append(task)
        return next(self._answers)

    def close(self) -> None:
        self._stack.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What is to be done, and how."""

    job: bytes
    tsuro: tuple[str, str]  # the version, and a digest of its modules
    interpreted: str  # what TSURO_INTERPRETED is set to


_desks: dict[Order, _Desk] = {}  # none or one, in each of Ray's processes


def do_task(order: Order, task: object) -> Done | Failed:
    """The answer to the task, or why there is none."""
    try:
        return Done(_desk(order).do(task))
    except ExecutorError as error:
        _clear()
        return Failed(str(error))
    except BaseException:  # cancelled, or ended by Ray: the process of ours must not go on
        _clear()
        raise


def _desk(order: Order) -> _Desk:
    if order not in _desks:
        if different := difference(order.tsuro):  # a node that has joined since all were inspected
            raise ExecutorError(f"a node of the cluster: {different}")
        _clear()
        os.environ["TSURO_INTERPRETED"] = order.interpreted
        vars(sys.modules["__main__"]).pop("__file__", None)  # a new process would load it, and all of Ray
        _desks[order] = _Desk(order.job)
    return _desks[order]


def _clear() -> None:
    while _desks:
        _desks.popitem()[1].close()
