"""Tsuro, the game of the path: play, record, replay, draw and verify it.

>>> import tsuro
>>> match = tsuro.Match(players=3, seed=1)
>>> events = match.submit(0, tsuro.read_action("mark c6n1"))
>>> match.view(1).hand
(11, 9, 33)
"""

from tsuro.deal import Deal
from tsuro.game.actions import DECLINE, Action, ExchangeTiles, PlaceMarker, PlayTile
from tsuro.game.board import START_MARKS, point_name, square_name
from tsuro.game.closed import closed_squares
from tsuro.game.edition import CLASSIC, MODERN, Edition, Goal
from tsuro.game.errors import ImpossiblePosition, Refused, TsuroError
from tsuro.game.outcome import Outcome
from tsuro.game.state import MARKERS, Phase, Setup, State
from tsuro.game.tiles import FACE_DOWN, ORIENTATIONS, TILES, OrientedTile, oriented
from tsuro.game.view import Preview, View
from tsuro.match import Match
from tsuro.notation import (
    NotationError,
    read_action,
    read_edition,
    read_position,
    write_action,
    write_edition,
    write_position,
)
from tsuro.record import (
    Record,
    RecordError,
    read_json,
    read_text,
    replay,
    verify,
    write_json,
    write_text,
)

__version__ = "0.1.0"

__all__ = [
    "CLASSIC",
    "DECLINE",
    "FACE_DOWN",
    "MARKERS",
    "MODERN",
    "ORIENTATIONS",
    "START_MARKS",
    "TILES",
    "Action",
    "Deal",
    "Edition",
    "ExchangeTiles",
    "Goal",
    "ImpossiblePosition",
    "Match",
    "NotationError",
    "OrientedTile",
    "Outcome",
    "Phase",
    "PlaceMarker",
    "PlayTile",
    "Preview",
    "Record",
    "RecordError",
    "Refused",
    "Setup",
    "State",
    "TsuroError",
    "View",
    "closed_squares",
    "oriented",
    "point_name",
    "read_action",
    "read_edition",
    "read_json",
    "read_position",
    "read_text",
    "replay",
    "square_name",
    "verify",
    "write_action",
    "write_edition",
    "write_json",
    "write_position",
    "write_text",
]
