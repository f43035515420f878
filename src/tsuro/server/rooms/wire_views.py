"""What clients get to know about a match: the only way out of the server, so nothing that is hidden leaves it.

Everybody gets the same position. Each seat also gets a part of its own, and each client
learns about events what its seats learn. All of it is returned encoded, so that a message
to many clients is put together by copying, and kept for as long as it is true: most of what
a client sees is as it was before the move.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, cast

import msgspec

from tsuro.game.actions import Action, ExchangeTiles, PlayTile
from tsuro.game.board import BEYOND, EMPTY_BOARD, Point, Seat, Square, changed_squares
from tsuro.game.closed import closed_squares
from tsuro.game.events import Event
from tsuro.game.outcome import outcome, scores, solo_score
from tsuro.game.paths import path_from
from tsuro.game.state import PLACE_MARKER, PLAY_TILE, Hand, State
from tsuro.game.tiles import FACE_DOWN
from tsuro.match import Match
from tsuro.notation import write_action
from tsuro.server.messages import ENCODER
from tsuro.server.messages.views import Own, Position
from tsuro.server.rooms.wire_events import Happening
from tsuro.server.rooms.wire_forms import PLAYS, TEXTS, free_mark_forms, is_on_turn, wire_result
from tsuro.server.rooms.wire_previews import EncodedPreviews, encoded_previews

__all__ = ["WireViews"]

_TILES: Final = {tile: ENCODER.encode(text) for tile, text in TEXTS.items()}


class WireViews:
    """Turns one match into what its clients get, encoded; computes each part once, and again when it changes."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._state: State | None = None  # the one that all of this is about
        self._position: bytes | None = None
        self._own: dict[Seat, _Own] = {}
        self._board, self._tiles = EMPTY_BOARD, [_TILES[None]] * len(EMPTY_BOARD)
        self._closed = frozenset[Square]()
        self._trails = [_NO_TRAIL] * match.setup.players
        self._happening = Happening(())

    def position(self) -> bytes:
        """The `Position` that everybody sees."""
        state = self._look()
        if self._position is None:
            self._position = self._encode_position(state)
        return self._position

    def own(self, seat: Seat) -> bytes:
        """What only the player at the seat sees: `Own`."""
        state = self._look()
        known = self._own.get(seat)
        if known is None:
            state.setup.check_seat(seat)
            known = self._own[seat] = _encode_own(state, seat, encoded_previews(state, seat))
        return known.encoded

    def events(self, events: tuple[Event, ...], seat: Seat | None) -> bytes:
        """The list of `GameEvent` as the seat, or a watcher (None), learns of it."""
        return self.events_for(events, () if seat is None else (seat,))

    def events_for(self, events: tuple[Event, ...], seats: tuple[Seat, ...]) -> bytes:
        """The same for a client with several seats, or none: it learns what any of them learns."""
        return self._happened(events).seen_by(seats)

    def insiders(self, events: tuple[Event, ...]) -> set[Seat]:
        """The seats that learn more of these events than everybody else."""
        return self._happened(events).insiders

    def _happened(self, events: tuple[Event, ...]) -> Happening:
        if events is not self._happening.events:
            self._happening = Happening(events)
        return self._happening

    @staticmethod
    def action(seat: Seat, action: Action, seats: tuple[Seat, ...]) -> str:
        """What the seat did, as in records; tiles it exchanged are ? to a client that does not have the seat."""
        if isinstance(action, PlayTile):
            return PLAYS[action.tile]
        if isinstance(action, ExchangeTiles) and seat not in seats:
            hidden = (FACE_DOWN,) * len(action.give)
            action = ExchangeTiles(hidden, hidden)
        return write_action(action)

    def _look(self) -> State:
        """The state of the match; when it is a new one, what was encoded is dropped unless it is still true."""
        state = self._match.state
        if state is not self._state:
            before, self._state, self._position = self._state, state, None
            placed = changed_squares(self._board, state.board, state.last)
            self._board = state.board
            for square in placed:
                self._tiles[square] = _TILES[state.board[square]]
            self._keep_what_is_true(before, state, placed)
        return state

    def _keep_what_is_true(self, before: State | None, state: State, placed: list[Square]) -> None:
        if before is None or before.phase is not state.phase or state.phase not in (PLACE_MARKER, PLAY_TILE):
            self._own.clear()  # there are tiles to take, or nobody is on turn any more
            return
        if state.phase is PLACE_MARKER:  # whoever is on turn sees the start marks
            self._own.pop(before.active, None)
            self._own.pop(state.active, None)
            return
        moved = _moved(before, state)
        for seat, known in tuple(self._own.items()):
            if known.hand != state.hand_of(seat) or known.square in moved or not known.ends.isdisjoint(placed):
                del self._own[seat]
            elif known.on_turn is not (seat == state.active):
                self._own[seat] = _turned(known)

    def _encode_position(self, state: State) -> bytes:
        shared, counts = state.setup.edition.one_open_hand, state.setup.edition.plays_on_alone
        end = outcome(state)
        self._closed = closed_squares(state, self._closed)
        return ENCODER.encode(
            Position(
                phase=state.phase.value,
                active=state.active,
                board=_list(self._tiles),
                markers=state.markers,
                trails=_list(self._longer_trails(state)),
                hands=(0,) * state.setup.players if shared else tuple([len(hand) for hand in state.hands]),
                open_hand=state.hands[0] if shared else (),
                pile=len(state.pile),
                dragon=state.dragon,
                out=state.out,
                closed=tuple(sorted(self._closed)),
                scores=scores(state) if counts else (),  # where there are scores, one plays on alone
                solo=solo_score(state) if counts else None,
                result=None if end is None else wire_result(end),
            )
        )

    def _longer_trails(self, state: State) -> list[bytes]:
        """Of each seat the start mark, then the points where the marker left each tile."""
        trails = self._trails
        for seat, walked in enumerate(state.walked):
            if trails[seat].walked != walked:
                trails[seat] = _longer_trail(state, seat, trails[seat])
        return [trail.encoded for trail in trails]


class _Own(NamedTuple):
    """An encoded `Own`, and what it depends on."""

    encoded: bytes
    on_turn: bool
    hand: Hand
    square: Square | None  # which the marker faces
    ends: frozenset[Square]  # where walks end: of all tiles that are placed elsewhere, only one there matters


class _Trail(NamedTuple):
    """An encoded trail, and where it goes on."""

    encoded: bytes
    walked: int  # tiles; -1: there is no start mark yet
    on: Point | None


_NO_TRAIL: Final = _Trail(b"[]", -1, None)


def _longer_trail(state: State, seat: Seat, known: _Trail) -> _Trail:
    start, walked = state.starts[seat], state.walked[seat]
    if start is None:
        return known
    if known.on is None:
        known = _Trail(b"[%d]" % start, 0, start)
    on = start if known.on is None else known.on
    points = path_from(state.board, on)[0][: walked - known.walked]
    longer = [known.encoded[:-1], *[b"%d" % point for point in points]]
    return _Trail(b",".join(longer) + b"]", walked, BEYOND[points[-1]] if points else known.on)


def _moved(before: State, after: State) -> set[Square]:
    """The squares that markers no longer face, or face now."""
    moved: set[Square] = set()
    for was, now in zip(before.markers, after.markers, strict=True):
        if was != now:
            moved.update(point >> 3 for point in (was, now) if point is not None)
    return moved


def _encode_own(state: State, seat: Seat, previews: EncodedPreviews) -> _Own:
    on_turn, hand, marker = is_on_turn(state, seat), state.hand_of(seat), state.markers[seat]
    own = Own(
        seat=seat,
        hand=hand,
        on_turn=on_turn,
        previews=cast(Any, msgspec.Raw(previews.encoded)),
        marks=free_mark_forms(state) if on_turn and state.phase is PLACE_MARKER else (),
        offer=state.offer if on_turn else (),
    )
    return _Own(ENCODER.encode(own), on_turn, hand, None if marker is None else marker >> 3, previews.ends)


def _turned(own: _Own) -> _Own:
    """The same player on turn, or no longer: as long as it is kept, nothing else is different then."""
    encoded = own.encoded.replace(_ON_TURN[own.on_turn], _ON_TURN[not own.on_turn], 1)
    return own._replace(encoded=encoded, on_turn=not own.on_turn)


_ON_TURN: Final = b'"on_turn":false', b'"on_turn":true'


def _list(pieces: list[bytes]) -> Any:
    """A list, encoded: it stands in for one in a struct."""
    return msgspec.Raw(b"[" + b",".join(pieces) + b"]")
