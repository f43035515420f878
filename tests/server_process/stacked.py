"""A server that deals tiles in a given order: two games can differ in just the tiles that a test chooses.

Run as a script, it takes the file with the order, before the options of `tsuro`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace

from tsuro.cli import main
from tsuro.deal import Deal
from tsuro.game.tiles import Tile
from tsuro.server.tables import dealing, new_match, next_deal

__all__ = ["StackedDeal", "stacked"]


class StackedDeal(Deal):
    """Draws the first tile of its secret that is in the pile. The commitment does not tell one from another.

    What players contribute has no effect.
    """

    def __call__(self, pile: tuple[Tile, ...]) -> Tile:
        order = self.secret if self.origin is None else self.origin.secret
        return next(tile for tile in order if tile in pile)

    @property
    def commitment(self) -> str:
        return "0" * 64


def stacked(order: Path) -> tuple[str, ...]:
    """The command of such a server."""
    return sys.executable, __file__, str(order)


if __name__ == "__main__":
    told = Path(sys.argv.pop(1))
    chance = SimpleNamespace(token_bytes=lambda _number: told.read_bytes())
    for module in (dealing, new_match, next_deal):
        vars(module)["Deal"] = StackedDeal
    vars(dealing)["secrets"] = chance
    sys.exit(main())
