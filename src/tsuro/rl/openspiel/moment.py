"""One moment of a game on the simulation core; it never changes, so that copies of a state can share it."""

from __future__ import annotations

from array import array
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from tsuro.fast.ids import ACTIONS, PLAY_SHAPE, SHAPE_OF
from tsuro.fast.layout import (
    ACTIVE,
    DEAL,
    DRAW,
    DRAWER,
    GIVE,
    HAND,
    HELD,
    IN_PILE,
    IN_PLAY,
    MARK,
    MARKS,
    NAMED,
    OUT,
    OVER,
    PHASE,
    PILE,
    PLAY,
    PLAYERS,
    SWAPS,
    TAKE,
    WINNERS,
    Position,
)
from tsuro.fast.placement import safe_turns
from tsuro.fast.position import state_of
from tsuro.fast.steps import begin, draw_tile, try_id, write_mask
from tsuro.fast.trails import draw_trails
from tsuro.game.board import Seat
from tsuro.game.edition import Edition
from tsuro.game.state import Phase, State
from tsuro.game.tiles import TILES, Tile
from tsuro.rl.cores import checked_row, default_core
from tsuro.rl.openspiel import log
from tsuro.rl.options import Options

__all__ = ["Forced", "Moment", "first_moment"]

Forced: TypeAlias = tuple[int, frozenset[Tile]]
"""A place in the log where somebody had to go out, and the tiles of which each would have done it."""

_ANY_SEED = 1  # the core takes one with every step; where chance is asked for, nothing is drawn from it


class Moment:
    """A row of the core, how it came about, and what may happen next."""

    def __init__(self, row: Position, story: bytes, forced: tuple[Forced, ...], *, draws_marks: bool) -> None:
        self.row = row
        self.log = story
        self.forced = forced
        self.draws_marks = draws_marks
        self.phase = int(row[PHASE])
        self.active: Seat = int(row[ACTIVE])
        self.is_draw = self.phase in {DEAL, DRAW}
        self.is_chance = self.is_draw or (draws_marks and self.phase == MARKS)
        self.told: dict[object, str] = {}  # what has been asked for before

    def _next(self, row: Position, story: bytes, forced: tuple[Forced, ...] | None = None) -> Moment:
        return Moment(row, story, self.forced if forced is None else forced, draws_marks=self.draws_marks)

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return _revive, (array("H", self.row).tobytes(), self.log, self.forced, self.draws_marks)

    def state(self, edition: Edition) -> State:
        """The moment as the rules see it, hands in ascending order; without what an exchange has named so far."""
        state = state_of(_numbers(self.row), edition)
        phase = Phase.PLACE_MARKER if self.phase == DEAL else state.phase
        return replace(state, hands=tuple(tuple(sorted(hand)) for hand in state.hands), phase=phase)

    def row_with_trails(self) -> Position:
        """The row, with the trails that were still waiting to be drawn."""
        default_core()[draw_trails](self.row)
        return self.row

    @property
    def is_exchange(self) -> bool:
        """Whether a tile to give or take is to be named."""
        return self.phase in {GIVE, TAKE}

    @property
    def drawer(self) -> Seat:
        """Who is to draw."""
        return int(self.row[DRAWER])

    @property
    def out(self) -> list[Seat]:
        """Those whose tiles may be taken in an exchange."""
        return _seats(int(self.row[OUT]))

    @property
    def winners(self) -> list[Seat]:
        return _seats(int(self.row[WINNERS]))

    @cached_property
    def pile(self) -> list[Tile]:
        """In ascending order."""
        return sorted(_numbers(self.row[PILE : PILE + int(self.row[IN_PILE])]))

    @property
    def named(self) -> list[Tile]:
        """The tiles that an exchange has named so far: given, taken, given, …"""
        return _numbers(self.row[SWAPS : SWAPS + int(self.row[NAMED])])

    @cached_property
    def hands(self) -> list[list[Tile]]:
        """By seat."""
        return [self._hand(seat) for seat in range(int(self.row[PLAYERS]))]

    def _hand(self, seat: Seat) -> list[Tile]:
        row, at = self.row, HAND + seat * 3
        return _numbers(row[at : at + int(row[HELD + seat])])

    @cached_property
    def legal(self) -> list[int]:
        """What the active player may do, in ascending order; nothing where a tile is to be drawn."""
        if self.phase == OVER or self.is_draw:
            return []
        [mask] = default_core().small_table(1, ACTIONS)
        default_core()[write_mask](self.row, mask)
        actions: list[int] = np.flatnonzero(mask).tolist()
        return actions

    def drawn(self, tile: Tile) -> Moment:
        """The moment after the draw; the tile must be in the pile."""
        row = self.row.copy()
        default_core()[draw_tile](row, tile, _ANY_SEED)
        return self._next(row, self.log + bytes((log.DRAWS + self.drawer, tile)))

    def after(self, action: int) -> Moment | None:
        """The moment after the active player's action; None if it is not legal."""
        row = self.row.copy()
        if not default_core()[try_id](row, action, _ANY_SEED):
            return None
        story = self.log + bytes((log.ACTS + self.active, action))
        if self.phase == MARKS:
            return self._next(row, story)
        if self.phase == PLAY:
            return self._after_placement(row, story, action)
        if row[PHASE] not in {GIVE, TAKE}:
            story += self._shuffled(int(self.row[OUT]))
        return self._next(row, story)

    def _after_placement(self, row: Position, story: bytes, action: int) -> Moment:
        out = int(self.row[IN_PLAY]) & ~int(row[IN_PLAY])
        if not out:
            return self._next(row, story)
        left = self._next(row, story).hands if row[PHASE] in {GIVE, TAKE, OVER} else self._hands_without(action)
        for seat in _seats(out):
            story += bytes((log.OUT + seat, len(left[seat])))
        forced = self.forced
        if out >> self.active & 1 and not self._is_safe(action):
            forced += ((len(story), self._fatal_tiles()),)
        if row[PHASE] == GIVE:
            story += bytes(
                n for seat in _seats(out) for tile in sorted(left[seat]) for n in (log.OFFERED + seat, tile)
            )
        elif row[PHASE] != OVER:
            story += bytes((log.SHUFFLED, sum(len(left[seat]) for seat in _seats(out))))
        return self._next(row, story, forced)

    def _hands_without(self, action: int) -> list[list[Tile]]:
        tile = SHAPE_OF[action - PLAY_SHAPE] >> 5
        return [[held for held in hand if held != tile] for hand in self.hands]

    def _shuffled(self, out: int) -> bytes:
        return bytes((log.SHUFFLED, sum(len(self.hands[seat]) for seat in _seats(out))))

    def _is_safe(self, action: int) -> bool:
        shape = SHAPE_OF[action - PLAY_SHAPE]
        return bool(self._safe_turns(shape >> 5) >> (shape >> 3 & 3) & 1)

    def _safe_turns(self, tile: Tile) -> int:
        return int(default_core()[safe_turns](self.row, int(self.row[MARK + self.active]), tile))

    def _fatal_tiles(self) -> frozenset[Tile]:
        """The tiles that take the active player out, whichever way they are turned."""
        return frozenset(tile for tile in TILES if not self._safe_turns(tile))


def first_moment(options: Options) -> Moment:
    """Before anything is dealt. Start marks that are drawn are asked for, too, as if they were chosen."""
    row = default_core().position(replace(options, draw_marks=False).row(asks_chance=True))
    default_core()[begin](row, _ANY_SEED)
    return Moment(row, b"", (), draws_marks=options.draw_marks)


def _seats(bits: int) -> list[Seat]:
    return [seat for seat in range(8) if bits >> seat & 1]


def _numbers(row: Any) -> list[int]:
    """A row, or a part of one, as plain numbers, whichever form of the core it belongs to."""
    numbers: list[int] = row if isinstance(row, list) else row.tolist()
    return numbers


def _revive(row: bytes, story: bytes, forced: tuple[Forced, ...], draws_marks: bool) -> Moment:  # noqa: FBT001 -- for pickle
    numbers = default_core().position(checked_row(array("H", row).tolist()))
    return Moment(numbers, story, forced, draws_marks=draws_marks)
