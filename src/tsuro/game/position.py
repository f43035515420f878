"""Which positions are possible: for those set up by hand, in tests and puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tsuro.game.board import SQUARES, START_MARKS, Point, Seat, Square, point_name, square_name
from tsuro.game.errors import ImpossiblePosition
from tsuro.game.outcome import is_over, path_of
from tsuro.game.paths import path_from
from tsuro.game.state import EXCHANGE, HAND_SIZE, OVER, PLACE_MARKER, PLAY_TILE, State, clockwise
from tsuro.game.tiles import FACE_DOWN, TILES

__all__ = ["check_position"]


def check_position(state: State) -> None:
    """Raise `ImpossiblePosition`, with the reason, for a position that no game can lead to, as far as is checked.

    Checked are:

    - the tiles: each of the 35 is in one place;
    - the start marks: on the edge, each taken once, chosen in turn;
    - the markers: each in play stands where its path ends, each eliminated one has reached
      the edge or met another, and each has walked the length that goes with it;
    - eliminations: those of one placement share a square on which it can have been;
    - that every tile on the board lies on somebody's path;
    - how many tiles everyone holds, and who holds the Dragon tile (once the game is over,
      only that its holder may have it);
    - the phase, and the active player: exactly while nobody is eliminated, later as far
      as the hands and the last elimination show.

    Not checked is whether the tiles can have been placed in some order by legal placements
    (P2), nor which tiles are in whose hand. Tiles may be face down.
    """
    for reason in _impossibilities(state):
        raise ImpossiblePosition(reason)


def _impossibilities(state: State) -> Iterator[str]:
    yield from _number_of_hands(state)
    yield from _tiles(state)
    yield from _starts(state)
    yield from _eliminations(state)
    yield from _markers(state)
    yield from _unvisited_tiles(state)
    yield from _phase(state)
    yield from _turn(state)
    yield from _groups(state)
    yield from _hands(state)
    yield from _dragon(state)


def _tiles(state: State) -> Iterator[str]:
    on_board = [tile.tile for tile in state.board if tile is not None]
    everywhere = on_board + [tile for hand in state.hands for tile in hand] + list(state.pile)
    for tile, count in Counter(everywhere).items():
        if tile != FACE_DOWN and count > 1:
            yield f"tile {tile} is in {count} places (C2)"
    if len(everywhere) != len(TILES):
        yield f"there are {len(TILES)} path tiles, but {len(everywhere)} are accounted for (C2)"


def _starts(state: State) -> Iterator[str]:
    taken = [start for start in state.starts if start is not None]
    for start, count in Counter(taken).items():
        if start not in START_MARKS:
            yield f"{point_name(start)} is not a start mark (C1)"
        if count > 1:
            yield f"{count} markers started on {point_name(start)} (S4)"
    order = [state.starts[seat] is not None for seat in state.setup.seats]
    if order != sorted(order, reverse=True):
        yield "markers are placed in clockwise order from the first player on (S4)"
    if state.phase is PLACE_MARKER:
        if state.tiles_placed:
            yield "tiles are on the board before all markers are placed (S4)"
        if all(order) or state.active != state.setup.seats[order.index(False)]:
            yield "it is not this player's turn to place the marker (S4)"
    elif not all(order):
        yield "not all markers are placed (S4)"


def _eliminations(state: State) -> Iterator[str]:
    out = [seat for group in state.out for seat in group]
    if not all(state.out):
        yield "a placement is listed that eliminated nobody (M4)"
    if len(set(out)) != len(out):
        yield "a player is eliminated twice (M2)"
    for seat in range(state.setup.players):
        if (seat in out) != (state.markers[seat] is None and state.starts[seat] is not None):
            yield f"player {seat + 1} must be either on the board or eliminated (M2)"


def _markers(state: State) -> Iterator[str]:
    for seat, start in enumerate(state.starts):
        if start is None:
            continue
        left, end = path_from(state.board, start)
        if state.markers[seat] is not None:
            yield from _marker_in_play(state, seat, end, len(left))
        else:
            yield from _marker_out(state, seat, end, left[-1] if left else None, len(left))


def _marker_in_play(state: State, seat: Seat, end: int | None, length: int) -> Iterator[str]:
    if end is None:
        yield f"player {seat + 1} is in play, but that path ends at the edge (M2)"
    elif state.markers[seat] != end:
        yield f"player {seat + 1} must stand where the path ends, at {point_name(end)} (M1)"
    elif state.walked[seat] != length:
        yield f"player {seat + 1} has walked over {length} tiles, not {state.walked[seat]} (M1)"


def _marker_out(state: State, seat: Seat, end: int | None, last: int | None, length: int) -> Iterator[str]:
    if end is not None or last is None:
        yield f"player {seat + 1} is eliminated, but that path has not ended (M2)"
    elif last in state.starts:
        met = state.starts.index(last)
        if not any(seat in group and met in group for group in state.out):
            yield f"players {seat + 1} and {met + 1} have met, so both are eliminated together (M3)"
        elif not _meeting_squares(state, seat, met):
            yield f"players {seat + 1} and {met + 1} cannot have met after walking this far (M3)"
    elif state.walked[seat] != length:
        yield f"player {seat + 1} has walked over {length} tiles, not {state.walked[seat]} (M1)"


def _meeting_squares(state: State, seat: Seat, met: Seat) -> set[Square]:
    """The square on which a tile can have joined the two paths, going by the lengths walked, if there is one.

    Both have walked over the tiles between them: from the first time that the path comes to
    the new tile to the last time.
    """
    start = state.starts[seat]
    crossed = _squares_from(state, start) if start is not None else []
    first, end = len(crossed) - state.walked[met], state.walked[seat]
    if not 0 <= first < end <= len(crossed) or crossed[first] != crossed[end - 1]:
        return set()
    return {crossed[first]} - {*crossed[:first], *crossed[end:]}


def _squares_from(state: State, start: Point) -> list[Square]:
    """The square of every tile that the path from the start mark crosses, one after the other."""
    return [point >> 3 for point in path_from(state.board, start)[0]]


def _groups(state: State) -> Iterator[str]:
    """Players eliminated together were eliminated by one tile: all of them, and whoever placed it, crossed it."""
    for number, group in enumerate(state.out, 1):
        is_last = number == len(state.out) and state.phase in {EXCHANGE, OVER}
        placed_now = is_last and state.tiles_placed < len(TILES)
        squares = [_squares_of_the_end(state, seat) for seat in (*group, *(state.active,) * placed_now)]
        if not set.intersection(*squares):
            players = ", ".join(str(seat + 1) for seat in group)
            by_whom = f" of player {state.active + 1}" if placed_now else ""
            yield f"no placement{by_whom} can have eliminated {players} (M4)"


def _squares_of_the_end(state: State, seat: Seat) -> set[Square]:
    """Where a tile can have ended the path: anywhere on it if it leads to the edge, or goes on."""
    start = state.starts[seat]
    left = path_from(state.board, start)[0] if start is not None else ()
    if state.markers[seat] is None and left and left[-1] in state.starts:
        return _meeting_squares(state, seat, state.starts.index(left[-1]))
    return {point >> 3 for point in left}


def _unvisited_tiles(state: State) -> Iterator[str]:
    visited = {entry >> 3 for seat in range(state.setup.players) for entry, _ in path_of(state, seat)}
    for square in SQUARES:
        if state.board[square] is not None and square not in visited:
            yield f"the tile on {square_name(square)} lies on nobody's path (P1)"


def _number_of_hands(state: State) -> Iterator[str]:
    wanted = 1 if state.setup.edition.one_open_hand else state.setup.players
    if len(state.hands) != wanted:
        yield f"there must be {wanted} hands, not {len(state.hands)} (S1)"


def _hands(state: State) -> Iterator[str]:
    for owner, hand in enumerate(state.hands):
        if len(hand) > HAND_SIZE:
            yield f"player {owner + 1} holds more than {HAND_SIZE} tiles (S2)"
    if state.setup.edition.one_open_hand:
        yield from _open_hand(state)
        return
    if state.phase is PLAY_TILE and not state.hands[state.active]:
        yield f"player {state.active + 1} has no tile and passes the turn (P4)"
    yield from _hands_before_placing(state)


def _open_hand(state: State) -> Iterator[str]:
    """It is filled up after every placement but the last (V3, V4)."""
    is_over = state.phase is OVER
    wanted = min(HAND_SIZE, len(TILES) - state.tiles_placed + is_over) - is_over
    if len(state.hands[0]) != wanted:
        yield f"the open hand must have {wanted} tiles, not {len(state.hands[0])} (V3)"


def _hands_before_placing(state: State) -> Iterator[str]:
    """While there are tiles in the pile, everyone has three.

    Afterwards all play in turn, so everyone has as many as the active player or, from some
    player on, one less. Drawing keeps it so: it begins with the holder of the Dragon tile.
    """
    sizes = _sizes_before_placing(state)
    for owner, hand in enumerate(state.hands):
        if hand and owner not in sizes:
            yield f"player {owner + 1} is eliminated, so that hand belongs in the pile (X2)"
    for seat, size in sizes.items():
        if state.pile and size < HAND_SIZE:
            yield f"player {seat + 1} must have drawn: there are tiles in the pile (D1)"
    in_turn = list(sizes.values())
    if in_turn != sorted(in_turn, reverse=True) or in_turn[0] - in_turn[-1] > 1:
        held = ", ".join(f"player {seat + 1} {len(state.hands[seat])}" for seat in sorted(sizes))
        yield f"players who play and draw in turn cannot hold these numbers of tiles: {held} (D1)"


def _sizes_before_placing(state: State) -> dict[Seat, int]:
    """How many tiles each player had when the active player had to place one, in turn."""
    has_placed = state.phase in {EXCHANGE, OVER}
    just_out = state.out[-1] if has_placed and state.out else ()
    return {
        seat: len(state.hands[seat]) + (has_placed and seat == state.active)
        for seat in clockwise(state.active, state.setup.players)
        if state.phase is PLACE_MARKER or state.markers[seat] is not None or seat in just_out
    }


def _dragon(state: State) -> Iterator[str]:
    holder = state.dragon
    if holder is not None:
        yield from _dragon_with(state, holder)
    if state.phase is not OVER and not state.setup.edition.one_open_hand:
        yield from _dragon_due(state)


def _dragon_with(state: State, holder: Seat) -> Iterator[str]:
    if not state.setup.edition.has_dragon(state.setup.players):
        yield "the Dragon tile is not used in this game (D2)"
    elif state.pile:
        yield "nobody holds the Dragon tile while there are tiles in the pile (D2)"
    elif len(state.hands[holder]) >= HAND_SIZE:
        yield f"player {holder + 1} holds the Dragon tile, but needs no tile (D2)"
    elif state.phase is not EXCHANGE and state.markers[holder] is None:
        yield f"player {holder + 1} is eliminated and no longer holds the Dragon tile (D3)"


def _dragon_due(state: State) -> Iterator[str]:
    """When the pile is used up, the player who draws next holds the Dragon tile (D2, D3)."""
    sizes = _sizes_before_placing(state)
    fewest = min(sizes.values())
    if state.pile or fewest == HAND_SIZE or not state.setup.edition.has_dragon(state.setup.players):
        return
    due = next(seat for seat, size in sizes.items() if size == fewest)
    if state.dragon != due:
        yield f"player {due + 1} must hold the Dragon tile: the pile is empty, and that player draws next (D2)"


def _phase(state: State) -> Iterator[str]:
    if state.phase is PLACE_MARKER:
        return
    over = is_over(len(state.in_play), state.tiles_placed, state.setup.edition)
    if over != (state.phase is OVER):
        yield "the game is over (W1)" if over else "the game is not over (W1)"
    elif not over and state.markers[state.active] is None:
        yield f"player {state.active + 1} is eliminated and cannot be the active player (T1)"
    elif state.phase is EXCHANGE:
        bonus = state.setup.edition.has_bonus(state.setup.players)
        if not (bonus and state.out and state.offer and state.hands[state.active]):
            yield "there is nothing to exchange (X1)"


def _turn(state: State) -> Iterator[str]:
    """Who is the active player, or was when the game ended."""
    if state.phase is PLACE_MARKER:
        return
    if not state.out:
        turns = state.tiles_placed - (state.phase is OVER)
        due = state.setup.seats[turns % state.setup.players]
        if state.active != due:
            yield f"the active player must be player {due + 1}: nobody is eliminated, so all play in turn (T1)"
    elif state.active not in {*state.in_play, *state.out[-1]}:
        yield f"player {state.active + 1} was eliminated before the last placement (T1)"
