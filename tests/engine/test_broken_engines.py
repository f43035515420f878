"""Whatever an engine does: an `EngineFailed` says it in a sentence, in time, and nothing of it is left."""

from __future__ import annotations

import gc
import os
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from time import monotonic, sleep

import pytest

from tsuro import Match
from tsuro.engine import EngineFailed, EnginePlayer

pytestmark = pytest.mark.slow

VIEW = Match(players=2, seed=1).view(0)
PLENTY = 120.0  # seconds for engines that must not need them, however busy the machine
LITTLE = 0.25  # for engines that take too long

READS_ALL = "for line in sys.stdin: pass"
IS_READY = "sys.stdin.readline(); print('ready 1', flush=True)"


def program(*code: str) -> str:
    """The command of an engine in Python."""
    lines = ["import os, signal, subprocess, sys, time", *(dedent(part) for part in code)]
    return shlex.join([sys.executable, "-I", "-S", "-c", "\n".join(lines)])


def answering(code: str) -> str:
    """The command of an engine that introduces itself well, and does this at `go`."""
    loop = "for line in sys.stdin:\n  if line.startswith('go'):\n"
    return program(IS_READY, loop + "\n".join(f"    {line}" for line in dedent(code).strip().splitlines()))


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        thread.join(PLENTY)
        assert not thread.is_alive()


@pytest.fixture(autouse=True, scope="module")
def no_pipe_is_left_open() -> Iterator[None]:
    yield
    gc.collect()  # which would be a warning


@pytest.fixture(autouse=True)
def a_short_farewell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsuro.engine.program.FAREWELL", 0.3)


def choose(command: str, seconds: float) -> None:
    with EnginePlayer(command, seconds=seconds) as engine:
        try:
            engine.choose(VIEW)
        finally:
            engine._program._process.wait(PLENTY)


def failure(command: str, *, seconds: float = PLENTY) -> str:
    """What is said of the engine, at the start or when it is to choose; it is gone then."""
    began = monotonic()
    with pytest.raises(EngineFailed) as failed:
        choose(command, seconds)
    assert monotonic() - began < PLENTY / 2
    sentence = str(failed.value)
    assert sentence.isprintable()
    assert len(sentence) < 1000
    return sentence


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("", "the command that starts the engine is empty"),
        ("   ", "the command that starts the engine is empty"),
        (
            "./no-such-engine --fast",
            "engine './no-such-engine --fast' cannot be started: No such file or directory",
        ),
        ("/", "engine '/' cannot be started: Permission denied"),
        ("'it", 'engine "\'it" cannot be started: No closing quotation'),
        ("a\0b", "engine 'a b' cannot be started: embedded null byte"),
        ("''", "engine \"''\" cannot be started: "),
    ],
)
def test_a_program_that_cannot_be_started(command: str, said: str) -> None:
    with pytest.raises(EngineFailed) as failed:
        EnginePlayer(command)
    assert said in str(failed.value)


@pytest.mark.parametrize(("mode", "said"), [(0o600, "Permission denied"), (0o700, "Exec format error")])
def test_a_file_that_is_no_program(tmp_path: Path, mode: int, said: str) -> None:
    path = tmp_path / "my engine"
    path.write_text("this is no program", encoding="utf-8")
    path.chmod(mode)
    with pytest.raises(EngineFailed, match=f"cannot be started: {said}"):
        EnginePlayer(shlex.quote(str(path)))


STRAIGHT_AWAY = [
    ("print('Welcome to my engine!', flush=True)", "said 'Welcome to my engine!': 'Welcome' begins no line"),
    ("print('best play 17e', flush=True)", "said 'best play 17e' before it was ready"),
    ("print('ready 2', flush=True)", "speaks version 2 of the protocol, not 1"),
    ("print('ready soon', flush=True)", "said 'ready soon': 'soon' is not a whole number"),
    ("print('error no licence', flush=True)", "gave up: no licence"),
    ("sys.stdout.buffer.write(bytes(range(256)) + b'\\n'); sys.stdout.flush()", "begins no line of the protocol"),
    ("while True: sys.stdout.write('x' * 10000)", "said a line of more than 10000 bytes"),
    ("while True: print('option seed')", "said 10000 lines and gave no answer"),
    ("while True: print()", "said 10000 lines and gave no answer"),
]


@pytest.mark.parametrize(("code", "said"), STRAIGHT_AWAY, ids=lambda part: part[:30])
def test_an_engine_that_does_not_introduce_itself(code: str, said: str) -> None:
    assert said in failure(program(code, READS_ALL))


AT_GO = [
    ("print('hm, let me see', flush=True)", "said 'hm, let me see': 'hm,' begins no line of the protocol"),
    ("print('best of luck', flush=True)", "said 'best of luck': 'of luck' is not an action"),
    ("print('best play 36n', flush=True)", "'36' is not a tile"),
    ("print('best play 17e', flush=True)", "chose 'play 17e': All markers are placed before any tile is played"),
    ("print('best mark c3n1', flush=True)", "chose 'mark c3n1': That is not a start mark"),
    ("print('best exchange ? for ?', flush=True)", "chose 'exchange ? for ?': All markers are placed before"),
    ("print('ready 1', flush=True)", "said 'ready 1' instead of an action"),
    ("print('error', flush=True)", "gave up: "),
    ("print('info share 2 error 0 action mark c6n1', flush=True)", "'2' is not a number from 0 to 1"),
    ("while True: print('info thinking')", "said 10000 lines and gave no answer"),
    ("while True: sys.stdout.write('x' * 10000)", "said a line of more than 10000 bytes"),
    ("sys.exit()", "ended with exit code 0"),
    ("sys.exit(3)", "ended with exit code 3"),
    ("sys.exit('all is lost')", "ended with exit code 1; the last line of its standard error: all is lost"),
    ("1 / 0", "ended with exit code 1; the last line of its standard error: ZeroDivisionError: division by zero"),
    ("os.kill(os.getpid(), signal.SIGSEGV)", "was ended by signal SIGSEGV"),
    ("os.close(1); time.sleep(600)", "closed its output"),
    ("sys.stdout.write('best mark c6n'); sys.stdout.flush(); sys.exit()", "'best mark c6n': 'c6n' is not a point"),
    ("sys.stderr.write('x' * 10000); sys.exit(1)", "standard error: xxxx"),
]


@pytest.mark.parametrize(("code", "said"), AT_GO, ids=lambda part: part[:30])
def test_an_engine_that_does_not_choose(code: str, said: str) -> None:
    assert said in failure(answering(code))


SILENT = {
    "says nothing": program(READS_ALL),
    "does not even listen": program("time.sleep(600)"),
    "never ends its line": program("sys.stdout.write('ready 1'); sys.stdout.flush()", READS_ALL),
    "thinks for ever": answering("time.sleep(600)"),
    "computes for ever": answering("while True: pass"),
    "talks for ever": answering("while True: print('info hm', flush=True); time.sleep(0.05)"),
    "does not flush": answering("print('best mark c6n1')"),
    "stops itself": answering("os.kill(os.getpid(), signal.SIGSTOP)"),
}


@pytest.mark.parametrize("command", SILENT.values(), ids=SILENT)
def test_an_engine_that_does_not_answer_in_time(command: str) -> None:
    assert "did not answer in time" in failure(command, seconds=LITTLE)


def test_an_engine_that_never_listens_does_not_keep_us_waiting() -> None:
    command = program("print('ready 1', flush=True)", "time.sleep(600)")
    with EnginePlayer(command, seconds=PLENTY) as engine:
        for _ in range(100_000):  # far more than a pipe holds
            engine.new_game()
        engine._seconds = LITTLE
        with pytest.raises(EngineFailed, match="did not answer in time"):
            engine.choose(VIEW)


def wait_for_more(engine: EnginePlayer) -> None:
    """Until the engine has said something that it was not asked for."""
    deadline = monotonic() + PLENTY
    while not engine._program.has_spoken:
        assert monotonic() < deadline
        sleep(0.01)


def test_an_engine_that_answers_twice() -> None:
    with EnginePlayer(answering("print('best mark c6n1\\nbest mark c6n1', flush=True)"), seconds=PLENTY) as engine:
        engine.choose(VIEW)
        wait_for_more(engine)
        with pytest.raises(EngineFailed, match="said 'best mark c6n1' without being asked"):
            engine.choose(VIEW)


def test_an_engine_that_ends_between_two_turns() -> None:
    with EnginePlayer(answering("print('best mark c6n1', flush=True); sys.exit(4)"), seconds=PLENTY) as engine:
        engine.choose(VIEW)
        with pytest.raises(EngineFailed, match="ended with exit code 4"):
            engine.choose(VIEW)


def test_blank_lines_between_two_turns_mean_nothing() -> None:
    with EnginePlayer(answering("print('best mark c6n1\\n\\n', flush=True)"), seconds=PLENTY) as engine:
        engine.choose(VIEW)
        wait_for_more(engine)
        engine.choose(VIEW)


def test_a_flood_of_complaints_does_not_matter() -> None:
    flood = "sys.stderr.write('what a position\\n' * 100000); print('best mark c6n1', flush=True)"
    with EnginePlayer(answering(flood), seconds=PLENTY) as engine:
        for _ in range(3):
            engine.choose(VIEW)


def test_an_engine_that_ignores_quit_is_ended() -> None:
    stubborn = program("signal.signal(signal.SIGTERM, signal.SIG_IGN)", IS_READY, "while True: time.sleep(1)")
    began = monotonic()
    engine = EnginePlayer(stubborn, seconds=PLENTY)
    engine.close()
    assert engine._program._process.wait(PLENTY) == -signal.SIGKILL
    assert monotonic() - began < PLENTY / 2


def test_an_engine_may_leave_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsuro.engine.program.FAREWELL", PLENTY)
    note = tmp_path / "note"
    leaving = program(
        IS_READY, f"for line in sys.stdin:\n  if line == 'quit\\n': open({str(note)!r}, 'w').close(); break"
    )
    with EnginePlayer(leaving, seconds=PLENTY) as engine:
        pass
    assert engine._program._process.returncode == 0
    assert note.exists()


def is_running(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def soon_gone(pid: int) -> bool:
    deadline = monotonic() + PLENTY
    while is_running(pid) and monotonic() < deadline:
        sleep(0.05)
    return not is_running(pid)


def with_a_child(then: str, *, options: str = "") -> str:
    """An engine with a child that keeps its pipes open; its name is the child's process id."""
    child = f"child = subprocess.Popen(['sleep', '600']{options})"
    return program(child, "sys.stdin.readline(); print('name', child.pid, '\\nready 1', flush=True)", then)


@pytest.mark.parametrize("then", [READS_ALL, "sys.exit(5)", "time.sleep(600)"])
def test_a_child_of_an_engine_is_ended_with_it(then: str) -> None:
    with EnginePlayer(with_a_child(then), seconds=PLENTY) as engine:
        child = int(engine.name)
    assert soon_gone(child)


def test_a_child_that_keeps_the_pipe_open_does_not_hide_that_the_engine_has_gone() -> None:
    began = monotonic()
    assert "ended with exit code 5" in failure(with_a_child("sys.exit(5)"))
    assert monotonic() - began < PLENTY / 2


def test_a_child_that_has_escaped_does_not_keep_us_waiting() -> None:
    began = monotonic()
    with EnginePlayer(with_a_child("sys.exit(5)", options=", start_new_session=True"), seconds=PLENTY) as engine:
        child = int(engine.name)
        with pytest.raises(EngineFailed, match="ended with exit code 5"):
            engine.choose(VIEW)
    assert monotonic() - began < PLENTY / 2
    os.kill(child, signal.SIGKILL)
    assert soon_gone(child)


def test_an_engine_that_is_forgotten_is_ended() -> None:
    engine = EnginePlayer(program(IS_READY, "time.sleep(600)"), seconds=PLENTY)
    process = engine._program._process
    del engine
    gc.collect()
    assert process.wait(PLENTY) == -signal.SIGKILL


@pytest.mark.parametrize("how", ["pass", "raise SystemExit(0)", "1 / 0", "os.kill(os.getpid(), signal.SIGINT)"])
def test_no_engine_outlives_us(how: str) -> None:
    host = f"""
        import os, signal
        from tsuro.engine import EnginePlayer
        engine = EnginePlayer({program(IS_READY, "time.sleep(600)")!r})
        print(engine._program._process.pid, flush=True)
        {how}
    """
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", dedent(host)],
        capture_output=True,
        check=False,
        timeout=PLENTY,
        text=True,
    )
    assert soon_gone(int(done.stdout))
    assert "engine" not in done.stderr.replace("engine = ", "").replace("engine._program", "")


def test_an_interrupt_ends_the_engine() -> None:
    pressing_ctrl_c = "os.kill(os.getppid(), signal.SIGINT); time.sleep(600)"
    engine = EnginePlayer(answering(pressing_ctrl_c), seconds=PLENTY)
    with pytest.raises(KeyboardInterrupt):
        engine.choose(VIEW)
    assert engine._program._process.wait(PLENTY) == -signal.SIGKILL
    with pytest.raises(EngineFailed, match="was interrupted"):
        engine.choose(VIEW)
