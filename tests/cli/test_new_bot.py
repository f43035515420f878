"""`tsuro new-bot`: what it writes runs."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tsuro.bots import read_bot_name
from tsuro.cli import main

pytestmark = pytest.mark.slow


def test_what_it_writes_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-bot", "my_pilgrim"]) == 0
    told = capsys.readouterr().out
    assert "tsuro play Ana my_pilgrim.py:MyPilgrim" in told
    folder = tmp_path / "tsuro-my-pilgrim"
    assert {file.name for file in folder.iterdir()} == {
        "my_pilgrim.py",
        "test_my_pilgrim.py",
        "pyproject.toml",
        "README.md",
    }
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert "2 passed" in done.stdout, done.stdout
    monkeypatch.chdir(folder)
    assert read_bot_name("my_pilgrim.py:MyPilgrim").kind == "file"
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["entry-points"]["tsuro.bots"] == {"my_pilgrim": "my_pilgrim:MyPilgrim"}
    assert main(["arena", "my_pilgrim.py:MyPilgrim", "wanderer", "--games", "2", "--processes", "1"]) == 0
    assert "MyPilgrim" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["My-Bot", "2fast", "", "class", "dragon", "a/b", "tsuro", "json"])
def test_a_name_that_python_cannot_have_is_refused(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-bot", name]) == 2
    assert "cannot be the name of a bot" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_nothing_that_is_there_is_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tsuro-pilgrim").mkdir()
    assert main(["new-bot", "pilgrim"]) == 2
    assert capsys.readouterr().err == "tsuro: tsuro-pilgrim: File exists\n"
    assert list((tmp_path / "tsuro-pilgrim").iterdir()) == []
