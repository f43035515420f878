"""One seat of a game, against opponents by name."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from functools import partial
from secrets import randbits
from typing import Any, Literal, SupportsIndex

import gymnasium
import numpy as np
from gymnasium.error import InvalidAction, ResetNeeded
from gymnasium.spaces import Box
from numpy.typing import NDArray

from tsuro.fast.ids import ACTIONS
from tsuro.game.board import Seat
from tsuro.game.edition import Edition
from tsuro.game.errors import ImpossibleSetup
from tsuro.rl.episodes import Episode, names_of_opponents
from tsuro.rl.errors import IllegalAction
from tsuro.rl.gymnasium.spaces import ActionIds
from tsuro.rl.options import Options
from tsuro.rl.pictures import RENDER_MODES, Rendered, check_render_mode, picture_of

__all__ = ["TsuroEnv"]

Row = NDArray[np.uint8]
Info = dict[str, Any]
ILLEGAL = ("raise", "lose")


class TsuroEnv(gymnasium.Env[Row, np.int64]):
    """Tsuro from one seat's side. An episode ends when the seat is out, or the game is over."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 -- Gymnasium declares it so

    def __init__(  # noqa: PLR0913 -- an environment is made by naming what differs
        self,
        *,
        players: int = 4,
        edition: Edition | str = "modern",
        first: Seat | None = 0,
        draw_marks: bool = False,
        seat: Seat | None = None,
        opponents: str | Sequence[str] = "random",
        seats: int | None = None,
        face_north: bool = False,
        illegal: Literal["raise", "lose"] = "raise",
        render_mode: str | None = None,
    ) -> None:
        """What is not said here is as in `Options` and `Game`; an edition can be named as in the notation.

        Without a `seat`, one is drawn for each game. `opponents` is one name for all, or one for each, clockwise
        from the seat: `random` and `greedy` play on the core, other names are those of bots. An `illegal` action
        raises `InvalidAction` and changes nothing, or ends the episode with -1.
        """
        check_render_mode(render_mode)
        if illegal not in ILLEGAL:
            raise ImpossibleSetup(f"an illegal action can {' or '.join(ILLEGAL)}, not {illegal!r}")
        options = Options(players=players, edition=edition, first=first, draw_marks=draw_marks)
        self._new_game = partial(
            Episode,
            options,
            seat=seat,
            opponents=names_of_opponents(opponents, players),
            seats=seats,
            face_north=face_north,
        )
        self._game = self._new_game(seed=randbits(62))
        self._loses, self._ended = illegal == "lose", True
        self.render_mode = render_mode
        high = self._game.layout.high
        self.observation_space = Box(np.zeros_like(high), high, dtype=np.uint8)
        self.action_space: ActionIds = ActionIds(self._opening)
        self._names = [f"player_{number}" for number in range(players)]

    @property
    def game(self) -> Episode:
        """The game that is played."""
        return self._game

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Row, Info]:
        """Begin a new game; without a seed, chance goes on from where it is."""
        super().reset(seed=seed, options=options)
        self._game.begin(seed=seed)
        self._ended = self._game.has_ended
        return self._seen()

    def step(self, action: SupportsIndex) -> tuple[Row, float, bool, bool, Info]:
        """The seat does this, and the opponents play until it is to decide again."""
        if self._ended:
            raise ResetNeeded("the episode has ended: reset() begins the next")
        try:
            self._game.step(action)
        except IllegalAction as error:
            return self._refuse(error)
        self._ended = self._game.has_ended
        row, info = self._seen()
        return row, self._game.reward, self._ended, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which ids the seat may choose, as MaskablePPO asks for it: none when the episode has ended."""
        return np.zeros(ACTIONS, dtype=np.bool_) if self._ended else self._game.mask()

    def _opening(self, seed: int) -> NDArray[np.int8]:
        """What the seat may choose first after `reset(seed=seed)`."""
        with closing(self._new_game(seed=seed)) as game:
            return game.mask().view(np.int8)

    def _seen(self) -> tuple[Row, Info]:
        if self.render_mode == "human":
            self.render()
        game, mask = self._game, self.action_masks().view(np.int8)
        self.action_space.legal = mask.copy()  # what is given out is the caller's, to write in
        return game.observe(game.seat), {"action_mask": mask, "ranks": game.ranks(), "seat": game.seat}

    def _refuse(self, error: IllegalAction) -> tuple[Row, float, bool, bool, Info]:
        if not self._loses:
            raise InvalidAction(str(error)) from None
        self._ended = True
        row, info = self._seen()
        return row, -1.0, True, False, info

    def render(self) -> Rendered:
        """What anyone at the table may see, as the render mode says; in the mode human it is printed."""
        return picture_of(self._game, self.render_mode, self._names)

    def close(self) -> None:
        """Let go of opponents that are programs."""
        self._game.close()
