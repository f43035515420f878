"""The report is one well-formed page that tells every number in words, too."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest
from tests.arena import contestants
from tests.arena.tournaments import APPRENTICE, WANDERER, held

from tsuro import START_MARKS
from tsuro.arena import Entrant, Result, write_report
from tsuro.arena.report.chances import from_corner
from tsuro.arena.report.svg import ticks
from tsuro.bots import Wanderer

VOID = {"meta"}


class Page(HTMLParser):
    """Notes what is there, and that every element ends where it should."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.ids: list[str] = []
        self.words = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.ids += [value or "" for key, value in attrs if key == "id"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


@cache
def result() -> Result:
    bots = [Entrant(name=f"monte-carlo:{number}", make=Wanderer) for number in (10, 100, 1000)]
    return held(*bots, Entrant(name="<b>&bad", make=contestants.Failing), players=4, games=40)


def test_the_page_is_well_formed_and_asks_nobody_for_anything() -> None:
    text = write_report(result())
    page = Page(text)
    assert page.open == []
    assert len(set(page.ids)) == len(page.ids)
    assert not {"script", "link", "img", "iframe"} & set(page.seen)
    assert not re.search(r"https?:|url\(|@import|src=", text)
    assert "prefers-color-scheme:dark" in text
    assert "<b>&bad" in page.words


def test_every_plot_is_well_formed_and_described() -> None:
    plots = re.findall(r"<svg.*?</svg>", write_report(result()), re.DOTALL)
    assert len(plots) == 6
    for plot in plots:
        drawn = ET.fromstring(plot)  # noqa: S314 -- written by ourselves
        title, description = drawn.find("title"), drawn.find("desc")
        assert title is not None
        assert description is not None
        assert title.text
        assert description.text
        assert drawn.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
        assert "nan" not in plot


def test_the_page_tells_all_there_is_to_tell() -> None:
    words = Page(write_report(result())).words
    for title in (
        "Standings",
        "Strength against playouts",
        "Win share by seat",
        "Win share by start mark",
        "Win share by distance from the corner",
        "Length of games",
        "Forfeits",
        "How to read this",
    ):
        assert title in words
    assert "ZeroDivisionError: a mistake in two lines" in words
    assert "40 games" in words
    assert "All games were played, as planned." in words


def test_without_playouts_and_forfeits_their_parts_are_left_out() -> None:
    text = write_report(held(APPRENTICE, WANDERER, games=200, all_games=False))
    assert "Strength against playouts" not in text
    assert "Forfeits</h2>" not in text
    assert "by a sequential test that errs in at most 5 % of tournaments: the order is certain" in text


@pytest.mark.parametrize("games", [1, 3])
def test_the_smallest_tournament_has_a_report(games: int) -> None:
    assert Page(write_report(held(games=games, all_games=False))).open == []


def test_start_marks_are_counted_from_the_nearest_corner() -> None:
    assert [from_corner(mark) for mark in START_MARKS[:12]] == [0, 1, 2, 3, 4, 5, 5, 4, 3, 2, 1, 0]


@pytest.mark.parametrize("high", [0.0, 0.013, 0.25, 0.5, 1.0, 7, 1000, 123456])
def test_ticks_are_few_and_reach_far_enough(high: float) -> None:
    numbers = [number for number, _ in ticks(high)]
    assert 2 <= len(numbers) <= 7
    assert numbers[0] == 0
    assert numbers[-1] >= high - 1e-9
