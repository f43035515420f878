"""People are told why bots may be slow at first, and need not wait."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tsuro import Match
from tsuro.fast.core import INTERPRETED, Core
from tsuro.fast.loader import SENTENCE, is_installed
from tsuro.terminal.console import Console
from tsuro.terminal.play import play_in_terminal


@pytest.mark.parametrize(
    ("bot", "sentence", "told"),
    [
        ("guardian", "Compiling.", 1),
        ("monte-carlo:1", "Compiling.", 1),
        ("guardian", None, 0),
        ("wanderer", "Compiling.", 0),
    ],
)
def test_compiling_is_announced_once_to_those_who_play_with_bots_that_search(
    bot: str, sentence: str | None, told: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[bool] = []

    def best_core(*, wait: bool = False) -> Core:
        asked.append(wait)
        return INTERPRETED

    monkeypatch.setattr("tsuro.terminal.play.best_core", best_core)
    monkeypatch.setattr("tsuro.terminal.play.preparing", lambda: sentence)
    out = io.StringIO()
    match = Match(players=2, names=[bot, "apprentice"], seed=1)
    assert play_in_terminal(match, Console(out=out, source=None), random=Random(1), words=True)
    assert out.getvalue().count("Compiling.\n") == told
    assert asked == ([] if bot == "wanderer" else [False])


@pytest.mark.skipif(not is_installed(), reason="needs the extra fast")
def test_with_nothing_compiled_yet_the_game_begins_at_once(tmp_path: Path) -> None:
    """The compiler is one that never ends; the game is played to its end meanwhile."""
    slow = tmp_path / "python"
    slow.write_text("#!/bin/sh\nexec sleep 30\n", encoding="utf-8")
    slow.chmod(0o755)
    code = (
        f"import sys; sys.executable = {str(slow)!r}; from tsuro.cli import main; "
        "main(['play', 'guardian', 'dragon:10', '--seed', '1', '--words']); "
        "from tsuro.fast.loader import best_core; print('compiled:', best_core().compiled)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        text=True,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path), "TSURO_INTERPRETED": ""},
        timeout=600,
    )
    lines = done.stdout.splitlines()
    assert lines[0] == SENTENCE
    assert lines.count(SENTENCE) == 1
    assert "win" in lines[-2]
    assert lines[-1] == "compiled: False"
    assert done.stderr == ""
