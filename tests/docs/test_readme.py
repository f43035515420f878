"""The README and its neighbours: their links lead somewhere, in the repository and on a package index."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.docs.conftest import ROOT

PAGES = sorted(ROOT.glob("*.md"))
LINK = re.compile(r'\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"')
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SOURCE: str = PROJECT["project"]["urls"]["Source"]


def _links(text: str) -> list[str]:
    return [link or picture for link, picture in LINK.findall(text)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page: Path) -> None:
    local = [link for link in _links(page.read_text(encoding="utf-8")) if not link.startswith("https:")]
    assert [link for link in local if not (ROOT / link.partition("#")[0]).exists()] == []


def test_on_a_package_index_every_link_of_the_readme_leads_to_the_repository() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    hook = PROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]
    for change in hook["substitutions"]:
        readme = re.sub(change["pattern"], change["replacement"], readme)
    links = _links(readme)
    assert len(links) > 20
    assert [link for link in links if not link.startswith(f"{SOURCE}/")] == []


def test_every_address_of_the_project_is_in_its_repository() -> None:
    assert all(url.startswith(SOURCE) for url in PROJECT["project"]["urls"].values())


def test_the_readme_begins_with_how_to_get_a_game() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = [
        line.split("  ")[0]
        for block in re.findall(r"```sh\n(.*?)```", readme, re.DOTALL)
        for line in block.splitlines()
    ]
    assert commands[:4] == ["pip install tsuro", "tsuro web", "make play", "make test"]
