"""Which pages may talk to the server."""

from __future__ import annotations

import pytest

from tsuro.server.http.problems import HttpProblem
from tsuro.server.http.security import HEADERS, Origin, OriginError, Security, check_json, headers_of, read_origin

WORLD = Security(["https://tsuro.example"])
HOME = Security()


def _may_write(security: Security, *, scheme: str = "http", **headers: str) -> bool:
    named = {name.replace("_", "-").encode(): value.encode() for name, value in headers.items()}
    try:
        security.check_write(named, security.check_host(named, scheme))
    except HttpProblem:
        return False
    return True


@pytest.mark.parametrize("host", ["localhost", "localhost:8000", "127.0.0.1:8000", "192.168.1.7", "[::1]:8000"])
def test_localhost_and_plain_addresses_need_no_permission(host: str) -> None:
    assert _may_write(HOME, host=host, origin=f"http://{host}")
    assert _may_write(HOME, host=host)


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "a b", "127.1"]
)
def test_a_strangers_name_for_this_server_is_refused(host: str) -> None:
    """Else a page of that name could be pointed at this machine, and then read everything."""
    with pytest.raises(HttpProblem, match="--origin") as refused:
        HOME.check_host({b"host": host.encode()}, "http")
    assert refused.value.status == 421


def test_the_name_given_with_origin_is_ours() -> None:
    assert _may_write(WORLD, host="tsuro.example", origin="https://tsuro.example")
    assert _may_write(WORLD, host="Tsuro.Example:443", origin="https://tsuro.example:443")
    assert not _may_write(WORLD, host="tsuro.example", origin="http://tsuro.example")
    assert not _may_write(WORLD, host="www.tsuro.example", origin="https://tsuro.example")


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "null",
        "http://localhost:9999",
        "https://localhost:8000",
        "http://127.0.0.1:8000",
        "file://",
    ],
)
def test_pages_of_other_origins_may_not_change_anything(origin: str) -> None:
    assert not _may_write(HOME, host="localhost:8000", origin=origin)
    assert not _may_write(WORLD, host="localhost:8000", origin=origin)


def test_two_origins_at_once_are_none() -> None:
    headers = headers_of(
        [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"origin", b"http://x.example")]
    )
    with pytest.raises(HttpProblem):
        HOME.check_page(headers, HOME.check_host(headers, "http"))


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
def test_what_a_browser_says_another_site_asked_for_is_refused(site: str) -> None:
    assert not _may_write(HOME, host="localhost", sec_fetch_site=site)
    assert _may_write(HOME, host="localhost", sec_fetch_site="same-origin")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"])
def test_what_a_plain_form_could_send_is_refused(kind: str) -> None:
    with pytest.raises(HttpProblem) as refused:
        check_json({b"content-type": kind.encode()})
    assert refused.value.status == 415


def test_json_may_say_how_it_is_encoded() -> None:
    check_json({b"content-type": b"Application/JSON; charset=utf-8"})
    with pytest.raises(HttpProblem):
        check_json({})


def test_cookies_are_secure_over_https_and_where_all_origins_are() -> None:
    assert WORLD.is_secure("http")
    assert HOME.is_secure("wss")
    assert not HOME.is_secure("http")
    assert not Security(["https://tsuro.example", "http://tsuro.home"]).is_secure("ws")


@pytest.mark.parametrize(
    "text",
    [
        "tsuro.example",
        "https://tsuro.example/",
        "ftp://tsuro.example",
        "https://",
        "https://a b",
        "*",
        "https://x:y",
    ],
)
def test_what_is_not_an_origin_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(OriginError, match="write it as https"):
        Security([text])


def test_origins_are_the_same_however_they_are_written() -> None:
    assert read_origin("HTTPS://Tsuro.Example:443") == Origin("https", "tsuro.example", 443)
    assert read_origin("http://[::1]:8000").is_here


def test_no_page_may_run_or_load_anything_of_others() -> None:
    policy = HEADERS[b"content-security-policy"].decode()
    assert policy.startswith("default-src 'none'; script-src 'self'")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert HEADERS[b"referrer-policy"] == b"no-referrer"
