"""A server in a thread of the test's process, and a guest who talks to it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from queue import Queue
from typing import Any

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tsuro.server.serve import Server, listening
from tsuro.server.settings import Limits, OfferedBot, Settings
from tsuro.server.storage.opening import open_store
from tsuro.server.tokens import new_token

__all__ = ["GENEROUS", "Guest", "Talk", "running"]

GENEROUS = Limits(
    requests_per_second=10_000,
    requests_at_once=10_000,
    answers_at_once=10_000,
    tables_at_once=10_000,
    seats_at_once=10_000,
    analyses_at_once=10_000,
)
SECONDS = 20.0  # to wait for anything, on a busy machine


@contextmanager
def running(
    folder: Path,
    *,
    limits: Limits = GENEROUS,
    heartbeat: int = 20,
    bots: tuple[OfferedBot, ...] = (),
    lobby: bool = True,
    database: str = "",
) -> Iterator[Guest]:
    """A server, and a first guest of it; its database is a file in the folder, unless it has another address."""
    settings = Settings(
        port=0,
        database=database or folder / "tables.sqlite3",
        pace=0,
        bot_processes=1,
        bots=bots,
        heartbeat=heartbeat,
        limits=limits,
        lobby=lobby,
    )
    servers: Queue[Server] = Queue()

    async def serve() -> None:
        async with open_store(settings.database) as store:
            server = Server(store, settings, announce=lambda _sentence: servers.put(server))
            await server.serve(sockets=[listener])

    with listening(settings) as listener:
        thread = threading.Thread(target=lambda: asyncio.run(serve()))
        thread.start()
        server = servers.get(timeout=SECONDS)
        try:
            place = f"127.0.0.1:{listener.getsockname()[1]}"
            with httpx.Client(base_url=f"http://{place}", timeout=SECONDS) as client:
                yield Guest(place, client, server)
        finally:
            server.should_exit = True
            thread.join(SECONDS)


class Guest:
    """Talks to the server with its own token; every request gets a new id."""

    def __init__(self, place: str, client: httpx.Client, server: Any = None) -> None:
        self.place, self.client, self.server = place, client, server
        self.token = new_token()
        self.headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        self._ids = 0

    def another(self) -> Guest:
        return Guest(self.place, self.client, self.server)

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.client.get(path, headers={**self.headers, **headers})

    def post(self, path: str, content: Any = b"{}", **headers: str) -> httpx.Response:
        data = msgspec.json.encode(content) if isinstance(content, dict) else content
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.post(path, content=data, headers={**self.headers, **named})

    def make_table(self, **options: Any) -> dict[str, str]:
        """The codes of a new table."""
        answer = self.post("/api/tables", options)
        assert answer.status_code == 201, answer.text
        codes: dict[str, str] = answer.json()
        return codes

    def ask(self, code: str, kind: str, **fields: Any) -> dict[str, Any]:
        """Ask for something over HTTP; returns the answer, with its status."""
        self._ids += 1
        answer = self.post(f"/api/tables/{code}/requests", {"type": kind, "id": f"r{self._ids}", **fields})
        return {"status": answer.status_code, **answer.json()}

    def look(self, code: str) -> dict[str, Any]:
        snapshot: dict[str, Any] = self.get(f"/api/tables/{code}").json()
        return snapshot

    def connect(self, code: str, **headers: str) -> Talk:
        named = {"Authorization": self.headers["Authorization"], **headers}
        url = f"ws://{self.place}/api/tables/{code}/socket"
        return Talk(connect(url, additional_headers=named, compression=None, open_timeout=SECONDS))

    def lobby(self) -> Talk:
        """A socket of the lobby."""
        named = {"Authorization": self.headers["Authorization"]}
        url = f"ws://{self.place}/api/lobby/socket"
        return Talk(connect(url, additional_headers=named, compression=None, open_timeout=SECONDS))

    def play_against_a_bot(self, **options: Any) -> str:
        """Play a whole game; returns the code of its table."""
        code = self.make_table(seats=2, **options)["play"]
        self.ask(code, "sit", seat=0, name="Ana Unmistakable")
        self.ask(code, "add-bot", seat=1, bot="wanderer")
        self.ask(code, "start")
        with self.connect(code) as talk:
            talk.until("snapshot")
            snapshot = self.look(code)
            while snapshot["position"]["result"] is None:
                if any(own["on_turn"] for own in snapshot["own"]):
                    self.ask(code, "move", seq=snapshot["seq"], seat=0, action=some_action(snapshot["own"][0]))
                else:
                    talk.until("moved")
                snapshot = self.look(code)
        return code


class Talk:
    """A socket, in words; it is open within `with`."""

    connection: ClientConnection

    def __init__(self, opening: AbstractContextManager[ClientConnection]) -> None:
        self._opening = opening

    def __enter__(self) -> Talk:
        self.connection = self._opening.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._opening.__exit__(None, None, None)

    def say(self, content: dict[str, Any] | str | bytes) -> None:
        self.connection.send(msgspec.json.encode(content).decode() if isinstance(content, dict) else content)

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = msgspec.json.decode(self.connection.recv(timeout=SECONDS))
        return message

    def until(self, kind: str) -> dict[str, Any]:
        """The next message of the type."""
        while (message := self.hear())["type"] != kind:
            pass
        return message

    def rest(self) -> list[dict[str, Any]]:
        """Everything until the server closes."""
        heard = []
        with suppress(ConnectionClosed):
            while True:
                heard.append(self.hear())
        return heard


def some_action(own: dict[str, Any]) -> str:
    """The first action in the list of what the player may do."""
    if own["marks"]:
        return str(own["marks"][0]["action"])
    allowed = [preview["action"] for preview in own["previews"] if preview["refused"] is None]
    return str(allowed[0]) if allowed else "exchange nothing"
