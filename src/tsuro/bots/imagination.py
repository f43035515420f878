"""What a bot imagines: the position it sees, in the core's form, with guesses for the hidden tiles."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tsuro.fast.core import Core
from tsuro.fast.layout import IN_PLAY
from tsuro.fast.position import flatten, hidden_tiles
from tsuro.fast.search import SCRATCH, find, grow, sample, sample_start
from tsuro.fast.value import VALUE_ROW
from tsuro.game.actions import ExchangeTiles, PlaceMarker
from tsuro.game.view import View

__all__ = ["Imagination", "Tree"]


class Imagination:
    """Plays on from a view again and again, each time with other hidden tiles. Knows only the view.

    With the weights of the learned value, it need not play every game to its end.
    """

    def __init__(self, view: View, core: Core, random: Random, weights: Sequence[float] = ()) -> None:
        hidden = hidden_tiles(view.position)
        self.core = core
        self.root = core.position(flatten(view.position))
        self.board = core.position([0] * len(self.root))
        self.hidden = core.integers([*hidden, 0])
        self.tiles = len(hidden)
        self.free = sum(1 << square for square, tile in enumerate(view.position.board) if tile is None)
        self.seed = random.getrandbits(61) + 1
        out = view.position.out[-1] if view.position.out else ()
        self._out = sum(1 << seat for seat in out)
        self._row = core.fractions(VALUE_ROW)
        self._scratch = core.table(1, SCRATCH)[0]
        self._weights = core.numbers(weights)

    def sample(self, shape: int, playouts: int, *, greedy: bool) -> tuple[float, float]:
        """The sum of the shares won in a number of playouts after the placement, and of their squares."""
        return self._sample(shape, [], playouts, greedy=greedy)

    def sample_exchange(self, exchange: ExchangeTiles, playouts: int) -> tuple[float, float]:
        """The same after an exchange."""
        pairs = [tile for pair in zip(exchange.give, exchange.take, strict=True) for tile in pair]
        return self._sample(0, pairs, playouts, greedy=True)

    def _sample(self, shape: int, swaps: list[int], playouts: int, *, greedy: bool) -> tuple[float, float]:
        row = self.core.integers([*swaps, 0])
        self.seed, total, squares = self.core[sample](
            self.root, self.board, self.hidden, self.tiles, shape, row, self._out, playouts, greedy, self.seed
        )
        return total, squares

    def sample_start(self, start: PlaceMarker, view: View, playouts: int) -> tuple[float, float]:
        """The same after a start mark; those who have none yet get any."""
        position, root = view.position, self.core.position(self.root)
        seats = range(position.setup.players)
        without = sum(1 << seat for seat in seats if position.starts[seat] is None and seat != position.active)
        root[IN_PLAY] = (1 << len(seats)) - 1
        self.seed, total, squares = self.core[sample_start](
            root,
            self.board,
            self.hidden,
            self.tiles,
            start.mark,
            without,
            position.setup.first,
            self._scratch,
            self._row,
            self._weights,
            playouts,
            self.seed,
        )
        return total, squares

    def grow(self, nodes: list[int], won: list[float], playouts: int, explore: float) -> None:
        """Let a tree learn from a number of playouts."""
        self.seed = self.core[grow](
            self.root,
            self.board,
            self.hidden,
            self.tiles,
            nodes,
            won,
            self._scratch,
            self.free,
            self._row,
            self._weights,
            playouts,
            explore,
            self.seed,
        )


class Tree:
    """What playouts showed, placement by placement."""

    def __init__(self, imagination: Imagination, nodes: int) -> None:
        places = 1 << (nodes + nodes // 2).bit_length()
        core = imagination.core
        self.imagination = imagination
        self.nodes = core.table(1, (places + 1) * 2)[0]
        self.won = core.fractions(places)

    def grow(self, playouts: int, explore: float) -> None:
        """Learn from a number of further playouts; each adds a node while there is room."""
        of = self.imagination
        of.grow(self.nodes, self.won, playouts, explore)

    @property
    def is_compiled(self) -> bool:
        return self.imagination.core.compiled

    def record(self, shape: int) -> tuple[int, float]:
        """How often the placement was tried, and the sum of the shares it won."""
        place = self.imagination.core[find](self.nodes, len(self.nodes) // 2 - 1, shape)
        visits = int(self.nodes[place * 2 + 1])
        return visits, float(self.won[place]) if visits else 0.0
