"""Games played again, for clients that know no rules: one frame for each moment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tsuro.game.board import Seat
from tsuro.game.events import Event, ExchangeOffered
from tsuro.game.state import OVER
from tsuro.game.tiles import FACE_DOWN
from tsuro.notation import write_action, write_edition
from tsuro.record import Moment, Record, replay
from tsuro.record.model import UNFINISHED
from tsuro.server.messages.views import Frame, Own, PlayerView, Replay
from tsuro.server.rooms.wire_forms import wire_event, wire_own, wire_position
from tsuro.server.tables.course import TAKEN_BACK

__all__ = ["replayed", "replayed_for"]


def replayed(record: Record) -> Replay:
    """The game as far as the record goes; what the record hides stays hidden in the choices, too."""
    moments = enumerate(replay(record))
    return _replay(
        record, [_frame(number, moment, _offers(moment), _choice(moment)) for number, moment in moments]
    )


def replayed_for(record: Record, seat: Seat | None) -> Replay:
    """A game at a table: all of it when it is over, else what the seat, or a watcher (None), may know."""
    if record.result != UNFINISHED:
        return replayed(record)
    seen = record.seen_by(seat)
    moments = enumerate(replay(seen))
    return _replay(seen, [_frame(number, moment, _learnt(moment, seat), None) for number, moment in moments])


def _replay(record: Record, frames: Iterable[Frame]) -> Replay:
    named = zip(record.names, record.setup.markers, strict=True)
    return Replay(
        edition=write_edition(record.setup.edition),
        players=tuple(PlayerView(name=name, marker=marker) for name, marker in named),
        over=record.result != UNFINISHED,
        practice=record.tag(TAKEN_BACK) is not None,
        frames=tuple(frames),
    )


def _choice(moment: Moment) -> Own | None:
    """What the player to act saw, if all tiles to choose from are known."""
    state = moment.state
    is_known = state.phase is not OVER and FACE_DOWN not in (*state.hand_of(state.active), *state.offer)
    return wire_own(state, state.active) if is_known else None


def _learnt(moment: Moment, seat: Seat | None) -> tuple[Event, ...]:
    """The events as the seat learnt of them."""
    return tuple(event.seen_by(seat) for event in _offers(moment))


def _offers(moment: Moment) -> tuple[Event, ...]:
    """The events; a replayed offer, where tiles are hidden, names some to others, and none to the seat itself."""
    offered = moment.state.offer
    return tuple(replace(e, tiles=offered) if isinstance(e, ExchangeOffered) else e for e in moment.events)


def _frame(number: int, moment: Moment, events: tuple[Event, ...], own: Own | None) -> Frame:
    entry, state = moment.entry, moment.state
    return Frame(
        number=number,
        seat=None if entry is None else entry.seat,
        action=None if entry is None else write_action(entry.action),
        events=tuple(wire_event(event) for event in events),
        position=wire_position(state),
        hands=((),) * state.setup.players if state.setup.edition.one_open_hand else state.hands,
        own=own,
    )
