"""The start page: three ways into a game, with everything else folded away."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from tests.browser.arranging import Words, ask, look, make_table, play_some, sit_together
from tests.browser.playing import code_of, snapshot, until
from tests.browser.visiting import Visitors

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Request

WORDS = Words("en")

CHOICES: list[tuple[str, dict[str, Any]]] = [
    ("option.bonus.name", {"edition": "modern+bonus"}),
    ("option.pass-the-pile.name", {"edition": "modern+pass-the-pile"}),
    ("option.no-ramming.name", {"edition": "modern+no-ramming"}),
    ("option.open-tiles.name", {"edition": "modern+open-tiles"}),
    ("option.longest-path.name", {"edition": "modern+longest-path"}),
    ("option.most-crossings.name", {"edition": "modern+most-crossings"}),
    ("edition.classic.name", {"edition": "classic"}),
    ("options.clock-turn", {"clock": {"kind": "turn", "seconds": 60}}),
    ("options.clock-bank", {"clock": {"kind": "bank", "seconds": 300, "increment": 5}}),
    ("options.clock-days", {"clock": {"kind": "days", "days": 2}}),
    ("options.first-listed", {"first": "chosen"}),
]


def test_two_clicks_lead_to_a_game_against_three_apprentices(visitors: Visitors) -> None:
    page = visitors.come()
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    _open(page, "start.against-bots")
    _press(page, "start.play")
    page.wait_for_url("**/table/*")
    code = page.url.rpartition("/")[2]
    made, begun = f"{visitors.url}/api/tables", f"{visitors.url}/api/tables/{code}/requests"
    assert posted == [made, begun], "the game begins when the server has committed to its part of the deal"
    told = snapshot(page)
    assert told["table"]["phase"] == "playing"
    assert [sits["bot"] for sits in told["table"]["seats"]] == [None, "apprentice", "apprentice", "apprentice"]
    options = told["table"]["options"]
    assert (options["edition"], options["clock"], options["first"]) == ("modern", {"kind": "none"}, "random")


def test_two_clicks_lead_to_a_game_around_one_screen(visitors: Visitors) -> None:
    page = visitors.come()
    _open(page, "start.one-screen")
    _press(page, "start.play")
    page.wait_for_url("**/table/*")
    told = snapshot(page)
    assert told["you"]["seats"] == [0, 1]
    names = [WORDS("start.player", number=number) for number in (1, 2)]
    assert [sits["name"] for sits in told["table"]["seats"]] == names


def test_two_clicks_lead_to_a_table_for_friends(visitors: Visitors) -> None:
    page = visitors.come()
    _open(page, "start.with-friends")
    _press(page, "start.make-table")
    page.wait_for_url("**/table/*")
    told = snapshot(page)
    assert told["table"]["phase"] == "gathering"
    assert [sits["kind"] for sits in told["table"]["seats"]] == ["person", "empty", "empty", "empty"]


@pytest.mark.parametrize(("choice", "leads_to"), CHOICES, ids=[choice for choice, _ in CHOICES])
def test_every_choice_that_is_folded_away_arrives_at_the_table(
    choice: str, leads_to: dict[str, Any], visitors: Visitors
) -> None:
    page = visitors.come("/#way-bots")
    visitors.excuse("Service Worker registration blocked")
    more = page.locator(".door.is-open details")
    expect(more.get_by_label(re.compile(WORDS(choice)))).to_be_hidden()
    more.locator("summary").click()
    more.locator("label.choice").filter(has_text=re.compile(f"^{WORDS(choice)}")).click()
    _press(page, "start.play")
    page.wait_for_url("**/table/*")
    options = snapshot(page)["table"]["options"]
    assert {name: options[name] for name in leads_to} == leads_to


def test_bots_names_levels_and_markers_arrive_at_the_table(visitors: Visitors) -> None:
    page = visitors.come("/#way-bots")
    door = page.locator(".door.is-open")
    door.get_by_label(WORDS("start.your-name")).fill("Ana")
    door.get_by_role("group", name=WORDS("start.bots"), exact=True).get_by_role("radio", name="2").check()
    door.get_by_role("radio", name=WORDS("level.wanderer")).check()
    expect(door.get_by_text(WORDS("level.wanderer.about"))).to_be_visible()
    door.locator("summary").click()
    door.get_by_role("radio", name=WORDS("marker.star")).check()
    _press(page, "start.play")
    page.wait_for_url("**/table/*")
    seats = snapshot(page)["table"]["seats"]
    assert (seats[0]["name"], seats[0]["marker"]) == ("Ana", "star")
    assert [sits["bot"] for sits in seats] == [None, "wanderer", "wanderer"]


def test_one_person_plays_all_the_markers(visitors: Visitors) -> None:
    page = visitors.come("/#way-screen")
    door = page.locator(".door.is-open")
    door.locator("summary").click()
    door.locator("label.choice").filter(has_text=re.compile(f"^{WORDS('option.solo.name')}")).click()
    _press(page, "start.play")
    page.wait_for_url("**/table/*")
    assert snapshot(page)["table"]["options"]["edition"] == "modern+solo"


def test_a_double_click_makes_one_table(visitors: Visitors) -> None:
    page = visitors.come("/#way-bots")
    made: list[str] = []
    page.on("request", lambda request: made.extend([request.url] if _is_making(request) else []))
    page.locator(".door.is-open").get_by_role("button", name=WORDS("start.play"), exact=True).dblclick()
    page.wait_for_url("**/table/*")
    expect(page.locator(".table")).to_be_visible()
    assert len(made) == 1


def test_what_goes_wrong_is_said_and_can_be_tried_again(visitors: Visitors) -> None:
    visitors.excuse("503", "Service Unavailable")
    page = visitors.come("/#way-bots")
    visitors.excuse("Service Worker registration blocked")
    full = json.dumps({"type": "problem", "code": "too-many-tables", "sentence": "full"})
    page.route(
        "**/api/tables", lambda route: route.fulfill(status=503, content_type="application/json", body=full)
    )
    _press(page, "start.play")
    expect(page.get_by_role("alert")).to_have_text(WORDS("refusal.too-many-tables"))
    page.unroute("**/api/tables")
    _press(page, "start.play")
    page.wait_for_url("**/table/*")


def test_games_that_were_begun_here_go_on_or_are_forgotten(visitors: Visitors) -> None:
    page = visitors.come()
    for name in ("Ana", "Rui"):
        code = make_table(page.context, seats=2)
        ask(page.context, code, "sit", seat=0, name=name)
        page.goto(f"/table/{code}")
        expect(page.locator(".seat.is-own")).to_contain_text(name)
    page.goto("/")
    visits = page.locator(".visit")
    expect(visits).to_have_count(2)
    expect(visits.first).to_contain_text("Rui")
    page.get_by_role("button", name=WORDS("start.forget", names="Rui")).click()
    expect(visits).to_have_count(1)
    page.reload()
    expect(visits).to_have_count(1)
    visits.first.click()
    expect(page.locator(".seat.is-own")).to_contain_text("Ana")
    assert code_of(page) != code


def test_solo_is_one_choice_away_and_its_score_is_seen_in_plans_and_replays(visitors: Visitors) -> None:
    page = visitors.come()
    _open(page, "start.against-bots")
    _door(page).get_by_label(WORDS("start.game"), exact=True).select_option("solo")
    expect(_door(page).get_by_role("group", name=WORDS("start.bots"))).to_be_hidden()
    _door(page).get_by_role("group", name=WORDS("start.markers")).get_by_label("2", exact=True).check()
    _press(page, "start.play")
    page.wait_for_url("**/table/*")
    code = code_of(page)
    play_some(page.context, code, most=2)  # both markers
    score = WORDS("players.solo", markers=2, tiles=1)
    expect(page.locator(".outlook")).to_contain_text(WORDS("play.score-then", score=score))
    play_some(page.context, code, most=1)
    expect(page.locator(".players-counts")).to_contain_text(score)
    page.goto(f"/table/{code}/replay/1")
    expect(page.locator(".replay-hands")).to_contain_text(score)


def test_a_rematch_that_others_began_is_found_again(visitors: Visitors) -> None:
    page, other = visitors.come("/rules"), visitors.come("/rules").context
    code = sit_together([page.context, other])
    while look(other, code)["table"]["phase"] != "over":
        for person in (page.context, other):
            play_some(person, code, most=1)
    page.goto(f"/table/{code}")
    expect(page.locator(".end")).to_be_visible()
    page.goto("/")
    page.wait_for_load_state("networkidle")
    expect(page.locator(".continue")).to_be_hidden()
    ask(other, code, "want-rematch")
    until(page, lambda: look(other, code)["table"]["game"] == 2, "the second deal")
    page.reload()
    page.locator(".visit").click()
    page.wait_for_url(f"**/table/{code}")


def test_a_table_that_is_gone_is_not_offered(visitors: Visitors) -> None:
    visitors.excuse("404")
    visit = {"code": "gone", "kind": "bots", "names": ["Ana"], "at": 1}
    kept = [{"name": "tsuro.tables", "value": json.dumps([visit])}]
    page = visitors.come(
        storage_state={"cookies": [], "origins": [{"origin": visitors.url, "localStorage": kept}]}
    )
    page.wait_for_load_state("networkidle")
    expect(page.locator(".continue")).to_be_hidden()
    assert page.evaluate("localStorage.getItem('tsuro.tables')") == "[]"


def _is_making(request: Request) -> bool:
    return request.method == "POST" and request.url.endswith("/api/tables")


def _open(page: Page, way: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{WORDS(way)}")).click()


def _press(page: Page, key: str) -> None:
    _door(page).get_by_role("button", name=WORDS(key), exact=True).click()


def _door(page: Page) -> Locator:
    return page.locator(".door.is-open")
