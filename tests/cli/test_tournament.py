"""`tsuro arena`, as a person would type it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tsuro.cli import main

pytestmark = pytest.mark.slow

PLENTY = 120.0  # seconds, however busy the machine
SMALL = ["arena", "apprentice", "wanderer", "--games", "4", "--seed", "7", "--processes", "1"]


def test_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--players", "3"]) == 0
    shown = capsys.readouterr()
    assert "6 games of 3 players, par 0.333" in shown.out
    assert "apprentice" in shown.out
    assert "Every deal is played from all seats: 4 games became 6." in shown.out
    assert "These few deals show next to nothing" in shown.out
    assert shown.err == ""


def test_json_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SMALL, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["players"], told["games"]) == (2, 4)
    assert list(told["bots"]) == ["apprentice", "wanderer"]
    for bot in told["bots"].values():
        low, high = bot["ci95"]
        assert 0 <= low <= bot["score"] <= high <= 1
    assert told["stopped"] is None
    assert told["forfeits"] == []


def test_json_tells_of_an_early_stop(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "apprentice", "wanderer", "--players", "4", "--lone", "--games", "1000", "--json"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["stopped"]["after"] == told["games"] < told["stopped"]["of"] == 1000
    assert told["stopped"]["reason"] == "it is certain that apprentice is above par"
    assert told["bots"]["apprentice"]["ci95"][0] > told["par"] == 0.25


def test_one_bot_alone_plays_against_apprentices(capsys: pytest.CaptureFixture[str], engine: str) -> None:
    words = ["arena", f"cmd:{engine}", "--games", "2", "--players", "3", "--json", "--processes", "1"]
    assert main(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["lone"]
    assert {name: bot["seats"] for name, bot in told["bots"].items()} == {f"cmd:{engine}": 3, "apprentice": 6}


def test_files_are_written_and_the_same_command_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [
        "--results",
        f"{tmp_path}/r.jsonl",
        "--records",
        f"{tmp_path}/games",
        "--report",
        f"{tmp_path}/r.html",
    ]
    assert main([*SMALL, *files]) == 0
    assert main([*SMALL, *files]) == 0
    assert len(list((tmp_path / "games").iterdir())) == 4
    assert (tmp_path / "r.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert main([*SMALL, *files, "--lone"]) == 2
    assert "the file belongs to another tournament: its lone is False, not True" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nobody", "wanderer"], "there is no bot 'nobody'"),
        (["wanderer", "wanderer", "--players", "9"], "two to eight players, not 9"),
        (["wanderer", "wanderer", "--players", "1"], "two to eight players, not 1"),
        (["wanderer", "wanderer", "--games", "-5"], "at least 1 game must be played, not -5"),
        (["wanderer", "wanderer", "--processes", "0"], "--processes must be at least 1, not 0"),
        (["wanderer", "wanderer", "--seconds-per-move", "inf"], "a move may take more than 0"),
        (["cmd:./does-not-exist", "wanderer"], "cannot be started"),
        (["cmd:true", "wanderer"], "engine 'true' "),
        (["wanderer", "wanderer", "--results", "/dev/full"], "/dev/full: No space left on device"),
        (["wanderer", "wanderer", "--report", "missing/report.html"], "nothing can be written there"),
        (["wanderer", "wanderer", "--edition", "modern+solo"], "a solo game has no opponents"),
    ],
)
def test_bad_input_is_a_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", *words]) == 2
    shown = capsys.readouterr()
    assert shown.err.startswith("tsuro: ")
    assert sentence in shown.err
    assert shown.out == ""


@pytest.mark.parametrize(("bots", "waited"), [(["dragon:20", "wanderer"], 1), (["wanderer", "apprentice"], 0)])
def test_the_core_is_waited_for_where_it_is_wanted(
    bots: list[str], waited: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    waits: list[None] = []
    monkeypatch.setattr("tsuro.cli.tournament.core_while_waiting", lambda: waits.append(None))
    assert main(["arena", *bots, "--games", "2", "--processes", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["forfeits"] == []
    assert len(waits) == waited


def test_forfeits_are_told(capsys: pytest.CaptureFixture[str], broken_engine: str) -> None:
    assert main(["arena", f"cmd:{broken_engine}", "wanderer", "--games", "2", "--processes", "1"]) == 0
    shown = capsys.readouterr().out
    assert "Forfeits: 2. The first, in game 1: cmd:" in shown
    assert "ended with exit code 5" in shown


def running(*words: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "tsuro", "arena", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
        start_new_session=True,  # so that the signal reaches the whole group, as Ctrl-C does, and not us
    )


def wait_for_lines(path: Path, lines: int) -> None:
    deadline = time.monotonic() + PLENTY
    while not (path.exists() and path.read_bytes().count(b"\n") >= lines):
        assert time.monotonic() < deadline, "no game was finished"
        time.sleep(0.05)


def somebody_is_left(sign: str) -> bool:
    """Whether, after a while, some process still has the sign in its command line."""
    deadline = time.monotonic() + PLENTY
    while sign in subprocess.run(["ps", "-eo", "args="], capture_output=True, check=True, text=True).stdout:
        if time.monotonic() > deadline:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_tournament_keeps_its_games_and_leaves_no_process(
    end: signal.Signals, tmp_path: Path, engine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    results = tmp_path / "results.jsonl"
    sign = f"--seed {os.getpid()}{int(end)}"
    words = [f"cmd:{engine} {sign}", "wanderer", "--games", "20000", "--all-games", "--processes", "2"]
    words += ["--results", str(results)]
    process = running(*words)
    wait_for_lines(results, 5)
    if end is signal.SIGINT:
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.kill()
    _, complaint = process.communicate(timeout=PLENTY)
    assert b"Traceback" not in complaint
    if end is signal.SIGINT:
        assert process.returncode == 130
        assert b"the same command goes on from there" in complaint
    assert not somebody_is_left(sign)
    kept = (results.read_bytes().count(b"\n") - 1) // 2 * 2
    assert kept >= 4
    words[words.index("20000")] = str(kept)
    assert main(["arena", *words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == kept


def test_a_process_that_is_starting_does_not_hear_ctrl_c() -> None:
    """In a fresh interpreter: what is started once, with the first process, lets interrupts in."""
    code = (
        "import signal; from multiprocessing import resource_tracker; from tsuro.executor import process\n"
        "with process._deaf_to_interrupts():\n"
        "    resource_tracker.ensure_running()\n"
        "    print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=PLENTY)
    assert done.stdout == b"True\n"


def test_a_worker_that_is_killed_is_replaced(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    process = running(
        "wanderer",
        "apprentice",
        "--games",
        "200",
        "--all-games",
        "--processes",
        "1",
        "--results",
        str(results),
        "--json",
    )
    wait_for_lines(results, 5)
    for worker in workers_of(process.pid):
        os.kill(worker, signal.SIGKILL)
    told, complaint = process.communicate(timeout=PLENTY)
    assert complaint == b""
    assert json.loads(told)["games"] == 200
    assert json.loads(told)["forfeits"] == []


def workers_of(parent: int) -> list[int]:
    listed = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(parent)], capture_output=True, check=True, text=True
    )
    lines = listed.stdout.splitlines()
    return [int(line.split()[0]) for line in lines if "spawn_main" in line]


def test_progress_is_shown_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    assert main([*SMALL, "--json"]) == 0
    shown = capsys.readouterr()
    assert "So far" in shown.err
    assert "0/4" in shown.err
    assert json.loads(shown.out)["games"] == 4
