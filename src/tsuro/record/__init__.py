"""Whole games, written down: as text, as JSON, and played again."""

from tsuro.record.json import read_json, write_json
from tsuro.record.model import Entry, Record, RecordError
from tsuro.record.replay import Moment, replay, verify
from tsuro.record.text import read_text, write_text

__all__ = [
    "Entry",
    "Moment",
    "Record",
    "RecordError",
    "read_json",
    "read_text",
    "replay",
    "verify",
    "write_json",
    "write_text",
]
