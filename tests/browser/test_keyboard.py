"""From the start page to a second game without a mouse; what has the focus can always be seen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect
from tests.browser.playing import (
    AGAIN,
    is_over,
    place_button,
    rematch_button,
    snapshot,
    until,
    until_something_to_do,
)
from tests.browser.visiting import Visitors

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST_MOVES = 40
MOST_TABS = 40
TWICE = 600  # milliseconds: Enter that comes sooner on the same start mark was pressed twice by mistake


def test_a_whole_game_and_another_without_a_mouse(visitors: Visitors) -> None:
    page = visitors.come()
    _start(page)
    _choose_mark(page)
    _see_the_keys(page)
    _ask_for_a_hint(page)
    _play_on(page)
    _tab_to(page, "Play again")
    _press(page, "Enter")
    until(page, lambda: snapshot(page)["table"]["game"] == 2, "another game")
    expect(rematch_button(page)).to_have_count(0)
    until_something_to_do(page)
    _focus_can_be_seen(page)
    _choose_mark(page)


def _start(page: Page) -> None:
    _tab_to(page, "Against bots")
    _press(page, "Enter")
    _tab_to(page, "3$")
    _press(page, "ArrowLeft")
    _press(page, "ArrowLeft")
    expect(page.get_by_role("radio", name="1", exact=True)).to_be_checked()
    _tab_to(page, "Play$")
    _press(page, "Enter")
    page.wait_for_url("**/table/*")


def _choose_mark(page: Page) -> None:
    until_something_to_do(page)
    _tab_to(page, "Start at")
    first = _focused(page)["name"]
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "ArrowLeft"):
        _press(page, key)
        assert _focused(page)["name"].startswith("Start at")
    assert _focused(page)["name"] != first
    _press(page, "Enter")
    expect(page.locator('.mark[aria-pressed="true"]')).to_have_count(1)
    page.wait_for_timeout(TWICE)
    seq = snapshot(page)["seq"]
    _press(page, "Enter")
    until(page, lambda: snapshot(page)["seq"] > seq, "that the marker is placed")


def _see_the_keys(page: Page) -> None:
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    _focus_can_be_seen(page)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    _focus_can_be_seen(page)
    expect(page.get_by_role("button", name="Keys")).to_have_attribute("data-tip", "Keys (?)")


def _ask_for_a_hint(page: Page) -> None:
    until_something_to_do(page)
    _press(page, "h")
    expect(page.locator(".outlook")).to_contain_text("The dragon would")


def _play_on(page: Page) -> None:
    for _ in range(MOST_MOVES):
        until_something_to_do(page)
        if is_over(page):
            return
        assert page.locator('.hand-tile:focus[aria-pressed="false"]').count() == 0  # Enter would not place it
        _place(page)
    raise AssertionError("the game does not end")


def _place(page: Page) -> None:
    """With the keys alone: select, turn until it is allowed, place."""
    seq, tiles = snapshot(page)["seq"], page.locator(".hand-tile").count()
    for number in range(1, tiles + 1):
        _press(page, str(number))
        for _ in range(4):
            if place_button(page).get_attribute("aria-disabled") != "true":
                page.wait_for_timeout(AGAIN)
                _press(page, "Enter")
                until(page, lambda: snapshot(page)["seq"] > seq, "that the tile is placed")
                _focus_can_be_seen(page)
                return
            _press(page, "r")
    raise AssertionError("no way to place a tile is allowed")


def _press(page: Page, key: str) -> None:
    page.keyboard.press(key)
    _focus_can_be_seen(page)


def _tab_to(page: Page, name: str) -> None:
    """Tab until something has the focus whose name begins so."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        focused = _focused(page)
        if re.match(name, focused["name"]):
            _focus_can_be_seen(page)
            return
    raise AssertionError(f"no key leads to {name}")


def _focus_can_be_seen(page: Page) -> None:
    """Something has the focus: a control shows it by an outline, and where a screen begins, its heading has it."""
    until(page, lambda: _is_seen(_focused(page)), "that what has the focus can be seen")


def _is_seen(focused: dict[str, Any]) -> bool:
    return focused["tag"] in {"H1", "H2"} or (focused["tag"] != "BODY" and focused["outlined"])


def _focused(page: Page) -> dict[str, Any]:
    told: dict[str, Any] = page.evaluate(_FOCUSED)
    return told


_FOCUSED = """() => {
  const element = document.activeElement;
  const shows = (one) => {
    const { outlineStyle, outlineWidth, strokeWidth, stroke, opacity, display } = getComputedStyle(one);
    return outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
  };
  const ring = element.querySelector(".mark-focus");
  const label = element.closest("label");
  const outlined = shows(element) || (label && (shows(label) || [...label.children].some(shows)))
    || (ring && getComputedStyle(ring).stroke !== "none" && getComputedStyle(ring).opacity !== "0");
  const name = element.getAttribute("aria-label") ?? (element.labels?.[0] ?? element).textContent ?? "";
  return { tag: element.tagName, name: name.trim(), outlined: Boolean(outlined) };
}"""
