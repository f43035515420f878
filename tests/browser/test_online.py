"""Three people on three devices, who meet by a link, play a game in which everything happens; a fourth watches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.playing import perform, rematch_button, snapshot, until
from tests.browser.reading import Shown, hand_on, shown_on, tiles_named_on
from tests.browser.scripted import game_with_everything
from tests.browser.visiting import Visitors
from tests.server_process.harness import Server
from tests.server_process.stacked import stacked

from tsuro.game.state import Phase, State

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ("Ana", "Rui", "Zoé")


@pytest.fixture
def stacked_visitors(browser: Browser, tmp_path: Path) -> Iterator[Visitors]:
    """Visitors of a server that deals the tiles of the script."""
    order = tmp_path / "order"
    order.write_bytes(game_with_everything().order)
    with Server(tmp_path, command=stacked(order)) as server, Visitors(browser, server.url) as visitors:
        yield visitors


def test_three_who_meet_by_a_link_play_a_whole_game_with_exchange_and_dragon(stacked_visitors: Visitors) -> None:
    host = stacked_visitors.come()
    _make_table(host)
    link = host.get_by_label("Link to this table").input_value()
    friends = [_join(stacked_visitors, link, name) for name in NAMES[1:]]
    host.get_by_text("Watch-only link").click()
    watcher = stacked_visitors.come(host.get_by_label("Link to watch", exact=True).input_value())
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    _agree(host)
    players = [host, *friends]
    _play_the_script(players, watcher)
    _see_the_same_end([*players, watcher])
    _play_again(players, watcher)


def _make_table(host: Page) -> None:
    host.get_by_role("button", name="With friends").click()
    host.get_by_label("Your name").fill(NAMES[0])
    host.get_by_role("radio", name="3", exact=True).check()
    host.get_by_role("button", name="Make the table").click()
    expect(host.get_by_text("1 of 3 seats taken")).to_be_visible()
    expect(host.get_by_role("button", name="Start the game")).to_be_disabled()
    expect(host.get_by_role("img", name="QR code")).to_be_visible()


def _join(visitors: Visitors, link: str, name: str) -> Page:
    page = visitors.come(link)
    expect(page.get_by_text(f"Already here: {NAMES[0]}")).to_be_visible()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.locator(".seat.is-own")).to_contain_text(name)
    return page


def _agree(host: Page) -> None:
    """The host chooses the edition and who is first, and begins."""
    expect(host.get_by_text("3 of 3 seats taken")).to_be_visible()
    host.get_by_role("button", name="Change", exact=True).click()
    host.get_by_role("radio", name="Classic").check()
    host.get_by_role("radio", name="The host chooses").check()
    host.get_by_role("button", name="Save").click()
    host.locator(".seat").first.get_by_role("button", name="Goes first").click()
    expect(host.locator(".seat").first).to_contain_text("goes first")
    host.get_by_role("button", name="Start the game").click()


def _play_the_script(players: list[Page], watcher: Page) -> None:
    script = game_with_everything()
    dragons = set()
    for (seat, action), state in zip(script.moves, script.states, strict=True):
        if action.startswith("exchange"):
            _only_one_may_exchange(players[seat], [*players, watcher])
        perform(players[seat], action)
        _all_show([*players, watcher], state, action)
        _nobody_sees_another_hand(players, watcher, state)
        dragons.add(state.dragon)
    assert len(dragons) > 1


def _all_show(pages: list[Page], state: State, action: str) -> None:
    """Within a moment all pages show the same, and it is true."""

    def do_all_show() -> bool:
        first, *others = [shown_on(page) for page in pages]
        return _is_true(first, state) and all(other == first for other in others)

    until(pages[0], do_all_show, f"that all pages show what is true after {action}")


def _is_true(shown: Shown, state: State) -> bool:
    board = {square: str(tile) for square, tile in enumerate(state.board) if tile is not None}
    dragon = () if state.dragon is None else (NAMES[state.dragon],)
    on_board = sum(marker is not None for marker in state.markers)
    hands = tuple(map(len, state.hands))
    return (shown.board, shown.pile, shown.hands, shown.dragon, len(shown.markers)) == (
        board,
        len(state.pile),
        hands,
        dragon,
        on_board,
    )


def _nobody_sees_another_hand(players: list[Page], watcher: Page, state: State) -> None:
    """Nowhere in the page: not drawn, not hidden, not said."""
    if state.phase is Phase.OVER:
        return
    on_board = {tile.tile for tile in state.board if tile is not None}
    offered = set(state.offer) if state.phase is Phase.EXCHANGE else set()
    for seat, page in enumerate(players):
        own = set(state.hands[seat])
        if state.phase is not Phase.EXCHANGE or state.active != seat:
            assert hand_on(page) in (own, set())
        may_know = own | on_board | (offered if state.active == seat else set())
        assert tiles_named_on(page) <= may_know
    assert tiles_named_on(watcher) <= on_board
    assert watcher.locator(".hand-tile, .exchange-tile, .ghost").count() == 0


def _only_one_may_exchange(player: Page, pages: list[Page]) -> None:
    expect(player.get_by_role("region", name="Exchange tiles")).to_be_visible()
    expect(player.locator(".status-turn")).to_contain_text("Your turn: exchange tiles")
    for page in pages:
        if page is not player:
            expect(page.locator(".status-turn")).to_contain_text("may exchange tiles")
            assert page.locator(".exchange, .exchange-tile").count() == 0


def _see_the_same_end(pages: list[Page]) -> None:
    state = game_with_everything().states[-1]
    winners = [name for seat, name in enumerate(NAMES) if seat not in {seat for out in state.out for seat in out}]
    assert winners
    rankings = []
    for page in pages:
        for name in winners:
            expect(page.locator(".end h2")).to_contain_text(
                name if page is pages[-1] else re.compile(f"{name}|You")
            )
        rankings.append(page.locator(".ranking .rank-name").all_text_contents())
    assert rankings == [rankings[0]] * len(pages)
    assert rankings[0][0] in winners


def _play_again(players: list[Page], watcher: Page) -> None:
    """Not before all three want to."""
    expect(rematch_button(watcher)).to_have_count(0)
    for number, page in enumerate(players):
        expect(page.locator(".end")).to_be_visible()
        rematch_button(page).click()
        if number < len(players) - 1:
            expect(page.locator(".end")).to_contain_text(f"Waiting for {' and '.join(NAMES[number + 1 :])}.")
            assert snapshot(watcher)["table"]["game"] == 1
    for page in [*players, watcher]:
        expect(page.locator(".end")).to_have_count(0)
        expect(page.locator(".placed")).to_have_count(0)
    assert snapshot(watcher)["table"]["game"] == 2
