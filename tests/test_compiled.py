"""What a site may compile to C: just what pyproject.toml lists, and only what stays the same then.

`make test` runs this, and the tests of these modules, a second time on what `make compiled` has made.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from tests.server.tables.evening import Evening

import tsuro
from tsuro.server.tables.table import ATTRIBUTES

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src"
HOOK = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"][
    "wheel"
]["hooks"]["custom"]
LISTED = sorted(file for pattern in HOOK["include"] for file in SOURCE.glob(pattern))
IS_COMPILED = Path(tsuro.__file__).is_relative_to(ROOT / "build" / "compiled")


def parts_of(file: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))


def test_every_pattern_names_a_module() -> None:
    assert all(list(SOURCE.glob(pattern)) for pattern in HOOK["include"])


@pytest.mark.parametrize("file", LISTED, ids=lambda file: file.stem)
def test_just_what_is_listed_is_compiled_where_somebody_asked_for_it(file: Path) -> None:
    name = ".".join(file.relative_to(SOURCE).with_suffix("").parts)
    origin = import_module(name).__file__
    assert origin is not None
    assert (Path(origin).suffix != ".py") is IS_COMPILED


def test_the_rest_is_python() -> None:
    for name in ("tsuro.match", "tsuro.server.rooms.room", "tsuro.server.messages.views"):
        assert str(import_module(name).__file__).endswith(".py")


@pytest.mark.parametrize("file", LISTED, ids=lambda file: file.stem)
def test_what_is_compiled_does_not_wait_for_anything(file: Path) -> None:
    """In a compiled coroutine, an error that was handled stays the current one."""
    assert not [part for part in parts_of(file) if isinstance(part, ast.AsyncFunctionDef | ast.Await)]


@pytest.mark.parametrize("file", LISTED, ids=lambda file: file.stem)
def test_what_is_compiled_defines_no_messages(file: Path) -> None:
    """msgspec reads the types of a struct's fields, and mypyc changes them."""
    classes = [part for part in parts_of(file) if isinstance(part, ast.ClassDef)]
    assert not [
        each.name for each in classes if "Struct" in {ast.unparse(base).split(".")[-1] for base in each.bases}
    ]


@pytest.mark.parametrize("file", LISTED, ids=lambda file: file.stem)
def test_what_is_compiled_makes_no_function_inside_another(file: Path) -> None:
    """A compiled one keeps itself alive, and all that it knows, until somebody looks for garbage."""
    functions = [part for part in parts_of(file) if isinstance(part, ast.FunctionDef)]
    inside = [part for each in functions for part in ast.walk(each) if part is not each]
    assert not [part for part in inside if isinstance(part, ast.FunctionDef | ast.Lambda)]


def test_a_server_runs_on_the_form_of_its_sources(tmp_path: Path) -> None:
    """In a clone that was compiled it need not be told; what tests start is otherwise as they are."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH" or not IS_COMPILED}
    command = [
        sys.executable,
        "-m",
        "tsuro",
        "serve",
        "--port",
        "0",
        "--database",
        str(tmp_path / "tables.sqlite3"),
    ]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout is not None
        assert server.stdout.readline().startswith(b"Tsuro is at")
        loaded = Path(f"/proc/{server.pid}/maps").read_text(encoding="utf-8")
        server.terminate()
    assert ("__mypyc" in loaded) is IS_COMPILED


def test_all_that_is_true_of_a_table_is_known_by_name() -> None:
    table = Evening().table
    assert set(getattr(table, "__dict__", ATTRIBUTES)) == set(ATTRIBUTES)
    assert all(hasattr(table, name) for name in ATTRIBUTES)
