"""What a tile would do is seen before it is placed; what is not allowed says why; what is on its way looks so."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect
from tests.browser.playing import AGAIN, into_a_game, place_button, snapshot, turn_to, until, until_something_to_do
from tests.browser.reading import shown_on
from tests.browser.visiting import Visitors
from tests.server_process.harness import Server

from tsuro.match import Match
from tsuro.record import Record, write_text

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def test_every_walk_and_every_refusal_is_shown_as_the_server_tells_it(visitors: Visitors) -> None:
    page = visitors.come()
    page.goto(f"/table/{_table_with_all_kinds_of_placements(page)}")
    until_something_to_do(page)
    previews = _previews(page)
    assert {preview["refused"] is None for preview in previews} == {True, False}
    assert max(len(preview["walks"]) for preview in previews) > 1
    for preview in previews:
        _is_shown(page, preview)


def _table_with_all_kinds_of_placements(page: Page) -> str:
    """The code of a table where the visitor is on turn and may do some things, but not others."""
    record, seat = _moment_with_all_kinds_of_placements()
    wanted = {"record": write_text(record), "move": len(record.entries), "seat": seat, "name": "Ana"}
    code: str = page.request.post("/api/practice", data=wanted).json()["play"]
    return code


def _moment_with_all_kinds_of_placements() -> tuple[Record, int]:
    """A game so far, and who is on turn: some placements lead to the edge, some move others along."""
    match, random = Match(players=3, seed=1), Random(1)
    while True:
        previews = match.view(match.active).previews
        refused = [preview.refusal is not None for preview in previews]
        if any(refused) and not all(refused) and any(len(preview.walks) > 1 for preview in previews):
            return match.record(), match.active
        match.submit(match.active, random.choice(match.legal_actions))


def _previews(page: Page) -> list[dict[str, Any]]:
    (own,) = [own for own in snapshot(page)["own"] if own["on_turn"]]
    previews: list[dict[str, Any]] = own["previews"]
    return previews


def _is_shown(page: Page, preview: dict[str, Any]) -> None:
    turn_to(page, preview["action"].removeprefix("play "))
    walks, refused = preview["walks"], preview["refused"]
    expect(page.locator(".ghost")).to_have_count(1)
    expect(page.locator(".would")).to_have_count(len(walks))
    expect(page.locator(".ring")).to_have_count(sum(walk["end"] is not None for walk in walks))
    if any(walk["end"] is None for walk in walks):
        expect(page.locator(".board .cross").first).to_be_visible()
    expect(page.locator(".ghost.is-refused, .forbidden")).to_have_count(2 if refused else 0)
    if refused:
        expect(place_button(page)).to_have_attribute("aria-disabled", "true")
        expect(page.locator(".outlook.is-bad")).to_contain_text("to the edge")
        place_button(page).click(force=True)
        expect(page.locator(".ghost.is-pending")).to_have_count(0)
    else:
        expect(place_button(page)).not_to_have_attribute("aria-disabled", "true")
        expect(page.locator(".outlook")).not_to_be_empty()


def test_a_tile_that_the_server_has_not_acknowledged_looks_so(browser: Browser, own_server: Server) -> None:
    with Visitors(browser, own_server.url) as visitors:
        page = visitors.come()
        into_a_game(page)
        page.wait_for_timeout(AGAIN)  # a bot may have answered the start mark at once
        before = shown_on(page).board
        with _standing_still(own_server):
            place_button(page).click()
            expect(page.locator(".ghost.is-pending")).to_have_count(1)
            expect(place_button(page)).to_have_text("Sending…")
            expect(place_button(page)).to_have_attribute("aria-busy", "true")
            assert shown_on(page).board == before
            page.keyboard.press("r")  # it is too late to turn it
            page.keyboard.press("Enter")
            expect(page.locator(".ghost.is-pending")).to_have_count(1)
        expect(page.locator(".ghost.is-pending")).to_have_count(0)
        until(page, lambda: len(shown_on(page).board) > len(before), "the tile on the board")


@contextmanager
def _standing_still(server: Server) -> Iterator[None]:
    """The server does nothing, though the line to it holds."""
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
