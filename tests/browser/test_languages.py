"""The page in each of its languages, chosen from the browser, changeable at any time, and complete."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.arranging import Words, ask, look, make_table, sit_together
from tests.browser.playing import snapshot, until
from tests.browser.tour import LOCALES, ROUTES, Tour, settings_of
from tests.browser.visiting import Visitors
from tests.server_process.harness import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TRANSLATED = [language for language in LOCALES if language != "en"]
TELLING = 12  # letters: what is longer is a sentence, or nearly one
ROUTES_WITH_WORDS = [route for route in ROUTES if route not in {"around_one_screen", "practising"}]


@pytest.fixture
def tourists(browser: Browser, tour_at: Server) -> Iterator[Visitors]:
    with Visitors(browser, tour_at.url) as visitors:
        yield visitors


@pytest.mark.parametrize(
    ("locale", "language"), [("en-GB", "en"), ("fr-FR", "fr"), ("pt-PT", "pt"), ("pt-BR", "pt"), ("de-DE", "en")]
)
def test_the_page_speaks_the_language_of_the_browser(locale: str, language: str, visitors: Visitors) -> None:
    page = visitors.come(locale=locale)
    expect(page.get_by_role("heading", level=1)).to_have_text(Words(language)("start.title"))
    assert page.locator("html").get_attribute("lang") == Words(language).tag


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("route", ROUTES_WITH_WORDS)
def test_no_screen_shows_a_key_or_english(route: str, language: str, tourists: Visitors) -> None:
    tour = Tour(tourists, Words(language))
    found = {name: strange for name, page in ROUTES[route](tour) if (strange := _strange(page, language))}
    assert found == {}


def _strange(page: Page, language: str) -> list[str]:
    """What does not belong on a page in this language."""
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


def test_another_language_in_the_middle_of_a_game_keeps_the_game(visitors: Visitors) -> None:
    page = visitors.come()
    code = sit_together([page.context, visitors.come().context])
    page.goto(f"/table/{code}")
    expect(page.locator(".mark")).to_have_count(48)
    page.locator(".mark").nth(3).click()
    page.get_by_role("button", name=Words("en")("play.start-here")).click()
    until(page, lambda: snapshot(page)["position"]["markers"][0] is not None, "the marker on the board")
    before = look(page.context, code)
    for language in (*TRANSLATED, "en"):
        words = Words(language)
        page.locator("[data-settings]").click()
        page.locator("#settings-language").focus()
        page.locator("#settings-language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", words.tag)
        expect(page.get_by_role("heading", name=words("settings.title"))).to_be_visible()
        expect(page.locator("#settings-language")).to_be_focused()
        page.get_by_role("button", name=words("settings.done"), exact=True).click()
        expect(page.locator(".status-turn")).to_have_text(words("play.others-mark", name="Rui"))
        expect(page.locator(".board .marker")).to_have_count(1)
    assert look(page.context, code)["position"] == before["position"]
    page.reload()
    expect(page.locator(".status-turn")).to_have_text(Words("en")("play.others-mark", name="Rui"))


@pytest.mark.parametrize("language", TRANSLATED)
def test_refusals_are_translated(language: str, visitors: Visitors) -> None:
    words = Words(language)
    visitors.excuse("409", "Conflict")
    page = visitors.come(locale=LOCALES[language])
    other = visitors.come().context
    code = make_table(other, seats=3)
    ask(other, code, "sit", seat=0, name="Ana")
    page.goto(f"/table/{code}")
    page.get_by_label(words("start.your-name")).fill("#")
    page.get_by_role("button", name=words("gather.join"), exact=True).click()
    expect(page.locator(".problem")).to_have_text(words("refusal.no-name"))
    page.goto("/#way-screen")
    page.get_by_label(words("start.name-of", number=1)).fill("#")
    page.get_by_role("button", name=words("start.play"), exact=True).click()
    expect(page.get_by_role("alert")).to_have_text(words("refusal.no-name"))


@pytest.mark.parametrize("language", LOCALES)
def test_a_friendly_name_is_suggested_kept_and_made_unique(language: str, visitors: Visitors) -> None:
    words = Words(language)
    page = visitors.come("/#way-friends", locale=LOCALES[language])
    name = page.get_by_label(words("start.your-name"))
    suggested = name.input_value()
    assert suggested in words("start.nicknames").split(", ")
    page.get_by_role("button", name=words("start.make-table"), exact=True).click()
    expect(page.locator(".seat.is-own strong")).to_have_text(suggested)
    guest = visitors.come(page.url, locale=LOCALES[language])
    name = guest.get_by_label(words("start.your-name"))
    name.click()
    guest.keyboard.type(suggested)  # over the suggestion, which is selected
    guest.keyboard.press("Enter")
    expect(guest.locator(".seat.is-own strong")).to_have_text(f"{suggested} 2")
    expect(guest.locator("#said")).to_have_text(words("gather.you-came", name=f"{suggested} 2"))
    guest.goto("/#way-screen")
    expect(guest.get_by_label(words("start.name-of", number=1))).to_have_value(suggested)


def test_the_chosen_language_comes_before_the_one_of_the_browser(visitors: Visitors) -> None:
    page = visitors.come(locale="fr-FR", storage_state=settings_of(visitors.url, '{"language": "pt"}'))
    expect(page.get_by_role("heading", level=1)).to_have_text(Words("pt")("start.title"))


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
  const names = ["aria-label", "title", "placeholder", "alt", "aria-valuetext"];
  for (const element of document.body.querySelectorAll(names.map((name) => `[${name}]`).join())) {
    for (const name of names) {
      const text = element.getAttribute(name)?.trim();
      if (text && !isForeign(element)) found.push(text);
    }
  }
  return [...found, document.title];
}"""
