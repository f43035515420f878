"""`make play` says what it does, and why it cannot."""

from __future__ import annotations

import sys

import pytest
from scripts import set_up

OFFLINE = (
    "WARNING: Retrying (Retry(total=4)) after connection broken by 'NewConnectionError': /simple/hatchling/",
    "ERROR: Could not find a version that satisfies the requirement hatchling (from versions: none)",
    "ERROR: No matching distribution found for hatchling",
)
NO_WHEEL = ("ERROR: Could not find a version that satisfies the requirement numba==9 (from versions: 0.1, 0.2)",)


def pip(*said: str, code: int = 0) -> tuple[str, ...]:
    """A command that says these lines, as pip would."""
    return (sys.executable, "-c", f"import sys; print(*{said!r}, sep='\\n'); sys.exit({code})", "#")


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Collecting rich>=14 (from tsuro)", "looking for rich"),
        ("  Downloading numba-0.6-cp311-x.whl (3.9 MB)", "downloading numba (3.9 MB)"),
        ("Installing collected packages: rich, tsuro", "installing rich, tsuro"),
        ("Requirement already satisfied: rich", None),
        (OFFLINE[0], "the package registry does not answer; trying again"),
    ],
)
def test_what_pip_does_is_shown_in_a_few_words(line: str, shown: str | None) -> None:
    assert set_up.step(line) == shown


def test_without_a_network_it_says_so_and_blames_nothing_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(set_up, "PIP", pip(*OFFLINE, code=1))
    assert set_up.main() == 1
    told = capsys.readouterr().out
    assert "without a network" in told
    assert "Numba" not in told


def test_another_failure_is_told_in_pips_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(set_up, "PIP", pip("Collecting rich", "ERROR: No space left on device", code=1))
    assert set_up.main() == 1
    assert capsys.readouterr().out.splitlines()[1:] == [
        "  looking for rich",
        "Tsuro cannot be set up. pip says: No space left on device",
    ]


def test_only_where_the_compiler_cannot_be_installed_bots_are_said_to_be_slower(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers = iter([(True, []), (False, list(NO_WHEEL))])
    monkeypatch.setattr(set_up, "install", lambda *_: next(answers))
    assert set_up.main() == 0
    assert "Bots will think more slowly" in capsys.readouterr().out


def test_in_a_terminal_one_line_is_written_again_and_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(set_up, "PIP", pip("Collecting " + "long" * 40))
    assert set_up.main() == 0
    told = capsys.readouterr().out
    assert "\r\x1b[K" in told
    assert all(len(part) <= 81 for part in told.splitlines()[1:][0].split("\r"))
