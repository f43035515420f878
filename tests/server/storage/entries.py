"""Entries to store, and tables made of them."""

from __future__ import annotations

from tsuro.server.options import Bank, TableOptions
from tsuro.server.storage.store import NOTHING_DERIVED, Append, Derived, Store
from tsuro.server.tables.log import Acted, Created, LogEntry

__all__ = ["ANN", "acted", "append", "created", "new_table"]

ANN = "a" * 64


def created(name: str = "", *, at: int = 1000, by: str = ANN) -> Created:
    return Created(at=at, by=by, play=f"play{name}", watch=f"watch{name}", options=TableOptions(clock=Bank(60, 5)))


def acted(at: int = 2000, action: str = "play 17e") -> Acted:
    return Acted(at=at, by=ANN, request="r1", seat=0, action=action)


async def new_table(store: Store, name: str = "", *, at: int = 1000) -> int:
    return await store.create([created(name, at=at)])


async def append(
    store: Store,
    table: int,
    seq: int,
    *entries: LogEntry,
    phase: str = "playing",
    due: int | None = None,
    listed: str | None = None,
    derived: Derived = NOTHING_DERIVED,
) -> None:
    await store.append(
        Append(
            table=table,
            seq=seq,
            entries=entries or [acted()],
            phase=phase,
            due=due,
            listed=listed,
            derived=derived,
        )
    )
