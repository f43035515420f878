"""An earlier version of the dragon, to be met by today's: its source is in this repository's history.

It is installed in an environment of its own, in build/, and plays as a program that speaks the engine protocol.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
from pathlib import Path

__all__ = ["VERSION", "command", "install"]

ROOT = Path(__file__).parent.parent
VERSION = "0.4.0"
COMMIT = "967fe4b"  # the commit of that version
PLACE = ROOT / "build" / f"tsuro-{VERSION}"


def command(bot: str) -> str:
    """The name of the bot as a program of that version."""
    return f"cmd:{PLACE / 'venv' / 'bin' / 'tsuro'} engine {bot}"


def install() -> None:
    """Install that version, once, and let it compile its core."""
    done = PLACE / "done"
    if done.exists():
        return
    words = ["git", "archive", COMMIT]
    archive = subprocess.run(words, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout  # noqa: S603 -- our own
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(PLACE / "source", filter="data")
    _run(sys.executable, "-m", "venv", str(PLACE / "venv"))
    python = str(PLACE / "venv" / "bin" / "python")
    wanted = ["--constraint", str(ROOT / "constraints.txt"), f"{PLACE / 'source'}[fast]"]
    _run(python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", *wanted)
    _run(python, "-m", "tsuro.fast.ready")
    done.touch()


def _run(*words: str) -> None:
    subprocess.run(words, check=True, cwd=PLACE)  # noqa: S603 -- our own code
