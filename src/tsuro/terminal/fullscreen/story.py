"""What happened, in short lines for a narrow column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tsuro.game import events
from tsuro.game.board import Seat, point_name, square_name
from tsuro.game.tiles import FACE_DOWN
from tsuro.render.words import describe_outcome

__all__ = ["Line", "placement_story", "story"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line: whose it is, and what they did."""

    seat: Seat | None
    text: str

    def with_name(self, names: Sequence[str]) -> str:
        return self.text if self.seat is None else f"{names[self.seat]} {self.text}"


def story(happened: Sequence[events.Event], names: Sequence[str]) -> Iterator[Line]:
    """The events of one action that are worth a line."""
    actor = next((event.seat for event in happened if isinstance(event, events.TilePlaced)), None)
    for event in happened:
        line = _line(event, names, actor)
        if line is not None:
            yield line


def placement_story(happened: Sequence[events.Event], names: Sequence[str]) -> Iterator[Line]:
    """Only that a tile was placed, if one was: all there is to tell while markers are on their way."""
    return story([event for event in happened if isinstance(event, events.TilePlaced)], names)


def _line(  # noqa: C901, PLR0911, PLR0912 -- one line for each event
    event: events.Event, names: Sequence[str], actor: Seat | None
) -> Line | None:
    match event:
        case events.MarkerPlaced(seat, mark):
            return Line(seat, f"starts at {point_name(mark)}")
        case events.TilePlaced(seat, square, tile):
            return Line(seat, f"{tile} on {square_name(square)}")
        case events.Eliminated(seat, None, _):
            by = "" if actor in {seat, None} else f" by {names[actor]}'s tile"
            return Line(seat, f"is out{by}")
        case events.Eliminated(seat, int(met), _) if seat < met:
            return Line(seat, f"meets {names[met]}: both out")
        case events.TilesExchanged(seat, gave, _):
            return Line(seat, f"exchanges {len(gave) or 'nothing'}")
        case events.DragonPassed(_, int(to)):
            return Line(to, "gets the Dragon tile")
        case events.DragonPassed(seat, None):
            return Line(None, "The Dragon tile is set aside")
        case events.TileDrawn(int(seat), tile) if tile != FACE_DOWN:
            return Line(seat, f"draws tile {tile}")
        case events.TileDrawn(None, tile):
            return Line(None, f"Tile {tile} is turned up")
        case events.DragonTaken(seat):
            return Line(seat, "takes the Dragon tile")
        case events.DragonReturned(seat):
            return Line(seat, "returns the Dragon tile")
        case events.HandEmpty(seat):
            return Line(seat, "has no tile, passes")
        case events.GameOver(outcome):
            return Line(None, describe_outcome(outcome, names))
    return None
