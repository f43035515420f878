"""Many games stepped at once, and many played to their end.

The functions compile like those of the kernel; `Batch` combines them, for training and measuring.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tsuro.fast.core import INTERPRETED, Core
from tsuro.fast.kernel import (
    crowded,
    follow,
    is_harmful,
    loops,
    new_game,
    play,
    playout,
    random_placement,
    safe_turns,
)
from tsuro.fast.layout import (
    ACTIVE,
    ALL_TURNS,
    CLASSIC,
    HAND,
    HELD,
    IN_PILE,
    MARK,
    NO_RAMMING,
    PLAYERS,
    TURNS,
    WINNERS,
    Position,
)
from tsuro.fast.position import is_supported
from tsuro.game.edition import MODERN, Edition
from tsuro.game.errors import TsuroError
from tsuro.game.state import Setup

__all__ = [
    "PLACEMENTS",
    "Batch",
    "choose_at_random",
    "first_illegal",
    "is_legal",
    "legal_shapes",
    "list_legal",
    "new_games",
    "placed",
    "play_games",
    "read_column",
    "read_over",
    "renew",
    "seeds_from",
    "step",
]

PLACEMENTS = 12  # of three tiles, each turned in at most four ways


def is_legal(g: Position, shape: int) -> bool:
    """Whether the active player may place the shape (P1 to P3)."""
    point, hand, tile = g[MARK + g[ACTIVE]], HAND + g[ACTIVE] * 3, shape >> 5
    if tile not in (g[hand], g[hand + 1], g[hand + 2]) or shape & 7 or (shape >> 3 & 3) >= TURNS[tile]:
        return False
    if not is_harmful(g, follow(g, point & ~7, shape, point & 7)):
        return True
    return not any_safe(g, point, hand)


def any_safe(g: Position, point: int, hand: int) -> bool:
    """Whether a tile of the hand can be placed without harming the marker."""
    turns = safe_turns(g, point, g[hand]) | safe_turns(g, point, g[hand + 1]) | safe_turns(g, point, g[hand + 2])
    return turns != 0


def legal_shapes(g: Position, shapes: list[int]) -> None:
    """Write the shapes that the active player may place, each at slot * 4 + turns."""
    point, hand = g[MARK + g[ACTIVE]], HAND + g[ACTIVE] * 3
    forced = not any_safe(g, point, hand)
    for slot in range(3):
        tile = g[hand + slot] + 0
        turns = ALL_TURNS[tile] + 0 if forced else safe_turns(g, point, tile)
        for turn in range(4):
            shapes[slot * 4 + turn] = tile * 32 + turn * 8 if turns >> turn & 1 else 0


def placed(g: Position) -> int:
    """How many tiles are on the board."""
    tiles = 35 - g[IN_PILE]
    for seat in range(g[PLAYERS]):
        tiles -= g[HELD + seat]
    return tiles


def play_games(g: Position, players: int, games: int, seed: int) -> tuple[int, int]:
    """Play this many random games of the modern edition; returns how many tiles were placed, and the new seed."""
    placements = 0
    for _ in range(games):
        seed = new_game(g, players, 0, 0, seed)
        seed = playout(g, seed)
        placements += placed(g)
    return placements, seed


# Many games, each with its own seed; those that are over stay as they are


def new_games(games: list[Position], players: int, classic: int, no_ramming: int, seeds: list[int]) -> None:
    for i in range(len(games)):
        seeds[i] = new_game(games[i], players, classic, no_ramming, seeds[i])


def renew(games: list[Position], seeds: list[int]) -> None:
    """Restart the games that are over, with the same rules."""
    for i in range(len(games)):
        g = games[i]
        if g[WINNERS]:
            seeds[i] = new_game(g, g[PLAYERS], g[CLASSIC], g[NO_RAMMING], seeds[i])


def list_legal(games: list[Position], shapes: list[list[int]]) -> None:
    """Write the legal shapes of each game, as `legal_shapes` does; all 0 where it is over."""
    for i in range(len(games)):
        if games[i][WINNERS]:
            for n in range(12):
                shapes[i][n] = 0
        else:
            legal_shapes(games[i], shapes[i])


def first_illegal(games: list[Position], shapes: list[int]) -> int:
    """The first running game in which the shape may not be placed; -1 if there is none."""
    for i in range(len(games)):
        if games[i][WINNERS] == 0 and not is_legal(games[i], shapes[i]):
            return i
    return -1


def choose_at_random(games: list[Position], shapes: list[int], seeds: list[int]) -> None:
    """Write a random legal shape for each game; 0 where it is over."""
    for i in range(len(games)):
        g = games[i]
        shapes[i] = 0
        if g[WINNERS] == 0:
            seat = g[ACTIVE] + 0
            base = g[MARK + seat] & ~7
            follows = loops(g, base) or (g[NO_RAMMING] != 0 and crowded(g, base))
            seeds[i], _, shapes[i], _ = random_placement(g, seat, follows, seeds[i])


def step(games: list[Position], shapes: list[int], seeds: list[int]) -> None:
    """Play a turn with the given shape in each running game. The shapes must be legal."""
    for i in range(len(games)):
        if games[i][WINNERS] == 0:
            seeds[i] = play(games[i], shapes[i], seeds[i])


def read_over(games: list[Position], over: list[int]) -> None:
    for i in range(len(games)):
        over[i] = games[i][WINNERS] != 0


def read_column(games: list[Position], at: int, out: list[int]) -> None:
    for i in range(len(games)):
        out[i] = games[i][at]


def seeds_from(seed: int, n: int) -> list[int]:
    """This many seeds for the kernel, from any number."""
    random = Random(seed)
    return [random.randrange(1, 1 << 62) for _ in range(n)]


class Batch:
    """Many games of the same rules, stepped together.

    Rows are arrays with a compiled core, lists with an interpreted one. Start marks are chosen at
    random, and exchanges are declined.

    >>> batch = Batch(games=2, players=4, seed=1)
    >>> while not all(batch.over):
    ...     batch.step(batch.random_shapes())
    >>> batch.winners
    [2, 8]
    """

    def __init__(
        self, *, games: int, players: int, edition: Edition = MODERN, seed: int = 0, core: Core = INTERPRETED
    ) -> None:
        if not is_supported(Setup(edition=edition, players=players)):
            raise TsuroError("variants (V1 to V4) cannot be played in batches")
        self._core = core
        self._size = games
        self._seeds = core.integers(seeds_from(seed, games))
        self.positions = core.positions(games)
        core[new_games](self.positions, players, int(edition.is_classic), int(edition.no_ramming), self._seeds)

    def __len__(self) -> int:
        return self._size

    @property
    def active(self) -> list[int]:
        """Whose turn it is in each game."""
        return self._column(ACTIVE)

    @property
    def winners(self) -> list[int]:
        """The winners of each game, a bit for each seat; 0 while it goes on."""
        return self._column(WINNERS)

    @property
    def over(self) -> list[int]:
        """For each game 1 if it is over, else 0."""
        row = self._row()
        self._core[read_over](self.positions, row)
        return row

    def legal(self) -> list[list[int]]:
        """For each game 12 shapes, each at slot * 4 + turns; 0 where there is none."""
        shapes = self._core.table(self._size, PLACEMENTS)
        self._core[list_legal](self.positions, shapes)
        return shapes

    def random_shapes(self) -> list[int]:
        """A random legal shape for each game."""
        shapes = self._row()
        self._core[choose_at_random](self.positions, shapes, self._seeds)
        return shapes

    def step(self, shapes: Sequence[int]) -> None:
        """Play a turn in each running game; for the others, the shape does not matter."""
        row = self._core.integers(shapes)
        if len(row) != self._size:
            raise TsuroError(f"{self._size} games need {self._size} shapes, not {len(row)}")
        if (wrong := self._core[first_illegal](self.positions, row)) >= 0:
            raise TsuroError(f"game {wrong}: the shape {row[wrong]} may not be placed")
        self._core[step](self.positions, row, self._seeds)

    def reset(self) -> None:
        """Restart the games that are over."""
        self._core[renew](self.positions, self._seeds)

    def _row(self) -> list[int]:
        return self._core.table(1, self._size)[0]

    def _column(self, at: int) -> list[int]:
        row = self._row()
        self._core[read_column](self.positions, at, row)
        return row
