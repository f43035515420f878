"""How much guests changed at a table lately: it follows from the log, as everything does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tsuro.server.tables import log

__all__ = ["Changes"]

OWN_AT_ONCE, OWN_EVERY = 200, 10_000  # changes of one guest, and milliseconds for each one more
ALL_AT_ONCE, ALL_EVERY = 1000, 5_000  # the same for all guests but the host together

_COUNTED = (
    log.OptionsChanged,
    log.Sat,
    log.BotSat,
    log.SeatChanged,
    log.FirstChosen,
    log.Sealed,
    log.StandInEnded,
    log.Undone,
    log.SeatHandedOver,
)
"""Everything else ends something (a turn, a stay, the time between games): what came before it is its bound."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Since the last game began. What was changed is forgotten at a steady pace."""

    own: Mapping[str, int] = field(default_factory=dict)  # for each guest, when all that they changed is forgotten
    everybody: int = 0  # the same for all but the host

    def after(self, entry: log.LogEntry, *, host: str | None) -> Changes:
        """The same with one entry more, at a table with this host."""
        if entry.by is None or not isinstance(entry, _COUNTED):
            return self
        guest = entry.guest if isinstance(entry, log.SeatHandedOver) else entry.by  # who has another device now
        own = _later(self.own.get(guest, 0), entry.at, OWN_AT_ONCE, OWN_EVERY)
        everybody = self.everybody if guest == host else _later(self.everybody, entry.at, ALL_AT_ONCE, ALL_EVERY)
        lately = {other: until for other, until in self.own.items() if until > entry.at}
        return Changes({**lately, entry.by: own}, everybody)

    def are_too_many(self, guest: str, *, is_host: bool, now: int) -> bool:
        """Whether the guest has to wait before they may change more."""
        own, everybody = self.own.get(guest, 0), 0 if is_host else self.everybody
        return own - now > (OWN_AT_ONCE - 1) * OWN_EVERY or everybody - now > (ALL_AT_ONCE - 1) * ALL_EVERY


def _later(until: int, now: int, at_once: int, every: int) -> int:
    """When all is forgotten, after one more change; that a clock was set back must not make it longer."""
    return min(max(until, now) + every, now + at_once * every)
