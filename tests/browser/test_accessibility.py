"""Every screen can be used by everybody, as far as a program can tell; and nobody is told by colour alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.arranging import Words, ask, look, make_table
from tests.browser.axe import problems_on
from tests.browser.tour import ROUTES, Tour, settings_of
from tests.browser.visiting import DESKTOP, PHONE, Visitors
from tests.server_process.harness import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

CONTRAST = "color-contrast"
_DASHES = """all => all.map((way) => [
  way.className.baseVal,
  way.querySelector(".colour").getAttribute("stroke-dasharray"),
])"""


@pytest.fixture
def tour(browser: Browser, tour_at: Server) -> Iterator[Tour]:
    with Visitors(browser, tour_at.url) as visitors:
        yield Tour(visitors, Words("en"))


@pytest.mark.parametrize("route", ROUTES)
def test_axe_finds_nothing_on_any_screen(route: str, tour: Tour) -> None:
    found = {name: problems for name, page in ROUTES[route](tour) if (problems := _problems(page))}
    assert found == {}


def _problems(page: Page) -> list[str]:
    """On a desktop and on a phone, by day and by night; what no theme changes is looked at once for each."""
    found = []
    looks: list[tuple[str, ViewportSize, tuple[str, ...]]] = [
        ("light desktop", DESKTOP, ()),
        ("dark desktop", DESKTOP, (CONTRAST,)),
        ("dark phone", PHONE, ()),
        ("light phone", PHONE, (CONTRAST,)),
    ]
    for name, size, rules in looks:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme="dark" if "dark" in name else "light")
        found += [f"{name}: {problem}" for problem in problems_on(page, *rules)]
    page.set_viewport_size(DESKTOP)
    page.emulate_media(color_scheme="light")
    return found


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
