"""The documentation, built as `make docs` builds it."""

from __future__ import annotations

import subprocess
import sys
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The website, built once for all processes that run tests."""
    own = tmp_path_factory.getbasetemp()
    folder = (own if worker_id == "master" else own.parent) / "site"
    with folder.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not (folder / "index.html").exists():
            _build(folder)
    return folder


def _build(folder: Path) -> None:
    """Anything that Sphinx warns about, such as a broken link, is an error."""
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", str(ROOT / "docs"), str(folder)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    if built.returncode:
        (folder / "index.html").unlink(missing_ok=True)
    assert built.returncode == 0, built.stderr
