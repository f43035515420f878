"""The rules in the page: all of them, by edition, searchable, each with an address of its own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect
from tests.browser.arranging import Words
from tests.browser.visiting import Visitors

if TYPE_CHECKING:
    from playwright.sync_api import Page

WORDS = Words("en")
RULES = Path(__file__).parents[2] / "docs" / "rules.md"


def test_every_rule_is_there(visitors: Visitors) -> None:
    page = visitors.come("/rules")
    expect(page.locator(".rule").first).to_be_visible()
    documented = set(re.findall(r"^\W*([A-Z]\d+)\b", RULES.read_text(encoding="utf-8"), re.MULTILINE))
    documented = {
        rule for rule in documented if not rule.startswith("E")
    }  # the worked example: that is the lesson
    assert len(documented) > 30
    shown = set(page.locator(".rule").evaluate_all("all => all.map((rule) => rule.id)"))
    assert documented == shown


def test_searching_leaves_what_was_looked_for_whatever_its_accents(visitors: Visitors) -> None:
    page = visitors.come("/rules", locale="fr-FR")
    words = Words("fr")
    _look_for(page, "élimin")
    with_accent = page.locator(".rule").evaluate_all("all => all.map((rule) => rule.id)")
    assert 0 < len(with_accent) < 20
    _look_for(page, "ELIMIN")
    assert page.locator(".rule").evaluate_all("all => all.map((rule) => rule.id)") == with_accent
    expect(page.locator("mark").first).to_have_text(re.compile("élimin", re.IGNORECASE))
    expect(
        page.get_by_role("status").filter(has_text=words("rules.found.other", count=len(with_accent)))
    ).to_be_visible()
    _look_for(page, "xyz")
    expect(page.locator(".rule")).to_have_count(0)
    expect(page.get_by_text(words("rules.none"))).to_be_visible()
    _look_for(page, "")
    assert page.locator(".rule").count() > 30


def test_the_editions_differ_where_they_should(visitors: Visitors) -> None:
    page = visitors.come("/rules")
    exchange = page.locator("#X1")
    expect(exchange).to_contain_text(WORDS("rule.X1.modern"))
    page.get_by_role("radio", name=WORDS("edition.classic.name")).check()
    expect(exchange).to_contain_text(WORDS("rule.X1.classic"))
    expect(exchange).not_to_contain_text(WORDS("rule.X1.modern"))
    expect(page.get_by_role("radio", name=WORDS("edition.classic.name"))).to_be_focused()


def test_a_link_to_a_rule_shows_that_rule(visitors: Visitors) -> None:
    page = visitors.come("/rules#X1")
    expect(page.locator("#X1")).to_have_attribute("aria-current", "true")
    expect(page.locator("#X1")).to_be_in_viewport()
    page.locator("#W3 .rule-id").click()
    expect(page).to_have_url(re.compile("#W3$"))
    expect(page.locator("#W3")).to_have_attribute("aria-current", "true")
    expect(page.locator("[aria-current]")).to_have_count(1)


def _look_for(page: Page, words: str) -> None:
    page.get_by_role("searchbox").fill(words)
