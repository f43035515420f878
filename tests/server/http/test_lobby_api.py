"""The lobby over the network."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.running import GENEROUS, Guest, running
from websockets.exceptions import InvalidStatus


@pytest.fixture(scope="module")
def without(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    """A server without a lobby."""
    with running(tmp_path_factory.mktemp("private"), lobby=False) as guest:
        yield guest


def test_play_now_leads_two_strangers_to_one_table(guest: Guest) -> None:
    one = guest.another().post("/api/lobby/play", {"name": "Ann"})
    other = guest.another().post("/api/lobby/play", {"name": "Ben"})
    assert (one.status_code, other.status_code) == (201, 200)
    assert one.json()["play"] == other.json()["play"]
    snapshot = other.json()["snapshot"]
    assert [seat["name"] for seat in snapshot["table"]["seats"]] == ["Ann", "Ben", "", ""]
    assert (snapshot["you"]["seats"], 0 < snapshot["starts_in"] <= 20_000) == ([1], True)
    with guest.another().lobby() as talk:
        found: list[dict[str, Any]] = []
        while not found:
            tables = talk.hear().get("tables", [])
            found = [each for each in tables if each["play"] == one.json()["play"] and len(each["people"]) == 2]
    (table,) = found
    assert guest.get("/api/lobby").json()["type"] == "lobby"
    assert (table["people"], table["free"], 0 < table["starts_in"] <= 20_000) == (["Ann", "Ben"], 2, True)


def test_only_so_many_seats_at_open_tables_are_taken_from_one_address(tmp_path: Path) -> None:
    with running(tmp_path, limits=replace(GENEROUS, seats_at_once=2)) as guest:
        tables = [guest.another().make_table(seats=[{"kind": "empty"}] * 3, open=True)["play"] for _ in range(2)]
        seated = guest.another().ask(tables[0], "sit", name="Ann")
        with guest.another().connect(tables[0]) as talk:
            talk.say({"type": "sit", "id": "a", "name": "Ben"})
            assert talk.until("accepted")["id"] == "a"
        with guest.another().connect(tables[0]) as talk:
            talk.say({"type": "sit", "id": "a", "name": "Cleo"})
            assert talk.until("refused")["code"] == "too-many-seats"
        refused = guest.another().ask(tables[1], "sit", name="Dan")
    assert (seated["type"], refused["code"]) == ("accepted", "too-many-seats")


def test_a_name_that_cannot_be_shown_is_refused(guest: Guest) -> None:
    answer = guest.post("/api/lobby/play", {"name": "\u200b"})
    assert (answer.status_code, answer.json()["code"]) == (409, "no-name")


def test_the_socket_begins_with_everything_and_goes_on_with_changes(guest: Guest) -> None:
    maker = guest.another()
    with guest.another().lobby() as talk:
        assert talk.hear()["type"] == "welcome"
        assert talk.hear()["type"] == "lobby"
        made = maker.make_table(seats=[{"kind": "person", "name": "Zoe"}, {"kind": "empty"}], open=True)
        while not any(table["id"] == made["watch"] for table in talk.until("lobby-changed")["tables"]):
            pass
        with maker.connect(made["play"]) as host:
            host.until("snapshot")
            guest.another().ask(made["play"], "sit", name="Max")  # with one click: any seat
            host.until("changed")
        while made["watch"] not in talk.until("lobby-changed")["gone"]:
            pass


def test_the_socket_answers_pings_sends_everything_again_and_closes_on_nonsense(guest: Guest) -> None:
    with guest.another().lobby() as talk:
        talk.until("lobby")
        talk.say({"type": "ping"})
        talk.until("pong")
        talk.say(b'{"type":"pong"}')
        talk.say({"type": "resync"})
        talk.until("lobby")
        for _ in range(25):
            talk.say({"type": "start", "id": "a"})
        assert talk.rest()[-1]["type"] == "problem"
        assert talk.connection.close_code == 1008


def test_a_lobby_that_is_switched_off_is_not_there(without: Guest) -> None:
    for answer in (without.get("/api/lobby"), without.post("/api/lobby/play", {"name": "Ann"})):
        assert (answer.status_code, answer.json()["code"]) == (404, "no-lobby")
    with pytest.raises(InvalidStatus) as refused, without.lobby():
        pass
    assert refused.value.response.status_code == 404
    answer = without.post("/api/tables", {"open": True})
    assert (answer.status_code, answer.json()["code"], answer.json()["field"]) == (409, "no-lobby", "open")


def test_metrics_say_whether_anybody_waits(guest: Guest) -> None:
    with guest.another().lobby() as talk:
        talk.until("lobby")
        told = guest.get("/metrics").text
    assert "\ntsuro_lobby 1" in told
    assert "\ntsuro_tables_waiting " in told


def test_the_page_knows_whether_there_is_a_lobby(guest: Guest, without: Guest) -> None:
    off = '<meta name="tsuro-lobby" content="off">'
    assert (off in guest.get("/").text, off in without.get("/").text) == (False, True)
