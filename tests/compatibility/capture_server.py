"""Plays at a running server, and keeps what its users would: the codes of tables, tokens, records, a conversation.

How the files in server-0.4.0 were made, with that version installed:

    tsuro serve --port 8123 --pace 0 --database scratch.sqlite3
    python -m tests.compatibility.capture_server http://127.0.0.1:8123 FOLDER
    tsuro tables backup FOLDER/tables.sqlite3 --database scratch.sqlite3

Those of later versions have no conversation, and that of 0.3.0 no practice, which came later.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import httpx
import msgspec
from tests.server.running import Guest, Talk, some_action

__all__ = ["Message", "Recorder", "move"]

Message = dict[str, Any]


class Recorder:
    """A socket of one guest that writes down what both sides say."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self.said: list[tuple[str, Message]] = []
        self.snapshot: Message = {}

    def hear(self) -> Message:
        message = self._talk.hear()
        self.said.append(("server", message))
        if message["type"] in {"snapshot", "started", "moved"}:
            self.snapshot = {**self.snapshot, **message}
        return message

    def say(self, content: Message, *, until: str) -> Message:
        """Send a message, and give the next answer of the type."""
        self.said.append(("client", content))
        self._talk.say(content)
        while (message := self.hear())["type"] != until:
            pass
        return message

    def play_to_the_end(self) -> None:
        """Move whenever it is the guest's turn; bots do the rest."""
        while self.snapshot["position"]["result"] is None:
            mine = [own for own in self.snapshot["own"] if own["on_turn"]]
            if not mine:
                self.hear()
                continue
            seq, action = self.snapshot["seq"], some_action(mine[0])
            move = {"type": "move", "id": f"m{seq}", "seq": seq, "seat": mine[0]["seat"], "action": action}
            self.say(move, until="accepted")
            while self.snapshot["seq"] == seq:
                self.hear()


def _hold_conversation(recorder: Recorder, play: Callable[[], None]) -> None:
    """All that a client says in an evening, with some of it wrong; `play` plays the first game."""
    say = recorder.say
    options = {"edition": "modern", "seats": 3, "clock": {"kind": "none"}, "first": "random"}
    recorder.hear()  # welcome
    recorder.hear()  # snapshot
    say({"type": "ping"}, until="pong")
    say({"type": "sit", "id": "a1", "seat": 0, "name": "Ana", "marker": "circle"}, until="accepted")
    say({"type": "change-options", "id": "a2", "options": options}, until="accepted")
    say({"type": "change-seat", "id": "a3", "seat": 0, "to": 1}, until="accepted")
    say({"type": "add-bot", "id": "a4", "seat": 0, "bot": "wanderer"}, until="accepted")
    say({"type": "invite-program", "id": "a5", "seat": 2, "name": "Robot"}, until="program-token")
    say({"type": "remove", "id": "a6", "seat": 2}, until="accepted")
    say({"type": "sit", "id": "a7", "seat": 0, "name": "Ana"}, until="refused")
    say({"type": "choose-first", "id": "a8", "seat": 1}, until="refused")
    say({"type": "fly", "id": "a9"}, until="problem")
    say({"type": "start", "id": "a10"}, until="accepted")
    say({"type": "move", "id": "a11", "seq": 1, "seat": 1, "action": "play 17e"}, until="refused")
    say({"type": "vote", "id": "a12", "seat": 0}, until="refused")
    say({"type": "take-back", "id": "a13", "seat": 1}, until="refused")
    say({"type": "hand-over", "id": "a14"}, until="hand-over-link")
    say({"type": "resync"}, until="snapshot")
    play()
    say({"type": "want-rematch", "id": "a15"}, until="accepted")
    say({"type": "leave", "id": "a16"}, until="accepted")


def move(guests: Sequence[Guest], code: str, moves: int, *, pause: float = 0.15) -> None:
    """Let the guests move that often, or until the game is over; bots do the rest."""
    while moves > 0:
        for guest in guests:
            snapshot = guest.look(code)
            if snapshot["position"]["result"] is not None:
                return
            for own in snapshot["own"]:
                if own["on_turn"]:
                    marks = [mark["action"] for mark in own["marks"]]
                    action = marks[own["seat"] * 17] if marks else some_action(own)  # apart from each other
                    guest.ask(code, "move", seq=snapshot["seq"], seat=own["seat"], action=action)
                    moves -= 1
        time.sleep(pause)  # a server answers twenty requests a second


class _Club:
    """Guests of one server, and what they want to find again."""

    def __init__(self, url: str) -> None:
        self.place = url.removeprefix("http://")
        self.client = httpx.Client(base_url=url, timeout=60)
        self.kept: dict[str, Any] = {"captured": int(time.time() * 1000), "tables": {}}
        self.ana, self.rui = (Guest(self.place, self.client) for _ in range(2))
        self.kept["tokens"] = {"Ana": self.ana.token, "Rui": self.rui.token}

    def table(self, name: str, *, bots: int = 0, people: int = 2, **options: Any) -> str:
        """A table at which Ana and Rui, or one of them, sit with bots."""
        codes = self.ana.make_table(seats=people + bots, **options)
        for seat, (guest, who) in enumerate(((self.ana, "Ana"), (self.rui, "Rui"))[:people]):
            assert guest.ask(codes["play"], "sit", seat=seat, name=who)["type"] == "accepted"
        for seat in range(people, people + bots):
            assert self.ana.ask(codes["play"], "add-bot", seat=seat, bot="wanderer")["type"] == "accepted"
        self.kept["tables"][name] = codes
        return codes["play"]

    def start(self, code: str, *, moves: int) -> None:
        assert self.ana.ask(code, "start")["type"] == "accepted"
        move((self.ana, self.rui), code, moves)

    def keep_tables(self) -> None:
        self.table("waiting", bots=1, edition="classic+open-tiles", first="oldest")
        self.start(self.table("people and a bot", bots=1), moves=4)
        for name, clock in {
            "seconds": {"kind": "turn", "seconds": 3600},
            "bank": {"kind": "bank", "seconds": 7200, "increment": 10},
            "days": {"kind": "days", "days": 14},
        }.items():
            self.start(self.table(f"clock, {name}", clock=clock), moves=4)
        self.start(self.table("classic", edition="classic", bots=2), moves=6)
        self.keep_two_games()
        self.keep_hand_overs()
        left = self.table("left", bots=1)
        self.start(left, moves=4)
        assert self.rui.ask(left, "leave")["type"] == "accepted"

    def keep_two_games(self) -> None:
        code = self.table("finished", people=2)
        self.start(code, moves=1000)
        assert self.ana.ask(code, "want-rematch")["type"] == "accepted"  # Rui is not there to be waited for
        move((self.ana, self.rui), code, 1000)
        records = [self.ana.get(f"/api/tables/{code}/games/{game}/record").text for game in (1, 2)]
        self.kept["records"] = records
        wanted = {"record": records[0], "move": 10, "seat": 0, "name": "Ana", "bot": "wanderer"}
        practice = self.ana.post("/api/practice", wanted)
        assert practice.status_code == 201, practice.text
        self.kept["tables"]["practice"] = practice.json()

    def keep_hand_overs(self) -> None:
        code = self.table("handed over", people=1, bots=1)
        self.start(code, moves=3)
        link = self.ana.ask(code, "hand-over")["code"]
        assert self.rui.post(f"/api/hand-overs/{link}").status_code == 200
        code = self.table("to be handed over", people=1, bots=1)
        self.kept["hand-over"] = self.ana.ask(code, "hand-over")["code"]

    def keep_conversation(self) -> list[tuple[str, Message]]:
        with self.ana.connect(self.ana.make_table(seats=2)["play"]) as talk:
            recorder = Recorder(talk)
            _hold_conversation(recorder, recorder.play_to_the_end)
        return recorder.said


def _main() -> None:
    url, folder = sys.argv[1], Path(sys.argv[2])
    club = _Club(url)
    club.keep_tables()
    lines = [msgspec.json.encode(line) + b"\n" for line in club.keep_conversation()]
    (folder / "conversation.jsonl").write_bytes(b"".join(lines))
    (folder / "kept.json").write_bytes(msgspec.json.format(msgspec.json.encode(club.kept)) + b"\n")


if __name__ == "__main__":
    _main()
