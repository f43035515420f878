"""Compiling never holds anybody up, and without a compiler everything still works."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from threading import Event

import pytest

from tsuro.fast import cache, loader
from tsuro.fast.core import INTERPRETED, Core

LOADED = Core(compiled=True, functions={})


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a process that has not asked for a core yet, with Numba installed and the cache filled."""
    monkeypatch.setattr(loader, "_now", loader._Preparation())
    monkeypatch.setattr(loader, "is_installed", lambda: True)
    monkeypatch.setattr(loader, "is_warm", lambda: True)
    monkeypatch.setattr(loader, "_load", lambda: LOADED)
    monkeypatch.delenv("TSURO_INTERPRETED", raising=False)


def test_who_waits_gets_the_compiled_core() -> None:
    assert loader.best_core(wait=True) is LOADED
    assert loader.best_core() is LOADED
    assert loader.preparing() is None
    assert loader.trouble() is None


def test_who_does_not_wait_plays_on_until_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = Event()

    def compile_slowly(*, gently: bool) -> None:
        assert gently
        assert go_on.wait(60)

    monkeypatch.setattr(loader, "is_warm", lambda: False)
    monkeypatch.setattr(loader, "_compile_elsewhere", compile_slowly)
    assert loader.best_core() is loader.best_core() is INTERPRETED
    assert "Compiling" in str(loader.preparing())
    go_on.set()
    assert loader.best_core(wait=True) is LOADED
    assert loader.preparing() is None


def test_nobody_hears_of_compiling_when_it_is_only_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert loader.preparing() is None
    loader.best_core()
    assert loader.preparing() is None


@pytest.mark.parametrize("setting", ["1", "yes"])
def test_the_interpreted_core_can_be_asked_for(setting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TSURO_INTERPRETED", setting)
    assert loader.best_core(wait=True) is INTERPRETED
    monkeypatch.setenv("TSURO_INTERPRETED", "0")
    assert loader.best_core(wait=True) is LOADED


def test_without_numba_there_is_nothing_to_prepare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loader, "is_installed", lambda: False)
    assert loader.best_core(wait=True) is INTERPRETED
    assert loader.trouble() is loader.preparing() is None


@pytest.mark.parametrize("broken", ["is_warm", "_load", "_compile_elsewhere"])
def test_whatever_is_broken_is_told_and_the_game_goes_on(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> bool:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(loader, "is_warm", lambda: False)
    monkeypatch.setattr(loader, "_compile_elsewhere", lambda *, gently: None)
    monkeypatch.setattr(loader, broken, fail)
    assert loader.best_core(wait=True) is INTERPRETED
    assert "No space left on device" in str(loader.trouble())
    assert loader.best_core() is INTERPRETED
    assert loader.preparing() is None


def test_a_failure_without_words_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> Core:
        raise ImportError

    monkeypatch.setattr(loader, "_load", fail)
    assert loader.best_core(wait=True) is INTERPRETED
    assert str(loader.trouble()).endswith("ImportError")


def _python(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "TSURO_INTERPRETED": "", **environment},
        timeout=600,  # it may have to compile
    )
    return done.stdout


@pytest.mark.usefixtures("compiled")
def test_a_cache_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    nowhere = tmp_path / "a file"
    nowhere.touch()
    ask = "from tsuro.fast.loader import *; print(best_core(wait=True).compiled, trouble())"
    told = _python(ask, XDG_CACHE_HOME=str(nowhere))
    assert told.startswith("False The bots cannot be compiled here")


def test_a_missing_numba_is_no_error() -> None:
    ask = "from tsuro.fast.loader import *; print(best_core(wait=True).compiled, trouble())"
    assert _python(f"import sys; sys.modules['numba'] = None; {ask}") == "False None\n"


def test_a_compiler_that_fails_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho no such luck >&2\nexit 1\n", encoding="utf-8")
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    monkeypatch.setattr(loader, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(loader, "is_warm", lambda: False)
    assert loader.best_core(wait=True) is INTERPRETED
    assert str(loader.trouble()).endswith("no such luck")
    python.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    monkeypatch.setattr(loader, "_now", loader._Preparation())
    assert loader.best_core() is INTERPRETED
    assert loader.best_core(wait=True) is INTERPRETED
    assert str(loader.trouble()).endswith("the compiler stopped")


def test_filling_the_cache_is_a_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[object] = []
    monkeypatch.setattr(sys, "argv", ["loader", "gently"])
    monkeypatch.setattr(os, "nice", done.append, raising=False)
    monkeypatch.setattr(loader, "remove_old_folders", lambda: done.append("removed"))
    monkeypatch.setattr(loader, "_load", lambda: done.append("loaded"))
    loader.main()
    assert done == [19, "removed", "loaded"]
    assert capsys.readouterr().out == ""
    monkeypatch.setattr(sys, "argv", ["loader"])
    monkeypatch.setattr(loader, "is_warm", lambda: False)
    loader.main()
    assert done[3:] == ["removed", "loaded"]
    assert "once" in capsys.readouterr().out


def test_what_other_versions_left_long_ago_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = {name: tmp_path / f"compiled-{name}" for name in ("current", "old", "unfinished", "recent")}
    for folder in folders.values():
        folder.mkdir()
    monkeypatch.setattr(cache, "cache_folder", lambda: folders["current"])
    long_ago = time.time() - 2 * cache.KEPT
    for name in ("current", "old"):
        (folders[name] / "ready").touch()
        os.utime(folders[name] / "ready", (long_ago, long_ago))
    (folders["recent"] / "ready").touch()
    for name in ("unfinished", "recent"):
        os.utime(folders[name], (long_ago, long_ago))
    cache.remove_old_folders()
    assert [name for name, folder in folders.items() if folder.exists()] == ["current", "recent"]


@pytest.mark.usefixtures("compiled")
def test_the_folder_belongs_to_these_sources() -> None:
    assert cache.is_warm()
    assert cache.cache_folder() == cache.cache_folder()
    assert cache.cache_folder().name.startswith("compiled-")
