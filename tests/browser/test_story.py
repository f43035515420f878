"""A game as a story: the log of moves, why one is out and by which way, and how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.arranging import NAMES, Words, play, sit_together
from tests.browser.axe import problems_on
from tests.browser.scripted import game_with_everything
from tests.browser.visiting import DESKTOP, PHONE, Visitors

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, ViewportSize
    from tests.server_process.harness import Server

WORDS = Words("en")
SMALL: ViewportSize = {"width": 320, "height": 568}
FIRST_OUT = 30  # the move that eliminates the third player, before an exchange
LAST_SHOWN = 27


@pytest.fixture
def guests(browser: Browser, tour_at: Server) -> Visitors:
    return Visitors(browser, tour_at.url)


def test_a_game_can_be_followed_and_told(guests: Visitors) -> None:
    with guests as visitors:
        people = [visitors.guest() for _ in range(3)]
        script = game_with_everything()
        code = sit_together(people, edition="classic")
        play(people, code, script, range(LAST_SHOWN))
        for person in people[:2]:
            visitors.open(person, f"/table/{code}")  # nobody is away
        page = visitors.open(people[2], f"/table/{code}")
        _all_moves_are_there(page, LAST_SHOWN)  # though only the last was heard of
        _pointing_lights_up(page)
        _sheet_on_a_phone(page)
        play(people, code, script, range(LAST_SHOWN, FIRST_OUT + 1))
        _out_with_its_way(page)
        play(people, code, script, range(FIRST_OUT + 1, len(script.moves)))
        _ended(page)


def _lines(page: Page) -> Locator:
    return page.locator(".log-move")


def _all_moves_are_there(page: Page, number: int) -> None:
    expect(_lines(page)).to_have_count(number)
    expect(_lines(page).last).to_be_in_viewport()
    assert not problems_on(page)


def _pointing_lights_up(page: Page) -> None:
    lit, ways = page.locator(".spot-edge"), page.locator(".spot-way")
    expect(lit).to_have_count(0)
    _lines(page).last.hover()
    expect(lit).to_have_count(1)
    expect(ways).not_to_have_count(0)
    page.mouse.move(5, 5)
    expect(lit).to_have_count(0)
    _lines(page).last.focus()
    expect(lit).to_have_count(1)
    page.keyboard.press("ArrowUp")
    expect(_lines(page).nth(LAST_SHOWN - 2)).to_be_focused()
    page.keyboard.press("Tab")
    expect(lit).to_have_count(0)


def _sheet_on_a_phone(page: Page) -> None:
    page.set_viewport_size(SMALL)
    expect(page.locator(".log")).to_be_hidden()
    page.get_by_role("button", name=WORDS("log.all")).click()
    expect(_lines(page).last).to_be_focused()
    board, sheet = page.locator(".board").bounding_box(), page.locator(".log").bounding_box()
    assert board
    assert sheet
    assert board["y"] + board["height"] <= sheet["y"] + 1  # what it lights up stays in sight
    page.keyboard.press("Escape")
    expect(page.locator(".log")).to_be_hidden()
    page.set_viewport_size(PHONE)
    expect(_lines(page).last).to_be_in_viewport(ratio=0.9)
    page.set_viewport_size(DESKTOP)


def _out_with_its_way(page: Page) -> None:
    expect(page.locator(".out-why")).to_contain_text(f"{NAMES[0]}’s tile on ")
    expect(page.locator(".spot-way")).to_have_count(1)
    page.reload()
    expect(page.locator(".out-why")).to_contain_text(f"{NAMES[0]}’s tile on ")
    expect(page.locator(".spot-way")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".spot-way")).to_have_count(0)
    page.get_by_role("button", name=WORDS("play.show-way")).click()
    expect(page.locator(".spot-way")).to_have_count(1)
    page.get_by_role("button", name=WORDS("play.hide-way")).click()
    expect(page.locator(".spot-way")).to_have_count(0)


def _ended(page: Page) -> None:
    expect(page.locator(".end-how")).to_contain_text(WORDS("ended.last", name=NAMES[1]))
    for size in (DESKTOP, PHONE, SMALL):
        page.set_viewport_size(size)
        page.evaluate("scrollTo(0, 0)")
        for key in ("end.rematch", "end.replay", "end.share"):
            wanted = page.locator(".end").get_by_text(WORDS(key), exact=True)
            expect(wanted).to_be_in_viewport(ratio=1)
        expect(page.locator(".board")).to_be_in_viewport(ratio=0.99)
    page.set_viewport_size(DESKTOP)
    assert not problems_on(page)
