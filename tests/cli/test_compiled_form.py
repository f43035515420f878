"""Servers run on what `make compiled` has made, as long as it is of the same sources (decision 22)."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import tsuro
from tsuro.cli import main
from tsuro.cli.compiled_form import FOLDER, MARK, digest_of, run_on_compiled_form


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone whose package was just compiled, and which runs from its sources."""
    package = tmp_path / "src" / "tsuro"
    (package / "web").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "web" / "page.js").write_text("let a = 1;")
    (tmp_path / FOLDER).mkdir(parents=True)
    (tmp_path / FOLDER / MARK).write_text(digest_of(package))
    monkeypatch.setattr(tsuro, "__file__", str(package / "__init__.py"))
    monkeypatch.delenv("PYTHONPATH")
    return tmp_path


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The programs that this one was replaced by."""
    programs: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _path, arguments: programs.append(arguments))
    return programs


def test_a_server_starts_again_on_the_compiled_form(clone: Path, started: list[list[str]]) -> None:
    run_on_compiled_form()
    assert started == [[sys.executable, *sys.orig_argv[1:]]]
    assert os.environ["PYTHONPATH"] == str(clone / FOLDER)


@pytest.mark.parametrize("changed", ["src/tsuro/__init__.py", "src/tsuro/web/page.js", "src/tsuro/new.py"])
def test_not_when_a_source_has_changed_since(clone: Path, started: list[list[str]], changed: str) -> None:
    (clone / changed).write_text("let a = 2;")
    run_on_compiled_form()
    assert not started
    assert "PYTHONPATH" not in os.environ


def test_not_when_it_was_never_compiled(clone: Path, started: list[list[str]]) -> None:
    (clone / FOLDER / MARK).unlink()
    run_on_compiled_form()
    assert not started


def test_not_when_somebody_has_said_what_to_run(
    clone: Path, started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(clone / "src"))
    run_on_compiled_form()
    assert not started


def test_what_python_caches_is_no_source(clone: Path) -> None:
    package = clone / "src" / "tsuro"
    before = digest_of(package)
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "a.pyc").write_bytes(b"\0")
    assert digest_of(package) == before


def test_a_source_that_moves_is_another(clone: Path) -> None:
    package = clone / "src" / "tsuro"
    before = digest_of(package)
    (package / "web" / "page.js").rename(package / "page.js")
    assert digest_of(package) != before


@pytest.mark.usefixtures("clone")
@pytest.mark.parametrize(
    ("words", "is_for_many"),
    [
        (["serve", "--database", "no-such-kind://here"], True),
        (["bench", "--server", "--clients", "1"], True),
        (["bench", "--crash", "1"], True),
        (["bench", "--seconds", "0"], False),
        (["perft", "--depth", "nonsense"], False),
    ],
)
def test_only_what_runs_a_server_for_many(
    words: list[str], *, is_for_many: bool, started: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["tsuro", *words])
    try:
        code = main()
    except SystemExit as stopped:
        code = int(str(stopped.code))
    assert code == 2  # each of them is refused
    assert bool(started) is is_for_many


@pytest.mark.usefixtures("clone")
def test_a_program_that_calls_main_goes_on(started: list[list[str]]) -> None:
    assert main(["bench", "--server", "--clients", "1"]) == 2
    assert not started
