"""Many games at once, on the core: one seat of each against opponents, or every seat."""

from __future__ import annotations

from collections.abc import Sequence
from secrets import randbits
from typing import Any

import numpy as np
from gymnasium.error import InvalidAction
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tsuro.fast.ids import ACTIONS
from tsuro.game.board import Seat
from tsuro.game.edition import Edition
from tsuro.game.errors import ImpossibleSetup
from tsuro.rl.batch import Batch
from tsuro.rl.episodes import AllSeats, Episodes, names_of_opponents
from tsuro.rl.errors import IllegalAction
from tsuro.rl.options import Options

__all__ = ["SELF_PLAY", "TsuroVectorEnv"]

SELF_PLAY = "self-play"

Rows = NDArray[np.uint8]
Infos = dict[str, Any]
Step = tuple[Rows, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]


class TsuroVectorEnv(VectorEnv[Rows, NDArray[np.int64], NDArray[Any]]):
    """Many games, each the one that `TsuroEnv` plays with the same seed; what has ended begins anew at once.

    Observations, masks and rewards are written again two steps later: copy what you keep longer.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 -- Gymnasium declares it so
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(  # noqa: PLR0913 -- an environment is made by naming what differs
        self,
        num_envs: int = 1,
        *,
        players: int = 4,
        edition: Edition | str = "modern",
        first: Seat | None = 0,
        draw_marks: bool = False,
        seat: Seat | None = None,
        opponents: str | Sequence[str] = "random",
        seats: int | None = None,
        face_north: bool = False,
        observations: bool = True,
    ) -> None:
        """As in `TsuroEnv`, but opponents are `random` or `greedy`, or all of them together `self-play`.

        In `self-play`, the caller decides for every seat: observations are those of the seat that decides next,
        and a reward is that of the seat that has just decided. Without `observations`, neither they nor masks are
        written: for programs that make their own from `batch`.
        """
        options = Options(players=players, edition=edition, first=first, draw_marks=draw_marks)
        self._batch: Episodes | AllSeats
        if opponents == SELF_PLAY:
            if seat is not None:
                raise ImpossibleSetup("in self-play, the caller has every seat: leave out the seat")
            self._batch = AllSeats(options, games=num_envs, seed=randbits(62), seats=seats, face_north=face_north)
        else:
            self._batch = Episodes(
                options,
                games=num_envs,
                seed=randbits(62),
                seat=seat,
                opponents=names_of_opponents(opponents, players),
                seats=seats,
                face_north=face_north,
            )
        self.num_envs, self._players, self._observing = num_envs, players, observations
        self._make_spaces()
        self._make_buffers()

    def _make_spaces(self) -> None:
        high = self._batch.layout.high if self._observing else np.zeros(0, dtype=np.uint8)
        self.single_observation_space = Box(np.zeros_like(high), high, dtype=np.uint8)
        self.single_action_space = Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def _make_buffers(self) -> None:
        """Two of each: what the step before gave out is still good."""
        size = self._batch.layout.size if self._observing else 0
        self._rows: list[Rows] = [np.zeros((self.num_envs, size), dtype=np.uint8) for _ in range(2)]
        self._masks = [np.zeros((self.num_envs, ACTIONS), dtype=np.bool_) for _ in range(2)]
        self._never, self._all = np.zeros(self.num_envs, dtype=np.bool_), np.ones(self.num_envs, dtype=np.bool_)

    @property
    def batch(self) -> Batch:
        """The games that are played."""
        return self._batch

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Rows, Infos]:
        """Begin all games anew. Of one seed, game *n* gets seed + *n*; without one, chance goes on."""
        seeds = range(seed, seed + self.num_envs) if isinstance(seed, int) else seed
        super().reset(seed=None if seeds is None else int(seeds[0]), options=options)
        self._batch.reset(seed=seeds)
        return self._seen({})

    def step(self, actions: NDArray[np.int64]) -> Step:
        """Do what the ids say; `InvalidAction`, and no change, if one of them is not allowed."""
        batch = self._batch
        try:
            batch.step(actions)
        except IllegalAction as error:
            raise InvalidAction(str(error)) from None
        ended, rewards = batch.ended.copy(), batch.rewards.copy()
        infos = self._reset_ended(ended) if ended.any() else {}
        rows, infos = self._seen(infos)
        return rows, rewards, ended, self._never, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """By game: which ids may be chosen."""
        return self._batch.masks()

    def _seen(self, infos: Infos) -> tuple[Rows, Infos]:
        batch = self._batch
        seats = batch.seats.copy()
        infos["seat"], infos["_seat"] = seats, self._all
        if self._observing:
            self._rows.reverse()
            self._masks.reverse()
            batch.observe(None if isinstance(batch, AllSeats) else seats, out=self._rows[0])
            infos["action_mask"] = batch.masks(out=self._masks[0]).view(np.int8)
            infos["_action_mask"] = self._all
        return self._rows[0], infos

    def _reset_ended(self, ended: NDArray[np.bool_]) -> Infos:
        """Begin games that have ended anew; returns what was last known of them."""
        batch, seats = self._batch, self._batch.last_seats.copy()
        numbers, ranks = np.flatnonzero(ended), np.zeros((self.num_envs, self._players), dtype=np.uint8)
        ranks[numbers] = batch.ranks[numbers, : self._players]
        infos: Infos = {"final_info": {"ranks": ranks, "_ranks": ended, "seat": seats, "_seat": ended}}
        infos["_final_info"] = ended
        if isinstance(batch, AllSeats):
            rewards = np.zeros((self.num_envs, self._players))
            rewards[numbers] = batch.everybodys_rewards[numbers, : self._players]
            infos["rewards"], infos["_rewards"] = rewards, ended
        if self._observing:
            final = np.empty(self.num_envs, dtype=object)
            for n, row in zip(numbers, batch.observe_some(numbers, seats), strict=True):
                final[n] = row
            infos["final_obs"], infos["_final_obs"] = final, ended
        batch.reset_ended()
        return infos
