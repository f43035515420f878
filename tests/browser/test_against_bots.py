"""A whole game against bots, as most people will play it."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.playing import play_to_the_end, snapshot, start_against_bots, until
from tests.browser.visiting import Visitors


def test_two_clicks_lead_into_a_game_that_can_be_played_to_its_end_and_again(visitors: Visitors) -> None:
    page = visitors.come()
    start_against_bots(page)
    moves = play_to_the_end(page)
    assert moves >= 1  # the start mark; somebody else's first tile may already be the end
    told = snapshot(page)
    winners = [told["table"]["players"][seat]["name"] for seat in told["position"]["result"]["winners"]]
    for name in winners:
        expect(page.locator(".end")).to_contain_text(name)
    expect(page.get_by_role("link", name="Review", exact=True)).to_be_visible()
    expect(page.get_by_text("Fair deal, checked on this device")).to_be_visible()
    page.get_by_role("button", name="Play again").click()
    until(page, lambda: snapshot(page)["table"]["game"] == 2, "the second game")
    expect(page.locator(".table-end")).to_be_hidden()
