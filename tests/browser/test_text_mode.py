"""The whole game in words: all that is done here is found by roles and names, as a screen reader finds it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect
from tests.browser.arranging import NAMES, Words, play, sit_together
from tests.browser.playing import AGAIN, is_on_turn, is_over, snapshot, start_against_bots, until
from tests.browser.scripted import game_with_everything
from tests.browser.tour import BEFORE_THE_EXCHANGE, settings_of
from tests.browser.visiting import Visitors
from tests.server_process.harness import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

WORDS = Words("en")
MOST_MOVES = 40


def test_a_game_against_bots_is_played_to_the_end_by_words_alone(visitors: Visitors) -> None:
    page = visitors.come()
    start_against_bots(page)
    page.reload()
    page.get_by_role("heading", level=1, name=WORDS("play.title")).wait_for()
    page.keyboard.press("Tab")  # the first thing a keyboard reaches
    expect(page.get_by_role("button", name="Text mode")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Table")
    assert page.locator("svg.board").count() == 0
    said = _play_to_the_end(page)
    assert said >= 3
    assert is_over(page)
    expect(_log(page)).to_contain_text(re.compile("win", re.IGNORECASE))
    page.get_by_role("button", name="Play again").click()
    until(page, lambda: snapshot(page)["table"]["game"] == 2, "another game")
    expect(page.get_by_role("button", name="Play again")).to_have_count(0)


def _play_to_the_end(page: Page) -> int:
    """Choose what there is, move by move; returns how many moves were made."""
    for moves in range(MOST_MOVES):
        until(page, lambda: is_on_turn(page) or is_over(page), "a turn, or the end")
        if is_over(page):
            return moves
        _choose_something(page)
    raise AssertionError("the game does not end")


def _choose_something(page: Page) -> None:
    page.wait_for_timeout(AGAIN)
    seq = snapshot(page)["seq"]
    if snapshot(page)["position"]["phase"] == "mark":
        page.get_by_role("combobox", name="Choose a start mark").select_option(index=9)
        page.get_by_role("button", name="Start here").press("Enter")
    else:
        options = _options(page).get_by_role("button", name=re.compile(r"^Tile \d+, "))
        expect(options.first).to_contain_text(re.compile(r"(You move to|You and|You go to|are out)"))
        options.first.press("Enter")
    until(page, lambda: snapshot(page)["seq"] > seq, "that the move is taken")
    _has_kept_the_focus(page)


def _has_kept_the_focus(page: Page) -> None:
    """What was pressed is gone; whoever reads goes on where the options begin."""
    until(
        page,
        lambda: page.evaluate("document.activeElement !== document.body"),
        "that something has the focus",
    )


def test_options_say_what_each_would_do_as_the_server_does(visitors: Visitors) -> None:
    page = visitors.come(storage_state=_profile(visitors))
    code = sit_together([page.context] * 2)
    page.goto(f"/table/{code}")
    for name in NAMES[:2]:
        page.get_by_role("button", name=WORDS("text.lift", name=name)).click()
        page.get_by_role("button", name="Start here").click()
        page.wait_for_timeout(AGAIN)
    page.get_by_role("button", name=WORDS("text.lift", name=NAMES[0])).click()
    [own] = [own for own in snapshot(page)["own"] if own["on_turn"]]
    allowed = [preview for preview in own["previews"] if preview["refused"] is None]
    expect(_options(page).get_by_role("button", name=re.compile(r"^Tile \d+, "))).to_have_count(len(allowed))
    expect(_options(page).get_by_text("Not allowed:")).to_have_count(len(own["previews"]) - len(allowed))
    for tile in own["hand"]:
        expect(page.get_by_role("heading", name=WORDS("text.tile", tile=tile), exact=True)).to_be_visible()


def test_a_curtain_in_words_hides_the_hand_until_its_player_says_so(visitors: Visitors) -> None:
    page = visitors.come(storage_state=_profile(visitors))
    code = sit_together([page.context] * 2)
    page.goto(f"/table/{code}")
    lift = page.get_by_role("button", name=WORDS("text.lift", name=NAMES[0]))
    lift.wait_for()
    tiles = [str(tile) for own in snapshot(page)["own"] for tile in own["hand"]]
    assert tiles
    assert re.findall(r"Tile \d+", page.locator("main").inner_text()) == []
    lift.press("Enter")
    _has_kept_the_focus(page)
    page.get_by_role("combobox").wait_for()
    shown = set(re.findall(r"Tile (\d+)", page.locator("main").inner_text()))
    assert shown == {str(tile) for tile in snapshot(page)["own"][0]["hand"]}
    page.get_by_role("button", name="Start here").press("Enter")
    page.get_by_role("button", name=WORDS("text.lift", name=NAMES[1])).wait_for()
    assert re.findall(r"Tile \d+", page.locator("main").inner_text()) == []


def test_the_board_is_a_table_and_what_happens_is_told_in_a_log(visitors: Visitors) -> None:
    page = visitors.come(storage_state=_profile(visitors))
    code = sit_together([page.context, visitors.guest()])
    page.goto(f"/table/{code}")
    board = page.get_by_role("table", name="The board")
    expect(board.get_by_role("columnheader")).to_have_count(6)
    assert board.get_by_role("rowheader").all_inner_texts() == ["6", "5", "4", "3", "2", "1"]
    expect(board.get_by_role("cell", name=re.compile("^a6: open"))).to_be_visible()
    expect(_log(page)).to_have_attribute("aria-live", "polite")
    page.get_by_role("button", name="Start here").press("Enter")
    expect(_log(page)).to_contain_text("You start at")
    expect(board).to_contain_text(f"{NAMES[0]} (1) enters here next")
    expect(page.get_by_role("heading", level=1)).to_have_count(1)


def test_tiles_are_exchanged_in_words(browser: Browser, tour_at: Server) -> None:
    script = game_with_everything()
    with Visitors(browser, tour_at.url) as visitors:
        page = visitors.come(storage_state=_profile(visitors))
        people = [page.context, *(visitors.guest() for _ in range(2))]
        code = sit_together(people, edition="classic")
        play(people, code, script, range(BEFORE_THE_EXCHANGE + 1))
        page.goto(f"/table/{code}")
        page.get_by_role("button", name=WORDS("text.exchange")).click()
        expect(page.locator(".text-status")).to_contain_text(WORDS("text.nothing-ticked"))
        _, _, what = script.moves[BEFORE_THE_EXCHANGE + 1][1].partition(" ")
        give, _, take = what.partition(" for ")
        _box(page, "text.give", give).check()
        _box(page, "text.take", take).check()
        page.get_by_role("button", name=WORDS("text.exchange")).press("Enter")
        expect(_log(page)).to_contain_text(f"You gave tile {give} and took tile {take}")
        assert sorted(snapshot(page)["own"][0]["hand"]) == sorted(script.states[BEFORE_THE_EXCHANGE + 1].hands[0])


def _box(page: Page, group: str, tile: str) -> Locator:
    return page.get_by_role("group", name=WORDS(group)).get_by_role(
        "checkbox", name=re.compile(rf"^Tile {tile}\b")
    )


def _options(page: Page) -> Locator:
    return page.get_by_role("main").locator("section").filter(has=page.get_by_role("heading", name="Your options"))


def _log(page: Page) -> Locator:
    return page.get_by_role("log")


def _profile(visitors: Visitors) -> dict[str, object]:
    """Of somebody who chose words before."""
    return settings_of(visitors.url, '{"text": true}')
