"""By finger on a phone, by mouse on a desk: tapping, dragging, the wheel; and nothing scrolls or jumps."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from tests.browser.playing import (
    act,
    code_of,
    into_a_game,
    is_over,
    place_button,
    rematch_button,
    snapshot,
    until,
    until_something_to_do,
)
from tests.browser.visiting import DESKTOP, PHONE, Visitors

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Locator, Page, ViewportSize

FINGER: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
SCREENS: dict[str, ViewportSize] = {
    "phone": PHONE,
    "phone on its side": {"width": 844, "height": 390},
    "tablet": {"width": 820, "height": 1180},
    "small phone on its side": {"width": 667, "height": 375},
    "desktop": DESKTOP,
}
PLACES = (".board", ".hand", ".turn", ".place", ".players", ".status")
STEPS = 8  # of a finger on its way


def test_a_finger_is_enough(visitors: Visitors) -> None:
    page = visitors.come(**FINGER)
    page.get_by_role("button", name="Against bots").tap()
    page.locator(".segment", has=page.get_by_role("radio", name="1", exact=True)).tap()
    page.get_by_role("button", name="Play", exact=True).tap()
    page.wait_for_url("**/table/*")
    _tap_start_mark(page)
    tile = _turnable_tile(page)
    if tile.get_attribute("aria-pressed") != "true":
        tile.tap()
    expect(tile).to_have_attribute("aria-pressed", "true")
    face = tile.get_attribute("data-face")
    tile.tap()
    expect(tile).not_to_have_attribute("data-face", face or "")
    _turn_until_allowed(page, lambda: page.locator(".hand-tile[aria-pressed=true]").tap())
    _taken(page, lambda: place_button(page).tap())
    until_something_to_do(page)
    if not is_over(page):
        _drag_by_finger(page)


def _tap_start_mark(page: Page) -> None:
    """And go on until it is the visitor's turn, in another game if the bot has ended this one."""
    until_something_to_do(page)
    page.locator(".mark").nth(5).tap()
    expect(page.locator(".mark[aria-pressed=true]")).to_have_count(1)
    _taken(page, lambda: place_button(page).tap())
    until_something_to_do(page)
    if is_over(page):
        rematch_button(page).tap()
        expect(rematch_button(page)).to_have_count(0)
        _tap_start_mark(page)


def _drag_by_finger(page: Page) -> None:
    tile = _allowed_tile(page)
    start, end = _middle(tile), _middle(page.locator(".ghost-tile"))
    finger = page.context.new_cdp_session(page)
    seq = snapshot(page)["seq"]
    _touch(finger, "touchStart", start)
    for step in range(1, STEPS + 1):
        part = step / STEPS
        _touch(finger, "touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
    expect(page.locator(".dragged")).to_be_visible()
    expect(page.locator(".table.is-over-target")).to_have_count(1)
    _touch(finger, "touchEnd", None)
    expect(page.locator(".dragged")).to_have_count(0)
    until(page, lambda: snapshot(page)["seq"] > seq, "that the dragged tile is placed")


def _touch(finger: CDPSession, kind: str, at: tuple[float, float] | None) -> None:
    points = [] if at is None else [{"x": at[0], "y": at[1]}]
    finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_tile_is_dragged_with_the_mouse_and_turned_with_the_wheel(visitors: Visitors) -> None:
    page = visitors.come()
    into_a_game(page)
    tile = _turnable_tile(page)
    if tile.get_attribute("aria-pressed") != "true":
        tile.click()
    _wheel_turns(page, tile)
    _wheel_turns(page, page.locator(".ghost-tile"))
    _turn_until_allowed(page, lambda: page.keyboard.press("r"))
    tile = page.locator(".hand-tile[aria-pressed=true]")
    _drag(page, tile, page.locator(".players"))  # let go elsewhere, it goes back
    expect(page.locator(".dragged")).to_have_count(0)
    expect(page.locator(".ghost.is-pending")).to_have_count(0)
    _taken(page, lambda: _drag(page, tile, page.locator(".ghost-tile")))


def _wheel_turns(page: Page, over: Locator) -> None:
    tile = page.locator(".hand-tile[aria-pressed=true]")
    face = tile.get_attribute("data-face") or ""
    page.mouse.move(*_middle(over))
    page.mouse.wheel(0, 100)
    expect(tile).not_to_have_attribute("data-face", face)
    page.wait_for_timeout(200)  # what comes sooner belongs to the same turn
    page.mouse.wheel(0, -100)
    expect(tile).to_have_attribute("data-face", face)
    page.wait_for_timeout(200)


def _drag(page: Page, what: Locator, to: Locator) -> None:
    page.mouse.move(*_middle(what))
    page.mouse.down()
    page.mouse.move(*_middle(to), steps=STEPS)
    expect(page.locator(".dragged")).to_be_visible()
    page.mouse.up()


def _turnable_tile(page: Page) -> Locator:
    """A tile that looks another way when it is turned: some do not."""
    (own,) = [own for own in snapshot(page)["own"] if own["on_turn"]]
    ways = Counter(re.findall(r"play (\d+)", " ".join(preview["action"] for preview in own["previews"])))
    return page.locator(f'.hand-tile[data-tile="{ways.most_common(1)[0][0]}"]')


def _allowed_tile(page: Page) -> Locator:
    """The tile that is selected, turned in a way that is allowed."""
    _turn_until_allowed(page, lambda: page.get_by_role("button", name="Turn", exact=True).click())
    return page.locator(".hand-tile[aria-pressed=true]")


def _turn_until_allowed(page: Page, turn: Any) -> None:
    for number in range(page.locator(".hand-tile").count()):
        for _ in range(4):
            if place_button(page).get_attribute("aria-disabled") != "true":
                return
            turn()
        tile = page.locator(".hand-tile").nth(number)
        if tile.get_attribute("aria-pressed") != "true":
            tile.click()
    assert place_button(page).get_attribute("aria-disabled") != "true"


def _taken(page: Page, move: Any) -> None:
    """Make a move, and wait until the server has it."""
    seq = snapshot(page)["seq"]
    move()
    until(page, lambda: snapshot(page)["seq"] > seq, "that the move is taken")


def _middle(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("players", [2, 8])
def test_nothing_scrolls_and_nothing_overlaps_on_any_screen(visitors: Visitors, players: int) -> None:
    page = visitors.come()
    _begin(page, players)
    _fits_everywhere(page)  # with start marks to choose from
    _choose_a_mark(page)
    while is_over(page):  # others can end it before one's first tile
        page.goto("/")
        _begin(page, players)
        _choose_a_mark(page)
    _fits_everywhere(page)  # with tiles to place


def _begin(page: Page, players: int) -> None:
    page.get_by_role("button", name="Against bots").click()
    page.get_by_role("radio", name=str(players - 1), exact=True).check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/table/*")
    until_something_to_do(page)


def _choose_a_mark(page: Page) -> None:
    act(page)
    until_something_to_do(page)


def _fits_everywhere(page: Page) -> None:
    for name, size in SCREENS.items():
        page.set_viewport_size(size)
        _fits(page, name)


def _fits(page: Page, screen: str) -> None:
    expect(page.locator(".board")).to_be_visible()
    told = page.evaluate(_FITS)
    assert told == {"wide": 0, "high": 0, "scrolling": [], "outside": []}, screen


_FITS = """() => {
  const needed = ".board, .hand-tile, .place, .turn, .player, .status, .leave";
  const { scrollWidth, scrollHeight } = document.documentElement;
  const name = (element) => element.className.baseVal ?? element.className;
  const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflow)
    && (element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1);
  const isOutside = (element) => {
    const { left, top, right, bottom, width } = element.getBoundingClientRect();
    return width > 0 && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
  };
  return {
    wide: Math.max(0, scrollWidth - innerWidth),
    high: Math.max(0, scrollHeight - innerHeight),
    scrolling: [...document.querySelectorAll(".table, .table :not(.log-list)")] // a log is there to be scrolled
      .filter(scrolls).map(name),
    outside: [...document.querySelectorAll(needed)].filter(isOutside).map(name),
  };
}"""


def test_nothing_jumps_whoever_is_on_turn(visitors: Visitors) -> None:
    desk = visitors.come()
    _table_for_two(desk)
    phone = visitors.come(f"/table/{code_of(desk)}", **FINGER)
    phone.get_by_label("Your name").fill("Rui")
    phone.get_by_role("button", name="Join", exact=True).click()
    desk.get_by_role("button", name="Start the game").click()
    pages = [desk, phone]
    until(desk, lambda: all(page.locator(".hand-tile").count() == 3 for page in pages), "both hands")
    until(desk, lambda: _who_is_on_turn(pages), "the first turn")
    boxes = [_boxes(page) for page in pages]
    measured = 0
    while measured < 6 and not any(map(is_over, pages)):
        assert [_boxes(page) for page in pages] == boxes
        measured += 1
        _next_turn(pages)
    assert measured > 3


def _next_turn(pages: list[Page]) -> None:
    on_turn = _who_is_on_turn(pages)
    assert on_turn
    act(on_turn)
    until(on_turn, lambda: _who_is_on_turn(pages) is not on_turn, "the next turn")


def _table_for_two(page: Page) -> None:
    page.get_by_role("button", name="With friends").click()
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("radio", name="2", exact=True).check()
    page.get_by_role("button", name="Make the table").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_text(re.compile("1 of 2 seats taken"))).to_be_visible()


def _who_is_on_turn(pages: list[Page]) -> Page | None:
    return next((page for page in pages if page.title().startswith("●")), None)


def _boxes(page: Page) -> dict[str, list[int]]:
    """Where everything is that a hand reaches for, in whole pixels."""
    return {what: _box(page.locator(what)) for what in PLACES}


def _box(what: Locator) -> list[int]:
    box = what.bounding_box()
    assert box
    return [round(side) for side in (box["x"], box["y"], box["width"], box["height"])]
