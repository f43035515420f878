"""What players know, in words and in numbers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from tsuro.game.board import Seat
from tsuro.game.state import State
from tsuro.game.tiles import FACE_DOWN
from tsuro.notation import write_edition, write_position, write_tiles
from tsuro.rl.openspiel.moment import Moment
from tsuro.rl.openspiel.planes import draw_private, draw_public, private_planes, public_planes
from tsuro.rl.openspiel.story import tell
from tsuro.rl.openspiel.tensors import Shapes, fill, private_shapes, public_shapes
from tsuro.rl.options import Options

if TYPE_CHECKING:
    from tsuro.rl.openspiel.game import TsuroState

__all__ = ["TsuroObserver", "describe"]


def describe(moment: Moment, state: State, private: Collection[Seat]) -> str:
    """The state in one line of the notation, then who is to draw, or what an exchange has named so far."""
    text = write_position(state)
    if moment.is_draw:
        text += f" draw:{moment.drawer + 1}"
    if moment.is_exchange:
        named = moment.named if moment.active in private else [FACE_DOWN] * len(moment.named)
        text += f" give:{write_tiles(named[::2])} take:{write_tiles(named[1::2])}"
    return text


def seen_by_all(state: State, seats: Collection[Seat]) -> State:
    """The state with all tiles face down that none of the seats may see (S5)."""
    shown = [state.seen_by(seat).hands for seat in seats]
    hidden = state.seen_by(None)
    hands = tuple(
        max([hidden.hands[owner], *(hands[owner] for hands in shown)]) for owner in range(len(state.hands))
    )
    return replace(hidden, hands=hands)


class TsuroObserver:
    """Conforms to OpenSpiel's interface of observers: `tensor`, its pieces by name in `dict`, and strings.

    With perfect recall everything that the player has seen and done is told, otherwise what there is to see
    now. Of the private part there may be the player's own, everybody's, or nobody's.
    """

    def __init__(self, options: Options, kind: Any) -> None:
        self._options = options
        self._title = f"{write_edition(options.edition)} for {options.players}"
        self._public: bool = kind.public_info
        self._recall: bool = kind.perfect_recall
        self._whose = kind.private_info
        self.dict: dict[str, Any] = {}
        self.tensor = self._make(self._shapes())

    def _shapes(self) -> Shapes:
        private = self._private(0)
        shapes: Shapes = {"player": (self._options.players,)} if self._is_one_players else {}
        if self._public:
            shapes |= public_shapes(self._options) if self._recall else public_planes(self._options)
        if private:
            kind = private_shapes if self._recall else private_planes
            shapes |= kind(self._options, len(private))
        return shapes

    def _make(self, shapes: Shapes) -> Any:
        """One row of numbers; each piece is a view of a part of it."""
        tensor = np.zeros(sum(prod(shape) for shape in shapes.values()), np.float32)
        at = 0
        for name, shape in shapes.items():
            self.dict[name] = tensor[at : at + prod(shape)].reshape(shape)
            at += prod(shape)
        return tensor

    @property
    def _is_one_players(self) -> bool:
        return bool(self._whose == pyspiel.PrivateInfoType.SINGLE_PLAYER)

    def _private(self, player: Seat) -> list[Seat]:
        """Whose private knowledge is shown."""
        if self._is_one_players:
            return [player]
        return list(range(self._options.players)) if self._whose == pyspiel.PrivateInfoType.ALL_PLAYERS else []

    def set_from(self, state: TsuroState, player: Seat) -> None:
        """Write what the player knows into `tensor`."""
        self.tensor.fill(0)
        if self._is_one_players:
            self.dict["player"][player] = 1
        private, players = self._private(player), self._options.players
        if self._recall:
            fill(self.dict, state.moment.log, players, private)
            return
        if self._public:
            draw_public(self.dict, state.moment, players)
        draw_private(self.dict, state.moment, private)

    def string_from(self, state: TsuroState, player: Seat) -> str:
        """What the player knows, in words."""
        private = self._private(player)
        who = f"player {player + 1}: " if self._is_one_players else ""
        if not self._recall:
            return who + self._now(state.moment, private)
        return f"{who}{self._title}: {self._tell(state.moment, private)}"

    def _tell(self, moment: Moment, private: list[Seat]) -> str:
        """What happened; searches ask for it more than once."""
        key = (self._public, *private)
        if key not in moment.told:
            moment.told[key] = tell(moment.log, public=self._public, private=private)
        return moment.told[key]

    def _now(self, moment: Moment, private: list[Seat]) -> str:
        state = seen_by_all(moment.state(self._options.edition), private)
        if self._public:
            return describe(moment, state, private)
        return " ".join(f"{seat + 1}={write_tiles(state.hands[seat])}" for seat in private)
