"""Markers walk, at the speed that was chosen, and nobody has to wait for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.browser.playing import into_a_game, place_button, snapshot, until
from tests.browser.visiting import Visitors

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.mark.parametrize("how", ["by a click", "by a key", "without motion"])
def test_a_walk_can_be_skipped(visitors: Visitors, how: str) -> None:
    """The clock of the page stands still, so nothing walks that is not skipped."""
    motion = "reduce" if how == "without motion" else "no-preference"
    page = visitors.come(reduced_motion=motion)
    into_a_game(page)
    until(page, lambda: _is_standing(page), "that the markers stand at their marks")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    before = _marker(page)
    place_button(page).click()
    until(page, lambda: snapshot(page)["position"]["trails"][0][1:], "the walk")
    if how != "without motion":
        page.wait_for_timeout(500)
        assert _marker(page) == before
        _skip(page, how)
    until(page, lambda: _marker(page) != before, "the marker where it went")


def _skip(page: Page, how: str) -> None:
    if how == "by a click":
        page.locator("svg.board").click(position={"x": 5, "y": 5})
    else:
        page.keyboard.press("Escape")


def _is_standing(page: Page) -> bool:
    before = _marker(page)
    page.wait_for_timeout(100)
    return before is not None and before == _marker(page)


def _marker(page: Page) -> str | None:
    """Where the first player's marker stands; None if it is out."""
    marker = page.locator("svg.board .marker.is-circle")
    return marker.first.get_attribute("transform") if marker.count() else None
