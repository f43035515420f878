"""High contrast, and nothing by colour alone. What axe finds is looked for in test_screens.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.arranging import Words, ask, look, make_table
from tests.browser.axe import problems_on
from tests.browser.tour import Tour, settings_of
from tests.browser.visiting import Visitors
from tests.server_process.harness import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CONTRAST = "color-contrast"
_DASHES = """all => all.map((way) => [
  way.className.baseVal,
  way.querySelector(".colour").getAttribute("stroke-dasharray"),
])"""


@pytest.fixture
def tour(browser: Browser, tour_at: Server) -> Iterator[Tour]:
    with Visitors(browser, tour_at.url) as visitors:
        yield Tour(visitors, Words("en"))


def test_the_theme_of_high_contrast_has_it(tour: Tour) -> None:
    state = settings_of(tour.visitors.url, '{"theme": "contrast"}')
    page = tour.come("/rules", storage_state=state)
    assert problems_on(page, CONTRAST, "color-contrast-enhanced") == []
    page.goto("/#way-bots")
    assert problems_on(page, CONTRAST, "color-contrast-enhanced") == []


def test_players_differ_in_shape_and_number_and_dashes_without_any_colour(tour: Tour) -> None:
    page = tour.come()
    code = make_table(page.context, seats=8, first="chosen")
    for seat in range(8):
        ask(page.context, code, "sit", seat=seat, name=f"Player {seat}")
    ask(page.context, code, "start")
    for _ in range(16):  # everybody's mark, and everybody's first tile, so that all have a path
        _move(page, code)
    page.goto(f"/table/{code}")
    expect(page.locator(".player")).to_have_count(8)
    pieces = page.locator(".player .marker").evaluate_all(
        "all => all.map((marker) => [...marker.querySelectorAll('path')].map((piece) => piece.getAttribute('d')))"
    )
    assert len(pieces) == 8
    shapes, numbers = zip(*((piece[0], piece[-1]) for piece in pieces), strict=True)
    assert len(set(shapes)) == len(set(numbers)) == 8
    dashes = page.locator(".way").evaluate_all(_DASHES)
    of_players = dict(dashes)  # a path that crosses itself is drawn in pieces
    assert len(of_players) == len(set(of_players.values())) == 8


def _move(page: Page, code: str) -> None:
    told = look(page.context, code)
    own = next(own for own in told["own"] if own["on_turn"])
    kind = [
        preview["action"]
        for preview in own["previews"]
        if preview["refused"] is None and all(walk["end"] is not None for walk in preview["walks"])
    ]
    action = own["marks"][5 * own["seat"]]["action"] if own["marks"] else kind[0]
    ask(page.context, code, "move", seat=own["seat"], action=action, seq=told["seq"])
