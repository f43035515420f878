"""The page in each of its languages, chosen from the browser, changeable at any time, and complete."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.arranging import Words, ask, look, make_table, sit_together
from tests.browser.playing import snapshot, until
from tests.browser.tour import LOCALES, settings_of
from tests.browser.visiting import Visitors

TRANSLATED = [language for language in LOCALES if language != "en"]


@pytest.mark.parametrize(
    ("locale", "language"), [("en-GB", "en"), ("fr-FR", "fr"), ("pt-PT", "pt"), ("pt-BR", "pt"), ("de-DE", "en")]
)
def test_the_page_speaks_the_language_of_the_browser(locale: str, language: str, visitors: Visitors) -> None:
    page = visitors.come(locale=locale)
    expect(page.get_by_role("heading", level=1)).to_have_text(Words(language)("start.title"))
    assert page.locator("html").get_attribute("lang") == Words(language).tag


def test_another_language_in_the_middle_of_a_game_keeps_the_game(visitors: Visitors) -> None:
    page = visitors.come()
    code = sit_together([page.context, visitors.guest()])
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
    other = visitors.guest()
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
