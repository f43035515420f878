"""Commands on the pages: whoever copies one finds the command and its options, and every limit that is named."""

from __future__ import annotations

import argparse
import re
from importlib import import_module
from pathlib import Path

import pytest
from tests.docs.conftest import ROOT

from tsuro.cli import COMMANDS
from tsuro.cli.limits import NAMES

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
COMMAND = re.compile(rf"\btsuro ({'|'.join(COMMANDS)})\b([^`\n]*)")
OPTION = re.compile(r"(?<!\S)(--[a-z-]+)")
LIMIT = re.compile(r"--limit[ =]([a-z-]+)")


def _options(command: str) -> set[str]:
    """The options of the command, and of those below it."""
    commands = argparse.ArgumentParser().add_subparsers()
    import_module(f"tsuro.cli.{COMMANDS[command][0]}").add_commands(commands)
    parsers, options = [commands.choices[command]], set()
    while parsers:
        for action in parsers.pop()._actions:
            options |= set(action.option_strings)
            if isinstance(action, argparse._SubParsersAction):
                parsers += action.choices.values()
    return options


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_command_on_a_page_has_the_options_that_are_given(page: Path) -> None:
    shown = COMMAND.findall(page.read_text(encoding="utf-8"))
    given = {(command, option) for command, rest in shown for option in OPTION.findall(rest)}
    assert {(command, option) for command, option in given if option not in _options(command)} == set()


def test_every_limit_on_a_page_can_be_changed() -> None:
    named = {name for page in PAGES for name in LIMIT.findall(page.read_text(encoding="utf-8"))}
    assert {"tables", "games-per-day"} <= named <= set(NAMES)
