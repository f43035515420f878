"""Thinking ahead: playouts from a view, the hidden tiles dealt again each time, and a tree of their results.

A *root* is a position in which tiles that the player cannot see are 0; `hidden` holds those tiles. Callers
pass in all rows that the functions write to: nothing is allocated here.

The tree is a table of placements, each found by the placement before it: whatever tiles were dealt, the
same placements lead to the same node (an information-set tree). A node is two numbers in `tree`: its key
(0: a free place) and how often it was visited; `won` holds the shares of the win. The last place is the root's,
with the number of nodes instead. When the table is nearly full, no more are added.
"""

from __future__ import annotations

from math import exp, sqrt

from tsuro.fast.evaluation import LOST, greedy_playout, promise
from tsuro.fast.kernel import deal_hidden, end_turn, play, playout, swap
from tsuro.fast.layout import ACTIVE, HAND, MARK, SIZE, TURNS, WINNERS, Position
from tsuro.fast.placement import safe_turns

__all__ = ["SCRATCH", "find", "grow", "list_placements", "sample", "sample_exchange", "share"]

# In the scratch row, after the legal placements: their weights, their places in the tree, and the way down.
WEIGHTS = 16
PLACES = 32
PATH = 48
SCRATCH = PATH + 2 * 64

# How much a placement deserves to be tried, by how much less it promises than the best.
WEIGHT = [int(10_000 * exp(-less / 40)) + 1 for less in range(400)]


def share(g: Position, seat: int) -> float:
    """The seat's share of the win, once the game is over."""
    winners = g[WINNERS] + 0
    if not winners >> seat & 1:
        return 0.0
    number = 0
    while winners:
        winners &= winners - 1
        number += 1
    return 1.0 / number


def copy(source: Position, target: Position) -> None:
    for n in range(SIZE):
        target[n] = source[n]


def list_placements(g: Position, seat: int, shapes: list[int]) -> int:
    """Write what the seat may place (P2); returns how many placements that are."""
    point, n = g[MARK + seat] + 0, 0
    for at in range(HAND + seat * 3, HAND + seat * 3 + 3):
        safe = safe_turns(g, point, g[at])
        for turns in range(4):
            if safe >> turns & 1:
                shapes[n] = g[at] * 32 + turns * 8
                n += 1
    if n == 0:
        for at in range(HAND + seat * 3, HAND + seat * 3 + 3):
            for turns in range(TURNS[g[at]] + 0):
                shapes[n] = g[at] * 32 + turns * 8
                n += 1
    return n


# Playouts


def sample(
    root: Position, g: Position, hidden: list[int], tiles: int, shape: int, playouts: int, greedy: bool, seed: int
) -> tuple[int, float, float]:
    """Playouts after the active player's placement: the seed, the sum of shares, and of their squares."""
    seat = root[ACTIVE] + 0
    total, squares = 0.0, 0.0
    for _ in range(playouts):
        copy(root, g)
        seed = deal_hidden(g, hidden, tiles, seed)
        seed = play(g, shape, seed)
        if g[WINNERS] == 0:
            seed = greedy_playout(g, seed) if greedy else playout(g, seed)
        won = share(g, seat)
        total += won
        squares += won * won
    return seed, total, squares


def sample_exchange(
    root: Position,
    g: Position,
    hidden: list[int],
    tiles: int,
    swaps: list[int],
    out: int,
    playouts: int,
    seed: int,
) -> tuple[int, float, float]:
    """The same after an exchange with the eliminated; `swaps` holds a tile to give, one to take, …, and a 0."""
    seat = root[ACTIVE] + 0
    total, squares = 0.0, 0.0
    for _ in range(playouts):
        copy(root, g)
        seed = deal_hidden(g, hidden, tiles, seed)
        n = 0
        while swaps[n]:
            swap(g, swaps[n], swaps[n + 1])
            n += 2
        seed = end_turn(g, out, seed)
        seed = greedy_playout(g, seed)
        won = share(g, seat)
        total += won
        squares += won * won
    return seed, total, squares


# The tree


def find(tree: list[int], parent: int, shape: int) -> int:
    """The place of the placement after its parent: where it is, or where it would be put."""
    mask = len(tree) // 2 - 2
    key = parent * 144 + (shape >> 3) + 1
    place = (key * 40503 >> 3) & mask
    while tree[place * 2] != key and tree[place * 2] != 0:
        place = (place + 1) & mask
    return place


def grow(
    root: Position,
    g: Position,
    hidden: list[int],
    tiles: int,
    tree: list[int],
    won: list[float],
    scratch: list[int],
    playouts: int,
    explore: float,
    seed: int,
) -> int:
    """Let the tree learn from this many playouts."""
    for _ in range(playouts):
        copy(root, g)
        seed = deal_hidden(g, hidden, tiles, seed)
        seed, end = descend(g, tree, won, scratch, explore, seed)
        if g[WINNERS] == 0:
            seed = greedy_playout(g, seed)
        for at in range(PATH, end, 2):
            tree[scratch[at] * 2 + 1] += 1
            won[scratch[at]] += share(g, scratch[at + 1])
    return seed


def descend(
    g: Position, tree: list[int], won: list[float], scratch: list[int], explore: float, seed: int
) -> tuple[int, int]:
    """Follow the best placements down to the first that is new, and play it: the seed and the way's end."""
    at, root, known = PATH, len(tree) // 2 - 1, True
    node = root
    while g[WINNERS] == 0 and known and at < SCRATCH:
        seat = g[ACTIVE] + 0
        n = list_placements(g, seat, scratch)
        total = weigh(g, seat, scratch, n)
        shape, place = best_to_try(tree, won, node, scratch, n, explore / total)
        known = tree[place * 2] != 0
        if known or tree[root * 2 + 1] < root - root // 4:  # a fuller table would be slow to look things up in
            tree[root * 2 + 1] += not known
            tree[place * 2] = node * 144 + (shape >> 3) + 1
            scratch[at], scratch[at + 1] = place, seat
            at += 2
        node = place
        seed = play(g, shape, seed)
    return seed, at


def weigh(g: Position, seat: int, scratch: list[int], n: int) -> int:
    """Write how much each placement deserves to be tried, by what it promises; returns the sum."""
    point, hand, best = g[MARK + seat] + 0, HAND + seat * 3, LOST
    for i in range(n):
        slot = 0
        while g[hand + slot] != scratch[i] >> 5:
            slot += 1
        scratch[WEIGHTS + i] = promise(g, point, scratch[i], hand, slot)
        best = max(best, scratch[WEIGHTS + i])
    total = 0
    for i in range(n):
        scratch[WEIGHTS + i] = WEIGHT[min(best - scratch[WEIGHTS + i], len(WEIGHT) - 1)] + 0
        total += scratch[WEIGHTS + i]
    return total


def best_to_try(
    tree: list[int], won: list[float], parent: int, scratch: list[int], n: int, explore: float
) -> tuple[int, int]:
    """The placement with the best prospect, and its place in the tree.

    What counts is what it has won so far, plus a bonus that grows with how much it deserves to be tried and
    shrinks with how often it was. An untried placement starts at the average of its siblings.
    """
    visits, total = 0, 0.0
    for i in range(n):
        place = find(tree, parent, scratch[i])
        scratch[PLACES + i] = place
        visits += tree[place * 2 + 1]
        total += won[place]
    usual = total / visits if visits else 0.5
    more = explore * sqrt(visits + 1.0)
    shape, node, best = 0, 0, -1.0
    for i in range(n):
        place = scratch[PLACES + i]
        tried = tree[place * 2 + 1]
        mean = won[place] / tried if tried else usual
        value = mean + more * scratch[WEIGHTS + i] / (1 + tried)
        if value > best:
            shape, node, best = scratch[i], place, value
    return shape, node
