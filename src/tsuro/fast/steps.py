"""A game step by step, by action ids: start marks, placements, exchanges one tile at a time, and draws.

The row of such a game is `ROW` numbers long: a position, and after it the phase, the options, what an
exchange has named so far, who was eliminated when, and the tiles and trails on the board. Its options stay
when it begins again.

Chance is drawn from a seed, or asked for: then a game stops, in the phases DEAL and DRAW, until `draw_tile`
says which tile the seat at `DRAWER` gets.
"""

from __future__ import annotations

from tsuro.fast.hidden import deal_hidden
from tsuro.fast.ids import DONE, GIVE_TILE, ID_OF, PLAY_SHAPE, SHAPE_OF, TAKE_TILE
from tsuro.fast.kernel import (
    clear,
    deal,
    discard,
    draw_at,
    draw_mark,
    eliminate,
    end_turn,
    ended,
    first_to_draw,
    hand_on_the_dragon,
    has_others,
    look,
    next_seed,
    next_to_draw,
    pass_turn,
    pick,
    replace,
    slot_of,
    swap,
)
from tsuro.fast.layout import (
    ACTIVE,
    ASKS_CHANCE,
    BASE,
    CLASSIC,
    DEAL,
    DRAW,
    DRAWER,
    DRAWN,
    EDGE,
    ELIMINATED,
    FIRST,
    GIVE,
    GROUPS,
    HAND,
    HAS_BONUS,
    HELD,
    IN_PILE,
    IN_PLAY,
    MARK,
    MARKS,
    MARKS_ARE_DRAWN,
    NAMED,
    NEXT,
    NO_RAMMING,
    NOBODY,
    ON_BOARD,
    ONE_HAND,
    OUT,
    OVER,
    PHASE,
    PILE,
    PLAY,
    PLAYERS,
    ROW,
    START,
    START_AT,
    STARTED,
    SWAPS,
    TAKE,
    WHO_BEGINS,
    WINNERS,
    Position,
)
from tsuro.fast.legal import is_legal, legal_turns
from tsuro.fast.trails import lay_with_trails
from tsuro.fast.variants import hand_over

__all__ = ["INLINED", "apply_id", "begin", "deal_anew", "draw_tile", "is_legal_id", "try_id", "write_mask"]


# Beginning


def begin(g: Position, seed: int) -> int:
    """Begin a new game by the options in the row; returns the new seed."""
    players = g[PLAYERS] + 0
    clear(g, players, g[CLASSIC] + 0, g[NO_RAMMING] + 0)
    for at in range(PHASE, WHO_BEGINS):
        g[at] = 0
    for at in range(ELIMINATED, ROW):
        g[at] = 0
    first = g[WHO_BEGINS] + 0
    if first == NOBODY:
        seed = next_seed(seed)
        first = pick(seed, players)
    g[FIRST] = g[ACTIVE] = first
    if g[ASKS_CHANCE]:
        g[PHASE], g[DRAWER] = DEAL, first
        return seed
    for step in range(1 if g[ONE_HAND] else players):
        seed = deal(g, (first + step) % players, seed)
    return choose_marks(g, seed)


def choose_marks(g: Position, seed: int) -> int:
    """The hands are dealt: players choose start marks, unless these are drawn (S4)."""
    g[PHASE] = MARKS
    if g[MARKS_ARE_DRAWN]:
        for step in range(g[PLAYERS]):
            seat = (g[FIRST] + step) % g[PLAYERS]
            seed = draw_mark(g, seat, seed)
            g[DRAWN + seat] = g[MARK + seat]
            g[STARTED + seat] = START_AT[g[MARK + seat]]
        g[PHASE] = PLAY
    return seed


# What is legal


def is_legal_id(g: Position, action: int) -> bool:
    """Whether the active player may do this now."""
    phase = g[PHASE]
    if phase == PLAY:
        return PLAY_SHAPE <= action < GIVE_TILE and is_legal(g, SHAPE_OF[action - PLAY_SHAPE] + 0)
    if phase == MARKS:
        return 0 <= action < PLAY_SHAPE and g[START[action]] == EDGE
    if phase == GIVE:
        return action == DONE or (GIVE_TILE <= action < TAKE_TILE and may_give(g, action - GIVE_TILE + 1))
    return phase == TAKE and TAKE_TILE <= action < DONE and may_take(g, action - TAKE_TILE + 1)


def may_give(g: Position, tile: int) -> bool:
    hand = HAND + g[ACTIVE] * 3
    return tile > last_given(g) and (g[hand] == tile or g[hand + 1] == tile or g[hand + 2] == tile)


def may_take(g: Position, tile: int) -> bool:
    return tile > last_taken(g) and in_hands(g, g[OUT] + 0, tile)


def in_hands(g: Position, seats: int, tile: int) -> bool:
    """Whether one of these seats, given as bits, holds the tile."""
    for seat in range(g[PLAYERS]):
        if seats >> seat & 1:
            hand = HAND + seat * 3
            if g[hand] == tile or g[hand + 1] == tile or g[hand + 2] == tile:
                return True
    return False


def last_given(g: Position) -> int:
    return g[SWAPS + g[NAMED] - 2] + 0 if g[NAMED] > 1 else 0


def last_taken(g: Position) -> int:
    """The last one; while a tile to take is to be named, the one before the tile just given."""
    named = g[NAMED] & ~1
    return g[SWAPS + named - 1] + 0 if named else 0


def write_mask(g: Position, mask: list[int]) -> None:
    """Write 1 for each id that the active player may choose, else 0; all 0 when the game is over."""
    for action in range(len(mask)):
        mask[action] = 0
    phase = g[PHASE]
    if phase == PLAY:
        mask_placements(g, mask)
    elif phase == MARKS:
        for mark in range(48):
            mask[mark] = g[START[mark]] == EDGE
    elif phase == GIVE:
        mask[DONE] = 1
        mask_hand(g, g[ACTIVE] + 0, GIVE_TILE - 1, last_given(g), mask)
    elif phase == TAKE:
        for seat in range(g[PLAYERS]):
            if g[OUT] >> seat & 1:
                mask_hand(g, seat, TAKE_TILE - 1, last_taken(g), mask)


def mask_placements(g: Position, mask: list[int]) -> None:
    hand = HAND + g[ACTIVE] * 3
    first, second, third = legal_turns(g, g[ACTIVE] + 0)
    mask_turns(g[hand] + 0, first, mask)
    mask_turns(g[hand + 1] + 0, second, mask)
    mask_turns(g[hand + 2] + 0, third, mask)


def mask_turns(tile: int, turns: int, mask: list[int]) -> None:
    for turn in range(4):
        if turns >> turn & 1:
            mask[ID_OF[tile * 4 + turn]] = 1


def mask_hand(g: Position, seat: int, base: int, above: int, mask: list[int]) -> None:
    """Allow the tiles of the hand whose numbers are above the given one."""
    for at in range(HAND + seat * 3, HAND + seat * 3 + g[HELD + seat]):
        if g[at] > above:
            mask[base + g[at]] = 1


# What an action does


def try_id(g: Position, action: int, seed: int) -> int:
    """The same as `apply_id`, or, if it is not legal, nothing: then 0 is returned."""
    return apply_id(g, action, seed) if is_legal_id(g, action) else 0


def apply_id(g: Position, action: int, seed: int) -> int:
    """The active player does this; it must be legal. Returns the new seed."""
    phase = g[PHASE]
    if phase == PLAY:
        return place_tile(g, SHAPE_OF[action - PLAY_SHAPE] + 0, seed)
    if phase == MARKS:
        place_marker(g, action)
        return seed
    if action == DONE:
        return end_exchange(g, seed)
    return name_tile(g, action, seed)


def place_marker(g: Position, mark: int) -> None:
    """S4"""
    seat, players = g[ACTIVE] + 0, g[PLAYERS] + 0
    g[START[mark]], g[MARK + seat], g[DRAWN + seat] = MARK + seat, START[mark], START[mark]
    g[STARTED + seat] = mark + 1
    g[ACTIVE] = (seat + 1) % players
    if g[ONE_HAND]:
        hand_over(g, seat, g[ACTIVE] + 0)
    if g[ACTIVE] == g[FIRST]:
        g[PHASE] = PLAY


def place_tile(g: Position, shape: int, seed: int) -> int:
    """P1, M1 to M4; then the game is over, an exchange is due, or the turn goes on."""
    seat = g[ACTIVE] + 0
    slot, base = slot_of(g, seat, shape), g[MARK + seat] & BASE
    seen = look(g, base)
    lay_with_trails(g, base, shape, seen)
    out = ended(g) if has_others(seen) or g[MARK + seat] >= EDGE else 0
    if out == 0 and g[IN_PILE] > 0 and g[ASKS_CHANCE] == 0:
        seed = replace(g, seat, slot, seed)
        pass_turn(g)
        return seed
    discard(g, seat, slot)
    note_out(g, out)
    eliminate(g, out)
    return after_placement(g, out, seed)


def note_out(g: Position, out: int) -> None:
    """Note who was eliminated together (M4, W4)."""
    g[OUT] = out
    if out:
        g[GROUPS] += 1
        for seat in range(g[PLAYERS]):
            if out >> seat & 1:
                g[ELIMINATED + seat] = g[GROUPS]


def after_placement(g: Position, out: int, seed: int) -> int:
    if g[WINNERS]:
        hand_on_the_dragon(g)
        g[PHASE], g[OUT] = OVER, 0
        return seed
    if out and g[HAS_BONUS] and g[IN_PLAY] >> g[ACTIVE] & 1 and may_swap(g):
        g[PHASE], g[NAMED] = GIVE, 0
        return seed
    return finish_turn(g, seed)


def may_swap(g: Position) -> bool:
    """Whether there is, after what has been named, another tile to give and another to take (X1)."""
    given, taken, hand = last_given(g), last_taken(g), HAND + g[ACTIVE] * 3
    if g[hand] <= given and g[hand + 1] <= given and g[hand + 2] <= given:
        return False
    for seat in range(g[PLAYERS]):
        if g[OUT] >> seat & 1:
            hand = HAND + seat * 3
            if g[hand] > taken or g[hand + 1] > taken or g[hand + 2] > taken:
                return True
    return False


def name_tile(g: Position, action: int, seed: int) -> int:
    """Name the next tile of an exchange; it ends when nothing more can be named (X1)."""
    g[SWAPS + g[NAMED]] = action - (GIVE_TILE if action < TAKE_TILE else TAKE_TILE) + 1
    g[NAMED] += 1
    g[PHASE] = TAKE if g[NAMED] & 1 else GIVE
    if g[PHASE] == GIVE and not may_swap(g):
        return end_exchange(g, seed)
    return seed


def end_exchange(g: Position, seed: int) -> int:
    """Swap what was named, and go on with the turn."""
    for at in range(SWAPS, SWAPS + g[NAMED], 2):
        swap(g, g[at] + 0, g[at + 1] + 0)
    for at in range(NAMED, WHO_BEGINS):
        g[at] = 0
    return finish_turn(g, seed)


# Draws


def finish_turn(g: Position, seed: int) -> int:
    """Everyone draws, and the turn is passed on; or chance is asked for the first draw."""
    out = g[OUT] + 0
    g[OUT] = 0
    g[PHASE] = PLAY
    if g[ASKS_CHANCE]:
        g[DRAWER] = next_to_draw(g, first_to_draw(g, g[ACTIVE] + 0, out))
        ask_chance(g)
        return seed
    return end_turn(g, out, seed)


def ask_chance(g: Position) -> None:
    """Wait for a draw, or pass the turn on when nobody draws any more."""
    g[PHASE] = DRAW
    if g[DRAWER] == NOBODY:
        g[PHASE] = PLAY
        pass_turn(g)


def draw_tile(g: Position, tile: int, seed: int) -> int:
    """The seat whose draw it is gets this tile, which must be in the pile. Returns the new seed."""
    at = PILE
    while g[at] != tile:
        at += 1
    seat = g[DRAWER] + 0
    draw_at(g, seat, at)
    if g[PHASE] == DRAW:
        g[DRAWER] = next_to_draw(g, NEXT[g[IN_PLAY] * 8 + seat] + 0)
        ask_chance(g)
    elif g[HELD + seat] == 3:
        g[DRAWER] = (seat + 1) % g[PLAYERS]
        if g[DRAWER] == g[FIRST] or g[ONE_HAND]:
            return choose_marks(g, seed)
    return seed


# What a seat does not see


def deal_anew(g: Position, me: int, hidden: list[int], seed: int) -> int:
    """Deal the tiles that the seat does not see anew, at random; `hidden` has room for all 35.

    What comes of it depends on the seed and on what the seat sees, and on nothing else. So an exchange of somebody
    else's, of which nobody knows how far it is, begins again.
    """
    exchanging = g[PHASE] == GIVE or g[PHASE] == TAKE
    seen = 255 if g[ONE_HAND] else 1 << me
    if exchanging and g[ACTIVE] == me:
        seen |= g[OUT]
    elif exchanging:
        g[PHASE] = GIVE
        for at in range(NAMED, WHO_BEGINS):
            g[at] = 0
    tiles = 0
    for tile in range(1, 36):
        if g[ON_BOARD + tile] == 0 and not in_hands(g, seen, tile):
            hidden[tiles] = tile
            tiles += 1
    for seat in range(g[PLAYERS]):
        if seen >> seat & 1 == 0:
            for at in range(HAND + seat * 3, HAND + seat * 3 + 3):
                g[at] = 0
    return deal_hidden(g, hidden, tiles, seed)


INLINED = {apply_id, place_tile, is_legal_id}
"""What is worth inlining when compiled: what every step needs."""
