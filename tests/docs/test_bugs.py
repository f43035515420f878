"""The tests that docs/bugs.md names exist."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "bugs.md"


def test_every_test_that_catches_a_bug_is_where_the_page_says() -> None:
    named = set(re.findall(r"`([a-z_/]+\.(?:py|test\.js))`", PAGE.read_text(encoding="utf-8")))
    assert len(named) > 20
    assert [name for name in sorted(named) if not (TESTS / name).exists()] == []
