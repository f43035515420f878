"""What a person types: the notation of records, or the short form that suits the moment."""

from __future__ import annotations

from tsuro.game.actions import DECLINE, Action, PlaceMarker, PlayTile
from tsuro.game.errors import TsuroError
from tsuro.game.state import Phase
from tsuro.game.view import View
from tsuro.notation import NotationError, read_action, read_oriented_tile, read_point

__all__ = ["HELP", "expected", "read_typed"]

HELP = """\
Squares are a1 (lower left) to f6. Each side of a square has two points, counted clockwise:
n1 n2 on top, e1 e2 on the right, s1 s2 at the bottom, w1 w2 on the left. So c6n1 is a start mark.
A tile is its number and where its top points: 17n as printed, 17e turned right, 17s, 17w.
Actions can be written as in a record, or shorter:
  mark c6n1               or c6n1
  play 17e                or 17e, or its number in the list
  exchange 4,17 for 8,30  or 4,17 for 8,30; exchange nothing, or nothing"""

_FIRST_WORDS = ("mark ", "play ", "exchange ")


def expected(view: View) -> str:
    """What may be typed now, by example."""
    if view.position.phase is Phase.PLACE_MARKER:
        return "a start mark, such as c6n1"
    if view.position.phase is Phase.EXCHANGE:
        return "an exchange, such as 4,17 for 8,30, or nothing"
    return f"a tile and where its top points, such as {view.allowed[0].tile}"


def read_typed(view: View, text: str) -> Action:
    """The action that a line describes; it may yet be refused. Raises `TsuroError`, which says what to type."""
    phase, text = view.position.phase, " ".join(text.lower().replace(", ", ",").split())
    if phase is Phase.PLAY_TILE and (not text or (text.isdecimal() and len(text) <= 2)):
        return _numbered(view, int(text or 0))
    if phase is Phase.EXCHANGE and text == "nothing":
        return DECLINE
    try:
        return read_action(text) if text.startswith(_FIRST_WORDS) else _short(phase, text)
    except NotationError as error:
        raise TsuroError(f"{error}.") from None


def _short(phase: Phase, text: str) -> Action:
    """The form without its first word; the reader of the part names what is wrong with it."""
    if phase is Phase.PLACE_MARKER:
        return PlaceMarker(read_point(text))
    if phase is Phase.PLAY_TILE:
        return PlayTile(read_oriented_tile(text))
    if " for " not in text:
        raise TsuroError("Say which of your tiles for which of theirs, such as 4,17 for 8,30; or: nothing.")
    return read_action(f"exchange {text}")


def _numbered(view: View, number: int) -> Action:
    """The placement at that place of the list."""
    if not 1 <= number <= len(view.allowed):
        raise TsuroError(f"Choose a number from 1 to {len(view.allowed)}, or {expected(view)}.")
    return PlayTile(view.allowed[number - 1].tile)
