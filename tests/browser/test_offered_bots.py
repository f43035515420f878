"""Bots that are not ours, on the page: chosen like any other, and what breaks is told in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.bots import strangers
from tests.browser.playing import act, until_something_to_do
from tests.browser.visiting import Visitors
from tests.server_process.harness import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def offering(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitors]:
    bots = [f"--bot={strangers.__file__}:{kind}" for kind in ("First", "Crash")]
    with Server(tmp_path_factory.mktemp("server"), *bots) as server, Visitors(browser, server.url) as visitors:
        yield visitors


MAKE = """
async () => {
  const seats = [{ kind: "person", name: "Ana" }, { kind: "bot", bot: "crash" }];
  const wanted = { method: "POST", headers: { "Content-Type": "application/json" } };
  const answer = await fetch("/api/tables", { ...wanted, body: JSON.stringify({ seats, first: 0, start: true }) });
  return (await answer.json()).play;
}
"""

# What is said to a screen reader is there until the next sentence, which may come at once.
LISTEN = """
() => {
  const region = document.getElementById("said");
  window.heard = "";
  new MutationObserver(() => (window.heard += region.textContent)).observe(region, { childList: true });
}
"""


def test_they_are_chosen_like_any_other(offering: Visitors) -> None:
    page = offering.come()
    page.get_by_role("button", name="Against bots").click()
    page.get_by_role("radio", name="Crash", exact=True).check()
    expect(page.locator(".level-about")).to_have_text("Added by whoever runs this server.")
    page.get_by_role("radio", name="First", exact=True).check()
    expect(page.locator(".level-about")).to_have_text("Takes the first way that there is.")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#page")).to_contain_text("First 3")


def test_a_broken_one_is_told_of_in_words(offering: Visitors) -> None:
    page = offering.come()
    page.goto(f"/table/{page.evaluate(MAKE)}")
    until_something_to_do(page)
    page.evaluate(LISTEN)
    act(page)
    page.wait_for_function("() => heard.includes('Crash stopped working: a stand-in plays on for it.')")
    expect(page.locator("#page").get_by_text("stand-in").first).to_be_visible()
