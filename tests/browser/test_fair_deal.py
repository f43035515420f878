"""At the end of a game, each page says that the deal was fair, because it has checked."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.arranging import ask, look, make_table, some_action
from tests.browser.playing import until
from tests.browser.visiting import Visitors

CHECKED = "Fair deal, checked on this device"


def play_out(pages: list[Page], code: str) -> None:
    """To the end, without the pages; several may sit at one of them."""
    while (told := look(pages[0].context, code))["table"]["phase"] == "playing":
        for page in pages:
            own = next((own for own in look(page.context, code)["own"] if own["on_turn"]), None)
            if own is not None:
                action, seq = some_action(own), look(page.context, code)["seq"]
                ask(page.context, code, "move", seat=own["seat"], action=action, seq=seq)
    assert told["table"]["phase"] == "over"


def test_two_pages_seal_and_open_their_part_and_find_it_in_the_record(visitors: Visitors) -> None:
    host = visitors.come()
    code = make_table(host.context, seats=2)
    for page, name in ((host, "Ana"), (friend := visitors.come(), "Rui")):
        ask(page.context, code, "sit", seat=0 if page is host else 1, name=name)
        page.goto(f"{visitors.url}/table/{code}")
    until(host, lambda: all(seat["seal"] for seat in look(host.context, code)["table"]["seats"]), "two seals")
    host.get_by_role("button", name="Start the game").click()
    until(host, lambda: look(host.context, code)["table"]["phase"] == "playing", "the deal")
    play_out([host, friend], code)
    record = host.context.request.get(f"/api/tables/{code}/games/1/record").text()
    made = next(line for line in record.splitlines() if line.startswith("contributions: "))
    assert made.startswith("contributions: 1 ")
    assert ", 2 " in made
    assert "withheld" not in made
    for page in (host, friend):
        expect(page.get_by_text(CHECKED)).to_be_visible()
        page.reload()
        expect(page.get_by_text(CHECKED)).to_be_visible()  # what was contributed outlives the page
    watcher = visitors.come(f"/table/{code}")
    watcher.get_by_text("Was the deal fair?").click()
    expect(watcher.get_by_text("but not of this one")).to_be_visible()
    _play_again(host, friend, code)


def _play_again(host: Page, friend: Page, code: str) -> None:
    for page in (host, friend):
        page.get_by_role("button", name="Play again").click()
    until(host, lambda: look(host.context, code)["table"]["game"] == 2, "the second deal")
    play_out([host, friend], code)
    for page in (host, friend):
        expect(page.get_by_text(CHECKED)).to_be_visible()


def test_a_game_that_a_program_began_in_one_request_was_dealt_by_the_server_alone(visitors: Visitors) -> None:
    page = visitors.come()
    seats = [{"kind": "person", "name": "Ana"}, {"kind": "person", "name": "Rui"}]
    code = make_table(page.context, seats=seats, start=True)
    play_out([page], code)
    page.goto(f"{visitors.url}/table/{code}")
    page.get_by_text("Was the deal fair?").click()
    expect(page.get_by_text("the server dealt alone")).to_be_visible()
