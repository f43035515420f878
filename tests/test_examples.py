"""Every example, every snippet of the documentation and every doctest runs."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import runpy
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import tsuro
from tsuro import Record, read_json, read_text, verify, write_text

ROOT = Path(__file__).parents[1]
ONLINE = "web_bot.py"  # needs a server, and is tested with one
EXAMPLES = sorted(path for path in (ROOT / "examples").glob("*.py") if path.name != ONLINE)
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(tsuro.__path__, prefix="tsuro.")
    if module.name != "tsuro.__main__"
)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_the_example_runs(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [str(path), str(tmp_path)])
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", ["tsuro", *MODULES])
def test_the_examples_in_docstrings_are_true(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_the_examples_in_the_documentation_are_true(path: Path) -> None:
    assert doctest.testfile(str(path), module_relative=False).failed == 0


@pytest.mark.parametrize(
    ("read", "begins"),
    [(read_text, "tsuro record 2\n"), (read_json, '{\n "tsuro record": 2')],
    ids=["text", "json"],
)
def test_the_records_in_the_documentation_are_true(read: Callable[[str], Record], begins: str) -> None:
    page = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
    blocks = [block for block in re.findall(r"```\w*\n(.*?)```", page, re.DOTALL) if block.startswith(begins)]
    assert len(blocks) == 1
    record = read(blocks[0])
    assert verify(record).setup == record.setup
    if read is read_text:
        assert write_text(record) == blocks[0]


def test_there_are_examples_to_test() -> None:
    parser = doctest.DocTestParser()
    assert len(EXAMPLES) >= 3
    assert len(parser.get_examples((ROOT / "README.md").read_text(encoding="utf-8"))) >= 8
