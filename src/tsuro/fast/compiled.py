"""The core compiled by Numba: the same functions, with arrays in place of lists.

Compiling takes some seconds, once: what was compiled is kept in the user's cache folder (see `cache`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

from tsuro.fast import (
    batch,
    episodes,
    evaluation,
    features,
    hidden,
    kernel,
    learned,
    legal,
    observation,
    placement,
    search,
    steps,
    symmetry,
    trails,
    value,
    variants,
)
from tsuro.fast.cache import cache_folder
from tsuro.fast.core import Core

__all__ = ["compile_core"]

MODULES: tuple[ModuleType, ...] = (
    placement,
    trails,
    variants,
    kernel,
    hidden,
    legal,
    evaluation,
    value,
    features,
    search,
    learned,
    steps,
    batch,
    episodes,
    observation,
    symmetry,
)
"""In the order in which they build on each other."""

INLINED: frozenset[object] = frozenset().union(
    *(module.INLINED for module in (kernel, evaluation, trails, legal, steps, observation))
)


def compile_core() -> Core:
    """The compiled core. Each function is compiled, or taken from the cache, when it is first called."""
    compiled: dict[Callable[..., Any], Callable[..., Any]] = {}
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder())
    try:
        for module in MODULES:
            _compile_module(module, compiled)
    finally:
        numba.config.CACHE_DIR = before
    return Core(compiled=True, functions=compiled, make_row=_array, make_table=_zeros)


def _array(numbers: Sequence[float], kind: str) -> Any:
    return np.array(numbers, dtype=kind)


def _zeros(rows: int, columns: int, kind: str) -> Any:
    return np.zeros((rows, columns), dtype=kind)


def _compile_module(module: ModuleType, compiled: dict[Callable[..., Any], Callable[..., Any]]) -> None:
    """Compile the functions of a module in a namespace in which lists are arrays and functions are compiled."""
    namespace = {name: _for_numba(name, value, compiled) for name, value in vars(module).items()}
    for function in vars(module).values():
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            moved = FunctionType(function.__code__, namespace, function.__name__)
            namespace[function.__name__] = compiled[function] = numba.njit(
                cache=True,
                nogil=True,  # so that two threads do twice the work
                error_model="numpy",  # no check for division by zero
                inline="always" if function in INLINED else "never",
                _nrt=False,  # nothing is allocated, so no references need counting: atomic counters are slow
            )(moved)


def _for_numba(name: str, value: object, compiled: dict[Callable[..., Any], Callable[..., Any]]) -> object:
    if isinstance(value, list) and name.isupper():
        small = all(0 <= number < 256 for number in value)
        unsigned = all(0 <= number < 65536 for number in value)
        return np.array(value, dtype="uint8" if small else "uint16" if unsigned else "int64")
    if isinstance(value, FunctionType):
        return compiled.get(value, value)
    return value
