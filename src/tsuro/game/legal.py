"""What a player may do: the one door through which every action goes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tsuro.game.actions import Action, ExchangeTiles, PlaceMarker, PlayTile
from tsuro.game.board import START_MARKS, Point, Seat
from tsuro.game.edition import Edition
from tsuro.game.errors import (
    AlreadyOver,
    ExchangeFirst,
    MarkersArePlaced,
    MarkersFirst,
    MarkTaken,
    NotAStartMark,
    NothingToExchange,
    NotOffered,
    NotYourTurn,
    Refused,
    RunsIntoMarker,
    TakesYouToTheEdge,
    TileNotInHand,
    UnequalExchange,
)
from tsuro.game.state import EXCHANGE, OVER, PLACE_MARKER, PLAY_TILE, Hand, Placements, State
from tsuro.game.tiles import ORIENTATIONS, OrientedTile, Tile

__all__ = [
    "check",
    "exchanges",
    "free_marks",
    "harm",
    "legal_actions",
    "legal_placements",
    "placements",
]

# Actions are compared by value, so one object for each will do.
_MARKS = {mark: PlaceMarker(mark) for mark in START_MARKS}
_PLAYS = {tile: PlayTile(tile) for orientations in ORIENTATIONS.values() for tile in orientations}


def check(state: State, seat: Seat, action: Action) -> None:
    """Raise `Refused`, with the rule and the reason, unless the seat may do this now."""
    if state.phase is OVER:
        raise AlreadyOver
    if seat != state.active:
        raise NotYourTurn(f"It is not your turn: player {state.active + 1} is the active player.")
    if isinstance(action, PlayTile):
        _check_play(state, action.tile)
    elif isinstance(action, PlaceMarker):
        _check_mark(state, action.mark)
    elif isinstance(action, ExchangeTiles):
        _check_exchange(state, action)
    else:
        raise TypeError(f"{action!r} is not an action: read_action turns text into one")


def legal_actions(state: State) -> tuple[Action, ...]:
    """Everything the active player may do; nothing when the game is over."""
    if state.phase is PLAY_TILE:
        return tuple([_PLAYS[tile] for tile in legal_placements(state)])
    if state.phase is PLACE_MARKER:
        taken = set(state.starts)
        return tuple([action for mark, action in _MARKS.items() if mark not in taken])
    if state.phase is EXCHANGE:
        return exchanges(state.hand_of(state.active), state.offer)
    return ()


def free_marks(state: State) -> tuple[Point, ...]:
    """The start marks nobody has taken, clockwise."""
    return tuple(mark for mark in START_MARKS if mark not in state.starts)


def legal_placements(state: State) -> tuple[OrientedTile, ...]:
    """The oriented tiles the active player may place, each distinct orientation once."""
    tiles, refused = _placements(state, state.active)
    return tuple([tile for tile in tiles if tile not in refused])


def placements(state: State, seat: Seat) -> dict[OrientedTile, type[Refused] | None]:
    """Every distinct way to place a tile of the seat's hand, and why it is forbidden (None: it is allowed)."""
    tiles, refused = _placements(state, seat)
    return {tile: refused.get(tile) for tile in tiles}


def _placements(state: State, seat: Seat) -> Placements:
    if seat not in state.known_placements:
        state.known_placements[seat] = _find_placements(state, seat)
    return state.known_placements[seat]


def _find_placements(state: State, seat: Seat) -> Placements:
    """Every distinct way to place a tile of the seat's hand, and those that are forbidden.

    Those that harm the seat's own marker are forbidden while another does not (P2). Of
    tiles face down nothing is known, so they forbid nothing.
    """
    marker, edition = state.markers[seat], state.setup.edition
    if marker is None:
        return [], {}
    tiles = [tile for held in state.hand_of(seat) for tile in ORIENTATIONS.get(held, ())]
    eliminating = state.around(marker >> 3).eliminating(marker, tiles)
    harms = {tile: reason for tile, met in eliminating.items() if (reason := harm(met, edition))}
    return tiles, harms if len(harms) < len(tiles) else {}


def harm(met: Seat | None, edition: Edition) -> type[Refused] | None:
    """Why leaving the board so, at the edge or by meeting another, is forbidden if it can be helped (P2, P3)."""
    if met is None:
        return TakesYouToTheEdge
    return RunsIntoMarker if edition.no_ramming else None


def exchanges(hand: Hand, offer: Hand) -> tuple[ExchangeTiles, ...]:
    """All swaps of tiles of the hand for as many of the offered ones, declining first."""
    return tuple(
        ExchangeTiles(give, take)
        for count in range(min(len(hand), len(offer)) + 1)
        for give in combinations(hand, count)
        for take in combinations(offer, count)
    )


def _check_mark(state: State, mark: Point) -> None:
    if state.phase is EXCHANGE:
        raise ExchangeFirst
    if state.phase is not PLACE_MARKER:
        raise MarkersArePlaced
    if mark not in _MARKS:
        raise NotAStartMark
    if mark in state.starts:
        raise MarkTaken


def _check_play(state: State, tile: OrientedTile) -> None:
    if state.phase is PLACE_MARKER:
        raise MarkersFirst
    if state.phase is EXCHANGE:
        raise ExchangeFirst
    tiles, refused = _placements(state, state.active)
    if tile not in tiles:
        raise TileNotInHand(f"Tile {tile.tile} is not in your hand.")
    if tile in refused:
        raise refused[tile]


def _check_exchange(state: State, exchange: ExchangeTiles) -> None:
    if state.phase is PLACE_MARKER:
        raise MarkersFirst
    if state.phase is not EXCHANGE:
        raise NothingToExchange
    if len(exchange.give) != len(exchange.take):
        raise UnequalExchange
    if (strange := _first_not_in(exchange.give, state.hand_of(state.active))) is not None:
        raise TileNotInHand(f"Tile {strange} is not in your hand.")
    if (strange := _first_not_in(exchange.take, state.offer)) is not None:
        raise NotOffered(f"Tile {strange} is not among the eliminated players' tiles.")


def _first_not_in(tiles: Sequence[Tile], hand: Hand) -> Tile | None:
    """The first of the tiles that is not in the hand, or is named twice."""
    left = list(hand)
    for tile in tiles:
        if tile not in left:
            return tile
        left.remove(tile)
    return None
