"""Many games stepped at once, and many played to their end.

The functions compile like those of the kernel. Each game is a row of a table, with its own seed.
"""

from __future__ import annotations

from random import Random

from tsuro.fast.ids import DONE, GIVE_TILE, ID_OF
from tsuro.fast.kernel import new_game, playout
from tsuro.fast.layout import (
    ACTIVE,
    EDGE,
    ELIMINATED,
    HELD,
    IN_PILE,
    IN_PLAY,
    MARK,
    MARKS,
    OVER,
    PHASE,
    PLAY,
    PLAYERS,
    START,
    WINNERS,
    Position,
)
from tsuro.fast.placement import look, next_seed, pick, random_placement
from tsuro.fast.steps import apply_id, begin, is_legal_id, write_mask

__all__ = [
    "begin_games",
    "choice_seed",
    "choose_at_random",
    "first_illegal",
    "placed",
    "play_games",
    "random_id",
    "seeds_from",
    "step_games",
    "write_masks",
    "write_ranks",
    "write_results",
    "write_shares",
]

STILL_IN_PLAY = 9  # more than groups can be eliminated


def placed(g: Position) -> int:
    """How many tiles are on the board."""
    tiles = 35 - g[IN_PILE]
    for seat in range(g[PLAYERS]):
        tiles -= g[HELD + seat]
    return tiles


def play_games(g: Position, players: int, games: int, seed: int) -> tuple[int, int]:
    """Play this many random games of the modern edition; returns how many tiles were placed, and the new seed."""
    placements = 0
    for _ in range(games):
        seed = new_game(g, players, 0, 0, seed)
        seed = playout(g, seed)
        placements += placed(g)
    return placements, seed


# Many games played by action ids, each with its own seed; those that are over stay as they are


def begin_games(games: list[Position], which: list[int], seeds: list[int]) -> None:
    """Begin the chosen games anew, by the options in their rows."""
    for i in range(len(games)):
        if which[i]:
            seeds[i] = begin(games[i], seeds[i] + 0)


def first_illegal(games: list[Position], actions: list[int]) -> int:
    """The first running game in which the id may not be chosen; -1 if there is none."""
    for i in range(len(games)):
        if games[i][PHASE] != OVER and not is_legal_id(games[i], actions[i] + 0):
            return i
    return -1


def step_games(games: list[Position], actions: list[int], ended: list[int], seeds: list[int]) -> int:
    """Do what the ids say in each running game; they must be legal. Notes, and counts, the games that it ends."""
    over = 0
    for i in range(len(games)):
        g = games[i]
        ended[i] = 0
        if g[PHASE] != OVER:
            seeds[i] = apply_id(g, actions[i] + 0, seeds[i] + 0)
            ended[i] = g[PHASE] == OVER
            over += ended[i]
    return over


def write_masks(games: list[Position], masks: list[list[int]]) -> None:
    """Write what is legal in each game, as `write_mask` does."""
    for i in range(len(games)):
        write_mask(games[i], masks[i])


def choose_at_random(games: list[Position], actions: list[int], seeds: list[int]) -> None:
    """Write a random legal id for each game; 0 where it is over. The seeds are those of the choice."""
    for i in range(len(games)):
        seeds[i], actions[i] = random_id(games[i], seeds[i] + 0)


def random_id(g: Position, seed: int) -> tuple[int, int]:
    """The new seed and a legal id, each as likely as the others; 0 when the game is over."""
    if g[PHASE] == PLAY:
        seat = g[ACTIVE] + 0
        base = g[MARK + seat] & ~7
        seed, _, shape, _ = random_placement(g, seat, look(g, base), seed)
        return seed, ID_OF[shape >> 3] + 0
    if g[PHASE] == MARKS:
        seed = next_seed(seed)
        while g[START[pick(seed, 48)]] != EDGE:
            seed = next_seed(seed)
        return seed, pick(seed, 48)
    return random_swap(g, seed)


def random_swap(g: Position, seed: int) -> tuple[int, int]:
    """The same in an exchange: count what is legal, then choose."""
    n = 0
    for action in range(GIVE_TILE, DONE + 1):
        n += is_legal_id(g, action)
    if n == 0:
        return seed, 0
    seed = next_seed(seed)
    n, action = pick(seed, n), GIVE_TILE
    while n > 0 or not is_legal_id(g, action):
        n -= is_legal_id(g, action)
        action += 1
    return seed, action


# Results


def write_results(
    games: list[Position], ended: list[int], shares: list[list[float]], ranks: list[list[int]]
) -> None:
    """Write shares of the win and ranks where a game has ended; the others are left as they are."""
    for i in range(len(games)):
        if ended[i]:
            write_shares(games[i], shares[i])
            write_ranks(games[i], ranks[i])


def write_shares(g: Position, shares: list[float]) -> None:
    """Each seat's share of the win: 1 for a winner alone, 1/2 for one of two, 0 for the others."""
    winners = 0
    for seat in range(g[PLAYERS]):
        winners += g[WINNERS] >> seat & 1
    for seat in range(len(shares)):
        shares[seat] = (g[WINNERS] >> seat & 1) / winners


def write_ranks(g: Position, ranks: list[int]) -> None:
    """Each seat's rank: 1, and one more for everyone who did better (W4); 0 for seats that nobody has."""
    for seat in range(len(ranks)):
        ranks[seat] = 0
    for seat in range(g[PLAYERS]):
        ranks[seat] = 1
        for other in range(g[PLAYERS]):
            ranks[seat] += lasted(g, other) > lasted(g, seat)


def lasted(g: Position, seat: int) -> int:
    """How long the seat was in play, to be compared with others."""
    return STILL_IN_PLAY if g[IN_PLAY] >> seat & 1 else g[ELIMINATED + seat] + 0


def seeds_from(seed: int, n: int) -> list[int]:
    """This many seeds for the kernel, from any number."""
    random = Random(seed)
    return [random.randrange(1, 1 << 62) for _ in range(n)]


def choice_seed(seed: int) -> int:
    """The seed of choices in a game with that seed, so that they do not follow its draws."""
    return seed ^ 0x5DEECE66D
