"""Tsuro for PettingZoo. What its actions and observations mean stays as it is under this name."""

from __future__ import annotations

from operator import index
from secrets import randbits
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from tsuro.fast.ids import ACTIONS
from tsuro.game.board import Seat
from tsuro.game.edition import MODERN, Edition
from tsuro.rl.game import Game
from tsuro.rl.options import Options
from tsuro.rl.pictures import RENDER_MODES, Rendered, check_render_mode, picture_of
from tsuro.rl.scoring import rewards_of

__all__ = ["env", "raw_env"]

Observation = Any  # a row, or a dictionary with a row and a mask
NOTHING = np.zeros(ACTIONS, dtype=np.int8)  # the mask of those who are not to decide
NOTHING.flags.writeable = False


def env(**options: Any) -> OrderEnforcingWrapper[str, Observation, Any]:
    """The environment as PettingZoo's own games come, with checks around it: see `raw_env` for its options.

    An illegal action ends the game, as in those games: whoever chose it gets -1, the others 0.
    """
    checked = TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv[str, Observation, Any], EzPickle):  # type: ignore[misc]  # noqa: N801 -- PettingZoo names it so, and has no types
    """The environment without checks around it: an illegal action raises `IllegalAction` and changes nothing."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "tsuro_v0",
        "render_modes": RENDER_MODES,
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(  # noqa: PLR0913 -- an environment is made by naming what differs
        self,
        *,
        players: int = 4,
        edition: Edition | str = MODERN,
        first: Seat | None = 0,
        draw_marks: bool = False,
        seats: int | None = None,
        face_north: bool = False,
        eliminated_stay: bool = False,
        masks_in_observations: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """The options are those of `Options` and `Game`.

        An edition can be named as in the notation: "classic", "modern+bonus". With `eliminated_stay`, players who
        are eliminated are agents until the game is over; otherwise they leave at once, with their reward. What an
        agent may do is the `action_mask` of its info; with `masks_in_observations`, observations are dictionaries
        that hold it, too, as some libraries expect.
        """
        EzPickle.__init__(
            self,
            players=players,
            edition=edition,
            first=first,
            draw_marks=draw_marks,
            seats=seats,
            face_north=face_north,
            eliminated_stay=eliminated_stay,
            masks_in_observations=masks_in_observations,
            render_mode=render_mode,
        )
        check_render_mode(render_mode)
        options = Options(players=players, edition=edition, first=first, draw_marks=draw_marks)
        self._game = Game(options, seed=randbits(62), seats=seats, face_north=face_north)
        self._stay, self._shows_masks = eliminated_stay, masks_in_observations
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._make_spaces()

    def _make_spaces(self) -> None:
        high = self._game.layout.high
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}
        self.observation_spaces: dict[str, Space[Any]] = {
            agent: Box(np.zeros_like(high), high, dtype=np.uint8) for agent in self.possible_agents
        }
        if self._shows_masks:
            self.observation_spaces = {
                agent: Dict({"observation": row, "action_mask": Box(0, 1, (ACTIONS,), dtype=np.int8)})
                for agent, row in self.observation_spaces.items()
            }

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._game

    def observation_space(self, agent: str) -> Space[Any]:
        """What the agent's observations look like: the same for each."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The 224 action ids."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; without a seed, chance goes on from where it is."""
        del options  # there are none
        self._game.reset(seed=seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": NOTHING} for agent in self.agents}
        self._select()
        self._in_play = self._game.in_play
        self._skip_agent_selection = None
        self._show_to_people()

    def observe(self, agent: str) -> Observation:
        """What the agent sees; with `masks_in_observations`, also what it may do."""
        row = self._game.observe(self._seat_of[agent])
        if not self._shows_masks:
            return row
        return {"observation": row, "action_mask": self.infos[agent]["action_mask"]}

    def _select(self) -> None:
        """It is up to the active player, who is told what may be done."""
        self.agent_selection = self.possible_agents[self._game.active]
        if not self._game.is_over:
            self.infos[self.agent_selection]["action_mask"] = self._game.mask().view(np.int8)

    def step(self, action: Any) -> None:
        """The selected agent does this; None if it has terminated, and then it leaves."""
        agent, game = self.agent_selection, self._game
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        game.step(index(action))
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent]["action_mask"] = NOTHING
        self._select()
        if game.in_play != self._in_play or game.is_over:
            self._end_for_some()
        self._show_to_people()

    def _end_for_some(self) -> None:
        """Somebody was eliminated, or the game is over."""
        game, before = self._game, self._in_play
        self._in_play = game.in_play
        if not game.is_over and self._stay:
            return
        gone = [seat for seat in before if seat not in self._in_play]
        ranks, rewards = game.ranks(), rewards_of(game.shares(), game.players)
        for agent in self.agents if game.is_over else [self.possible_agents[seat] for seat in gone]:
            seat = self._seat_of[agent]
            self.rewards[agent] = float(rewards[seat])
            self.terminations[agent] = True
            self.infos[agent] = {"action_mask": NOTHING, "rank": int(ranks[seat])}
        self._accumulate_rewards()
        self._deads_step_first()

    # For people

    def render(self) -> Rendered:
        """What anyone at the table may see, as the render mode says; in the mode human it is printed."""
        return picture_of(self._game, self.render_mode, self.possible_agents)

    def _show_to_people(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """There is nothing to close."""
