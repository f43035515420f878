"""A log that tells the same without a guest: for people who want what belongs to them removed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count

import msgspec

from tsuro.record import read_text, write_text
from tsuro.server.tables.log import BotSat, LogEntry, Sat, Started

__all__ = ["NAME", "without_guest"]

NAME = "Guest"
_WHO = ("by", "guest", "to")  # fields of entries that may hold a guest


def without_guest(entries: Sequence[LogEntry], guest: str, instead: str) -> list[LogEntry]:
    """The same entries, in which the guest is somebody whom nobody knows.

    `instead` takes their place, so that the log replays as before: seats, moves and results stay. Their
    names become a plain one.
    """
    return list(_without(entries, guest, instead))


def _without(entries: Sequence[LogEntry], guest: str, instead: str) -> Iterator[LogEntry]:
    names = _Names(entry.name for entry in entries if isinstance(entry, Sat | BotSat))
    for entry in entries:
        changed: dict[str, object] = {field: instead for field in _WHO if getattr(entry, field, None) == guest}
        if isinstance(entry, Sat) and entry.guest == guest:
            changed["name"] = names[entry.name]
        if isinstance(entry, Started) and entry.begun:
            changed["begun"] = _renamed(entry.begun, names)
        yield msgspec.structs.replace(entry, **changed)


class _Names(dict[str, str]):
    """A plain name for each that has to go; nobody else at the table has it."""

    def __init__(self, used: Iterable[str]) -> None:
        super().__init__()
        taken = {*used}
        self._free = (name for number in count(1) if (name := f"{NAME} {number}") not in taken)

    def __missing__(self, name: str) -> str:
        self[name] = next(self._free)
        return self[name]


def _renamed(text: str, names: Mapping[str, str]) -> str:
    """The record that a game went on from; its players are called as they are at the table."""
    record = read_text(text)
    return write_text(replace(record, names=tuple(names.get(name, name) for name in record.names)))
