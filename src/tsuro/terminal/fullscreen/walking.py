"""Markers on their way, frame by frame: in the order and at the relative speeds of the animated pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from tsuro.game.events import Event, MarkerWalked, TilePlaced
from tsuro.game.paths import Walk
from tsuro.game.state import State
from tsuro.game.tiles import FACE_DOWN
from tsuro.render.geometry import curve_over
from tsuro.render.sizes import TILE
from tsuro.render.text import Step
from tsuro.render.timeline import Timeline

__all__ = ["FRAME", "SPEED", "walking"]

FRAME = 0.05  # seconds between two frames
SPEED = 4.0  # tiles a second


def walking(
    before: State, happened: Sequence[Event], *, speed: float = SPEED
) -> Iterator[tuple[State, tuple[Step, ...]]]:
    """The table at every frame, from the moment the tile lies there until all markers have arrived.

    Nothing else has happened yet: nobody is out, nobody has drawn. `speed` is in tiles a second.
    """
    placed = next((event for event in happened if isinstance(event, TilePlaced)), None)
    walks = [event.walk for event in happened if isinstance(event, MarkerWalked)]
    if placed is None or not walks:
        return
    times, table = Timeline(speed=speed * TILE, now=0.0), _laid(before, placed)
    times.tell(happened)
    ends = max(times.legs[walk.seat][0].ends for walk in walks)
    for time in (*(frame * FRAME for frame in range(ceil(ends / FRAME))), ends):
        yield _at(table, walks, times, time)


def _laid(before: State, placed: TilePlaced) -> State:
    """The tile on the board, and no longer in the hand."""
    seat, square = 0 if before.setup.edition.one_open_hand else placed.seat, placed.square
    hand = list(before.hands[seat])
    hand.remove(placed.tile.tile if placed.tile.tile in hand else FACE_DOWN)
    return replace(
        before,
        board=(*before.board[:square], placed.tile, *before.board[square + 1 :]),
        hands=(*before.hands[:seat], tuple(hand), *before.hands[seat + 1 :]),
        last=square,
    )


def _at(table: State, walks: Sequence[Walk], times: Timeline, time: float) -> tuple[State, tuple[Step, ...]]:
    walked, steps = list(table.walked), []
    for walk in walks:
        leg = times.legs[walk.seat][0]
        part = (time - leg.begins) / (leg.ends - leg.begins)
        tiles, step = _step(walk, leg.end * min(max(part, 0.0), 1.0))
        walked[walk.seat] += tiles
        steps.append(step)
    return replace(table, walked=tuple(walked)), tuple(steps)


def _step(walk: Walk, distance: float) -> tuple[int, Step]:
    """How many tiles are behind the marker after that distance, and how far it is over the next."""
    crossed = walk.tiles_crossed
    for number, (entry, leaving) in enumerate(crossed):
        length = curve_over(entry, leaving).length
        if distance < length or number == len(crossed) - 1:
            return number, Step(walk.seat, entry, leaving, min(distance / length, 1.0))
        distance -= length
    raise AssertionError("a walk crosses at least one tile")
