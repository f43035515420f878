"""The lesson: whoever makes its moves comes to the end; whoever makes others is told kindly."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from tests.browser.arranging import Words
from tests.browser.playing import turn_to
from tests.browser.tour import LOCALES, settings_of
from tests.browser.visiting import PHONE, Visitors

from tsuro.web import PAGE

if TYPE_CHECKING:
    from playwright.sync_api import Page

WORDS = Words("en")
LESSON: dict[str, Any] = json.loads((PAGE / "generated" / "lesson.json").read_text(encoding="utf-8"))
STEPS = {1: None, 2: 2, 3: 5, 4: None, 5: 8, 6: None, 7: 11, 8: 12, 9: None}
"""Which moment of the worked example asks the learner for a move, by step."""
KIND = re.compile("^(That would work, too|Safe, too|This leads to the edge)")


def _wanted(step: int) -> str | None:
    moment = STEPS[step]
    return None if moment is None else str(LESSON["frames"][moment + 1]["action"])


@pytest.mark.parametrize("where", ["desktop", "phone"])
def test_the_lesson_is_played_to_its_end_by_its_own_moves(where: str, visitors: Visitors) -> None:
    options: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if where == "phone" else {}
    page = visitors.come("/learn", **options)
    for step in STEPS:
        _is_at_step(page, step)
        _do(page, _wanted(step))
    _is_at_step(page, 10)
    page.get_by_role("link", name=WORDS("learn.play-bots")).click()
    expect(page.get_by_role("button", name=WORDS("start.play"), exact=True)).to_be_visible()


def test_whoever_only_presses_what_is_outlined_comes_to_the_end(visitors: Visitors) -> None:
    page = visitors.come("/learn")
    expect(page.locator(".learn-words")).to_contain_text("Stay on the board longest.")
    expect(page.locator(".learn-edition")).to_have_text(WORDS("learn.goal.edition"))
    presses = {2: 2, 3: 3, 5: 3, 7: 5, 8: 3}  # a tile or mark first, turns, then the button; elsewhere: Next
    for step in STEPS:
        _is_at_step(page, step)
        for _ in range(presses.get(step, 1)):
            expect(page.locator("[data-pointed]")).to_have_count(1)
            expect(page.locator(".learn-point")).not_to_be_empty()
            page.locator("[data-pointed]").click()
    _is_at_step(page, 10)
    expect(page.get_by_role("link", name=WORDS("learn.play-bots"))).to_have_attribute("data-pointed", "")


def test_the_lesson_is_played_by_keyboard_alone(visitors: Visitors) -> None:
    page = visitors.come("/learn")
    for step in STEPS:
        _is_at_step(page, step)
        _press_keys(page, _wanted(step))
    _is_at_step(page, 10)
    assert page.evaluate("document.activeElement !== document.body")


def _press_keys(page: Page, action: str | None) -> None:
    if action is None:
        page.keyboard.press("Enter")
    elif action.startswith("play"):
        face = action.split()[1]
        hand = [tile.get_attribute("data-tile") for tile in page.locator(".hand-tile").all()]
        page.keyboard.press(str(hand.index(face[:-1]) + 1))
        selected = page.locator('.hand-tile[aria-pressed="true"]')
        for _ in range(4):
            if selected.get_attribute("data-face") == face:
                break
            page.keyboard.press("r")
        page.keyboard.press("Enter")
    elif action.startswith("mark"):
        page.locator(f'.mark[data-action="{action}"]').press("Enter")
        page.get_by_role("button", name=WORDS("play.start-here")).press("Enter")
    else:
        page.get_by_role("button", name=WORDS("exchange.keep")).press("Enter")


def test_the_lesson_in_words(visitors: Visitors) -> None:
    page = visitors.come("/learn", storage_state=settings_of(visitors.url, '{"text": true}'))
    for step in STEPS:
        _is_at_step(page, step)
        wanted = _wanted(step)
        if wanted is None:
            page.get_by_role("button", name=WORDS("learn.next")).click()
        else:
            page.get_by_role("button", name=WORDS("learn.skip-step")).click()
        expect(page.locator(".learn-words h2")).to_be_focused()
    _is_at_step(page, 10)


def test_another_move_gets_a_kind_hint_and_the_second_time_the_right_one_is_laid_out(visitors: Visitors) -> None:
    page = visitors.come("/learn")
    _do(page, None)
    _is_at_step(page, 2)
    page.locator(f'.mark:not([data-action="{_wanted(2)}"])').first.click()
    page.get_by_role("button", name=WORDS("play.start-here")).click()
    expect(page.locator(".learn-news")).to_have_text(WORDS("learn.wrong.mark"))
    page.get_by_role("button", name=WORDS("play.start-here")).click()
    _is_at_step(page, 3)
    wanted = (_wanted(3) or "").split()[1]
    previews = [
        preview for preview in LESSON["frames"][5]["own"]["previews"] if not preview["action"].endswith(wanted)
    ]
    for preview in sorted(previews, key=lambda preview: preview["refused"] is not None)[:2]:
        turn_to(page, preview["action"].split()[1])
        page.get_by_role("button", name=WORDS("play.place")).press("Enter")
        expect(page.locator(".learn-news")).to_have_text(KIND)
        _is_at_step(page, 3)
    expect(page.locator(".learn-news")).to_contain_text(WORDS("learn.wrong.shown"))
    page.get_by_role("button", name=WORDS("play.place")).click()
    _is_at_step(page, 4)


def test_a_way_to_the_edge_is_refused_in_words(visitors: Visitors) -> None:
    page = visitors.come("/learn")
    for step in (1, 2, 3, 4):
        _is_at_step(page, step)
        _do(page, _wanted(step))
    _is_at_step(page, 5)
    own = LESSON["frames"][8]["own"]
    refused = next(preview["action"].split()[1] for preview in own["previews"] if preview["refused"])
    turn_to(page, refused)
    expect(page.locator(".learn-news")).to_have_text(WORDS("learn.wrong.edge"))
    expect(page.get_by_role("button", name=WORDS("play.place"))).to_have_attribute("aria-disabled", "true")


def test_a_reload_goes_on_where_the_learner_was(visitors: Visitors) -> None:
    page = visitors.come("/learn")
    for step in (1, 2):
        _is_at_step(page, step)
        _do(page, _wanted(step))
    _is_at_step(page, 3)
    page.reload()
    _is_at_step(page, 3)
    page.get_by_role("button", name=WORDS("learn.back")).click()
    _is_at_step(page, 2)


@pytest.mark.parametrize("language", [language for language in LOCALES if language != "en"])
def test_the_steps_are_there_in_every_language(language: str, visitors: Visitors) -> None:
    words = Words(language)
    page = visitors.come("/learn", locale=LOCALES[language])
    titles = ["goal", "start", "place", "others", "edge", "closed", "push", "exchange", "draw", "win"]
    for step, title in enumerate(titles, 1):
        expect(page.locator(".learn-words h2")).to_have_text(words(f"learn.{title}.title"))
        expect(page.locator(".learn-words h2 + p")).to_have_text(words(f"learn.{title}.text"))
        if step < len(titles):
            key = "learn.next" if STEPS[step] is None else "learn.skip-step"
            page.get_by_role("button", name=words(key), exact=True).click()


def _do(page: Page, action: str | None) -> None:
    if action is None:
        page.get_by_role("button", name=WORDS("learn.next")).click()
    elif action.startswith("mark"):
        page.locator(f'.mark[data-action="{action}"]').click()
        page.get_by_role("button", name=WORDS("play.start-here")).click()
    elif action.startswith("play"):
        turn_to(page, action.split()[1])
        page.get_by_role("button", name=WORDS("play.place")).click()
    else:
        give, _, take = action.removeprefix("exchange ").partition(" for ")
        page.get_by_role("button", name=WORDS("exchange.give", tile=give), exact=True).click()
        page.get_by_role("button", name=WORDS("exchange.take", tile=take), exact=True).click()
        page.get_by_role("button", name=WORDS("exchange.go.one", count=1)).click()


def _is_at_step(page: Page, step: int) -> None:
    expect(page.get_by_text(WORDS("learn.progress", step=step, steps=10))).to_be_visible()
    expect(page.locator(".learn-screen[data-moving]")).to_have_count(0)
