"""Draws one picture or animation in a process of its own, so that nobody who plays waits for it.

It reads an order, tells how far an animation is on standard error, and writes the file to standard output.
"""

from __future__ import annotations

import sys
from typing import Literal

import msgspec

from tsuro.game.outcome import outcome
from tsuro.record import Record, read_json, replay

__all__ = ["DrawingOrder"]

WIDTHS = {"tall": 1080, "square": 1080, "wide": 1200}  # of pictures; animations have the usual one


class DrawingOrder(msgspec.Struct, frozen=True, kw_only=True):
    """What to draw: one moment as PNG, or the whole game."""

    record: str | None  # as JSON; None: an empty board
    kind: Literal["png", "gif", "webp"]
    theme: str
    shape: Literal["tall", "square", "wide"]
    move: int = 0  # the moment, of a picture


def main() -> None:
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=DrawingOrder)
    record = None if order.record is None else read_json(order.record)
    drawn = _picture(order, record) if record is None or order.kind == "png" else _film(order, record)
    sys.stdout.buffer.write(drawn)


def _picture(order: DrawingOrder, record: Record | None) -> bytes:
    from tsuro.render.film import blank, snapshot  # noqa: PLC0415 -- the server itself only needs the order
    from tsuro.render.poster import Look  # noqa: PLC0415 -- the same

    look = Look(theme=order.theme, width=WIDTHS[order.shape], shape=order.shape)
    return blank(look=look) if record is None else snapshot(record, order.move, look=look, title="Tsuro")


def _film(order: DrawingOrder, record: Record) -> bytes:
    from tsuro.render.film import film  # noqa: PLC0415 -- the same
    from tsuro.render.poster import Look  # noqa: PLC0415 -- the same

    look = Look(theme=order.theme, shape=order.shape)
    kind: Literal["gif", "webp"] = "gif" if order.kind == "gif" else "webp"
    return film(record, kind, look=look, title=_title(record), on_progress=_tell)


def _title(record: Record) -> str:
    """Who has won, in any language."""
    *_, last = replay(record)
    end = outcome(last.state)
    return f"Tsuro: {', '.join(record.names[seat] for seat in end.winners)}" if end and end.winners else "Tsuro"


def _tell(done: int, of: int) -> None:
    print(done, of, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
