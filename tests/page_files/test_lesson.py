"""The lesson of the page is the worked example of the rules, as the server would tell it."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from tsuro.web import PAGE

ROOT = Path(__file__).parents[2]
LESSON: dict[str, Any] = json.loads((PAGE / "generated" / "lesson.json").read_text(encoding="utf-8"))


def test_the_lesson_is_up_to_date() -> None:
    written = runpy.run_path(str(ROOT / "scripts" / "lesson.py"))["text"]()
    assert (PAGE / "generated" / "lesson.json").read_text(encoding="utf-8") == written


def test_the_lesson_is_small() -> None:
    assert (PAGE / "generated" / "lesson.json").stat().st_size < 60_000


@pytest.mark.parametrize(
    ("number", "what"), [(2, "marks"), (5, "previews"), (8, "previews"), (11, "previews"), (12, "offer")]
)
def test_the_learner_can_choose_what_the_record_tells(number: int, what: str) -> None:
    own, done = LESSON["frames"][number]["own"], LESSON["frames"][number + 1]
    assert own[what]
    assert done["seat"] == LESSON["you"]
    if what != "offer":
        allowed = [choice["action"] for choice in own[what] if not choice.get("refused")]
        assert done["action"] in allowed


def test_the_learner_sees_no_other_tiles() -> None:
    drawn = [event for frame in LESSON["frames"] for event in frame["events"] if event["type"] == "tile-drawn"]
    assert all((event["tile"] == 0) == (event["seat"] != LESSON["you"]) for event in drawn)
    assert all(frame["own"] is None or frame["own"]["seat"] == LESSON["you"] for frame in LESSON["frames"])


def test_every_exchange_leads_to_a_hand_of_three() -> None:
    assert len(LESSON["exchanges"]) == 10
    assert all(len(exchange["hand"]) == 3 for exchange in LESSON["exchanges"])
    assert LESSON["frames"][13]["action"] in [exchange["action"] for exchange in LESSON["exchanges"]]


def test_the_corner_of_the_worked_example_is_closed_when_the_lesson_says_so() -> None:
    assert LESSON["frames"][9]["position"]["closed"] == [30]


def test_the_last_placement_of_the_lesson_eliminates_one_opponent() -> None:
    assert LESSON["frames"][12]["position"]["out"] == [[0]]
