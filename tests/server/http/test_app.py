"""The server over HTTP: tables, requests, streams, what can be fetched, and what every answer has."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance
from tests.server.running import Guest, running

from tsuro.notation import read_oriented_tile
from tsuro.record import read_json, read_text, verify
from tsuro.server.http.app import App
from tsuro.server.http.openapi import openapi
from tsuro.server.http.security import HEADERS
from tsuro.server.metrics import Metrics
from tsuro.server.rooms.store_failures import StoreFailures
from tsuro.server.rooms.store_health import StoreHealth
from tsuro.server.settings import Limits, Settings
from tsuro.server.storage.alone import Alone
from tsuro.server.storage.errors import StoreError
from tsuro.server.tables.refusals import NotSeated, NotStored, Restarting

pytestmark = pytest.mark.slow

WRONG_CODES = ["A" * 22, "A" * 21, "A" * 500, "play", "%00", "..%2f..%2fetc", "é" * 11, "'; DROP TABLE tables;--"]


def _problem(answer: httpx.Response) -> tuple[int, str]:
    """Status and code of an answer that must be a problem with a sentence."""
    content = answer.json()
    assert content["type"] == "problem"
    assert len(content["sentence"].split()) > 3
    return answer.status_code, content["code"]


# Every answer


@pytest.mark.parametrize("path", ["/", "/api/tiles", "/health", "/nothing", "/api/tables/x", "/api/tables"])
def test_every_answer_protects_the_page_and_its_links(guest: Guest, path: str) -> None:
    answer = guest.get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name.decode()] == value.decode()
    assert "server" not in answer.headers
    assert answer.headers["cache-control"] == ("private, no-cache" if path == "/" else "no-store")


def test_whoever_comes_without_a_token_gets_one_and_is_the_same_guest_from_then_on(guest: Guest) -> None:
    with httpx.Client(base_url=f"http://{guest.place}") as browser:
        codes = browser.post("/api/tables", json={}).json()
        assert len(browser.cookies["tsuro_guest"]) == 22
        again = browser.get(f"/api/tables/{codes['play']}")
        assert "set-cookie" not in again.headers
        assert again.json()["you"]["host"] is True
    assert "set-cookie" not in guest.get("/api/tiles").headers
    assert "set-cookie" not in guest.client.get("/health").headers


def test_a_bad_token_is_told_so(guest: Guest) -> None:
    assert _problem(guest.get("/api/tiles", Authorization="Bearer x")) == (401, "bad-token")


def test_pages_of_others_and_names_of_others_are_refused(guest: Guest) -> None:
    assert _problem(guest.post("/api/tables", origin="http://evil.example")) == (403, "wrong-origin")
    assert _problem(guest.post("/api/tables", sec_fetch_site="cross-site")) == (403, "wrong-origin")
    assert _problem(guest.get("/api/tiles", host="evil.example")) == (421, "wrong-host")
    assert guest.post("/api/tables", origin=f"http://{guest.place}").status_code == 201


def test_a_wrong_method_is_told_which_ones_there_are(guest: Guest) -> None:
    answer = guest.get("/api/tables")
    assert _problem(answer) == (405, "wrong-method")
    assert answer.headers["allow"] == "POST"
    assert guest.client.delete("/api/tiles").status_code == 405
    assert guest.client.head("/api/tiles").status_code == 200


# Tables


def test_a_table_has_a_link_to_play_and_one_to_watch(guest: Guest) -> None:
    codes = guest.make_table(seats=4, clock={"kind": "turn", "seconds": 30})
    assert codes["play"] != codes["watch"]
    player, watcher = guest.look(codes["play"]), guest.another().look(codes["watch"])
    assert player["table"] == watcher["table"]
    assert len(player["table"]["seats"]) == 4
    assert player["you"] == {
        "seats": [],
        "host": True,
        "practice": False,
        "play": codes["play"],
        "watch": codes["watch"],
        "removed": False,
    }
    assert watcher["you"] == {
        "seats": [],
        "host": False,
        "practice": False,
        "play": None,
        "watch": codes["watch"],
        "removed": False,
    }


def test_a_game_against_bots_is_one_request(guest: Guest) -> None:
    wanted = {
        "seats": [{"kind": "person", "name": "Ana"}, *[{"kind": "bot", "bot": "wanderer"}] * 3],
        "start": True,
    }
    answer = guest.post("/api/tables", wanted)
    made = answer.json()
    assert answer.status_code == 201
    assert made["snapshot"]["table"]["phase"] == "playing"
    assert made["snapshot"]["you"]["seats"] == [own["seat"] for own in made["snapshot"]["own"]] == [0]
    assert [seat["kind"] for seat in made["snapshot"]["table"]["seats"]] == ["person", "bot", "bot", "bot"]
    assert guest.another().look(made["play"])["own"] == []
    with guest.connect(made["play"]) as talk:
        assert talk.until("snapshot")["table"] == made["snapshot"]["table"]


def test_a_table_asked_for_again_is_the_same_table(guest: Guest) -> None:
    wanted = {"seats": [{"kind": "person", "name": "Ana"}, {"kind": "empty"}], "id": "once"}
    first, again = guest.post("/api/tables", wanted), guest.post("/api/tables", wanted)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    stranger = guest.another().post("/api/tables", wanted).json()
    assert not {first.json()["play"], first.json()["watch"]} & {stranger["play"], stranger["watch"]}
    assert _problem(guest.post("/api/tables", {"id": "once"})) == (409, "id-used")


@pytest.mark.parametrize(
    ("wanted", "status", "code", "field"),
    [
        ({"seats": [{"kind": "empty"}]}, 400, "malformed", "seats"),
        ({"seats": [{"kind": "empty"}] * 9}, 400, "malformed", "seats"),
        ({"seats": [{"kind": "empty"}, {"kind": "ghost"}]}, 400, "malformed", "seats[1].kind"),
        ({"seats": [{"kind": "empty"}, {"kind": "bot", "bot": 7}]}, 400, "malformed", "seats[1].bot"),
        ({"seats": [{"kind": "empty"}, {"kind": "bot", "bot": "god"}]}, 409, "no-such-bot", "seats[1].bot"),
        ({"seats": [{"kind": "empty"}, {"kind": "person"}]}, 400, "malformed", "seats[1]"),
        ({"first": 8}, 400, "malformed", "first"),
        ({"start": "yes"}, 400, "malformed", "start"),
        ({"edition": "future"}, 409, "not-understood", "edition"),
        ({"seats": [{"kind": "empty"}, {"kind": "person", "name": "#"}]}, 409, "no-name", "seats[1].name"),
        ({"start": True}, 409, "too-few-sit", "start"),
    ],
)
def test_a_table_that_cannot_be_made_is_refused_with_the_field_at_fault(
    guest: Guest, wanted: dict[str, Any], status: int, code: str, field: str
) -> None:
    answer = guest.post("/api/tables", wanted)
    assert _problem(answer) == (status, code)
    assert answer.json()["field"] == field


@pytest.mark.parametrize("code", WRONG_CODES)
def test_wrong_and_malformed_codes_get_the_same_answer(guest: Guest, code: str) -> None:
    right = guest.make_table()["play"]
    answers = [
        guest.get(f"/api/tables/{code}"),
        guest.get(f"/api/tables/{code}/stream"),
        guest.get(f"/api/tables/{code}/games/1/record"),
        guest.post(f"/api/tables/{code}/requests", {"type": "leave", "id": "a"}),
        guest.post(f"/api/hand-overs/{right}"),
    ]
    if "%2f" not in code and "\x00" not in code:
        answers.append(guest.post(f"/api/hand-overs/{code}"))
    for answer in answers:
        status, problem = _problem(answer)
        assert status == 404
        assert problem in {"no-such-table", "no-such-hand-over", "no-such-page"}
        assert code not in answer.text


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "truncated"),
        (b"{", "truncated"),
        (b"[]", "expected object, got array"),
        (b'{"seats":99}', "at seats"),
        (b'{"seats":"two"}', "expected int | array, got str, at seats"),
        (b'{"colour":"red"}', "unknown field colour"),
        (b'{"clock":{"kind":"sand"}}', "at clock.kind"),
        (b'{"edition":"\xff"}', "not UTF-8"),
        (b"[" * 4000, "could not be read"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_place(guest: Guest, content: bytes, sentence: str) -> None:
    answer = guest.post("/api/tables", content)
    assert _problem(answer) == (400, "malformed")
    assert sentence in answer.json()["sentence"]


def test_an_edition_that_is_not_there_is_refused(guest: Guest) -> None:
    assert _problem(guest.post("/api/tables", {"edition": "future"})) == (409, "not-understood")


def test_a_body_that_is_too_large_is_refused_however_it_comes(guest: Guest) -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 1000

    for content in (b" " * 5000, parts()):
        answer = guest.post("/api/tables", content)
        assert _problem(answer) == (413, "too-large")
        assert answer.headers["connection"] == "close"
    counted = 'tsuro_turned_away_total{reason="too-large"}'  # instead of a line in the log for each
    assert counted in guest.get("/metrics").text


def test_only_json_is_read(guest: Guest) -> None:
    answer = guest.post("/api/tables", b"{}", content_type="text/plain")
    assert _problem(answer) == (415, "not-json")


def test_a_request_sent_twice_is_done_once(guest: Guest) -> None:
    code = guest.make_table()["play"]
    request = {"type": "sit", "id": "same", "seat": 0, "name": "Ana"}
    first, second = (guest.post(f"/api/tables/{code}/requests", request) for _ in range(2))
    assert first.json() == second.json() == {"type": "accepted", "id": "same", "seq": 3}
    assert guest.look(code)["seq"] == 3


def test_whoever_prefers_it_gets_the_table_as_it_is_after_a_request(guest: Guest) -> None:
    path = f"/api/tables/{guest.make_table()['play']}/requests"
    sit, start = {"type": "sit", "id": "a", "seat": 0, "name": "Ana"}, {"type": "start", "id": "b"}
    answer = guest.post(path, sit, Prefer="return=representation")
    assert (answer.status_code, answer.headers["preference-applied"]) == (200, "return=representation")
    assert (answer.json()["type"], answer.json()["table"]["seats"][0]["name"]) == ("snapshot", "Ana")
    refused = guest.post(path, start, Prefer="return=representation")
    assert (refused.status_code, refused.json()["code"]) == (409, "too-few-sit")


def test_a_refusal_is_a_conflict_and_brings_the_table_as_it_is(guest: Guest) -> None:
    codes = guest.make_table()
    refused = guest.another().ask(codes["play"], "start")
    assert (refused["status"], refused["type"], refused["code"]) == (409, "refused", "not-host")
    assert refused["snapshot"]["seq"] == 2


def test_a_program_gets_a_token_and_plays_the_seat_with_it(guest: Guest) -> None:
    code = guest.make_table()["play"]
    invited = guest.ask(code, "invite-program", seat=1, name="Robo")
    program = guest.another()
    program.headers["Authorization"] = f"Bearer {invited['token']}"
    assert invited["status"] == 200
    assert program.look(code)["you"]["seats"] == [1]


def test_another_device_takes_the_seats_over_once(guest: Guest) -> None:
    code = guest.make_table()["play"]
    guest.ask(code, "sit", seat=0, name="Ana")
    link = guest.ask(code, "hand-over")["code"]
    phone = guest.another()
    assert phone.post(f"/api/hand-overs/{link}").json() == {"play": code}
    assert phone.look(code)["you"]["seats"] == [0]
    assert guest.look(code)["you"]["seats"] == []
    assert _problem(guest.another().post(f"/api/hand-overs/{link}")) == (404, "no-such-hand-over")


# Streams


def test_a_stream_tells_what_a_socket_tells(guest: Guest) -> None:
    code = guest.make_table()["play"]
    path = f"/api/tables/{code}/stream"
    with guest.connect(code) as talk, guest.client.stream("GET", path, headers=guest.headers) as stream:
        assert stream.headers["content-type"] == "application/x-ndjson"
        lines = (json.loads(line) for line in stream.iter_lines())
        assert [next(lines)["type"], next(lines)["type"]] == ["welcome", "snapshot"]
        guest.ask(code, "sit", seat=0, name="Ana")
        streamed = next(line for line in lines if line["type"] == "changed")
        assert streamed == talk.until("changed")


def test_a_stream_cannot_be_asked_for_its_head_only(guest: Guest) -> None:
    code = guest.make_table()["play"]
    answer = guest.client.head(f"/api/tables/{code}/stream")
    assert answer.status_code == 405


# What can be fetched


def test_the_record_of_a_game_is_whole_and_true(guest: Guest, played: str) -> None:
    text = guest.get(f"/api/tables/{played}/games/1/record")
    assert text.headers["content-type"] == "text/plain; charset=utf-8"
    assert text.headers["content-disposition"] == 'attachment; filename="tsuro-game-1.tsuro"'
    record = read_text(text.text)
    assert not verify(record).setup.edition.solo
    assert not record.hides_tiles
    as_json = guest.another().get(f"/api/tables/{played}/games/1/record?format=json")
    assert as_json.headers["content-type"] == "application/json"
    assert read_json(as_json.text) == record


def test_the_record_of_a_running_game_hides_what_the_guest_may_not_know(guest: Guest) -> None:
    codes = guest.make_table(seats=2)
    other = guest.another()
    guest.ask(codes["play"], "sit", seat=0, name="Ana")
    other.ask(codes["play"], "sit", seat=1, name="Rui")
    guest.ask(codes["play"], "start")
    path = f"/api/tables/{codes['watch']}/games/1"
    hands = [read_text(one.get(f"{path}/record").text).deal for one in (guest, other, guest.another())]
    assert [[0 in hand for hand in deal] for deal in hands] == [[False, True], [True, False], [True, True]]
    replays = [one.get(f"{path}/replay").json() for one in (guest, other, guest.another())]
    assert [shown["frames"][0]["hands"] for shown in replays] == [[list(hand) for hand in deal] for deal in hands]
    assert not any(shown["over"] or frame["own"] for shown in replays for frame in shown["frames"])
    assert "secret" not in guest.get(f"{path}/record").text


@pytest.mark.parametrize(
    "what", ["0/record", "2/record", "x/record", "99999999999999999999/replay", "-1/picture.svg"]
)
def test_a_game_that_was_not_played_is_not_there(guest: Guest, played: str, what: str) -> None:
    assert _problem(guest.get(f"/api/tables/{played}/games/{what}")) == (404, "no-such-game")


def test_where_several_share_a_device_nobody_sees_tiles_when_they_look_back(guest: Guest) -> None:
    code = guest.make_table(seats=2)["play"]
    for seat in (0, 1):
        guest.ask(code, "sit", seat=seat, name=f"Player {seat}")
    guest.ask(code, "start")
    frames = guest.get(f"/api/tables/{code}/games/1/replay").json()["frames"]
    assert frames[0]["hands"] == [[0, 0, 0], [0, 0, 0]]
    assert "deal 1: ?,?,?" in guest.get(f"/api/tables/{code}/games/1/record").text


def test_a_replay_has_a_frame_for_the_deal_and_each_action(guest: Guest, played: str) -> None:
    replay = guest.get(f"/api/tables/{played}/games/1/replay").json()
    frames = replay["frames"]
    record = read_text(guest.get(f"/api/tables/{played}/games/1/record").text)
    assert [frame["number"] for frame in frames] == list(range(len(record.entries) + 1))
    assert frames[-1]["position"]["result"] is not None
    assert (replay["edition"], replay["over"]) == ("modern", True)
    assert [player["name"] for player in replay["players"]] == list(record.names)


def test_a_picture_may_move_but_run_nothing(guest: Guest, played: str) -> None:
    answer = guest.get(f"/api/tables/{played}/games/1/picture.svg?theme=auto")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    assert "@keyframes" in answer.text
    assert _problem(guest.get(f"/api/tables/{played}/games/1/picture.svg?theme=pink")) == (400, "malformed")


def test_all_tiles_are_told_with_their_paths(guest: Guest) -> None:
    tiles = guest.get("/api/tiles").json()
    assert len(tiles) == 105
    for face in tiles:
        tile = read_oriented_tile(face["name"])
        assert (tile.tile, [list(path) for path in tile.paths]) == (face["tile"], face["paths"])


def test_the_messages_are_described(guest: Guest) -> None:
    assert "ServerMessage" in guest.get("/api/schema").json()["$defs"]
    assert guest.get("/api/openapi.json").content == msgspec.json.encode(openapi())


def test_every_route_is_described(guest: Guest) -> None:
    routes = {route.path for route in guest.server.app.routes}
    assert set(openapi()["paths"]) == routes - {"/metrics"}


# How it is


def test_a_server_that_is_well_says_so(guest: Guest) -> None:
    assert guest.get("/health").json()["status"] == "ok"


def test_what_happens_is_counted_for_programs_on_this_machine(guest: Guest, played: str) -> None:
    text = guest.get("/metrics").text
    assert 'tsuro_requests_total{result="accepted",type="move"}' in text
    assert "tsuro_connections 0.0" in text
    assert _problem(guest.get("/metrics", **{"X-Forwarded-For": "192.0.2.7"})) == (403, "forbidden")


class _Broken:
    """Rooms in trouble."""

    def __init__(self, error: Exception | None = None, *, closing: bool = False) -> None:
        self._error, self.closing = error, closing
        self.loaded = self.listeners = 0
        self.store = Alone()
        self.store_health = StoreHealth(self.room)
        self.not_read = StoreFailures("not read")

    async def room(self, *_: object) -> None:
        if self._error is not None:
            raise self._error

    create = claim = room


def _ask(
    rooms: Any, path: str, *, method: str = "GET", limits: Limits | None = None, times: int = 1
) -> httpx.Response:
    """The answer to a request, the last of several, of an application without a server."""
    app = App(rooms, Settings(limits=limits or Limits()), metrics=Metrics())

    async def scene() -> httpx.Response:
        transport = httpx.ASGITransport(app=app, client=("192.0.2.7", 1234))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            for _ in range(times):
                body: dict[str, str] | None = {} if method == "POST" else None
                answer = await client.request(method, path, json=body)
            return answer

    return asyncio.run(scene())


def test_a_server_whose_store_fails_is_not_well() -> None:
    for path in ("/health", "/health/ready", f"/api/tables/{'A' * 22}"):
        assert _problem(_ask(_Broken(StoreError("disk I/O error")), path)) == (503, "not-stored")
    rooms = _Broken(StoreError("disk I/O error"))
    assert _ask(rooms, "/health/live").json()["status"] == "ok"  # starting it again would not help
    for path in ("/api/tables", f"/api/hand-overs/{'A' * 22}"):
        assert _problem(_ask(rooms, path, method="POST")) == (503, "not-stored")


def test_tables_that_cannot_be_read_do_not_flood_the_log(caplog: pytest.LogCaptureFixture) -> None:
    assert _ask(_Broken(StoreError("disk I/O error")), f"/api/tables/{'A' * 22}", times=20).status_code == 503
    assert [record.msg for record in caplog.records if record.levelname == "ERROR"] == ["not read"]


def test_a_table_that_cannot_be_loaded_now_may_be_asked_for_again() -> None:
    for path in ("/api/tables", f"/api/hand-overs/{'A' * 22}"):
        assert _problem(_ask(_Broken(NotStored()), path, method="POST")) == (503, "not-stored")
        assert _problem(_ask(_Broken(Restarting()), path, method="POST")) == (503, "restarting")


def test_a_server_that_ends_is_not_well() -> None:
    for path in ("/health", f"/api/tables/{'A' * 22}"):
        assert _problem(_ask(_Broken(closing=True), path)) == (503, "restarting")
    for path in ("/api/tables", f"/api/hand-overs/{'A' * 22}"):
        assert _problem(_ask(_Broken(closing=True), path, method="POST")) == (503, "restarting")


def test_seats_that_nobody_has_any_more_cannot_be_taken_over() -> None:
    answer = _ask(_Broken(NotSeated()), f"/api/hand-overs/{'A' * 22}", method="POST")
    assert _problem(answer) == (409, "not-seated")


def test_a_failure_is_told_without_details(caplog: pytest.LogCaptureFixture) -> None:
    answer = _ask(_Broken(RuntimeError("very private")), f"/api/tables/{'A' * 22}")
    assert _problem(answer) == (500, "failed")
    assert "private" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert [record.message for record in caplog.records] == ["request failed"]


def test_too_many_requests_are_told_when_to_come_back() -> None:
    answer = _ask(_Broken(), "/api/tiles", limits=Limits(requests_at_once=3, requests_per_second=0.5), times=4)
    assert _problem(answer) == (429, "too-fast")
    assert answer.headers["retry-after"] == "2"


def test_nobody_elsewhere_sees_the_metrics() -> None:
    assert _problem(_ask(_Broken(), "/metrics")) == (403, "forbidden")


def test_a_full_server_makes_no_more_tables(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(tables=1)) as guest:
        guest.make_table()
        assert _problem(guest.post("/api/tables")) == (503, "too-many-tables")


def test_tables_are_made_no_faster_than_allowed(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(tables_at_once=1, tables_per_minute=1)) as guest:
        guest.make_table()
        assert _problem(guest.another().post("/api/tables")) == (429, "too-fast")


def test_the_description_is_true_whatever_is_sent(guest: Guest) -> None:
    """But for whole numbers: 3.0 is one to the description, and not to us."""
    described: Any = schemathesis.openapi.from_url(f"http://{guest.place}/api/openapi.json")
    tried: set[str] = set()
    for found in described.exclude(path_regex="stream").get_all_operations():

        @given(case=found.ok().as_strategy())
        @settings(max_examples=10, suppress_health_check=list(HealthCheck))
        def description_is_true(case: Any) -> None:
            tried.add(case.path)
            case.call_and_validate(excluded_checks=[positive_data_acceptance])

        description_is_true()
    assert tried == set(openapi()["paths"]) - {"/api/tables/{code}/stream", "/api/openapi.json"}
