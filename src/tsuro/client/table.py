"""A table of a server elsewhere, spoken to over HTTP alone: requests are posted, what happens is streamed."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from tsuro.game.errors import TsuroError
from tsuro.record import Record, read_text

__all__ = ["LostConnection", "RefusedThere", "RemoteTable", "TableGone"]

PATIENCE = 60.0  # seconds without a word: a server says something every twenty
_CODE = re.compile(r"/(?:table|api/tables)/([A-Za-z0-9_-]{22})(?![A-Za-z0-9_-])")


class LostConnection(TsuroError):
    """The server cannot be reached, or is restarting: it may work again in a moment."""


class TableGone(TsuroError):
    """There is no such table, or it was removed."""


class RefusedThere(TsuroError):
    """The table refuses what was asked for; `code` says why."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class RemoteTable:
    """One table, for one guest: whoever has the same token is the same guest."""

    def __init__(self, link: str, *, token: str | None = None) -> None:
        """Raises `TsuroError` for what is not a link to a table, as the page shows it."""
        parts = urlsplit(link)
        found = _CODE.search(parts.path)
        if parts.scheme not in {"http", "https"} or not parts.hostname or found is None:
            raise TsuroError(f"{link!r} is not a link to a table, such as http://127.0.0.1:8000/table/CODE")
        self._connection = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._place = parts.netloc.rpartition("@")[2]
        self._path = f"/api/tables/{found[1]}"
        self.token = token or secrets.token_urlsafe(16)
        self._asked = 0

    def look(self) -> dict[str, Any]:
        """The table as it is now: a message `snapshot`."""
        return self._json("GET", self._path)

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Ask for something; raises `RefusedThere` if it is not allowed."""
        self._asked += 1
        request = {"type": kind, "id": f"{self.token[:8]}-{self._asked}", **fields}
        return self._json("POST", f"{self._path}/requests", request)

    def record(self, game: int) -> Record:
        """The record of one of the table's games, with what this guest may know."""
        with closing(self._connected()) as connection:
            answer = self._answer(connection, "GET", f"{self._path}/games/{game}/record")
            return read_text(self._body(answer).decode())

    def stream(self) -> Iterator[dict[str, Any]]:
        """Everything that happens at the table from now on, message by message, until the connection ends."""
        with closing(self._connected()) as connection:
            answer = self._answer(connection, "GET", f"{self._path}/stream")
            try:
                for line in answer:
                    yield json.loads(line)
            except (OSError, HTTPException, ValueError) as error:
                raise LostConnection(f"the connection to the server is lost: {error}") from None

    def _connected(self) -> HTTPConnection:
        return self._connection(self._place, timeout=PATIENCE)

    def _json(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        with closing(self._connected()) as connection:
            answer = self._body(self._answer(connection, method, path, body))
        try:
            return dict(json.loads(answer))
        except ValueError as error:
            raise LostConnection(f"the server did not finish its answer: {error}") from None

    def _body(self, answer: HTTPResponse) -> bytes:
        try:
            return answer.read()
        except (OSError, HTTPException) as error:
            raise LostConnection(f"the server did not finish its answer: {error}") from None

    def _answer(
        self, connection: HTTPConnection, method: str, path: str, body: dict[str, Any] | None = None
    ) -> HTTPResponse:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            if answer.status < 300:
                return answer
            problem = _problem(answer.read())
        except (OSError, HTTPException) as error:
            raise LostConnection(f"the server cannot be reached: {error}") from None
        code, sentence = problem.get("code", "unknown"), problem.get("sentence", f"status {answer.status}")
        if answer.status == 404:
            raise TableGone(sentence)
        if answer.status >= 500 or answer.status == 429:
            raise LostConnection(sentence)
        raise RefusedThere(code, sentence)


def _problem(body: bytes) -> dict[str, str]:
    """What went wrong, as far as the server says so."""
    try:
        problem = json.loads(body)
    except ValueError:
        return {}
    return {key: str(value) for key, value in problem.items()} if isinstance(problem, dict) else {}
