"""The core in two forms: interpreted, always available, and compiled by Numba if the extra `fast` is installed.

`core[function]` is a function of the kernel or the search in the core's form. Both give the same results.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from tsuro.fast.layout import ROW, SIZE, Position

__all__ = ["INTERPRETED", "Core"]

F = TypeVar("F", bound=Callable[..., Any])


def _plain(numbers: Sequence[float], kind: str) -> list[Any]:
    del kind
    return list(numbers)


def _plain_table(rows: int, columns: int, kind: str) -> list[list[Any]]:
    del kind
    return [[0] * columns for _ in range(rows)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Core:
    """One form of the core."""

    compiled: bool
    functions: Mapping[Callable[..., Any], Callable[..., Any]]
    make_row: Callable[[Sequence[float], str], Any] = _plain
    make_table: Callable[[int, int, str], Any] = _plain_table

    def __getitem__(self, function: F) -> F:
        return cast(F, self.functions.get(function, function))

    def position(self, numbers: Sequence[int]) -> Position:
        """A position in the core's form: a copy."""
        return cast(Position, self.make_row(numbers, "uint16"))

    def positions(self, n: int) -> list[Position]:
        """This many positions, yet to be filled; when compiled, in one array."""
        return cast("list[Position]", self.make_table(n, SIZE, "uint16"))

    def rows(self, n: int) -> list[Position]:
        """This many games to be played by action ids, yet to be filled; when compiled, in one array."""
        return cast("list[Position]", self.make_table(n, ROW, "uint16"))

    def small_table(self, rows: int, columns: int) -> list[list[int]]:
        """Rows of zeros for numbers from 0 to 255."""
        return cast("list[list[int]]", self.make_table(rows, columns, "uint8"))

    def integers(self, numbers: Sequence[int]) -> list[int]:
        """A row of integers for the kernel to write in."""
        return cast("list[int]", self.make_row(numbers, "int64"))

    def numbers(self, numbers: Sequence[float]) -> list[float]:
        """These numbers, which need not be whole, in a row."""
        return cast("list[float]", self.make_row(numbers, "float64"))

    def table(self, rows: int, columns: int) -> list[list[int]]:
        """Rows of zeros for the kernel to write in."""
        return cast("list[list[int]]", self.make_table(rows, columns, "int64"))

    def fractions(self, n: int) -> list[float]:
        """This many zeros, for numbers that need not be whole."""
        return cast("list[float]", self.make_table(1, n, "float64")[0])

    def fraction_table(self, rows: int, columns: int) -> list[list[float]]:
        """Rows of zeros, for numbers that need not be whole."""
        return cast("list[list[float]]", self.make_table(rows, columns, "float64"))


INTERPRETED = Core(compiled=False, functions={})
"""The core as it is, on plain lists."""
