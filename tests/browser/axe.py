"""axe-core, which looks for problems for people with disabilities."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["problems_on"]

SOURCE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"


def problems_on(page: Page, *rules: str) -> list[str]:
    """What axe finds on the page as it is: by all of its rules, or by those that are named."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(_source())
    options: dict[str, object] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = list(rules)
    found = page.evaluate(f"axe.run({json.dumps(options)}).then(({{violations}}) => violations)")
    return [
        f"{violation['id']}: {violation['help']}: {node['html'][:160]}"
        for violation in found
        for node in violation["nodes"]
    ]


@cache
def _source() -> str:
    if not SOURCE.exists():
        pytest.skip(reason="there is no axe here: make test installs it")
    return SOURCE.read_text(encoding="utf-8")
