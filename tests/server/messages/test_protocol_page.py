"""What docs/protocol.md says is true."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tsuro.game.board import BEYOND, point_name
from tsuro.game.errors import Refused
from tsuro.notation import read_point
from tsuro.server.http.openapi import openapi
from tsuro.server.http.outbox import CLOSE_CODES
from tsuro.server.messages import PROTOCOL, ClientMessage, ServerMessage
from tsuro.server.messages.events import GameEvent
from tsuro.server.messages.requests import Request
from tsuro.server.settings import Limits
from tsuro.server.tables import refusals
from tsuro.server.tables.refusals import TableRefused

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
SPOKEN = re.findall(r"^(Client|Server):\n\n```json\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
SPEAKERS: dict[str, Any] = {"Client": ClientMessage, "Server": ServerMessage}


def section(title: str) -> str:
    """What stands under a heading, up to the next."""
    found = re.search(rf"^##+ {title}\n(.*?)(?=^##|\Z)", PAGE, re.DOTALL | re.MULTILINE)
    assert found, f"there is no heading {title}"
    return found[1]


def named(text: str, column: int = 1) -> set[str]:
    """What is named in a column of the tables of a text."""
    rows = [line.split("|") for line in text.splitlines() if line.startswith("| ")]
    return {name for row in rows for name in re.findall("`([^`]+)`", row[column])} - {"type", "code"}


def tags(union: Any) -> set[str]:
    return {str(struct.__struct_config__.tag) for struct in get_args(union)}


def test_the_page_is_up_to_date() -> None:
    page = runpy.run_path(str(ROOT / "scripts" / "protocol_page.py"))["page"]
    assert page(PAGE) == PAGE, "write it anew with scripts/protocol_page.py"


@pytest.mark.parametrize(("speaker", "message"), SPOKEN)
def test_every_message_on_the_page_can_be_read(speaker: str, message: str) -> None:
    assert msgspec.json.decode(message, type=SPEAKERS[speaker])


def test_the_page_shows_no_other_messages() -> None:
    assert len(SPOKEN) == PAGE.count("```json") > 10


def test_every_message_is_described() -> None:
    assert named(section("Requests")) == tags(Request)
    assert named(section("What the server says")) == tags(ServerMessage)
    assert named(section("Events")) == tags(GameEvent)
    assert tags(ClientMessage) - tags(Request) == {"resync", "showing", "ping", "pong"}
    assert f"This is version {PROTOCOL} of the protocol." in PAGE


def test_every_field_of_a_request_is_named() -> None:
    rows = [line.split("|") for line in section("Requests").splitlines() if line.startswith("| `")]
    fields = {row[1].strip(" `"): set(re.findall("`([^`]+)`", row[2])) for row in rows}
    for struct in get_args(Request):
        assert fields[str(struct.__struct_config__.tag)] == set(struct.__struct_fields__) - {"id"}


def test_every_field_of_an_event_is_named() -> None:
    rows = [line.split("|") for line in section("Events").splitlines() if line.startswith("| `")]
    fields = {tag: re.findall("`([^`]+)`", row[2]) for row in rows for tag in re.findall("`([^`]+)`", row[1])}
    for struct in get_args(GameEvent):
        assert fields[str(struct.__struct_config__.tag)] == list(struct.__struct_fields__)


def test_every_refusal_is_told_of() -> None:
    codes = {why.code() for kind in (TableRefused, Refused) for why in kind.__subclasses__()}
    assert named(section("Why requests are refused")) == codes
    assert "`not-understood`" in section("Why requests are refused")


def test_every_problem_is_told_of() -> None:
    made = re.compile(r'HttpProblem\(\s*(\d+),\s*"([a-z-]+)"')
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "src" / "tsuro" / "server").rglob("*.py")]
    problems = {found for source in sources for found in made.findall(source)}
    as_tables_say = re.compile(r"HttpProblem\(\s*(\d+),\s*(\w+)\.code\(\)")
    named_so = [found for source in sources for found in as_tables_say.findall(source)]
    problems |= {(status, getattr(refusals, name).code()) for status, name in named_so}
    rows = [line.split("|") for line in section("When it goes wrong").splitlines() if re.match(r"\| \d", line)]
    assert {(row[1].strip(), code) for row in rows for code in re.findall("`([^`]+)`", row[2])} == problems


def test_every_goodbye_is_told_of_with_its_code() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (1\d+) \|", section("The story of a connection"), re.MULTILINE)
    assert {reason: int(code) for reason, code in rows} == CLOSE_CODES


def test_every_address_is_told_of() -> None:
    told = {address for address in named(section("Over HTTP")) if re.match("(GET|POST) /", address)}
    paths = openapi()["paths"]
    described = {f"{way.upper()} {path}" for path in paths for way in ("get", "post") if way in paths[path]}
    assert told == described | {"GET /metrics"}


def test_the_limits_are_those_of_the_server() -> None:
    limits = Limits()
    assert limits.frame == limits.body
    for said in (
        f"{limits.frame:,} bytes for a message or body",
        f"{limits.record:,} bytes for one with a record",
        f"{limits.messages_at_once} messages at once and {limits.messages_per_second:g} per",
        f"{limits.requests_at_once} requests at once and {limits.requests_per_second:g} per second",
        f"{limits.connections_per_address} connections",
        f"{limits.tables_at_once} tables at once and {limits.tables_per_minute:g} per minute",
        f"{limits.seats_at_once} seats at open tables of others at once",
        f"at once and {limits.seats_per_minute:g} per minute, {limits.analyses_at_once}",
        f"{limits.analyses_at_once} records and pieces of advice at once",
        f"at once and {limits.analyses_per_minute:g} per minute.",
    ):
        assert said in " ".join(PAGE.split())


def test_the_points_are_numbered_as_the_page_says() -> None:
    assert read_point("c6n1") == 16
    assert [point_name(spot)[2:] for spot in range(8)] == ["n1", "n2", "e1", "e2", "s1", "s2", "w1", "w2"]
    middle, above, right = 14 * 8, 8 * 8, 15 * 8
    assert [BEYOND[middle + spot] for spot in (0, 1)] == [above + 5, above + 4]
    assert [BEYOND[middle + spot] for spot in (2, 3)] == [right + 7, right + 6]
