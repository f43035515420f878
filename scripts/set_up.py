"""Installs what `make play` needs, shows what is going on, and says in a sentence what is wrong.

    python scripts/set_up.py

Only the standard library: it runs before anything is installed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from queue import Empty, Queue
from threading import Thread

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏" if (sys.stdout.encoding or "").lower().startswith("utf") else "|/-\\"
FRAME = 0.1  # seconds between two pictures of it
WIDTH = 78
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--progress-bar", "off")
GAME = ("--constraint", "constraints.txt", "--editable", ".")
FAST = ("--constraint", "constraints.txt", "--only-binary", "numba,llvmlite,numpy", "--editable", ".[fast,arena]")
UNREACHABLE = re.compile(
    r"Retrying \(|NewConnectionError|Max retries exceeded|name resolution|Network is unreachable|timed out|"
    r"\(from versions: none\)|Connection refused|getaddrinfo"
)
STEPS = (  # what pip says, and what to show
    (re.compile(r"Obtaining file:"), "looking at what Tsuro needs"),
    (re.compile(r"Installing build dependencies"), "getting what builds it"),
    (re.compile(r"Collecting ([\w.-]+)"), "looking for {}"),
    (re.compile(r"Downloading (\S+?)-[^ ]* \(([^)]*)\)"), "downloading {} ({})"),
    (re.compile(r"Using cached ([\w.]+)-"), "taking {} from the cache"),
    (re.compile(r"Building (?:editable|wheel) for ([\w.-]+)"), "building {}"),
    (re.compile(r"Installing collected packages: (.*)"), "installing {}"),
    (re.compile(r"Retrying \("), "the package registry does not answer; trying again"),
)


def step(line: str) -> str | None:
    """What a line of pip means for somebody who waits; None if nothing new.

    >>> step("  Downloading numba-0.61-cp311.whl.metadata (3.9 MB)")
    'downloading numba (3.9 MB)'
    """
    for pattern, words in STEPS:
        if found := pattern.search(line):
            return words.format(*found.groups())
    return None


def trouble(lines: Iterable[str]) -> str:
    """Why the game cannot be installed, in a sentence, from all that pip said."""
    said = list(lines)
    if any(UNREACHABLE.search(line) for line in said):
        return (
            "Tsuro cannot be set up without a network: once, it needs packages from a package registry, "
            "and none answers. Connect, and run it again."
        )
    return f"Tsuro cannot be set up. pip says: {error(said)}"


def error(lines: Iterable[str]) -> str:
    """What pip complains about, in its own words."""
    said = [line.strip() for line in lines if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in said if line.startswith("ERROR: ")]
    return (errors or said or ["nothing"])[0]


def slow_bots(lines: Iterable[str]) -> str:
    """What is missing when only the fast part cannot be installed."""
    return (
        f"Bots will think more slowly, since their compiler (Numba) cannot be installed. pip says: {error(lines)}"
    )


class Progress:
    """One line that is written again and again in a terminal; a line for every step elsewhere."""

    def __init__(self) -> None:
        self._began, self._step = time.monotonic(), ""
        self._is_terminal = sys.stdout.isatty()

    def show(self, step: str | None) -> None:
        new = step is not None and step != self._step
        self._step = step or self._step
        if self._is_terminal:
            self._draw()
        elif new:
            print(f"  {self._step}", flush=True)

    def _draw(self) -> None:
        seconds = time.monotonic() - self._began
        picture = SPINNER[int(seconds / FRAME) % len(SPINNER)]
        line = f"{picture} {seconds:3.0f} s  {self._step}"
        print(f"\r\x1b[K{line if len(line) <= WIDTH else line[: WIDTH - 1] + '…'}", end="", flush=True)

    def clear(self) -> None:
        if self._is_terminal:
            print("\r\x1b[K", end="", flush=True)


def install(command: tuple[str, ...], progress: Progress) -> tuple[bool, list[str]]:
    """Run pip; whether it went well, and all that it said."""
    plain = os.environ | {"TSURO_COMPILE": "0"}  # what plays from its sources needs no compiler
    with subprocess.Popen(command, env=plain, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:  # noqa: S603 -- our own
        said = []
        for line in _lines(pip):
            progress.show(step(line) if line else None)
            said += [line] if line else []
    return pip.returncode == 0, said


def _lines(pip: subprocess.Popen[str]) -> Iterator[str]:
    """What it says as it comes; an empty text while it says nothing, so that the spinner turns."""
    waiting: Queue[str | None] = Queue()

    def read() -> None:
        for line in pip.stdout or ():
            waiting.put(line)
        waiting.put(None)

    Thread(target=read, daemon=True).start()
    while True:
        try:
            line = waiting.get(timeout=FRAME)
        except Empty:
            yield ""
            continue
        if line is None:
            return
        yield line


def main() -> int:
    print("Setting up (once; later it starts at once)…", flush=True)
    progress = Progress()
    done, said = install((*PIP, *GAME), progress)
    if not done:
        progress.clear()
        print(trouble(said))
        return 1
    done, said = install((*PIP, *FAST), progress)
    progress.clear()
    if not done:
        print(slow_bots(said))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("\nStopped; run it again to go on.")
        sys.exit(130)
