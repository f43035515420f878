"""Notes and cards on a phone: what they are about stays in view, and they go by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.arranging import NAMES, Words, play, sit_together
from tests.browser.scripted import game_with_everything
from tests.browser.tour import WITH_A_CHOICE, Tour
from tests.browser.visiting import Visitors
from tests.server_process.harness import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

WORDS = Words("en")
PHONES: list[ViewportSize] = [{"width": 390, "height": 844}, {"width": 320, "height": 568}]
PILE_EMPTY = 30  # moves: the last one of them empties the draw pile
LONG_ENOUGH = 14_000  # milliseconds for which a note stays
COVERED = """([card, others]) => {
  const over = document.querySelector(card).getBoundingClientRect()
  return others.filter((other) => [...document.querySelectorAll(other)].some((element) => {
    const { left, right, top, bottom, width } = element.getBoundingClientRect()
    const across = left < over.right - 1 && over.left + 1 < right
    return width && across && top < over.bottom - 1 && over.top + 1 < bottom
  }))
}"""


@pytest.fixture
def people(browser: Browser, tour_at: Server) -> Iterator[list[BrowserContext]]:
    with Visitors(browser, tour_at.url) as visitors:
        yield Tour(visitors, WORDS).people(3)


def _covered(page: Page, card: str, *others: str) -> list[str]:
    found: list[str] = page.evaluate(COVERED, [card, others])
    return found


def test_a_note_covers_no_player_no_board_and_no_hand_and_goes(people: list[BrowserContext]) -> None:
    code = sit_together(people, edition="classic")
    play(people, code, game_with_everything(), range(PILE_EMPTY - 1))
    page = people[0].new_page()
    page.clock.install()
    page.goto(f"/table/{code}")
    expect(page.locator(".hand-tile").first).to_be_visible()
    play(people, code, game_with_everything(), range(PILE_EMPTY - 1, PILE_EMPTY))
    note = page.locator(".note")
    page.clock.run_for(5000)  # the board shows the move
    expect(note).to_have_text(WORDS("explain.dragon-taken"))
    for size in PHONES:
        page.set_viewport_size(size)
        assert _covered(page, ".note", ".players", ".board", ".hand", ".status", ".outlook") == []
    page.clock.run_for(LONG_ENOUGH)
    expect(note).to_be_hidden()


def test_the_card_about_somebody_away_covers_neither_them_nor_the_board(people: list[BrowserContext]) -> None:
    code = sit_together(people, edition="classic")
    play(people, code, game_with_everything(), range(WITH_A_CHOICE + 1))
    page = people[0].new_page()
    page.goto(f"/table/{code}")
    expect(page.get_by_text(WORDS("players.is-away", name=NAMES[1]))).to_be_visible()
    for size in PHONES:
        page.set_viewport_size(size)
        assert _covered(page, ".players-absence", ".players", ".board", ".hand", ".controls-row") == []
    other = people[1].new_page()
    other.goto(f"/table/{code}")
    expect(page.locator(".players-absence")).to_be_hidden()
