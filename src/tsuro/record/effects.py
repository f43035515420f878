"""The effects of an action in short texts, as records write them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from tsuro.game import events
from tsuro.game.board import Seat, point_name, square_name
from tsuro.game.outcome import Outcome
from tsuro.game.tiles import Tile
from tsuro.notation import read_tile, read_tiles, write_tile, write_tiles

__all__ = [
    "drawn_tile",
    "face_down_offer",
    "hide_tiles",
    "offered_tiles",
    "write_effect",
    "write_effects",
    "write_outcome",
]

_TILE = r"(?:[1-9]|[12][0-9]|3[0-5]|\?)"
_DRAW = re.compile(rf"(?:(?P<seat>[1-8]) )?draws (?P<tile>{_TILE})")
_OFFER = re.compile(rf"offered (?P<tiles>{_TILE}(?:,{_TILE})*)")
_FORCED_MEETING = re.compile(r"[1-8] out by meeting [1-8] \(forced\)")  # see `Eliminated`
_OPEN = re.compile(  # effects that everybody sees
    r"on [a-f][1-6]|[1-8] to [a-f][1-6][nesw][12]|[1-8] out (at the edge|by meeting [1-8])( \(forced\))?"
    r"|dragon from [1-8] to ([1-8]|the pile)|shuffled in [0-9]{1,2}|pile to [1-8]"
    r"|[1-8] (takes|returns) the dragon|[1-8] has no tile"
)


def write_effects(happened: tuple[events.Event, ...]) -> tuple[str, ...]:
    """The effects of an action; what the action itself says is left out."""
    return tuple([text for event in happened if (text := write_effect(event))])


def write_effect(event: events.Event) -> str:
    """The effect; "" for the deal, the action itself, whose turn is next, and the result: they are elsewhere."""
    write = _EFFECTS.get(type(event))
    return "" if write is None else write(event)


def _elimination(event: events.Eliminated) -> str:
    reason = "at the edge" if event.met is None else f"by meeting {event.met + 1}"
    return f"{event.seat + 1} out {reason}{' (forced)' * event.forced}"


def _walk(event: events.MarkerWalked) -> str:
    seat, points, end, _ = event.walk
    return f"{seat + 1} to {point_name(points[-1] if end is None else end)}"


_EFFECTS: Final[dict[type[events.Event], Callable[[Any], str]]] = {
    events.TilePlaced: lambda e: f"on {square_name(e.square)}",
    events.MarkerWalked: _walk,
    events.Eliminated: _elimination,
    events.ExchangeOffered: lambda e: f"offered {write_tiles(e.tiles)}",
    events.DragonPassed: lambda e: f"dragon from {e.seat + 1} to {'the pile' if e.to is None else e.to + 1}",
    events.PileShuffled: lambda e: f"shuffled in {e.tiles}",
    events.PilePassed: lambda e: f"pile to {e.to + 1}",
    events.TileDrawn: lambda e: f"{'' if e.seat is None else f'{e.seat + 1} '}draws {write_tile(e.tile)}",
    events.DragonTaken: lambda e: f"{e.seat + 1} takes the dragon",
    events.DragonReturned: lambda e: f"{e.seat + 1} returns the dragon",
    events.HandEmpty: lambda e: f"{e.seat + 1} has no tile",
}


def write_outcome(outcome: Outcome) -> str:
    """The ranking, the best first, and the scores where they count.

    The score of a solo game (V4) is its markers left and tiles placed.
    """
    text = " > ".join(",".join(str(seat + 1) for seat in group) for group in outcome.ranking)
    if scores := outcome.solo or outcome.scores:
        text += f"; score {','.join(str(score) for score in scores)}"
    return text


def drawn_tile(effect: str) -> Tile | None:
    """The tile drawn, if the effect is a draw."""
    match = _DRAW.fullmatch(effect)
    return read_tile(match["tile"]) if match else None


def hide_tiles(effect: str, *, actor: Seat, seat: Seat | None) -> str | None:
    """The effect of the actor's action as the seat, or a watcher (None), learns of it.

    A text that is not one of our effects could say anything, so nobody learns of it.
    """
    if draw := _DRAW.fullmatch(effect):
        return effect if draw["seat"] is None or int(draw["seat"]) - 1 == seat else f"{draw['seat']} draws ?"
    if _OFFER.fullmatch(effect):
        return effect if actor == seat else face_down_offer(effect)
    if _FORCED_MEETING.fullmatch(effect) and actor != seat:
        return effect.removesuffix(" (forced)")
    return effect if _OPEN.fullmatch(effect) else None


def offered_tiles(effect: str) -> tuple[Tile, ...]:
    """The tiles offered, if the effect is an offer and all of them are known."""
    offer = _OFFER.fullmatch(effect)
    return () if offer is None or "?" in effect else read_tiles(offer["tiles"])


def face_down_offer(effect: str) -> str:
    """The effect with all tiles of an offer face down."""
    offer = _OFFER.fullmatch(effect)
    return "offered " + ",".join("?" for _ in offer["tiles"].split(",")) if offer else effect
