"""The style of the page: in layers, with few breakpoints, without a rule that nothing uses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tsuro.server.http.pages import page_files
from tsuro.web import PAGE

FILES = sorted((PAGE / "style").glob("*.css"))
WRITTEN = {"colours.css", "strokes.css"}  # by scripts/page_looks.py
MAIN = (PAGE / "style.css").read_text(encoding="utf-8")
USED = "\n".join(path.read_text(encoding="utf-8") for path in PAGE.rglob("*") if path.suffix in {".js", ".html"})
MADE = ("is-", "stop-")  # classes whose ends the code puts together


def _rules(path: Path) -> str:
    return re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)


def _classes(path: Path) -> set[str]:
    selectors = re.sub(r"\{[^{}]*\}", "{}", _rules(path))
    return set(re.findall(r"\.([a-z][\w-]*)", re.sub(r'"[^"]*"|\d\.\d', "", selectors)))


every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)


def test_every_file_is_imported_into_a_layer_that_was_declared() -> None:
    (order,) = re.findall(r"^@layer ([^;]+);", MAIN, flags=re.MULTILINE)
    layers = order.split(", ")
    imports = re.findall(r'^@import "style/([^"]+)" layer\((\w+)\);', MAIN, flags=re.MULTILINE)
    assert sorted(name for name, _ in imports) == [path.name for path in FILES]
    assert [layer for _, layer in imports] == sorted((layer for _, layer in imports), key=layers.index)
    assert {layer for _, layer in imports} == set(layers)


def test_the_browser_gets_one_style_with_everything_in_it() -> None:
    style = page_files()["/page/style.css"].plain.content.decode()
    assert "@import" not in style
    assert style.count("@layer") == len(FILES) + 1
    assert not [address for address in page_files() if address.startswith("/page/style/")]
    assert all(f".{name}" in style for path in FILES for name in _classes(path))


@every_file
def test_no_file_is_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 400


@every_file
def test_only_named_breakpoints_occur(path: Path) -> None:
    named = set(re.findall(r"\((?:max-)?(?:width|height|aspect-ratio)[^)]*\)", MAIN))
    values = {value for name in named for value in re.findall(r"[\d./]+(?:rem|px)?", name)}
    for query in re.findall(r"@(?:media|container) ([^{]+)", _rules(path)):
        found = set(re.findall(r"\d[\d./]*(?:rem|px)?", query))
        assert found <= values, query


@every_file
def test_every_class_is_used(path: Path) -> None:
    unused = {
        name
        for name in _classes(path)
        if not name.startswith(MADE) and not re.search(rf"(?<![\w-]){name}(?![\w-])", USED)
    }
    assert not unused


@pytest.mark.parametrize("prefix", MADE)
def test_classes_that_are_put_together_are_put_together(prefix: str) -> None:
    assert f"{prefix}${{" in USED


@every_file
def test_colours_stand_in_the_theme_alone(path: Path) -> None:
    found = set(re.findall(r"#[0-9a-f]{3,8}\b|rgb\([^)]*\)|hsl\([^)]*\)", _rules(path)))
    assert path.name in WRITTEN or found <= {"#000", "#fff", "rgb(0 0 0 / 35%)"}


def test_one_rule_hides_what_is_only_read_aloud() -> None:
    assert sum(_rules(path).count("clip-path") for path in FILES) == 1
