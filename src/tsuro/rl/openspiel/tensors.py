"""The log of a game in numbers: the pieces of an information-state tensor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from tsuro.fast.ids import DONE, GIVE_TILE, PLAY_SHAPE, TAKE_TILE
from tsuro.game.board import START_MARKS, Seat
from tsuro.game.tiles import ORIENTATIONS, TILES, Tile
from tsuro.rl.openspiel.log import ACTS, DRAWS, OFFERED, SHUFFLED, entries
from tsuro.rl.options import Options

__all__ = ["NAMED", "Pieces", "Shapes", "fill", "most_exchanges", "private_shapes", "public_shapes"]

Pieces: TypeAlias = Mapping[str, Any]
"""Arrays by name, of which the tensor is made."""

Shapes: TypeAlias = dict[str, tuple[int, ...]]

_TILES = len(TILES)
_WAYS = sum(len(ways) for ways in ORIENTATIONS.values())
NAMED = 6  # tiles that an exchange can name: three given, three taken


def most_exchanges(options: Options) -> int:
    """Each comes after an elimination, and two players are left to go on."""
    return options.players - 2 if options.edition.has_bonus(options.players) else 0


def public_shapes(options: Options) -> Shapes:
    """What everybody saw: start marks; who placed what, in order; how many tiles everyone has drawn; how many
    tiles each exchange has named, and whether it is over.
    """
    most = most_exchanges(options)
    exchanges: Shapes = {"named": (most, 1 + NAMED), "ended": (most,)} if most else {}
    return {
        "start_marks": (options.players, len(START_MARKS)),
        "placed_by": (_TILES, options.players),
        "placed": (_TILES, _WAYS),
        "draws": (options.players, 1 + _TILES),
        **exchanges,
    }


def private_shapes(options: Options, seats: int) -> Shapes:
    """What some seats alone know, each of it first by seat: their draws, in order, and their exchanges.

    Nobody draws more than 35 tiles: those placed and those in the hand are all different.
    """
    drawn: Shapes = {"drawn": (seats, _TILES, _TILES)}
    if not (most := most_exchanges(options)):
        return drawn
    return drawn | {
        "offered": (seats, most * options.players, _TILES),  # by exchange and owner
        "given": (seats, most, _TILES),
        "taken": (seats, most, _TILES),
        "done": (seats, most),
    }


class _Reading:
    """How far the reading of a log has got; each method reads one kind of entry."""

    def __init__(self, pieces: Pieces, players: int, private: Sequence[Seat]) -> None:
        self.pieces = pieces
        self.players = players
        self.row_of = {seat: row for row, seat in enumerate(private)}
        self.active = 0
        self.placed = 0
        self.drawn = [0] * players
        self.exchange = -1  # the number of the last one
        self.named = -1  # how many tiles it has named; -1 when there was none since the last placement

    def write(self, piece: str, *place: int) -> None:
        if piece in self.pieces:
            self.pieces[piece][place] = 1

    def write_private(self, piece: str, seat: Seat, *place: int) -> None:
        if seat in self.row_of:
            self.write(piece, self.row_of[seat], *place)

    def act(self, seat: Seat, action: int) -> None:
        self.active = seat
        if action < PLAY_SHAPE:
            self.write("start_marks", seat, action)
        elif action < GIVE_TILE:
            self.write("placed_by", self.placed, seat)
            self.write("placed", self.placed, action - PLAY_SHAPE)
            self.placed += 1
            self.named = -1
        elif action == DONE:
            self.write_private("done", seat, self.exchange)
        else:
            piece, base = ("given", GIVE_TILE) if action < TAKE_TILE else ("taken", TAKE_TILE)
            self.write_private(piece, seat, self.exchange, action - base)
            self.named += 1
            self.write("named", self.exchange, self.named)

    def draw(self, seat: Seat, tile: Tile) -> None:
        self.write_private("drawn", seat, self.drawn[seat], tile - 1)
        self.drawn[seat] += 1
        self.write("draws", seat, self.drawn[seat])

    def offer(self, owner: Seat, tile: Tile) -> None:
        if self.named < 0:
            self.exchange, self.named = self.exchange + 1, 0
            self.write("named", self.exchange, 0)
        self.write_private("offered", self.active, self.exchange * self.players + owner, tile - 1)

    def shuffle(self, seat: Seat, tiles: int) -> None:
        del seat, tiles  # everybody knows
        if self.named >= 0:
            self.write("ended", self.exchange)


def fill(pieces: Pieces, log: bytes, players: int, private: Sequence[Seat]) -> None:
    """Write what the log tells into those pieces that are there, which must be all 0."""
    reading = _Reading(pieces, players, private)
    read = {ACTS: reading.act, DRAWS: reading.draw, OFFERED: reading.offer, SHUFFLED: reading.shuffle}
    for kind, seat, what in entries(log):
        if kind in read:
            read[kind](seat, what)
