"""Whatever is asked for, every answer is guarded; odd paths, methods and requests lead nowhere."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from tests.server_process.client import new_token
from tests.server_process.games import all_logs
from tests.server_process.harness import Server
from tests.server_process.limited import PATIENT
from tests.server_process.web import make_table
from tests.server_process.wire import Reply, ask, dial, handshake, head, missing, request, talk

from tsuro.server.http.security import HEADERS

NOWHERE = "x" * 22  # a code that no table has
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def code(home: Server) -> str:
    """Of a table to play at."""
    return make_table(home.url, new_token()).play


# What every answer has


@dataclass(frozen=True, kw_only=True)
class Case:
    """A request, and the status of its answer."""

    status: int
    target: str
    method: str = "GET"
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | None = None


ANSWERS = [
    Case(status=200, target="/"),
    Case(status=200, target="/", method="HEAD"),
    Case(status=200, target="/health"),
    Case(status=200, target="/metrics"),
    Case(status=200, target="/api/tiles"),
    Case(status=200, target="/api/schema"),
    Case(status=200, target="/api/openapi.json"),
    Case(status=200, target="/api/tables/{code}"),
    Case(status=201, target="/api/tables", method="POST", headers=JSON, body=b"{}"),
    Case(status=400, target="/api/tables", method="POST", headers=JSON, body=b"{"),
    Case(status=401, target="/api/tiles", headers={"Authorization": "Bearer x"}),
    Case(status=403, target="/metrics", headers={"X-Forwarded-For": "192.0.2.1"}),
    Case(status=403, target="/api/tables", method="POST", headers={"Origin": "null", **JSON}, body=b"{}"),
    Case(status=404, target="/nothing"),
    Case(status=404, target="/api/nothing"),
    Case(status=404, target=f"/api/tables/{NOWHERE}"),
    Case(status=404, target="/api/tables/{code}/games/1/record"),
    Case(status=405, target="/", method="DELETE"),
    Case(status=405, target="/api/tables"),
    Case(status=405, target="/api/tables/{code}/stream", method="HEAD"),
    Case(status=409, target="/api/tables", method="POST", headers=JSON, body=b'{"edition":"none"}'),
    Case(
        status=409,
        target="/api/tables/{code}/requests",
        method="POST",
        headers=JSON,
        body=b'{"type":"start","id":"a"}',
    ),
    Case(status=413, target="/api/tables", method="POST", headers=JSON, body=b" " * 5000),
    Case(status=415, target="/api/tables", method="POST", body=b"{}"),
    Case(status=421, target="/", headers={"Host": "evil.example"}),
]


@pytest.mark.parametrize("case", ANSWERS, ids=lambda case: f"{case.status} {case.method} {case.target}")
def test_every_answer_tells_browsers_what_to_keep_from_pages(home: Server, code: str, case: Case) -> None:
    target = case.target.format(code=code)
    reply = request(home.url, case.method, target, headers=case.headers, body=case.body)
    assert reply.status == case.status
    assert missing(reply) == {}
    assert "server" not in reply.headers
    shown = target == "/" and reply.status == 200
    assert reply.headers["cache-control"] == ("private, no-cache" if shown else "no-store")
    if reply.status >= 400:
        assert reply.headers["content-type"] == "application/json"


def test_a_stream_and_a_refusal_for_haste_have_the_same_headers(home: Server, code: str) -> None:
    with dial(home.url) as wire:
        wire.sendall(head(home.url, "GET", f"/api/tables/{code}/stream"))
        start = wire.recv(4096).lower()
    assert all(name + b": " + value.lower() in start for name, value in HEADERS.items())
    for _ in range(PATIENT.tables_at_once):
        reply = request(home.url, "POST", "/api/tables", body={}, source="127.0.5.1")
        assert reply.status == 201
    reply = request(home.url, "POST", "/api/tables", body={}, source="127.0.5.1")
    assert reply.status == 429
    assert missing(reply) == {}


def test_only_this_machine_sees_the_metrics_even_behind_a_proxy(home: Server) -> None:
    assert b"tsuro_connections" in request(home.url, "GET", "/metrics").body
    for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
        reply = request(home.url, "GET", "/metrics", headers={name: "127.0.0.1"})
        assert (reply.status, reply.code) == (403, "forbidden")
        assert b"tsuro_" not in reply.body


# What cannot be found


def alike(reply: Reply) -> tuple[int, dict[str, str], bytes]:
    """All of the answer but what differs each time."""
    return reply.status, {k: v for k, v in reply.headers.items() if k not in {"date", "set-cookie"}}, reply.body


@pytest.mark.parametrize(
    ("method", "target", "body"),
    [
        ("GET", "/api/tables/{}", None),
        ("GET", "/api/tables/{}/stream", None),
        ("GET", "/api/tables/{}/games/1/record", None),
        ("GET", "/api/tables/{}/games/1/replay", None),
        ("GET", "/api/tables/{}/games/1/picture.svg", None),
        ("GET", "/api/tables/{}/advice?seat=0", None),
        ("POST", "/api/tables/{}/requests", {"type": "start", "id": "a"}),
        ("POST", "/api/hand-overs/{}", {}),
    ],
)
def test_codes_that_cannot_be_and_codes_that_are_not_get_the_same_answer(
    home: Server, method: str, target: str, body: object
) -> None:
    codes = [NOWHERE, "x", "x" * 21, "x" * 23, "%20", "%C3%BC" * 22, "%00", "a'b", "x" * 2000, "x" * 21 + "%0a"]
    answers = [alike(request(home.url, method, target.format(code), body=body)) for code in codes]
    assert answers[0][0] == 404
    assert answers == [answers[0]] * len(codes)


def test_the_same_holds_for_sockets(home: Server) -> None:
    codes = [NOWHERE, "x", "%20", "x" * 23, "%00", "x" * 21 + "%0a", "a%2Fb"]
    answers = [alike(ask(home.url, handshake(home.url, code))) for code in codes]
    assert answers[0][0] == 404
    assert answers == [answers[0]] * len(codes)


@pytest.mark.parametrize(
    "target",
    [
        "//",
        "//health",
        "/./health",
        "/api/../health",
        "/api/%2e%2e/health",
        "/..%2f..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/\\..\\etc\\passwd",
        "/health%00",
        "/%00",
        "/health%2f",
        "/HEALTH",
        "/api/tables//{code}",
        "/api/tables/{code}/games/-1/record",
        "/api/tables/{code}/games/0/record",
        "/api/tables/{code}/games/1e9/record",
        "/api/tables/{code}/games/99999999999999999999/record",
        "/api/tables/{code}/games/%D9%A1/record",
        "/api/tables/{code}%20",
        "http://127.0.0.1/health",
        "*",
        "/" + "a" * 7000,
        "/%ff%fe",
    ],
)
def test_odd_paths_lead_nowhere(home: Server, code: str, target: str) -> None:
    reply = ask(home.url, head(home.url, "GET", target.format(code=code)))
    assert reply.status == 404
    assert missing(reply) == {}


@pytest.mark.parametrize("target", ["/health/", "/api/tables/{code}/", "/rules//"])
def test_a_slash_at_the_end_is_taken_off(home: Server, code: str, target: str) -> None:
    path = target.format(code=code)
    reply = ask(home.url, head(home.url, "GET", path))
    assert (reply.status, reply.headers["location"]) == (308, path.rstrip("/"))
    assert missing(reply) == {}


@pytest.mark.parametrize("method", ["OPTIONS", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "GETT"])
@pytest.mark.parametrize(("target", "allowed"), [("/health", {"GET", "HEAD"}), ("/api/tables", {"POST"})])
def test_other_methods_are_refused_and_the_right_ones_named(
    home: Server, method: str, target: str, allowed: set[str]
) -> None:
    reply = request(home.url, method, target, headers={"X-Secret": "echo"})
    assert (reply.status, reply.code) == (405, "wrong-method")
    assert set(reply.headers["allow"].split(", ")) == allowed
    assert b"echo" not in reply.body


@pytest.mark.parametrize("target", ["/", "/health", "/api/tiles", "/api/tables/{code}", "/nothing"])
def test_a_head_is_an_answer_without_its_body(home: Server, code: str, target: str) -> None:
    full = request(home.url, "GET", target.format(code=code))
    short = request(home.url, "HEAD", target.format(code=code))
    assert short.body == b""
    assert alike(short)[:2] == alike(full)[:2]


# Requests that two servers could understand differently


def post(*lines: str, url: str) -> bytes:
    return head(url, "POST", "/api/tables", "Content-Type: application/json", *lines)


SMUGGLED = {
    "length and chunks": ["Content-Length: 5", "Transfer-Encoding: chunked"],
    "chunks and length": ["Transfer-Encoding: chunked", "Content-Length: 5"],
    "two lengths": ["Content-Length: 5", "Content-Length: 6"],
    "a length with a sign": ["Content-Length: +5"],
    "a length before a space": ["Content-Length : 5"],
    "unknown coding": ["Transfer-Encoding: xchunked"],
    "coded twice": ["Transfer-Encoding: chunked, chunked"],
    "coding after a tab": ["Transfer-Encoding:\tchunked", "Content-Length: 5"],
    "two hosts": ["Host: 127.0.0.1", "Content-Length: 5"],
}


@pytest.mark.parametrize("lines", SMUGGLED.values(), ids=SMUGGLED)
def test_a_request_with_two_meanings_is_refused_and_nothing_after_it_is_read(
    home: Server, lines: list[str]
) -> None:
    before = len(all_logs(home.database))
    hidden = head(home.url, "GET", "/health", "Connection: close")
    heard = talk(home.url, post(*lines, url=home.url) + b"2\r\n{}\r\n0\r\n\r\n" + hidden)
    assert heard.startswith(b"HTTP/1.1 400 ")
    assert heard.count(b"HTTP/1.1 ") == 1
    assert len(all_logs(home.database)) == before


@pytest.mark.parametrize(
    "start",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"\x00" * 100 + b"\r\n\r\n",
        b"GET /\x00 HTTP/1.1\r\nHost: a\r\n\r\n",
        b"GET  / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX\x00: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
        b"GET / HTTP/1.1\r\n Host: a\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nX: \x7f\x00\r\n\r\n",
        b"GET /%s HTTP/1.1\r\n" % (b"a" * 300_000),
        b"GET / HTTP/1.1\r\n%s" % b"".join(b"X-%d: x\r\n" % number for number in range(30_000)),
    ],
    ids=range(10),
)
def test_what_is_no_request_is_refused_without_an_echo(home: Server, start: bytes) -> None:
    heard = talk(home.url, start)
    assert heard == b"" or heard.startswith(b"HTTP/1.1 400 ")
    assert len(heard) < 2000
    assert request(home.url, "GET", "/health").status == 200
