"""Whoever does the tasks of a job, the answers are the same; what goes wrong is a sentence."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.executor import jobs

from tsuro.executor import (
    Cluster,
    Executor,
    ExecutorError,
    Here,
    Job,
    Processes,
    in_order,
    inspection,
    open_executor,
)
from tsuro.executor.job import pickled

EXECUTORS = [Here(), Processes(2)]


def answers(executor: Executor, job: Job[int, int], tasks: int = 3) -> list[int]:
    with executor.run(job, range(tasks)) as found:
        return sorted(found)


@pytest.mark.parametrize("executor", EXECUTORS, ids=lambda executor: type(executor).__name__)
def test_every_task_has_its_answer(executor: Executor) -> None:
    assert answers(executor, jobs.Square(), 6) == [0, 1, 4, 9, 16, 25]
    assert answers(executor, jobs.Square(), 0) == []
    with in_order(executor, jobs.Square(), range(6)) as found:
        assert list(found) == [0, 1, 4, 9, 16, 25]


@pytest.mark.parametrize("executor", EXECUTORS, ids=lambda executor: type(executor).__name__)
def test_tasks_are_taken_only_when_there_is_somebody_to_do_them(executor: Executor) -> None:
    taken: list[int] = []

    def tasks() -> Iterator[int]:
        for number in range(1, 100):
            taken.append(number)
            yield number

    with executor.run(jobs.Square(), tasks()) as found:
        next(found)
    assert len(taken) <= 2


@pytest.mark.parametrize("executor", EXECUTORS, ids=lambda executor: type(executor).__name__)
def test_a_job_is_closed_in_the_end(executor: Executor, tmp_path: Path) -> None:
    answers(executor, jobs.Closing(tmp_path / "note"))
    assert (tmp_path / "note").read_text(encoding="utf-8") == "closed"


@pytest.mark.parametrize(
    ("job", "sentence"),
    [
        (jobs.Faulty(), "a task failed: ZeroDivisionError: integer division or modulo by zero"),
        (jobs.Exiting(), "a process with a task died again, with code 7"),
        (jobs.ExitingAtStep(), "its process died with code 7"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_task_that_cannot_be_done_is_a_sentence(job: Job[int, int], sentence: str) -> None:
    with pytest.raises(ExecutorError, match=f"^{sentence}$"):
        answers(Processes(1), job)


def test_a_step_that_kills_its_process_twice_is_left_out() -> None:
    with Processes(1).run(jobs.Skipping(), [5, 6]) as found:
        assert list(found) == [5, 6]


def test_impossible_executors_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ExecutorError, match="there cannot be -1 processes"), open_executor(processes=-1):
        pass
    for address in ("127.0.0.1:9", "ray://127.0.0.1:9", "ray://nowhere.invalid:99999"):
        with pytest.raises(ExecutorError, match=f"there is no cluster at '{address}'"), Cluster(address):
            pass
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ExecutorError, match=r"pip install 'tsuro\[cluster\]'"), Cluster("auto"):
        pass


@pytest.mark.parametrize(
    ("wanted", "job", "sentence"),
    [
        (("9.9", ""), jobs.Square(), "it has Tsuro 0.* and 9.9 is needed"),
        ((inspection.sources()[0], ""), jobs.Square(), "the modules differ"),
        (inspection.sources(), jobs.Unprepared(), "it cannot do this: OSError: no disk"),
    ],
    ids=["version", "sources", "job"],
)
def test_a_node_that_could_not_do_the_job_is_found_out(
    wanted: tuple[str, str], job: Job[int, int], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TSURO_INTERPRETED", "1")
    trouble = inspection.trouble(wanted, "1", pickled(job))
    assert trouble is not None
    assert re.search(sentence, trouble)
    assert inspection.trouble(inspection.sources(), "1", pickled(jobs.Square())) is None
    monkeypatch.setattr(inspection, "find_spec", lambda _: None)
    assert inspection.trouble(wanted, "1", b"") == f"Tsuro is not installed there, version {wanted[0]} is needed"
