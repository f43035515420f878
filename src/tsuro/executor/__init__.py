"""Does many tasks at once: in this process, in other processes, or on a cluster, with the same answers."""

from tsuro.executor.cluster import Cluster
from tsuro.executor.errors import ExecutorError
from tsuro.executor.executors import Executor, Here, Processes, open_executor
from tsuro.executor.job import Job, Step, Watch
from tsuro.executor.order import in_order

__all__ = [
    "Cluster",
    "Executor",
    "ExecutorError",
    "Here",
    "Job",
    "Processes",
    "Step",
    "Watch",
    "in_order",
    "open_executor",
]
