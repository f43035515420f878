"""The pictures of the documentation are those that the library draws today."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from tsuro.render import Picture

ROOT = Path(__file__).parents[1]
DRAWN: dict[str, Picture] = runpy.run_path(str(ROOT / "scripts" / "pictures.py"))["pictures"]()


@pytest.mark.parametrize("name", DRAWN)
def test_the_picture_is_up_to_date(name: str) -> None:
    assert (ROOT / "docs" / "pictures" / f"{name}.svg").read_text(encoding="utf-8") == DRAWN[name].svg


def test_no_picture_is_left_over() -> None:
    measured = {"chances", "strength"}  # drawn from the games of `make strength`
    assert {path.stem for path in (ROOT / "docs" / "pictures").glob("*.svg")} - measured == set(DRAWN)


def test_every_picture_of_the_page_is_shown_in_the_readme() -> None:
    shown = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(path.name in shown for path in (ROOT / "docs" / "pictures").glob("*.webp"))
