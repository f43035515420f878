"""Who plays in the terminal: people, our bots, and anybody's."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from random import Random

import pytest
from tests.bots import strangers

from tsuro import Match, read_text, write_text
from tsuro.bots import UnknownBot
from tsuro.cli import main
from tsuro.terminal.console import Console
from tsuro.terminal.play import play_in_terminal
from tsuro.terminal.who import Wanted, read_player, tags_for

FILE = strangers.__file__


@pytest.mark.parametrize("name", ["Ana", "Rui Silva", "Dragan", "Dragon Lady", "Wanda", "Mia", "李"])
def test_ordinary_names_are_people(name: str) -> None:
    assert read_player(name) == Wanted(name)


@pytest.mark.parametrize("name", ["gaurdian", "Gaurdian", "dragn", "wandrer", "aprentice", "monte-calro"])
def test_a_typing_error_never_becomes_a_person(name: str) -> None:
    with pytest.raises(UnknownBot, match=f"no bot '{name}'. Did you mean .*For a person .* write person:{name}"):
        read_player(name)
    assert read_player(f"person:{name}") == Wanted(name)


@pytest.mark.parametrize("name", ["dragn:2s", "nowhere.py:Bot", "bot.py", "no_module:Bot", "cmd:./no-such-engine"])
def test_what_looks_like_a_bot_is_one_or_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "Ana", name]) == 2
    assert capsys.readouterr().err.startswith("tsuro: ")


@pytest.fixture
def nothing_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())


@pytest.mark.usefixtures("nothing_typed")
def test_somebody_elses_bot_plays_under_its_own_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = tmp_path / "g.tsuro"
    words = ["play", f"{FILE}:Any", f"{FILE}:Any", "person:Dragon", "--seed", "1", "--record", str(record)]
    assert main(words) == 0  # at the end of the input the person leaves
    written = read_text(record.read_text(encoding="utf-8"))
    assert written.names == ("Any which way", "Any which way 2", "Dragon")
    tags = [written.tag(f"player-{number}") for number in (1, 2, 3)]
    assert tags == [f"{FILE}:Any", f"{FILE}:Any", "person"]
    told = capsys.readouterr().out.splitlines()
    assert any(line.startswith("Any which way starts at ") for line in told)
    assert told[-1] == f"Go on with: tsuro play --resume {record} --bot {FILE}:Any --bot {FILE}:Any"


@pytest.mark.usefixtures("nothing_typed")
def test_a_record_starts_no_program_by_itself(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    match = Match(players=2, names=("Ana", "Trap"), seed=1)
    match.add_tag("player-2", f"cmd:touch {trap}")
    record = tmp_path / "g.tsuro"
    record.write_text(write_text(match.record(open_deal=True)), encoding="utf-8")
    assert main(["play", "--resume", str(record)]) == 2
    assert f"bots that are not ours: add --bot 'cmd:touch {trap}', or name others" in capsys.readouterr().err
    assert not trap.exists()
    assert main(["play", "--resume", str(record), "--bot", "wanderer"]) == 0
    assert not trap.exists()


def test_bots_named_for_nobody_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "Ana", "Rui", "--bot", "wanderer"]) == 2
    assert "--bot belongs to --resume" in capsys.readouterr().err


@pytest.mark.parametrize(("kind", "reason"), [("Crash", "ValueError: I am lost"), ("Garbage", "not an action")])
def test_a_broken_bot_does_not_end_the_game(kind: str, reason: str) -> None:
    out = io.StringIO()
    match = Match(players=2, names=("Bad", "wanderer"), seed=5)
    bots = {0: f"{FILE}:{kind}", 1: "wanderer"}
    assert play_in_terminal(match, Console(out=out, source=io.StringIO()), random=Random(1), bots=bots)
    assert match.is_over
    assert reason in " ".join(out.getvalue().split())
    assert "plays on in its place" in out.getvalue()


def test_a_record_says_only_what_names_do_not() -> None:
    assert tags_for(("Ana", "dragon"), {1: "dragon"}) == {}
    assert tags_for(("dragon", "Bot"), {1: "b.py:Bot#1"}) == {"player-1": "person", "player-2": "b.py:Bot 1"}
