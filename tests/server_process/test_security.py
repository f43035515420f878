"""Pages of strangers, forged requests and odd paths get nothing, and browsers are told what to keep from pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server_process.client import new_token
from tests.server_process.games import all_logs
from tests.server_process.harness import Server
from tests.server_process.web import make_table
from tests.server_process.wire import SET_COOKIE, Reply, ask, dial, handshake, head, missing, request, talk

NOWHERE = "x" * 22  # a code that no table has
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that the world knows as https://tsuro.example."""
    with Server(tmp_path_factory.mktemp("named"), "--origin", "https://tsuro.example") as server:
        yield server
        assert '"level":"error"' not in server.complained, server.complained


@pytest.fixture(scope="module")
def code(home: Server) -> str:
    """Of a table to play at."""
    return make_table(home.url, new_token()).play


# Which pages may open a socket


def opened(server: Server, code: str, *lines: str, host: str | None = None) -> tuple[int, str | None]:
    """The answer to a handshake, and the code of the problem, if it is one."""
    with dial(server.url) as wire:
        wire.sendall(handshake(server.url, code, *lines, host=host))
        if wire.recv(12, 2) == b"HTTP/1.1 101":  # 2: MSG_PEEK
            return 101, None
    reply = ask(server.url, handshake(server.url, code, *lines, host=host))
    assert missing(reply) == {}
    return reply.status, reply.code


def test_the_own_page_and_programs_may_open_a_socket(home: Server, code: str) -> None:
    assert opened(home, code) == (101, None)
    assert opened(home, code, f"Origin: {home.url}") == (101, None)


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "https://127.0.0.1",
        "http://127.0.0.1",
        "http://127.0.0.1:1",
        "http://localhost:8000",
        "http://127.0.0.1.evil.example",
        "null",
        "",
        "file://",
        "http://127.0.0.1:99999999",
    ],
)
def test_pages_of_others_may_not(home: Server, code: str, origin: str) -> None:
    assert opened(home, code, f"Origin: {origin}") == (403, "wrong-origin")


def test_an_origin_cannot_hide_behind_another(home: Server, code: str) -> None:
    own, foreign = f"Origin: {home.url}", "Origin: http://evil.example"
    for lines in ((own, foreign), (foreign, own)):
        assert ask(home.url, handshake(home.url, code, *lines)).status == 400
        raw = head(home.url, "POST", "/api/tables", "Content-Type: application/json", "Content-Length: 2", *lines)
        assert ask(home.url, raw + b"{}").status == 403


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "localhost.evil.example", "a@127.0.0.1", "*"]
)
def test_a_strangers_name_that_leads_here_opens_nothing(home: Server, code: str, host: str) -> None:
    assert opened(home, code, f"Origin: http://{host}", host=host) == (421, "wrong-host")
    for method, target in (("GET", "/"), ("GET", f"/api/tables/{code}"), ("POST", "/api/tables")):
        reply = request(home.url, method, target, headers={"Host": host})
        assert (reply.status, reply.code) == (421, "wrong-host")
        assert "set-cookie" not in reply.headers


def test_a_page_of_the_name_that_was_given_may_open_a_socket(named: Server) -> None:
    code = make_table(named.url, new_token()).play
    host = "tsuro.example"
    assert opened(named, code, "Origin: https://tsuro.example", host=host) == (101, None)
    assert opened(named, code, host=host) == (101, None)
    for origin in ("http://tsuro.example", "https://tsuro.example:444", "https://www.tsuro.example"):
        assert opened(named, code, f"Origin: {origin}", host=host) == (403, "wrong-origin")
    assert opened(named, code, host="www.tsuro.example") == (421, "wrong-host")


# Which pages may change anything


FORGED = {
    "another site": ({"Sec-Fetch-Site": "cross-site", **JSON}, 403),
    "another site of the same owner": ({"Sec-Fetch-Site": "same-site", **JSON}, 403),
    "a link": ({"Sec-Fetch-Site": "none", **JSON}, 403),
    "another origin": ({"Origin": "http://evil.example", **JSON}, 403),
    "a sandbox": ({"Origin": "null", **JSON}, 403),
    "a form": ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
    "a form with a file": ({"Content-Type": "multipart/form-data; boundary=x"}, 415),
    "plain text": ({"Content-Type": "text/plain"}, 415),
    "nothing told": ({"Content-Type": ""}, 415),
    "JSON by half": ({"Content-Type": "application/jsonp"}, 415),
    "two kinds": ({"Content-Type": "text/plain, application/json"}, 415),
}


@pytest.mark.parametrize(("headers", "status"), FORGED.values(), ids=FORGED)
def test_what_a_page_of_others_could_send_changes_nothing(
    home: Server, code: str, headers: dict[str, str], status: int
) -> None:
    before = len(all_logs(home.database))
    for target, body in (
        ("/api/tables", b"{}"),
        (f"/api/tables/{code}/requests", b'{"type":"sit","id":"forged","seat":0,"name":"Eve"}'),
        (f"/api/hand-overs/{NOWHERE}", b"{}"),
    ):
        reply = request(home.url, "POST", target, headers=headers, body=body)
        assert reply.status == status
        assert missing(reply) == {}
    assert len(all_logs(home.database)) == before
    assert json.loads(request(home.url, "GET", f"/api/tables/{code}").body)["table"]["seats"][0]["kind"] == "empty"


@pytest.mark.parametrize("kind", ["application/json", "application/json; charset=utf-8", "Application/JSON"])
def test_the_own_page_may_make_a_table(home: Server, kind: str) -> None:
    headers = {"Origin": home.url, "Sec-Fetch-Site": "same-origin", "Content-Type": kind}
    assert request(home.url, "POST", "/api/tables", headers=headers, body=b"{}").status == 201


def test_no_answer_lets_pages_of_others_read_it(home: Server, code: str) -> None:
    preflight = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    for method, target in (("OPTIONS", "/api/tables"), ("GET", f"/api/tables/{code}")):
        reply = request(home.url, method, target, headers=preflight)
        assert not [name for name in reply.headers if name.startswith("access-control-")]


# Cookies


def guest(reply: Reply) -> str | None:
    """The token in the cookie that the answer sets."""
    found = SET_COOKIE.match(reply.headers.get("set-cookie", ""))
    return found and found[1]


def test_a_new_guest_gets_a_cookie_that_no_script_and_no_other_site_can_use(home: Server) -> None:
    reply = request(home.url, "GET", "/")
    assert guest(reply)
    attributes = set(reply.headers["set-cookie"].split("; ")[1:])
    assert attributes == {"Path=/", "HttpOnly", "SameSite=Lax", "Max-Age=31536000"}
    assert guest(request(home.url, "GET", "/")) != guest(reply)


def test_where_pages_are_secure_so_is_the_cookie(named: Server) -> None:
    reply = request(named.url, "GET", "/", headers={"Host": "tsuro.example"})
    assert "Secure" in reply.headers["set-cookie"].split("; ")


def test_only_the_proxy_that_was_named_says_that_pages_are_secure(tmp_path: Path) -> None:
    with Server(tmp_path, "--behind-proxy", "127.6.0.0/16") as server:
        for source, is_secure in (("127.6.1.1", True), ("127.7.1.1", False), ("127.0.0.1", False)):
            reply = request(server.url, "GET", "/", headers={"X-Forwarded-Proto": "https"}, source=source)
            assert ("Secure" in reply.headers["set-cookie"].split("; ")) is is_secure


def test_a_guest_who_has_a_cookie_keeps_it(home: Server) -> None:
    token = guest(request(home.url, "GET", "/"))
    ours = f"tsuro_guest={token}"
    for cookie in (ours, f"a=b; {ours};c=d", f"tsuro_guest=old; {ours}"):
        assert "set-cookie" not in request(home.url, "GET", "/", headers={"Cookie": cookie}).headers
    codes = request(home.url, "POST", "/api/tables", body={}, headers={"Cookie": ours}).body
    table = f"/api/tables/{json.loads(codes)['play']}"
    assert json.loads(request(home.url, "GET", table, token=token).body)["you"]["host"] is True


@pytest.mark.parametrize(
    "cookie",
    [
        "tsuro_guest=",
        "tsuro_guest=short",
        f"tsuro_guest={'x' * 23}",
        f"tsuro_guest={'ü' * 22}",
        f'tsuro_guest="{"x" * 22}"',
        f"TSURO_GUEST={'x' * 22}",
        f"tsuro_guest={'x' * 21}%",
        f"tsuro_guest = {'x' * 22}",
        "tsuro_guest=x\tSet-Cookie: a=b",
        ";;;=;=",
        "x" * 4000,
    ],
)
def test_a_cookie_that_is_none_of_ours_is_replaced(home: Server, cookie: str) -> None:
    raw = head(home.url, "GET", "/", f"Cookie: {cookie}").decode().encode("latin-1")
    reply = ask(home.url, raw)
    assert reply.status == 200
    assert guest(reply) not in {None, "x" * 22}


@pytest.mark.parametrize("target", ["/api/tables/a%0d%0aSet-Cookie:%20evil=1", "/?a=%0d%0aSet-Cookie:%20evil=1"])
def test_nobody_puts_headers_into_an_answer(home: Server, target: str) -> None:
    heard = talk(home.url, head(home.url, "GET", target, "Connection: close", "X: a\tSet-Cookie: evil=1"))
    assert b"evil" not in heard


@pytest.mark.parametrize(
    "value", ["", "Bearer", "Bearer x", f"Basic {'x' * 22}", f"Bearer {'x' * 22} {'y' * 22}", f"Bearer {'ü' * 11}"]
)
def test_a_token_that_cannot_be_one_is_refused_and_not_taken_for_a_new_guest(home: Server, value: str) -> None:
    raw = head(home.url, "GET", "/api/tiles", f"Authorization: {value}").decode().encode("latin-1")
    reply = ask(home.url, raw)
    assert (reply.status, reply.code, guest(reply)) == (401, "bad-token", None)


@pytest.mark.parametrize("path", ["/", "/api/tiles", "/nowhere"])
def test_browsers_are_told_to_use_https_alone_where_that_is_the_way_in(named: Server, path: str) -> None:
    header = "strict-transport-security"
    assert request(named.url, "GET", path, headers={"Host": "tsuro.example"}).headers[header] == "max-age=31536000"
    assert header not in request(named.url, "GET", path).headers  # by an address
