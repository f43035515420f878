"""What the server says of itself, and what it never says."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest

from tsuro.server import logs
from tsuro.server.storage.errors import StoreError

SECRET = "Zm9vYmFyYmF6cXV4MTIzNA"  # noqa: S105 -- anybody's


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    """Whatever the tests configure, pytest gets its own logging back."""
    root, own = logging.getLogger(), logging.getLogger("tsuro")
    handlers, levels = root.handlers[:], (root.level, own.level)
    yield
    root.handlers = handlers
    root.setLevel(levels[0])
    own.setLevel(levels[1])


@pytest.fixture
def said() -> io.StringIO:
    stream = io.StringIO()
    logs.configure(stream)
    return stream


def _lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_a_line_is_one_json_object_with_the_facts(said: io.StringIO) -> None:
    logging.getLogger("tsuro.tables").info("table made", extra={"table": 7, "ms": 1.5, "bot": "dragon"})
    (line,) = _lines(said)
    assert line.pop("time").endswith("+00:00")
    assert line == {"level": "info", "event": "table made", "table": 7, "ms": 1.5, "bot": "dragon"}


def test_only_known_facts_in_plain_words_are_told(said: io.StringIO) -> None:
    facts = {"table": 7, "code": SECRET, "token": SECRET, "reason": f"KeyError('{SECRET}')", "seat": None}
    logging.getLogger("tsuro.tables").info("something", extra=facts)
    (line,) = _lines(said)
    assert {name: fact for name, fact in line.items() if name in facts} == {"table": 7, "reason": "…"}
    assert SECRET not in said.getvalue()


def test_of_others_only_the_words_of_their_source_are_told(said: io.StringIO) -> None:
    logging.getLogger("uvicorn.error").warning('"WebSocket %s" 403', f"/api/tables/{SECRET}/socket")
    logging.getLogger("asyncio").error(f"Task exception was never retrieved\nfuture: <Task {SECRET}>")
    logging.getLogger("uvicorn.error").info("Uvicorn running")
    assert [line["event"] for line in _lines(said)] == ['"WebSocket %s" 403', "Task exception was never retrieved"]
    assert SECRET not in said.getvalue()


def _fail() -> None:
    try:
        {"another": 1}[SECRET]
    except KeyError as error:
        raise ValueError(f"no table {SECRET}") from error


def test_an_error_is_told_with_its_place_and_without_its_words(said: io.StringIO) -> None:
    with pytest.raises(ValueError, match=SECRET) as raised:
        _fail()
    logging.getLogger("tsuro.http").error("request failed", exc_info=raised.value)
    (line,) = _lines(said)
    assert [part for part in line["error"] if ":" not in part] == ["ValueError", "KeyError"]
    places = [part for part in line["error"] if ":" in part]
    assert [place.partition(":")[0] for place in places] == ["test_logs.py"] * 3
    assert [place.split()[-1] for place in places[1:]] == ["_fail", "_fail"]
    assert SECRET not in said.getvalue()


def test_what_the_disk_says_is_passed_on(said: io.StringIO) -> None:
    log = logging.getLogger("tsuro.tables")
    for error in (
        StoreError("the disk is full: make room"),
        OSError(28, "No space left on device"),
    ):
        log.error("not written", exc_info=error)
    assert [line["error"] for line in _lines(said)] == [
        ["StoreError: the disk is full: make room"],
        ["OSError: No space left on device"],
    ]


def test_people_at_a_terminal_get_text() -> None:
    terminal = Terminal()
    logs.configure(terminal)
    log = logging.getLogger("tsuro.tables")
    log.warning("bot failed", extra={"table": 7, "bot": "dragon"})
    log.error("failed", exc_info=OSError(28, "No space left on device"))
    first, second, third = terminal.getvalue().splitlines()
    assert first[8:] == " warning bot failed  table=7  bot=dragon"
    assert second[8:] == " error   failed"
    assert third == "    OSError: No space left on device"


def test_a_closed_standard_error_is_no_reason_to_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    before = logging.getLogger().handlers
    monkeypatch.setattr("sys.stderr", None)
    logs.configure()
    assert logging.getLogger().handlers is before
