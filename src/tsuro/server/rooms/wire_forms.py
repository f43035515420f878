"""The forms in which clients get to know a game: what the rules have, as messages have it.

These are the whole forms. `wire_views` gives the same, encoded, and works out again only what has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tsuro.game import events as game
from tsuro.game.actions import PlaceMarker, PlayTile
from tsuro.game.board import START_MARKS, Point, Seat
from tsuro.game.closed import closed_squares
from tsuro.game.errors import Refused, RunsIntoMarker, TakesYouToTheEdge
from tsuro.game.events import Event
from tsuro.game.legal import free_marks
from tsuro.game.outcome import Outcome, outcome, scores, scores_after, solo_score, solo_score_after
from tsuro.game.paths import path_from
from tsuro.game.state import OVER, PLACE_MARKER, State
from tsuro.game.tiles import ORIENTATIONS, OrientedTile
from tsuro.game.view import Preview as GamePreview
from tsuro.game.view import previews
from tsuro.notation import write_action
from tsuro.server.messages import events as wire
from tsuro.server.messages.events import GameEvent, Result, Walk
from tsuro.server.messages.views import Mark, Own, Position, Preview, Reason

__all__ = [
    "PLAYS",
    "REASONS",
    "TEXTS",
    "free_mark_forms",
    "is_on_turn",
    "wire_event",
    "wire_own",
    "wire_position",
    "wire_preview",
    "wire_result",
]

_TILES = [tile for orientations in ORIENTATIONS.values() for tile in orientations]
TEXTS: Final[dict[OrientedTile | None, str | None]] = {None: None} | {tile: str(tile) for tile in _TILES}
PLAYS: Final = {tile: write_action(PlayTile(tile)) for tile in _TILES}
_MARKS: Final = {mark: Mark(action=write_action(PlaceMarker(mark)), point=mark) for mark in START_MARKS}
REASONS: Final[dict[type[Refused] | None, Reason | None]] = {None: None} | {
    refusal: Reason(code=refusal.code(), sentence=refusal.sentence, rule=refusal.rule)
    for refusal in (TakesYouToTheEdge, RunsIntoMarker)
}


def wire_position(state: State) -> Position:
    """What everybody sees of the state: tiles in hands and pile are counted, no more."""
    shared = state.setup.edition.one_open_hand
    end = outcome(state)
    return Position(
        phase=state.phase.value,
        active=state.active,
        board=tuple([TEXTS[tile] for tile in state.board]),
        markers=state.markers,
        trails=tuple([_trail(state, seat) for seat in range(state.setup.players)]),
        hands=(0,) * state.setup.players if shared else tuple([len(hand) for hand in state.hands]),
        open_hand=state.hands[0] if shared else (),
        pile=len(state.pile),
        dragon=state.dragon,
        out=state.out,
        closed=tuple(sorted(closed_squares(state))),
        scores=scores(state),
        solo=solo_score(state),
        result=None if end is None else wire_result(end),
    )


def wire_own(state: State, seat: Seat) -> Own:
    """What only the player at the seat sees."""
    on_turn = is_on_turn(state, seat)
    return Own(
        seat=seat,
        hand=state.hand_of(seat),
        on_turn=on_turn,
        previews=tuple([wire_preview(state, preview) for preview in previews(state, seat)]),
        marks=free_mark_forms(state) if on_turn and state.phase is PLACE_MARKER else (),
        offer=state.offer if on_turn else (),
    )


def wire_preview(state: State, preview: GamePreview) -> Preview:
    return Preview(
        action=PLAYS[preview.tile],
        walks=tuple([Walk(*walk) for walk in preview.walks]),
        refused=REASONS[preview.refusal],
        scores=scores_after(state, preview.walks),
        solo=solo_score_after(state, preview.walks),
    )


def is_on_turn(state: State, seat: Seat) -> bool:
    return seat == state.active and state.phase is not OVER


def free_mark_forms(state: State) -> tuple[Mark, ...]:
    return tuple([_MARKS[mark] for mark in free_marks(state)])


def wire_result(outcome: Outcome) -> Result:
    return Result(outcome.winners, outcome.ranking, outcome.scores, outcome.solo)


def wire_event(event: Event) -> GameEvent:
    """The event as it is: pass in what `Event.seen_by` returns."""
    form = _EVENTS.get(type(event))
    if form is None:
        raise TypeError(f"{event!r} is an event without a form on the wire")
    return form(event)


_EVENTS: Final[dict[type[Event], Callable[[Any], GameEvent]]] = {
    game.TilePlaced: lambda e: wire.TilePlaced(e.seat, e.square, TEXTS[e.tile] or ""),
    game.MarkerWalked: lambda e: wire.MarkerWalked(Walk(*e.walk)),
    game.TileDrawn: lambda e: wire.TileDrawn(e.seat, e.tile),
    game.TurnPassed: lambda e: wire.TurnPassed(e.to),
    game.Eliminated: lambda e: wire.Eliminated(e.seat, e.met, e.forced),
    game.TilesDealt: lambda e: wire.TilesDealt(e.seat, e.tiles),
    game.MarkerPlaced: lambda e: wire.MarkerPlaced(e.seat, e.mark),
    game.ExchangeOffered: lambda e: wire.ExchangeOffered(e.seat, e.tiles),
    game.TilesExchanged: lambda e: wire.TilesExchanged(e.seat, e.gave, e.took),
    game.DragonPassed: lambda e: wire.DragonPassed(e.seat, e.to),
    game.PileShuffled: lambda e: wire.PileShuffled(e.tiles),
    game.PilePassed: lambda e: wire.PilePassed(e.to),
    game.DragonTaken: lambda e: wire.DragonTaken(e.seat),
    game.DragonReturned: lambda e: wire.DragonReturned(e.seat),
    game.HandEmpty: lambda e: wire.HandEmpty(e.seat),
    game.GameOver: lambda e: wire.GameOver(wire_result(e.outcome)),
}


def _trail(state: State, seat: Seat) -> tuple[Point, ...]:
    """The start mark, then the points where the marker left each tile."""
    start = state.starts[seat]
    if start is None:
        return ()
    left, _ = path_from(state.board, start)
    return (start, *left[: state.walked[seat]])
