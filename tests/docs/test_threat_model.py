"""Every line of docs/threat-model.md names a test that exists."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "threat-model.md"


def test_every_line_names_a_test_that_exists() -> None:
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    threats = [line for line in lines if not line.startswith(("| who", "|---"))]
    assert len(threats) > 30
    assert [line for line in threats if not _is_tested(line)] == []


def _is_tested(line: str) -> bool:
    found = re.search(r"`([a-z_/]+\.py)(?:::(test_\w+))?` \|$", line)
    if found is None or not (file := TESTS / found[1]).exists():
        return False
    return f"def {found[2] or 'test_'}" in file.read_text(encoding="utf-8")
