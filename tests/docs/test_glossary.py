"""The glossary: each word once, where it says it lives, and every package of ours among them."""

from __future__ import annotations

import pkgutil
import re

import pytest
from tests.docs.conftest import ROOT

import tsuro

PAGE = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ENTRIES = re.findall(r"^\| (?!word )([^|`]+) \| ([^|]+) \| `([^`]+)` \|$", PAGE, re.MULTILINE)
WORDS = [word for words, _, _ in ENTRIES for word in words.split(", ")]
PLACES = [place for _, _, place in ENTRIES]
PACKAGES = [module.name for module in pkgutil.walk_packages(tsuro.__path__, "tsuro.") if module.ispkg]


def test_every_line_is_an_entry() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| word")]
    assert len(rows) == len(ENTRIES) > 100


def test_no_word_is_there_twice() -> None:
    assert sorted(set(WORDS)) == sorted(WORDS)


@pytest.mark.parametrize("place", PLACES)
def test_what_a_word_means_is_where_it_says(place: str) -> None:
    if place.startswith("tsuro"):
        assert pkgutil.resolve_name(place) is not None
    else:
        assert (ROOT / "src" / "tsuro" / place).exists()


@pytest.mark.parametrize(("word", "meaning"), [(word, meaning) for word, meaning, _ in ENTRIES])
def test_a_word_is_told_in_one_sentence(word: str, meaning: str) -> None:
    assert word
    assert re.fullmatch(r"[A-Z0-9].*\.", meaning)
    assert ". " not in meaning


@pytest.mark.parametrize("package", PACKAGES)
def test_every_package_is_in_the_glossary(package: str) -> None:
    inside = [place for place in PLACES if place == package or place.startswith(f"{package}.")]
    assert inside != []
