"""Where the system has the say over colours, everything that counts is still told apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.arranging import Words, look, play, sit_together
from tests.browser.scripted import game_with_everything
from tests.browser.tour import WITH_A_CHOICE, Tour, turn_to
from tests.browser.visiting import Visitors
from tests.server_process.harness import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

WORDS = Words("en")
SEEN = """(element) => {
  const { borderTopColor, borderTopWidth, backgroundColor, outlineColor, outlineStyle } = getComputedStyle(element)
  return [borderTopColor, borderTopWidth, backgroundColor, outlineStyle === "none" ? "" : outlineColor].join()
}"""
OF_SYSTEM = "(colour) => { document.body.style.color = colour; return getComputedStyle(document.body).color }"


@pytest.fixture
def tour(browser: Browser, tour_at: Server) -> Iterator[Tour]:
    with Visitors(browser, tour_at.url) as visitors:
        yield Tour(visitors, WORDS)


@pytest.fixture
def table(tour: Tour) -> tuple[Page, list[str], list[str]]:
    """A turn with a choice, and which placements are allowed and which are not."""
    people = tour.people(3)
    code = sit_together(people, edition="classic")
    play(people, code, game_with_everything(), range(WITH_A_CHOICE))
    page = tour.visitors.open(people[0], f"/table/{code}")
    page.emulate_media(forced_colors="active")
    [own] = look(people[0], code)["own"]
    faces: dict[bool, list[str]] = {True: [], False: []}
    for preview in own["previews"]:
        faces[preview["refused"] is None].append(preview["action"].removeprefix("play "))
    expect(page.locator(".hand-tile")).to_have_count(3)
    return page, faces[True], faces[False]


def test_what_is_chosen_whose_turn_it_is_and_what_is_forbidden(table: tuple[Page, list[str], list[str]]) -> None:
    page, allowed, refused = table
    turn_to(page, allowed[0])
    chosen = page.locator(".hand-tile[aria-pressed=true]")
    page.locator("body").click(position={"x": 1, "y": 1})  # no focus, no pointer
    others = {_seen(tile) for tile in page.locator(".hand-tile[aria-pressed=false]").all()}
    assert _seen(chosen) not in others
    assert len(others) == 1
    rows = [_seen(row) for row in page.locator(".player").all()]
    assert rows.count(_seen(page.locator(".player.is-active"))) == 1
    highlight = page.evaluate(OF_SYSTEM, "Highlight")
    assert _stroke(page.locator(".board .is-active .halo-light")) == highlight
    assert page.locator(".board .forbidden").count() == 0
    turn_to(page, refused[0])
    expect(page.locator(".ghost.is-refused")).to_be_visible()
    sign = page.locator(".board .forbidden-disc")
    assert sign.evaluate("(disc) => getComputedStyle(disc).fill") != _stroke(sign)


def test_the_lit_square_is_outlined_as_no_other(table: tuple[Page, list[str], list[str]]) -> None:
    page, _, _ = table
    lit, highlight = page.locator(".board .lit"), page.evaluate(OF_SYSTEM, "Highlight")
    assert _stroke(lit) == highlight != _stroke(page.locator(".board .grid"))
    assert _stroke(page.locator(".board .tile-rim").first) != highlight


def test_the_board_is_plain_and_what_is_set_can_be_seen(table: tuple[Page, list[str], list[str]]) -> None:
    page, _, _ = table
    page.evaluate("localStorage.setItem('tsuro.settings', '{\"board\": \"washi\"}')")
    page.reload()
    expect(page.locator(".table-board .board")).to_have_attribute("data-board", "lacquer")
    page.locator("[data-settings]").click()
    options = page.get_by_role("group", name=WORDS("settings.theme")).locator(".segment")
    assert _seen(options.nth(0).locator("span")) != _seen(options.nth(1).locator("span"))
    assert _seen(options.nth(1).locator("span")) == _seen(options.nth(2).locator("span"))


def _seen(element: Locator) -> str:
    seen: str = element.evaluate(SEEN)
    return seen


def _stroke(element: Locator) -> str:
    stroke: str = element.evaluate("(piece) => getComputedStyle(piece).stroke")
    return stroke
