"""Many games side by side, played by action ids."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tsuro.fast.batch import (
    begin_games,
    choice_seed,
    choose_at_random,
    first_illegal,
    seeds_from,
    step_games,
    write_masks,
    write_results,
)
from tsuro.fast.core import Core
from tsuro.fast.ids import ACTIONS
from tsuro.fast.layout import ACTIVE, PHASE, PLAYERS
from tsuro.fast.observation import observe_games
from tsuro.fast.symmetry import masks_facing_north, observe_games_facing_north, turn_ids
from tsuro.game.errors import ImpossibleSetup, TsuroError
from tsuro.rl.cores import default_core
from tsuro.rl.errors import IllegalAction
from tsuro.rl.layout import Layout, room_for
from tsuro.rl.options import Options, Phase, as_options

__all__ = ["Batch"]


class Batch:
    """Many games, stepped together, of one kind or of several mixed.

    Arrays that it gives out are written again by the next call of the same method: copy what you keep.

    >>> batch = Batch(Options(players=3), games=4, seed=1)
    >>> while not batch.over.all():
    ...     batch.step(batch.random_ids())
    >>> batch.shares.sum(axis=1)
    array([1., 1., 1., 1.])
    """

    def __init__(
        self,
        options: Options | Sequence[Options] | None = None,
        *,
        games: int,
        seed: int | Sequence[int] = 0,
        auto_reset: bool = False,
        seats: int | None = None,
        face_north: bool = False,
        core: Core | None = None,
    ) -> None:
        """Several options are dealt out to the games in turn. With `auto_reset`, `step` restarts what it ends.

        `seats` and `face_north` are as in `Game`; without `seats`, there is room for the most players of a game.
        """
        if games < 0:
            raise ImpossibleSetup(f"there cannot be {games} games")
        kinds = as_options(options or Options())
        self._options = tuple(islice(cycle(kinds), games))
        self._core = core or default_core()
        self._auto_reset = auto_reset
        self._layout, self._north = room_for(seats, max(kind.players for kind in kinds)), face_north
        self._rows: Any = self._core.rows(games)
        for row, kind in zip(self._rows, self._options, strict=True):
            row[:] = kind.row()
        self._make_buffers(games)
        self._reseed(np.arange(games, dtype=np.intp), seed)
        self.reset()

    def _make_buffers(self, games: int) -> None:
        core = self._core
        self._seeds, self._choice_seeds = core.integers([1] * games), core.integers([1] * games)
        self._choices, self._ended = core.integers([0] * games), core.small_table(1, games)[0]
        self._turned = core.integers([0] * games)
        self._masks, self._mask = core.small_table(games, ACTIONS), core.small_table(1, ACTIONS)[0]
        size, seats = self._layout.size, self._layout.seats
        self._observations, self._observation = core.small_table(games, size), core.small_table(1, size)[0]
        self._shares, self._ranks = core.fraction_table(games, seats), core.small_table(games, seats)

    def __len__(self) -> int:
        return len(self._options)

    @property
    def options(self) -> tuple[Options, ...]:
        """What each game is played by."""
        return self._options

    # What is the case

    @property
    def players(self) -> NDArray[np.uint8]:
        """How many players each game has."""
        return self._column(PLAYERS)

    @property
    def active(self) -> NDArray[np.uint8]:
        """Whose decision it is in each game."""
        return self._column(ACTIVE)

    @property
    def phase(self) -> NDArray[np.uint8]:
        """What is to be decided in each game: numbers of `Phase`."""
        return self._column(PHASE)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Which games are over."""
        over: NDArray[np.bool_] = self.phase == Phase.OVER
        return over

    @property
    def ended(self) -> NDArray[np.bool_]:
        """Which games were ended by the last step."""
        return np.asarray(self._ended, dtype=np.uint8).view(np.bool_)

    @property
    def shares(self) -> NDArray[np.float64]:
        """By game and seat: the share of the win in the last game that ended there; 0 before one has."""
        return np.asarray(self._shares, dtype=np.float64)

    @property
    def ranks(self) -> NDArray[np.uint8]:
        """By game and seat: the rank in the last game that ended there (W4); 0 before one has."""
        return np.asarray(self._ranks, dtype=np.uint8)

    @property
    def layout(self) -> Layout:
        """What stands where in an observation."""
        return self._layout

    def masks(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """By game and id: whether the active player may choose it. `out` is written to, if given."""
        masks = self._target(out, self._masks, np.bool_)
        if self._north:
            self._core[masks_facing_north](self._rows, self._mask, masks)
        else:
            self._core[write_masks](self._rows, masks)
        return self._given_out(out, masks, np.bool_)

    def observe(
        self, seats: ArrayLike | None = None, *, out: NDArray[np.uint8] | None = None
    ) -> NDArray[np.uint8]:
        """By game: what the active player sees, or the given seat of each game. `out` is written to, if given."""
        rows, who, room = self._target(out, self._observations, np.uint8), self._seats(seats), self._layout.seats
        if self._north:
            self._core[observe_games_facing_north](self._rows, who, room, self._observation, rows)
        else:
            self._core[observe_games](self._rows, who, room, rows)
        return self._given_out(out, rows, np.uint8)

    def observe_some(self, games: ArrayLike, seats: ArrayLike | None = None) -> NDArray[np.uint8]:
        """The same, in some of the games only: a new row for each. They are given as in `reset`."""
        given = np.asarray(games)
        numbers = np.flatnonzero(given) if given.dtype == np.bool_ else given
        who, core, room = np.asarray(self._seats(seats))[numbers], self._core, self._layout.seats
        some = self._rows[numbers] if core.compiled else [self._rows[n] for n in numbers]
        rows: Any = core.small_table(len(numbers), self._layout.size)
        if self._north:
            core[observe_games_facing_north](some, self._for_core(who), room, self._observation, rows)
        else:
            core[observe_games](some, self._for_core(who), room, rows)
        return np.asarray(rows, dtype=np.uint8)

    # Playing

    def random_ids(self) -> NDArray[np.int64]:
        """A random legal id for each game; 0 where it is over. The games' own chance stays as it is."""
        self._core[choose_at_random](self._rows, self._choices, self._choice_seeds)
        if self._north:
            self._core[turn_ids](self._rows, self._choices, 0, self._choices)
        return np.asarray(self._choices, dtype=np.int64)

    def step(self, actions: ArrayLike) -> None:
        """Do what the ids say in each running game; where one is over, its id does not matter.

        Raises `IllegalAction`, and changes nothing, if one of them is not allowed.
        """
        row = self._checked(actions)
        if self._core[step_games](self._rows, row, self._ended, self._seeds):
            self._core[write_results](self._rows, self._ended, self._shares, self._ranks)
            if self._auto_reset:
                self._core[begin_games](self._rows, self._ended, self._seeds)

    def _checked(self, actions: ArrayLike) -> Any:
        """The ids as the core knows them, if all are legal."""
        given = row = self._row_of(actions)
        if self._north:
            row = self._turned
            self._core[turn_ids](self._rows, given, 1, row)
        if (wrong := self._core[first_illegal](self._rows, row)) >= 0:
            raise IllegalAction(f"game {wrong}: the id {given[wrong]} is not allowed now")
        return row

    def reset(self, games: ArrayLike | None = None, *, seed: int | Sequence[int] | None = None) -> None:
        """Begin all games anew, or those given: their numbers, or a row of booleans.

        Without a seed, chance goes on from where it is. With a seed for each, games are those of `Game(seed=…)`.
        """
        which = np.zeros(len(self), dtype=np.uint8)
        which[slice(None) if games is None else np.asarray(games)] = 1
        if seed is not None:
            self._reseed(np.flatnonzero(which), seed)
        self._begin(self._for_core(which))

    def _reseed(self, games: NDArray[np.intp], seed: int | Sequence[int]) -> None:
        if isinstance(seed, Sequence | np.ndarray):
            seeds = [seeds_from(int(one), 1)[0] for one in seed]
        else:
            seeds = seeds_from(int(seed), len(self))[: len(games)]
        for n, new in zip(games, seeds, strict=True):
            self._seeds[n] = new
            self._choice_seeds[n] = choice_seed(new)

    def _begin(self, which: Any) -> None:
        self._core[begin_games](self._rows, which, self._seeds)

    # Helpers

    def _seats(self, seats: ArrayLike | None) -> Any:
        """The seats to look from; whoever is on turn is called 8."""
        who = np.empty(len(self), dtype=np.int64)
        who[:] = 8 if seats is None else np.asarray(seats)
        if seats is not None and ((who < 0) | (who >= self.players)).any():
            raise ImpossibleSetup("there is no such seat in one of the games")
        return self._for_core(who)

    def _target(self, out: NDArray[Any] | None, own: Any, kind: type[np.generic]) -> Any:
        """Where to write: the caller's array, if the core can write there, or the batch's own."""
        if out is None:
            return own
        if out.shape != np.shape(own) or out.dtype != kind or not out.flags.c_contiguous:
            raise TsuroError(f"out must be a contiguous array of {kind.__name__}, of shape {np.shape(own)}")
        return out.view(np.uint8) if self._core.compiled else own

    def _given_out(self, out: NDArray[Any] | None, written: Any, kind: type[np.generic]) -> NDArray[Any]:
        rows = np.asarray(written, dtype=np.uint8).view(kind)
        if out is None:
            return rows
        if not self._core.compiled:
            out[...] = rows
        return out

    def _row_of(self, actions: ArrayLike) -> Any:
        row = np.asarray(actions)
        if row.shape != (len(self),) or row.dtype.kind not in "iu":
            raise TsuroError(f"{len(self)} games need {len(self)} ids, not {row.dtype} of shape {row.shape}")
        return self._for_core(np.ascontiguousarray(row, dtype=np.int64))

    def _for_core(self, row: NDArray[Any]) -> Any:
        """The core takes arrays when compiled, else lists."""
        return row if self._core.compiled else row.tolist()

    def _column(self, at: int) -> NDArray[np.uint8]:
        if self._core.compiled:
            column: NDArray[np.uint8] = self._rows[:, at].astype(np.uint8)
            return column
        return np.array([row[at] for row in self._rows], dtype=np.uint8)
