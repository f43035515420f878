"""The page looks as pictures do: its colours, sizes and shapes are written from theirs."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest

from tsuro.render.appearance import APPEARANCES
from tsuro.render.colours import mixed
from tsuro.render.palettes import DARK, LIGHT
from tsuro.web import PAGE

ROOT = Path(__file__).parents[2]
TEXTS: dict[Path, str] = runpy.run_path(str(ROOT / "scripts" / "page_looks.py"))["texts"]()


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_the_file_is_up_to_date(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == TEXTS[path], "write it anew with make looks"


@pytest.mark.parametrize("name", ["index.html", "offline.html"])
def test_the_browser_s_own_bars_have_the_colour_of_the_ground(name: str) -> None:
    html = (PAGE / name).read_text(encoding="utf-8")
    bars = dict(re.findall(r'"theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)\)"', html))
    assert bars == {LIGHT.ground: "light", DARK.ground: "dark"}


def test_the_installed_page_has_the_colours_of_the_theme() -> None:
    manifest = json.loads((PAGE / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["background_color"] == LIGHT.ground
    assert manifest["theme_color"] == LIGHT.accent


def test_the_icon_is_a_tile() -> None:
    icon = (PAGE / "icon.svg").read_text(encoding="utf-8")
    player = APPEARANCES["square"].colour
    assert set(re.findall(r"#\w{6}", icon)) == {LIGHT.tile, LIGHT.casing, LIGHT.path, player, LIGHT.marker_edge}


def test_no_module_of_the_board_has_a_colour() -> None:
    for path in (PAGE / "board").glob("*.js"):
        assert not re.search(r"#[0-9a-f]{6}\b", path.read_text(encoding="utf-8")), path.name


def test_colours_are_mixed_as_a_browser_mixes_them() -> None:
    assert mixed("#7d2f25", 0.8, "#000000") == "#64261e"
    assert mixed("#ffffff", 0.5, "#000000") == "#808080"
