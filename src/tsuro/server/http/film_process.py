"""Draws one animation in a process of its own, so that nobody who plays waits for it.

It reads an order, tells how far it is on standard error, and writes the file to standard output.
"""

from __future__ import annotations

import sys
from typing import Literal

import msgspec

from tsuro.game.outcome import outcome
from tsuro.record import Record, read_json, replay

__all__ = ["FilmOrder"]


class FilmOrder(msgspec.Struct, frozen=True, kw_only=True):
    """What to draw."""

    record: str  # as JSON
    kind: Literal["gif", "webp"]
    theme: str
    shape: Literal["tall", "square"]


def main() -> None:
    from tsuro.render.film import film  # noqa: PLC0415 -- the server itself only needs the order
    from tsuro.render.poster import Look  # noqa: PLC0415 -- the same

    order = msgspec.json.decode(sys.stdin.buffer.read(), type=FilmOrder)
    record, look = read_json(order.record), Look(theme=order.theme, shape=order.shape)
    sys.stdout.buffer.write(film(record, order.kind, look=look, title=_title(record), on_progress=_tell))


def _title(record: Record) -> str:
    """Who has won, in any language."""
    *_, last = replay(record)
    end = outcome(last.state)
    return f"Tsuro: {', '.join(record.names[seat] for seat in end.winners)}" if end and end.winners else "Tsuro"


def _tell(done: int, of: int) -> None:
    print(done, of, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
