"""Who a client is: whoever holds a token. Nobody signs up, and the server keeps no secret of its own.

A browser gets its token in a cookie, a program sends it as `Authorization: Bearer TOKEN`.
Past this module a guest is only a hash, from which no token can be made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tsuro.server.http.problems import HttpProblem
from tsuro.server.tokens import guest_of, new_token

__all__ = ["COOKIE", "Guest", "identify"]

COOKIE = "tsuro_guest"
ONE_YEAR = 365 * 24 * 60 * 60

_TOKEN = re.compile(rb"[A-Za-z0-9_-]{22}")  # 128 bits


@dataclass(frozen=True, slots=True, kw_only=True)
class Guest:
    """A client's identity, and the cookie to set if it is new."""

    hash: str
    cookie: str | None = None


def identify(headers: Iterable[tuple[bytes, bytes]], *, secure: bool) -> Guest:
    """The guest whose token is in the headers of a request, or a new one.

    `secure`: the browser sends the cookie back over https only.
    """
    pairs = tuple(headers)
    for name, value in pairs:
        if name == b"authorization":
            return Guest(hash=guest_of(_bearer(value)))
    for token in _cookies(pairs, _name(secure=secure)):
        if _TOKEN.fullmatch(token):
            return Guest(hash=guest_of(token.decode()))
    fresh = new_token()
    return Guest(hash=guest_of(fresh), cookie=_cookie(fresh, secure=secure))


def _bearer(value: bytes) -> str:
    scheme, _, token = value.partition(b" ")
    if scheme.lower() != b"bearer" or not _TOKEN.fullmatch(token.strip()):
        raise HttpProblem(
            401,
            "bad-token",
            "The Authorization header should be 'Bearer' and a token of 22 letters, digits, - or _.",
            headers={"WWW-Authenticate": "Bearer"},
        )
    return token.strip().decode()


def _name(*, secure: bool) -> str:
    """The name of our cookie. Over https the prefix keeps other sites of the same domain from setting it."""
    return f"__Host-{COOKIE}" if secure else COOKIE


def _cookies(headers: Iterable[tuple[bytes, bytes]], wanted: str) -> Iterator[bytes]:
    """The values of our cookie: there may be more than one."""
    for name, value in headers:
        if name == b"cookie":
            for part in value.split(b";"):
                key, _, content = part.strip().partition(b"=")
                if key == wanted.encode():
                    yield content


def _cookie(token: str, *, secure: bool) -> str:
    cookie = f"{_name(secure=secure)}={token}; Path=/; Max-Age={ONE_YEAR}; HttpOnly; SameSite=Lax"
    return f"{cookie}; Secure" if secure else cookie
