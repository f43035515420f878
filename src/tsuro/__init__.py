"""Tsuro, the game of the path: play, record, replay, draw and verify it.

>>> import tsuro
>>> match = tsuro.Match(players=3, seed=1)
>>> events = match.submit(0, tsuro.read_action("mark c6n1"))
>>> match.view(1).hand
(11, 9, 33)
"""

from importlib import import_module
from typing import TYPE_CHECKING

from tsuro.deal import Deal
from tsuro.game.actions import DECLINE, Action, ExchangeTiles, PlaceMarker, PlayTile
from tsuro.game.board import START_MARKS, point_name, square_name
from tsuro.game.closed import closed_squares
from tsuro.game.edition import CLASSIC, MODERN, Edition, Goal
from tsuro.game.errors import ImpossiblePosition, ImpossibleSetup, Refused, TsuroError
from tsuro.game.events import Event
from tsuro.game.legal import legal_actions
from tsuro.game.outcome import Outcome
from tsuro.game.state import MARKERS, Phase, Setup, State
from tsuro.game.tiles import FACE_DOWN, ORIENTATIONS, TILES, OrientedTile, oriented
from tsuro.game.turn import Chance, act, start
from tsuro.game.view import Preview, View, view
from tsuro.match import Match
from tsuro.notation import (
    NotationError,
    read_action,
    read_edition,
    read_point,
    read_position,
    read_square,
    write_action,
    write_edition,
    write_position,
)
from tsuro.player import Estimate, Player
from tsuro.record import (
    Moment,
    Record,
    RecordError,
    read_json,
    read_text,
    replay,
    verify,
    write_json,
    write_text,
)
from tsuro.referee import play

if TYPE_CHECKING:
    from tsuro.bots import BOTS, make_bot
    from tsuro.render import Picture, animate, draw

__version__ = "0.12.0"

__all__ = [
    "BOTS",
    "CLASSIC",
    "DECLINE",
    "FACE_DOWN",
    "MARKERS",
    "MODERN",
    "ORIENTATIONS",
    "START_MARKS",
    "TILES",
    "Action",
    "Chance",
    "Deal",
    "Edition",
    "Estimate",
    "Event",
    "ExchangeTiles",
    "Goal",
    "ImpossiblePosition",
    "ImpossibleSetup",
    "Match",
    "Moment",
    "NotationError",
    "OrientedTile",
    "Outcome",
    "Phase",
    "Picture",
    "PlaceMarker",
    "PlayTile",
    "Player",
    "Preview",
    "Record",
    "RecordError",
    "Refused",
    "Setup",
    "State",
    "TsuroError",
    "View",
    "act",
    "animate",
    "closed_squares",
    "draw",
    "legal_actions",
    "make_bot",
    "oriented",
    "play",
    "point_name",
    "read_action",
    "read_edition",
    "read_json",
    "read_point",
    "read_position",
    "read_square",
    "read_text",
    "replay",
    "square_name",
    "start",
    "verify",
    "view",
    "write_action",
    "write_edition",
    "write_json",
    "write_position",
    "write_text",
]

_HEAVY = {
    "BOTS": "tsuro.bots",
    "make_bot": "tsuro.bots",
    "Picture": "tsuro.render",
    "animate": "tsuro.render",
    "draw": "tsuro.render",
}
"""Names whose modules are loaded when they are first used, so that commands which need none start fast."""

if not TYPE_CHECKING:  # a type checker sees the names above, and complains about any other

    def __getattr__(name: str) -> object:
        if name in _HEAVY:
            found = getattr(import_module(_HEAVY[name]), name)
        elif f"tsuro.{name}" in _HEAVY.values():
            found = import_module(f"tsuro.{name}")
        else:
            raise AttributeError(f"module 'tsuro' has no attribute {name!r}")
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
