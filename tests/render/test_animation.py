"""Whole games as moving pictures: their times, their contents, and that a browser plays them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.browser.visiting import chromium

from tsuro import Match, Record, TsuroError
from tsuro.render import Picture, animate
from tsuro.render.sizes import TILE
from tsuro.render.theme import THEMES
from tsuro.render.timeline import HOLD, SETTLE, timeline
from tsuro.render.trail import trails

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SVG = "{http://www.w3.org/2000/svg}"


def game(players: int = 3, seed: int = 1) -> Record:
    match, random = Match(players=players, seed=seed), Random(seed)
    while not match.is_over:
        match.submit(match.active, random.choice(match.legal_actions))
    return match.record()


def _duration(picture: Picture) -> float:
    """The one duration that everything in the picture has."""
    (duration,) = set(re.findall(r"([\d.]+)s linear infinite", picture.svg))
    return float(duration)


@given(record=st.from_type(Record), theme=st.sampled_from(THEMES))
def test_every_record_gives_a_well_formed_animation(record: Record, theme: str) -> None:
    picture = animate(record, theme=theme)
    tree = ET.fromstring(picture.svg)  # noqa: S314 -- our own
    _, state = timeline(record, tiles_per_second=3)
    squares = [element for element in tree.iter() if "data-square" in element.attrib]
    markers = [element for element in tree.iter() if "data-marker" in element.attrib]
    assert len(squares) == state.tiles_placed
    assert len(markers) == sum(start is not None for start in state.starts)
    assert "<script" not in picture.svg
    ids = [element.attrib["id"] for element in tree.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    classes = {name for element in tree.iter() for name in element.get("class", "").split()}
    assert set(re.findall(r"@keyframes (\S+?)\{", picture.svg)) <= {*ids, *classes}


@given(record=st.from_type(Record), speed=st.sampled_from((1.5, 3.0, 8.0)))
def test_markers_walk_their_whole_trail_at_the_same_speed(record: Record, speed: float) -> None:
    times, state = timeline(record, tiles_per_second=speed)
    for trail in trails(state):
        legs = times.legs.get(trail.seat, [])
        assert sum(leg.end - leg.start for leg in legs) == pytest.approx(trail.length)
        for leg in legs:
            assert (leg.end - leg.start) / (leg.ends - leg.begins) == pytest.approx(speed * TILE, rel=0.01)


@given(record=st.from_type(Record))
def test_only_two_that_meet_walk_at_the_same_time(record: Record) -> None:
    times, _ = timeline(record, tiles_per_second=3)
    legs = sorted((leg.begins, leg.ends) for legs in times.legs.values() for leg in legs)
    for (begins, ends), (begins_next, ends_next) in pairwise(legs):
        assert begins_next >= ends or (begins, ends) == (begins_next, ends_next)


def test_the_duration_is_that_of_all_that_happens_and_a_rest() -> None:
    record = game()
    times, state = timeline(record, tiles_per_second=3)
    last = max(*times.out.values(), *(leg.ends for legs in times.legs.values() for leg in legs))
    assert _duration(animate(record)) == pytest.approx(times.duration, abs=0.01)
    assert last + HOLD < times.duration < last + HOLD + 1
    assert min(times.tiles.values()) >= max(times.placed.values())
    assert len(times.tiles) == state.tiles_placed


def test_twice_as_fast_halves_the_walking_only() -> None:
    record = game()
    slow, fast = (_duration(animate(record, tiles_per_second=speed)) for speed in (1.5, 3))
    walking = sum(trail.length for trail in trails(timeline(record, tiles_per_second=3)[1])) / TILE
    assert slow - fast == pytest.approx(walking / 1.5 - walking / 3, rel=0.15)


def test_a_marker_walks_only_once_the_tile_has_settled() -> None:
    times, _ = timeline(game(), tiles_per_second=3)
    begun = sorted(leg.begins for legs in times.legs.values() for leg in legs)
    for settled in sorted(times.tiles.values()):
        assert min(begins for begins in begun if begins > settled) >= settled + SETTLE - 1e-9


def test_the_same_record_gives_the_same_bytes() -> None:
    assert animate(game(4)).svg == animate(game(4)).svg


@pytest.mark.parametrize("speed", [0, -1, float("nan")])
def test_markers_must_walk(speed: float) -> None:
    with pytest.raises(TsuroError, match="tiles a second: choose more than 0"):
        animate(game(), tiles_per_second=speed)


def test_a_record_without_any_tile_is_a_picture_of_the_empty_board() -> None:
    record = Match(players=2, seed=1).record()
    assert "data-square" not in animate(record).svg


def test_names_are_written_as_text() -> None:
    record = Match(players=2, seed=1, names=("<b>&", "Rui")).record()
    description = ET.fromstring(animate(record).svg).findtext(f"{SVG}desc") or ""  # noqa: S314 -- our own
    assert "<b>& (circle), Rui (square)" in description


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Closed after these tests: others in this process have an event loop of their own."""
    with chromium() as browser:
        yield browser


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 640, "height": 640})
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    page.close()
    assert complaints == []


def _go_to(page: Page, seconds: float) -> None:
    page.evaluate("at => document.getAnimations().forEach(a => { a.pause(); a.currentTime = at * 1000 })", seconds)


def _marker_at(page: Page, seat: int) -> tuple[float, float]:
    box = page.locator(f'[data-marker="{seat + 1}"]').bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _opacity(page: Page, what: str) -> float:
    return float(page.locator(what).evaluate("element => getComputedStyle(element).opacity"))


@pytest.mark.slow
def test_a_browser_plays_it_by_itself(page: Page) -> None:
    page.set_content(animate(game(2), tiles_per_second=40).svg)
    assert page.evaluate("document.getAnimations().every(a => a.playState === 'running')")
    before = page.evaluate("document.getAnimations()[0].currentTime")
    page.wait_for_function(f"document.getAnimations()[0].currentTime > {before} + 50")


@pytest.mark.slow
def test_in_a_browser_markers_walk_from_start_to_end(page: Page) -> None:
    record = game(3)
    times, state = timeline(record, tiles_per_second=3)
    page.set_content(animate(record).svg)
    left, top = page.evaluate("(({x, y}) => [x, y])(document.querySelector('svg').getBoundingClientRect())")
    scale = page.evaluate("document.querySelector('svg').getScreenCTM().a")
    for trail in trails(state):
        legs = times.legs[trail.seat]
        for seconds, spot in ((legs[0].begins - 0.01, trail.start), (legs[-1].ends + 0.01, trail.end)):
            _go_to(page, seconds)
            x, y = _marker_at(page, trail.seat)
            # The box of a star or a triangle is not centred on where it stands.
            assert (x - left) / scale - 50 == pytest.approx(spot.x, abs=6)
            assert (y - top) / scale - 50 == pytest.approx(spot.y, abs=6)


@pytest.mark.slow
def test_in_a_browser_tiles_settle_and_the_eliminated_fade(page: Page) -> None:
    record = game(3)
    times, _ = timeline(record, tiles_per_second=3)
    page.set_content(animate(record).svg)
    square, settles = max(times.tiles.items(), key=lambda tile: tile[1])
    tile = f'[data-square="{"abcdef"[square % 6]}{6 - square // 6}"]'
    _go_to(page, settles - 0.01)
    assert _opacity(page, tile) == 0
    _go_to(page, settles + SETTLE + 0.01)
    assert _opacity(page, tile) == 1
    seat, out = next(iter(times.out.items()))
    marker = f':has(> [data-marker="{seat + 1}"])'
    _go_to(page, out - 0.01)
    assert _opacity(page, f"g{marker}") == 1
    _go_to(page, times.duration - 0.1)
    assert _opacity(page, f"g{marker}") == 0


@pytest.mark.slow
def test_a_path_grows_behind_its_marker(page: Page) -> None:
    record = game(3)
    times, _ = timeline(record, tiles_per_second=3)
    page.set_content(animate(record).svg)
    growing = page.locator("mask path").first
    seen = []
    for seconds in (0, times.legs[0][0].begins, times.legs[0][0].ends):
        _go_to(page, seconds)
        seen.append(growing.evaluate("element => parseFloat(getComputedStyle(element).strokeDashoffset)"))
    length = float(growing.get_attribute("pathLength") or 0)
    assert seen[0] == seen[1] == pytest.approx(length, abs=0.1)
    assert seen[2] < length - TILE / 3


_LAID_OUT = """() => [...document.querySelectorAll("svg :is(g[id], path[id], [class*=fade])")].map(element => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const { opacity, strokeWidth, stroke, fill } = getComputedStyle(element)
    const numbers = [x, y, width, height, opacity, parseFloat(strokeWidth)]
    return [...numbers.map(value => Math.round(value * 10) / 10), stroke, fill]
})"""


@pytest.mark.slow
def test_who_wants_less_motion_sees_the_final_position_still(page: Page) -> None:
    record = game(3)
    times, state = timeline(record, tiles_per_second=3)
    page.emulate_media(reduced_motion="reduce")
    page.set_content(animate(record).svg)
    assert page.evaluate("document.getAnimations().length") == 0
    still = page.evaluate(_LAID_OUT)
    page.emulate_media(reduced_motion="no-preference")
    _go_to(page, times.duration - 0.1)
    assert page.evaluate("document.getAnimations().length") > state.tiles_placed
    assert page.evaluate(_LAID_OUT) == [pytest.approx(box, abs=0.21) for box in still]


@pytest.mark.slow
def test_two_pictures_in_one_page_do_not_disturb_each_other(page: Page) -> None:
    light, dark = animate(game(2)), animate(game(2), theme="dark")
    colour = "svg => getComputedStyle(svg.querySelector('rect[class$=around]')).fill"
    page.set_content(light.svg + dark.svg)
    shown = [page.locator("svg").nth(i).evaluate(colour) for i in range(2)]
    assert shown == ["rgb(236, 228, 212)", "rgb(20, 17, 15)"]


@pytest.mark.slow
def test_auto_follows_what_the_system_asks_for(page: Page) -> None:
    page.set_content(animate(game(2), theme="auto").svg)
    colour = "svg => getComputedStyle(svg.querySelector('rect[class$=around]')).fill"
    shown = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        shown.append(page.locator("svg").evaluate(colour))
    assert shown == ["rgb(236, 228, 212)", "rgb(20, 17, 15)"]
