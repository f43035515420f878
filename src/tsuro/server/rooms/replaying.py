"""Games played again, for clients that know no rules: one frame for each moment."""

from __future__ import annotations

from dataclasses import replace

from tsuro.game.board import Seat
from tsuro.game.events import Event, ExchangeOffered
from tsuro.notation import write_action
from tsuro.record import Moment, Record, replay
from tsuro.record.model import UNFINISHED
from tsuro.server.messages.views import Frame
from tsuro.server.rooms.telling import tell_event, tell_position

__all__ = ["frames"]


def frames(record: Record, seat: Seat | None) -> list[Frame]:
    """The game from the deal on: all of it when it is over, else what the seat, or a watcher (None), may know."""
    if record.result != UNFINISHED:
        return [_frame(number, moment, moment.events) for number, moment in enumerate(replay(record))]
    moments = enumerate(replay(record.seen_by(seat)))
    return [_frame(number, moment, _learnt(moment, seat)) for number, moment in moments]


def _learnt(moment: Moment, seat: Seat | None) -> tuple[Event, ...]:
    """The events as the seat learnt of them; replayed, an offer to others names its tiles, one to itself none."""
    offered = moment.state.offer
    events = [replace(e, tiles=offered) if isinstance(e, ExchangeOffered) else e for e in moment.events]
    return tuple(event.seen_by(seat) for event in events)


def _frame(number: int, moment: Moment, events: tuple[Event, ...]) -> Frame:
    entry, state = moment.entry, moment.state
    return Frame(
        number=number,
        seat=None if entry is None else entry.seat,
        action=None if entry is None else write_action(entry.action),
        events=tuple(tell_event(event) for event in events),
        position=tell_position(state),
        hands=((),) * state.setup.players if state.setup.edition.one_open_hand else state.hands,
    )
