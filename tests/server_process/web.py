"""Plain requests over HTTP, as programs send them."""

from __future__ import annotations

import http.client
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

import msgspec
from tests.server_process.harness import some_address

from tsuro.server.http.openapi import HandOverTaken, TableMade
from tsuro.server.messages import Request, ServerMessage
from tsuro.server.options import TableOptions

__all__ = [
    "Answer",
    "HandOverTaken",
    "TableMade",
    "claim",
    "fetch",
    "lines",
    "make_table",
    "post",
    "program_asks",
]

JSON = {"Content-Type": "application/json"}


@dataclass(frozen=True, kw_only=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


def fetch(
    url: str,
    path: str,
    *,
    token: str | None = None,
    body: bytes | None = None,
    headers: Mapping[str, str] | None = None,
) -> Answer:
    """Ask for something; with a body it is posted."""
    with _asked(url, path, token=token, body=body, headers=headers) as response:
        return Answer(status=response.status, headers=dict(response.getheaders()), body=response.read())


def post(url: str, path: str, content: object, *, token: str | None) -> Answer:
    return fetch(url, path, token=token, body=msgspec.json.encode(content))


def make_table(url: str, token: str, options: TableOptions | None = None) -> TableMade:
    """A new table, whose host the holder of the token is."""
    answer = post(url, "/api/tables", options or TableOptions(), token=token)
    assert answer.status == 201, answer.body
    return msgspec.json.decode(answer.body, type=TableMade)


def claim(url: str, code: str, token: str) -> HandOverTaken | int:
    """Take over the seats of whoever made the code; if that is refused, the status says why."""
    answer = post(url, f"/api/hand-overs/{code}", {}, token=token)
    return msgspec.json.decode(answer.body, type=HandOverTaken) if answer.status == 200 else answer.status


def program_asks(url: str, code: str, request: Request, token: str) -> ServerMessage:
    """What a table answers to a posted request."""
    answer = post(url, f"/api/tables/{code}/requests", request, token=token)
    message: ServerMessage = msgspec.json.decode(answer.body, type=ServerMessage)
    return message


@contextmanager
def lines(url: str, code: str, token: str, *, seconds: float = 20.0) -> Iterator[Iterator[ServerMessage]]:
    """The messages of a table's stream, as they come."""
    path = f"/api/tables/{code}/stream"
    with _asked(url, path, token=token, body=None, headers=None, seconds=seconds) as response:
        assert response.status == 200, response.read()
        yield (msgspec.json.decode(line, type=ServerMessage) for line in iter(response.readline, b""))


@contextmanager
def _asked(
    url: str,
    path: str,
    *,
    token: str | None,
    body: bytes | None,
    headers: Mapping[str, str] | None,
    seconds: float = 20.0,
) -> Iterator[http.client.HTTPResponse]:
    source = some_address(), 0
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=seconds, source_address=source)
    sent = {} if token is None else {"Authorization": f"Bearer {token}"}
    sent |= {} if body is None else JSON
    try:
        connection.request("GET" if body is None else "POST", path, body=body, headers=sent | dict(headers or {}))
        response = connection.getresponse()
        try:
            yield response
        finally:
            response.close()
    finally:
        connection.close()
