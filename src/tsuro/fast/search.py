"""Thinking ahead: playouts from a view, the hidden tiles dealt again each time, and a tree of their results.

A *root* is a position in which tiles that the player cannot see are 0; `hidden` holds those tiles. Callers
pass in all rows that the functions write to: nothing is allocated here.

The tree is a table of placements. Each is found by the first of all, by the player's own before it, and by what
the marker faces, whatever tiles were dealt (an information-set tree): what others did elsewhere would only
scatter what is known. A node is two numbers in `tree`: its key (0: a free place) and how often it was visited;
`won` holds the shares of the win. The last place is the root's, with the number of nodes instead. When the table
is nearly full, no more are added.
"""

from __future__ import annotations

from math import exp, sqrt

from tsuro.fast.evaluation import LOST, greedy_playout, promise, promise_of_score
from tsuro.fast.hidden import deal_hidden
from tsuro.fast.kernel import draw_mark, end_turn, play, playout, swap
from tsuro.fast.layout import ACTIVE, EDGE, GOAL, HAND, IN_PLAY, MARK, PLAYERS, ROW, SIZE, SOLO, WINNERS, Position
from tsuro.fast.legal import list_placements
from tsuro.fast.value import MOST_SEATS, VALUES, judge, squares_in
from tsuro.fast.variants import solo_reward

__all__ = ["EVERYWHERE", "SCRATCH", "find", "grow", "sample", "sample_start", "share"]

# In the scratch row, after the legal placements: their weights, their places in the tree, and the way down.
WEIGHTS = 16
PLACES = 32
PATH = 48
END = PATH + 2 * 64
FREE = END  # the open squares, as bits
SCRATCH = END + 1

EVERYWHERE = (1 << 36) - 1  # all squares
SITUATIONS = 1024  # numbers for where the ways across a square may lead
EARLY = 24  # open squares: with this many or more, playouts say too little to be worth their time
TRUST = 0.5  # how much the learned value counts later; the rest is the playout's

# How much a placement deserves to be tried, by how much less it promises than the best.
WEIGHT = [int(10_000 * exp(-less / 40)) + 1 for less in range(400)]


def share(g: Position, seat: int) -> float:
    """The seat's share of the win, once the game is over; alone, what the result is worth (V4)."""
    if g[SOLO]:
        return solo_reward(g)
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
    if source[GOAL]:
        for n in range(SIZE, ROW):
            target[n] = source[n]


# Playouts


def sample(
    root: Position,
    g: Position,
    hidden: list[int],
    tiles: int,
    shape: int,
    swaps: list[int],
    out: int,
    playouts: int,
    greedy: bool,
    seed: int,
) -> tuple[int, float, float]:
    """Playouts after a choice of the active player: the seed, the sum of shares, and of their squares.

    The choice is a placement or, if the shape is 0, an exchange with the eliminated: see `exchange`.
    """
    seat = root[ACTIVE] + 0
    total, squares = 0.0, 0.0
    for _ in range(playouts):
        copy(root, g)
        seed = deal_hidden(g, hidden, tiles, seed)
        seed = play(g, shape, seed) if shape else exchange(g, swaps, out, seed)
        seed = greedy_playout(g, seed) if greedy else playout(g, seed)
        won = share(g, seat)
        total += won
        squares += won * won
    return seed, total, squares


def sample_start(
    root: Position,
    g: Position,
    hidden: list[int],
    tiles: int,
    mark: int,
    without: int,
    first: int,
    scratch: list[int],
    row: list[float],
    weights: list[float],
    playouts: int,
    seed: int,
) -> tuple[int, float, float]:
    """The same after the active player's choice of a start mark; the seats without one, as bits, get any."""
    seat = root[ACTIVE] + 0
    total, squares = 0.0, 0.0
    for _ in range(playouts):
        copy(root, g)
        g[mark], g[MARK + seat], g[ACTIVE] = MARK + seat, mark, first
        for other in range(g[PLAYERS] + 0):
            if without >> other & 1:
                seed = draw_mark(g, other, seed)
        seed = deal_hidden(g, hidden, tiles, seed)
        scratch[FREE] = EVERYWHERE
        seed = expect(g, scratch, row, weights, seed)
        won = row[VALUES + seat]
        total += won
        squares += won * won
    return seed, total, squares


def exchange(g: Position, swaps: list[int], out: int, seed: int) -> int:
    """Swap tiles with the eliminated, and end the turn; `swaps` holds a tile to give, one to take, …, and a 0."""
    n = 0
    while swaps[n]:
        swap(g, swaps[n], swaps[n + 1])
        n += 2
    return end_turn(g, out, seed)


# The tree


def find(tree: list[int], parent: int, shape: int) -> int:
    """The place of the placement among those of its parent: where it is, or where it would be put."""
    mask = len(tree) // 2 - 2
    key = parent * 144 + (shape >> 3) + 1
    place = ((key ^ key >> 16 ^ key >> 31) * 40503 >> 3) & mask
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
    free: int,
    row: list[float],
    weights: list[float],
    playouts: int,
    explore: float,
    seed: int,
) -> int:
    """Let the tree learn from this many playouts; `free` are the open squares, `row` is for values."""
    for _ in range(playouts):
        copy(root, g)
        seed = deal_hidden(g, hidden, tiles, seed)
        scratch[FREE] = free
        seed, end = descend(g, tree, won, scratch, explore, seed)
        seed = expect(g, scratch, row, weights, seed)
        for at in range(PATH, end, 2):
            tree[scratch[at] * 2 + 1] += 1
            won[scratch[at]] += row[VALUES + scratch[at + 1]]
    return seed


def expect(g: Position, scratch: list[int], row: list[float], weights: list[float], seed: int) -> int:
    """Write what each seat may expect, from VALUES on in the row, by what was learned and by a playout.

    Without weights, or with more seats in play than the networks are for, a playout says it alone.
    """
    trust = 0.0
    if g[WINNERS] == 0 and len(weights) > 0 and squares_in(g[IN_PLAY] + 0) <= MOST_SEATS:
        judge(g, scratch[FREE], scratch, row, weights)
        trust = 1.0 if squares_in(scratch[FREE]) >= EARLY else TRUST
    if trust == 1.0:
        return seed
    if g[WINNERS] == 0:
        seed = playout(g, seed) if g[SOLO] else greedy_playout(g, seed)  # promise is about one marker, not all
    for seat in range(g[PLAYERS] + 0):
        learned = trust * row[VALUES + seat] if trust > 0.0 else 0.0
        row[VALUES + seat] = learned + (1.0 - trust) * share(g, seat)
    return seed


def descend(
    g: Position, tree: list[int], won: list[float], scratch: list[int], explore: float, seed: int
) -> tuple[int, int]:
    """Follow the best placements down to the first that is new, and play it: the seed and the way's end."""
    at, root, known = PATH, len(tree) // 2 - 1, True
    while g[WINNERS] == 0 and known and at < END:
        seat = g[ACTIVE] + 0
        node = root if at == PATH else parent_of(g, seat, scratch, at, len(tree))
        n = list_placements(g, seat, scratch)
        total = weigh(g, seat, scratch, n)
        shape, place = best_to_try(tree, won, node, scratch, n, explore / total)
        known = tree[place * 2] != 0
        if known or tree[root * 2 + 1] < root - root // 4:  # a fuller table would be slow to look things up in
            tree[root * 2 + 1] += not known
            tree[place * 2] = node * 144 + (shape >> 3) + 1
            scratch[at], scratch[at + 1] = place, seat
            at += 2
        scratch[FREE] &= ~(1 << (g[MARK + seat] >> 3))
        seed = play(g, shape, seed)
    return seed, at


def parent_of(g: Position, seat: int, scratch: list[int], end: int, length: int) -> int:
    """What the seat's next placement is found by, after the way down to that end: a place, or `length` and more.

    Alone, one person makes all placements, so the last one is their own.
    """
    if g[SOLO]:
        return scratch[end - 2] + 0
    last = end - 2
    while last > PATH and scratch[last + 1] != seat:
        last -= 2
    point = g[MARK + seat] + 0
    return (scratch[last] * EDGE + point) * SITUATIONS + faced(g, point & ~7) + length


def faced(g: Position, base: int) -> int:
    """A number for where the ways across the square lead: nearly always another if they lead elsewhere."""
    number = 0
    for spot in range(base, base + 8):
        number = (number * 31 + g[spot]) % SITUATIONS
    return number


def weigh(g: Position, seat: int, scratch: list[int], n: int) -> int:
    """Write how much each placement deserves to be tried, by what it promises; returns the sum.

    Alone, all markers count, and promise is about one: there, all placements deserve the same.
    """
    if g[SOLO]:
        for i in range(n):
            scratch[WEIGHTS + i] = 1
        return n
    point, hand, best = g[MARK + seat] + 0, HAND + seat * 3, LOST
    for i in range(n):
        slot = 0
        while g[hand + slot] != scratch[i] >> 5:
            slot += 1
        scratch[WEIGHTS + i] = promise(g, point, scratch[i], hand, slot)
        if g[GOAL]:
            scratch[WEIGHTS + i] += promise_of_score(g, seat, scratch[i])
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
