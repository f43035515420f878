"""Games from one seat's side: one, or many side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tsuro.bots import make_bot
from tsuro.fast.batch import choice_seed, seeds_from
from tsuro.fast.episodes import (
    GREEDY,
    OUTSIDE,
    RANDOM,
    begin_episode,
    begin_episodes,
    episode_reward,
    has_ended,
    play_others,
    step_all_seats,
    step_episodes,
)
from tsuro.fast.layout import NOBODY
from tsuro.game.board import Seat
from tsuro.game.errors import ImpossibleSetup
from tsuro.game.view import view
from tsuro.player import Player
from tsuro.rl.batch import Batch
from tsuro.rl.game import Game
from tsuro.rl.options import Options

__all__ = ["ON_THE_CORE", "AllSeats", "Episode", "Episodes", "names_of_opponents"]

ON_THE_CORE = {"random": RANDOM, "greedy": GREEDY}
"""Opponents that play on the core, by name."""


def names_of_opponents(opponents: str | Sequence[str], players: int) -> tuple[str, ...]:
    """One name for each of the others, clockwise from the seat that is played."""
    names = (opponents,) * (players - 1) if isinstance(opponents, str) else tuple(opponents)
    if len(names) != players - 1:
        raise ImpossibleSetup(f"{players} players need {players - 1} opponents, not {len(names)}")
    return names


def _check_seat(seat: Seat | None, players: int) -> int:
    if seat is not None and seat not in range(players):
        raise ImpossibleSetup(f"there is no seat {seat}: the seats are 0 to {players - 1}")
    return NOBODY if seat is None else seat


def _kinds(names: Sequence[str]) -> list[int]:
    kinds = [ON_THE_CORE.get(name, OUTSIDE) for name in names]
    return kinds + [RANDOM] * (7 - len(kinds))


class Episode(Game):
    """One game from one seat's side: `step` is the seat's, and the opponents play by themselves.

    The opponents are named clockwise from the seat: `random` and `greedy` on the core, or any bot by its name.
    """

    __slots__ = ("_bots", "_choice", "_chosen", "_kinds", "_names", "seat")

    def __init__(
        self,
        options: Options,
        *,
        seed: int,
        seat: Seat | None,
        opponents: Sequence[str],
        seats: int | None,
        face_north: bool,
    ) -> None:
        self._chosen, self._names = _check_seat(seat, options.players), opponents
        super().__init__(options, seed=seed, seats=seats, face_north=face_north)
        self._kinds = self._core.integers(_kinds(opponents))
        self._bots: dict[int, Player] = {}
        self.begin(seed=seed)

    def __getstate__(self) -> tuple[object, ...]:
        """Everything but the core, with the bots."""
        return super().__getstate__(), self._chosen, self._names, self._choice, self.seat, self._bots

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        game, self._chosen, self._names, self._choice, self.seat, self._bots = state
        super().__setstate__(game)
        self._kinds = self._core.integers(_kinds(self._names))

    def begin(self, *, seed: int | None = None) -> None:
        """Begin anew, and play up to the seat's first decision; without a seed, chance goes on."""
        if seed is not None:
            [self._seed] = seeds_from(seed, 1)
            self._choice = choice_seed(self._seed)
            self._make_bots(seed)
        self._begin_one()
        while self.has_ended:  # bots ended it before the seat's first decision
            self._begin_one()

    def _begin_one(self) -> None:
        new = self._core[begin_episode](self._row, self._chosen, self._kinds, self._seed, self._choice)
        self._seed, self._choice, self.seat = new
        self._let_bots_play()

    def step(self, action: SupportsIndex) -> None:
        """The seat does this, and the others play until it is to decide again."""
        super().step(action)
        self._let_core_play()
        self._let_bots_play()

    @property
    def has_ended(self) -> bool:
        """Whether there is nothing more to decide for the seat: it is out, or the game is over."""
        return bool(self._core[has_ended](self._row, self.seat))

    @property
    def reward(self) -> float:
        """What the result is worth to the seat; 0 while there is none."""
        return self._core[episode_reward](self._row, self.seat) if self.has_ended else 0.0

    def close(self) -> None:
        """Let go of bots that are programs."""
        for bot in self._bots.values():
            close: Callable[[], None] | None = getattr(bot, "close", None)
            if close is not None:
                close()
        self._bots = {}

    def _make_bots(self, seed: int) -> None:
        self.close()
        for place, name in enumerate(self._names):
            if name not in ON_THE_CORE:
                self._bots[place] = make_bot(name, Random(f"{seed} {place}"))

    def _let_core_play(self) -> None:
        new = self._core[play_others](self._row, self.seat, self._kinds, self._seed, self._choice)
        self._seed, self._choice = new

    def _let_bots_play(self) -> None:
        while self._bots and not self.has_ended and self.active != self.seat:
            bot = self._bots[(self.active - self.seat) % self.players - 1]
            self.play(bot.choose(view(self.state(), self.active)))
            self._let_core_play()


class Episodes(Batch):
    """Many games, each from one seat's side; the opponents play on the core. The games are those of `Episode`."""

    def __init__(
        self,
        options: Options,
        *,
        games: int,
        seed: int | Sequence[int],
        seat: Seat | None,
        opponents: Sequence[str],
        seats: int | None,
        face_north: bool,
    ) -> None:
        if outside := [name for name in opponents if name not in ON_THE_CORE]:
            raise ImpossibleSetup(
                f"{outside[0]} cannot play many games at once: opponents are {' or '.join(ON_THE_CORE)}"
            )
        self._chosen, self._given_kinds = _check_seat(seat, options.players), _kinds(opponents)
        super().__init__(options, games=games, seed=seed, seats=seats, face_north=face_north)

    def _make_buffers(self, games: int) -> None:
        super()._make_buffers(games)
        self._kinds, self._mine = self._core.integers(self._given_kinds), self._core.integers([0] * games)
        self._rewards = self._core.fractions(games)

    @property
    def seats(self) -> NDArray[np.int64]:
        """The seat that each game is played from."""
        return np.asarray(self._mine, dtype=np.int64)

    @property
    def last_seats(self) -> NDArray[np.int64]:
        """The seat that took the last step in each game."""
        return self.seats

    @property
    def rewards(self) -> NDArray[np.float64]:
        """What the last step was worth: the result where the game has ended for the seat, else 0."""
        return np.asarray(self._rewards, dtype=np.float64)

    def step(self, actions: ArrayLike) -> None:
        """Do what the ids say in each game. Raises `IllegalAction`, and changes nothing, if one is not allowed."""
        self._core[step_episodes](
            self._rows,
            self._checked(actions),
            self._mine,
            self._kinds,
            self._ended,
            self._rewards,
            self._ranks,
            self._seeds,
            self._choice_seeds,
        )

    def reset_ended(self) -> None:
        """Begin games anew that the last step has ended."""
        self._begin(self._ended)

    def _begin(self, which: Any) -> None:
        self._core[begin_episodes](
            self._rows, which, self._chosen, self._kinds, self._mine, self._seeds, self._choice_seeds
        )


class AllSeats(Batch):
    """Many games in which the caller decides for every seat, with the names of `Episodes`."""

    def _make_buffers(self, games: int) -> None:
        super()._make_buffers(games)
        self._movers = self._core.integers([0] * games)
        self._everybody = self._core.fraction_table(games, self._layout.seats)
        self._last = np.zeros(games)

    @property
    def seats(self) -> NDArray[np.int64]:
        """The seat that decides next in each game."""
        return self.active.astype(np.int64)

    @property
    def last_seats(self) -> NDArray[np.int64]:
        """The seat that took the last step in each game."""
        return np.asarray(self._movers, dtype=np.int64)

    @property
    def rewards(self) -> NDArray[np.float64]:
        """What the last step was worth to the seat that took it: the result where the game has ended, else 0."""
        return self._last

    @property
    def everybodys_rewards(self) -> NDArray[np.float64]:
        """By game and seat: what the last game that ended there was worth; 0 before one has."""
        return np.asarray(self._everybody, dtype=np.float64)

    def step(self, actions: ArrayLike) -> None:
        """Do what the ids say in each game. Raises `IllegalAction`, and changes nothing, if one is not allowed."""
        row, self._last = self._checked(actions), np.zeros(len(self))
        if self._core[step_all_seats](
            self._rows, row, self._movers, self._ended, self._everybody, self._ranks, self._seeds
        ):
            ended = np.flatnonzero(self.ended)
            self._last[ended] = self.everybodys_rewards[ended, self.last_seats[ended]]

    def reset_ended(self) -> None:
        """Begin games anew that the last step has ended."""
        self._begin(self._ended)
