"""Clocks that run, players who are away, and the stand-ins who play for them. Seconds are short here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Error, expect
from tests.browser.playing import act, code_of, until, until_something_to_do
from tests.browser.visiting import Visitors
from tests.server_process.harness import Server
from tests.server_process.hasty import HASTY

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

A_TURN = 60  # seconds, each a tenth of one


@pytest.fixture
def hasty_visitors(browser: Browser, tmp_path: Path) -> Iterator[Visitors]:
    with Server(tmp_path, command=HASTY) as server, Visitors(browser, server.url) as visitors:
        yield visitors


def test_a_clock_runs_out_a_stand_in_plays_and_the_place_is_taken_back(hasty_visitors: Visitors) -> None:
    ana, rui = _two_at_a_table(hasty_visitors, seconds=A_TURN)
    _clock_counts(ana)
    expect(_row(ana, "Ana").locator(".player-clock")).to_contain_text("!")  # there is little time left
    expect(_row(rui, "Rui")).to_have_attribute("aria-current", "true")  # a stand-in has chosen the start mark
    act(rui)
    for page in (ana, rui):
        expect(_row(page, "Ana").locator(".sign.is-stand_in")).to_be_visible()
    # The same words may be the newest news, and are read aloud: this sentence stays, beside its button.
    stands_in = ana.locator("p:not(.status-news)", has_text="A bot stands in for you.")
    expect(stands_in).to_be_visible()
    ana.get_by_role("button", name="Take over again").click()
    expect(stands_in).to_be_hidden()
    for page in (ana, rui):
        expect(_row(page, "Ana").locator(".sign.is-stand_in")).to_have_count(0)


def test_who_is_away_is_shown_and_can_be_voted_a_stand_in(hasty_visitors: Visitors) -> None:
    ana, rui = _two_at_a_table(hasty_visitors, seconds=None)
    expect(_row(rui, "Ana")).to_be_visible()
    expect(rui.locator(".sign.is-away")).to_have_count(0)
    code = code_of(ana)
    kept = ana.context.storage_state()
    ana.context.close()
    expect(_row(rui, "Ana").locator(".sign.is-away")).to_be_visible()
    expect(rui.get_by_text("It’s Ana’s turn, but Ana is away.")).to_be_visible()
    vote = rui.get_by_role("button", name="Vote for a stand-in")
    until(rui, lambda: _voted(rui, vote), "a stand-in")
    expect(rui.locator(".sign.is-away")).to_have_count(0)
    until_something_to_do(rui)
    back = hasty_visitors.come(f"/table/{code}", storage_state=kept)
    back.get_by_role("button", name="Take over again").click()
    expect(_row(rui, "Ana").locator(".sign.is-stand_in")).to_have_count(0)
    act(rui)
    until_something_to_do(back)
    act(back)


def _voted(page: Page, vote: Locator) -> bool:
    """Too soon, the server says that nobody was away for long enough: then it is tried again."""
    if _row(page, "Ana").locator(".sign.is-stand_in").count():
        return True
    with suppress(Error):  # it goes away when the vote counts
        vote.click(timeout=1000)
    return False


def _clock_counts(page: Page) -> None:
    clock = _row(page, "Ana").locator(".player-clock")
    expect(clock).to_have_text(re.compile(r"^0:0[1-6]"))
    before = clock.inner_text()
    until(page, lambda: clock.inner_text() != before, "that the clock goes on")


def _two_at_a_table(visitors: Visitors, *, seconds: int | None) -> tuple[Page, Page]:
    ana = visitors.come()
    ana.get_by_role("button", name="With friends").click()
    ana.get_by_label("Your name").fill("Ana")
    ana.get_by_role("radio", name="2", exact=True).check()
    ana.get_by_text("More options").click()
    ana.get_by_role("radio", name="The host chooses").check()
    if seconds is not None:
        ana.get_by_role("radio", name=re.compile("^Per turn")).check()
        ana.get_by_label("Seconds per turn").fill(str(seconds))
    ana.get_by_role("button", name="Make the table").click()
    ana.wait_for_url("**/table/*")
    rui = visitors.come(f"/table/{code_of(ana)}")
    rui.get_by_label("Your name").fill("Rui")
    rui.get_by_role("button", name="Join", exact=True).click()
    ana.locator(".seat").first.get_by_role("button", name="Goes first").click()
    ana.get_by_role("button", name="Start the game").click()
    expect(_row(ana, "Ana")).to_have_attribute("aria-current", "true")
    return ana, rui


def _row(page: Page, name: str) -> Locator:
    return page.locator(".player").filter(has=page.get_by_text(name, exact=True))
