"""The page offers what the server allows: it is told so by the code that decides, and keeps no copy."""

from __future__ import annotations

import json
import re
import runpy
from itertools import product
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tsuro.game.state import MARKERS
from tsuro.notation import NotationError, read_edition, write_edition
from tsuro.server.options import Bank, BotLevel, Clock, Days, PerTurn, TableOptions
from tsuro.server.tables.clocks import new_clock
from tsuro.server.tables.due import ToWarn
from tsuro.server.tables.names import normal_name
from tsuro.web import PAGE

ROOT = Path(__file__).parents[2]
CODE = (PAGE / "generated" / "limits.js").read_text(encoding="utf-8")
MODULES = [path for path in sorted(PAGE.rglob("*.js")) if path.name not in {"limits.js", "actions.js"}]


def told(name: str) -> Any:
    """What the page is told under a name."""
    found = re.search(rf"export const {name} = ([^;]+);", CODE)
    assert found
    value = found[1].removeprefix("/** @type {const} */ (").removesuffix(")")
    quoted = re.sub(r"\b(\w+): ", r'"\1": ', value)
    return json.loads(re.sub(r",(\s*[\]}])", r"\1", quoted))


def test_the_limits_are_up_to_date() -> None:
    text = runpy.run_path(str(ROOT / "scripts" / "page_limits.py"))["text"]()
    assert text == CODE, "write them anew with make protocol"


def test_an_edition_is_offered_if_and_only_if_it_can_be_played() -> None:
    options = [*product(*(["", f"+{option}"] for option in told("OPTIONS")))]
    goals = ["", *(f"+{goal}" for goal in told("GOALS"))]
    texts = [name + "".join(added) + goal for name in told("ALWAYS") for added in options for goal in goals]
    assert sorted(told("EDITIONS")) == sorted(text for text in texts if is_edition(text))
    assert all(write_edition(read_edition(text)) == text for text in told("EDITIONS"))


def is_edition(text: str) -> bool:
    try:
        read_edition(text)
    except NotationError:
        return False
    return True


def test_what_an_edition_always_has_need_not_be_said() -> None:
    assert told("ALWAYS") == {"modern": [], "classic": ["bonus"]}
    assert not is_edition("classic+bonus")


def test_as_many_can_play_as_there_are_markers() -> None:
    assert told("MARKERS") == list(MARKERS)
    assert told("PLAYERS") == {"min": 2, "max": len(MARKERS)}
    for seats, allowed in [(1, False), (2, True), (8, True), (9, False)]:
        assert is_allowed({"seats": seats}) == allowed


@pytest.mark.parametrize("kind", ["turn", "bank", "days"])
def test_a_clock_is_allowed_within_its_limits_and_not_beyond(kind: str) -> None:
    limits = told("CLOCKS")[kind]
    least = {name: limit["min"] for name, limit in limits.items()}
    most = {name: limit["max"] for name, limit in limits.items()}
    assert is_allowed({"clock": {"kind": kind, **least}})
    assert is_allowed({"clock": {"kind": kind, **most}})
    for name in limits:
        assert not is_allowed({"clock": {"kind": kind, **least, name: least[name] - 1}})
        assert not is_allowed({"clock": {"kind": kind, **most, name: most[name] + 1}})


def is_allowed(options: dict[str, Any]) -> bool:
    try:
        msgspec.convert(options, TableOptions)
    except msgspec.ValidationError:
        return False
    return True


@pytest.mark.parametrize(
    ("clock", "kind", "amount"),
    [
        *((PerTurn(seconds), "turn", seconds) for seconds in (6, 20, 21, 3600)),
        (Bank(20), "bank", 20),
        (Bank(21), "bank", 21),
        (Bank(7200, 60), "bank", 7200),
        (Days(1), "days", 1),
        (Days(14), "days", 14),
    ],
)
def test_a_clock_looks_short_when_its_player_is_warned(clock: Clock, kind: str, amount: int) -> None:
    game = new_clock(clock, 2, 0, at=0, runs=True)
    assert game
    due = game.due()
    assert isinstance(due, ToWarn)
    assert next(left for most, left in told("WARNINGS")[kind] if amount <= most) == due.left


def test_a_name_may_be_as_long_as_its_field() -> None:
    longest = "x" * told("NAME_LENGTH")
    assert normal_name(longest) == longest
    assert normal_name(longest + "x") == longest


def test_the_bots_of_the_house_are_all_offered() -> None:
    assert told("LEVELS") == list(get_args(BotLevel))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PAGE)))
def test_a_module_has_no_limit_and_no_action_of_its_own(path: Path) -> None:
    code = re.sub(r"/\*.*?\*/|^//.*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert not re.search(r"maxlength: \d|65_?536|PROTOCOL = ", code), "it comes from limits.js"
    assert not re.search(r"""["'`](play |exchange |mark ["'`])""", code), "actions.js reads and writes them"
