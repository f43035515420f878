"""Sends what happened at a table to its clients: each gets what its seats may know."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

import msgspec

from tsuro.game.actions import Action, ExchangeTiles
from tsuro.game.events import Event
from tsuro.notation import read_action
from tsuro.server.messages import ENCODER
from tsuro.server.messages.answers import Changed, Moved, Presence, Snapshot, Started, Undone
from tsuro.server.messages.views import TableView, You
from tsuro.server.rooms.attendance import Attendance, Listener
from tsuro.server.rooms.wire_views import WireViews
from tsuro.server.tables import log
from tsuro.server.tables.happened import Happened
from tsuro.server.tables.hosts import is_missing
from tsuro.server.tables.table import Table

__all__ = ["Broadcaster"]

_HERE_ENCODED: Final = b"\0"  # which cannot be in a message: in texts it would be escaped
_HERE: Final[Any] = msgspec.Raw(_HERE_ENCODED)  # stands where something belongs that not everybody gets


class Broadcaster:
    """Sends to the clients of one table. What several clients get alike is encoded once."""

    def __init__(self, table: Table, attendance: Attendance) -> None:
        self._attendance = attendance
        self.told: Presence | None = None  # who is there, as it was sent last
        self.follow(table)

    def follow(self, table: Table) -> None:
        """From now on this object is the table."""
        self._table = table
        self._sent: TableView | None = None  # the table as it was sent last
        self._begin_game()

    def _begin_game(self) -> None:
        match = self._table.match
        self._views = None if match is None else WireViews(match)

    def snapshot(self, guest: str, *, plays: bool, now: int) -> Snapshot:
        """Everything, as the guest may know it."""
        # After a game others may have taken the seats, so nobody gets to see a hand any more.
        seats = self._table.seats_of(guest) if self._table.phase == "playing" else ()
        position, own, last = self._game(seats, self._table.last)
        presence = self.presence(now)
        return Snapshot(
            seq=self._table.seq,
            table=self._table.view(),
            you=self._you(guest, plays=plays),
            away=presence.away,
            missing=presence.missing,
            watchers=presence.watchers,
            clocks=self._table.clocks(now),
            position=position,
            own=own,
            last=last,
            starts_in=self._table.starts_in(now),
        )

    def send(self, happened: Happened, seq: int, now: int) -> None:
        """Send one entry of the log to everybody."""
        if isinstance(happened.entry, log.Acted):
            self._send_move(happened.entry, happened.events, seq, now)
        elif isinstance(happened.entry, log.Started):
            self._begin_game()
            self._send_each(partial(self._started, happened.events, seq, now))
        elif isinstance(happened.entry, log.Undone):
            self._begin_game()  # with the match as it is now
            self._send_each(partial(self._undone, happened.entry.seat, happened.events, seq, now))
        else:
            self._send_each(partial(self._changed, happened.entry, seq, now))
        if isinstance(happened.entry, log.SeatHandedOver):
            self._show_again(now, happened.entry.guest, happened.entry.to)
        self._sent = self._table.view()

    def _show_again(self, now: int, *guests: str) -> None:
        """Guests who gave seats away, or got them, see other hands than before."""
        for listener in self._attendance:
            if listener.guest in guests:
                self._show(listener, now)

    def show_all(self, now: int) -> None:
        """So much has happened that everybody gets a snapshot instead."""
        self._begin_game()
        for listener in self._attendance:
            self._show(listener, now)
        self._sent = self._table.view()

    def _show(self, listener: Listener, now: int) -> None:
        listener.deliver(ENCODER.encode(self.snapshot(listener.guest, plays=listener.plays, now=now)))

    def _send_move(self, entry: log.Acted, events: tuple[Event, ...], seq: int, now: int) -> None:
        """Clients with the same seats get the same message; nearly all of it is the same for everybody."""
        views, seats_of, action = self._game_views, self._table.seats_of, read_action(entry.action)
        insiders, encoded = views.insiders(events), dict[tuple[int, ...], bytes]()
        head, middle, tail = self._around_game(entry, action, (), seq, now)
        everybody = head + views.events_for(events, ()) + middle
        for listener in self._attendance:
            seats = seats_of(listener.guest)
            message = encoded.get(seats)
            if message is None:
                if insiders.isdisjoint(seats):
                    begun = everybody
                else:
                    if isinstance(action, ExchangeTiles):  # of which others do not know the tiles
                        head, middle, tail = self._around_game(entry, action, seats, seq, now)
                    begun = head + views.events_for(events, seats) + middle
                own = b",".join([views.own(seat) for seat in seats])
                message = encoded[seats] = b"".join((begun, own, tail))
            listener.deliver(message)

    def _around_game(
        self, entry: log.Acted, action: Action, seats: tuple[int, ...], seq: int, now: int
    ) -> tuple[bytes, bytes, bytes]:
        """What comes before, between and after events and own parts in the message to clients with these seats."""
        views, table = self._game_views, self._table
        view = table.view()
        moved = Moved(
            seq=seq,
            seat=entry.seat,
            played=entry.played,
            action=views.action(entry.seat, action, seats),
            events=_HERE,
            position=_encoded(views.position()),
            own=_HERE,
            clocks=table.clocks(now),
            table=None if view is self._sent else view,
        )
        head, middle, tail = ENCODER.encode(moved).split(_HERE_ENCODED)
        return head, middle + b"[", b"]" + tail

    @property
    def _game_views(self) -> WireViews:
        if self._views is None:
            raise AssertionError("somebody moved, so there is a game")
        return self._views

    def _send_each(self, message: Callable[[Listener], Started | Undone | Changed]) -> None:
        """A guest's clients get the same message if they came through the same link."""
        encoded: dict[tuple[str, bool], bytes] = {}
        for listener in self._attendance:
            alike = listener.guest, listener.plays
            if alike not in encoded:
                encoded[alike] = ENCODER.encode(message(listener))
            listener.deliver(encoded[alike])

    def _started(self, events: tuple[Event, ...], seq: int, now: int, listener: Listener) -> Started:
        position, own, seen = self._game(self._table.seats_of(listener.guest), events)
        return Started(
            seq=seq,
            table=self._table.view(),
            you=self._you(listener.guest, plays=listener.plays),
            clocks=self._table.clocks(now),
            position=position,
            own=own,
            events=seen,
        )

    def _undone(self, seat: int, events: tuple[Event, ...], seq: int, now: int, listener: Listener) -> Undone:
        position, own, seen = self._game(self._table.seats_of(listener.guest), events)
        return Undone(
            seq=seq,
            seat=seat,
            table=self._table.view(),
            you=self._you(listener.guest, plays=listener.plays),
            clocks=self._table.clocks(now),
            position=position,
            own=own,
            last=seen,
        )

    def _changed(self, entry: log.LogEntry, seq: int, now: int, listener: Listener) -> Changed:
        return Changed(
            seq=seq,
            what=log.kind_of(entry),
            seat=getattr(entry, "seat", None),
            table=self._table.view(),
            you=self._you(listener.guest, plays=listener.plays),
            clocks=self._table.clocks(now),
            starts_in=self._table.starts_in(now),
        )

    def _game(self, seats: tuple[int, ...], events: tuple[Event, ...]) -> Any:
        """Position, own parts and events for a client with these seats: encoded, to stand in for the structs."""
        if self._views is None:
            return None, (), ()
        own = tuple([_encoded(self._views.own(seat)) for seat in seats])
        return _encoded(self._views.position()), own, _encoded(self._views.events_for(events, seats))

    def _you(self, guest: str, *, plays: bool) -> You:
        table = self._table
        return You(
            seats=table.seats_of(guest),
            host=table.host == guest,
            practice=table.is_practice(guest),
            play=table.play if plays else None,
            watch=table.watch,
            removed=guest in table.removed,
        )

    def presence(self, now: int) -> Presence:
        """Which players are away, who of them for long, and how many people watch."""
        people = [(number, seat.guest) for number, seat in enumerate(self._table.seats) if seat.guest]
        away = [(number, guest) for number, guest in people if not self._attendance.is_here(guest)]
        since = self._attendance.away
        return Presence(
            away=tuple(number for number, _ in away),
            missing=tuple(number for number, guest in away if is_missing(since, guest, now)),
            watchers=self._attendance.watchers(guest for _, guest in people),
        )

    def send_presence(self, now: int) -> None:
        """Send everybody the list of who is there."""
        self.told = self.presence(now)
        encoded = ENCODER.encode(self.told)
        for listener in self._attendance:
            listener.deliver(encoded)


def _encoded(part: bytes) -> Any:
    """A part that is encoded already: it stands in for the struct."""
    return msgspec.Raw(part)
