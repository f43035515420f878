"""What a bot imagines: the position it sees, in the core's form, with guesses for the hidden tiles."""

from __future__ import annotations

from random import Random

from tsuro.fast.core import Core
from tsuro.fast.layout import SIZE
from tsuro.fast.position import flatten, hidden_tiles
from tsuro.fast.search import SCRATCH, find, grow, sample, sample_exchange
from tsuro.game.actions import ExchangeTiles
from tsuro.game.view import View

__all__ = ["Imagination", "Tree"]


class Imagination:
    """Plays on from a view again and again, each time with other hidden tiles. Knows only the view."""

    def __init__(self, view: View, core: Core, random: Random) -> None:
        hidden = hidden_tiles(view.position)
        self.core = core
        self.root = core.position(flatten(view.position))
        self.board = core.position([0] * SIZE)
        self.hidden = core.integers([*hidden, 0])
        self.tiles = len(hidden)
        self.seed = random.getrandbits(61) + 1
        out = view.position.out[-1] if view.position.out else ()
        self._out = sum(1 << seat for seat in out)

    def sample(self, shape: int, playouts: int, *, greedy: bool) -> tuple[float, float]:
        """The sum of the shares won in a number of playouts after the placement, and of their squares."""
        self.seed, total, squares = self.core[sample](
            self.root, self.board, self.hidden, self.tiles, shape, playouts, greedy, self.seed
        )
        return total, squares

    def sample_exchange(self, exchange: ExchangeTiles, playouts: int) -> tuple[float, float]:
        """The same after an exchange."""
        pairs = [tile for pair in zip(exchange.give, exchange.take, strict=True) for tile in pair]
        swaps = self.core.integers([*pairs, 0])
        self.seed, total, squares = self.core[sample_exchange](
            self.root, self.board, self.hidden, self.tiles, swaps, self._out, playouts, self.seed
        )
        return total, squares


class Tree:
    """What playouts showed, placement by placement."""

    def __init__(self, imagination: Imagination, nodes: int) -> None:
        places = 1 << (nodes + nodes // 2).bit_length()
        core = imagination.core
        self.imagination = imagination
        self.nodes = core.table(1, (places + 1) * 2)[0]
        self.won = core.fractions(places)
        self._scratch = core.table(1, SCRATCH)[0]

    def grow(self, playouts: int, explore: float) -> None:
        """Learn from a number of further playouts; each adds a node while there is room."""
        of = self.imagination
        of.seed = of.core[grow](
            of.root,
            of.board,
            of.hidden,
            of.tiles,
            self.nodes,
            self.won,
            self._scratch,
            playouts,
            explore,
            of.seed,
        )

    @property
    def is_compiled(self) -> bool:
        return self.imagination.core.compiled

    def record(self, shape: int) -> tuple[int, float]:
        """How often the placement was tried, and the sum of the shares it won."""
        place = self.imagination.core[find](self.nodes, len(self.nodes) // 2 - 1, shape)
        visits = int(self.nodes[place * 2 + 1])
        return visits, float(self.won[place]) if visits else 0.0
