"""Who a client is: tokens, cookies, and that only hashes go further."""

from __future__ import annotations

from hashlib import sha256

import pytest

from tsuro.server.http.identity import COOKIE, Guest, identify
from tsuro.server.http.problems import HttpProblem
from tsuro.server.tokens import guest_of, new_token

TOKEN = "Zm9vYmFyYmF6cXV4MTIzNA"  # noqa: S105 -- anybody's


def _cookie(*values: str) -> list[tuple[bytes, bytes]]:
    return [(b"cookie", "; ".join(values).encode())]


def test_a_new_guest_gets_a_cookie_that_no_script_can_read() -> None:
    guest = identify([], secure=False)
    assert guest.cookie is not None
    pair, *attributes = guest.cookie.split("; ")
    name, _, token = pair.partition("=")
    assert name == COOKIE
    assert guest.hash == sha256(token.encode()).hexdigest()
    assert attributes == ["Path=/", "Max-Age=31536000", "HttpOnly", "SameSite=Lax"]


def test_a_cookie_is_for_https_only_where_there_is_https() -> None:
    assert str(identify([], secure=True).cookie).endswith("; Secure")
    assert "Secure" not in str(identify([], secure=False).cookie)


def test_whoever_comes_back_with_the_cookie_is_the_same_guest() -> None:
    guest = identify(_cookie("theme=dark", f"{COOKIE}={TOKEN}"), secure=False)
    assert guest == Guest(hash=guest_of(TOKEN), cookie=None)


def test_over_https_no_other_site_of_the_domain_can_choose_the_guest() -> None:
    assert identify(_cookie(f"__Host-{COOKIE}={TOKEN}"), secure=True).hash == guest_of(TOKEN)
    planted = identify(_cookie(f"{COOKIE}={TOKEN}"), secure=True)
    assert planted.hash != guest_of(TOKEN)
    assert planted.cookie is not None
    assert planted.cookie.startswith(f"__Host-{COOKIE}=")
    assert planted.cookie.endswith("; Secure")


@pytest.mark.parametrize(
    "value", ["", "short", TOKEN + "A", TOKEN[:-1] + "=", TOKEN[:-1] + "é", TOKEN[:-1] + "\n", f'"{TOKEN}"']
)
def test_a_malformed_cookie_makes_a_new_guest(value: str) -> None:
    guest = identify(_cookie(f"{COOKIE}={value}"), secure=False)
    assert guest.cookie is not None
    assert guest.hash != guest_of(value)


def test_a_second_cookie_of_another_site_does_not_hide_ours() -> None:
    assert identify(_cookie(f"{COOKIE}=planted", f"{COOKIE}={TOKEN}"), secure=False).hash == guest_of(TOKEN)


def test_a_program_is_whom_its_token_says_whatever_its_cookies() -> None:
    headers = [*_cookie(f"{COOKIE}={new_token()}"), (b"authorization", f"bearer {TOKEN}".encode())]
    assert identify(headers, secure=False) == Guest(hash=guest_of(TOKEN))


@pytest.mark.parametrize("value", [b"", b"Bearer", b"Bearer x", b"Basic " + TOKEN.encode(), TOKEN.encode()])
def test_a_malformed_token_is_refused_in_a_sentence(value: bytes) -> None:
    with pytest.raises(HttpProblem, match="Bearer") as refused:
        identify([(b"authorization", value)], secure=False)
    assert (refused.value.status, refused.value.code) == (401, "bad-token")


def test_tokens_have_128_bits_and_are_never_the_same() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert {len(token) for token in tokens} == {22}
