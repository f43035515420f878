"""Alone against bots: out before the end, taking back, and what is planned over a reload."""

from __future__ import annotations

import json
import re
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from playwright.sync_api import expect
from tests.browser.arranging import Words, ask, look
from tests.browser.playing import code_of, is_previewed, rematch_button, until, until_something_to_do
from tests.browser.tour import settings_of
from tests.browser.visiting import Visitors

from tsuro.match import Match
from tsuro.notation import write_action
from tsuro.record import write_text

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

WORDS = Words("en")
PLAYERS = 8


def test_whoever_is_out_skips_to_the_end_takes_back_and_shares_it(visitors: Visitors) -> None:
    page = visitors.come("/rules")
    code, fatal = _about_to_be_out(page)
    _move(page, fatal)
    first = _skipped_to_the_end(page)
    _take_back(page)
    assert look(page.context, code)["own"][0]["on_turn"]
    expect(page.locator(".end")).to_have_count(0)
    expect(page.get_by_role("button", name=WORDS("play.place"), exact=True)).to_be_visible()
    _move(page, fatal)
    second = _skipped_to_the_end(page)
    expect(page.locator(".end")).to_contain_text(WORDS("undo.practice"))
    assert second[0] == first[0]  # once, though it was played twice
    assert len(second) == _moves(page)
    _share(page)


def test_text_mode_skips_to_the_end_takes_back_and_plays_again(visitors: Visitors) -> None:
    page = visitors.come("/rules", storage_state=settings_of(visitors.url, '{"text": true}'))
    code, fatal = _about_to_be_out(page)
    log = page.get_by_role("log").get_by_role("listitem")
    expect(log).to_have_count(_moves(page))
    _move(page, fatal)
    expect(page.locator(".out-why")).to_be_visible()
    _take_back(page)
    expect(page.locator(".out-why")).to_be_hidden()
    expect(log).to_have_count(_moves(page))
    _move(page, fatal)
    _skipped_to_the_end(page)
    expect(log).to_have_count(_moves(page))
    _take_back(page)
    _move(page, fatal)
    _play_again(page, code)


def test_whoever_is_out_plays_again_at_once(visitors: Visitors) -> None:
    page = visitors.come("/rules")
    code, fatal = _about_to_be_out(page)
    _move(page, fatal)
    expect(page.locator(".out-why")).to_be_visible()
    _play_again(page, code)
    expect(page.locator(".out-banner")).to_be_hidden()
    page.goto("/")
    expect(page.locator(".continue a")).to_have_count(1)  # the game that was left is forgotten
    expect(page.locator(".continue a")).to_have_attribute("href", re.compile(f"/table/(?!{code})"))


def test_a_planned_turn_survives_a_reload(visitors: Visitors) -> None:
    page = visitors.come("/rules")
    _about_to_be_out(page)
    other = page.locator(".hand-tile").nth(1)
    other.click()
    other.click()  # turned
    planned = other.get_attribute("data-face")
    page.reload()
    expect(page.locator('.hand-tile[aria-pressed="true"]')).to_have_attribute("data-face", str(planned))
    expect(page.locator(".hand-tile").nth(1)).to_have_attribute("aria-pressed", "true")


def _about_to_be_out(page: Page) -> tuple[str, str]:
    """A table at which this person has to go out, and many bots will play on; and the move that does it."""
    record, move, seat, fatal = _doomed()
    wanted = {"record": record, "move": move, "seat": seat, "bot": "wanderer", "name": "Ana"}
    headers = {"Content-Type": "application/json"}
    answer = page.context.request.post("/api/practice", data=json.dumps(wanted), headers=headers)
    assert answer.ok, answer.text()
    code = answer.json()["play"]
    page.route_web_socket("**/socket", _hold_the_bots)
    page.goto(f"/table/{code}")
    until_something_to_do(page)
    return code, fatal


@cache
def _doomed() -> tuple[str, int, int, str]:
    """A game in which somebody has to go out alone while most are still there: its record, when, who, and how."""
    for seed in range(1000):
        chance, match = Random(seed), Match(players=PLAYERS, seed=seed)
        while sum(map(len, match.state.out)) < 3:  # so five are there
            view = match.view(match.active)
            if view.allowed and all(preview.eliminated == (match.active,) for preview in view.allowed):
                fatal = write_action(view.legal_actions[0])
                return write_text(match.record()), len(match.record().entries), match.active, fatal
            match.submit(match.active, chance.choice(match.legal_actions))
    raise AssertionError("nobody ever has to go out")


def _hold_the_bots(line: WebSocketRoute) -> None:
    """Bots wait for a page that is still showing moves, so it says that it is, all the time."""
    server = line.connect_to_server()
    line.on_message(lambda message: None if '"showing"' in message else server.send(message))
    server.send(json.dumps({"type": "showing", "done": False}))


def _move(page: Page, action: str) -> None:
    code = code_of(page)
    told = look(page.context, code)
    ask(page.context, code, "move", seat=told["you"]["seats"][0], action=action, seq=told["seq"])


def _skipped_to_the_end(page: Page) -> list[str]:
    """Skip to the end; the moves of the game as its record has them."""
    page.get_by_role("button", name=WORDS("play.skip-to-end")).click()
    expect(page.get_by_role("button", name=WORDS("end.share"), exact=True)).to_be_visible()
    text = page.context.request.get(f"/api/tables/{code_of(page)}/games/1/record").text()
    return [line for line in text.splitlines() if line.partition(".")[0].isdigit()]


def _take_back(page: Page) -> None:
    def taken_back() -> int:
        return int(look(page.context, code_of(page))["table"]["taken_back"])

    before = taken_back()
    page.get_by_role("button", name=WORDS("undo.ask")).first.click()
    until(page, lambda: taken_back() > before, "that it is taken back")


def _play_again(page: Page, code: str) -> None:
    """The same game begins anew, at another table than this one."""
    rematch_button(page).click()
    page.wait_for_url(lambda url: code not in url)
    told = look(page.context, code_of(page))
    assert [told["table"]["game"], len(told["table"]["players"]), told["table"]["taken_back"]] == [1, PLAYERS, 0]


def _share(page: Page) -> None:
    page.get_by_role("button", name=WORDS("end.share"), exact=True).click()
    is_previewed(page.get_by_role("dialog"))


def _moves(page: Page) -> int:
    """How many were made, as the replay tells: nothing that was taken back."""
    return len(page.context.request.get(f"/api/tables/{code_of(page)}/games/1/replay").json()["frames"]) - 1
