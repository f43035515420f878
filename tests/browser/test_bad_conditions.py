"""The page is loaded anew, the network fails, the server is killed: nothing is lost, and nobody is alarmed."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.playing import (
    act,
    into_a_game,
    is_over,
    place_button,
    play_to_the_end,
    rematch_button,
    snapshot,
    until,
    until_something_to_do,
)
from tests.browser.reading import hand_on, shown_on
from tests.browser.visiting import Visitors
from tests.server_process.harness import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

pytestmark = pytest.mark.service_worker
AWAY = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_INTERNET_DISCONNECTED", "WebSocket connection to")
"""What a browser itself complains about when nobody answers."""


@pytest.fixture
def lasting_server(tmp_path: Path) -> Iterator[Server]:
    """A server that comes back at the same address when it is started again."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with Server(tmp_path, "--port", str(port)) as server:
        yield server


@pytest.fixture
def lasting_visitors(browser: Browser, lasting_server: Server) -> Iterator[Visitors]:
    with Visitors(browser, lasting_server.url, service_worker=True) as visitors:
        visitors.excuse(*AWAY)
        yield visitors


def test_a_reload_in_the_middle_of_a_turn_loses_nothing(visitors: Visitors) -> None:
    page = visitors.come()
    into_a_game(page)
    before, hand = shown_on(page), hand_on(page)
    page.reload()
    until_something_to_do(page)
    assert (shown_on(page), hand_on(page)) == (before, hand)
    act(page)


def test_a_move_made_without_network_is_kept_and_sent_first(visitors: Visitors) -> None:
    visitors.excuse(*AWAY)
    page = visitors.come()
    into_a_game(page)
    before = snapshot(page)
    page.context.set_offline(True)
    expect(_bar(page)).to_contain_text("This device is offline.")
    place_button(page).click()
    expect(page.locator(".ghost.is-pending")).to_have_count(1)
    expect(_bar(page)).to_contain_text("This device is offline. Your move is saved and will be sent.")
    page.context.set_offline(False)
    expect(_bar(page)).to_be_hidden()
    until(page, lambda: snapshot(page)["seq"] > before["seq"], "that the move is taken")
    _goes_on(page)


@pytest.mark.parametrize("end", ["kill", "stop"])
def test_the_server_ends_in_the_middle_of_a_turn_and_the_game_goes_on(
    lasting_visitors: Visitors, lasting_server: Server, end: str
) -> None:
    page = lasting_visitors.come()
    into_a_game(page)
    before, seq = shown_on(page), snapshot(page)["seq"]
    lasting_server.kill() if end == "kill" else lasting_server.stop()
    expect(_bar(page)).to_contain_text("Reconnecting…")
    place_button(page).click()
    expect(page.locator(".ghost.is-pending")).to_have_count(1)
    expect(_bar(page)).to_contain_text("your move is saved and will be sent.")
    assert shown_on(page).board == before.board
    lasting_server.start()
    expect(_bar(page)).to_be_hidden()
    expect(page.locator(".ghost.is-pending")).to_have_count(0)
    until(page, lambda: snapshot(page)["seq"] > seq, "that the move is taken")
    until(page, lambda: before.board.items() < shown_on(page).board.items(), "the tile on the board")
    play_to_the_end(page)


def test_a_move_outlives_a_reload_while_the_server_is_away(
    lasting_visitors: Visitors, lasting_server: Server
) -> None:
    page = lasting_visitors.come()
    into_a_game(page)
    _until_page_is_kept(page)
    before, seq = shown_on(page), snapshot(page)["seq"]
    lasting_server.kill()
    expect(_bar(page)).to_contain_text("Reconnecting…")
    place_button(page).click()
    expect(page.locator(".ghost.is-pending")).to_have_count(1)
    page.reload()
    expect(_bar(page)).to_contain_text("your move is saved and will be sent.")
    other = lasting_visitors.open(page.context, "/")
    expect(other.get_by_text("The server cannot be reached. Your games are safe.")).to_be_visible()
    lasting_server.start()
    expect(_bar(page)).to_be_hidden()
    until(page, lambda: snapshot(page)["seq"] > seq, "that the move is taken")
    until(page, lambda: before.board.items() < shown_on(page).board.items(), "the tile on the board")
    other.get_by_role("link", name="Try again").click()
    expect(other.get_by_role("region", name="Continue")).to_be_visible()
    _goes_on(page)


def test_two_tabs_of_one_player_show_the_same_and_both_can_play(visitors: Visitors) -> None:
    one = visitors.come()
    into_a_game(one)
    two = visitors.open(one.context, one.url)
    for page in (two, one, two):
        until_something_to_do(page)
        if is_over(page):
            break
        act(page)
        until(page, lambda: shown_on(one) == shown_on(two), "the same in both tabs")
        until(page, lambda: hand_on(one) == hand_on(two), "the same hand in both tabs")


def test_a_table_that_is_not_there_is_told_calmly(visitors: Visitors) -> None:
    visitors.excuse("404", "WebSocket connection to")
    page = visitors.come("/table/nobody-sits-here-at-all")
    expect(page.get_by_role("heading", name="This table is no longer there.")).to_be_visible()
    expect(_bar(page)).to_be_hidden()
    page.get_by_role("link", name="Back to start").click()
    expect(page.get_by_role("heading", name="The game of the path")).to_be_visible()


def test_a_damaged_table_says_so_and_is_not_asked_for_again(visitors: Visitors) -> None:
    visitors.excuse("404", "410", "WebSocket connection to")
    page = visitors.come()
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=410, json={"type": "problem", "code": "table-damaged", "sentence": "It is damaged."})

    page.route("**/api/tables/*", refuse)
    page.goto(f"{visitors.url}/table/nobody-sits-here-at-all")
    expect(page.get_by_role("heading", name="This table is damaged.")).to_be_visible()
    expect(_bar(page)).to_be_hidden()
    expect(page.get_by_role("link", name="Back to start")).to_be_visible()
    assert len(asked) == 1


def _bar(page: Page) -> Locator:
    return page.locator(".line-bar p")


def _goes_on(page: Page) -> None:
    until_something_to_do(page)
    if is_over(page):
        expect(rematch_button(page)).to_be_visible()
    else:
        act(page)


def _until_page_is_kept(page: Page) -> None:
    """Wait until the browser has all files of the page for itself."""
    page.evaluate("async () => void (await navigator.serviceWorker.ready)")
    until(page, lambda: page.evaluate("() => navigator.serviceWorker.controller !== null"), "the service worker")
