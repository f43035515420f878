"""Tsuro, the game of the path: play, record, replay, draw and verify it.

>>> import tsuro
>>> match = tsuro.Match(players=3, seed=1)
>>> events = match.submit(0, tsuro.read_action("mark c6n1"))
>>> match.view(1).hand
(11, 9, 33)
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tsuro.bots import BOTS, make_bot
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
    from tsuro.render import Picture, animate, draw

__version__ = "0.5.0"

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

_NAMES = {
    "tsuro.bots": ("BOTS", "make_bot"),
    "tsuro.deal": ("Deal",),
    "tsuro.game.actions": ("DECLINE", "Action", "ExchangeTiles", "PlaceMarker", "PlayTile"),
    "tsuro.game.board": ("START_MARKS", "point_name", "square_name"),
    "tsuro.game.closed": ("closed_squares",),
    "tsuro.game.edition": ("CLASSIC", "MODERN", "Edition", "Goal"),
    "tsuro.game.errors": ("ImpossiblePosition", "ImpossibleSetup", "Refused", "TsuroError"),
    "tsuro.game.events": ("Event",),
    "tsuro.game.legal": ("legal_actions",),
    "tsuro.game.outcome": ("Outcome",),
    "tsuro.game.state": ("MARKERS", "Phase", "Setup", "State"),
    "tsuro.game.tiles": ("FACE_DOWN", "ORIENTATIONS", "TILES", "OrientedTile", "oriented"),
    "tsuro.game.turn": ("Chance", "act", "start"),
    "tsuro.game.view": ("Preview", "View", "view"),
    "tsuro.match": ("Match",),
    "tsuro.notation": (
        "NotationError",
        "read_action",
        "read_edition",
        "read_point",
        "read_position",
        "read_square",
        "write_action",
        "write_edition",
        "write_position",
    ),
    "tsuro.player": ("Estimate", "Player"),
    "tsuro.record": (
        "Moment",
        "Record",
        "RecordError",
        "read_json",
        "read_text",
        "replay",
        "verify",
        "write_json",
        "write_text",
    ),
    "tsuro.referee": ("play",),
    "tsuro.render": ("Picture", "animate", "draw"),
}
"""Where each name is defined. A module loads when one of its names is first used, so commands start fast."""

_MODULES = {name: module for module, names in _NAMES.items() for name in names}

if not TYPE_CHECKING:  # a type checker sees the names above, and complains about any other

    def __getattr__(name: str) -> object:
        if name in _MODULES:
            found = getattr(import_module(_MODULES[name]), name)
        elif any(module.split(".")[1] == name for module in _NAMES):
            found = import_module(f"tsuro.{name}")
        else:
            raise AttributeError(f"module 'tsuro' has no attribute {name!r}")
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
