"""Playing by mouse and by hand: what a person does on the page, in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect
from tests.browser.visiting import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

__all__ = [
    "AGAIN",
    "act",
    "code_of",
    "into_a_game",
    "is_on_turn",
    "is_over",
    "is_previewed",
    "lift_curtain",
    "perform",
    "place_button",
    "play_to_the_end",
    "rematch_button",
    "snapshot",
    "start_against_bots",
    "turn_to",
    "until",
    "until_something_to_do",
]

AGAIN = 250  # milliseconds: what is pressed sooner after a move was pressed twice by mistake
MOST_GAMES = 5
MOST_MOVES = 60  # of one player in one game
TOO_OFTEN = 429
WAYS = 4 * 3  # to place a tile: four turns of three tiles


def start_against_bots(page: Page, bots: int = 3) -> str:
    """Two clicks on the start page, unless another number of bots is wanted; returns the code of the table."""
    page.get_by_role("button", name="Against bots").click()
    number = page.get_by_role("radio", name=str(bots), exact=True)
    if not number.is_checked():
        number.check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/table/*")
    return code_of(page)


def into_a_game(page: Page) -> None:
    """Against one bot, up to the visitor's first tile; again if the bot's first tile has ended it all."""
    start_against_bots(page, bots=1)
    for _ in range(MOST_GAMES):
        until_something_to_do(page)
        act(page)
        until_something_to_do(page)
        if not is_over(page):
            return
        rematch_button(page).click()
        expect(rematch_button(page)).to_have_count(0)
    raise AssertionError("no game goes on beyond the first tile")


def code_of(page: Page) -> str:
    found = re.search(r"/table/([\w-]+)", page.url)
    assert found, page.url
    return found[1]


def snapshot(page: Page) -> dict[str, Any]:
    """What the server shows this visitor of the table."""
    answer = page.request.get(f"/api/tables/{code_of(page)}", max_retries=3)  # a line kept open may just be closed
    if answer.status == TOO_OFTEN:
        page.wait_for_timeout(500)
        return snapshot(page)
    told: dict[str, Any] = answer.json()
    return told


def until(page: Page, condition: Callable[[], object], what: str) -> None:
    """Look again and again. (The page's content policy does not let the browser do it.)"""
    for _ in range(PATIENCE // 50):
        if condition():
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"waited for nothing: {what}")


def rematch_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Play again")


def place_button(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile(r"^(Place|Start here|Sending…)$"))


def until_something_to_do(page: Page) -> None:
    """Wait until it is this visitor's turn, with its last move answered as far as the page knows; or the end."""
    until(page, lambda: _knows_its_turn(page) or is_over(page), "a turn, or the end")


def _knows_its_turn(page: Page) -> bool:
    is_sending = page.get_by_role("button", name="Sending…").count() > 0
    is_moving = page.locator(".board.is-moving").count() > 0  # a press would only skip that
    return page.title().startswith("●") and not is_sending and not is_moving and is_on_turn(page)


def is_on_turn(page: Page) -> bool:
    """Whether the server waits for this visitor."""
    return any(own["on_turn"] for own in snapshot(page)["own"])


def is_over(page: Page) -> bool:
    return page.locator(".table.is-over, .end").count() > 0


def is_previewed(dialog: Locator) -> None:
    """What is to be shared is drawn, and seen."""
    expect(dialog.get_by_role("status").first).to_contain_text("Ready")
    picture = dialog.get_by_role("img", name="What will be shared")
    until(dialog.page, lambda: picture.evaluate("image => image.complete && image.naturalWidth"), "a preview")


def play_to_the_end(page: Page) -> int:
    """Play whatever is allowed until the game is over; returns the number of moves made."""
    for moves in range(MOST_MOVES):
        until_something_to_do(page)
        if is_over(page):
            expect(rematch_button(page)).to_be_visible()
            return moves
        act(page)
    raise AssertionError("the game does not end")


def act(page: Page) -> None:
    """Do something that is allowed, with the mouse."""
    phase, seq = _phase(page), snapshot(page)["seq"]
    if phase == "mark":
        _choose_some_mark(page)
    elif phase == "exchange":
        page.get_by_role("button", name="Keep my tiles").click()
    else:
        _place_some_tile(page)
    _wait_for_entry(page, seq + 1)


def lift_curtain(page: Page, name: str) -> None:
    """Around one screen: what the player does before anything else."""
    expect(page.locator(".curtain")).to_contain_text(f"{name}, it’s your turn")
    page.wait_for_timeout(AGAIN)
    page.get_by_role("button", name="Show my tiles").click()
    expect(page.locator(".curtain")).to_be_hidden()


def perform(page: Page, action: str) -> None:
    """Do just this, with the mouse: `mark c6n1`, `play 17e`, `exchange 4 for 8`."""
    until_something_to_do(page)
    kind, _, what = action.partition(" ")
    if kind == "mark":
        page.locator(f'.mark[data-action="{action}"]').click()
        place_button(page).click()
    elif kind == "play":
        turn_to(page, what)
        place_button(page).click()
    else:
        give, _, take = what.partition(" for ")
        page.get_by_role("button", name=f"Give tile {give}", exact=True).click()
        page.get_by_role("button", name=f"Take tile {take}", exact=True).click()
        page.get_by_role("button", name="Exchange 1 tile").click()


def _phase(page: Page) -> str:
    return str(snapshot(page)["position"]["phase"])


def _choose_some_mark(page: Page) -> None:
    """A third of the way round the board from whoever came before."""
    marks, others = page.locator(".mark"), page.locator(".board .marker").count()
    marks.first.wait_for()  # they appear when the players before have walked to theirs
    marks.nth((4 + 17 * others) % marks.count()).click()
    place_button(page).click()


def _place_some_tile(page: Page) -> None:
    page.wait_for_timeout(AGAIN)
    tiles, button = page.locator(".hand-tile"), place_button(page)
    for way in range(WAYS):
        if button.get_attribute("aria-disabled") != "true" and button.is_enabled():
            button.click()
            return
        if way % 4 == 3:
            tiles.nth((way // 4 + 1) % tiles.count()).click()
        else:
            page.get_by_role("button", name="Turn", exact=True).click()
    raise AssertionError("no way to place a tile is allowed")


def turn_to(page: Page, face: str) -> None:
    """Select a tile of the hand and turn it, with the mouse, until it lies like this: `17e`."""
    tile = page.locator(f'.hand-tile[data-tile="{face[:-1]}"]')
    if tile.get_attribute("aria-pressed") != "true":
        tile.click()
    for _ in range(4):
        if tile.get_attribute("data-face") == face:
            return
        page.get_by_role("button", name="Turn", exact=True).click()
    raise AssertionError(f"the tile cannot be turned to {face}")


def _wait_for_entry(page: Page, seq: int) -> None:
    """Wait until the server has taken the move."""
    until(page, lambda: snapshot(page)["seq"] >= seq, "that the move is taken")
