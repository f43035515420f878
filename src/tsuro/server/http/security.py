"""Which pages may talk to the server, and what browsers are told to keep from them.

A browser sends a guest's cookie along with whatever any page asks for. Therefore, before
anything is changed and before a socket opens, the page must be known to be ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from types import MappingProxyType
from typing import TypeAlias

from tsuro.game.errors import TsuroError
from tsuro.server.http.problems import JSON, HttpProblem

__all__ = [
    "HEADERS",
    "PART_HEADERS",
    "PICTURE_POLICY",
    "PIN",
    "PINNED",
    "Headers",
    "Origin",
    "OriginError",
    "Security",
    "check_json",
    "headers_of",
    "read_origin",
]

Headers: TypeAlias = Mapping[bytes, bytes]

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
PICTURE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; sandbox"  # its style is inside; nothing else is allowed
)
HEADERS: Mapping[bytes, bytes] = MappingProxyType(
    {
        b"content-security-policy": _POLICY.encode(),
        b"x-content-type-options": b"nosniff",
        b"referrer-policy": b"no-referrer",  # the links are the keys
        b"cross-origin-opener-policy": b"same-origin",
        b"cross-origin-resource-policy": b"same-origin",
        b"permissions-policy": b"camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    }
)
"""On every answer, unless it has its own."""

_FOR_DOCUMENTS = (b"content-security-policy", b"cross-origin-opener-policy", b"permissions-policy")
PART_HEADERS: Mapping[bytes, bytes] = MappingProxyType(
    {name: value for name, value in HEADERS.items() if name not in _FOR_DOCUMENTS}
)
"""On the scripts, styles and texts of the page: the other headers mean something only on a document, and would be
a seventh of everything that is transferred."""

PIN = (b"strict-transport-security", b"max-age=31536000")
"""Tells browsers to use nothing but https at this name for a year."""
PINNED = "tsuro.pinned"  # where a scope says whether the answer has that header

_PORTS = {"http": 80, "https": 443}
_ORIGIN = re.compile(r"(?P<scheme>https?)://(?P<host>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::(?P<port>[0-9]{1,5}))?")


class OriginError(TsuroError):
    """Something that is not an origin."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a page came from: a scheme, a host and a port."""

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        """
        >>> print(Origin("https", "tsuro.example", 443), Origin("http", "[::1]", 8000))
        https://tsuro.example http://[::1]:8000
        """
        return f"{self.scheme}://{self.host}" + ("" if self.port == _PORTS[self.scheme] else f":{self.port}")

    @property
    def is_loopback(self) -> bool:
        """Whether only programs on the server's own machine can use it."""
        return self.host == "localhost" or (self.is_here and ip_address(self.host.strip("[]")).is_loopback)

    @property
    def is_here(self) -> bool:
        """Whether the host is localhost or an address: no name, so nobody can point it elsewhere later."""
        if self.host == "localhost":
            return True
        try:
            ip_address(self.host.strip("[]"))
        except ValueError:
            return False
        return True


def read_origin(text: str) -> Origin:
    """
    >>> read_origin("https://tsuro.example")
    Origin(scheme='https', host='tsuro.example', port=443)
    """
    found = _ORIGIN.fullmatch(text.lower())
    if found is None:
        raise OriginError(f"{text!r} is not an origin: write it as https://tsuro.example, without a path")
    scheme = found["scheme"]
    if int(found["port"] or 1) not in range(1, 65536):
        raise OriginError(f"{text!r} is not an origin: ports go from 1 to 65535")
    return Origin(scheme, found["host"], int(found["port"] or _PORTS[scheme]))


def headers_of(raw: Iterable[tuple[bytes, bytes]]) -> dict[bytes, bytes]:
    """The headers by name; if one is there twice, all its values, so that none can hide behind another."""
    headers: dict[bytes, bytes] = {}
    for name, value in raw:
        headers[name] = headers[name] + b", " + value if name in headers else value
    return headers


class Security:
    """Knows the origins that may talk to the server: those given, localhost, and plain addresses."""

    def __init__(self, origins: Iterable[str] = ()) -> None:
        self._origins = frozenset(read_origin(origin) for origin in origins)
        self._hosts = frozenset(origin.host for origin in self._origins)
        self._all_secure = bool(self._origins) and all(origin.scheme == "https" for origin in self._origins)

    def is_secure(self, scheme: str) -> bool:
        """Whether cookies are for https only."""
        return scheme in {"https", "wss"} or self._all_secure

    def is_pinned(self, own: Origin, scheme: str) -> bool:
        """Whether browsers are to use https alone at this name; never at localhost or an address."""
        return own.host in self._hosts and not own.is_here and self.is_secure(scheme)

    def check_host(self, headers: Headers, scheme: str) -> Origin:
        """The server's own origin as the client named it; a name that is not ours is refused.

        Otherwise the page of a stranger's domain could point that domain at this server and read everything.
        """
        own = _own_origin(headers, scheme)
        if own is None or not (own.is_here or own.host in self._hosts):
            raise HttpProblem(
                421,
                "wrong-host",
                "This server does not answer to that name. Its operator can add it with --origin.",
            )
        return own

    def seen_from_outside(self, own: Origin) -> Origin:
        """The origin as people see it: a proxy may pass on by http what came by https."""
        return next((origin for origin in self._origins if origin.host == own.host), own)

    def check_page(self, headers: Headers, own: Origin) -> None:
        """Refuse what a page of another origin asks for; programs send no origin."""
        if b"origin" not in headers:
            return
        try:
            origin = read_origin(headers[b"origin"].decode("latin-1"))
        except OriginError:
            origin = None
        if origin is None or not (origin in self._origins or (origin == own and own.is_here)):
            raise HttpProblem(
                403,
                "wrong-origin",
                "Pages of that origin may not use this server. Its operator can allow them with --origin.",
            )

    def check_write(self, headers: Headers, own: Origin) -> None:
        """Refuse a change that another site's page could have asked for."""
        self.check_page(headers, own)
        if headers.get(b"sec-fetch-site", b"same-origin") != b"same-origin":
            raise HttpProblem(403, "wrong-origin", "Only the server's own pages may ask for that.")


def check_json(headers: Headers) -> None:
    """Refuse a body that is not said to be JSON: a plain form of any site could send it."""
    if headers.get(b"content-type", b"").split(b";")[0].strip().lower() != JSON.encode():
        raise HttpProblem(415, "not-json", f"Send JSON, with the header Content-Type: {JSON}.")


def _own_origin(headers: Headers, scheme: str) -> Origin | None:
    host = headers.get(b"host", b"").decode("latin-1")
    try:
        return read_origin(f"{'https' if scheme in {'https', 'wss'} else 'http'}://{host}")
    except OriginError:
        return None
