"""Every screen of the page, and the way there: for tests and scripts that check, read or photograph all of them.

A route is a function that goes somewhere and stops at each screen on its way. The server must deal the tiles of
`game_with_everything`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from playwright.sync_api import expect
from tests.browser.arranging import LANGUAGES, NAMES, Words, ask, look, make_table, play, sit_together
from tests.browser.scripted import game_with_everything
from tests.browser.visiting import Visitors
from tests.server_process.harness import Server
from tests.server_process.stacked import stacked

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page

__all__ = ["LOCALES", "ROUTES", "WITH_A_CHOICE", "Stop", "Tour", "tour_server", "turn_to"]

LOCALES = {code: Words(code).tag for code in LANGUAGES}
"""The languages of the page, and a browser that speaks each."""

WITH_A_CHOICE = 27  # moves: the next player may place most tiles in several ways, and some not at all
BEFORE_THE_EXCHANGE = 30  # moves: the next one eliminates somebody
EXCHANGER, OTHER, ELIMINATED = 0, 1, 2

Stop: TypeAlias = "tuple[str, Page]"


@contextmanager
def tour_server(folder: Path) -> Iterator[Server]:
    order = folder / "order"
    order.write_bytes(game_with_everything().order)
    patient = ("--limit", "requests-per-second=2000")  # all visitors come from one address
    with Server(folder, *patient, command=stacked(order)) as server:
        yield server


@dataclass(frozen=True)
class Tour:
    """A visitor who sees all of the page, in a language."""

    visitors: Visitors
    words: Words

    def come(self, path: str = "/", *, text: bool = False, **options: Any) -> Page:
        """A page in a new profile, of somebody who likes the board, or words."""
        options = {"locale": LOCALES[self.words.language], **options}
        if text:
            options["storage_state"] = settings_of(self.visitors.url, '{"text": true}')
        return self.visitors.come(path, **options)

    def people(self, number: int) -> list[BrowserContext]:
        """Guests who have no page yet, but are known to the server."""
        return [self.visitors.guest(locale=LOCALES[self.words.language]) for _ in range(number)]

    def button(self, page: Page | Locator, key: str, **values: object) -> Locator:
        return page.get_by_role("button", name=self.words(key, **values), exact=True)

    def see(self, page: Page, key: str, **values: object) -> None:
        expect(page.get_by_text(self.words(key, **values)).first).to_be_visible()


def settings_of(url: str, choices: str) -> dict[str, Any]:
    """A profile in which these settings were chosen before."""
    return {
        "cookies": [],
        "origins": [{"origin": url, "localStorage": [{"name": "tsuro.settings", "value": choices}]}],
    }


def starting(tour: Tour) -> Iterator[Stop]:
    """The start page, with each way in unfolded; and the settings."""
    page = tour.come()
    yield "start", page
    for name in ("one-screen", "against-bots", "with-friends"):
        page.get_by_role("button", name=re.compile(re.escape(tour.words(f"start.{name}")))).click()
        yield f"start-{name}", page
    page.locator(".door.is-open summary").click()
    page.locator(".door.is-open").get_by_label(re.compile(tour.words("options.clock-turn"))).check()
    yield "start-more-choices", page
    page.locator("[data-settings]").click()
    page.locator(".sample").last.wait_for()  # the dialog is fetched first
    yield "settings", page


def gathering(tour: Tour) -> Iterator[Stop]:
    """A table that waits for players, as the host and as a guest see it."""
    host = tour.come()
    code = make_table(host.context, seats=4, first="oldest")
    ask(host.context, code, "sit", seat=0, name=NAMES[0])
    ask(host.context, code, "add-bot", seat=2, bot="guardian")
    host.goto(f"/table/{code}")
    expect(host.locator(".seat.is-own")).to_be_visible()
    yield "gather-host", host
    tour.button(host, "gather.edit", name=NAMES[0]).click()
    yield "gather-own-marker", host
    tour.button(host, "gather.cancel").click()
    tour.button(host, "gather.change-options").click()
    yield "gather-options", host
    guest = tour.come(f"/table/{code}")
    expect(guest.locator(".seat")).to_have_count(4)
    yield "gather-guest", guest


def meeting(tour: Tour) -> Iterator[Stop]:
    """The lobby: with nobody else in it, with tables and games; and a table that starts by itself."""
    page = tour.come("/lobby")
    tour.see(page, "lobby.alone")
    yield "lobby-empty", page
    host, player = tour.people(2)
    seats = [{"kind": "person", "name": NAMES[1]}, {"kind": "empty"}, {"kind": "empty"}]
    clock = {"kind": "bank", "seconds": 300, "increment": 5}
    tour.visitors.open(host, f"/table/{make_table(host, seats=seats, clock=clock, edition='classic', open=True)}")
    bots = [{"kind": "person", "name": NAMES[2]}, *[{"kind": "bot", "bot": "apprentice"}] * 2]
    tour.visitors.open(player, f"/table/{make_table(player, seats=bots, start=True, open=True)}")
    other = tour.come("/lobby")
    tour.button(other, "lobby.play-now").click()
    expect(page.locator(".lobby-row")).to_have_count(3)
    yield "lobby", page
    tour.button(page, "lobby.play-now").click()
    expect(page.locator(".seat.is-own")).to_be_visible()
    yield "gather-countdown", page


def playing(tour: Tour) -> Iterator[Stop]:
    """A game for three on three devices, from the start marks to the end."""
    people, script = tour.people(3), game_with_everything()
    code = sit_together(people, edition="classic")
    page, other, out = (tour.visitors.open(person, f"/table/{code}") for person in people)
    expect(page.locator(".mark")).to_have_count(48)
    page.locator(".mark").nth(5).click()
    yield "play-start-marks", page
    play(people, code, script, range(WITH_A_CHOICE))
    expect(page.locator(".placed")).to_have_count(WITH_A_CHOICE - 3)
    yield from _ghosts(tour, page, people[EXCHANGER], code)
    play(people, code, script, range(WITH_A_CHOICE, WITH_A_CHOICE + 1))
    tour.see(page, "play.others-turn", name=NAMES[OTHER])
    yield "play-waiting", page
    other.close()
    tour.see(page, "players.vote-soon")
    yield "play-away", page
    play(people, code, script, range(WITH_A_CHOICE + 1, BEFORE_THE_EXCHANGE + 1))
    tour.see(page, "play.your-turn-exchange")
    page.locator(".exchange-tile").first.click()
    yield "play-exchange", page
    tour.see(out, "play.out-watch")
    yield "play-eliminated", out
    play(people, code, script, range(BEFORE_THE_EXCHANGE + 1, len(script.moves)))
    expect(page.locator(".end")).to_be_visible()
    yield "end", page
    for summary in page.locator(".end summary").all():
        summary.click()
    yield "end-unfolded", page


def _ghosts(tour: Tour, page: Page, person: BrowserContext, code: str) -> Iterator[Stop]:
    [own] = look(person, code)["own"]
    by_length = sorted(own["previews"], key=_length)
    allowed = [preview["action"] for preview in by_length if preview["refused"] is None]
    refused = [preview["action"] for preview in by_length if preview["refused"] is not None]
    turn_to(page, allowed[-1].removeprefix("play "))
    expect(page.locator(".ghost")).to_be_visible()
    yield "play-ghost", page
    yield from _other_boards(tour, page)
    turn_to(page, refused[-1].removeprefix("play "))
    yield "play-ghost-refused", page
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()
    yield "play-keys", page
    page.keyboard.press("Escape")
    tour.button(page, "play.leave").click()
    yield "play-leave", page
    tour.button(page.locator("dialog"), "play.stay").click()


def _other_boards(tour: Tour, page: Page) -> Iterator[Stop]:
    """The same on the other boards, chosen while playing."""
    for board in ("washi", "garden", "lacquer"):
        page.locator("[data-settings]").click()
        page.get_by_label(tour.words(f"settings.board-{board}")).check()
        page.keyboard.press("Escape")
        expect(page.locator(f'.board[data-board="{board}"] .ghost')).to_be_visible()
        if board != "lacquer":
            yield f"play-{board}", page


def _length(preview: dict[str, Any]) -> tuple[bool, int]:
    """How long its walks are; one that takes somebody out counts as short."""
    walks = preview["walks"]
    return all(walk["end"] is not None for walk in walks), sum(len(walk["points"]) for walk in walks)


def turn_to(page: Page, face: str) -> None:
    """Select a tile and turn it until it lies like this, whatever the button is called."""
    tile = page.locator(f'.hand-tile[data-tile="{face[:-1]}"]')
    if tile.get_attribute("aria-pressed") != "true":
        tile.click()
    while tile.get_attribute("data-face") != face:
        page.locator(".controls .turn").click()


def practising(tour: Tour) -> Iterator[Stop]:
    """Against bots, with a hint; then at the start page, to go on with it."""
    page = tour.come()
    person, code = page.context, _with_bots(page.context)
    page.goto(f"/table/{code}")
    expect(page.locator(".mark").first).to_be_visible()
    mark = look(person, code)["own"][0]["marks"][20]["action"]
    ask(person, code, "move", seat=0, action=mark, seq=look(person, code)["seq"])
    tour.see(page, "play.your-turn-place")
    tour.button(page, "hint.ask").click()
    expect(page.locator(".outlook")).to_contain_text("%")
    yield "play-hint", page
    page.goto("/")
    expect(page.locator(".continue")).to_be_visible()
    yield "start-continue", page


def _with_bots(person: BrowserContext) -> str:
    code = make_table(person, seats=8, first="chosen")
    ask(person, code, "sit", seat=0, name=NAMES[0])
    for seat in range(1, 8):
        ask(person, code, "add-bot", seat=seat, bot="wanderer")
    ask(person, code, "choose-first", seat=0)
    ask(person, code, "start")
    return code


def around_one_screen(tour: Tour) -> Iterator[Stop]:
    """Two who share a device, with the board and in words."""
    for text in (False, True):
        page = tour.come(text=text)
        code = sit_together([page.context] * 2)
        page.goto(f"/table/{code}")
        if text:
            tour.button(page, "text.lift", name=NAMES[0]).wait_for()
            yield "text-curtain", page
        else:
            tour.button(page, "curtain.lift").wait_for()
            yield "play-curtain", page


def in_words(tour: Tour) -> Iterator[Stop]:
    """The game for three in words."""
    [page], others, script = [tour.come(text=True)], tour.people(2), game_with_everything()
    people = [page.context, *others]
    code = sit_together(people, edition="classic")
    page.goto(f"/table/{code}")
    expect(page.get_by_role("combobox")).to_be_visible()
    yield "text-start-marks", page
    play(people, code, script, range(BEFORE_THE_EXCHANGE))
    expect(page.locator(".text-options button").first).to_be_visible()
    yield "text-play", page
    play(people, code, script, range(BEFORE_THE_EXCHANGE, BEFORE_THE_EXCHANGE + 1))
    tour.button(page, "text.exchange").wait_for()
    yield "text-exchange", page
    play(people, code, script, range(BEFORE_THE_EXCHANGE + 1, len(script.moves)))
    expect(page.locator(".end")).to_be_visible()
    yield "text-end", page
    page.goto(f"/table/{code}/replay/1?move=31")
    expect(page.locator(".replay-squares")).to_be_visible()
    yield "text-replay", page


def replaying(tour: Tour) -> Iterator[Stop]:
    """A finished game played again, with the dragon's opinion; and a record that is brought."""
    page, script = tour.come(), game_with_everything()
    people = [page.context] * 3
    code = sit_together(people, edition="classic")
    play(people, code, script, range(len(script.moves)))
    page.goto(f"/table/{code}/replay/1?move=27")
    expect(page.locator(".placed")).to_have_count(24)
    yield "replay", page
    page.goto("/replay")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    yield "replay-open", page
    tour.button(page, "replay.example").click()
    page.locator(".replay-move").nth(8).click()
    tour.button(page, "replay.ask").click()
    page.locator(".replay-choice").first.click()
    expect(page.locator(".ghost")).to_be_visible()
    page.locator(".replay-practice summary").click()
    page.locator('.replay-chooser [data-panel="advice"]').dispatch_event(
        "click"
    )  # where there is room for one panel only
    yield "replay-advice", page
    tour.button(page, "replay.another").click()
    tour.visitors.excuse("/api/replays")
    page.get_by_label(tour.words("replay.record")).fill("tsuro record 1\nedition: modern\n")
    tour.button(page, "replay.open").click()
    expect(page.locator(".replay-problem .problem")).to_be_visible()
    yield "replay-problem", page


def learning(tour: Tour) -> Iterator[Stop]:
    """The lesson step by step, and in words."""
    page = tour.come("/learn")
    for number in range(1, 11):
        tour.see(page, "learn.progress", step=number, steps=10)
        yield f"learn-{number}", page
        if number == 10:
            break
        go_on = tour.button(page, "learn.next").or_(tour.button(page, "learn.skip-step"))
        go_on.click()
    page = tour.come("/learn", text=True)
    tour.see(page, "learn.progress", step=1, steps=10)
    tour.button(page, "learn.next").click()
    tour.button(page, "learn.skip-step").click()
    tour.see(page, "learn.progress", step=3, steps=10)
    yield "text-learn", page


def reading(tour: Tour) -> Iterator[Stop]:
    """The rules."""
    page = tour.come("/rules")
    expect(page.locator(".rule").first).to_be_visible()
    yield "rules", page
    page.get_by_role("searchbox").fill("dra")
    expect(page.locator("mark").first).to_be_visible()
    yield "rules-search", page


def going_wrong(tour: Tour) -> Iterator[Stop]:
    """What is shown when something is not there."""
    tour.visitors.excuse("no-such-table", "404", "Unexpected response code")
    tour.visitors.excuse("closed before the connection is established")  # the table is gone, and the page gives up
    page = tour.come("/hand-over/nothing")
    yield "hand-over", page
    tour.button(page, "handover.take").click()
    expect(page.locator(".problem")).not_to_be_empty()
    yield "hand-over-used", page
    page.goto("/table/nothing")
    tour.see(page, "table.gone")
    yield "gone", page
    page.goto("/nothing")
    tour.see(page, "missing.title")
    yield "missing", page
    page.goto("/offline.html")
    yield "offline", page


ROUTES: dict[str, Callable[[Tour], Iterator[Stop]]] = {
    route.__name__: route
    for route in (
        starting,
        gathering,
        meeting,
        playing,
        practising,
        around_one_screen,
        in_words,
        replaying,
        learning,
        reading,
        going_wrong,
    )
}
