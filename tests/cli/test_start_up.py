"""Commands start at once: each loads only what it needs."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tsuro.cli import COMMANDS, main

RECORD = Path(__file__).parents[1] / "playthroughs" / "worked-example.tsuro"
HEAVY = {
    "numba",
    "numpy",
    "rich",
    "textual",
    "starlette",
    "uvicorn",
    "tsuro.arena",
    "tsuro.bench",
    "tsuro.bots",
    "tsuro.fast",
    "tsuro.render",
    "tsuro.server",
    "tsuro.terminal",
}
LOADED = """
import sys
from contextlib import suppress
from tsuro.cli import main
with suppress(SystemExit):
    main()
print(*sys.modules, sep="\\n")
"""


def loaded(*words: str) -> set[str]:
    """The modules that a command has loaded at its end."""
    command = [sys.executable, "-c", LOADED, *words]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines())


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["verify", str(RECORD)], ["verify", "--help"]])
def test_quick_commands_load_nothing_heavy(words: list[str]) -> None:
    assert loaded(*words) & HEAVY == set()


def test_playing_in_the_terminal_loads_no_server_and_no_tournament() -> None:
    found = loaded("play", "--help")
    assert found & {"tsuro.server", "tsuro.arena", "tsuro.bench", "starlette", "uvicorn"} == set()
    assert "tsuro.terminal" in found  # else nothing was looked at


def test_importing_the_package_loads_nothing_heavy_before_it_is_used() -> None:
    program = "import sys, tsuro; print(*sys.modules, sep='\\n'); print(tsuro.draw.__module__)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    *modules, last = done.stdout.splitlines()
    assert set(modules) & HEAVY == set()
    assert last.startswith("tsuro.render")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: tsuro {name} ")


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    assert [summary for _, summary in COMMANDS.values() if summary not in shown] == []


@pytest.mark.skipif(sys.platform == "win32", reason="needs a signal of POSIX")
def test_ctrl_c_while_a_command_is_loading_shows_no_traceback() -> None:
    program = f"""
import os, signal, sys
from tsuro.cli import main
class Interrupting:
    def find_spec(self, name, path, target=None):
        if name == "tsuro.terminal":
            os.kill(os.getpid(), signal.{signal.SIGINT.name})
sys.meta_path.insert(0, Interrupting())
sys.exit(main(["play"]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "\ntsuro: stopped.\n")
