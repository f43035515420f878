"""Records that clients send: read, and checked against the rules."""

from __future__ import annotations

from itertools import islice
from typing import TypeAlias

from tsuro.game.errors import AlreadyOver, TsuroError
from tsuro.game.view import View, view
from tsuro.record import Record, RecordError, read_json, read_text, replay, verify
from tsuro.server.http.compression import Compressed, compress
from tsuro.server.http.problems import HttpProblem, refused
from tsuro.server.messages import ENCODER
from tsuro.server.rooms.replays import replayed
from tsuro.server.tables.fingerprint import fingerprints
from tsuro.server.tables.practice import beginning
from tsuro.server.tables.refusals import HiddenTiles, NoSuchMove

__all__ = ["read_record", "record_until", "replay_of", "view_at"]

Positions: TypeAlias = frozenset[int]
"""Positions of a game, as numbers: one that is played at this server now is refused."""

LONGEST = 300  # characters of a sentence: readers quote what they cannot read


def read_record(text: str) -> Record:
    """The record in the text, or the JSON; raises `HttpProblem` if there is none, or it cannot have happened."""
    try:
        record = read_json(text) if text.lstrip().startswith("{") else read_text(text)
    except RecordError as error:
        raise HttpProblem(400, "not-a-record", _sentence("This cannot be read as a record", error)) from None
    try:
        verify(record)
    except TsuroError as error:
        sentence = _sentence("This game cannot have happened", error)
        raise HttpProblem(422, "impossible-record", sentence, rule=getattr(error, "rule", None)) from None
    return record


def replay_of(text: str) -> Compressed:
    """The replay of the record in the text, as far as it goes."""
    return compress(ENCODER.encode(replayed(read_record(text))))


def view_at(text: str, move: int) -> tuple[View, Positions]:
    """What the player to act saw after that many actions of the record, and the positions up to there."""
    record = read_record(text)
    if record.hides_tiles:  # it may be of a game that others are still playing
        raise refused(HiddenTiles())
    try:
        states = [moment.state for moment in replay(beginning(record, move))]
    except (AlreadyOver, NoSuchMove) as error:
        raise refused(error) from None
    return view(states[-1], states[-1].active), fingerprints(states)


def record_until(text: str, move: int) -> tuple[Record, Positions]:
    """The record in the text, and its positions up to this many actions."""
    record = read_record(text)
    return record, fingerprints(moment.state for moment in islice(replay(record), move + 1))


def _sentence(what: str, error: TsuroError) -> str:
    said = str(error)
    cut = said if len(said) <= LONGEST else f"{said[:LONGEST]}…"
    return f"{what}: {cut}{'' if cut.endswith(('.', '?', ')', '…')) else '.'}"
