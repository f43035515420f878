"""A game looked at again: step by step, by a link, from a record; weighed by the dragon, and played on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.browser.arranging import Words, look, play_some, sit_together
from tests.browser.playing import is_previewed, snapshot, until
from tests.browser.visiting import Visitors

from tsuro.match import Match
from tsuro.notation import read_action
from tsuro.record import write_text

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

WORDS = Words("en")


def test_a_game_is_gone_through_by_buttons_slider_and_keys(visitors: Visitors) -> None:
    page, code = _with_a_finished_game(visitors)
    page.goto(f"/table/{code}/replay/1")
    last = _last(page)
    _is_at(page, last)
    _press(page, "replay.first")
    _is_at(page, 0)
    expect(page.locator(".placed")).to_have_count(0)
    _press(page, "replay.next")
    _is_at(page, 1)
    expect(page.locator(".board .marker")).to_have_count(1)
    _press(page, "replay.last")
    _is_at(page, last)
    _press(page, "replay.back")
    _is_at(page, last - 1)
    slider = page.get_by_role("slider")
    slider.fill("4")
    _is_at(page, 4)
    assert (slider.get_attribute("aria-valuetext") or "").startswith(
        WORDS("replay.at", move=4, count=last, sentence="")
    )
    page.get_by_role("heading", level=1).click()
    page.locator("body").press("ArrowRight")
    _is_at(page, 5)
    page.keyboard.press("ArrowLeft")
    _is_at(page, 4)
    page.keyboard.press("Home")
    _is_at(page, 0)
    page.keyboard.press("End")
    _is_at(page, last)
    page.locator(".replay-move").nth(3).click()
    _is_at(page, 3)


def test_a_game_plays_by_itself_and_can_be_stopped(visitors: Visitors) -> None:
    page, code = _with_a_finished_game(visitors)
    page.goto(f"/table/{code}/replay/1?move=0")
    page.get_by_label(WORDS("settings.speed")).select_option("fast")
    _press(page, "replay.play")
    until(page, lambda: _at(page) >= 3, "that it plays")
    _press(page, "replay.pause")
    stopped = _at(page)
    page.wait_for_timeout(900)
    assert _at(page) == stopped
    page.keyboard.press("Space")  # the button has the focus: it is pressed, once
    until(page, lambda: _at(page) > stopped, "that it goes on")


def test_a_link_to_a_move_shows_that_move_to_somebody_else(visitors: Visitors) -> None:
    page, code = _with_a_finished_game(visitors)
    page.goto(f"/table/{code}/replay/1?move=6")
    expect(page.locator(".placed").first).to_be_visible()
    board = page.locator(".placed").evaluate_all("all => all.map((tile) => tile.dataset.face)")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=visitors.url)
    _press(page, "replay.link")
    expect(page.get_by_role("button", name=WORDS("copying.done"))).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    other = visitors.come(link)
    _is_at(other, 6)
    expect(other.locator(".placed")).to_have_count(len(board))
    assert other.locator(".placed").evaluate_all("all => all.map((tile) => tile.dataset.face)") == board


def test_a_record_is_pasted_or_opened_as_a_file(visitors: Visitors, tmp_path: Path) -> None:
    page, code = _with_a_finished_game(visitors)
    record = page.request.get(f"/api/tables/{code}/games/1/record").text()
    page.goto("/replay")
    page.get_by_label(WORDS("replay.record")).fill(record)
    _press(page, "replay.open")
    last = _last(page)
    _press(page, "replay.another")
    file = tmp_path / "game.tsuro"
    file.write_text(record, encoding="utf-8")
    page.locator("input[type=file]").set_input_files(file)
    _is_at(page, last)
    page.reload()
    _is_at(page, last)  # what was brought is kept while the page is open


def test_a_record_that_was_brought_is_shared_like_any_other(visitors: Visitors) -> None:
    page = visitors.come("/rules", permissions=["clipboard-read", "clipboard-write"])
    page.add_init_script(_SHARE_SHEET)
    page.goto("/replay")
    page.get_by_label(WORDS("replay.record")).fill(_short_record())
    page.get_by_role("button", name=WORDS("replay.open"), exact=True).click()
    page.get_by_role("button", name=WORDS("share.open"), exact=True).click()
    dialog = page.get_by_role("dialog")
    is_previewed(dialog)
    dialog.get_by_role("button", name=WORDS("share.copy")).click()
    expect(dialog.get_by_text(WORDS("share.copied"))).to_be_visible()
    assert page.evaluate("async () => (await navigator.clipboard.read())[0].types") == ["image/png"]
    dialog.get_by_role("radio", name=WORDS("share.gif")).check()
    expect(dialog.get_by_role("button", name=WORDS("share.copy"))).to_be_hidden()  # browsers take pictures alone
    is_previewed(dialog)
    dialog.get_by_role("button", name=WORDS("share.send")).click()
    until(page, lambda: page.evaluate("window.shared") == ["tsuro-game.gif", "image/gif"], "the share sheet")
    with page.expect_download() as saved:
        dialog.get_by_role("link", name=WORDS("download.record")).click()
    assert saved.value.suggested_filename == "tsuro-game.tsuro"
    assert saved.value.path().read_text(encoding="utf-8") == _short_record()


_SHARE_SHEET = """
navigator.canShare = () => true;
navigator.share = async ({ files: [file] }) => (window.shared = [file.name, file.type]);
"""  # the browser of the tests has none


def _short_record() -> str:
    match = Match(players=2, names=["Ana", "Rui"], seed=6)
    for action in ("mark c6n1", "mark f4e2", "play 3e", "play 21n"):
        match.submit(match.active, read_action(action))
    return write_text(match.record())


@pytest.mark.parametrize(
    ("record", "why"),
    [
        ("Nothing of the kind.", "refusal.not-a-record"),
        ("", "replay.empty"),
    ],
)
def test_a_bad_record_is_told_so_and_stays_to_be_corrected(record: str, why: str, visitors: Visitors) -> None:
    visitors.excuse("/api/replays")
    page = visitors.come("/replay")
    field = page.get_by_label(WORDS("replay.record"))
    field.fill(record)
    _press(page, "replay.open")
    expect(page.get_by_role("alert")).to_contain_text(WORDS(why))
    expect(field).to_have_value(record)
    expect(field).to_be_focused()


def test_a_record_that_breaks_a_rule_is_told_so(visitors: Visitors) -> None:
    visitors.excuse("/api/replays")
    page, code = _with_a_finished_game(visitors)
    record = page.request.get(f"/api/tables/{code}/games/1/record").text()
    first, second = re.findall(r"mark (\w+)", record)[:2]
    page.goto("/replay")
    page.get_by_label(WORDS("replay.record")).fill(record.replace(f"mark {second}", f"mark {first}"))
    _press(page, "replay.open")
    expect(page.get_by_role("alert")).to_contain_text(WORDS("refusal.impossible-record"))


def test_the_dragon_weighs_every_placement_and_each_can_be_looked_at(visitors: Visitors) -> None:
    page, code = _with_a_finished_game(visitors)
    page.goto(f"/table/{code}/replay/1?move=2")
    _press(page, "replay.ask")
    choices = page.locator(".replay-choice")
    expect(choices.first).to_be_visible()
    frame = page.request.get(f"/api/tables/{code}/games/1/replay").json()["frames"][2]
    allowed = {preview["action"] for preview in frame["own"]["previews"] if preview["refused"] is None}
    assert set(choices.evaluate_all("all => all.map((choice) => choice.dataset.action)")) == allowed
    assert all(re.search(r"\d+\s?%", text) for text in choices.all_inner_texts())
    expect(page.locator(".replay-sign.is-best")).to_have_count(1)
    expect(page.get_by_text(WORDS("replay.done"), exact=True)).to_have_count(1)
    choices.last.click()
    expect(choices.last).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".ghost")).to_be_visible()
    expect(page.locator(".ghost .ring, .ghost .cross, .ring, .cross").first).to_be_visible()
    page.keyboard.press("Escape")
    choices.last.click()
    page.get_by_role("heading", level=1).click()
    page.mouse.move(5, 5)
    expect(page.locator(".ghost")).to_have_count(0)


def test_play_from_here_leads_to_a_table_where_the_game_goes_on(visitors: Visitors) -> None:
    page, code = _with_a_finished_game(visitors)
    page.goto(f"/table/{code}/replay/1?move=4")
    frame = page.request.get(f"/api/tables/{code}/games/1/replay").json()["frames"][4]
    page.locator(".replay-practice summary").click()
    page.get_by_label(WORDS("replay.level")).select_option("wanderer")
    page.locator(".replay-practice").get_by_role("button", name=WORDS("replay.practice-play"), exact=True).click()
    page.wait_for_url("**/table/*")
    until(page, lambda: snapshot(page)["own"], "the game that goes on")
    told = snapshot(page)
    assert told["position"]["board"] == frame["position"]["board"]
    assert told["you"]["seats"] == [frame["position"]["active"]]
    before = len([face for face in told["position"]["board"] if face])
    expect(page.locator(".placed")).to_have_count(before)
    play_some(page.context, page.url.rsplit("/", 1)[1], most=1)
    until(page, lambda: page.locator(".placed").count() > before, "another tile on the board")


def test_while_a_game_runs_nobody_sees_more_of_it_than_at_the_table(visitors: Visitors) -> None:
    page, other = visitors.come(), visitors.come()
    code = sit_together([page.context, other.context])
    play_some_in_turn([page.context, other.context], code, 4)
    page.goto(f"/table/{code}/replay/1")
    expect(page.locator(".placed")).to_have_count(2)
    hidden = {str(tile) for tile in look(other.context, code)["own"][0]["hand"]}
    shown = page.locator(".replay-hands img, .replay-hands [role=img]").evaluate_all(
        "all => all.map((tile) => tile.getAttribute('aria-label') ?? '')"
    )
    assert not hidden & {number for text in shown for number in re.findall(r"\d+", text)}
    expect(page.get_by_role("button", name=WORDS("replay.ask"))).to_have_count(0)


def play_some_in_turn(people: list[BrowserContext], code: str, moves: int) -> None:
    for move in range(moves):
        play_some(people[move % len(people)], code, most=1)


def _with_a_finished_game(visitors: Visitors) -> tuple[Page, str]:
    page = visitors.come()
    code = sit_together([page.context] * 2)
    play_some(page.context, code)
    assert look(page.context, code)["table"]["phase"] == "over"
    return page, code


def _press(page: Page, key: str) -> None:
    page.get_by_role("button", name=WORDS(key), exact=True).click()


def _at(page: Page) -> int:
    return int(page.get_by_role("slider").input_value())


def _last(page: Page) -> int:
    return int(page.get_by_role("slider").get_attribute("max") or 0)


def _is_at(page: Page, move: int) -> None:
    """The slider, the address and the marked line all say so."""
    expect(page.get_by_role("slider")).to_have_value(str(move))
    expect(page.locator("[aria-current=step]")).to_contain_text(re.compile(rf"^{move}\D"))
    expect(page).to_have_url(re.compile(rf"move={move}$"))
