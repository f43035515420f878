"""What a player may do: the one door through which every action goes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, Final

from tsuro.game.actions import Action, ExchangeTiles, PlaceMarker, PlayTile
from tsuro.game.board import START_MARKS, Point, Seat
from tsuro.game.edition import Edition
from tsuro.game.errors import (
    AlreadyOver,
    ExchangeFirst,
    MarkersArePlaced,
    MarkersFirst,
    MarkTaken,
    NamedTwice,
    NotAnAction,
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
from tsuro.game.tiles import FACE_DOWN, ORIENTATIONS, OrientedTile, Tile

__all__ = [
    "check",
    "exchanges",
    "find_placements",
    "free_marks",
    "harm",
    "legal_actions",
    "legal_placements",
]

# Actions are compared by value, so one object for each is enough.
_MARKS: Final = {mark: PlaceMarker(mark) for mark in START_MARKS}
_PLAYS: Final = {tile: PlayTile(tile) for orientations in ORIENTATIONS.values() for tile in orientations}


def check(state: State, seat: Seat, action: Action) -> None:
    """Raise `Refused`, with the rule and the reason, unless the seat may do this now."""
    if state.phase is OVER:
        raise AlreadyOver
    if seat != state.active:
        raise NotYourTurn(f"It is not your turn: player {state.active + 1} is the active player.")
    named: Any = action  # what it names may be anything, whatever its type promises: it is looked at
    if isinstance(action, PlayTile):
        _check_play(state, named.tile)
    elif isinstance(action, PlaceMarker):
        _check_mark(state, named.mark)
    elif isinstance(action, ExchangeTiles):
        _check_exchange(state, named.give, named.take)
    else:
        raise NotAnAction(f"{action!r} is not an action: read_action turns text into one")


def legal_actions(state: State) -> tuple[Action, ...]:
    """Everything the active player may do; nothing when the game is over."""
    if state.phase is PLAY_TILE:
        return tuple([_PLAYS[tile] for tile in legal_placements(state)])
    if state.phase is PLACE_MARKER:
        return tuple([_MARKS[mark] for mark in free_marks(state)])
    if state.phase is EXCHANGE:
        return exchanges(state.hand_of(state.active), state.offer)
    return ()


def free_marks(state: State) -> tuple[Point, ...]:
    """The start marks nobody has taken, clockwise."""
    taken = set(state.starts)
    return tuple([mark for mark in START_MARKS if mark not in taken])


def legal_placements(state: State) -> tuple[OrientedTile, ...]:
    """The oriented tiles the active player may place, each distinct orientation once."""
    known = find_placements(state, state.active)
    return tuple([tile for tile in known.tiles if tile not in known.refused])


def find_placements(state: State, seat: Seat) -> Placements:
    """Every distinct way to place a tile of the seat's hand, worked out once for each state."""
    known = state.known_placements.get(seat)
    if known is None:
        known = state.known_placements[seat] = _find_placements(state, seat)
    return known


def _find_placements(state: State, seat: Seat) -> Placements:
    """Placements that harm the seat's own marker are forbidden while another does not (P2).

    Nothing is known of tiles face down, so they forbid nothing.
    """
    marker, edition, hand = state.markers[seat], state.setup.edition, state.hand_of(seat)
    if marker is None:
        return Placements([], {}, all_eliminate=False)
    tiles: list[OrientedTile] = []
    for held in hand:
        tiles += ORIENTATIONS.get(held, ())
    eliminating = state.around(marker >> 3).eliminating(marker, tiles)
    if not eliminating:
        return Placements(tiles, {}, all_eliminate=False)
    harms = {tile: reason for tile, met in eliminating.items() if (reason := harm(met, edition))}
    all_eliminate = len(eliminating) == len(tiles) and FACE_DOWN not in hand
    return Placements(tiles, harms if len(harms) < len(tiles) else {}, all_eliminate)


def harm(met: Seat | None, edition: Edition) -> type[Refused] | None:
    """Why a placement that ends at the edge, or meets another, is forbidden while others do not (P2, P3)."""
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


def _check_mark(state: State, mark: Any) -> None:
    if state.phase is EXCHANGE:
        raise ExchangeFirst
    if state.phase is not PLACE_MARKER:
        raise MarkersArePlaced
    if type(mark) is not int:  # 3.0 and True are equal to numbers of points
        raise NotAnAction(f"{mark!r} is not a start mark: it must be the number of a point")
    if mark not in _MARKS:
        raise NotAStartMark
    if mark in state.starts:
        raise MarkTaken


def _check_play(state: State, tile: Any) -> None:
    if state.phase is PLACE_MARKER:
        raise MarkersFirst
    if state.phase is EXCHANGE:
        raise ExchangeFirst
    if state.active not in state.known_placements and _is_harmless(state, tile):
        return
    known = find_placements(state, state.active)
    if tile not in known.tiles:
        if not isinstance(tile, OrientedTile):
            raise NotAnAction(
                f"{tile!r} cannot be placed: PlayTile takes a tile and how it is turned, oriented(17, 1)"
            )
        raise TileNotInHand(f"Tile {tile.tile} is not in your hand.")
    if tile in known.refused:
        raise known.refused[tile]


def _is_harmless(state: State, tile: Any) -> bool:
    """Whether the active player may place the tile, whatever else could be placed: mostly that is all to know."""
    marker = state.markers[state.active]
    if marker is None or type(tile) is not OrientedTile or tile.tile not in state.hand_of(state.active):
        return False
    return tile in ORIENTATIONS[tile.tile] and not state.around(marker >> 3).eliminating(marker, (tile,))


def _check_exchange(state: State, give: tuple[Any, ...], take: tuple[Any, ...]) -> None:
    if state.phase is PLACE_MARKER:
        raise MarkersFirst
    if state.phase is not EXCHANGE:
        raise NothingToExchange
    for tile in (*give, *take):
        if type(tile) is not int:  # 17.0 and True are equal to numbers of tiles
            raise NotAnAction(f"{tile!r} cannot be exchanged: it must be the number of a tile")
    if len(give) != len(take):
        raise UnequalExchange
    for tile in _not_in(state.hand_of(state.active), give):
        raise TileNotInHand(f"Tile {tile} is not in your hand.")
    for tile in _not_in(state.offer, take):
        raise NotOffered(f"Tile {tile} is not among the eliminated players' tiles.")


def _not_in(hand: Hand, tiles: Sequence[Tile]) -> Iterator[Tile]:
    """The tiles that are not in the hand. Raises `NamedTwice` where one is, but not as often as it is named."""
    for tile in tiles:
        if tile not in hand:
            yield tile
        elif tiles.count(tile) > hand.count(tile):
            raise NamedTwice(f"You name tile {tile} twice: each tile exists once.")
