"""Which positions are possible: for those set up by hand, in tests and puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tsuro.game.board import SQUARES, START_MARKS, Seat, point_name, square_name
from tsuro.game.errors import ImpossiblePosition
from tsuro.game.outcome import is_over, path_of
from tsuro.game.paths import path_from
from tsuro.game.state import EXCHANGE, HAND_SIZE, OVER, PLACE_MARKER, PLAY_TILE, State
from tsuro.game.tiles import FACE_DOWN, TILES

__all__ = ["check_position"]


def check_position(state: State) -> None:
    """Raise `ImpossiblePosition`, with the reason, if no game can lead here.

    Everything is checked that holds in every game: where the tiles are, that each
    marker stands where its path ends, that every tile lies on somebody's path, who
    holds how many tiles and the Dragon tile, and what is due. Tiles may be face down.
    """
    for reason in _impossibilities(state):
        raise ImpossiblePosition(reason)


def _impossibilities(state: State) -> Iterator[str]:
    yield from _tiles(state)
    yield from _starts(state)
    yield from _eliminations(state)
    yield from _markers(state)
    yield from _unvisited_tiles(state)
    yield from _hands(state)
    yield from _dragon(state)
    yield from _phase(state)


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
        together = any(seat in group and met in group for group in state.out)
        enough = state.walked[seat] + state.walked[met] > length >= state.walked[seat] > 0
        if not together:
            yield f"players {seat + 1} and {met + 1} have met, so both are eliminated together (M3)"
        elif not enough:
            yield f"players {seat + 1} and {met + 1} cannot have met after so many tiles (M3)"
    elif state.walked[seat] != length:
        yield f"player {seat + 1} has walked over {length} tiles, not {state.walked[seat]} (M1)"


def _unvisited_tiles(state: State) -> Iterator[str]:
    visited = {entry >> 3 for seat in range(state.setup.players) for entry, _ in path_of(state, seat)}
    for square in SQUARES:
        if state.board[square] is not None and square not in visited:
            yield f"the tile on {square_name(square)} lies on nobody's path (P1)"


def _hands(state: State) -> Iterator[str]:
    wanted = 1 if state.setup.edition.one_open_hand else state.setup.players
    if len(state.hands) != wanted:
        raise ImpossiblePosition(f"there must be {wanted} hands, not {len(state.hands)} (S1)")
    for owner, hand in enumerate(state.hands):
        if len(hand) > HAND_SIZE:
            yield f"player {owner + 1} holds more than {HAND_SIZE} tiles (S2)"
    if state.phase in {PLACE_MARKER, PLAY_TILE}:
        yield from _hands_after_drawing(state)


def _hands_after_drawing(state: State) -> Iterator[str]:
    for owner, hand in enumerate(state.hands):
        waiting = state.setup.edition.one_open_hand or state.markers[owner] is not None
        waiting = waiting or state.phase is PLACE_MARKER
        if hand and not waiting:
            yield f"player {owner + 1} is eliminated, so that hand belongs in the pile (X2)"
        if waiting and state.pile and len(hand) < HAND_SIZE:
            yield f"player {owner + 1} must have drawn: there are tiles in the pile (D1)"
    if state.phase is PLAY_TILE and not state.hand_of(state.active):
        yield f"player {state.active + 1} has no tile and passes the turn (P4)"


def _dragon(state: State) -> Iterator[str]:
    holder = state.dragon
    if holder is None:
        return
    if not state.setup.edition.has_dragon(state.setup.players):
        yield "the Dragon tile is not used in this game (D2)"
    elif state.pile:
        yield "nobody holds the Dragon tile while there are tiles in the pile (D2)"
    elif len(state.hands[holder]) >= HAND_SIZE:
        yield f"player {holder + 1} holds the Dragon tile, but needs no tile (D2)"
    elif state.phase is not EXCHANGE and state.markers[holder] is None:
        yield f"player {holder + 1} is eliminated and holds the Dragon tile no more (D3)"


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
