"""Addresses that lead nowhere, and those with a slash too many, in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.arranging import Words
from tests.browser.visiting import Visitors

MISSING = ("the server responded with a status of 404",)


@pytest.mark.parametrize(("locale", "language"), [("en-GB", "en"), ("fr-FR", "fr"), ("pt-PT", "pt")])
def test_where_there_is_nothing_a_page_says_so_and_leads_home(
    visitors: Visitors, locale: str, language: str
) -> None:
    visitors.excuse(*MISSING)
    words = Words(language)
    page = visitors.come("/nowhere/at-all", locale=locale)
    expect(page.get_by_role("heading", level=1)).to_have_text(words("missing.title"))
    page.get_by_role("link", name=words("table.to-start")).click()
    page.wait_for_url(visitors.url + "/")
    expect(page.get_by_role("heading", level=1)).to_have_text(words("start.title"))


def test_a_slash_too_many_is_taken_off(visitors: Visitors) -> None:
    page = visitors.come("/rules/?q=dragon")
    page.wait_for_url(visitors.url + "/rules?q=dragon")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
