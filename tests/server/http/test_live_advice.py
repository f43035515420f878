"""A game that is played at this server gets no help from it, whatever hidden tiles are said to be."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from tests.server.running import Guest, running
from tests.server_process.harness import wait_for

from tsuro.notation import write_action
from tsuro.record import Record, write_text
from tsuro.server.storage.opening import open_store
from tsuro.server.tables.history import game_of

pytestmark = pytest.mark.slow


def seated(guest: Guest) -> tuple[str, list[Guest]]:
    """A game of two people that has begun."""
    guests = [guest, guest.another()]
    code = guest.make_table(seats=2, first="chosen")["play"]
    for seat, each in enumerate(guests):
        each.ask(code, "sit", seat=seat, name=f"Guest {seat}")
    guest.ask(code, "start")
    return code, guests


def move(code: str, guests: list[Guest]) -> None:
    seat = guests[0].look(code)["position"]["active"]
    snapshot = guests[seat].look(code)
    guests[seat].ask(code, "move", seq=snapshot["seq"], seat=seat, action=safe_action(snapshot["own"][0]))


def safe_action(own: dict[str, Any]) -> str:
    """Markers begin far from each other, and go where a path does not end at the edge."""
    if own["marks"]:
        return str(own["marks"][24 * own["seat"]]["action"])
    allowed = [preview for preview in own["previews"] if preview["refused"] is None]
    return str(min(allowed, key=lambda preview: sum(walk["end"] is None for walk in preview["walks"]))["action"])


def truth(folder: Path) -> Record:
    """The record of the running game with tiles for all that is hidden, which a player could make up, too."""

    async def read() -> Record:
        async with open_store(folder / "tables.sqlite3", serve=False) as store:
            match = game_of(await store.log(1), 1)
        assert match is not None
        return match.record()

    return asyncio.run(read())


def code_of(guest: Guest, path: str, content: dict[str, Any]) -> tuple[int, str]:
    answer = guest.post(path, content)
    return answer.status_code, answer.json().get("code", "")


def test_there_is_no_advice_about_a_game_that_is_played_here(tmp_path: Path) -> None:
    with running(tmp_path) as guest:
        code, guests = seated(guest)
        stranger = guest.another()
        for _ in range(4):  # two markers, two tiles
            move(code, guests)
        text = write_text(truth(tmp_path))
        assert code_of(stranger, "/api/advice", {"record": text, "move": 4}) == (403, "still-played")
        practice = {"record": text, "move": 4, "seat": 0, "name": "Ana"}
        assert code_of(stranger, "/api/practice", practice) == (403, "still-played")
        assert (
            code_of(stranger, "/api/advice", {"record": text, "move": 2})[0] == 200
        )  # nobody needs that any more
        move(code, guests)
        assert code_of(stranger, "/api/practice", practice) == (201, "")
        text = write_text(truth(tmp_path))
        while guest.look(code)["position"]["result"] is None:
            move(code, guests)
        assert code_of(stranger, "/api/practice", {**practice, "record": text, "move": 5}) == (201, "")


def test_a_game_cannot_be_thought_on_from_where_it_is(tmp_path: Path) -> None:
    with running(tmp_path) as guest:
        code, guests = seated(guest)
        for _ in range(3):
            move(code, guests)
        now = truth(tmp_path)
        folder = tmp_path / "elsewhere"
        folder.mkdir()
        with running(folder) as other:
            theirs = other.post("/api/practice", {"record": write_text(now), "move": 3, "seat": 1, "name": "Eva"})
            table = theirs.json()["play"]
            snapshot = other.look(table)
            other.ask(table, "move", seq=snapshot["seq"], seat=1, action=safe_action(snapshot["own"][0]))
            later = write_text(truth(folder))
        assert code_of(guest, "/api/advice", {"record": later, "move": 4}) == (403, "still-played")


def test_no_bot_moves_where_people_are_now_in_a_game_that_was_brought_there_by_hand(tmp_path: Path) -> None:
    with running(tmp_path) as guest:
        code, guests = seated(guest)
        stranger = guest.another()
        for _ in range(4):
            move(code, guests)
        record = truth(tmp_path)
        last = record.entries[-1]
        other = 1 - last.seat
        wanted = {"record": write_text(record), "move": 3, "seat": last.seat, "name": "Ana", "bot": "dragon"}
        made = stranger.post("/api/practice", wanted)  # one move back: nobody is there any more
        assert made.status_code == 201
        practice = made.json()["play"]
        seq = stranger.look(practice)["seq"]
        action = write_action(last.action)
        assert stranger.ask(practice, "move", seq=seq, seat=last.seat, action=action)["type"] == "accepted"
        time.sleep(3)
        assert stranger.look(practice)["position"]["active"] == other  # the dragon waits
        move(code, guests)
        wait_for(lambda: stranger.look(practice)["position"]["active"] != other, 20, "the dragon goes on")
