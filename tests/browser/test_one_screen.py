"""Around one screen: every hand behind a curtain, and a game that outlives the page and the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.playing import lift_curtain, perform, rematch_button, snapshot, until
from tests.browser.reading import hand_on, shown_on, tiles_named_on
from tests.browser.scripted import short_game
from tests.browser.visiting import Visitors
from tests.server_process.harness import Server
from tests.server_process.stacked import stacked

from tsuro.game.state import State

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ("Ana", "Rui", "Zoé")
A_TILE = re.compile(r"\btile \d", re.IGNORECASE)


@pytest.fixture
def around_the_table(browser: Browser, tmp_path: Path) -> Iterator[Visitors]:
    """Visitors of a server that deals the tiles of the short game for three."""
    order = tmp_path / "order"
    order.write_bytes(short_game(3).order)
    with Server(tmp_path, command=stacked(order)) as server, Visitors(browser, server.url) as visitors:
        yield visitors


def test_three_pass_one_screen_around_and_nobody_sees_another_hand(around_the_table: Visitors) -> None:
    page = around_the_table.come()
    _begin(page)
    script = short_game(3)
    _curtain_is_down(page, NAMES[0])
    middle = len(script.moves) // 2
    for number, (seat, action) in enumerate(script.moves):
        if number == middle:
            page = _come_back(around_the_table, page, script.states[number - 1], NAMES[seat])
        lift_curtain(page, NAMES[seat])
        hand = set(script.states[number - 1].hands[seat]) if number else hand_on(page)
        _only_this_hand_is_shown(page, hand, script.states[max(0, number - 1)])
        perform(page, action)
        if number + 1 < len(script.moves):
            _curtain_is_down(page, NAMES[script.moves[number + 1][0]])
    expect(rematch_button(page)).to_be_visible()
    expect(page.locator(".curtain")).to_be_hidden()
    expect(page.locator(".ranking li")).to_have_count(3)


def _begin(page: Page) -> None:
    page.get_by_role("button", name="One screen").click()
    page.get_by_role("button", name="Add a player").click()
    for number, name in enumerate(NAMES, start=1):
        page.get_by_label(f"Name of player {number}").fill(name)
    page.get_by_text("More options").click()
    page.get_by_role("radio", name="First in the list").check()
    page.get_by_role("button", name="Play", exact=True).click()


def _curtain_is_down(page: Page, name: str) -> None:
    """It tells whose turn it is, and no tile of any hand is anywhere: not drawn, not said."""
    expect(page.locator(".curtain")).to_contain_text(f"{name}, it’s your turn")
    assert page.locator(".hand-tile, .exchange-tile, .ghost").count() == 0
    assert tiles_named_on(page) <= set(map(_number, shown_on(page).board.values()))
    heard = page.locator("body").aria_snapshot()
    assert name in heard
    assert not A_TILE.search(heard)
    expect(page.get_by_role("button", name="Show my tiles")).to_be_focused()


def _only_this_hand_is_shown(page: Page, hand: set[int], before: State) -> None:
    assert len(hand) == 3 or before.pile == ()
    assert hand_on(page) == hand
    assert tiles_named_on(page) <= hand | set(map(_number, shown_on(page).board.values()))


def _number(face: str) -> int:
    return int(face[:-1])


def _come_back(visitors: Visitors, page: Page, state: State, name: str) -> Page:
    """Load the page anew in the middle of a turn, then close the browser: the game waits behind the curtain."""
    lift_curtain(page, name)
    before = shown_on(page)
    page.reload()
    _curtain_is_down(page, name)
    assert shown_on(page) == before
    kept = page.context.storage_state()
    page.context.close()
    again = visitors.come(storage_state=kept)
    continued = again.get_by_role("region", name="Continue")
    expect(continued).to_contain_text(re.compile("Ana, Rui,? and Zoé"))
    continued.get_by_role("link").first.click()
    _curtain_is_down(again, name)
    until(again, lambda: shown_on(again) == before, "the same game")
    assert sum(tile is not None for tile in state.board) == len(before.board)
    return again


def test_two_of_the_same_name_on_one_screen_are_told_apart(visitors: Visitors) -> None:
    page = visitors.come()
    page.get_by_role("button", name="One screen").click()
    for number in (1, 2):
        page.get_by_label(f"Name of player {number}").fill("Ana")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".player .player-name").first).to_have_text(re.compile("^Ana"))
    assert [player["name"] for player in snapshot(page)["table"]["players"]][:2] == ["Ana", "Ana 2"]
