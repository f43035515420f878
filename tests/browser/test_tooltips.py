"""Tooltips: by pointer and by keyboard, beside what they explain, and gone with Escape."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.arranging import Words
from tests.browser.visiting import Visitors

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

WORDS = Words("en")
PHONE = {"width": 320, "height": 568}


@pytest.fixture
def page(visitors: Visitors) -> Page:
    """Where the bar has icons alone."""
    return visitors.come("/rules", viewport=PHONE)


def _overlap(one: Locator, other: Locator) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    across = a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
    return across and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"]


def test_the_pointer_brings_a_tooltip_and_may_go_over_it(page: Page) -> None:
    button, tip = page.locator("[data-settings]"), page.get_by_role("tooltip", include_hidden=True)
    button.hover()
    expect(tip).to_have_text(WORDS("frame.settings"))
    assert not _overlap(button, tip)
    box = tip.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]
    tip.hover()
    page.wait_for_timeout(300)  # longer than it stays otherwise
    expect(tip).to_be_visible()
    page.mouse.move(5, 500)
    expect(tip).to_have_count(0)
    button.hover()
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)


def test_the_keyboard_brings_it_at_once_and_escape_takes_it_away_alone(page: Page) -> None:
    button, tip = page.locator("[data-settings]"), page.get_by_role("tooltip", include_hidden=True)
    page.locator(".bar-link").nth(1).focus()
    page.keyboard.press("Tab")
    expect(button).to_be_focused()
    expect(tip).to_have_text(WORDS("frame.settings"))
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    dialog = page.locator("dialog.settings")
    close = dialog.get_by_role("button", name=WORDS("settings.close"))
    expect(close).to_be_focused()
    expect(tip).to_have_count(0)  # nobody has come to it by keyboard
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    expect(dialog.locator(".tooltip")).to_have_text(WORDS("settings.close"))
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_what_is_written_beside_an_icon_is_not_said_twice(visitors: Visitors) -> None:
    page = visitors.come("/")
    page.locator("[data-settings]").hover()
    page.wait_for_timeout(600)
    expect(page.locator(".tooltip")).to_have_count(0)
