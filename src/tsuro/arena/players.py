"""Makes the players of each game, and keeps programs running from one game to the next."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Protocol, runtime_checkable

from tsuro.arena.entrants import Entrant
from tsuro.player import Player

__all__ = ["Players", "Staying"]


@runtime_checkable
class Staying(Protocol):
    """A player that is costly to make, so the same one plays game after game and is closed at the end.

    It limits the time for its moves itself.
    """

    def new_game(self, *, seed: int | None = None) -> None: ...

    def close(self) -> None: ...


class Players:
    """The players of one process."""

    def __init__(self, entrants: Sequence[Entrant]) -> None:
        self._entrants = entrants
        self._staying: dict[tuple[int, int], Player] = {}

    def close(self) -> None:
        """Close those that stay."""
        for player in self._staying.values():
            if isinstance(player, Staying):
                with suppress(Exception):  # one player that fails to close must not keep the others from closing
                    player.close()
        self._staying.clear()

    def player(self, entrant: int, *, copy: int, random: Random) -> Player:
        """A player for one game, the entrant's first, second, … in it; raises whatever goes wrong."""
        player = self._staying.get((entrant, copy))
        if player is None:
            player = self._entrants[entrant].make(random)
            if isinstance(player, Staying):
                self._staying[entrant, copy] = player
        if isinstance(player, Staying):
            player.new_game(seed=random.getrandbits(31))
        return player
