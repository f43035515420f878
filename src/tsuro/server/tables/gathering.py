"""Who is at a table, what they agree on, and how the next game is dealt: all of a table but its games."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace

from tsuro.game.state import MARKERS
from tsuro.server.messages.views import TablePhase, TableView
from tsuro.server.tables import log
from tsuro.server.tables.log import ImpossibleEntry, require
from tsuro.server.tables.next_deal import NextDeal
from tsuro.server.tables.seats import EMPTY, SeatState, compacted, seats_by_guest

__all__ = ["Gathering"]


class Gathering(ABC):
    """Seats, options and host after the entries so far. Only between games do people come and go."""

    def __init__(self, created: log.Created) -> None:
        self.options = created.options
        self.creator = self.host = created.by  # guests; the host may be nobody
        self.seats: list[SeatState] = [EMPTY] * created.options.seats
        self.first: int | None = None  # who is first, where the table said so
        self.made_at = created.at
        self.starts: int | None = None  # when the game starts by itself, with bots in the empty seats
        self.countdown = 0  # milliseconds for which strangers wait until then
        self.removed: frozenset[str] = frozenset()  # guests whom the host removed, who cannot sit down again
        self.was_open = created.options.open  # it is, or was, in the lobby
        self.next_deal: NextDeal | None = None  # what is fixed of the deal of the next game
        self._view: TableView | None = None  # computed when needed, valid until the table changes
        self._own: dict[str, tuple[int, ...]] | None = None  # the seats of each guest, likewise

    @property
    @abstractmethod
    def phase(self) -> TablePhase:
        """What the table is doing."""

    def starts_in(self, now: int) -> int | None:
        """Milliseconds until the game starts by itself; None: it waits for the host, or for anybody to come."""
        return None if self.starts is None or not self.is_anybody_seated else max(0, self.starts - now)

    @property
    def is_anybody_seated(self) -> bool:
        return any(seat.guest is not None for seat in self.seats)

    @property
    def is_dealing(self) -> bool:
        """Whether a game is about to begin: nothing else at the table can change until then."""
        return self.next_deal is not None and self.next_deal.is_dealing

    def seats_of(self, guest: str) -> tuple[int, ...]:
        if self._own is None:
            self._own = seats_by_guest(self.seats)
        return self._own.get(guest, ())

    def _change_options(self, entry: log.OptionsChanged) -> None:
        self._between_games()
        places = compacted(self.seats, entry.options.seats)
        require(sum(not seat.is_free for seat in self.seats) <= len(places), "too many sit at the table")
        self._rearrange(places)
        self.options = entry.options
        self.was_open = self.was_open or entry.options.open
        self.starts = None  # it is the host's table now, who says when to start
        if entry.options.first == "random":
            self.first = None

    def _sit(self, entry: log.Sat) -> None:
        before = self._seat(entry.seat)
        self._take_seat(
            entry.seat,
            SeatState(
                kind="program" if entry.outside else "person",
                guest=entry.guest,
                name=entry.name,
                marker=entry.marker,
                wants_rematch=before.wants_rematch and before.guest == entry.guest,
                seal=before.seal if before.guest == entry.guest else None,
            ),
        )

    def _sit_bot(self, entry: log.BotSat) -> None:
        self._take_seat(entry.seat, SeatState(kind="bot", bot=entry.bot, name=entry.name, marker=entry.marker))

    def _take_seat(self, number: int, seat: SeatState) -> None:
        self._between_games()
        before = self._seat(number)
        require(before.is_free or (before.kind, before.guest) == (seat.kind, seat.guest), "the seat is taken")
        others = [other for place, other in enumerate(self.seats) if place != number]
        require(seat.marker in MARKERS, f"there is no {seat.marker!r} marker")
        require(all(other.marker != seat.marker for other in others), "the marker is taken")
        self._set(number, seat)

    def _change_seat(self, entry: log.SeatChanged) -> None:
        self._between_games()
        one, other = self._seat(entry.seat), self._seat(entry.to)
        self.seats[entry.seat], self.seats[entry.to] = other, one
        self.first = {entry.seat: entry.to, entry.to: entry.seat, None: None}.get(self.first, self.first)
        self._changed()

    def _stand_up(self, entry: log.StoodUp) -> None:
        self._between_games()
        guest = self._seat(entry.seat).guest
        if guest is not None and entry.by not in {None, guest} and guest != self.creator:
            self.removed |= {guest}
        self._set(entry.seat, EMPTY)
        if self.first == entry.seat:
            self.first = None

    def _pass_host(self, entry: log.HostPassed) -> None:
        self.host = entry.guest
        self._changed()

    def _choose_first(self, entry: log.FirstChosen) -> None:
        self._between_games()
        self._seat(entry.seat)
        self.first = entry.seat
        self._changed()

    def _plan_start(self, entry: log.StartPlanned) -> None:
        require(self.phase == "gathering", "a game was played already")
        self.starts = entry.starts
        self.countdown = max(self.countdown, entry.starts - entry.at)  # it is short when all seats are taken

    def _hand_over(self, entry: log.SeatHandedOver) -> None:
        for number in self.seats_of(entry.guest):
            seal = self.seats[number].seal if self.is_dealing else None  # only the old device can open it
            self._set(number, replace(self.seats[number], guest=entry.to, seal=seal))
        self.host = entry.to if self.host == entry.guest else self.host
        self.creator = entry.to if self.creator == entry.guest else self.creator
        self._changed()

    # The next deal

    def _commit(self, entry: log.Committed) -> None:
        self._between_games()
        require(self.next_deal is None, "the server has committed already")
        self.next_deal = NextDeal.committed(entry.secret)
        self._changed()

    def _seal(self, entry: log.Sealed) -> None:
        self._between_games()
        self._set(entry.seat, self._next().sealed(self._seat(entry.seat), entry))

    def _deal(self, entry: log.Dealing) -> None:
        self._between_games()
        self.next_deal = self._next().dealing(entry)
        self._changed()

    def _contribute(self, entry: log.Contributed) -> None:
        require(self.phase != "playing", "a game is being played")
        self._set(entry.seat, self._next().contributed(self._seat(entry.seat), entry))

    def _next(self) -> NextDeal:
        if self.next_deal is None:
            raise ImpossibleEntry("the server has not committed to a deal")
        return self.next_deal

    # Helpers

    def _between_games(self) -> None:
        require(self.phase != "playing", "a game is being played")
        require(not self.is_dealing, "the tiles are about to be dealt")

    def _seat(self, number: int) -> SeatState:
        require(number < len(self.seats), f"there is no seat {number}")
        return self.seats[number]

    def _set(self, number: int, seat: SeatState) -> None:
        self.seats[number] = seat
        self._changed()

    def _changed(self) -> None:
        self._view = self._own = None

    def _rearrange(self, places: tuple[int | None, ...]) -> None:
        """Each seat becomes one of the earlier ones, or a new, empty one."""
        self.seats = [EMPTY if place is None else self.seats[place] for place in places]
        self.first = places.index(self.first) if self.first is not None and self.first in places else None
        self._changed()
