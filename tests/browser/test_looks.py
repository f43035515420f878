"""A game looks the same on the page and in the picture that the library draws of it: colours and coordinates."""

from __future__ import annotations

import json
import re
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from tests.browser.arranging import Words
from tests.browser.tour import settings_of
from tests.browser.visiting import Visitors

from tsuro.game.view import view
from tsuro.match import Match
from tsuro.record import write_text
from tsuro.render import draw
from tsuro.render.palettes import PALETTES
from tsuro.render.theme import material_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WORDS = Words("en")
PIECES = (
    "frame-shadow", "ground-edge", "grid", "grid-light", "start-marks", "tile-rim", "casing", "path",
    "bed", "colour", "cap-bed", "cap", "marker-shape", "cross-bed", "cross-arm", "newest",
)  # fmt: skip

MOVED = ("marker-shape", "cross-bed")  # what holds them says where they are

DRAWN = """([within, prefix, names, moved]) => Object.fromEntries(names.map((name) => {
  const found = [...document.querySelectorAll(`${within} :is(.${prefix}${name}, .${prefix}${name}-out)`)]
  const said = found.filter((piece) => piece.getAttribute("d") !== "").map((piece) => {
    const style = getComputedStyle(piece)
    const line = [style.stroke, style.strokeDasharray, style.strokeLinecap, style.strokeOpacity]
    const lines = style.stroke.startsWith("url") ? ["gold"] : style.stroke === "none" ? [] : line
    const where = ["d", "width", "height", "rx", "r", "cx", "cy"].map((key) => piece.getAttribute(key))
    const held = moved.includes(name) ? piece.parentElement.getAttribute("transform").replace(" scale(1)", "") : ""
    const filled = style.fill === "none" ? "" : [style.fill, style.fillOpacity]
    return JSON.stringify([where, held, filled, lines, style.stroke === "none" ? "" : style.strokeWidth])
  })
  return [name, [...new Set(said)].sort()]
}))"""


def _numbers(text: str) -> list[float]:
    """All numbers, and colours mixed by the browser as the whole numbers they are shown as."""
    mixed = re.sub(r"color\(srgb ([\d.]+) ([\d.]+) ([\d.]+)\)", _as_rgb, text)
    return [float(number) for number in re.findall(r"-?\d*\.?\d+", mixed)]


def _as_rgb(found: re.Match[str]) -> str:
    return f"rgb({', '.join(str(round(255 * float(part))) for part in found.groups())})"


def _sorted(pieces: list[str]) -> list[list[float]]:
    return sorted(_numbers(piece) for piece in pieces)


def _as_browsers_say(colour: str) -> str:
    return f"rgb({', '.join(str(part) for part in bytes.fromhex(colour[1:]))})"


def _bar_colour(page: Page) -> str:
    """Of the browser's own bar, by day and by night."""
    bars = page.locator("meta[name=theme-color]")
    for bar in bars.all():
        expect(bar).to_have_attribute("content", re.compile("^rgb"))
    (colour,) = set(bars.evaluate_all("(bars) => bars.map((bar) => bar.content)"))
    return str(colour)


def _played() -> Match:
    match, random = Match(players=8, seed=4), Random(4)
    while not match.is_over:
        match.submit(match.active, random.choice(match.legal_actions))
    return match


def _on_the_page(page: Page, record: str, pieces: list[str]) -> dict[str, Any]:
    page.get_by_label(WORDS("replay.record")).fill(record)
    page.get_by_role("button", name=WORDS("replay.open"), exact=True).click()
    expect(page.locator(".board .cross").first).to_be_visible()
    page.wait_for_timeout(600)  # what fades has faded
    drawn: dict[str, Any] = page.evaluate(DRAWN, [".board", "", pieces, list(MOVED)])
    return drawn


@pytest.mark.parametrize("theme", PALETTES)
def test_page_and_picture_draw_the_same(theme: str, visitors: Visitors, browser: Browser) -> None:
    match = _played()
    board, _, shade = theme.rpartition("-")
    chosen = {"theme": shade, "board": board or "lacquer"}
    page = visitors.come("/replay", storage_state=settings_of(visitors.url, json.dumps(chosen)))
    own = {*PIECES, *(piece.css for piece in material_of(theme).pieces if piece.css)}
    assert _numbers(_bar_colour(page)) == _numbers(_as_browsers_say(PALETTES[theme].ground))
    shown = _on_the_page(page, write_text(match.record()), sorted(own))
    picture = draw(view(match.state, None), theme=theme).svg
    beside = browser.new_page()
    beside.set_content(picture)
    (prefix,) = set(re.findall(r'class="(t[0-9a-f]{8}-)grid"', picture))
    drawn = beside.evaluate(DRAWN, ["svg", prefix, sorted(own), list(MOVED)])
    beside.close()
    for piece in own:
        assert drawn[piece], piece
        assert len(shown[piece]) == len(drawn[piece]), piece
        for one, other in zip(_sorted(shown[piece]), _sorted(drawn[piece]), strict=True):
            assert one == pytest.approx(other, abs=1.01 if max(one) > 100 else 0.11), piece
