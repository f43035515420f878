"""Every screen, in every language: nothing is cut off or covered, no word is foreign, and axe finds nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import pytest
from tests.browser.arranging import Words
from tests.browser.axe import problems_on
from tests.browser.layout import layout_problems
from tests.browser.tour import LOCALES, ROUTES, Tour
from tests.browser.visiting import DESKTOP, PHONE, Visitors
from tests.server_process.harness import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CONTRAST = "color-contrast"
TELLING = 12  # letters: what is longer is a sentence, or nearly one
TIGHT = (
    "320",
    "390",
    "1280",
    "1280 at 200 %",
    "1280 at 400 %",
)  # windows in which a longer language is the first to suffer


@pytest.fixture
def tourists(browser: Browser, tour_at: Server) -> Iterator[Visitors]:
    with Visitors(browser, tour_at.url) as visitors:
        yield visitors


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("route", ROUTES)
def test_every_screen_is_whole(route: str, language: str, tourists: Visitors) -> None:
    tour = Tour(tourists, Words(language))
    found = {name: problems for name, page in ROUTES[route](tour) if (problems := _problems(page, language))}
    assert found == {}


def _problems(page: Page, language: str) -> list[str]:
    if language == "en":
        return [*layout_problems(page), *_axe_problems(page), *page.evaluate(_UNEXPLAINED)]
    return [*layout_problems(page, *TIGHT), *_foreign_words(page, language)]


def _axe_problems(page: Page) -> list[str]:
    """On a desktop and on a phone, by day and by night; what no theme changes is looked at once for each.

    Each look changes one thing only: a page that is asked to be what it is already draws itself anew.
    """
    found = _seen_by_axe(page, "light desktop")
    page.emulate_media(color_scheme="dark")
    found += _seen_by_axe(page, "dark desktop", CONTRAST)
    page.set_viewport_size(PHONE)
    found += _seen_by_axe(page, "dark phone")
    page.emulate_media(color_scheme="light")
    found += _seen_by_axe(page, "light phone", CONTRAST)
    page.set_viewport_size(DESKTOP)
    return found


def _seen_by_axe(page: Page, look: str, *rules: str) -> list[str]:
    return [f"{look}: {problem}" for problem in problems_on(page, *rules)]


def _foreign_words(page: Page, language: str) -> list[str]:
    """Keys and English, on a page in another language."""
    if page.url.endswith("/offline.html"):  # it speaks all languages
        return []
    texts = page.evaluate(_ALL_TEXTS)
    keys = Words("en").all.keys()
    found = [text for text in texts if text in keys or "{" in text]
    return found + [piece for piece in _english_pieces(language) if any(piece in text for text in texts)]


@cache
def _english_pieces(language: str) -> tuple[str, ...]:
    """Parts of English sentences that cannot be meant to stand in the other language."""
    all_translated = "\n".join(Words(language).all.values())
    pieces = (piece for text in Words("en").all.values() for piece in re.split(r"\{\w+\}", text))
    telling = {piece.strip() for piece in pieces if sum(letter.isalpha() for letter in piece) > TELLING}
    return tuple(piece for piece in telling if piece not in all_translated)


_UNEXPLAINED = """() => [...document.querySelectorAll(":is(button, a, summary):has(svg.icon)")]
  .filter((button) => {
    const letters = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    while (letters.nextNode()) if (letters.currentNode.parentElement.offsetWidth > 1) return false;
    return button.checkVisibility() && !button.dataset.tip;
  })
  .map((button) => `no tooltip: ${button.outerHTML.slice(0, 120)}`)"""
"""Buttons that are only a drawing, and have no tooltip."""

_ALL_TEXTS = """() => {
  const isForeign = (element) => {
    const said = element.closest("[lang]");
    return said !== null && said !== document.documentElement && said.lang !== document.documentElement.lang;
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement, textContent } = walker.currentNode;
    if (textContent.trim() && !parentElement.closest("#failed, noscript") && !isForeign(parentElement)) {
      found.push(textContent.trim());
    }
  }
  const names = ["aria-label", "title", "data-tip", "placeholder", "alt", "aria-valuetext"];
  for (const element of document.body.querySelectorAll(names.map((name) => `[${name}]`).join())) {
    for (const name of names) {
      const text = element.getAttribute(name)?.trim();
      if (text && !isForeign(element)) found.push(text);
    }
  }
  return [...found, document.title];
}"""
