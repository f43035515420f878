"""Games from one seat's side: the others play by themselves until that seat is to decide, is out, or all is over.

The functions compile like those of the kernel. How the others play stands in `kinds`, clockwise from the seat.
"""

from __future__ import annotations

from tsuro.fast.batch import random_id, write_ranks
from tsuro.fast.evaluation import best_placement
from tsuro.fast.ids import DONE, ID_OF
from tsuro.fast.layout import ACTIVE, GIVE, IN_PLAY, NOBODY, OVER, PHASE, PLAY, PLAYERS, WINNERS, Position
from tsuro.fast.placement import next_seed, pick
from tsuro.fast.steps import apply_id, begin

__all__ = [
    "GREEDY",
    "OUTSIDE",
    "RANDOM",
    "begin_episode",
    "begin_episodes",
    "episode_reward",
    "has_ended",
    "play_others",
    "step_all_seats",
    "step_episodes",
    "write_ranks_so_far",
]

RANDOM = 0  # any legal id
GREEDY = 1  # the placement that promises most; no exchanges; any start mark
OUTSIDE = 2  # whatever somebody else decides: the game waits


def begin_episode(g: Position, seat: int, kinds: list[int], seed: int, choice: int) -> tuple[int, int, int]:
    """Begin a new game from this seat or, for `NOBODY`, any. Returns both new seeds, and the seat.

    A game that others end for the seat before its first decision is left out.
    """
    if seat == NOBODY:
        choice = next_seed(choice)
        seat = pick(choice, g[PLAYERS] + 0)
    seed = begin(g, seed)
    seed, choice = play_others(g, seat, kinds, seed, choice)
    while has_ended(g, seat):
        seed = begin(g, seed)
        seed, choice = play_others(g, seat, kinds, seed, choice)
    return seed, choice, seat


def play_others(g: Position, seat: int, kinds: list[int], seed: int, choice: int) -> tuple[int, int]:
    """Let the others play; returns the new seeds of the game and of choices."""
    while g[ACTIVE] != seat and not has_ended(g, seat):
        kind = kinds[(g[ACTIVE] + 8 * g[PLAYERS] - seat) % g[PLAYERS] - 1] + 0
        if kind == OUTSIDE:
            break
        choice, action = greedy_id(g, choice) if kind == GREEDY else random_id(g, choice)
        seed = apply_id(g, action, seed)
    return seed, choice


def greedy_id(g: Position, choice: int) -> tuple[int, int]:
    """What looks best, without search: the new seed, and the id."""
    if g[PHASE] == PLAY:
        choice, _, shape = best_placement(g, g[ACTIVE] + 0, choice)
        return choice, ID_OF[shape >> 3] + 0
    if g[PHASE] == GIVE:
        return choice, DONE
    return random_id(g, choice)


def has_ended(g: Position, seat: int) -> bool:
    """Whether there is nothing more to decide for the seat."""
    return g[PHASE] == OVER or g[IN_PLAY] >> seat & 1 == 0


def episode_reward(g: Position, seat: int) -> float:
    """What the result is worth to a seat for which it has ended: see `tsuro.rl.scoring`."""
    players, winners = g[PLAYERS] + 0, 0
    for other in range(players):
        winners += g[WINNERS] >> other & 1
    share = 1.0 / winners if g[WINNERS] >> seat & 1 else 0.0
    return (share * players - 1) / (players - 1)


def write_ranks_so_far(g: Position, ranks: list[int]) -> None:
    """Write each seat's rank; 0 where it is still open."""
    write_ranks(g, ranks)
    for seat in range(g[PLAYERS]):
        if g[PHASE] != OVER and g[IN_PLAY] >> seat & 1:
            ranks[seat] = 0


# Many at once


def begin_episodes(
    games: list[Position],
    which: list[int],
    seat: int,
    kinds: list[int],
    seats: list[int],
    seeds: list[int],
    choices: list[int],
) -> None:
    """Begin the chosen games anew, and write which seat each is seen from."""
    for i in range(len(games)):
        if which[i]:
            seeds[i], choices[i], seats[i] = begin_episode(games[i], seat, kinds, seeds[i] + 0, choices[i] + 0)


def step_episodes(
    games: list[Position],
    actions: list[int],
    seats: list[int],
    kinds: list[int],
    ended: list[int],
    rewards: list[float],
    ranks: list[list[int]],
    seeds: list[int],
    choices: list[int],
) -> None:
    """Do what the ids say, and let the others play; notes where it has ended for the seat, with the result."""
    for i in range(len(games)):
        g, seat = games[i], seats[i] + 0
        seed = apply_id(g, actions[i] + 0, seeds[i] + 0)
        seeds[i], choices[i] = play_others(g, seat, kinds, seed, choices[i] + 0)
        ended[i] = has_ended(g, seat)
        rewards[i] = 0.0
        if ended[i]:
            rewards[i] = episode_reward(g, seat)
            write_ranks_so_far(g, ranks[i])


def step_all_seats(
    games: list[Position],
    actions: list[int],
    movers: list[int],
    ended: list[int],
    rewards: list[list[float]],
    ranks: list[list[int]],
    seeds: list[int],
) -> int:
    """Do what the ids say for the seat that decides, which is noted; notes, and counts, what is over."""
    over = 0
    for i in range(len(games)):
        g = games[i]
        movers[i] = g[ACTIVE]
        seeds[i] = apply_id(g, actions[i] + 0, seeds[i] + 0)
        ended[i] = g[PHASE] == OVER
        if ended[i]:
            over += 1
            write_ranks(g, ranks[i])
            for seat in range(g[PLAYERS]):
                rewards[i][seat] = episode_reward(g, seat)
    return over
