"""A short run of the fuzzers that look for new code; `make fuzz` gives them minutes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="atheris is for Linux")]

RUNS = {"messages": 4000, "text": 300, "json": 300}  # a few seconds each


@pytest.mark.parametrize("target", RUNS)
def test_no_bytes_break_what_reads_them(target: str, tmp_path: Path) -> None:
    options = [f"-runs={RUNS[target]}", "-seed=1", f"-artifact_prefix={tmp_path}/"]
    run = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.guided", target, *options],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    assert f"Done {RUNS[target]} runs" in run.stderr
    assert not list(tmp_path.iterdir())


def test_what_breaks_is_found() -> None:
    program = """
import atheris, sys
with atheris.instrument_imports():
    import json
def test(data):
    if data[:2] == b"ab":
        raise ZeroDivisionError
options = ["-runs=200000", "-seed=1", "-artifact_prefix=/dev/null"]
atheris.Setup([sys.argv[0], *options], atheris.instrument_func(test))
atheris.Fuzz()
"""
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert run.returncode != 0
    assert "ZeroDivisionError" in run.stderr + run.stdout
