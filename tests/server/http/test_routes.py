"""One table of addresses: the server, the page, the worker and the description for programs all follow it."""

from __future__ import annotations

import json
import re
import runpy
from collections.abc import Iterator
from dataclasses import replace
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest
from tests.server.running import Guest, running

from tsuro.server.http.openapi import openapi
from tsuro.server.http.pages import page_files
from tsuro.server.http.routes import API, MISSING, PAGES, offline_pattern
from tsuro.server.http.security import HEADERS
from tsuro.web import PAGE

ROOT = Path(__file__).parents[3]
WRITTEN = (PAGE / "generated" / "routes.js").read_text(encoding="utf-8")
WRITE = runpy.run_path(str(ROOT / "scripts" / "page_routes.py"))["text"]
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
OF_0_4_0 = (
    "/",
    "/table/n3Zk7Qd0vYx2Lr9TfWm4Bg",
    "/table/n3Zk7Qd0vYx2Lr9TfWm4Bg/replay/2",
    "/replay",
    "/learn",
    "/rules",
    "/hand-over/n3Zk7Qd0vYx2Lr9TfWm4Bg",
)


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    with running(tmp_path_factory.mktemp("server")) as guest:
        yield guest


def fetch(guest: Guest, path: str, *, method: str = "GET", **headers: str) -> tuple[HTTPResponse, str]:
    """The answer to a path that is sent as it is."""
    asking = HTTPConnection(guest.place)
    asking.request(method, path, headers={**BROWSER, **headers})
    answer = asking.getresponse()
    text = answer.read().decode()
    asking.close()
    return answer, text


def known_to_the_page(code: str) -> set[str]:
    return set(re.findall(r'path: "([^"]+)"', code))


def known_to_the_server(guest: Guest) -> set[str]:
    routes = {route.path for route in guest.server.app._pages.routes}
    return {path for path in routes if not path.startswith("/page/") and path not in page_files()} | {"/"}


# One table


def test_the_page_has_the_table_as_it_is() -> None:
    assert WRITE() == WRITTEN, "write it anew with make protocol"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_an_address_that_only_one_of_them_knows_is_noticed(guest: Guest, page: object) -> None:
    fewer = [each for each in PAGES if each is not page]
    assert known_to_the_page(WRITE()) == known_to_the_server(guest)
    assert known_to_the_page(WRITE(fewer)) != known_to_the_server(guest)
    assert WRITE(fewer) != WRITTEN


def test_every_screen_has_a_module_and_every_module_an_address() -> None:
    assert {page.screen for page in PAGES} | {MISSING} == {path.stem for path in (PAGE / "screens").glob("*.js")}


def test_the_names_of_routes_are_unique() -> None:
    for routes in (PAGES, API):
        assert len({route.name for route in routes}) == len({(route.path) for route in routes}) == len(routes)


def test_every_address_in_the_code_of_the_page_is_in_the_table() -> None:
    known = {page.path for page in PAGES} | {route.path for route in API} | set(page_files())
    for module in PAGE.rglob("*.js"):
        found = re.findall(r'["`](/(?!page/)[a-z][^"`]*|/)["`]', module.read_text(encoding="utf-8"))
        assert {re.sub(r"#.*", "", path) for path in found} - {"/api/"} <= known, module.name


def test_the_worker_shows_without_the_server_what_the_table_says() -> None:
    worker = page_files()["/worker.js"].plain.content.decode()
    found = re.search(r"OFFLINE_SCREENS = new RegExp\((.+)\);", worker)
    assert found
    offline = re.compile(json.loads(found[1]))
    for page in PAGES:
        assert bool(offline.search(re.sub("{[a-z]+}", "x1_-", page.path))) == page.offline
    assert offline_pattern([replace(page, offline=False) for page in PAGES]) == ""
    assert not offline.search("/rules/x")
    assert not offline.search("/table/x/y")


def test_every_route_for_programs_is_described() -> None:
    described = {(path, way.upper()) for path, ways in openapi()["paths"].items() for way in ways}
    routes = {
        (route.path, route.method) for route in API if route.name not in {"metrics", "socket", "lobby_socket"}
    }
    assert {each for each in described if each[1] != "PARAMETERS"} == routes


def test_the_addresses_are_documented() -> None:
    documented = (ROOT / "docs" / "page.md").read_text(encoding="utf-8")
    assert all(f"| `{page.path}` |" in documented for page in PAGES)


@pytest.mark.parametrize("path", OF_0_4_0)
def test_addresses_of_version_0_4_0_still_show_the_page(guest: Guest, path: str) -> None:
    answer, text = fetch(guest, path)
    assert answer.status == 200
    assert '<script type="module" src="/page/joined/all.js" blocking="render">' in text


# Addresses that are not in it


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/rules/x",
        "/table/",
        "/table/a/b",
        "/page/nothing.js",
        "/api/nothing",
        "/api/tables/x",
        "//",
    ],
)
def test_a_browser_gets_a_page_where_there_is_nothing(guest: Guest, path: str) -> None:
    answer, text = fetch(guest, path)
    assert answer.status == 404
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Content-Security-Policy"] == HEADERS[b"content-security-policy"].decode()
    assert 'href="/page/joined/missing.js"' in text


def test_a_browser_that_has_seen_the_page_gets_it_again_where_there_is_nothing(guest: Guest) -> None:
    first, text = fetch(guest, "/nothing")
    again, same = fetch(guest, "/nothing", **{"If-None-Match": first.headers["ETag"]})
    assert (again.status, same) == (404, text)


@pytest.mark.parametrize(
    "accept", ["*/*", "application/json", "", "text/html;q=0.5, application/json", "text/html;q=0"]
)
@pytest.mark.parametrize("path", ["/nothing", "/api/nothing"])
def test_whoever_does_not_ask_for_html_gets_json(guest: Guest, path: str, accept: str) -> None:
    answer, text = fetch(guest, path, Accept=accept)
    assert answer.status == 404
    assert json.loads(text)["code"] == "no-such-page"


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/rules/", "/rules"),
        ("/learn///", "/learn"),
        ("/table/aB-_9/", "/table/aB-_9"),
        ("/table/X/replay/3/?move=7&x=%0a", "/table/X/replay/3?move=7&x=%0a"),
        ("/table/a%0d%0ab/", "/table/a%0D%0Ab"),
        ("/table/%5cevil.example/", "/table/%5Cevil.example"),
        ("/api/tiles/", "/api/tiles"),
    ],
)
def test_a_slash_at_the_end_leads_to_the_address_without_it(guest: Guest, path: str, location: str) -> None:
    answer, _ = fetch(guest, path)
    assert (answer.status, answer.headers["Location"]) == (308, location)


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example/",
        "//evil.example/rules/",
        "/\\evil.example/",
        "/%2fevil.example/",
        "//rules/",
        "/http://evil.example/",
    ],
)
def test_nobody_is_led_to_another_server(guest: Guest, path: str) -> None:
    answer, _ = fetch(guest, path)
    assert answer.status in {400, 404}
    assert answer.headers["Location"] is None


def test_a_proxy_changes_nothing_about_it(guest: Guest) -> None:
    told = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7", "X-Forwarded-Host": "evil.example"}
    answer, _ = fetch(guest, "/rules/?a=b", **told)
    assert (answer.status, answer.headers["Location"]) == (308, "/rules?a=b")


@pytest.mark.parametrize(
    ("path", "method"), [("/rules", "POST"), ("/api/tables", "GET"), ("/page/main.js", "DELETE")]
)
def test_a_wrong_method_gets_a_page_in_a_browser_and_json_elsewhere(guest: Guest, path: str, method: str) -> None:
    answer, text = fetch(guest, path, method=method)
    assert answer.status == 405
    assert answer.headers["Allow"]
    assert "This address does not take that method." in text
    assert text.startswith("<!doctype html>")
    _, told = fetch(guest, path, method=method, Accept="*/*")
    assert json.loads(told)["code"] == "wrong-method"


def test_a_browser_reads_other_problems_too(guest: Guest) -> None:
    answer, text = fetch(guest, "/", Host="evil.example")
    assert (answer.status, answer.headers["Content-Type"]) == (421, "text/html; charset=utf-8")
    assert "--origin" in text
