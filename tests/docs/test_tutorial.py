"""Every line of docs/tutorial-bot.md runs, and what the page says comes true."""

from __future__ import annotations

import doctest
import io
import json
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.docs.conftest import ROOT

from tsuro.cli import main
from tsuro.fast.loader import best_core

PAGE = ROOT / "docs" / "tutorial-bot.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(python|sh)\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
BOTS = [text for kind, text in BLOCKS if kind == "python"]
COMMANDS = [shlex.split(line)[1:] for kind, text in BLOCKS if kind == "sh" for line in text.splitlines()]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def save(folder: Path, number: int) -> None:
    (folder / "my_bot.py").write_text(BOTS[number], encoding="utf-8")


def test_the_page_has_what_is_tested_here() -> None:
    assert [bot.splitlines()[0] for bot in BOTS] == ["# my_bot.py"] * 3
    assert [words[0] for words in COMMANDS] == ["web", "play", "arena", "arena"]


def test_what_it_shows_of_a_view_is_true() -> None:
    assert doctest.testfile(str(PAGE), module_relative=False).failed == 0


def test_the_first_bot_plays_in_the_browser(folder: Path) -> None:
    save(folder, 0)
    options = ["--no-open", "--port", "0", "--database", str(folder / "tables.sqlite3")]
    command = [sys.executable, "-m", "tsuro", *COMMANDS[0], *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as web:
        assert web.stdout is not None
        found = re.search(r"http://[\d.:]+", web.stdout.readline())
        assert found is not None
        offered = httpx.get(f"{found[0]}/api/bots").json()
        web.send_signal(signal.SIGINT)
        web.wait(60)
    assert offered[-1] == {"id": "mybot", "name": "MyBot", "about": "Does anything that is allowed.", "own": False}


def test_the_first_bot_plays_in_the_terminal(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    save(folder, 0)
    monkeypatch.setattr(sys, "stdin", io.StringIO("c6n1\n"))
    assert main(COMMANDS[1]) == 0
    assert "MyBot starts at " in capsys.readouterr().out


@pytest.mark.parametrize(("bot", "command"), [(1, 2), (2, 3)])
def test_the_better_bots_win(bot: int, command: int, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    best_core(wait=True)  # compiled once, and then only loaded by the bot
    save(folder, bot)
    assert main([*COMMANDS[command], "--json", "--seed", "1"]) == 0
    told = json.loads(capsys.readouterr().out)
    mine = told["bots"]["my_bot.py:MyBot"]
    assert mine["name"] == "MyBot"
    assert mine["forfeits"] == 0
    assert mine["ci95"][0] > 0.5
