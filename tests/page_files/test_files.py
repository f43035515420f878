"""The files of the page, and of those who check it."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest

from tsuro.render.raster import to_png
from tsuro.web import PAGE

ROOT = Path(__file__).parents[2]
HTML = sorted(PAGE.rglob("*.html"))


def test_the_types_of_the_messages_are_up_to_date() -> None:
    text = runpy.run_path(str(ROOT / "scripts" / "page_types.py"))["text"]()
    written = (PAGE / "generated" / "messages.d.ts").read_text(encoding="utf-8")
    assert written == text, "write them anew with make protocol"


@pytest.mark.parametrize("path", HTML, ids=lambda path: path.name)
def test_nothing_runs_and_nothing_is_styled_inside_a_document(path: Path) -> None:
    html = path.read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", html)
    assert all("src=" in script for script in re.findall(r"<script[^>]*>", html))


@pytest.mark.parametrize("path", HTML, ids=lambda path: path.name)
def test_a_document_names_only_files_that_are_there(path: Path) -> None:
    named = re.findall(r'(?:src|href)="/(?:page/)?([^"]+)"', path.read_text(encoding="utf-8"))
    assert named
    assert [name for name in named if not (PAGE / name).is_file()] == []


def test_nothing_is_fetched_from_elsewhere() -> None:
    allowed = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}  # names, not addresses
    for path in PAGE.rglob("*"):
        if path.suffix in {".css", ".html", ".js", ".svg", ".webmanifest"}:
            found = re.findall(r"https?://[\w./-]+", path.read_text(encoding="utf-8"))
            assert set(found) <= allowed, path.name


def test_the_page_can_be_installed() -> None:
    manifest = json.loads((PAGE / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["start_url"] == "/"
    assert manifest["display"] == "standalone"
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert sizes == {"any", "192x192", "512x512"}
    assert all((PAGE / icon["src"].removeprefix("/page/")).is_file() for icon in manifest["icons"])


@pytest.mark.parametrize("width", [192, 512])
def test_the_icons_are_small_and_as_large_as_they_say(width: int) -> None:
    png = (PAGE / f"icon-{width}.png").read_bytes()
    assert png[:8] == to_png((PAGE / "icon.svg").read_text(encoding="utf-8"), 8)[:8]
    assert int.from_bytes(png[16:20]) == int.from_bytes(png[20:24]) == width
    assert len(png) < 10_000


def test_what_is_installed_to_check_the_page_is_pinned_and_comes_from_no_named_place() -> None:
    wanted = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    assert wanted["private"] is True
    assert all(re.fullmatch(r"[\d.]+", version) for version in wanted["devDependencies"].values())
    locked = (ROOT / "package-lock.json").read_text(encoding="utf-8")
    assert not re.search(r"https?:|resolved", locked)
    packages = json.loads(locked)["packages"]
    assert {name.removeprefix("node_modules/") for name in packages} - {""} == set(wanted["devDependencies"])
