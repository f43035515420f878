"""Tsuro as a game of OpenSpiel: `python_tsuro`."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from tsuro.fast.ids import ACTIONS, describe_id
from tsuro.fast.layout import OVER
from tsuro.game.board import START_MARKS, Seat
from tsuro.game.errors import TsuroError
from tsuro.game.state import State
from tsuro.game.tiles import TILES
from tsuro.notation import read_edition
from tsuro.rl.openspiel.log import DRAWS
from tsuro.rl.openspiel.moment import Moment, first_moment
from tsuro.rl.openspiel.observer import TsuroObserver, describe
from tsuro.rl.openspiel.resampling import Sampler, other_history
from tsuro.rl.openspiel.tensors import most_exchanges
from tsuro.rl.options import Options
from tsuro.rl.scoring import rewards_of

__all__ = ["CHOSEN", "DRAWN", "TsuroGame", "TsuroState"]

CHOSEN, DRAWN = "chosen", "drawn"  # how players come by their start marks

_MARK_OUTCOMES = len(TILES)  # the outcomes of chance: first the tiles, then, where they are drawn, the start marks
_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
_LONGEST_EXCHANGE = 7  # three tiles given, three taken, and done

_TYPE = pyspiel.GameType(
    short_name="python_tsuro",
    long_name="Tsuro",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={"players": 2, "edition": "modern", "start_marks": CHOSEN},
)


class TsuroGame(pyspiel.Game):  # type: ignore[misc]  # -- pyspiel has no types
    """The game with its parameters: `players`, `edition` as in the notation, `start_marks` chosen or drawn."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = _TYPE.parameter_specification | (params or {})
        self.options = _options(chosen)
        players = self.options.players
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=len(TILES) + len(START_MARKS) * self.options.draw_marks,
            num_players=players,
            min_utility=-1 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_most_decisions(self.options),
        )
        super().__init__(_TYPE, info, chosen)
        self.first_moment = first_moment(self.options)

    def new_initial_state(self) -> TsuroState:
        """The table before the tiles are dealt."""
        return TsuroState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Every tile that is placed was drawn, and so was every tile that is shuffled in when somebody is out."""
        players = self.options.players
        return len(TILES) + 3 * (players - 2) + players * self.options.draw_marks

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> TsuroObserver:
        """An observer for this kind of observation; without one, of what a player sees now."""
        if params:
            raise pyspiel.SpielError(f"observers of Tsuro have no parameters, and {params} was given")
        return TsuroObserver(self.options, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def _options(params: dict[str, Any]) -> Options:
    """Raises OpenSpiel's error for parameters that the game does not have."""
    marks = params["start_marks"]
    if marks not in {CHOSEN, DRAWN}:
        raise pyspiel.SpielError(f"start_marks is {marks!r}: it must be {CHOSEN} or {DRAWN}")
    try:
        edition = read_edition(params["edition"])
        return Options(players=params["players"], edition=edition, draw_marks=marks == DRAWN)
    except TsuroError as error:
        raise pyspiel.SpielError(str(error)) from None


def _most_decisions(options: Options) -> int:
    """A start mark for each player, 35 placements, and exchanges."""
    return options.players * (not options.draw_marks) + len(TILES) + most_exchanges(options) * _LONGEST_EXCHANGE


class TsuroState(pyspiel.State):  # type: ignore[misc]  # -- pyspiel has no types
    """One moment of a game."""

    # OpenSpiel copies a state by copying what is in its __dict__, so there is one thing only, which is shared.
    moment: Moment

    def __init__(self, game: TsuroGame) -> None:
        super().__init__(game)
        self.moment = game.first_moment

    def current_player(self) -> int:
        """The seat that is to act, chance, or nobody when the game is over."""
        moment = self.moment
        if moment.is_chance:
            return _CHANCE
        return _TERMINAL if moment.phase == OVER else moment.active

    @property
    def options(self) -> Options:
        """What the game is played by."""
        options: Options = self.get_game().options
        return options

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.moment.phase == OVER

    def _legal_actions(self, player: Seat) -> list[int]:
        del player  # OpenSpiel asks only for the one who is to act
        return self.moment.legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each tile of the pile, or each free start mark, is as likely as the others."""
        moment = self.moment
        outcomes = [t - 1 for t in moment.pile] if moment.is_draw else [_MARK_OUTCOMES + m for m in moment.legal]
        each = 1 / len(outcomes)
        return [(outcome, each) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        moment = self.moment
        if moment.is_draw:
            after = moment.drawn(action + 1) if action + 1 in moment.pile else None
        else:
            after = moment.after(action - _MARK_OUTCOMES if moment.is_chance else action)
        if after is None:
            raise pyspiel.SpielError(f"{self._describe(action)} is not possible now: {self}")
        self.moment = after

    def _describe(self, action: int) -> str:
        return describe_id(action) if 0 <= action < ACTIONS else f"action {action}"

    def _action_to_string(self, player: int, action: int) -> str:
        if player != _CHANCE:
            return self._describe(action)
        return f"draw {action + 1}" if action < _MARK_OUTCOMES else self._describe(action - _MARK_OUTCOMES)

    def returns(self) -> list[float]:
        """1 for winning alone, and as much lost, in equal parts, by the others; in between for a shared win."""
        winners = self.moment.winners
        if not winners:
            return [0.0] * self.num_players()
        shares = np.zeros(self.num_players())
        shares[winners] = 1 / len(winners)
        return [float(reward) for reward in rewards_of(shares, self.num_players())]

    def __str__(self) -> str:
        return describe(self.moment, self.position, range(self.num_players()))

    @property
    def position(self) -> State:
        """The moment as the rules see it, hidden tiles included; without what an exchange has named so far."""
        return self.moment.state(self.options.edition)

    def resample_from_infostate(self, player_id: Seat, sampler: Sampler) -> TsuroState:
        """Another state that the player cannot tell from this one, with a history of its own."""
        state: TsuroState = self.get_game().new_initial_state()
        for kind, _, what in other_history(self.moment, player_id, sampler):
            if kind == DRAWS:
                state.apply_action(what - 1)
            else:
                state.apply_action(what + _MARK_OUTCOMES * state.moment.is_chance)
        return state


pyspiel.register_game(_TYPE, TsuroGame)
