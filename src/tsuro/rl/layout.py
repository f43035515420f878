"""Where what stands in an observation, with names."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from tsuro.fast.observation import SECTIONS, row_size
from tsuro.game.errors import ImpossibleSetup

__all__ = ["Field", "Layout", "room_for"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A named part of an observation, in its place."""

    name: str
    place: slice  #: which numbers of the row
    shape: tuple[int, ...]  #: empty for a single number
    most: int  #: the greatest number that may stand there; the least is 0
    meaning: str


@dataclass(frozen=True, slots=True)
class Layout:
    """The parts of an observation that has room for a number of seats.

    >>> layout = Layout(seats=4)
    >>> layout.size, layout["hand"].place, layout["joined"].shape
    (1273, slice(1222, 1225, None), (6, 6, 8))
    """

    seats: int
    fields: tuple[Field, ...] = field(init=False, repr=False)
    size: int = field(init=False)

    def __post_init__(self) -> None:
        if self.seats not in range(2, 9):
            raise ImpossibleSetup(f"an observation has room for two to eight seats, not {self.seats}")
        fields, at = [], 0
        for part in SECTIONS:
            shape = tuple(self.seats if length < 0 else length for length in part.shape)
            place = slice(at, at + prod(shape))
            fields.append(Field(name=part.name, place=place, shape=shape, most=part.most, meaning=part.meaning))
            at = place.stop
        object.__setattr__(self, "fields", tuple(fields))
        object.__setattr__(self, "size", row_size(self.seats))

    def __getitem__(self, name: str) -> Field:
        for part in self.fields:
            if part.name == name:
                return part
        raise KeyError(name)

    @property
    def high(self) -> NDArray[np.uint8]:
        """The greatest number that may stand at each place; the least is 0."""
        return np.repeat([part.most for part in self.fields], [prod(part.shape) for part in self.fields]).astype(
            np.uint8
        )

    def split(self, rows: NDArray[np.uint8]) -> dict[str, NDArray[np.uint8]]:
        """The parts by name: views of the same numbers, whatever comes before the last axis.

        >>> Layout(seats=2).split(np.zeros((5, 1257), np.uint8))["joined"].shape
        (5, 6, 6, 8)
        """
        self.check(rows)
        return {part.name: rows[..., part.place].reshape((*rows.shape[:-1], *part.shape)) for part in self.fields}

    def check(self, rows: NDArray[np.uint8]) -> None:
        """Raise `ImpossibleSetup` for observations that have room for another number of seats."""
        if rows.shape[-1:] != (self.size,):
            raise ImpossibleSetup(
                f"observations with room for {self.seats} seats have {self.size} numbers, not {rows.shape[-1:]}"
            )

    def describe(self) -> str:
        """A table of all parts: name, place, shape, greatest number, meaning."""
        lines = []
        for part in self.fields:
            place = f"{part.place.start}–{part.place.stop - 1}"
            lines.append(f"{part.name:14}{place:11}{part.shape!s:11}0–{part.most:<4}{part.meaning}")
        return "\n".join(lines)


@cache
def room_for(seats: int | None, players: int) -> Layout:
    """The layout with room for this many seats, or just for the players; refused if they do not fit."""
    if seats is not None and seats < players:
        raise ImpossibleSetup(f"{players} players do not fit in observations of {seats} seats")
    return Layout(seats or players)
