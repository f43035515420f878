"""The website of the documentation, opened from the file system in a real Chromium."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.browser.visiting import DESKTOP, PHONE
from tests.docs.conftest import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

GROUPS = ["Play", "Host", "Bots", "Research", "Contribute"]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page on a dark desktop that may ask nobody else for anything, and must not complain."""
    with browser.new_context(viewport=DESKTOP, color_scheme="dark") as context:
        page = context.new_page()
        asked: list[str] = []
        complaints: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        yield page
        assert complaints == []
        assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def test_the_search_finds_a_method(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    page.get_by_role("textbox", name="Search").first.fill("Match.submit")
    page.keyboard.press("Enter")
    page.locator("#search-results").get_by_role("link", name="tsuro.Match.submit", exact=True).click()
    assert page.locator("dt:target").inner_text().startswith("submit(seat: Seat, action: Action)")


def test_the_navigation_is_in_groups(page: Page, site: Path) -> None:
    page.goto((site / "index.html").as_uri())
    captions = page.locator(".sidebar-tree .caption").all_inner_texts()
    assert [caption.capitalize() for caption in captions] == GROUPS


def test_no_page_is_wider_than_a_phone(page: Page, site: Path) -> None:
    page.set_viewport_size(PHONE)
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 30
    assert [path.name for path in pages if _width(page, path) > PHONE["width"]] == []


def _width(page: Page, path: Path) -> int:
    page.goto(path.as_uri())
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return width


def test_the_site_is_dark_where_the_system_is(page: Page, site: Path) -> None:
    page.goto((site / "rules.html").as_uri())
    ground, ink = (page.evaluate(f"getComputedStyle(document.body).{it}") for it in ("backgroundColor", "color"))
    assert _brightness(ground) < 60
    assert _brightness(ink) > 180


def _brightness(colour: str) -> int:
    return max(int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(","))


def test_every_picture_is_there(page: Page, site: Path) -> None:
    shown = 0
    for path in sorted(site.glob("*.html")):
        page.goto(path.as_uri())
        widths = page.evaluate("[...document.images].map((image) => image.complete && image.naturalWidth)")
        assert all(widths), path.name
        shown += len(widths)
    assert shown >= len(list((ROOT / "docs" / "pictures").glob("figure-*.svg")))
