"""Programs to play against."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest


@pytest.fixture
def engine() -> str:
    """The command line of a program that plays."""
    return shlex.join([sys.executable, "-m", "tsuro", "engine", "wanderer"])


@pytest.fixture
def broken_engine(tmp_path: Path) -> str:
    """A program that introduces itself, and leaves when it should play."""
    path = tmp_path / "broken.py"
    path.write_text(
        "import sys\nfor line in sys.stdin:\n"
        "    if line.startswith('tsuro'): print('ready 1', flush=True)\n"
        "    if line.startswith('go'): sys.exit(5)\n",
        encoding="utf-8",
    )
    return shlex.join([sys.executable, str(path)])
