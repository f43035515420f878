"""What the server logs: one line for each event, as text for people at a terminal, otherwise as JSON for programs.

Links and tokens are keys, and names and hands are nobody's business. A line therefore has
only words from the source, and facts with a name in `FACTS`.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

import msgspec

from tsuro.server.storage.errors import StoreError

__all__ = ["FACTS", "configure"]

FACTS = (
    "table",
    "bot",
    "edition",
    "reason",
    "method",
    "route",
    "status",
    "ms",
    "connections",
    "count",
    "tables",
    "port",
    "number",
    "processes",
)
"""What may be logged with the event, as `extra` of a call of `logging`."""

_OWN = "tsuro"
_PLAIN = re.compile(r"[\w./+-]{1,60}")  # one of our words; anything longer may quote somebody
_FRAMES = 30


def configure(stream: TextIO | None = None) -> None:
    """Send everything that is logged in this process to the stream, by default standard error."""
    stream = stream or sys.stderr
    if stream is None:  # closed by the program that started us
        return
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Text() if stream.isatty() else _Json())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger(_OWN).setLevel(logging.INFO)
    logging.getLogger("asyncpg").setLevel(logging.CRITICAL)  # it quotes addresses; we tell the same without


class _Text(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        facts = "".join(f"  {name}={fact}" for name, fact in _facts(record).items())
        lines = "".join(f"\n    {line}" for line in _errors(record))
        clock = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        return f"{clock} {record.levelname.lower():<7} {_event(record)}{facts}{lines}"


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": _event(record),
            **_facts(record),
        }
        if errors := list(_errors(record)):
            line["error"] = errors
        return msgspec.json.encode(line).decode()


def _is_own(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] == _OWN


def _event(record: logging.LogRecord) -> str:
    """The message as in the source, before values are filled in; asyncio adds them in further lines."""
    return str(record.msg).partition("\n")[0]


def _facts(record: logging.LogRecord) -> dict[str, str | float]:
    facts = {name: record.__dict__[name] for name in FACTS if name in record.__dict__} if _is_own(record) else {}
    return {
        name: fact if isinstance(fact, int | float) or _PLAIN.fullmatch(fact) else "…"
        for name, fact in facts.items()
        if fact is not None
    }


def _errors(record: logging.LogRecord) -> Iterator[str]:
    """Where an error came from. Its own words are left out: they may quote anything."""
    error = record.exc_info[1] if record.exc_info else None
    while error is not None:
        yield _kind(error)
        for frame in traceback.extract_tb(error.__traceback__)[-_FRAMES:]:
            yield f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _kind(error: BaseException) -> str:
    kind = type(error).__name__
    if isinstance(error, StoreError):  # it says what the disk said
        return f"{kind}: {error}"
    return f"{kind}: {error.strerror}" if isinstance(error, OSError) and error.strerror else kind
