"""How a game at a table begins: with a deal, or where a record stops."""

from __future__ import annotations

from collections.abc import Sequence

from tsuro.deal import Deal
from tsuro.game.edition import Edition
from tsuro.game.events import Event, TilesDealt
from tsuro.game.state import Setup, State
from tsuro.match import Match
from tsuro.record import read_text
from tsuro.server.tables.log import ImpossibleEntry, Started
from tsuro.server.tables.seats import SeatState

__all__ = ["dealt", "new_match"]


def new_match(entry: Started, players: Sequence[SeatState], *, edition: Edition) -> Match:
    """The match that the entry begins; raises `ImpossibleEntry`, or another `TsuroError`, if it cannot."""
    try:
        chance = (
            Deal.shared(entry.secret, entry.contributions) if entry.contributions else Deal.of_secret(entry.secret)
        )
    except ValueError:
        raise ImpossibleEntry(
            "the secret of the deal is not in hexadecimal, or the contributions are none"
        ) from None
    markers = tuple(seat.marker for seat in players)
    names = tuple(seat.name for seat in players)
    if entry.begun:
        setup = Setup(edition=edition, players=len(players), first=entry.first, markers=markers)
        return _resumed(entry.begun, setup, names, chance)
    return Match(
        edition=edition, players=len(players), first=entry.first, markers=markers, names=names, chance=chance
    )


def _resumed(begun: str, setup: Setup, names: tuple[str, ...], chance: Deal) -> Match:
    """The match that goes on from a record of these players, with new chance."""
    record = read_text(begun)
    if (record.setup, record.names) != (setup, names):
        raise ImpossibleEntry("the game that goes on has other rules or players")
    match = Match.resume(record, chance)
    if match.is_over:
        raise ImpossibleEntry("the game that goes on is over")
    return match


def dealt(state: State) -> tuple[Event, ...]:
    """What happened when a game began."""
    if state.setup.edition.one_open_hand:
        return (TilesDealt(None, state.hands[0]),)
    return tuple(TilesDealt(seat, state.hands[seat]) for seat in state.setup.seats)
