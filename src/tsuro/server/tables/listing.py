"""What the lobby needs to know about an open table; it is stored beside the log, for other processes."""

from __future__ import annotations

import msgspec

from tsuro.game.state import State
from tsuro.server.messages.views import TablePhase
from tsuro.server.options import Clock
from tsuro.server.tables.table import Table

__all__ = ["Listed", "listed", "listed_text", "read_listed"]


class Listed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An open table, without who is there now."""

    phase: TablePhase
    play: str
    watch: str
    edition: str
    clock: Clock
    seats: int
    people: tuple[tuple[str, str], ...]  # guest and name of each seat that no bot has
    bots: int = 0
    starts: int | None = None  # when the game starts by itself
    made: int = 0
    moved: int = 0  # when something last happened
    left: int = 0  # players who are still on the board


_READER = msgspec.json.Decoder(Listed)
_WRITER = msgspec.json.Encoder()


def listed(table: Table) -> Listed | None:
    """What is known of an open table; None: it is private."""
    if not table.options.open:
        return None
    options, match = table.options, table.match
    return Listed(
        phase=table.phase,
        play=table.play,
        watch=table.watch,
        edition=options.edition,
        clock=options.clock,
        seats=len(table.seats),
        people=tuple((seat.guest, seat.name) for seat in table.seats if seat.guest is not None and not seat.left),
        bots=sum(seat.kind == "bot" for seat in table.seats),
        starts=table.starts,
        made=table.made_at,
        moved=table.touched_at,
        left=0 if match is None else _left(match.state),
    )


def _left(state: State) -> int:
    return state.setup.players - sum(len(together) for together in state.out)


def listed_text(table: Table) -> str | None:
    """The same as the store keeps it; empty for a table that was open and is private now."""
    found = listed(table)
    if found is not None:
        return _WRITER.encode(found).decode()
    return "" if table.was_open else None


def read_listed(text: str) -> Listed | None:
    """What `listed_text` wrote; None: the table is private now."""
    return _READER.decode(text) if text else None
