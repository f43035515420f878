"""The settings: boards to choose from, and how loud the sounds are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.arranging import Words
from tests.browser.tour import settings_of
from tests.browser.visiting import Visitors

from tsuro.render.palettes import PALETTES

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

WORDS = Words("en")
KEPT = "JSON.parse(localStorage.getItem('tsuro.settings'))"
LATE = 400  # milliseconds


def _colour(page: Page, of: str, name: str) -> str:
    """A colour as the browser makes it of a custom property."""
    colour: str = page.locator(of).first.evaluate(
        """(element, name) => {
          const probe = element.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "rect"))
          probe.style.fill = `var(${name})`
          const { fill } = getComputedStyle(probe)
          probe.remove()
          return fill
        }""",
        name,
    )
    return colour


def _rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"


def test_a_board_is_chosen_by_a_sample_and_kept(visitors: Visitors) -> None:
    page = visitors.come("/", color_scheme="light")
    board = page.locator(".start-picture .board")
    expect(board).to_have_attribute("data-board", "lacquer")
    page.locator("[data-settings]").click()
    boards = page.get_by_role("group", name=WORDS("settings.board"))
    expect(boards.locator(".sample")).to_have_count(3)
    samples = [sample.get_attribute("data-board") for sample in boards.locator(".sample").all()]
    assert samples == ["lacquer", "washi", "garden"]
    for name, palette in (("lacquer", "light"), ("washi", "washi-light"), ("garden", "garden-light")):
        assert _colour(page, f".sample[data-board={name}]", "--tile") == _rgb(PALETTES[palette].tile)
    boards.get_by_label(WORDS("settings.board-washi")).check()
    expect(board).to_have_attribute("data-board", "washi")
    assert _colour(page, ".start-picture .board", "--tile") == _rgb(PALETTES["washi-light"].tile)
    page.reload()
    expect(board).to_have_attribute("data-board", "washi")
    page.emulate_media(color_scheme="dark")
    assert _colour(page, ".start-picture .board", "--tile") == _rgb(PALETTES["washi-dark"].tile)


def test_high_contrast_is_plain_whatever_the_board(visitors: Visitors) -> None:
    page = visitors.come("/", storage_state=settings_of(visitors.url, '{"board": "garden"}'))
    page.locator("[data-settings]").click()
    page.get_by_label(WORDS("settings.theme-contrast")).check()
    expect(page.locator(".start-picture .board")).to_have_attribute("data-board", "lacquer")
    assert _colour(page, ".start-picture .board", "--tile") == _rgb(PALETTES["contrast"].tile)
    expect(page.get_by_label(WORDS("settings.board-garden"))).to_be_disabled()
    expect(page.get_by_text(WORDS("settings.board-contrast"))).to_be_visible()


def test_no_other_board_flashes_up(visitors: Visitors) -> None:
    """Nothing is painted before the page knows what was chosen, however slow its modules come."""
    page = visitors.come("/", storage_state=settings_of(visitors.url, '{"board": "washi", "theme": "dark"}'))

    def late(route: Route) -> None:
        page.wait_for_timeout(LATE)
        route.continue_()

    page.route("**/page/joined/*.js", late)
    page.goto("/rules")
    expect(page.locator("h1")).to_be_visible()
    painted, loaded = page.evaluate(
        """() => [performance.getEntriesByName("first-paint")[0].startTime,
          Math.max(...performance.getEntriesByType("resource").filter(({name}) => name === document.scripts[0].src)
            .map(({responseEnd}) => responseEnd))]"""
    )
    assert loaded > LATE
    assert painted >= loaded


def test_the_volume_is_set_by_keyboard_said_and_kept(visitors: Visitors) -> None:
    page = visitors.come("/")
    page.locator("[data-settings]").click()
    volume = page.get_by_role("slider", name=WORDS("settings.volume"))
    expect(volume).to_have_attribute("aria-valuetext", "50%")
    volume.press("ArrowRight")
    volume.press("ArrowRight")
    expect(volume).to_have_attribute("aria-valuetext", "70%")
    assert page.evaluate(KEPT)["volume"] == 70
    page.get_by_role("switch", name=WORDS("settings.sound")).uncheck()
    expect(volume).to_be_disabled()
    page.reload()
    page.locator("[data-settings]").click()
    expect(volume).to_have_value("70")
    expect(volume).to_be_disabled()


@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 320, "height": 568}])
def test_the_settings_fit_a_phone(size: dict[str, int], visitors: Visitors) -> None:
    page = visitors.come("/", viewport=size)
    page.locator("[data-settings]").click()
    dialog = page.locator("dialog.settings")
    assert dialog.evaluate("(dialog) => dialog.scrollWidth <= dialog.clientWidth")
