"""What goes wrong over HTTP: a status for programs and a sentence for people."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from starlette.responses import Response

from tsuro.game.errors import Refused, TsuroError
from tsuro.notation import NotationError
from tsuro.server.messages import ENCODER
from tsuro.server.messages.answers import Problem
from tsuro.server.storage.errors import Damaged, StoreError
from tsuro.server.tables.refusals import NotStored, Restarting, TableRefused, reason

__all__ = [
    "JSON",
    "NO_HEADERS",
    "HttpProblem",
    "json_answer",
    "malformed",
    "no_such_hand_over",
    "no_such_table",
    "refused",
    "restarting",
    "store_fails",
    "unavailable",
    "unreadable",
]

JSON = "application/json"
_PLACE = re.compile(r"at `\$\.([^`]+)`$")  # as msgspec names it
NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class HttpProblem(TsuroError):
    """A request that is not done; `answer` says so to the client."""

    def __init__(
        self,
        status: int,
        code: str,
        sentence: str,
        *,
        headers: Mapping[str, str] = NO_HEADERS,
        rule: str | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(sentence)
        self.status, self.code, self.sentence, self.headers = status, code, sentence, headers
        self.rule = rule  # of the game, where one was broken
        self.field = field  # of the request, where one is at fault

    def answer(self) -> Response:
        problem = Problem(code=self.code, sentence=self.sentence, rule=self.rule, field=self.field)
        return json_answer(problem, status=self.status, headers=self.headers)


def json_answer(content: object, *, status: int = 200, headers: Mapping[str, str] = NO_HEADERS) -> Response:
    """The struct as JSON; bytes are JSON already."""
    data = content if isinstance(content, bytes) else ENCODER.encode(content)
    return Response(data, status_code=status, headers=headers, media_type=JSON)


def refused(
    error: TableRefused | Refused | NotationError, *, status: int = 409, field: str | None = None
) -> HttpProblem:
    """What to say when a table, or the rules, do not allow something."""
    why = reason(error)
    return HttpProblem(status, why.code, why.sentence, rule=why.rule, field=field)


def no_such_table() -> HttpProblem:
    """The one answer to codes that are wrong, malformed or too old: it tells nobody which codes exist."""
    return HttpProblem(404, "no-such-table", "There is no such table: check the link, or make a new table.")


def no_such_hand_over() -> HttpProblem:
    return HttpProblem(
        404,
        "no-such-hand-over",
        "This code has been used, or is too old: ask for a new one on the other device.",
    )


def restarting() -> HttpProblem:
    return HttpProblem(
        503,
        "restarting",
        "The server is restarting: come back in a moment.",
        headers={"Retry-After": "5"},
    )


def unavailable(error: StoreError | NotStored | Restarting) -> HttpProblem:
    """What to say when a table is not available right now, or never again."""
    if isinstance(error, Damaged):
        return damaged()
    return restarting() if isinstance(error, Restarting) else store_fails()


def damaged() -> HttpProblem:
    """What to say when no other try can help."""
    return HttpProblem(
        410,
        "table-damaged",
        "This table is damaged and cannot be opened: make a new one, and tell whoever runs this server.",
    )


def store_fails() -> HttpProblem:
    return HttpProblem(
        503,
        "not-stored",
        "The server cannot read or write its tables right now: try again in a moment.",
        headers={"Retry-After": "10"},
    )


def malformed(error: Exception) -> HttpProblem:
    """What to say about a body that could not be read."""
    found = _PLACE.search(str(error))
    return HttpProblem(400, "malformed", unreadable(error), field=found[1] if found else None)


def unreadable(error: Exception) -> str:
    """Why a message could not be read, in words; msgspec's reasons name the place.

    >>> unreadable(ValueError("Expected `int`, got `str` - at `$.seat`"))
    'This could not be read: expected int, got str, at seat.'
    >>> unreadable(ValueError("JSON is malformed"))
    'This could not be read: JSON is malformed.'
    """
    if isinstance(error, UnicodeError):
        return "This could not be read: it is not UTF-8 text."
    if isinstance(error, RecursionError):
        return "This could not be read: it is nested too deeply."
    if "matching regex '^[0-9a-f]" in str(error):
        return "This could not be read: hashes are 64 hexadecimal digits, contributions 32, in small letters."
    if "matching regex" in str(error):
        return "This could not be read: an id is 1 to 40 letters, digits, - or _."
    reason = str(error).replace("`", "").replace(" - at $.", ", at ").replace(" - at $", "")
    begin = reason[:1] if reason[1:2].isupper() else reason[:1].lower()  # JSON stays JSON
    return f"This could not be read: {begin}{reason[1:]}."
