"""Long answers, compressed for clients that accept it."""

from __future__ import annotations

import gzip
import re
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response

from tsuro.server.http.problems import JSON

__all__ = ["Compressed", "accepts_gzip", "compress"]

WORTH_IT = 1024  # bytes, from which compressing makes an answer quicker
_LEVEL = 5  # nearly as small as it gets, in half the time


@dataclass(frozen=True, slots=True)
class Compressed:
    """JSON, plain and compressed."""

    plain: bytes
    packed: bytes | None

    def answer(self, request: Request) -> Response:
        headers = {"Vary": "Accept-Encoding"}
        if self.packed is None or not accepts_gzip(request.headers.get("accept-encoding", "")):
            return Response(self.plain, media_type=JSON, headers=headers)
        return Response(self.packed, media_type=JSON, headers={**headers, "Content-Encoding": "gzip"})


def compress(plain: bytes) -> Compressed:
    return Compressed(plain, gzip.compress(plain, _LEVEL, mtime=0) if len(plain) >= WORTH_IT else None)


def accepts_gzip(wanted: str) -> bool:
    """
    >>> [accepts_gzip(wanted) for wanted in ("", "deflate, gzip;q=0.8", "gzip;q=0", "x-gzip")]
    [False, True, False, False]
    """
    for coding in wanted.lower().split(","):
        name, _, weight = coding.partition(";")
        if name.strip() == "gzip":
            return not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", weight)
    return False
