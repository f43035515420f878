"""A database file, links, tokens and a client of version 0.4.0 work with today's server."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from tests.compatibility.capture_server import Message, Recorder, move
from tests.postgresql import empty_database
from tests.server.running import Guest, running

from tsuro import read_text, verify
from tsuro.cli import main
from tsuro.server.messages import ClientMessage, ServerMessage
from tsuro.server.storage.sqlite.store import SqliteStore
from tsuro.server.tables.log import LogEntry
from tsuro.server.tables.table import Table

pytestmark = pytest.mark.slow

HERE = Path(__file__).with_name("server-0.4.0")
KEPT = msgspec.json.decode((HERE / "kept.json").read_bytes())
TABLES: dict[str, dict[str, str]] = KEPT["tables"]
PHASES = {"waiting": "gathering", "to be handed over": "gathering", "finished": "over"}
CONVERSATION: list[tuple[str, Message]] = [
    msgspec.json.decode(line) for line in (HERE / "conversation.jsonl").read_bytes().splitlines()
]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return Path(shutil.copy(HERE / "tables.sqlite3", tmp_path))


@pytest.fixture(scope="module", params=["the file", "PostgreSQL"])
def ana(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    """Ana at a server of today, on the file of 0.4.0, a minute after it was written: nothing is too old yet."""
    folder, copy = tmp_path_factory.mktemp("server"), ""
    file = shutil.copy(HERE / "tables.sqlite3", folder)
    if request.param == "PostgreSQL":
        copy = empty_database()
        assert main(["tables", "copy", str(file), copy]) == 0
    began = time.time()
    with pytest.MonkeyPatch.context() as patch:
        then = SimpleNamespace(time=lambda: KEPT["captured"] / 1000 + 60 + time.time() - began)
        patch.setattr("tsuro.server.rooms.steady_clock.time", then)
        with running(folder, database=copy) as first:
            yield known(first, "Ana")


@pytest.fixture
def rui(ana: Guest) -> Guest:
    return known(ana, "Rui")


def known(guest: Guest, name: str) -> Guest:
    """The guest who had this name, with the token of then."""
    found = guest.another()
    found.token = KEPT["tokens"][name]
    found._ids = 1000  # what was asked then had lower numbers, and none is used twice
    found.headers["Authorization"] = f"Bearer {found.token}"
    return found


def test_every_log_is_read_as_it_was_written_and_replayed(database: Path) -> None:
    with closing(sqlite3.connect(database)) as connection:
        phases = connection.execute("SELECT phase FROM tables ORDER BY id").fetchall()
        rows = connection.execute("SELECT table_id, entry FROM log ORDER BY table_id, seq").fetchall()
    logs: list[list[LogEntry]] = [[] for _ in phases]
    for table, text in rows:
        entry: LogEntry = msgspec.json.decode(text, type=LogEntry)
        assert holds(msgspec.json.decode(msgspec.json.encode(entry)), msgspec.json.decode(text))
        logs[table - 1].append(entry)
    assert [(Table.replay(log).phase,) for log in logs] == phases
    assert {"gathering", "playing", "over"} == {phase for (phase,) in phases}


def test_the_tables_are_shown_on_the_command_line(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "--database", str(database)]) == 2
    assert "start a server once to update it" in capsys.readouterr().err
    with SqliteStore.open(database):
        pass
    assert main(["tables", "--database", str(database)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + 12
    for number in range(1, 13):
        assert main(["tables", "show", str(number), "--database", str(database)]) == 0
    assert "A stand-in plays for Rui" in capsys.readouterr().out


@pytest.mark.parametrize("name", TABLES)
def test_links_open_the_table(ana: Guest, name: str) -> None:
    play, watch = TABLES[name]["play"], TABLES[name]["watch"]
    snapshot, watched = ana.look(play), ana.another().look(watch)
    assert snapshot["table"]["phase"] == watched["table"]["phase"] == PHASES.get(name, "playing")
    assert snapshot["you"]["seats"] == ([] if name == "handed over" else [0])
    assert (snapshot["you"]["play"], snapshot["you"]["watch"]) == (play, watch)
    assert (watched["you"]["seats"], watched["you"]["play"], watched["own"]) == ([], None, [])
    for code in (play, watch):
        page = ana.get(f"/table/{code}", Accept="text/html")
        assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")


def test_records_are_the_same_games(ana: Guest) -> None:
    for number, text in enumerate(KEPT["records"], 1):
        old, new = (
            read_text(text),
            read_text(ana.get(f"/api/tables/{TABLES['finished']['play']}/games/{number}/record").text),
        )
        assert (new.setup, new.names, new.entries, new.result) == (old.setup, old.names, old.entries, old.result)
        verify(new)
        verify(old)
        shown = ana.post("/api/replays", {"record": text})
        assert len(shown.json()["frames"]) == len(old.entries) + 1


def test_a_hand_over_link_moves_the_seats(ana: Guest) -> None:
    guest, code = ana.another(), TABLES["to be handed over"]["play"]
    assert guest.get(f"/hand-over/{KEPT['hand-over']}", Accept="text/html").status_code == 200
    assert guest.post(f"/api/hand-overs/{KEPT['hand-over']}").status_code == 200
    assert guest.look(code)["you"]["seats"] == [0]
    guest.post(
        f"/api/hand-overs/{guest.ask(code, 'hand-over')['code']}", Authorization=ana.headers["Authorization"]
    )
    assert ana.look(code)["you"]["seats"] == [0]  # and back


@pytest.mark.parametrize("name", [name for name in TABLES if name not in PHASES])
def test_running_games_are_played_on_to_the_end(ana: Guest, rui: Guest, name: str) -> None:
    code = TABLES[name]["play"]
    before = ana.look(code)
    move([ana, rui], code, 1000, pause=0.01)
    after = ana.look(code)
    assert after["table"]["phase"] == "over"
    assert after["seq"] > before["seq"]
    verify(read_text(ana.get(f"/api/tables/{code}/games/1/record").text))


def test_a_waiting_table_begins(ana: Guest, rui: Guest) -> None:
    code = TABLES["waiting"]["play"]
    for answer in (ana.ask(code, "choose-first", seat=0), ana.ask(code, "start")):
        assert answer["type"] == "accepted", answer
    assert [len(guest.look(code)["own"]) for guest in (ana, rui)] == [1, 1]


@pytest.mark.parametrize(("side", "union"), [("client", ClientMessage), ("server", ServerMessage)])
def test_messages_have_the_fields_they_had(side: str, union: Any) -> None:
    messages = [message for who, message in CONVERSATION if who == side and message["type"] != "fly"]
    for message in messages:
        read = msgspec.json.decode(msgspec.json.encode(message), type=union)
        assert holds(msgspec.json.decode(msgspec.json.encode(read)), message)
    assert len({message["type"] for message in messages}) > 10


def test_a_client_of_then_gets_the_same_answers(ana: Guest) -> None:
    """It says what it said; only its moves are others, since other tiles are dealt."""
    with ana.connect(ana.make_table(seats=2)["play"]) as talk:
        recorder = Recorder(talk)
        assert [recorder.hear()["type"] for _ in range(2)] == ["welcome", "snapshot"]
        for number, (side, message) in enumerate(CONVERSATION):
            if side == "client" and message.get("id", "").startswith("m"):
                recorder.play_to_the_end()
            elif side == "client":
                expected = answer_to(message, number)
                answer = recorder.say(message, until=expected["type"])
                assert (answer.get("id"), answer.get("code")) == (expected.get("id"), code_of(expected, answer))
    then, now = structs(CONVERSATION), structs(recorder.said)
    assert {path for path in then if path.count("/") == 1} <= now.keys() | {"/presence"}
    assert {path: names for path, names in then.items() if not names <= now.get(path, names)} == {}


def holds(now: Any, then: Any) -> bool:
    """Whether all fields of then are there, with the same values; there may be more of them."""
    if isinstance(then, dict):
        return all(name in now and holds(now[name], value) for name, value in then.items())
    if isinstance(then, list):
        return len(now) == len(then) and all(map(holds, now, then))
    return bool(now == then)


def answer_to(message: Message, number: int) -> Message:
    """What the server answered then: a message with the same id, or the next without any."""
    rest = [each for side, each in CONVERSATION[number:] if side == "server"]
    told = {"changed", "started", "moved", "presence"}
    return next(each for each in rest if each["type"] not in told and each.get("id") in {message.get("id"), None})


def code_of(expected: Message, answer: Message) -> object:
    """The code of a refusal or problem is fixed; a code to hand over is always another."""
    return answer.get("code") if expected["type"] == "hand-over-link" else expected.get("code")


def structs(conversation: list[tuple[str, Message]]) -> dict[str, set[str]]:
    """The names of the fields of all parts of the server's messages, by where they are."""
    found: dict[str, set[str]] = {}

    def look(part: Any, path: str) -> None:
        if isinstance(part, dict):
            path = f"{path}/{part.get('type', part.get('kind', ''))}"
            found[path] = found.get(path, set()) | part.keys()
            for name, value in part.items():
                look(value, f"{path}.{name}")
        elif isinstance(part, list):
            for each in part:
                look(each, path)

    for side, message in conversation:
        if side == "server":
            look(message, "")
    return found
