"""What is wrong with the layout of a page: text that is cut off, things outside of the window or on others."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

__all__ = ["WINDOWS", "layout_problems"]

WINDOWS: dict[str, ViewportSize] = {
    "320": {"width": 320, "height": 640},
    "390": {"width": 390, "height": 844},
    "768": {"width": 768, "height": 1024},
    "1280": {"width": 1280, "height": 800},
    "1920": {"width": 1920, "height": 1080},
    "1280 at 200 %": {"width": 640, "height": 400},
    "1280 at 400 %": {"width": 320, "height": 200},
}
"""To zoom a window is to give the page so much less of it."""


def layout_problems(page: Page, *windows: str) -> list[str]:
    """What a person would stumble over, in windows of these sizes; the page is given back as it was."""
    before = page.viewport_size
    found = [
        f"{window}: {problem}" for window in windows or WINDOWS for problem in _problems(page, WINDOWS[window])
    ]
    if before:
        page.set_viewport_size(before)
    return found


def _problems(page: Page, size: ViewportSize) -> list[str]:
    page.set_viewport_size(size)
    found: list[str] = page.evaluate(_script())
    return found


@cache
def _script() -> str:
    return Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
