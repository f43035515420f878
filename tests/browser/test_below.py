"""A bot that plays below its name: the page says so, at its seat."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.playing import until_something_to_do
from tests.browser.visiting import Visitors

MAKE = """
async ({ start }) => {
  const seats = [{ kind: "person", name: "Ana" }, { kind: "bot", bot: "dragon", name: "Ryu" }];
  const body = JSON.stringify({ seats, first: 0, start, edition: "modern+longest-path" });
  const wanted = { method: "POST", headers: { "Content-Type": "application/json" }, body };
  return (await (await fetch("/api/tables", wanted)).json()).play;
}
"""


def test_in_a_variant_that_only_the_apprentice_knows_it_is_said_before_and_in_the_game(visitors: Visitors) -> None:
    page = visitors.come()
    page.goto(f"/table/{page.evaluate(MAKE, {'start': False})}")
    expect(page.locator("#page")).to_contain_text("plays like an apprentice in this variant")
    page.goto(f"/table/{page.evaluate(MAKE, {'start': True})}")
    until_something_to_do(page)
    sign = page.locator(".sign.is-below")
    expect(sign).to_have_count(1)
    expect(sign).to_have_text("not at its best")
    expect(sign).to_have_attribute("data-tip", "In this variant, Ryu plays like an apprentice.")
