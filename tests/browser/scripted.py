"""Games known beforehand: an order of the tiles, and what everybody does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

from tests.server_process.stacked import StackedDeal

from tsuro.game.actions import Action, ExchangeTiles
from tsuro.game.edition import CLASSIC, MODERN, Edition
from tsuro.game.events import DragonTaken, Event, TilesExchanged
from tsuro.game.state import State
from tsuro.match import Match
from tsuro.notation import write_action

__all__ = ["Script", "game_with_everything", "short_game"]


@dataclass(frozen=True, kw_only=True)
class Script:
    """A game: the order in which tiles are drawn, and for each move the player and the action."""

    order: bytes
    moves: tuple[tuple[int, str], ...]
    states: tuple[State, ...]  # after each of them


@cache
def game_with_everything() -> Script:
    """A short game for three, of the classic edition, with an exchange of tiles and the Dragon tile."""
    return _shortest(CLASSIC, players=3, has=(TilesExchanged, DragonTaken))


@cache
def short_game(players: int) -> Script:
    """A game of the modern edition that is soon over, though everybody has a turn or two."""
    return _shortest(MODERN, players=players, has=(), least=3 * players)


def _shortest(edition: Edition, *, players: int, has: tuple[type[Event], ...], least: int = 0) -> Script:
    """The shortest of many random games in which all of this happens."""
    scripts = (_played(seed, edition, players, has) for seed in range(300))
    long_enough = (script for script in scripts if script is not None and len(script.moves) >= least)
    return min(long_enough, key=lambda script: len(script.moves))


def _played(seed: int, edition: Edition, players: int, has: tuple[type[Event], ...]) -> Script | None:
    random = Random(seed)
    order = bytes(random.sample(range(1, 36), 35))
    match = Match(edition=edition, players=players, chance=StackedDeal(order))
    moves: list[tuple[int, str]] = []
    states: list[State] = []
    happened: set[type[Event]] = set()
    while not match.is_over:
        action = random.choice([action for action in match.legal_actions if _is_telling(action)])
        moves.append((match.active, write_action(action)))
        happened |= {type(event) for event in match.submit(match.active, action)}
        states.append(match.state)
    return Script(order=order, moves=tuple(moves), states=tuple(states)) if happened.issuperset(has) else None


def _is_telling(action: Action) -> bool:
    """Of exchanges, only those of one tile: nothing would be shown, and more are the same again."""
    return not isinstance(action, ExchangeTiles) or len(action.give) == 1
