"""How likely each seat is to win a position in which nothing is hidden: a small network that was trained on games.

Every seat in play is looked at: the square ahead of its marker, the room around it, its hand, and when its turn
comes. One hidden layer turns that, and the mean of the others, into a number; the seats' shares of the win follow
from these numbers. `value.json` holds the weights, which `scripts/train.py` found, with how that was done.

Sets of squares are bits of one number. Only sums, products and quotients are used, in the same order in both
forms of the core, so that both give the same bits.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from tsuro.fast.evaluation import LOST, RING, promise
from tsuro.fast.layout import (
    ACTIVE,
    DRAGON,
    EDGE,
    HAND,
    HELD,
    IN_PILE,
    IN_PLAY,
    MARK,
    NEXT,
    SAFE_TURNS,
    TILE_KINDS,
    TURNS,
    Position,
)
from tsuro.fast.placement import edges, follow

__all__ = [
    "ABOUT_TABLE",
    "HIDDEN",
    "INPUTS",
    "MOST_SEATS",
    "NETWORK",
    "OF_SEAT",
    "SUMS",
    "UNITS",
    "VALUES",
    "VALUE_ROW",
    "VALUE_WEIGHTS",
    "chances",
    "judge",
    "look",
    "mark_worth",
    "squares_in",
    "value_weights",
]

OF_SEAT = 23  # numbers about a seat
OF_TABLE = 4  # … and about the table
INPUTS = 2 * OF_SEAT + OF_TABLE  # the seat's, the mean of the others', the table's
UNITS = 32
NETWORK = (INPUTS + 2) * UNITS  # weights by input and unit, then biases, then the weights of the units' answers
MOST_SEATS = 4  # in play; with more, the network was worth less than the time it takes
NETWORKS = [0, 0, 0, 1, 1]  # by seats in play: which network

VALUE_WEIGHTS = 2 * NETWORK

# In the row of fractions: the seats' numbers, their sums, the table's, the units, and the values.
SUMS = 8 * OF_SEAT
ABOUT_TABLE = SUMS + OF_SEAT
HIDDEN = ABOUT_TABLE + OF_TABLE
VALUES = HIDDEN + UNITS
VALUE_ROW = VALUES + 8

POPULATION = [bits.bit_count() for bits in range(4096)]
WEST = sum(1 << square for square in range(36) if square % 6)  # squares that have one to their west
EAST = sum(1 << square for square in range(36) if square % 6 < 5)


@cache
def _contents() -> Any:
    return json.loads(files("tsuro.fast").joinpath("value.json").read_text(encoding="utf-8"))


@cache
def value_weights() -> tuple[float, ...]:
    """The weights that come with the package."""
    return tuple(_contents()["weights"])


@cache
def chances() -> dict[str, list[list[list[float]]]]:
    """By kind and seats in play, a line from the odds of a search to those that come true: see `bots.chances`."""
    return dict(_contents()["chances"])


@cache
def mark_worth() -> tuple[float, float, tuple[float, ...]]:
    """In shares of a win: what promise is worth at a start mark; what a corner costs, and others by distance."""
    promise, corner, *others = _contents()["marks"]
    return promise, corner, tuple(others)


def squares_in(squares: int) -> int:
    """How many squares are in the set."""
    return 0 + POPULATION[squares & 4095] + POPULATION[squares >> 12 & 4095] + POPULATION[squares >> 24]


def widen(squares: int, free: int) -> int:
    """The squares, and the open ones beside them."""
    return squares | ((squares & EAST) << 1 | (squares & WEST) >> 1 | squares << 6 | squares >> 6) & free


def judge(g: Position, free: int, looks: list[int], row: list[float], weights: list[float]) -> None:
    """Write how likely each seat in play is to win, from VALUES on in the row.

    `free` are the open squares; `looks` has room for three sets of squares for each seat.
    """
    playing = look(g, free, looks, row)
    network = NETWORKS[playing] * NETWORK
    best = -1e9
    for seat in range(8):
        row[VALUES + seat] = 0.0
        if g[IN_PLAY] >> seat & 1:
            row[VALUES + seat] = score(seat, playing, row, weights, network)
            best = max(best, row[VALUES + seat])
    total = 0.0
    for seat in range(8):
        if g[IN_PLAY] >> seat & 1:
            row[VALUES + seat] = exponential(row[VALUES + seat] - best)
            total += row[VALUES + seat]
    for seat in range(8):
        row[VALUES + seat] /= total


def exponential(number: float) -> float:
    """Nearly e to the power of a number that is at most 0: a library's would not give the same bits everywhere."""
    power = max(1.0 + number / 256.0, 0.0)
    for _ in range(8):
        power *= power
    return power


def score(seat: int, playing: int, row: list[float], weights: list[float], network: int) -> float:
    """The network's answer for a seat."""
    biases = network + INPUTS * UNITS
    for unit in range(UNITS):
        row[HIDDEN + unit] = weights[biases + unit]
    others = 1.0 / (playing - 1)
    for n in range(INPUTS):
        if n < OF_SEAT:
            number = row[seat * OF_SEAT + n]
        elif n < 2 * OF_SEAT:
            number = (row[SUMS + n - OF_SEAT] - row[(seat - 1) * OF_SEAT + n]) * others
        else:
            number = row[ABOUT_TABLE + n - 2 * OF_SEAT]
        if number != 0.0:
            at = network + n * UNITS
            for unit in range(UNITS):
                row[HIDDEN + unit] += weights[at + unit] * number
    answer = 0.0
    for unit in range(UNITS):
        if row[HIDDEN + unit] > 0.0:
            answer += weights[biases + UNITS + unit] * row[HIDDEN + unit]
    return answer


# What the network is told


def look(g: Position, free: int, looks: list[int], row: list[float]) -> int:
    """Write the numbers about every seat in play, their sums, and those about the table; returns how many play."""
    in_play, seat, playing = g[IN_PLAY] + 0, g[ACTIVE] + 0, 0
    shared_two, shared_three, shared, any_two, any_three, anywhere, heads = 0, 0, 0, 0, 0, 0, 0
    for n in range(OF_SEAT):
        row[SUMS + n] = 0.0
    while True:
        square = g[MARK + seat] >> 3
        two, three, region = look_ahead(g, seat, free, row)
        looks[seat], looks[8 + seat], looks[16 + seat] = two, three, region
        shared_two, any_two = shared_two | any_two & two, any_two | two
        shared_three, any_three = shared_three | any_three & three, any_three | three
        shared, anywhere = shared | anywhere & region, anywhere | region
        row[seat * OF_SEAT + 15] = playing / 8.0
        row[seat * OF_SEAT + 16] = 1.0 if playing == 0 else 0.0
        row[seat * OF_SEAT + 21] = 1.0 if heads >> square & 1 else 0.0  # somebody there moves first
        heads |= 1 << square
        playing += 1
        seat = NEXT[in_play * 8 + seat] + 0
        if seat == g[ACTIVE]:
            break
    for _ in range(playing):
        at = seat * OF_SEAT
        row[at + 7] = squares_in(looks[seat] & ~shared_two) / 16.0
        row[at + 8] = squares_in(looks[8 + seat] & ~shared_three) / 24.0
        row[at + 9] = squares_in(looks[16 + seat] & ~shared) / 36.0
        row[at + 19] = 1.0 if looks[16 + seat] & shared == 0 else 0.0
        row[at + 20] = squares_in(looks[seat] & heads) / 4.0
        row[at + 22] = dangers(g, seat) / 12.0
        for n in range(OF_SEAT):
            row[SUMS + n] += row[at + n]
        seat = NEXT[in_play * 8 + seat] + 0
    row[ABOUT_TABLE] = squares_in(free) / 36.0
    row[ABOUT_TABLE + 1] = g[IN_PILE] / 35.0
    row[ABOUT_TABLE + 2] = playing / 8.0
    row[ABOUT_TABLE + 3] = row[SUMS + 1] / playing
    return playing


def look_ahead(g: Position, seat: int, free: int, row: list[float]) -> tuple[int, int, int]:
    """What the marker faces, and what the hand can do there; the squares within two and three steps, and all."""
    point, at = g[MARK + seat] + 0, seat * OF_SEAT
    base, here, ways, markers = point & ~7, 1 << (point >> 3), 0, 0
    one = here
    for spot in range(base, base + 8):
        far = g[spot] + 0
        if far < EDGE:
            ways += 1
            one |= 1 << (far >> 3)
        else:
            markers += far > EDGE
    two = widen(one, free)
    three = widen(two, free)
    known, region = two, three
    while region != known:
        known, region = region, widen(region, free)
    row[at] = ways / 8.0
    row[at + 1] = (8 - ways - markers) / 8.0
    row[at + 2] = (markers - 1) / 4.0
    row[at + 3] = squares_in(one) / 8.0
    row[at + 4] = squares_in(two) / 16.0
    row[at + 5] = squares_in(three) / 24.0
    row[at + 6] = squares_in(region) / 36.0
    row[at + 10] = RING[point >> 3] / 2.0
    row[at + 17] = g[HELD + seat] / 3.0
    row[at + 18] = 1.0 if g[DRAGON] == seat else 0.0
    look_at_hand(g, seat, row)
    return two, three, region


def dangers(g: Position, seat: int) -> int:
    """How many placements of the active player would lead this seat's marker, but not their own, off the board."""
    active, point = g[ACTIVE] + 0, g[MARK + seat] + 0
    start = g[MARK + active] + 0
    base, hand, found = point & ~7, HAND + active * 3, 0
    if active == seat or start & ~7 != base:
        return 0
    for slot in range(g[HELD + active] + 0):
        tile = g[hand + slot] + 0
        for turn in range(TURNS[tile] + 0):
            shape = tile * 32 + turn * 8
            found += follow(g, base, shape, point & 7) == EDGE and follow(g, base, shape, start & 7) < EDGE
    return found


def look_at_hand(g: Position, seat: int, row: list[float]) -> None:
    """What the tiles in the hand can do on the square ahead."""
    point, hand, at = g[MARK + seat] + 0, HAND + seat * 3, seat * OF_SEAT
    exits = (edges(g, point & ~7) << 3 | point & 7) * TILE_KINDS
    safe, slots, best = 0, 0, LOST
    for slot in range(g[HELD + seat] + 0):
        tile = g[hand + slot] + 0
        turns = SAFE_TURNS[exits + tile] >> 4
        safe += turns
        slots += turns > 0
        for turn in range(TURNS[tile] + 0):
            best = max(best, promise(g, point, tile * 32 + turn * 8, hand, slot))
    row[at + 11] = safe / 12.0
    row[at + 12] = slots / 3.0
    row[at + 13] = max(best, -200) / 200.0
    row[at + 14] = 1.0 if best > 0 else 0.0
