"""The parent of several processes, with processes that are none: what it does when some end."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tsuro.server import processes
from tsuro.server.processes import _Child, _Parent
from tsuro.server.settings import Settings


class _Process:
    """Ends when it is asked to, as seen by the parent."""

    def __init__(self) -> None:
        self.ours, self.sentinel = socket.socketpair()
        self.exitcode: int | None = None

    def end(self, code: int) -> None:
        self.exitcode = code
        self.ours.close()

    def terminate(self) -> None:
        self.end(0)

    def join(self) -> None:
        self.sentinel.close()


class _Line:
    """On which a process says at once that it is ready, or never, or why it cannot."""

    def __init__(self) -> None:
        self._here, self._there = socket.socketpair()
        self._says: str | None = None

    def say(self, *words: str | None) -> None:
        for self._says in words:
            self._there.send(b"!")

    def fileno(self) -> int:
        return self._here.fileno()

    def recv(self) -> str | None:
        return self._says

    def close(self) -> None:
        self._here.close()
        self._there.close()


class _Site(_Parent):
    """`on_start` is called with each process that starts; returns what it says."""

    def __init__(self, heard: socket.socket) -> None:
        super().__init__(2, Settings(), heard, Path(), heard)  # it has no listener and no folder
        self.on_start: Callable[[_Child], tuple[str | None, ...]] = lambda _child: (None,)

    def _start(self, number: int) -> _Child:
        process: Any = _Process()
        line: Any = _Line()
        child = _Child(number, process, line, 0.0)
        line.say(*self.on_start(child))
        self._children.append(child)
        return child

    def attend_until(self, condition: Callable[[], bool]) -> None:
        while not condition():
            self._attend(0.05)

    @property
    def running(self) -> list[int]:
        return sorted(child.number for child in self._children)


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[_Site]:
    monkeypatch.setattr(processes, "SOONEST", 0.01)
    here, there = socket.socketpair()
    with here, there:
        parent = _Site(here)
        parent._begin()
        yield parent
        parent._end(parent._children)


def _kill(child: _Child) -> None:
    process: Any = child.process
    process.end(-9)


def test_a_process_that_ends_by_itself_is_started_again(site: _Site) -> None:
    _kill(site._children[1])
    site.attend_until(lambda: site.running == [0])
    site.attend_until(lambda: site.running == [0, 1])


@pytest.mark.parametrize("which", [0, 1], ids=["the one that is replaced", "the one that is replaced next"])
def test_a_process_that_ends_while_all_are_replaced_is_there_once_afterwards(site: _Site, which: int) -> None:
    old = tuple(site._children)
    starting = list[_Child]()

    def kill_one(child: _Child) -> tuple[str | None, ...]:
        if not starting:
            _kill(old[which])
        starting.append(child)
        return (None,)

    site.on_start = kill_one
    site._replace_all()
    for _ in range(10):
        site._attend(0.02)
    assert (site.running, site._due) == ([0, 1], {})
    assert not {*old} & {*site._children}


def test_a_process_that_ends_while_its_successor_cannot_start_is_started_again(site: _Site) -> None:
    old = site._children[0]
    says: list[tuple[str | None, ...]] = [("no database",)]

    def fail_once(child: _Child) -> tuple[str | None, ...]:
        if says:
            _kill(old)
            _kill(child)
            return says.pop()
        return (None,)

    site.on_start = fail_once
    site._replace_all()
    site.attend_until(lambda: site.running == [0, 1])
    assert old not in site._children
