"""Records as JSON, with the same content as the text."""

from __future__ import annotations

import json
from typing import Any

from tsuro.game.errors import ImpossiblePosition
from tsuro.game.state import Setup
from tsuro.notation import (
    NotationError,
    read_action,
    read_edition,
    read_position,
    read_seat,
    read_stored_edition,
    read_tiles,
    write_action,
    write_edition,
    write_position,
    write_tiles,
)
from tsuro.record.model import Entry, Record, RecordError, without_useless_effects

__all__ = ["read_json", "write_json"]

_KEYS = ("tsuro record", "edition", "first", "players", "tags", "deal", "comments", "entries", "result")
_FINAL = "final position"


def write_json(record: Record) -> str:
    """The record as JSON, for programs; `read_json` reads it back.

    It is in format 2, which ends with the final position, or in format 1 if the record does not have it.
    """
    content = {
        "tsuro record": 1 if record.final is None else 2,
        "edition": write_edition(record.setup.edition),
        "first": record.setup.first + 1,
        "players": [
            {"name": name, "marker": marker}
            for name, marker in zip(record.names, record.setup.markers, strict=True)
        ],
        "tags": dict(record.tags),
        "deal": [write_tiles(hand) for hand in record.deal],
        "comments": list(record.comments),
        "entries": [_entry_to_json(entry) for entry in record.entries],
        "result": record.result,
    }
    if record.final is not None:
        content[_FINAL] = write_position(record.final)
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _entry_to_json(entry: Entry) -> dict[str, object]:
    return {
        "player": entry.seat + 1,
        "action": write_action(entry.action),
        "effects": list(entry.effects),
        "comments": list(entry.comments),
    }


def read_json(text: str) -> Record:
    """The record in the JSON text; raises `RecordError` with the place and the reason if there is none."""
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise RecordError(f"this is not JSON: {error.msg}", f"line {error.lineno}") from None
    except (RecursionError, ValueError):
        raise RecordError("this is not JSON: it is nested too deeply, or a number is too large") from None
    record = _Part(content, "record")
    version = record.number("tsuro record")
    if version not in {1, 2}:
        raise RecordError("only versions 1 and 2 of records can be read", "tsuro record")
    try:
        read = _read_record(record, version)
        return without_useless_effects(read) if version == 1 else read
    except (NotationError, ImpossiblePosition, ValueError) as error:
        raise RecordError(str(error), "record") from None


def _read_record(record: _Part, version: int) -> Record:
    record.only(*_KEYS, *[_FINAL] * (version == 2))
    edition = record.text("edition")
    players = record.parts("players")
    for player in players:
        player.only("name", "marker")
    setup = Setup(
        edition=read_stored_edition(edition) if version == 1 else read_edition(edition),
        players=len(players),
        first=record.number("first") - 1,
        markers=tuple(player.text("marker") for player in players),
    )
    tags = record.part("tags")
    return Record(
        setup=setup,
        names=tuple(player.text("name") for player in players),
        deal=tuple(read_tiles(hand) for hand in record.texts("deal")),
        entries=tuple(_read_entry(entry) for entry in record.parts("entries")),
        result=record.text("result"),
        tags=tuple((key, tags.text(key)) for key in tags.content),
        comments=record.texts("comments"),
        final=None if version == 1 else read_position(record.text(_FINAL)),
    )


def _read_entry(entry: _Part) -> Entry:
    entry.only("player", "action", "effects", "comments")
    try:
        action = read_action(entry.text("action"))
        seat = read_seat(str(entry.number("player")))
    except NotationError as error:
        raise RecordError(str(error), entry.where) from None
    return Entry(
        seat=seat,
        action=action,
        effects=entry.texts("effects"),
        comments=entry.texts("comments"),
        where=entry.where,
    )


class _Part:
    """A JSON object whose values are asked for by key and type, and where it stands."""

    def __init__(self, content: Any, where: str) -> None:
        if not isinstance(content, dict):
            raise RecordError("here should be an object", where)
        self.content, self.where = content, where

    def only(self, *keys: str) -> None:
        for key in self.content:
            if key not in keys:
                raise RecordError(f"{key!r} means nothing here", self.where)

    def _get(self, key: str, kind: type, word: str) -> Any:
        value = self.content.get(key)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise RecordError(f"{key!r} should be {word}", self.where)
        return value

    def text(self, key: str) -> str:
        return str(self._get(key, str, "a text"))

    def number(self, key: str) -> int:
        return int(self._get(key, int, "a whole number"))

    def part(self, key: str) -> _Part:
        return _Part(self._get(key, dict, "an object"), f"{self.where}, {key}")

    def parts(self, key: str) -> tuple[_Part, ...]:
        items = self._get(key, list, "a list")
        return tuple(_Part(item, f"{key} {number}") for number, item in enumerate(items, 1))

    def texts(self, key: str) -> tuple[str, ...]:
        items = self._get(key, list, "a list")
        if not all(isinstance(item, str) for item in items):
            raise RecordError(f"{key!r} should be a list of texts", self.where)
        return tuple(items)
