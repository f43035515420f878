"""The rules on one row of integers: a turn, with what follows a placement, and whole games.

As in `placement`, nothing allocates, and the same lines run interpreted and compiled.
"""

from __future__ import annotations

from tsuro.fast import placement
from tsuro.fast.layout import (
    ACTIVE,
    BASE,
    CLASSIC,
    DRAGON,
    EDGE,
    EMPTY_BOARD,
    GOAL,
    HAND,
    HAS_DRAGON,
    HELD,
    IN_PILE,
    IN_PLAY,
    MARK,
    NEXT,
    NO_RAMMING,
    NOBODY,
    ONE_HAND,
    PILE,
    PLAYERS,
    SOLO,
    START,
    WINNERS,
    Position,
)
from tsuro.fast.placement import (
    follow,
    has_loop,
    has_others,
    is_harmful,
    lay,
    lift,
    look,
    loops,
    next_seed,
    pick,
    random_placement,
)
from tsuro.fast.trails import lay_tile
from tsuro.fast.variants import hand_over, tiles_left, winners

__all__ = [
    "INLINED",
    "clear",
    "deal",
    "discard",
    "draw_at",
    "draw_mark",
    "eliminate",
    "end_turn",
    "ended",
    "first_to_draw",
    "follow",
    "hand_on_the_dragon",
    "has_others",
    "is_harmful",
    "lay",
    "lift",
    "look",
    "loops",
    "new_game",
    "next_seed",
    "next_to_draw",
    "pass_turn",
    "pick",
    "place",
    "play",
    "playout",
    "random_placement",
    "replace",
    "settle",
    "slot_of",
    "swap",
    "turn",
]


def ended(g: Position) -> int:
    """The markers in play, as bits, whose path has ended (M2, M3)."""
    return g[IN_PLAY] & (
        (g[MARK] >= EDGE)
        | (g[MARK + 1] >= EDGE) << 1
        | (g[MARK + 2] >= EDGE) << 2
        | (g[MARK + 3] >= EDGE) << 3
        | (g[MARK + 4] >= EDGE) << 4
        | (g[MARK + 5] >= EDGE) << 5
        | (g[MARK + 6] >= EDGE) << 6
        | (g[MARK + 7] >= EDGE) << 7
    )


def turn(g: Position, seat: int, seed: int) -> int:
    """A whole turn with a random placement; does not pass the turn on. Exchanges are declined."""
    base = g[MARK + seat] & BASE
    seen = look(g, base)
    seed, slot, shape, forced = random_placement(g, seat, seen, seed)
    if shape == 0:
        return seed  # P4
    lay(g, base, shape, has_loop(seen, base))
    return settle(g, seat, slot, has_others(seen) or forced, seed)


def settle(g: Position, seat: int, slot: int, dangerous: bool, seed: int) -> int:
    """What follows a placement from that slot of the hand."""
    out = ended(g) if dangerous else 0
    if out == 0 and g[IN_PILE] > 0:
        return replace(g, seat, slot, seed)
    discard(g, seat, slot)
    eliminate(g, out)
    if g[WINNERS]:
        return seed
    return draw(g, seat, out, seed)


def replace(g: Position, seat: int, slot: int, seed: int) -> int:
    """Draw when everyone else has three tiles: the new one goes where the old one was. See `take_at`."""
    seed = next_seed(seed)
    pile = g[IN_PILE]
    at, last = PILE + pick(seed, pile), PILE + pile - 1
    tile = g[at]
    g[IN_PILE] = pile - 1
    g[at] = g[last]
    g[last] = g[HAND + seat * 3 + slot] = tile
    return seed


def take_at(g: Position, pile: int, at: int) -> int:
    """Take a tile out of the pile: it swaps places with the last one, and the pile ends before it."""
    tile = g[at]
    g[IN_PILE] = pile - 1
    g[at] = g[PILE + pile - 1]
    g[PILE + pile - 1] = tile
    return tile


def discard(g: Position, seat: int, slot: int) -> None:
    """Take the played tile out of the hand."""
    last = HAND + seat * 3 + g[HELD + seat] - 1
    g[HAND + seat * 3 + slot] = g[last]
    g[last] = 0
    g[HELD + seat] -= 1


def eliminate(g: Position, out: int) -> None:
    """Take the markers off the board (M4); the game may be over (W1 to W3, V1, V2, V4)."""
    g[IN_PLAY] &= ~out
    in_play = g[IN_PLAY]
    if g[GOAL] | g[SOLO]:  # the last marker plays on
        if in_play == 0 or tiles_left(g) == 0:
            g[WINNERS] = winners(g)
    elif in_play & (in_play - 1) == 0:
        g[WINNERS] = in_play or out
    elif g[IN_PILE] == 0 and tiles_left(g) == 0:
        g[WINNERS] = in_play


def draw(g: Position, seat: int, out: int, seed: int) -> int:
    """Everyone draws, after a turn of the seat that eliminated these players (X2, D1 to D5)."""
    seat = next_to_draw(g, first_to_draw(g, seat, out))
    while seat != NOBODY:
        seed = next_seed(seed)
        draw_at(g, seat, PILE + pick(seed, g[IN_PILE]))
        seat = next_to_draw(g, NEXT[g[IN_PLAY] * 8 + seat])
    return seed


def first_to_draw(g: Position, seat: int, out: int) -> int:
    """What comes before drawing (X2, D3), and with whom drawing begins (D1, D4)."""
    if out and g[ONE_HAND] == 0:
        hand_on_the_dragon(g)
        shuffle_in(g, out)
    in_play = g[IN_PLAY]
    if g[DRAGON] != NOBODY and g[IN_PILE] > 0:
        return g[DRAGON] + 0
    if not in_play >> seat & 1:
        return NEXT[in_play * 8 + seat] + 0
    return seat + 0


def next_to_draw(g: Position, seat: int) -> int:
    """Who draws next, clockwise from the seat; NOBODY when all have three tiles, or the pile is empty (D2)."""
    in_play, full = g[IN_PLAY], 0
    if g[ONE_HAND]:  # it is refilled, whoever is still in play (V3, V4)
        seat = g[ACTIVE] + 0
        return seat if g[IN_PILE] > 0 and g[HELD + seat] < 3 else NOBODY
    while full != in_play:
        if g[HELD + seat] < 3:
            if g[IN_PILE] > 0:
                return seat + 0
            if g[HAS_DRAGON] and g[DRAGON] == NOBODY:
                g[DRAGON] = seat
            return NOBODY
        full |= 1 << seat
        seat = NEXT[in_play * 8 + seat]
    return NOBODY


def draw_at(g: Position, seat: int, at: int) -> None:
    """The seat draws the tile that is there in the pile; the Dragon tile goes back (D2)."""
    if g[DRAGON] == seat:
        g[DRAGON] = NOBODY
    g[HAND + seat * 3 + g[HELD + seat]] = take_at(g, g[IN_PILE], at)
    g[HELD + seat] += 1


def hand_on_the_dragon(g: Position) -> None:
    """D3"""
    holder, in_play = g[DRAGON], g[IN_PLAY]
    if holder == NOBODY or in_play >> holder & 1:
        return
    if in_play == 0:
        g[DRAGON] = NOBODY
        return
    first = seat = NEXT[in_play * 8 + holder] + 0
    while g[HELD + seat] == 3:
        seat = NEXT[in_play * 8 + seat] + 0
        if seat == first or g[CLASSIC]:
            g[DRAGON] = NOBODY
            return
    g[DRAGON] = seat


def shuffle_in(g: Position, out: int) -> None:
    """X2"""
    for seat in range(g[PLAYERS]):
        if out >> seat & 1:
            for slot in range(g[HELD + seat]):
                g[PILE + g[IN_PILE]] = g[HAND + seat * 3 + slot]
                g[HAND + seat * 3 + slot] = 0
                g[IN_PILE] += 1
            g[HELD + seat] = 0


def pass_turn(g: Position) -> None:
    """T1, P4"""
    seat = NEXT[g[IN_PLAY] * 8 + g[ACTIVE]] + 0
    if g[ONE_HAND]:
        hand_over(g, g[ACTIVE] + 0, seat)
    while g[HELD + seat] == 0:
        seat = NEXT[g[IN_PLAY] * 8 + seat] + 0
    g[ACTIVE] = seat


# A turn in steps, for players that choose


def slot_of(g: Position, seat: int, shape: int) -> int:
    """The slot of the tile in the hand; it must be there. Computed: which slot it is, no processor can guess."""
    tile, hand = shape >> 5, HAND + seat * 3
    return (g[hand + 1] == tile) + 2 * (g[hand + 2] == tile)


def place(g: Position, shape: int) -> int:
    """The active player places the shape from the hand: the first half of a turn. Returns who is out, as bits."""
    seat = g[ACTIVE]
    base = g[MARK + seat] & ~7
    lay_tile(g, base, shape, look(g, base))
    discard(g, seat, slot_of(g, seat, shape))
    out = ended(g)
    eliminate(g, out)
    return out


def swap(g: Position, give: int, take: int) -> None:
    """The active player swaps a tile for one of an eliminated player (X1), between the halves of a turn."""
    for at in range(HAND, HAND + 24):
        if g[at] == give:
            g[at] = take
        elif g[at] == take:
            g[at] = give


def end_turn(g: Position, out: int, seed: int) -> int:
    """The second half of a turn: drawing, and passing the turn on."""
    if g[WINNERS]:
        hand_on_the_dragon(g)
        return seed
    seed = draw(g, g[ACTIVE], out, seed)
    pass_turn(g)
    return seed


def play(g: Position, shape: int, seed: int) -> int:
    """A whole turn of the active player with this shape; an exchange is declined."""
    seat = g[ACTIVE] + 0
    slot = slot_of(g, seat, shape)
    base = g[MARK + seat] & ~7
    seen = look(g, base)
    lay_tile(g, base, shape, seen)
    seed = settle(g, seat, slot, has_others(seen) or g[MARK + seat] >= EDGE, seed)
    if g[WINNERS]:
        hand_on_the_dragon(g)
    else:
        pass_turn(g)
    return seed


# Whole games


def new_game(g: Position, players: int, classic: int, no_ramming: int, seed: int) -> int:
    """Deal, and put all markers on random start marks (S1, S4); seat 0 is the first player."""
    clear(g, players, classic, no_ramming)
    for seat in range(players):
        seed = draw_mark(g, seat, seed)
        seed = deal(g, seat, seed)
    return seed


def clear(g: Position, players: int, classic: int, no_ramming: int) -> None:
    """The table before the tiles are dealt; seat 0 is the first player."""
    for point in range(288):
        g[point] = EMPTY_BOARD[point]
    for at in range(EDGE, PILE):
        g[at] = 0
    for tile in range(35):
        g[PILE + tile] = tile + 1
    g[IN_PILE] = 35
    g[PLAYERS], g[ACTIVE], g[DRAGON], g[WINNERS] = players, 0, NOBODY, 0
    g[IN_PLAY] = (1 << players) - 1
    g[CLASSIC], g[NO_RAMMING] = classic, no_ramming
    g[HAS_DRAGON] = (classic or players > 2) and g[ONE_HAND] == 0


def draw_mark(g: Position, seat: int, seed: int) -> int:
    """Put the seat's marker on a random start mark that is free (S4)."""
    mark = MARK
    while g[mark] != EDGE or mark == MARK:
        seed = next_seed(seed)
        mark = START[pick(seed, 48)] + 0
    g[mark], g[MARK + seat] = MARK + seat, mark
    return seed


def deal(g: Position, seat: int, seed: int) -> int:
    """Deal the seat its first hand (S1)."""
    for slot in range(3):
        seed = replace(g, seat, slot, seed)
    g[HELD + seat] = 3
    return seed


def playout(g: Position, seed: int) -> int:
    """Play the game to its end at random."""
    if g[GOAL] | g[ONE_HAND]:
        return playout_of_variant(g, seed)
    seat = g[ACTIVE] + 0
    while g[WINNERS] == 0:
        seed = turn(g, seat, seed)
        seat = NEXT[g[IN_PLAY] * 8 + seat] + 0
    return seed


def playout_of_variant(g: Position, seed: int) -> int:
    """The same, with all that the variants have to keep from turn to turn (V1 to V4)."""
    while g[WINNERS] == 0:
        seat = g[ACTIVE] + 0
        seed, _, shape, _ = random_placement(g, seat, look(g, g[MARK + seat] & BASE), seed)
        seed = play(g, shape, seed)
    return seed


INLINED = placement.INLINED | {
    turn,
    settle,
    replace,
    take_at,
    first_to_draw,
    next_to_draw,
    draw_at,
    draw_mark,
    deal,
    slot_of,
    ended,
    pass_turn,
}
"""What is worth inlining when compiled: what every turn needs."""
