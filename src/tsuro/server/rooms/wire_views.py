"""What clients get to know about a match: the only way out of the server, so nothing that is hidden leaves it.

Everybody gets the same position. Each seat also gets a part of its own, and each client
learns about events what its seats learn. All of it is returned encoded, so that a message
to many clients is put together by copying.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias, cast

import msgspec

from tsuro.game import events as game
from tsuro.game.actions import Action, ExchangeTiles, PlaceMarker, PlayTile
from tsuro.game.board import START_MARKS, Point, Seat, Square
from tsuro.game.closed import closed_squares
from tsuro.game.errors import Refused, RunsIntoMarker, TakesYouToTheEdge
from tsuro.game.events import Event
from tsuro.game.legal import free_marks
from tsuro.game.outcome import Outcome, outcome, scores, scores_after, solo_score, solo_score_after
from tsuro.game.paths import path_from
from tsuro.game.state import OVER, PLACE_MARKER, PLAY_TILE, Hand, Phase, State
from tsuro.game.tiles import FACE_DOWN, ORIENTATIONS, OrientedTile
from tsuro.game.view import Preview as GamePreview
from tsuro.game.view import previews
from tsuro.match import Match
from tsuro.notation import write_action
from tsuro.server.messages import ENCODER
from tsuro.server.messages import events as wire
from tsuro.server.messages.events import GameEvent, Result, Walk
from tsuro.server.messages.views import Mark, Own, Position, Preview, Reason

__all__ = ["WireViews", "wire_event", "wire_own", "wire_position", "wire_result"]

Trail: TypeAlias = tuple[Point, ...]
Facing: TypeAlias = tuple[tuple[Seat, Point], ...]
"""The markers that face one square, and where they stand."""

_TILES = [tile for orientations in ORIENTATIONS.values() for tile in orientations]
_TEXTS: dict[OrientedTile | None, str | None] = {None: None} | {tile: str(tile) for tile in _TILES}
_PLAYS = {tile: write_action(PlayTile(tile)) for tile in _TILES}
_MARKS = {mark: Mark(action=write_action(PlaceMarker(mark)), point=mark) for mark in START_MARKS}
_REASONS: dict[type[Refused] | None, Reason | None] = {None: None} | {
    refusal: Reason(code=refusal.code(), sentence=refusal.sentence, rule=refusal.rule)
    for refusal in (TakesYouToTheEdge, RunsIntoMarker)
}


class WireViews:
    """Turns one match into what its clients get, encoded; computes each part once, and again when it changes."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._state: State | None = None  # the one that the next three are about
        self._position: msgspec.Raw | None = None
        self._facing: dict[Square, Facing] = {}
        self._own: dict[Seat, _Own] = {}  # kept from one state to the next while it is still true, as trails are
        self._trails: dict[Seat, Trail] = {}
        self._happening = _Happening(())

    def position(self) -> msgspec.Raw:
        """The `Position` that everybody sees."""
        state = self._look()
        if self._position is None:
            trails = tuple([self._trail(state, seat) for seat in range(state.setup.players)])
            self._position = _raw(_position(state, trails))
        return self._position

    def own(self, seat: Seat) -> msgspec.Raw:
        """What only the player at the seat sees: `Own`."""
        state = self._look()
        known = self._own.get(seat)
        if known is None:
            state.setup.check_seat(seat)
            known = self._own[seat] = _encode_own(state, seat, self._facing_with(state, seat))
        elif known.on_turn is not _is_on_turn(state, seat):
            known = self._own[seat] = _encode_own(state, seat, known.facing, known)
        return known.encoded

    def events(self, events: tuple[Event, ...], seat: Seat | None) -> msgspec.Raw:
        """The list of `GameEvent` as the seat, or a watcher (None), learns of it."""
        return self.events_for(events, () if seat is None else (seat,))

    def events_for(self, events: tuple[Event, ...], seats: tuple[Seat, ...]) -> msgspec.Raw:
        """The same for a client with several seats, or none: it learns what any of them learns."""
        if events is not self._happening.events:
            self._happening = _Happening(events)
        return self._happening.seen_by(seats)

    @staticmethod
    def action(seat: Seat, action: Action, seats: tuple[Seat, ...]) -> str:
        """What the seat did, as in records; tiles it exchanged are ? to a client that does not have the seat."""
        if isinstance(action, PlayTile):
            return _PLAYS[action.tile]
        if isinstance(action, ExchangeTiles) and seat not in seats:
            hidden = (FACE_DOWN,) * len(action.give)
            action = ExchangeTiles(hidden, hidden)
        return write_action(action)

    def _look(self) -> State:
        """The state of the match; when it is a new one, what was encoded is dropped unless it is still true."""
        state = self._match.state
        if state is not self._state:
            self._state, self._position, self._facing = state, None, _facing(state)
            for seat, known in tuple(self._own.items()):
                if not known.holds(state, state.hand_of(seat), self._facing_with(state, seat)):
                    del self._own[seat]
        return state

    def _facing_with(self, state: State, seat: Seat) -> Facing:
        """The markers that face the same square as the seat's, and that itself; none if it is not in play."""
        marker = state.markers[seat]
        return () if marker is None else self._facing[marker >> 3]

    def _trail(self, state: State, seat: Seat) -> Trail:
        known = self._trails.get(seat, ())
        if len(known) != state.walked[seat] + 1:
            known = self._trails[seat] = _trail(state, seat)
        return known


class _Own(NamedTuple):
    """An encoded `Own`, its previews, and what they depend on."""

    encoded: msgspec.Raw
    previews: msgspec.Raw
    phase: Phase
    on_turn: bool
    hand: Hand
    facing: Facing
    ends: tuple[Square, ...]  # the squares where walks end

    def holds(self, state: State, hand: Hand, facing: Facing) -> bool:
        """Whether the previews are still true: only a tile on the open square where a path ends can change it."""
        if self.phase is not PLAY_TILE or state.phase is not PLAY_TILE:
            return False  # there are start marks to choose from, or tiles to take
        return self.hand == hand and self.facing == facing and not any(map(state.board.__getitem__, self.ends))


class _Hidden(NamedTuple):
    """An event that everybody else learns less about than the player it concerns."""

    number: int
    seat: Seat
    encoded: bytes  # for that player


class _Happening:
    """What happened in one action, encoded for whoever learns of it."""

    def __init__(self, events: tuple[Event, ...]) -> None:
        self.events = events
        self._pieces: list[bytes] = []  # as everybody learns of them
        self._hidden: list[_Hidden] = []
        for number, event in enumerate(events):
            seen = event.seen_by(None)
            self._pieces.append(ENCODER.encode(wire_event(seen)))
            if seen is not event:
                self._hide(number, event)
        self._everybody = _list(self._pieces)

    def _hide(self, number: int, event: Event) -> None:
        seat: Seat = cast(Any, event).seat
        if event.seen_by(seat) is event:
            self._hidden.append(_Hidden(number, seat, ENCODER.encode(wire_event(event))))

    def seen_by(self, seats: tuple[Seat, ...]) -> msgspec.Raw:
        """What a client with these seats learns."""
        shown = [hidden for hidden in self._hidden if hidden.seat in seats] if self._hidden else ()
        if not shown:
            return self._everybody
        pieces = list(self._pieces)
        for hidden in shown:
            pieces[hidden.number] = hidden.encoded
        return _list(pieces)


def wire_position(state: State) -> Position:
    """What everybody sees of the state: tiles in hands and pile are counted, no more."""
    return _position(state, tuple([_trail(state, seat) for seat in range(state.setup.players)]))


def wire_own(state: State, seat: Seat) -> Own:
    """What only the player at the seat sees."""
    return _own(state, seat, tuple([_preview(state, each, counts=True) for each in previews(state, seat)]))


def _own(state: State, seat: Seat, previews: tuple[Preview, ...]) -> Own:
    on_turn = _is_on_turn(state, seat)
    return Own(
        seat=seat,
        hand=state.hand_of(seat),
        on_turn=on_turn,
        previews=previews,
        marks=_marks(state) if on_turn and state.phase is PLACE_MARKER else (),
        offer=state.offer if on_turn else (),
    )


def _is_on_turn(state: State, seat: Seat) -> bool:
    return seat == state.active and state.phase is not OVER


def wire_result(outcome: Outcome) -> Result:
    return Result(outcome.winners, outcome.ranking, outcome.scores, outcome.solo)


def wire_event(event: Event) -> GameEvent:  # noqa: C901, PLR0911, PLR0912 -- one line for each event
    """The event as it is: pass in what `Event.seen_by` returns."""
    match event:
        case game.TilePlaced(seat, square, tile):
            return wire.TilePlaced(seat, square, str(tile))
        case game.MarkerWalked(walk):
            return wire.MarkerWalked(Walk(*walk))
        case game.TileDrawn(owner, drawn):
            return wire.TileDrawn(owner, drawn)
        case game.TurnPassed(to):
            return wire.TurnPassed(to)
        case game.Eliminated(seat, met, forced):
            return wire.Eliminated(seat, met, forced)
        case game.TilesDealt(owner, tiles):
            return wire.TilesDealt(owner, tiles)
        case game.MarkerPlaced(seat, mark):
            return wire.MarkerPlaced(seat, mark)
        case game.ExchangeOffered(seat, tiles):
            return wire.ExchangeOffered(seat, tiles)
        case game.TilesExchanged(seat, gave, took):
            return wire.TilesExchanged(seat, gave, took)
        case game.DragonPassed(seat, receiver):
            return wire.DragonPassed(seat, receiver)
        case game.PileShuffled(number):
            return wire.PileShuffled(number)
        case game.PilePassed(to):
            return wire.PilePassed(to)
        case game.DragonTaken(seat):
            return wire.DragonTaken(seat)
        case game.DragonReturned(seat):
            return wire.DragonReturned(seat)
        case game.HandEmpty(seat):
            return wire.HandEmpty(seat)
        case game.GameOver(end):
            return wire.GameOver(wire_result(end))
    raise TypeError(f"{event!r} is an event without a form on the wire")


def _position(state: State, trails: tuple[Trail, ...]) -> Position:
    shared = state.setup.edition.one_open_hand
    end = outcome(state)
    return Position(
        phase=state.phase.value,
        active=state.active,
        board=tuple([_TEXTS[tile] for tile in state.board]),
        markers=state.markers,
        trails=trails,
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


def _trail(state: State, seat: Seat) -> Trail:
    """The start mark, then the points where the marker left each tile."""
    start = state.starts[seat]
    if start is None:
        return ()
    left, _ = path_from(state.board, start)
    return (start, *left[: state.walked[seat]])


def _marks(state: State) -> tuple[Mark, ...]:
    return tuple(_MARKS[mark] for mark in free_marks(state))


def _facing(state: State) -> dict[Square, Facing]:
    facing: dict[Square, Facing] = {}
    for seat, marker in enumerate(state.markers):
        if marker is not None:
            facing[marker >> 3] = (*facing.get(marker >> 3, ()), (seat, marker))
    return facing


def _encode_own(state: State, seat: Seat, facing: Facing, known: _Own | None = None) -> _Own:
    """What the seat sees; previews that are known, and still true, are not worked out again."""
    ends, encoded = _encode_previews(state, seat) if known is None else (known.ends, known.previews)
    own = _own(state, seat, cast(Any, encoded))
    return _Own(_raw(own), encoded, state.phase, own.on_turn, own.hand, facing, ends)


def _encode_previews(state: State, seat: Seat) -> tuple[tuple[Square, ...], msgspec.Raw]:
    """The squares where walks end, and the previews."""
    made = previews(state, seat)
    if not made:
        return (), _NOTHING
    ends = {walk.end >> 3 for preview in made for walk in preview.walks if walk.end is not None}
    counts = state.setup.edition.plays_on_alone
    return tuple(ends), _raw([_preview(state, each, counts=counts) for each in made])


def _preview(state: State, preview: GamePreview, *, counts: bool) -> Preview:
    """`counts`: whether there is a score, which takes a while to work out."""
    return Preview(
        action=_PLAYS[preview.tile],
        walks=tuple([Walk(*walk) for walk in preview.walks]),
        refused=_REASONS[preview.refusal],
        scores=scores_after(state, preview.walks) if counts else (),
        solo=solo_score_after(state, preview.walks) if counts else None,
    )


def _raw(part: object) -> msgspec.Raw:
    return msgspec.Raw(ENCODER.encode(part))


def _list(pieces: list[bytes]) -> msgspec.Raw:
    return msgspec.Raw(b"[" + b",".join(pieces) + b"]")


_NOTHING = _list([])
