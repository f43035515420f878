"""Links and tokens are keys: however much is logged, and whatever goes wrong, none is in log or metrics."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest
from tests.server_process.client import Client, new_id, new_token
from tests.server_process.games import Party, gathered, log_of, play_to_the_end
from tests.server_process.harness import REAL, Server
from tests.server_process.limited import Asked, limited
from tests.server_process.web import claim, program_asks
from tests.server_process.wire import ask, dial, frame, handshake, head, request, talk

from tsuro.server.logs import FACTS
from tsuro.server.messages.answers import HandOverLink, ProgramToken
from tsuro.server.messages.requests import HandOver, InviteProgram, Leave, Move, RemoveSeat, Sit, Start
from tsuro.server.options import TableOptions
from tsuro.server.tables.log import Committed, Started
from tsuro.server.tokens import guest_of

NAMES = ("Zebulon", "Quirin", "Xanthippe")
SURPRISES = ("cHEAT-tHE-sERVER", "iNJECTED")  # what a client says in the hope that it is written down

COMMANDS = {"as people run it": REAL, "everything": limited(Asked(logs_all=True))}


@pytest.fixture(scope="module", params=COMMANDS.values(), ids=list(COMMANDS))
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("logged"), command=request.param) as server:
        yield server


class Evening:
    """What was said and done at a server in the course of some games, and all its secrets."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.secrets: set[str] = {*NAMES, *SURPRISES}
        self.answers: list[bytes] = []  # to those who should not have asked

    async def pass_by(self) -> None:
        options = TableOptions(edition="modern", seats=4)
        async with gathered(self.server.url, 2, "wanderer", options=options) as party:
            self.secrets |= {party.codes.play, party.codes.watch}
            for client, name in zip(party.people, NAMES, strict=False):
                assert client.token is not None
                self._add_token(client.token)
                await client.do(Sit(id=self._secret_id(), seat=client.you.seats[0], name=name))
            await self._play(party)
            await self._err(party)
        self.secrets |= {
            entry.secret
            for entry in log_of(self.server.database, party.codes.play)
            if isinstance(entry, Started | Committed)
        }

    async def _play(self, party: Party) -> None:
        """A game with a program that is invited and leaves, with a watcher, and a seat that is handed over."""
        url, codes, host = party.url, party.codes, party.host
        invited = await host.ask(InviteProgram(id=self._secret_id(), seat=3, name=NAMES[2]))
        assert isinstance(invited, ProgramToken)
        self._add_token(invited.token)
        await host.do(Start(id=self._secret_id()))
        program_asks(url, codes.play, Leave(id=self._secret_id()), invited.token)
        link = await host.ask(HandOver(id=self._secret_id()))
        assert isinstance(link, HandOverLink)
        self.secrets.add(link.code)
        device = new_token()
        self._add_token(device)
        assert claim(url, link.code, device) != 404
        async with Client(url, codes.watch) as watcher, Client(url, codes.play, token=device) as moved:
            assert watcher.cookie is not None
            self._add_token(watcher.cookie.partition("=")[2])
            await play_to_the_end((moved, party.people[1]), Random(1))
            self.secrets |= {move.action for move in party.people[1].moves(1)}
            for what in ("record", "record?format=json", "replay", "picture.svg"):
                assert request(url, "GET", f"/api/tables/{codes.watch}/games/1/{what}").status == 200
        self._look_closer(url, codes.watch)

    def _look_closer(self, url: str, code: str) -> None:
        """The record is sent back, whole and spoilt, with the name of a player in it."""
        record = request(url, "GET", f"/api/tables/{code}/games/1/record").body.decode()
        wanted = {"record": record, "move": 4, "seat": 0, "name": NAMES[0]}
        made = request(url, "POST", "/api/practice", body=wanted)
        assert made.status == 201
        answer = json.loads(made.body)
        self.secrets |= {answer["play"], answer["watch"]}
        assert request(url, "POST", "/api/advice", body={"record": record, "move": 0}).status == 200
        for spoilt in (record.replace("result: ", f"result: {NAMES[1]} "), f"{record}{SURPRISES[0]}"):
            assert request(url, "POST", "/api/replays", body={"record": spoilt}).status in {400, 422}

    async def _err(self, party: Party) -> None:
        """Everything that is refused, at each of the doors."""
        url, code, host = party.url, party.codes.play, party.host
        await host.fail(Move(id=self._secret_id(), seq=0, seat=0, action=SURPRISES[0]))
        await host.fail(RemoveSeat(id=self._secret_id(), seat=7))
        await host.send_text(json.dumps({"type": SURPRISES[0], "id": f"{SURPRISES[1]}\n{{"}))
        await host.until(lambda: len(host.problems) == 1)
        said = "".join(SURPRISES)
        wrong = [
            head(url, "GET", f"/api/tables/{said}%0a{{"),
            head(url, "GET", f"/api/tables/{code}/{said}"),
            head(url, "GET", f"/{said}", f"Cookie: tsuro_guest={said}", f"User-Agent: {said}"),
            head(url, "GET", "/api/tiles", f"Authorization: Bearer {said}"),
            head(url, said, "/health"),
            head(url, "POST", f"/api/hand-overs/{said}", "Content-Type: application/json", "Content-Length: 0"),
            head(url, "POST", f"/api/tables/{code}/requests", f"Content-Type: {said}"),
            head(url, "GET", f"/api/tables/{code}/games/{said}/record"),
            head(url, "GET", f"/api/tables/{code}/games/1/picture.svg?theme={said}"),
            handshake(url, said, f"Origin: http://{said}"),
            handshake(url, code, f"Authorization: Bearer {said}"),
            handshake(url, code, host=said),
        ]
        self.answers += [ask(url, data).body for data in wrong]
        for data in (f"{said} / {said}\r\n\r\n".encode(), handshake(url, code, f"{said} {said}")):
            self.answers.append(talk(url, data))
        with dial(url) as wire:
            wire.sendall(handshake(url, code))
            wire.recv(12)
            wire.sendall(frame(1, said.encode() + b"\xff"))
            while wire.recv(65536):
                pass

    def _add_token(self, token: str) -> None:
        self.secrets |= {token, guest_of(token)}

    def _secret_id(self) -> str:
        """The id of a request, which nobody else needs to know either."""
        number = new_id()
        self.secrets.add(number)
        return number


@pytest.fixture(scope="module")
def evening(server: Server) -> Evening:
    evening = Evening(server)
    asyncio.run(evening.pass_by())
    return evening


def found(evening: Evening, text: str) -> set[str]:
    """The secrets that the text gives away."""
    return {secret for secret in evening.secrets if secret in text}


def test_the_log_holds_no_secrets(evening: Evening) -> None:
    assert len(evening.secrets) > 30
    assert found(evening, evening.server.complained) == set()
    assert found(evening, evening.server.said) == set()


def test_every_line_of_the_log_is_one_event_with_facts_that_are_known(evening: Evening) -> None:
    lines = [msgspec.json.decode(line, type=dict[str, object]) for line in evening.server.complained.splitlines()]
    assert {line["event"] for line in lines} >= {"server started", "table made", "request", "socket closed"}
    assert {fact for line in lines for fact in line} <= {"time", "level", "event", "error", *FACTS}


def test_the_metrics_hold_no_secrets(evening: Evening) -> None:
    text = request(evening.server.url, "GET", "/metrics").body.decode()
    assert "tsuro_moves_total" in text
    assert found(evening, text) == set()


def test_what_is_refused_is_not_echoed(evening: Evening) -> None:
    for answer in evening.answers:
        assert found(evening, answer.decode()) == set(), answer


def test_the_files_of_the_server_are_its_owners_alone(evening: Evening) -> None:
    database: Path = evening.server.database
    files = [path for path in database.parent.iterdir() if path.name.startswith(database.name)]
    assert len(files) >= 3
    assert {path.stat().st_mode & 0o077 for path in files} == {0}


def test_the_database_knows_guests_only_by_their_hashes(evening: Evening) -> None:
    files = [path for path in evening.server.folder.iterdir() if path.name.startswith("tables.sqlite3")]
    content = b"".join(path.read_bytes() for path in files)
    tokens = {secret for secret in evening.secrets if guest_of(secret) in evening.secrets}
    assert len(tokens) >= 4
    assert not [token for token in tokens if token.encode() in content]
    assert any(guest_of(token).encode() in content for token in tokens)
