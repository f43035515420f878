"""One game, played by action ids."""

from __future__ import annotations

from operator import index
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from tsuro.fast.batch import random_id, seeds_from, write_shares
from tsuro.fast.core import INTERPRETED, Core
from tsuro.fast.episodes import write_ranks_so_far
from tsuro.fast.ids import ACTIONS, DONE, action_ids, describe_id
from tsuro.fast.layout import ACTIVE, DRAWER, IN_PILE, IN_PLAY, PHASE, PILE, PLAYERS
from tsuro.fast.observation import observe
from tsuro.fast.position import row_of, state_of
from tsuro.fast.steps import begin, deal_anew, draw_tile, try_id, write_mask
from tsuro.fast.symmetry import INVERSE, facing, mask_facing_north, observe_facing_north, turn_id
from tsuro.game.actions import Action
from tsuro.game.board import Seat
from tsuro.game.errors import ImpossibleSetup
from tsuro.game.state import State
from tsuro.game.tiles import TILES, Tile
from tsuro.rl.cores import checked_row, default_core
from tsuro.rl.errors import IllegalAction
from tsuro.rl.layout import Layout, room_for
from tsuro.rl.options import Options, Phase

__all__ = ["Game"]

_SEATS = tuple(tuple(seat for seat in range(8) if bits >> seat & 1) for bits in range(256))
_OVER, _DEAL, _DRAW, _GIVE = int(Phase.OVER), int(Phase.DEAL), int(Phase.DRAW), int(Phase.GIVE_TILE)


class Game:
    """One game. Arrays that it gives out are new; a copy of a game goes its own way.

    With `asks_chance`, tiles are dealt and drawn one by one, by `draw`: see `is_chance`. Observations have room
    for `seats` seats; without it, for those who play. With `face_north`, observations and ids are turned so that
    the marker of the seat that looks, or decides, faces north.
    """

    __slots__ = ("_core", "_layout", "_north", "_options", "_row", "_seed")

    def __init__(
        self,
        options: Options | None = None,
        *,
        seed: int = 0,
        asks_chance: bool = False,
        seats: int | None = None,
        face_north: bool = False,
        core: Core | None = None,
    ) -> None:
        self._options = options or Options()
        self._core = core or default_core()
        self._layout, self._north = room_for(seats, self._options.players), face_north
        self._row = self._core.position(self._options.row(asks_chance=asks_chance))
        self.reset(seed=index(seed))

    def __repr__(self) -> str:
        return f"<Game of {self.players}: {self.phase.name}, seat {self.active}>"

    def reset(self, *, seed: int | None = None) -> None:
        """Begin anew; without a seed, chance goes on from where it is."""
        if seed is not None:
            [self._seed] = seeds_from(seed, 1)
        self._seed = self._core[begin](self._row, self._seed)

    def copy(self) -> Game:
        """The same moment once more. It has the same chance to come, unless that is asked for: see `reseed`."""
        other = object.__new__(Game)
        other._core, other._options, other._seed = self._core, self._options, self._seed
        other._layout, other._north = self._layout, self._north
        other._row = self._row.copy()
        return other

    def __getstate__(self) -> tuple[object, ...]:
        """Everything but the core: where a game is unpickled, it finds one of its own."""
        row = [int(number) for number in self._row]
        return self._options, row, self._seed, self._layout.seats, self._north, self._core.compiled

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._options, row, self._seed, seats, self._north, compiled = state
        self._core = default_core() if compiled else INTERPRETED
        self._layout = room_for(seats, self._options.players)
        self._row = self._core.position(checked_row(row))

    def reseed(self, seed: int) -> None:
        """Let chance decide anew from here."""
        [self._seed] = seeds_from(seed, 1)

    def resample(self, seat: Seat, seed: int) -> None:
        """Deal the tiles that the seat does not see anew, and let chance decide anew from here.

        The seat sees what it saw before, and the rest depends on that and on the seed alone: a copy that is
        resampled knows nothing that is hidden from the seat. Every deal is as likely as any other; what earlier
        turns tell of hidden tiles is not considered. An exchange of somebody else's begins again.
        """
        self.reseed(seed)
        hidden = self._core.integers([0] * len(TILES))
        self._seed = self._core[deal_anew](self._row, self._checked(seat), hidden, self._seed)

    @property
    def options(self) -> Options:
        """What the game is played by."""
        return self._options

    @property
    def players(self) -> int:
        return int(self._row[PLAYERS])

    @property
    def phase(self) -> Phase:
        """What is to be decided."""
        return Phase(int(self._row[PHASE]))

    @property
    def active(self) -> Seat:
        """Who decides next; when chance does, whose turn it is."""
        return int(self._row[ACTIVE])

    @property
    def in_play(self) -> tuple[Seat, ...]:
        """The seats that have not been eliminated, ascending."""
        return _SEATS[self._row[IN_PLAY]]

    @property
    def is_over(self) -> bool:
        return bool(self._row[PHASE] == _OVER)

    # What may be done, and doing it

    def observe(self, seat: Seat | None = None) -> NDArray[np.uint8]:
        """What the seat sees, or the active player: a row of numbers as `layout` says."""
        layout, core = self._layout, self._core
        me = int(self._row[ACTIVE]) if seat is None else self._checked(seat)
        [row] = core.small_table(1, layout.size)
        if self._north:
            core[observe_facing_north](self._row, me, layout.seats, core.small_table(1, layout.size)[0], row)
        else:
            core[observe](self._row, me, layout.seats, row)
        return np.asarray(row, dtype=np.uint8)

    def _checked(self, seat: Seat) -> Seat:
        if seat not in range(self._options.players):
            raise ImpossibleSetup(f"there is no seat {seat}: the seats are 0 to {self._options.players - 1}")
        return index(seat)

    @property
    def layout(self) -> Layout:
        """What stands where in an observation."""
        return self._layout

    def mask(self) -> NDArray[np.bool_]:
        """Which of the 224 ids the active player may choose."""
        [mask] = self._core.small_table(1, ACTIONS)
        if self._north:
            self._core[mask_facing_north](self._row, self._core.small_table(1, ACTIONS)[0], mask)
        else:
            self._core[write_mask](self._row, mask)
        return np.asarray(mask, dtype=np.uint8).view(np.bool_)

    def legal_ids(self) -> NDArray[np.intp]:
        """The ids that the active player may choose, ascending."""
        return np.flatnonzero(self.mask())

    def step(self, action: SupportsIndex) -> None:
        """The active player does this. Raises `IllegalAction`, and changes nothing, if that is not allowed."""
        chosen = index(action)  # another kind of integer would be compiled for anew
        self._step(turn_id(chosen, INVERSE[self.turns]) if self._north else chosen)

    def play(self, action: Action) -> None:
        """The active player does this: the same as `step` for each of its ids, but that nothing is ever turned."""
        trial = self.copy()
        for part in action_ids(action):
            if part != DONE or trial._row[PHASE] == _GIVE:
                trial._step(part)
        self._row, self._seed = trial._row, trial._seed

    def random_id(self, seed: int) -> int:
        """A legal id, each as likely as the others."""
        action = int(self._core[random_id](self._row, seeds_from(seed, 1)[0])[1])
        return turn_id(action, self.turns) if self._north else action

    @property
    def turns(self) -> int:
        """The quarter turns, clockwise, after which the active player's marker faces north; 0 without one."""
        return int(self._core[facing](self._row, int(self._row[ACTIVE])))

    def _step(self, action: int) -> None:
        seed = self._core[try_id](self._row, action, self._seed)
        if not seed:
            raise IllegalAction(self._refusal(action))
        self._seed = seed

    def _refusal(self, action: int) -> str:
        if not 0 <= action < ACTIONS:
            return f"there is no id {action}: ids are 0 to {ACTIONS - 1}"
        if self.is_over or self.is_chance:
            return f"{describe_id(action)} ({action}): nobody is to decide now, the phase is {self.phase.name}"
        return f"{describe_id(action)} ({action}) is not allowed now: seat {self.active}, {self.phase.name}"

    # Chance, where it is asked for

    @property
    def is_chance(self) -> bool:
        """Whether `draw` is next."""
        return int(self._row[PHASE]) in {_DEAL, _DRAW}

    @property
    def drawer(self) -> Seat | None:
        """Who is dealt a tile, or draws one, next; None when somebody is to decide."""
        return int(self._row[DRAWER]) if self.is_chance else None

    def pile(self) -> tuple[Tile, ...]:
        """The tiles of the draw pile, ascending: each is as likely to be drawn as the others."""
        return tuple(sorted(int(tile) for tile in self._row[PILE : PILE + int(self._row[IN_PILE])]))

    def draw(self, tile: Tile) -> None:
        """The drawer gets this tile of the pile."""
        if not self.is_chance or tile not in self.pile():
            raise IllegalAction(f"tile {tile} cannot be drawn now")
        self._seed = self._core[draw_tile](self._row, index(tile), self._seed)

    # Results

    def shares(self) -> NDArray[np.float64]:
        """By seat: the share of the win; all 0 while the game goes on."""
        shares: Any = self._core.fractions(self.players)
        if self.is_over:
            self._core[write_shares](self._row, shares)
        return np.asarray(shares, dtype=np.float64)

    def ranks(self) -> NDArray[np.uint8]:
        """By seat: the rank, 1 for the winners (W4); 0 for those whose rank is still open."""
        [row] = self._core.small_table(1, self.players)
        self._core[write_ranks_so_far](self._row, row)
        return np.asarray(row, dtype=np.uint8)

    # To and from the rules

    def state(self) -> State:
        """The moment as the rules see it, with hidden tiles; without what an exchange has named so far."""
        return state_of([int(number) for number in self._row], self._options.edition)

    @classmethod
    def of(
        cls,
        state: State,
        *,
        seed: int = 0,
        asks_chance: bool = False,
        seats: int | None = None,
        face_north: bool = False,
        core: Core | None = None,
    ) -> Game:
        """A game that goes on from a state.

        The position of a view will do, to see what the viewer sees; tiles face down cannot be played or drawn.
        """
        setup = state.setup
        options = Options(players=setup.players, edition=setup.edition, first=setup.first)
        game = cls(options, seed=seed, asks_chance=asks_chance, seats=seats, face_north=face_north, core=core)
        game._row = game._core.position(row_of(state, asks_chance=asks_chance))
        return game
