"""The dragon with one idea removed or changed, to see what the idea is worth. Used by `scripts/strength.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from random import Random
from types import FunctionType
from typing import Any
from unittest.mock import patch

from scripts import predecessor

from tsuro.arena.fixtures import Block, chance_of
from tsuro.arena.outcomes import Played, ranked
from tsuro.arena.tournament import Tournament
from tsuro.bots import Dragon, dragon, make_bot
from tsuro.bots.imagination import Imagination
from tsuro.bots.outside import started_for
from tsuro.bots.sampler import Sampler
from tsuro.bots.start import lonely_mark
from tsuro.executor import Job, Watch
from tsuro.fast import search
from tsuro.fast.core import Core
from tsuro.fast.kernel import playout
from tsuro.fast.layout import Position
from tsuro.fast.loader import best_core
from tsuro.fast.position import hidden_tiles
from tsuro.fast.search import WEIGHTS
from tsuro.game.actions import DECLINE, Action
from tsuro.game.state import EXCHANGE, PLACE_MARKER
from tsuro.game.tiles import FACE_DOWN
from tsuro.game.view import View
from tsuro.match import Match
from tsuro.player import Player

__all__ = [
    "OPEN_HANDS",
    "PREDECESSOR",
    "VARIANTS",
    "PlayOpenBlocks",
    "Variant",
    "make_contestant",
    "play_open_block",
]

OPEN_HANDS = "dragon that sees all hands"  # not a bot: `play_open_block` makes it for the experiment
PREDECESSOR = f"dragon:50ms of {predecessor.VERSION}"  # a program: see `predecessor`
LONGEST_MOVE = 600.0  # seconds


# The core with one function in place of another


def weigh_alike(g: Position, seat: int, scratch: list[int], n: int) -> int:  # noqa: ARG001 -- called as the other is
    """In place of `search.weigh`: every placement deserves as much to be tried."""
    for i in range(n):
        scratch[WEIGHTS + i] = 1
    return n


def last_of_all(g: Position, seat: int, scratch: list[int], end: int, length: int) -> int:  # noqa: ARG001 -- the same
    """In place of `search.parent_of`: a placement hangs on the one before it, whoever made that."""
    return scratch[end - 2] + 0


@cache
def core_with(instead: Callable[..., Any], of: str) -> Core:
    """The best core, in which the search calls another function instead of the one of that name."""
    if of not in vars(search):
        raise LookupError(f"the search calls no {of}")
    core = best_core(wait=True)
    # When compiled, the search has its own namespace, in which lists are arrays.
    world = dict(getattr(core[search.grow], "py_func", search.grow).__globals__)
    in_form = instead in core.functions or not core.compiled
    world[of] = core[instead] if in_form else _moved(instead, world, core)
    functions = dict(core.functions)
    for name, function in vars(search).items():
        if isinstance(function, FunctionType) and function.__module__ == search.__name__ and name != of:
            world[name] = functions[function] = _moved(function, world, core)
    return replace(core, functions=functions)


def _moved(function: Callable[..., Any], world: dict[str, Any], core: Core) -> Callable[..., Any]:
    """The function in another namespace, in the core's form."""
    moved = FunctionType(function.__code__, world)
    if not core.compiled:
        return moved
    import numba  # noqa: PLC0415 -- only there with the extra

    made: Callable[..., Any] = numba.njit(nogil=True, error_model="numpy", _nrt=False)(moved)
    return made


# The variants


class OtherCore(Dragon):
    """Searches with another function in place of one of the search's."""

    def __init__(
        self, random: Random, *, instead: Callable[..., Any], of: str, playouts: int = Dragon.PLAYOUTS
    ) -> None:
        super().__init__(random, playouts=playouts)
        self._core = core_with(instead, of)

    def _place(self, view: View, core: Core) -> Action:
        del core
        return super()._place(view, self._core)


class OneDeal(Dragon):
    """Guesses the others' hands once, and sticks to that."""

    def choose(self, view: View) -> Action:
        hidden = hidden_tiles(view.position)
        self._random.shuffle(hidden)
        hands = tuple(
            tuple(hidden.pop() if tile == FACE_DOWN else tile for tile in hand) for hand in view.position.hands
        )
        return super().choose(replace(view, position=replace(view.position, hands=hands)))


class Flat:
    """Spreads the dragon's playouts equally over the placements, and builds no tree."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, view: View) -> Action:
        playouts = max(1, Dragon.PLAYOUTS // len(view.legal_actions))
        return Sampler(self._random, playouts=playouts, greedy=True).choose(view)


class Untaught(Dragon):
    """Trusts playouts alone."""

    def _imagination(self, view: View, core: Core) -> Imagination:
        return Imagination(view, core, self._random)


class FarMark(Dragon):
    """Starts far from everyone else without thinking about it."""

    def _start(self, view: View) -> Action:
        return lonely_mark(view, self._random)


class AnyMark(Dragon):
    """Starts anywhere."""

    def choose(self, view: View) -> Action:
        if view.position.phase is PLACE_MARKER:
            return self._random.choice(view.legal_actions)
        return super().choose(view)


class Declining(Dragon):
    """Never exchanges tiles."""

    def choose(self, view: View) -> Action:
        return DECLINE if view.position.phase is EXCHANGE else super().choose(view)


class OtherExploration(Dragon):
    """Gives placements that were tried seldom less, or more, of a chance."""

    def __init__(self, random: Random, *, explore: float) -> None:
        super().__init__(random)
        self._explore = explore

    def choose(self, view: View) -> Action:
        with patch.object(dragon, "EXPLORE_TWO", self._explore):
            return super().choose(view)


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A changed dragon, and which idea it puts to the test."""

    idea: str
    change: str
    make: Callable[[Random], Player]


OF_ONE_HISTORY = partial(OtherCore, instead=last_of_all, of="parent_of")
VARIANTS: Mapping[str, Variant] = {
    "dragon with one deal": Variant(
        idea="hidden tiles",
        change="the others' hands guessed once a move, not again for every playout",
        make=OneDeal,
    ),
    OPEN_HANDS: Variant(
        idea="hidden tiles",
        change="sees all hands (what perfect guessing would be worth)",
        make=Dragon,
    ),
    "dragon without a tree": Variant(
        idea="allocation of playouts",
        change="the same playouts spread equally over the placements",
        make=Flat,
    ),
    "dragon of less exploration": Variant(
        idea="allocation of playouts",
        change="half the exploration",
        make=partial(OtherExploration, explore=dragon.EXPLORE_TWO / 2),
    ),
    "dragon of more exploration": Variant(
        idea="allocation of playouts",
        change="twice the exploration",
        make=partial(OtherExploration, explore=dragon.EXPLORE_TWO * 2),
    ),
    "dragon without a first opinion": Variant(
        idea="allocation of playouts",
        change="all placements are equally worth trying, whatever they promise",
        make=partial(OtherCore, instead=weigh_alike, of="weigh"),
    ),
    "dragon of one history": Variant(
        idea="allocation of playouts",
        change="after other placements of the others, the same one of a player counts as another",
        make=OF_ONE_HISTORY,
    ),
    "dragon:5000 of one history": Variant(
        idea="allocation of playouts",
        change="the same one after other placements of the others counts as another, both with 5,000 playouts",
        make=partial(OF_ONE_HISTORY, playouts=5000),
    ),
    "dragon of random playouts": Variant(
        idea="playout policy",
        change="playouts end with random placements, not with the most promising",
        make=partial(OtherCore, instead=playout, of="greedy_playout"),
    ),
    "dragon that was taught nothing": Variant(
        idea="learned value",
        change="playouts alone say what a position is worth",
        make=Untaught,
    ),
    "dragon on a far start mark": Variant(
        idea="start mark choice",
        change="starts far from everyone else, without thinking about it",
        make=FarMark,
    ),
    "dragon on any start mark": Variant(
        idea="start mark choice",
        change="starts anywhere",
        make=AnyMark,
    ),
    "dragon that declines": Variant(
        idea="exchange choice",
        change="never exchanges tiles",
        make=Declining,
    ),
}
"""By the name they play under."""


def make_contestant(name: str, random: Random) -> Player:
    """A bot or a variant, once the compiled core is there: measuring strength can wait for it."""
    best_core(wait=True)
    if name == PREDECESSOR:
        return started_for(predecessor.command("dragon:50ms"), LONGEST_MOVE, random)
    return VARIANTS[name].make(random) if name in VARIANTS else make_bot(name, random)


# The experiment with open hands


class PlayOpenBlocks(Job[Block, list[Played]]):
    """Plays the blocks of a tournament of this kind."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament

    def prepare(self) -> None:
        best_core(wait=True)

    def do(self, task: Block, watch: Watch) -> list[Played]:
        del watch  # the players are ours
        return play_open_block(self._tournament, task)


def play_open_block(tournament: Tournament, block: Block) -> list[Played]:
    """All games of one deal, in which the first entrant sees every hand: the arena never shows that."""
    return [_play_open_game(tournament, block, turn) for turn in range(tournament.players)]


def _play_open_game(tournament: Tournament, block: Block, turn: int) -> Played:
    lineup, seed = block.seats(turn), tournament.seed
    players = [
        tournament.entrants[entrant].make(chance_of(seed=seed, block=block.number, turn=turn, seat=seat))
        for seat, entrant in enumerate(lineup)
    ]
    match = Match(edition=tournament.edition, players=tournament.players, seed=tournament.deal_of(block.number))
    moves = [0] * tournament.players
    while not match.is_over:
        seat = match.active
        seen = match.view(seat)
        shown = replace(seen, position=match.state) if lineup[seat] == 0 else seen
        match.submit(seat, players[seat].choose(shown))
        moves[seat] += 1
    assert match.outcome is not None  # noqa: S101 -- the match is over
    ranking, shares = ranked(match.outcome, ())
    return Played(
        block=block.number,
        turn=turn,
        lineup=lineup,
        ranking=ranking,
        shares=shares,
        marks=tuple(mark for mark in match.state.starts if mark is not None),
        tiles=match.state.tiles_placed,
        moves=tuple(moves),
    )
