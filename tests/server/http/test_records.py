"""Records that are sent to the server: shown again, advised on, played on; and what is wrong with others."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx
import msgspec
import pytest
from tests.server.running import Guest, running
from tests.server.tables.evening import careful

from tsuro.game.state import OVER
from tsuro.game.view import view
from tsuro.match import Match
from tsuro.record import Record, read_text, replay, write_json, write_text
from tsuro.server.http.records import view_at
from tsuro.server.messages.views import Advice, Replay
from tsuro.server.rooms.advice import TooMuchAdvice
from tsuro.server.rooms.bot_pool import NoAdvice
from tsuro.server.settings import Limits

pytestmark = pytest.mark.slow


@pytest.fixture
def code(played: str) -> str:
    return played


@pytest.fixture(scope="module")
def record() -> Record:
    """Of a long game."""
    match = Match(players=2, names=["Ana", "Rui"], seed=5)
    while not match.is_over:
        match.submit(match.active, careful(match))
    assert len(match.record().entries) > 12
    return match.record()


def shown(guest: Guest, text: str) -> Replay:
    answer = guest.post("/api/replays", {"record": text})
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Replay)


def problem(answer: httpx.Response) -> tuple[int, str, str | None]:
    """Status, code and rule of an answer that must be a problem with a sentence."""
    content = answer.json()
    assert content["type"] == "problem"
    assert 3 < len(content["sentence"].split()) < 100
    return answer.status_code, content["code"], content.get("rule")


# Shown again


def test_a_record_is_shown_as_the_table_shows_it(guest: Guest, code: str) -> None:
    record = read_text(guest.get(f"/api/tables/{code}/games/1/record").text)
    at_table = guest.get(f"/api/tables/{code}/games/1/replay").json()
    for text in (write_text(record), write_json(record), f"\n  {write_json(record)}"):
        assert guest.post("/api/replays", {"record": text}).json() == at_table


def test_each_moment_has_the_choices_of_whoever_acts_next(guest: Guest, record: Record) -> None:
    frames = shown(guest, write_text(record)).frames
    for frame, moment in zip(frames, replay(record), strict=True):
        state = moment.state
        if state.phase is OVER:
            assert frame.own is None
            continue
        assert frame.own is not None
        seen = view(state, state.active)
        assert (frame.own.seat, frame.own.hand, frame.own.on_turn) == (state.active, seen.hand, True)
        assert [p.action for p in frame.own.previews] == [f"play {preview.tile}" for preview in seen.previews]
        assert [p.refused is None for p in frame.own.previews] == [p.refusal is None for p in seen.previews]
        assert bool(frame.own.marks) == (state.phase.value == "mark")
    assert frames[-1].own is None


def test_the_next_action_is_among_the_choices(guest: Guest, record: Record) -> None:
    frames = shown(guest, write_text(record)).frames
    for frame, following in pairwise(frames):
        assert frame.own is not None
        choices = {mark.action for mark in frame.own.marks} | {ghost.action for ghost in frame.own.previews}
        assert following.action in choices


def test_of_a_record_that_hides_tiles_only_what_it_tells_is_shown(guest: Guest, record: Record) -> None:
    seen = shown(guest, write_text(record.seen_by(0)))
    assert seen.over
    whose = {frame.own.seat for frame in seen.frames if frame.own is not None}
    assert whose == {0}
    assert all(0 in hand for frame in seen.frames[:3] for hand in frame.hands[1:])
    watched = shown(guest, write_text(record.seen_by(None)))
    assert not any(frame.own for frame in watched.frames)


def test_the_beginning_of_a_game_can_be_shown(guest: Guest, record: Record) -> None:
    part = record.up_to(4)
    begun = shown(guest, write_text(part))
    assert (begun.over, len(begun.frames)) == (False, 5)
    assert all(frame.own for frame in begun.frames)


def test_replays_are_packed_for_who_can_unpack_them(guest: Guest, code: str, record: Record) -> None:
    path = f"/api/tables/{code}/games/1/replay"
    plain = guest.get(path, **{"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    with guest.client.stream("GET", path, headers={**guest.headers, "Accept-Encoding": "gzip"}) as answer:
        packed = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["vary"] == "Accept-Encoding"
        assert int(answer.headers["content-length"]) == len(packed)
    assert gzip.decompress(packed) == plain.content
    assert len(packed) * 4 < len(plain.content) < 250_000
    assert "content-encoding" in guest.post("/api/replays", {"record": write_text(record)}).headers


# What is wrong with others


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "does not say 'edition': is it cut off?"),
        ("once upon a time", "line 1: a record begins with 'tsuro record 2', or 1, not 'once upon a time'."),
        ("{", "line 1"),
        ("{}", "'tsuro record' should be a whole number."),
        ("[" * 30_000, "line 1"),
        ('{"a":' * 9000, "too deeply"),
        ("x" * 60_000, "…"),
        ("\u202e\u0000", "line 1"),
    ],
)
def test_what_is_no_record_is_told_so_with_the_place(guest: Guest, text: str, said: str) -> None:
    answer = guest.post("/api/replays", {"record": text})
    assert problem(answer) == (400, "not-a-record", None)
    assert said in answer.json()["sentence"]
    assert len(answer.json()["sentence"]) < 400


def test_a_game_that_breaks_a_rule_is_told_with_the_rule(guest: Guest, record: Record) -> None:
    taken = write_text(record).replace(f"2. {record.entries[1].seat + 1} mark", "2. 9 mark")
    assert problem(guest.post("/api/replays", {"record": taken}))[1] == "not-a-record"
    one, two, *others = record.entries
    twice = write_text(replace(record, entries=(one, replace(two, action=one.action), *others)))
    answer = guest.post("/api/replays", {"record": twice})
    assert problem(answer) == (422, "impossible-record", "S4")
    assert "line " in answer.json()["sentence"]


def test_a_record_that_says_of_itself_what_is_not_so_is_told_so(guest: Guest, record: Record) -> None:
    for wrong in (
        replace(record, result="unfinished"),
        replace(record, tags=(*record.tags[:-1], ("secret", "00"))),
        replace(record, deal=tuple(reversed(record.deal))),
        replace(record, entries=()),
    ):
        assert problem(guest.post("/api/replays", {"record": write_text(wrong)}))[:2] == (422, "impossible-record")


@pytest.mark.parametrize("path", ["/api/replays", "/api/advice", "/api/practice"])
def test_a_record_has_room_and_not_more(guest: Guest, path: str, record: Record) -> None:
    wanted: dict[str, Any] = {"record": write_text(record) + "# so it went\n" * 3000}
    if path != "/api/replays":
        wanted["move"] = 1
    if path == "/api/practice":
        wanted |= {"seat": 0, "name": "Ana"}
    assert guest.post(path, wanted).status_code in {200, 201}
    wanted["record"] += " " * 65_536
    assert problem(guest.post(path, wanted)) == (413, "too-large", None)
    assert problem(guest.post(path, b"{}")) == (400, "malformed", None)
    assert problem(guest.post(path, {**wanted, "colour": "red"}))[0] in {400, 413}


@pytest.mark.parametrize(
    ("moves", "line"), [(0, "# a"), (1, "# a"), (0, "t{}: x"), (1, "{}. 1 play 1n"), (0, "player 1: a (circle)")]
)
def test_no_text_takes_long_to_read(guest: Guest, record: Record, moves: int, line: str) -> None:
    head = write_text(replace(record.up_to(moves), tags=()))
    more = "".join(line.format(number) + "\n" for number in range(2, 20_000))
    text = head.replace("result: unfinished\n", more)[:45_000]
    began = perf_counter()
    answer = guest.post("/api/replays", {"record": text + "\nresult: unfinished\n"})
    assert answer.status_code in {200, 400, 422}
    assert perf_counter() - began < 3


def test_records_are_shown_no_faster_than_allowed(tmp_path: Path, record: Record) -> None:
    limits = Limits(analyses_at_once=2, analyses_per_minute=1)
    with running(tmp_path, limits=limits) as guest:
        body = {"record": write_text(record)}
        assert guest.post("/api/replays", body).status_code == 200
        assert guest.post("/api/advice", {**body, "move": 0}).status_code == 200
        answer = guest.another().post("/api/replays", body)
        assert problem(answer) == (429, "too-fast", None)
        assert int(answer.headers["retry-after"]) > 30


def test_records_that_are_drawn_count_as_well(tmp_path: Path, record: Record) -> None:
    limits = Limits(analyses_at_once=4, analyses_per_minute=1)
    with running(tmp_path, limits=limits) as guest:
        bodies = [{"record": f"{write_text(record)}# {number}\n"} for number in range(3)]
        asked = [(0, bodies[0]), (1, bodies[0]), (1, bodies[0]), (0, bodies[1])]  # two are read, and two drawn
        assert [guest.post(f"/api/snapshots?move={move}", body).status_code for move, body in asked] == [200] * 4
        assert problem(guest.post("/api/snapshots?move=0", bodies[2])) == (429, "too-fast", None)


# Advice


def test_advice_is_given_for_any_moment_of_a_record(guest: Guest, record: Record) -> None:
    answer = guest.post("/api/advice", {"record": write_text(record), "move": 2})
    advice = msgspec.json.decode(answer.content, type=Advice)
    assert advice.seat == record.entries[2].seat
    again = guest.another().post("/api/advice", {"record": write_json(record), "move": 2})
    assert again.content == answer.content  # it was kept


def test_advice_is_asked_for_a_view_that_hides_what_the_player_could_not_know(record: Record) -> None:
    seen, _ = view_at(write_text(record), 2)
    hands = [hand for seat, hand in enumerate(seen.position.hands) if seat != seen.seat]
    assert all(set(hand) <= {0} for hand in hands)


def test_no_record_of_a_game_that_others_still_play_is_weighed(guest: Guest, record: Record) -> None:
    move = next(number for number, entry in enumerate(record.entries) if entry.seat == 0 and number > 1)
    own = write_text(record.seen_by(0))
    assert problem(guest.post("/api/advice", {"record": own, "move": move})) == (409, "hidden-tiles", None)


def test_there_is_no_advice_where_nobody_acts_or_tiles_are_hidden(guest: Guest, record: Record) -> None:
    text, moves = write_text(record), len(record.entries)
    assert problem(guest.post("/api/advice", {"record": text, "move": moves})) == (409, "already-over", "W1")
    assert problem(guest.post("/api/advice", {"record": text, "move": moves + 1})) == (409, "no-such-move", None)
    watched = {"record": write_text(record.seen_by(None)), "move": 2}
    assert problem(guest.post("/api/advice", watched)) == (409, "hidden-tiles", None)
    assert problem(guest.post("/api/advice", {"record": "", "move": 2})) == (400, "not-a-record", None)


def test_who_practises_gets_advice_when_on_turn(guest: Guest) -> None:
    code = guest.make_table(first="chosen")["play"]
    path = f"/api/tables/{code}/advice"
    guest.ask(code, "sit", seat=0, name="Ana")
    assert problem(guest.get(f"{path}?seat=0")) == (403, "not-practice", None)
    guest.ask(code, "add-bot", seat=1, bot="wanderer")
    guest.ask(code, "choose-first", seat=0)
    guest.ask(code, "start")
    assert guest.look(code)["you"]["practice"] is True
    answer = guest.get(f"{path}?seat=0")
    assert answer.status_code == 200
    chosen = answer.json()["chosen"]
    assert chosen in {mark["action"] for mark in guest.look(code)["own"][0]["marks"]}
    assert problem(guest.get(f"{path}?seat=1")) == (403, "not-practice", None)
    assert problem(guest.another().get(f"{path}?seat=0")) == (403, "not-practice", None)
    for wrong in ("", "?seat=", "?seat=8", "?seat=-1", "?seat=01", "?seat=x"):
        assert problem(guest.get(f"{path}{wrong}")) == (400, "malformed", None)


def test_there_is_no_advice_against_people_or_clocks(guest: Guest) -> None:
    other = guest.another()
    for clock, opponent in (({"kind": "turn", "seconds": 60}, None), ({"kind": "none"}, other)):
        code = guest.make_table(first="chosen", clock=clock)["play"]
        guest.ask(code, "sit", seat=0, name="Ana")
        if opponent is None:
            guest.ask(code, "add-bot", seat=1, bot="wanderer")
        else:
            opponent.ask(code, "sit", seat=1, name="Rui")
        guest.ask(code, "choose-first", seat=0)
        guest.ask(code, "start")
        assert guest.look(code)["you"]["practice"] is False
        assert problem(guest.get(f"/api/tables/{code}/advice?seat=0")) == (403, "not-practice", None)


def test_who_is_not_on_turn_gets_no_advice(guest: Guest, record: Record) -> None:
    """The dragon thinks about its first placement for a while."""
    wanted = {"record": write_text(record), "move": 2, "seat": 1 - record.entries[2].seat, "name": "Ana"}
    code = guest.post("/api/practice", {**wanted, "bot": "dragon"}).json()["play"]
    answer = guest.get(f"/api/tables/{code}/advice?seat={wanted['seat']}")
    assert problem(answer) == (409, "not-your-turn", "T1")


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (TooMuchAdvice("Somebody else is just asking for advice.", 3), 429, "still-thinking"),
        (NoAdvice("There is no advice right now: try again in a moment."), 503, "no-advice"),
    ],
)
def test_where_there_is_no_advice_now_one_is_told_when_to_ask_again(
    guest: Guest, record: Record, error: Exception, status: int, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(guest.server.rooms.adviser, "advise", fail)
    answer = guest.post("/api/advice", {"record": write_text(record), "move": 4})
    assert problem(answer) == (status, code, None)
    assert int(answer.headers["retry-after"]) > 0


# Playing on


def test_a_record_can_be_played_on(guest: Guest, record: Record) -> None:
    wanted = {"record": write_text(record), "move": 3, "seat": 0, "name": "Zoé", "bot": "wanderer"}
    answer = guest.post("/api/practice", wanted)
    assert answer.status_code == 201
    code = answer.json()["play"]
    snapshot = guest.look(code)
    assert (snapshot["table"]["phase"], snapshot["table"]["commitment"]) == ("playing", None)
    assert snapshot["you"] | {"play": None, "watch": None} == {
        "seats": [0],
        "host": True,
        "practice": True,
        "play": None,
        "watch": None,
        "removed": False,
    }
    assert [seat["name"] for seat in snapshot["table"]["seats"]] == ["Zoé", "Aki"]
    earlier = read_text(guest.get(f"/api/tables/{code}/games/1/record").text)
    assert [entry.action for entry in earlier.entries[:3]] == [entry.action for entry in record.entries[:3]]
    frames = guest.get(f"/api/tables/{code}/games/1/replay").json()["frames"]
    assert len(frames) >= 4
    assert not any(frame["own"] for frame in frames)


def test_what_cannot_be_played_on_is_refused(guest: Guest, record: Record) -> None:
    wanted = {"record": write_text(record), "move": 3, "seat": 0, "name": "Zoé"}

    def asked(**changes: Any) -> tuple[int, str, str | None]:
        return problem(guest.post("/api/practice", {**wanted, **changes}))

    assert asked(move=len(record.entries)) == (409, "already-over", "W1")
    assert asked(move=len(record.entries) + 1) == (409, "no-such-move", None)
    assert asked(seat=2) == (409, "no-such-seat", None)
    assert asked(record=write_text(record.seen_by(0))) == (409, "hidden-tiles", None)
    assert asked(name="\u200b") == (409, "no-name", None)
    assert asked(record="?") == (400, "not-a-record", None)
    assert asked(bot="monte-carlo") == (409, "no-such-bot", None)
    assert asked(bot=7) == (400, "malformed", None)
    assert asked(move=-1) == (400, "malformed", None)


def test_practices_are_made_no_faster_than_tables(tmp_path: Path, record: Record) -> None:
    wanted = {"record": write_text(record), "move": 3, "seat": 0, "name": "Zoé"}
    with running(tmp_path, limits=Limits(tables_at_once=1, tables_per_minute=1)) as guest:
        assert guest.post("/api/practice", wanted).status_code == 201
        assert problem(guest.another().post("/api/practice", wanted)) == (429, "too-fast", None)
    with running(tmp_path, limits=Limits(tables=1)) as guest:
        assert problem(guest.post("/api/practice", wanted)) == (503, "too-many-tables", None)


def test_a_record_is_json_in_json(guest: Guest, record: Record) -> None:
    text = json.dumps({"record": write_json(record)})
    assert guest.post("/api/replays", text.encode()).status_code == 200
