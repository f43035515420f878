"""Writes the generated parts of docs/protocol.md: the conversation, and the refusals."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import fill
from typing import Any

import msgspec

from tsuro.game.errors import Refused as RefusedByRules
from tsuro.server.messages import PROTOCOL
from tsuro.server.messages.answers import Accepted, Refused, Welcome
from tsuro.server.messages.creation import NewTable
from tsuro.server.messages.requests import ChooseFirst, Move, Request, Sit, Start
from tsuro.server.rooms.attendance import Attendance, Listener
from tsuro.server.rooms.broadcast import Broadcaster
from tsuro.server.settings import Settings
from tsuro.server.tables import log
from tsuro.server.tables.commands import decide
from tsuro.server.tables.creation import decide_creation
from tsuro.server.tables.refusals import TableRefused, reason
from tsuro.server.tables.table import Table

PAGE = Path(__file__).parent.parent / "docs" / "protocol.md"
PLAY, WATCH = "n3Zk7Qd0vYx2Lr9TfWm4Bg", "c8Hs1JpXa5EoVu6RyKt2Mw"
SECRET = "01" * 32  # by which Ana is first
WELCOME = Welcome(protocol=PROTOCOL, server="1.0.0", heartbeat=Settings().heartbeat)
WIDTH = 140


class Scene:
    """A table as its rooms drive it, without clock or chance; writes down what Ana's client says and hears."""

    def __init__(self) -> None:
        (created,) = decide_creation("ana", NewTable(), play=PLAY, watch=WATCH, now=0)
        assert isinstance(created, log.Created)  # noqa: S101 -- for the type checker
        self.table = Table(created)
        self.table.apply(log.Committed(at=0, secret=SECRET))
        self.attendance = Attendance((), 0)
        self.broadcaster = Broadcaster(self.table, self.attendance)
        self.answers: dict[Request, Accepted | Refused] = {}
        self.lines: list[str] = []

    def says(self, text: str) -> None:
        self.lines += [text, ""]

    def shows(self, speaker: str, message: bytes) -> None:
        self.lines += [f"{speaker}:", "", "```json", written(json.loads(message)), "```", ""]

    def connect(self, guest: str) -> None:
        deliver = self.hears if guest == "ana" else _nothing
        self.attendance.enter(Listener(guest=guest, plays=True, deliver=deliver, end=_nothing))
        if guest == "ana":
            self.hears(msgspec.json.encode(WELCOME))
            self.hears(msgspec.json.encode(self.broadcaster.snapshot(guest, plays=True, now=0)))

    def hears(self, message: bytes) -> None:
        self.shows("Server", message)

    def asks(self, guest: str, request: Request) -> None:
        if guest == "ana":
            self.shows("Client", msgspec.json.encode(request))
        if request not in self.answers:
            self.answers[request] = self.answer(guest, request)
        if guest == "ana":
            self.hears(msgspec.json.encode(self.answers[request]))

    def answer(self, guest: str, request: Request) -> Accepted | Refused:
        try:
            entries = decide(self.table, guest, request, now=0, away={})
        except (TableRefused, RefusedByRules) as error:
            why, snapshot = reason(error), self.broadcaster.snapshot(guest, plays=True, now=0)
            return Refused(id=request.id, code=why.code, sentence=why.sentence, rule=why.rule, snapshot=snapshot)
        for entry in entries:
            self.broadcaster.send(self.table.apply(entry), self.table.seq, 0)
        return Accepted(id=request.id, seq=self.table.seq)


def _nothing(_: object) -> None:
    """What others hear is not shown."""


def written(value: Any, indent: str = "") -> str:
    """JSON with a line for each part that does not fit into one."""
    line = json.dumps(value, ensure_ascii=False)
    inner = indent + "  "
    if len(indent) + len(line) <= WIDTH or not isinstance(value, dict | list):
        return line
    if isinstance(value, dict):
        parts = [f"{inner}{json.dumps(key)}: {written(part, inner)}" for key, part in value.items()]
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
    if not isinstance(value[-1], dict | list):
        return f"[\n{fill(line[1:-1], WIDTH, initial_indent=inner, subsequent_indent=inner)}\n{indent}]"
    return "[\n" + ",\n".join(inner + written(part, inner) for part in value) + f"\n{indent}]"


def conversation() -> str:
    """Two people sit down and begin to play, as the client of one of them hears it."""
    scene = Scene()
    scene.connect("rui")
    scene.asks("rui", Sit(id="r1", seat=1, name="Rui", marker="star"))
    scene.says("Ana made a table, where Rui has taken a seat. She connects.")
    scene.connect("ana")
    scene.says("She sits down. Everybody gets the news; then the request is answered.")
    scene.asks("ana", Sit(id="a1", seat=0, name="Ana"))
    scene.says("She would like to be first, but at this table chance decides.")
    scene.asks("ana", ChooseFirst(id="a2", seat=0))
    scene.says("As the host she starts the game. Her client gets her tiles and the free start marks.")
    scene.asks("ana", Start(id="a3"))
    scene.says("She places her marker.")
    scene.asks("ana", Move(id="a4", seq=5, seat=0, action="mark c6n1"))
    scene.says("Rui places his. Ana is on turn, and her client knows all that she can do.")
    scene.asks("rui", Move(id="r2", seq=6, seat=1, action="mark f4e2"))
    scene.says("She plays a tile.")
    play = Move(id="a5", seq=7, seat=0, action=_first_allowed(scene.table))
    scene.asks("ana", play)
    scene.says("The connection was bad, and her client sends the request again. It takes effect only once.")
    scene.asks("ana", play)
    return "\n".join(scene.lines).strip()


def _first_allowed(table: Table) -> str:
    assert table.match is not None  # noqa: S101 -- for the type checker
    return f"play {table.match.view(0).allowed[0].tile}"


def refusals(kind: type[TableRefused | RefusedByRules]) -> str:
    """A table of all reasons of a kind."""
    rows = [f"| `{why.code()}` | {why.rule or ''} | {why.sentence} |" for why in kind.__subclasses__()]
    return "\n".join(["| code | rule | sentence |", "|---|---|---|", *sorted(rows)])


def page(text: str) -> str:
    """The page with the parts between its named comments replaced."""
    parts = {
        "conversation": conversation(),
        "refusals of tables": refusals(TableRefused),
        "refusals of the rules": refusals(RefusedByRules),
    }
    for name, part in parts.items():
        begin, end = f"<!-- {name} -->", f"<!-- end of the {name} -->"
        head, _, rest = text.partition(begin)
        _, _, tail = rest.partition(end)
        text = f"{head}{begin}\n\n{part}\n\n{end}{tail}"
    return text


def main() -> None:
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
