"""Jobs for tests. They live in a module, so that other processes find them."""

from __future__ import annotations

import os
import time
from pathlib import Path

from tsuro.executor import Job, Step, Watch


class Square(Job[int, int]):
    """The square of a number; a large one takes longer, so that answers come out of order."""

    def do(self, task: int, watch: Watch) -> int:
        time.sleep(0.2 if task == 0 else 0)
        return task * task


class Faulty(Job[int, int]):
    def do(self, task: int, watch: Watch) -> int:
        return 1 // task


class Unprepared(Square):
    def prepare(self) -> None:
        raise OSError("no disk")


class Exiting(Job[int, int]):
    def do(self, task: int, watch: Watch) -> int:
        os._exit(7)


class ExitingAtStep(Job[int, int]):
    def do(self, task: int, watch: Watch) -> int:
        watch((task, 3), 60.0)
        os._exit(7)


class Skipping(ExitingAtStep):
    """Goes on without the step."""

    def do(self, task: int, watch: Watch) -> int:
        return -task if task < 0 else super().do(task, watch)

    def without(self, task: int, step: Step, reason: str) -> int:
        assert (step, reason) == ((task, 3), "its process died with code 7")
        return -task


class Closing(Job[int, int]):
    """Leaves a note when it is closed."""

    def __init__(self, note: Path) -> None:
        self._note = note

    def do(self, task: int, watch: Watch) -> int:
        return task

    def close(self) -> None:
        self._note.write_text("closed", encoding="utf-8")
