"""Strangers meet in the lobby: through Play now, at an open table, or to watch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.place import Place
from tests.browser.visiting import PHONE, Visitors
from tests.server_process.harness import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def _named(visitors: Visitors, name: str, **options: object) -> Page:
    page = visitors.come("/lobby", **options)
    page.get_by_label("Your name").fill(name)
    return page


def test_two_strangers_meet_through_play_now_and_a_third_watches(browser: Browser, own_server: Server) -> None:
    with Visitors(browser, own_server.url) as visitors:
        one = visitors.come()
        one.get_by_role("link", name="Meet other players").click()
        expect(one.get_by_role("heading", name="Nobody else is here right now")).to_be_visible()
        expect(one.get_by_role("link", name="Play against bots")).to_be_visible()
        one.get_by_label("Your name").fill("Ana")
        other = _named(visitors, "Rui", viewport=PHONE)
        expect(one.get_by_text("2 people here")).to_be_visible()
        one.get_by_role("button", name="Play now").click()
        expect(one.locator("#start-reason")).to_contain_text("with bots in the empty seats")
        expect(one.locator("#said")).to_contain_text("with bots in the empty seats")  # to a screen reader, once
        expect(one.get_by_role("button", name="Change", exact=True)).to_be_visible()
        expect(other.get_by_role("button", name="Sit down with Ana")).to_be_visible()
        other.get_by_role("button", name="Play now").click()
        expect(one.locator(".seat")).to_contain_text(["Ana", "Rui", "Free", "Free"])
        expect(one.get_by_role("button", name="Change", exact=True)).to_be_hidden()  # others count down, too
        third = _named(visitors, "Zoé")
        other.get_by_role("button", name="Start now with bots").click()
        for player in (one, other):
            expect(player.get_by_role("group", name="Hand")).to_be_visible()
        third.get_by_role("link", name="Watch Ana, Rui, and 2 bots").click()
        expect(third.get_by_text("You are watching.")).to_be_visible()


def test_a_stranger_sits_down_at_an_open_table_and_the_host_may_send_them_away(
    browser: Browser, own_server: Server
) -> None:
    with Visitors(browser, own_server.url) as visitors:
        visitors.excuse("409")
        host = visitors.come("/#way-friends")
        host.get_by_label("Your name").fill("Ana")
        host.get_by_role("button", name="Make the table").click()
        stranger = _named(visitors, "Rui")
        expect(stranger.get_by_role("heading", name="Nobody else is here right now")).to_be_visible()
        host.get_by_role("checkbox", name="Open table").check()
        stranger.get_by_role("button", name="Sit down with Ana").press("Enter")
        expect(stranger.locator(".seat.is-own")).to_contain_text("Rui")
        host.get_by_role("button", name="Remove Rui").click()
        expect(stranger.get_by_text("The host has removed you from this table.")).to_be_visible()
        expect(stranger.locator("#said")).to_contain_text("You have been removed from this table.")
        expect(stranger.get_by_role("button", name="Join", exact=True)).to_be_hidden()
        expect(stranger.get_by_text("You need two players")).to_be_hidden()
        host.get_by_role("checkbox", name="Open table").uncheck()
        stranger.get_by_role("link", name="Lobby").click()
        expect(stranger.get_by_role("heading", name="Nobody else is here right now")).to_be_visible()


def test_a_lobby_that_is_switched_off_says_so_and_is_offered_nowhere(browser: Browser, tmp_path: Path) -> None:
    with Server(tmp_path, "--no-lobby") as server, Visitors(browser, server.url) as visitors:
        page = visitors.come("/lobby", viewport=PHONE)
        expect(page.get_by_role("heading", name="This server has no lobby")).to_be_visible()
        boxes = [box for link in page.locator("main a.button").all() if (box := link.bounding_box())]
        left, right = min(box["x"] for box in boxes), max(box["x"] + box["width"] for box in boxes)
        assert abs(left + right - PHONE["width"]) < 2  # under the words, in the middle
        page.get_by_role("link", name="Invite friends").click()
        expect(page.get_by_role("button", name="Make the table")).to_be_visible()
        expect(page.get_by_role("checkbox", name="Open table")).to_have_count(0)
        expect(page.get_by_role("link", name="Meet other players")).to_have_count(0)


def test_the_lobby_comes_back_with_the_server(place: Place) -> None:
    place.visitors.excuse("WebSocket")
    with place.serving():
        page = place.visitors.come("/lobby")
        expect(page.get_by_role("heading", name="Nobody else is here right now")).to_be_visible()
    expect(page.locator(".line-bar")).to_contain_text("Reconnecting…")
    expect(page.get_by_role("button", name="Try now")).to_be_visible()
    with place.serving():
        expect(page.get_by_role("button", name="Try now")).to_be_hidden()
        expect(page.locator("#said")).to_contain_text("Connected again.")


ROWS = """async () => {
  const files = document.querySelectorAll("link[rel=modulepreload], script[src]");
  const joined = [...files].map(({ href, src }) => href ?? src);
  const modules = Object.assign({}, ...(await Promise.all(joined.map((address) => import(address)))));
  const { rowList } = modules.$lobby_rows;
  const { h } = modules.$ui_dom;
  window.pressed = [];
  window.gone = 0;
  const press = (id) => window.pressed.push(id);
  const draw = ({ id }) => [h("button", { "data-key": "sit", onclick: () => press(id) }, `Sit with ${id}`)];
  window.list = rowList({ draw, label: "Tables", onGone: () => (window.gone += 1) });
  document.querySelector("main").replaceChildren(window.list.element);
}"""


@pytest.fixture
def rows(place: Place) -> Iterator[Page]:
    """A list of the lobby, which is told what to show."""
    with place.serving():
        page = place.visitors.come("/lobby")
        expect(page.get_by_role("heading", name="Nobody else is here right now")).to_be_visible()
        page.evaluate(ROWS)
        yield page


def _show(page: Page, *names: str) -> None:
    page.evaluate("ids => window.list.update(ids.map((id) => ({ id })))", names)


def _shown(page: Page) -> list[str]:
    return [words.removeprefix("Sit with ") for words in page.locator(".lobby-row button").all_inner_texts()]


def test_nothing_moves_while_somebody_points_at_the_list(rows: Page) -> None:
    for names in (["Ana"], ["Rui", "Ana"], ["Eva", "Rui", "Ana"]):  # each before those that came earlier
        _show(rows, *names)
    rows.get_by_role("button", name="Sit with Rui").hover()
    _show(rows, "Udo", "Eva", "Rui", "Ana")
    assert _shown(rows) == ["Eva", "Rui", "Ana", "Udo"]
    rows.mouse.move(0, 0)
    expect(rows.locator(".lobby-row button")).to_have_text(
        [f"Sit with {name}" for name in ("Udo", "Eva", "Rui", "Ana")]
    )


def test_what_has_the_focus_keeps_it_and_is_not_pressed_once_it_is_gone(rows: Page) -> None:
    for names in (["Ana"], ["Rui", "Ana"]):
        _show(rows, *names)
    rows.get_by_role("button", name="Sit with Ana").focus()
    _show(rows, "Udo", "Rui", "Ana")
    expect(rows.get_by_role("button", name="Sit with Ana")).to_be_focused()
    _show(rows, "Udo")
    expect(rows.get_by_role("button", name="Sit with Ana")).to_be_focused()
    assert rows.evaluate("window.gone") == 1
    rows.keyboard.press("Enter")
    assert rows.evaluate("window.pressed") == []
    rows.keyboard.press("Tab")  # on to what is left, past nothing
    expect(rows.get_by_role("button", name="Sit with Udo")).to_be_focused()
    rows.keyboard.press("Enter")
    assert rows.evaluate("window.pressed") == ["Udo"]


def test_nothing_changes_under_a_finger_that_presses(rows: Page) -> None:
    _show(rows, "Ana", "Rui")
    ana = rows.get_by_role("button", name="Sit with Ana")
    ana.dispatch_event("pointerdown")  # as a finger does, which is never over anything
    _show(rows, "Udo", "Rui")
    assert _shown(rows) == ["Ana", "Rui"]
    ana.dispatch_event("click")
    ana.dispatch_event("pointerup")
    assert rows.evaluate("window.pressed") == ["Ana"]
    expect(rows.locator(".lobby-row button")).to_have_text(["Sit with Udo", "Sit with Rui"])


def test_what_went_wrong_is_said_where_it_was_pressed(rows: Page) -> None:
    _show(rows, "Ana", "Rui")
    rows.evaluate("window.list.tell('Rui', 'The seat is taken.')")
    expect(rows.locator(".lobby-row", has_text="Rui").get_by_role("alert")).to_have_text("The seat is taken.")
