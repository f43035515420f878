"""The API reference: everything that is public is in it, and has a docstring."""

from __future__ import annotations

import importlib
import inspect
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import FunctionType

import pytest

import tsuro
from tsuro.game.errors import Refused

MODULES = [
    "tsuro.bots",
    "tsuro.arena",
    "tsuro.engine",
    "tsuro.render",
    "tsuro.record",
    "tsuro.notation",
    "tsuro.game.errors",
    "tsuro.game.events",
    "tsuro.rl.gymnasium",
    "tsuro.rl.openspiel",
    "tsuro.rl.pettingzoo.tsuro_v0",
]


@pytest.fixture(scope="session")
def documented(site: Path) -> set[str]:
    """Every Python object of the reference, by its name without the modules before it."""
    packed = (site / "objects.inv").read_bytes().split(b"\n", maxsplit=4)[4]
    lines = zlib.decompress(packed).decode().splitlines()
    names = {line.split(" ", maxsplit=1)[0] for line in lines if " py:" in line}
    assert "tsuro.Match.submit" in names
    return {name.rpartition(".")[2] for name in names}


@pytest.mark.parametrize("module", ["tsuro", *MODULES])
def test_every_public_name_is_in_the_reference(module: str, documented: set[str]) -> None:
    assert set(importlib.import_module(module).__all__) - documented == set()


def _undescribed(module: str) -> Iterator[str]:
    offered = importlib.import_module(module)
    for name in offered.__all__:
        thing = getattr(offered, name)
        if isinstance(thing, type):
            # A refusal is described by the rule and the sentence that it shows.
            if not thing.__doc__ and not issubclass(thing, Refused):
                yield name
            yield from (f"{name}.{member}" for member in vars(thing) if _lacks_docstring(thing, member))
        elif isinstance(thing, FunctionType) and not thing.__doc__:
            yield name


def _lacks_docstring(kind: type, member: str) -> bool:
    if member.startswith("_") or not isinstance(vars(kind)[member], FunctionType | classmethod | property):
        return False
    return not inspect.getdoc(getattr(kind, member))


@pytest.mark.parametrize("module", ["tsuro", *MODULES])
def test_every_public_function_class_and_method_has_a_docstring(module: str) -> None:
    assert list(_undescribed(module)) == []


def test_the_version_is_that_of_the_package(site: Path) -> None:
    assert f"Tsuro {tsuro.__version__}" in (site / "index.html").read_text(encoding="utf-8")
