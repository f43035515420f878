"""Who is at a table now: its clients, at this process and at others, and since when everybody else is away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping

from tsuro.server.messages.answers import Goodbye
from tsuro.server.storage.store import Present

__all__ = ["Attendance", "Listener"]


class Listener:
    """One connected client of a table."""

    __slots__ = ("address", "deliver", "end", "guest", "is_behind", "plays")

    def __init__(
        self,
        *,
        guest: str,
        plays: bool,
        deliver: Callable[[bytes], None],
        end: Callable[[Goodbye], None],
        address: str = "",
    ) -> None:
        self.guest = guest
        self.plays = plays  # it came through the link to play
        self.deliver = deliver  # takes one message and returns at once
        self.end = end  # says goodbye and closes
        self.address = address  # for which it is counted
        self.is_behind = False  # it said that it still shows moves


class Attendance:
    """The clients of one table. A guest may have several, and is there as long as one of them is."""

    def __init__(self, guests: Iterable[str], now: int) -> None:
        self._listeners: dict[Listener, None] = {}
        self._clients: Counter[str] = Counter()
        self._elsewhere: Mapping[str, Present] = {}  # guests at other processes
        self._present: list[Present] | None = None  # as it was last asked for
        self._expected = frozenset(guests)
        self._away = dict.fromkeys(self._expected, now)

    def __iter__(self) -> Iterator[Listener]:
        return iter(tuple(self._listeners))

    def __len__(self) -> int:
        return len(self._listeners)

    @property
    def away(self) -> Mapping[str, int]:
        """Guests who are expected here and are not, with the time when they were last here."""
        return self._away

    @property
    def guests(self) -> dict[str, str]:
        """Everybody who is here, or at another process; each with the address that they come from, if known."""
        elsewhere = {guest: each.address for guest, each in self._elsewhere.items()}
        return elsewhere | {listener.guest: listener.address for listener in self._listeners}

    def present(self, table: int) -> list[Present]:
        """Who is at this process, of which others are told: the same list until somebody comes or goes."""
        if self._present is None:
            addresses = {listener.guest: listener.address for listener in self._listeners}
            self._present = [
                Present(table=table, guest=guest, clients=clients, address=addresses[guest])
                for guest, clients in self._clients.items()
            ]
        return self._present

    @property
    def elsewhere(self) -> int:
        """How many clients are at other processes."""
        return sum(each.clients for each in self._elsewhere.values())

    def is_here(self, guest: str | None) -> bool:
        return guest is not None and (self._clients[guest] > 0 or guest in self._elsewhere)

    def enter(self, listener: Listener) -> None:
        self._present = None
        self._listeners[listener] = None
        self._clients[listener.guest] += 1
        self._away.pop(listener.guest, None)

    def leave(self, listener: Listener, now: int) -> None:
        if self._listeners.pop(listener, self) is self:
            return
        self._present = None
        self._clients[listener.guest] -= 1
        if not self._clients[listener.guest]:
            del self._clients[listener.guest]
        if listener.guest in self._expected and not self.is_here(listener.guest):
            self._away[listener.guest] = now

    def hear(self, present: Iterable[Present], now: int) -> bool:
        """These are at other processes; returns whether that is news."""
        elsewhere = {each.guest: each for each in present}
        if elsewhere == self._elsewhere:
            return False
        self._elsewhere = elsewhere
        self.expect(self._expected, now)
        return True

    def expect(self, guests: Iterable[str], now: int) -> None:
        """Only these guests can be away: those who are not here are away from now on, if not since earlier."""
        self._expected = frozenset(guests)
        absent = [guest for guest in self._expected if not self.is_here(guest)]
        self._away = {guest: self._away.get(guest, now) for guest in absent}

    def is_behind(self, guest: str) -> bool:
        """Whether every client of the guest still shows moves: otherwise there is one that has shown them all."""
        clients = [listener.is_behind for listener in self._listeners if listener.guest == guest]
        return bool(clients) and all(clients)

    def watchers(self, seated: Iterable[str]) -> int:
        """How many guests are here without a seat."""
        return len((self._clients.keys() | self._elsewhere.keys()) - set(seated))
