"""What people are told when the compiled core is not there at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tsuro.fast.core import INTERPRETED
from tsuro.rl import cores


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is remembered, and nothing compiled."""
    monkeypatch.setattr(cores, "default_core", cores.default_core.__wrapped__)
    monkeypatch.setattr(cores, "best_core", lambda *, wait: INTERPRETED)
    monkeypatch.setattr(cores, "trouble", lambda: None)


@pytest.mark.parametrize(
    ("wanted", "installed", "warm", "sentence"),
    [
        (True, True, False, "tsuro.rl: compiling for this machine (once, about a minute)…\n"),
        (True, True, True, ""),
        (False, True, False, ""),
        (
            False,
            False,
            False,
            "tsuro.rl: without Numba, games are a hundred times slower: pip install 'tsuro[fast]'\n",
        ),
    ],
)
def test_what_takes_long_is_said(
    wanted: bool,  # noqa: FBT001 -- from the table above
    installed: bool,  # noqa: FBT001 -- from the table above
    warm: bool,  # noqa: FBT001 -- from the table above
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(cores, "is_wanted", lambda: wanted)
    monkeypatch.setattr(cores, "is_installed", lambda: installed)
    monkeypatch.setattr(cores, "is_warm", lambda: warm)
    assert cores.default_core() is INTERPRETED
    assert capsys.readouterr().err == sentence


def test_why_nothing_is_compiled_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cores, "trouble", lambda: "no room on the disk")
    monkeypatch.setattr(cores, "is_wanted", lambda: True)
    monkeypatch.setattr(cores, "is_warm", lambda: 1 // 0)
    cores.default_core()
    assert capsys.readouterr().err == "tsuro.rl: no room on the disk\n"


def test_without_numpy_a_sentence_names_what_to_install() -> None:
    program = "import sys; sys.modules['numpy'] = None; import tsuro.rl"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "tsuro.rl needs NumPy and is faster with Numba: pip install 'tsuro[fast]'" in done.stderr
