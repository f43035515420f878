"""The page in the browser, as the server gives it out."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import httpx
import msgspec
import pytest
from tests.server.running import Guest, running

from tsuro.server.http import qr
from tsuro.server.http.pages import page_files
from tsuro.server.http.routes import PAGES, PageRoute
from tsuro.server.http.security import HEADERS, PART_HEADERS, Security, read_origin
from tsuro.server.settings import Limits
from tsuro.web import PAGE

pytestmark = pytest.mark.slow

SHELL = page_files()["/"].plain.content
LINK = re.compile(rb'<link rel="modulepreload" href="([^"]+)">\s*')
MAIN = "/page/joined/all.js"
FILES = sorted(page_files())


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    few = Limits(requests_at_once=200, requests_per_second=0.01)
    with running(tmp_path_factory.mktemp("server"), limits=few) as guest:
        yield guest


def fetch(guest: Guest, path: str, *, method: str = "GET", **headers: str) -> httpx.Response:
    """What a browser that never was here gets."""
    named = {name.replace("_", "-"): value for name, value in {"accept_encoding": "identity", **headers}.items()}
    with httpx.Client(base_url=f"http://{guest.place}", headers=named) as browser:
        return browser.request(method, path)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_shell_is_at_every_address_of_the_page(guest: Guest, page: PageRoute) -> None:
    answer = fetch(guest, re.sub(r"{\w+}", "abc", page.path))
    assert LINK.sub(b"", answer.content).replace(MAIN.encode(), b"/page/main.js") == SHELL
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "private, no-cache"
    assert answer.headers["set-cookie"].startswith("tsuro_guest=")


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (MAIN, "text/javascript; charset=utf-8"),
        (f"{MAIN}.map", "application/json"),
        ("/page/style.css", "text/css; charset=utf-8"),
        ("/page/languages/fr.json", "application/json"),
        ("/page/icon.svg", "image/svg+xml"),
        ("/worker.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/offline.html", "text/html; charset=utf-8"),
        ("/favicon.ico", "image/png"),
    ],
)
def test_files_are_of_the_right_kind_and_asked_for_anew(guest: Guest, path: str, kind: str) -> None:
    answer = fetch(guest, path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
    assert answer.headers["cache-control"] == "no-cache"
    assert "set-cookie" not in answer.headers
    is_part = path.startswith("/page/") and not path.endswith(".svg")  # of a document, and none itself
    for name, value in (PART_HEADERS if is_part else HEADERS).items():
        assert answer.headers[name.decode()] == value.decode()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_shell_names_the_modules_that_are_needed_there(guest: Guest, page: PageRoute) -> None:
    shell = fetch(guest, re.sub(r"{\w+}", "abc", page.path)).content
    named = [MAIN, *(path.decode() for path in LINK.findall(shell))]
    modules = {path for name in named for path in _sources(name)}
    soon = ("play/play.js",) if page.screen == "table" else ()
    needed = {f"/page/{name}" for name in (f"screens/{page.screen}.js", *soon, "ui/dom.js", "words/language.js")}
    assert needed <= modules
    assert "/page/play/text.js" not in modules  # text mode is fetched by those who want it
    assert len(named) == len(set(named)) < 12


def _sources(file: str) -> dict[str, str]:
    """The modules that were joined in a file."""
    known = msgspec.json.decode(page_files()[f"{file}.map"].plain.content)
    return dict(zip(known["sources"], known["sourcesContent"], strict=True))


def test_every_module_is_in_one_file_and_can_be_read_there_as_it_was_written() -> None:
    joined = [path for path in FILES if path.startswith("/page/joined/") and path.endswith(".js")]
    modules = [module for file in joined for module in _sources(file).items()]
    ours = {path for path in PAGE.rglob("*.js") if path.name != "worker.js"}
    assert sorted(modules) == sorted(
        (f"/page/{path.relative_to(PAGE).as_posix()}", path.read_text(encoding="utf-8")) for path in ours
    )


def test_every_other_file_of_the_page_is_given_out_as_it_is() -> None:
    served = {file.plain.content for file in page_files.__wrapped__(PAGE).values()}
    filled = {*PAGE.glob("*.html"), *(PAGE / "languages").iterdir(), *PAGE.rglob("*.css"), *PAGE.rglob("*.js")}
    ours = {path for path in PAGE.rglob("*") if path.is_file() and path.suffix != ".ts"} - filled
    assert {path.name for path in ours if path.read_bytes() not in served} == set()


@pytest.mark.parametrize(
    "path",
    [
        "/page/",
        "/page/generated/messages.d.ts",
        "/page/main.js",
        "/page/index.html",
        "/page/worker.js",
        "/page/languages",
        "/page/../__init__.py",
        "/page/..%2f__init__.py",
        "/page/%2e%2e/%2e%2e/cli/__init__.py",
        "/page//etc/passwd",
        "/page/..\\__init__.py",
        "/page/joined/all.js%00.css",
        "/page/languages/../style.css",
        "/__init__.py",
        "/table/",
        "/nothing",
    ],
)
def test_nothing_else_can_be_reached(guest: Guest, path: str) -> None:
    asking = HTTPConnection(guest.place)  # which sends the path as it is
    asking.request("GET", path)
    answer = asking.getresponse()
    assert answer.status == 404
    assert b'"no-such-page"' in answer.read()
    asking.close()


def test_what_a_browser_has_is_not_sent_again(guest: Guest) -> None:
    for path in ("/", MAIN):
        tag = fetch(guest, path).headers["etag"]
        assert re.fullmatch(r'"[0-9a-f]{20}"', tag)
        for known in (tag, f'"other", {tag}', f"W/{tag}", "*"):
            again = fetch(guest, path, if_none_match=known)
            assert (again.status_code, again.content) == (304, b"")
            assert again.headers["etag"] == tag
        assert fetch(guest, path, if_none_match='"other"').status_code == 200


def test_files_are_packed_for_those_who_can_unpack_them(guest: Guest) -> None:
    plain, packed = fetch(guest, MAIN), fetch(guest, MAIN, accept_encoding="br, gzip;q=0.5")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content)
    assert packed.content == plain.content
    assert plain.headers["etag"] != packed.headers["etag"]
    assert plain.headers["vary"] == packed.headers["vary"] == "Accept-Encoding"
    assert "content-encoding" not in fetch(guest, MAIN, accept_encoding="gzip;q=0").headers


def test_packed_files_are_whole() -> None:
    for file in page_files().values():
        assert file.packed is None or gzip.decompress(file.packed.content) == file.plain.content
    assert page_files()["/page/icon-512.png"].packed is None  # it would not be shorter


def test_the_head_alone_can_be_asked_for(guest: Guest) -> None:
    answer = fetch(guest, MAIN, method="HEAD")
    assert (answer.status_code, answer.content) == (200, b"")
    assert int(answer.headers["content-length"]) == len(page_files()[MAIN].plain.content)
    assert fetch(guest, "/", method="POST").status_code == 405


def test_a_page_of_many_files_is_not_too_much(tmp_path: Path) -> None:
    with running(tmp_path, limits=Limits(requests_at_once=2, requests_per_second=0.01)) as guest:
        assert {guest.client.get(path).status_code for path in FILES * 2} == {200}
        assert [guest.get("/api/tiles").status_code for _ in range(3)] == [200, 200, 429]


def test_strangers_names_are_refused_for_files_too(guest: Guest) -> None:
    assert fetch(guest, MAIN, host="evil.example").status_code == 421


def test_the_languages_are_those_of_the_folder(guest: Guest) -> None:
    told = fetch(guest, "/page/languages.json").json()
    assert {language["code"] for language in told} == {path.stem for path in (PAGE / "languages").iterdir()}
    assert {"code": "fr", "name": "Français"} in told


def test_a_new_language_is_a_new_file(tmp_path: Path) -> None:
    (tmp_path / "languages").mkdir()
    (tmp_path / "languages" / "eo.json").write_text('{"language.name": "Esperanto"}', encoding="utf-8")
    for name in ("worker.js", "icon-192.png"):
        (tmp_path / name).write_bytes(b"x")
    assert page_files(tmp_path)["/page/languages.json"].plain.content == b'[{"code":"eo","name":"Esperanto"}]'


def test_a_browser_is_told_what_to_keep(guest: Guest) -> None:
    told = fetch(guest, "/page/files.json").json()
    assert {"/", "/offline.html", MAIN, "/page/languages/en.json", "/page/languages.json"} <= set(told["files"])
    assert not {"/worker.js", "/favicon.ico", "/page/files.json", "/page/icon-512.png"} & set(told["files"])
    assert {fetch(guest, path).status_code for path in told["files"]} == {200}
    assert f'VERSION = "{told["version"]}"' in fetch(guest, "/worker.js").text
    assert fetch(guest, "/").headers["tsuro-page"] == told["version"]


def test_any_change_makes_a_new_version(tmp_path: Path) -> None:
    versions = set()
    for number in range(2):
        folder = tmp_path / str(number)
        folder.mkdir()
        for name in ("worker.js", "icon-192.png"):
            (folder / name).write_bytes(b'"unknown"')
        (folder / "style.css").write_text(f"p {{ margin: {number} }}", encoding="utf-8")
        versions.add(page_files(folder)["/worker.js"].plain.content)
    assert len(versions) == 2


# Links as pictures


def test_the_link_to_a_table_can_be_read_by_a_phone(guest: Guest) -> None:
    code = guest.make_table()["play"]
    answer = guest.get(f"/api/tables/{code}/qr.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.headers["content-security-policy"] == "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    assert answer.headers["cache-control"] == "no-store"
    assert 'fill="#fff"' in answer.text
    assert 'stroke="#000"' in answer.text
    assert answer.content == qr._qr(f"http://{guest.place}/table/{code}")
    by_name = guest.get(f"/api/tables/{code}/qr.svg", host="localhost:1234")
    assert by_name.content == qr._qr(f"http://localhost:1234/table/{code}")


def test_behind_a_proxy_the_link_is_as_people_see_it() -> None:
    security = Security(["https://tsuro.example"])
    own = security.check_host({b"host": b"tsuro.example"}, "http")
    assert str(security.seen_from_outside(own)) == "https://tsuro.example"
    assert str(security.seen_from_outside(read_origin("http://192.0.2.7:8000"))) == "http://192.0.2.7:8000"


@pytest.mark.parametrize(
    ("origin", "loopback"),
    [
        ("http://localhost", True),
        ("http://127.1.2.3", True),
        ("http://[::1]", True),
        ("http://192.0.2.7", False),
        ("https://tsuro.example", False),
    ],
)
def test_names_that_only_this_machine_can_use_are_known(origin: str, *, loopback: bool) -> None:
    assert read_origin(origin).is_loopback is loopback


@pytest.mark.parametrize("code", ["A" * 22, "x", "%00"])
def test_there_is_no_picture_of_a_link_that_leads_nowhere(guest: Guest, code: str) -> None:
    assert guest.get(f"/api/tables/{code}/qr.svg").status_code == 404
