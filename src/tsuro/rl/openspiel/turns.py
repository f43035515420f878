"""The log of a game as turns, with what one player knows about them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import TypeAlias

from tsuro.fast.ids import DONE, GIVE_TILE, PLAY_SHAPE, SHAPE_OF, TAKE_TILE
from tsuro.game.board import Seat
from tsuro.game.tiles import Tile
from tsuro.rl.openspiel.log import ACTS, DRAWS, OFFERED, OUT, SHUFFLED, entries
from tsuro.rl.openspiel.moment import Moment

__all__ = ["Tiles", "Turn", "turns_of"]

Tiles: TypeAlias = set[Tile]


@dataclass(kw_only=True, slots=True)
class Turn:
    """A draw, a start mark, or a placement with all that came of it before tiles were drawn."""

    kind: int  # ACTS or DRAWS
    seat: Seat
    what: int  # an id or a tile
    out: dict[Seat, int] = field(default_factory=dict)  # the eliminated, and how many tiles they held
    fatal: Collection[Tile] | None = None  # if the seat had to go out: the tiles of which each would have done it
    offered: dict[Seat, Tiles] = field(default_factory=dict)  # for an exchange
    words: list[int] = field(default_factory=list)  # of that exchange: ids
    is_shuffled: bool = False  # whether the eliminated players' tiles have gone into the pile
    kept: Tiles = field(default_factory=set)  # what the viewer held when they were eliminated
    known: Tiles = field(default_factory=set)  # what the viewer knows went into the pile

    @property
    def is_placement(self) -> bool:
        return self.kind == ACTS and self.what >= PLAY_SHAPE

    @property
    def tile(self) -> Tile:
        """The tile that was placed."""
        return SHAPE_OF[self.what - PLAY_SHAPE] >> 5

    @property
    def given(self) -> list[Tile]:
        return [word - GIVE_TILE + 1 for word in self.words if word < TAKE_TILE]

    @property
    def taken(self) -> list[Tile]:
        return [word - TAKE_TILE + 1 for word in self.words if TAKE_TILE <= word < DONE]


def turns_of(now: Moment, viewer: Seat) -> list[Turn]:
    """All turns up to now, the first one first."""
    turns: list[Turn] = []
    hand: Tiles = set()  # the viewer's
    forced = dict(now.forced)
    for number, (kind, seat, what) in enumerate(entries(now.log), 1):
        if kind == DRAWS or (kind == ACTS and what < GIVE_TILE):
            turns.append(Turn(kind=kind, seat=seat, what=what))
            if seat == viewer:
                _note_own(turns[-1], hand)
        else:
            _note(turns[-1], (kind, seat, what), viewer, hand)
        if number * 2 in forced:
            turns[-1].fatal = forced[number * 2]
    return turns


def _note_own(turn: Turn, hand: Tiles) -> None:
    if turn.kind == DRAWS:
        hand.add(turn.what)
    elif turn.is_placement:
        hand.remove(turn.tile)


def _note(turn: Turn, entry: tuple[int, int, int], viewer: Seat, hand: Tiles) -> None:
    """Note what came of a placement."""
    kind, seat, what = entry
    if kind == ACTS:
        turn.words.append(what)
    elif kind == OUT:
        turn.out[seat] = what
        if seat == viewer:
            turn.kept = set(hand)
    elif kind == OFFERED:
        turn.offered.setdefault(seat, set()).add(what)
    elif kind == SHUFFLED:
        turn.is_shuffled = True
        _note_shuffled(turn, viewer, hand)


def _note_shuffled(turn: Turn, viewer: Seat, hand: Tiles) -> None:
    if viewer in turn.out:
        turn.known = set() if turn.given else set(turn.kept)
        hand.clear()
    elif viewer == turn.seat and turn.offered:
        offered = set().union(*turn.offered.values())
        turn.known = offered - set(turn.taken) | set(turn.given)
        hand.difference_update(turn.given)
        hand.update(turn.taken)
