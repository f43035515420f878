"""Tasks on many machines, with Ray. Nothing is shipped to them: every node needs the same Tsuro."""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from types import TracebackType
from typing import Any, Self, cast

from tsuro.executor import inspection
from tsuro.executor.errors import ExecutorError
from tsuro.executor.job import Answer, Job, Task, pickled
from tsuro.executor.node import Order, do_task
from tsuro.executor.process import Failed

__all__ = ["LOCAL", "Cluster"]

LOCAL = "local"  # the address of a cluster that is started on this machine, and ends with its user
MOST_RETRIES = 3  # of a task whose process of Ray's, or whose node, was lost
AHEAD = 2  # tasks under way for each core: one is done, one has already been sent
COUNT_EVERY = 5.0  # seconds between counts of the cluster's cores
PATIENCE = 10.0  # seconds for a cluster to answer
TRIES = 3  # to connect to a busy one
OBJECT_STORE = 100 * 2**20  # bytes: tasks and answers are small


class Cluster:
    """A Ray cluster at `ray://HOST:PORT`, `HOST:PORT`, `auto` (the one this machine is part of) or `local`.

    `at_once` limits the tasks under way; by default all cores of the cluster are used. Leaving the `with`
    disconnects, which ends everything that was started.
    """

    def __init__(self, address: str, *, at_once: int | None = None) -> None:
        self._address, self._at_once = address, at_once
        self._ray: Any = None

    def __enter__(self) -> Self:
        self._ray = _imported(self._address)
        _knock(self._address)
        tries = TRIES if self._address.startswith("ray://") else 1  # it starts a server for us, which may fail
        for _ in range(tries):
            if not (trouble := self._connect()):
                return self
        raise ExecutorError(f"there is no cluster at {self._address!r}: {trouble}")

    def _connect(self) -> str | None:
        """Why there is no connection, in words; None if there is."""
        try:
            self._ray.init(self._address, **_manner(self._address))
        except Exception as error:  # noqa: BLE001 -- Ray raises many kinds, and each says why
            self._ray.shutdown()
            return _in_short(error)
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._ray.shutdown()

    @contextmanager
    def run(self, job: Job[Task, Answer], tasks: Iterable[Task]) -> Iterator[Iterator[Answer]]:
        order = Order(job=pickled(job), tsuro=inspection.sources(), interpreted=_interpreted())
        self._inspect(order)
        with closing(self._answers(order, iter(tasks))) as answers:
            yield answers

    def _answers(self, order: Order, waiting: Iterator[Any]) -> Generator[Any, None, None]:
        ray = self._ray
        do = ray.remote(num_cpus=1, max_retries=MOST_RETRIES)(do_task)
        shared, room = ray.put(order), _Room(self._at_once, ray)
        under_way: list[Any] = []
        try:
            while True:
                free = room.size - len(under_way)
                under_way += [do.remote(shared, task) for task in islice(waiting, max(0, free))]
                if not under_way:
                    return
                finished, under_way = ray.wait(under_way)
                yield self._answer(finished[0])
        finally:
            for task in under_way:
                ray.cancel(task)

    def _answer(self, finished: Any) -> Any:
        try:
            outcome = self._ray.get(finished)
        except self._ray.exceptions.RayError as error:
            cause = getattr(error, "cause", None) or error
            raise ExecutorError(f"a task was lost on the cluster: {_in_short(cause)}") from None
        if isinstance(outcome, Failed):
            raise ExecutorError(outcome.reason)
        return outcome.answer

    def _inspect(self, order: Order) -> None:
        """Refuse a cluster on which a node could not do the job, or would do it differently."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy  # noqa: PLC0415 -- an extra

        nodes = [node for node in self._ray.nodes() if node["Alive"] and node["Resources"].get("CPU")]
        if not nodes:
            raise ExecutorError(f"the cluster at {self._address!r} has no cores to work on")
        self._ray.cloudpickle.register_pickle_by_value(inspection)  # the node may have none, or another one
        inspect = self._ray.remote(num_cpus=0)(inspection.trouble)
        there = [NodeAffinitySchedulingStrategy(node["NodeID"], soft=False) for node in nodes]
        found = [
            inspect.options(scheduling_strategy=node).remote(order.tsuro, order.interpreted, order.job)
            for node in there
        ]
        for node, looked in zip(nodes, found, strict=True):
            if trouble := self._found(looked):
                raise ExecutorError(f"the node {node['NodeManagerAddress']} of the cluster: {trouble}")

    def _found(self, looked: Any) -> str | None:
        try:
            return cast(str | None, self._ray.get(looked))
        except self._ray.exceptions.TaskUnschedulableError:
            return None  # the node has left; Ray may list it for seconds more


class _Room:
    """How many tasks may be under way: nodes come and go."""

    def __init__(self, at_once: int | None, ray: Any) -> None:
        self._at_once, self._ray = at_once, ray
        self._size, self._counted = at_once or 0, -COUNT_EVERY

    @property
    def size(self) -> int:
        if self._at_once is None and time.monotonic() - self._counted > COUNT_EVERY:
            self._size = max(1, AHEAD * int(self._ray.cluster_resources().get("CPU", 0)))
            self._counted = time.monotonic()
        return self._size


def _imported(address: str) -> Any:
    """Ray, if it is installed."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # a cluster of ours tells nobody about itself
    if address == LOCAL:
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")  # Ray's way to stay on the loopback device
    try:
        import ray  # noqa: PLC0415 -- an extra
    except ImportError:
        raise ExecutorError("a cluster needs Ray: pip install 'tsuro[cluster]'") from None
    return ray


def _knock(address: str) -> None:
    """Refuse an address where nobody listens: Ray would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not port.isdecimal():
        return  # a word, for Ray to understand or not
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise ExecutorError(f"there is no cluster at {address!r}: {_in_short(error)}") from None


def _manner(address: str) -> dict[str, Any]:
    """How to connect: quietly, and with no more than is needed."""
    quietly = {"log_to_driver": False, "logging_level": logging.ERROR}
    if address != LOCAL:
        return quietly
    return {**quietly, "include_dashboard": False, "object_store_memory": OBJECT_STORE}


def _interpreted() -> str:
    return os.environ.get("TSURO_INTERPRETED", "")


def _in_short(error: Exception) -> str:
    return " ".join(str(error).split())[:300] or type(error).__name__
