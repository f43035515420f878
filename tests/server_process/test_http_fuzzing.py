"""Whatever is sent to the addresses of the server, its answers are those that its description lists."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, assume, given, seed, settings
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance
from tests.server_process.client import new_token
from tests.server_process.harness import Server, wait_for
from tests.server_process.limited import Asked, limited
from tests.server_process.web import make_table, program_asks
from tests.server_process.wire import head, request, talk

from tsuro.server.messages import Request
from tsuro.server.messages.answers import Accepted
from tsuro.server.messages.requests import AddBot, Start
from tsuro.server.options import TableOptions
from tsuro.server.settings import Limits

LIMITS = Limits(requests_per_second=1e6, requests_at_once=10**6, tables_at_once=10**6, analyses_at_once=10**6)
EXAMPLES = 25  # of each address, and as many that are wrong
GAMES = 12  # of which one is short
_CODE = re.compile("[A-Za-z0-9_-]{22}")
TOO_LARGE = 413
ENDLESS = "/api/tables/{code}/stream"
TAKE_A_RECORD = {"/api/replays", "/api/advice", "/api/practice", "/api/snapshots", "/api/films"}


@dataclass(frozen=True, kw_only=True)
class Place:
    """A server with two tables, the token of whose host we have."""

    server: Server
    token: str
    gathering: str  # the code of a table at which nobody sits yet
    played: str  # of one at which two bots have played a game
    record: str  # of that game


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    with Server(tmp_path_factory.mktemp("fuzzed"), command=limited(Asked(limits=LIMITS, patience=1))) as server:
        token = new_token()
        gathering = make_table(server.url, token, TableOptions(seats=8)).play
        code, record = shortest(server.url, [played(server.url, token) for _ in range(GAMES)])
        yield Place(server=server, token=token, gathering=gathering, played=code, record=record)
        assert '"level":"error"' not in server.complained, server.complained
        assert server.is_running


def played(url: str, token: str) -> str:
    """The code of a table at which two bots have played a game."""
    code = make_table(url, token).play
    bots = [AddBot(id=f"bot-{seat}", seat=seat, bot="wanderer") for seat in (0, 1)]
    wishes: list[Request] = [*bots, Start(id="start")]
    for wanted in wishes:
        assert isinstance(program_asks(url, code, wanted, token), Accepted)
    wait_for(lambda: b'"phase":"over"' in request(url, "GET", f"/api/tables/{code}").body, 30, "the game is over")
    return code


def shortest(url: str, codes: list[str]) -> tuple[str, str]:
    """The table of the shortest game, and its record: every film of a longer one would take seconds to draw."""
    records = {code: request(url, "GET", f"/api/tables/{code}/games/1/record").body.decode() for code in codes}
    return min(records.items(), key=lambda item: len(item[1]))


def operations(url: str) -> list[Any]:
    schema = schemathesis.openapi.from_url(f"{url}/api/openapi.json")
    return [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]


def has_decimal_point(content: object) -> bool:
    """Whether a number is written as 6.0: to a JSON Schema that is whole, to the server it is not."""
    if isinstance(content, dict):
        return any(has_decimal_point(part) for part in content.values())
    if isinstance(content, list):
        return any(has_decimal_point(part) for part in content)
    return isinstance(content, float)


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["right", "wrong"])
def test_every_answer_is_one_that_the_description_tells_of(place: Place, mode: GenerationMode) -> None:
    statuses: dict[str, set[int]] = {}
    for operation in operations(place.server.url):
        if operation.path != ENDLESS and (mode.is_positive or takes_anything(operation)):
            statuses[operation.path] = fuzzed(place, operation, mode)
    assert max(max(seen) for seen in statuses.values()) < 500
    if mode.is_positive:
        assert statuses["/api/tables/{code}/requests"] == {200, 409}
        assert statuses["/api/tables/{code}/games/{game}/replay"] == {200, 404}
        assert statuses["/api/replays"] == {200, 400}
        assert statuses["/api/practice"] >= {201, 400}
        assert statuses["/api/tables/{code}/advice"] == {403}


def takes_anything(operation: Any) -> bool:
    """Whether there is anything to get wrong."""
    return bool(operation.body or operation.query or operation.path_parameters)


def fuzzed(place: Place, operation: Any, mode: GenerationMode) -> set[int]:
    """Ask with all kinds of content, mostly at a table that exists; returns the statuses of the answers."""
    seen: set[int] = set()
    takes_a_record = operation.path in TAKE_A_RECORD

    @seed(1)
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        assume(not has_decimal_point(case.body))
        if _CODE.fullmatch((case.path_parameters or {}).get("code", "")):
            case.path_parameters["code"] = place.played if "games" in operation.path else place.gathering
        if mode.is_positive and "game" in (case.path_parameters or {}):
            case.path_parameters["game"] %= 3
        if mode.is_positive and takes_a_record and len(case.body["record"]) % 2 == 0:
            case.body["record"] = place.record
            case.body |= {"move": case.body["move"] % 9} if "move" in case.body else {}
        response = case.call(headers={"Authorization": f"Bearer {place.token}"}, timeout=20)
        seen.add(response.status_code)
        excluded = [positive_data_acceptance] if takes_a_record else []  # not every text is a record
        if response.status_code == TOO_LARGE:  # a refusal, too, but not one of those that the check knows
            excluded.append(negative_data_rejection)
        case.validate_response(response, excluded_checks=excluded)

    ask()
    return seen


def test_the_description_leaves_no_address_out(place: Place) -> None:
    described = {operation.path for operation in operations(place.server.url)}
    assert {"/api/tables", "/api/tables/{code}", "/api/tables/{code}/requests", ENDLESS} <= described
    for operation in operations(place.server.url):
        if operation.path == ENDLESS:
            continue
        path = operation.path.replace("{code}", place.played).replace("{game}", "1")
        reply = request(place.server.url, operation.method.upper(), path, token=place.token, body=b"")
        assert reply.status not in {405, 500}, path


def test_requests_with_bytes_changed_leave_the_server_well(place: Place) -> None:
    """The server answers something, or closes."""
    random, url = Random(1), place.server.url
    code = make_table(url, place.token).play
    body = b'{"type":"sit","id":"a","seat":0,"name":"Ana"}'
    lines = ("Content-Type: application/json", f"Content-Length: {len(body)}", "Connection: close")
    whole = head(url, "POST", f"/api/tables/{code}/requests", *lines) + body
    statuses = set()
    for _ in range(150):
        heard = talk(url, mutated(whole, random) + b"\r\n\r\n", seconds=12)
        found = re.match(rb"HTTP/1.1 (\d{3}) ", heard)
        statuses.add(int(found[1]) if found else None)
    assert {200, 400} <= statuses
    assert all(status is None or status < 500 for status in statuses)
    snapshot = json.loads(request(url, "GET", f"/api/tables/{code}").body)
    assert snapshot["type"] == "snapshot"


def mutated(data: bytes, random: Random) -> bytes:
    """Some bytes changed, left out, or doubled."""
    changed = bytearray(data)
    for _ in range(random.randint(0, 3)):
        at = random.randrange(len(changed))
        kind = random.randrange(4)
        if kind == 0:
            changed[at] = random.randrange(256)
        elif kind == 1:
            del changed[at : at + random.randint(1, 4)]
        elif kind == 2:
            changed[at:at] = changed[at : at + random.randint(1, 30)]
        else:
            changed[at:at] = random.choice([b"\r\n", b"\x00", b"\xff", b" ", b":", b"%00", b"\r\n\r\n"])
    return bytes(changed)
