"""Bots that play against themselves, and what they thought: data to learn from.

A data set is made in parts of a hundred games. Each part depends on the seed and its number alone, so the same
command writes the same files, whatever the number of processes or machines, and goes on where it was stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import tsuro
from tsuro.bots import make_bot, needs_core
from tsuro.executor import Executor, Job, Watch, open_executor
from tsuro.fast.ids import action_ids
from tsuro.fast.loader import best_core
from tsuro.game.actions import Action, ExchangeTiles
from tsuro.game.edition import MODERN, Edition
from tsuro.game.errors import TsuroError
from tsuro.game.events import Event, TileDrawn
from tsuro.game.state import PLAY_TILE
from tsuro.game.view import View
from tsuro.match import Match
from tsuro.notation import write_edition, write_position
from tsuro.player import Estimate, Player
from tsuro.rl.dataset import Decision, check_settings, encode, last_game, parts, write_part
from tsuro.rl.game import Game
from tsuro.rl.options import Options

__all__ = ["GAMES_IN_A_PART", "SelfPlay", "play_game", "run_selfplay"]

GAMES_IN_A_PART = 100
SEATS = 8  # for which every observation has room, so that all are alike


@dataclass(frozen=True, slots=True, kw_only=True)
class SelfPlay:
    """What is played. The games take turns in the numbers of players."""

    bot: str
    games: int
    players: tuple[int, ...] = (2,)
    edition: Edition = MODERN
    seed: int = 0
    explore: int = 0  #: how many of each player's first placements are drawn by visits instead of the best taken

    def __post_init__(self) -> None:
        if self.games < 1 or not self.players or self.explore < 0:
            raise TsuroError("self-play needs at least one game, a number of players, and nothing below zero")
        for players in self.players:
            Options(players=players, edition=self.edition)  # raises what is wrong with it
        make_bot(self.bot, Random(0))

    @property
    def parts(self) -> int:
        """How many files there will be."""
        return -(-self.games // GAMES_IN_A_PART)

    def games_of(self, part: int) -> range:
        """The numbers of the games in a part."""
        return range(part * GAMES_IN_A_PART, min(self.games, (part + 1) * GAMES_IN_A_PART))

    @property
    def settings(self) -> dict[str, Any]:
        """What decides every game; how many there are may grow."""
        return {
            "tsuro data set": 1,
            "version": tsuro.__version__,
            "bot": self.bot,
            "players": list(self.players),
            "edition": write_edition(self.edition),
            "seed": self.seed,
            "explore": self.explore,
        }


class PlayParts(Job[tuple[int, range], tuple[int, bytes]]):
    """Plays the games of a part, given its number and theirs; the answer is its number and its file."""

    def __init__(self, plan: SelfPlay) -> None:
        self._plan = plan

    def prepare(self) -> None:
        if needs_core(self._plan.bot):
            best_core(wait=True)

    def do(self, task: tuple[int, range], watch: Watch) -> tuple[int, bytes]:
        del watch  # the bot is trusted: it plays against nobody else
        number, games = task
        return number, encode([decision for game in games for decision in play_game(self._plan, game)])


def run_selfplay(
    plan: SelfPlay,
    folder: Path,
    *,
    executor: Executor | None = None,
    processes: int | None = None,
    tell: Callable[[int], None] = lambda _: None,
) -> None:
    """Play what is missing in the folder; `tell` gets the number of games that are there.

    By default there is one process for each core; an `executor` takes their place.
    """
    check_settings(folder, plan.settings)
    missing = _missing(plan, folder)
    done = plan.games - sum(len(games) for _, games in missing)
    tell(done)
    with ExitStack() as stack:
        chosen = executor or stack.enter_context(open_executor(processes=processes))
        for number, content in stack.enter_context(chosen.run(PlayParts(plan), iter(missing))):
            write_part(folder, number, content)
            done += len(plan.games_of(number))
            tell(done)


def _missing(plan: SelfPlay, folder: Path) -> list[tuple[int, range]]:
    """The parts that are not there, or not whole, and their games."""
    last = {part: last_game(path) for part, path in parts(folder).items()}
    wanted = ((part, plan.games_of(part)) for part in range(plan.parts))
    return [(part, games) for part, games in wanted if last.get(part, -1) < games[-1]]


def play_game(plan: SelfPlay, number: int) -> list[Decision]:
    """The decisions of one game of the plan."""
    random = Random(f"tsuro self-play {plan.seed} {number}")
    players = plan.players[number % len(plan.players)]
    match = Match(players=players, edition=plan.edition, seed=random.getrandbits(63))
    table = _Table(plan, number, match)
    bots = [make_bot(plan.bot, Random(random.getrandbits(63))) for _ in range(players)]
    while not match.is_over:
        table.play(bots[match.active], random)
    return table.finished()


class _Table:
    """One game: the match, the same game on the core, which makes the observations, and the decisions so far."""

    def __init__(self, plan: SelfPlay, number: int, match: Match) -> None:
        self._plan, self._number, self._match = plan, number, match
        self._edition = write_edition(plan.edition)
        setup = match.setup
        options = Options(players=setup.players, edition=setup.edition, first=setup.first)
        self._game = Game(options, asks_chance=True, seats=SEATS)
        self._placements = 0
        self._decisions: list[Decision] = []
        hands = [list(hand) for hand in match.state.hands]
        while (seat := self._game.drawer) is not None:
            self._game.draw(hands[seat].pop(0))

    def play(self, bot: Player, random: Random) -> None:
        seat, seen = self._match.active, self._match.view(self._match.active)
        chosen = bot.choose(seen)
        estimates: Sequence[Estimate] = getattr(bot, "estimates", ())  # quicker than asking for `Estimating`
        if seen.position.phase is PLAY_TILE:
            self._placements += 1
            if self._placements <= self._plan.explore * self._match.setup.players:
                chosen = _drawn(estimates, random) or chosen
        self._write(seen, chosen, estimates)
        self._follow(self._match.submit(seat, chosen))

    def _write(self, seen: View, chosen: Action, estimates: Sequence[Estimate]) -> None:
        """A row for each id of the action: an exchange is decided in steps."""
        position = write_position(seen.position)
        for action in action_ids(chosen):
            legal = [int(n) for n in self._game.legal_ids()]
            if action not in legal:
                continue  # an exchange that is complete needs no last word
            visits, shares, errors = _by_id(() if isinstance(chosen, ExchangeTiles) else estimates, legal)
            self._decisions.append(
                Decision(
                    game=self._number,
                    decision=len(self._decisions),
                    edition=self._edition,
                    players=self._match.setup.players,
                    seat=self._match.active,
                    phase=self._game.phase.name.lower(),
                    position=position,
                    observation=self._game.observe().tobytes(),
                    legal=legal,
                    visits=visits,
                    shares=shares,
                    errors=errors,
                    action=action,
                )
            )
            self._game.step(action)

    def _follow(self, events: tuple[Event, ...]) -> None:
        """Let the game on the core draw what was drawn."""
        for event in events:
            if isinstance(event, TileDrawn):
                self._game.draw(event.tile)

    def finished(self) -> list[Decision]:
        shares, ranks = self._game.shares(), self._game.ranks()
        for decision in self._decisions:
            decision.result, decision.rank = float(shares[decision.seat]), int(ranks[decision.seat])
        return self._decisions


def _by_id(estimates: Sequence[Estimate], legal: Sequence[int]) -> tuple[list[float] | None, ...]:
    """Visits, shares and errors for each legal id; None if the bot did not tell."""
    by_id = {action_ids(estimate.action)[0]: estimate for estimate in estimates}
    if not by_id:
        return None, None, None
    told = [by_id[number] for number in legal]
    visits = sum(estimate.visits for estimate in told) or 1
    return (
        [estimate.visits / visits for estimate in told],
        [estimate.share for estimate in told],
        [estimate.error for estimate in told],
    )


def _drawn(estimates: Sequence[Estimate], random: Random) -> Action | None:
    """One of the actions, by how often each was tried."""
    weights = [estimate.visits for estimate in estimates]
    if not any(weights):
        return None
    [drawn] = random.choices(estimates, weights)
    return drawn.action
