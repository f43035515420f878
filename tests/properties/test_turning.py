"""The game looks the same from every side of the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from hypothesis import given
from hypothesis import strategies as st

from tsuro import (
    ORIENTATIONS,
    Action,
    Match,
    OrientedTile,
    PlaceMarker,
    PlayTile,
    Record,
    Setup,
    State,
    closed_squares,
    oriented,
    replay,
)
from tsuro.game.board import Board, Point, Seat, Square
from tsuro.game.events import Event, MarkerWalked
from tsuro.game.legal import legal_actions
from tsuro.game.outcome import outcome
from tsuro.game.paths import Walk
from tsuro.game.turn import Chance, act, start

T = TypeVar("T")

TURNED: dict[OrientedTile, OrientedTile] = {
    tile: oriented(tile.tile, tile.turns + 1) for ways in ORIENTATIONS.values() for tile in ways
}


def turned_square(square: Square) -> Square:
    row, column = divmod(square, 6)
    return column * 6 + 5 - row


def turned_point(point: Point) -> Point:
    return turned_square(point // 8) * 8 + (point % 8 + 2) % 8


def turned_points(points: tuple[Point | None, ...]) -> tuple[Point | None, ...]:
    return tuple(None if point is None else turned_point(point) for point in points)


def turned_board(board: Board) -> Board:
    turned = {turned_square(square): tile and TURNED[tile] for square, tile in enumerate(board)}
    return tuple(turned[square] for square in range(36))


def turned_action(action: Action) -> Action:
    if isinstance(action, PlaceMarker):
        return PlaceMarker(turned_point(action.mark))
    return PlayTile(TURNED[action.tile]) if isinstance(action, PlayTile) else action


def turned_walk(walk: Walk) -> Walk:
    points = tuple(turned_point(point) for point in walk.points)
    return Walk(walk.seat, points, None if walk.end is None else turned_point(walk.end), walk.met)


def turned_state(state: State) -> State:
    return replace(
        state,
        board=turned_board(state.board),
        starts=turned_points(state.starts),
        markers=turned_points(state.markers),
    )


def drawing(tiles: tuple[int, ...]) -> Chance:
    remaining = iter(tiles)
    return lambda pile: next(remaining)


def the_deal(record: Record) -> Chance:
    owners = (0,) if record.setup.edition.one_open_hand else record.setup.seats
    return drawing(tuple(tile for owner in owners for tile in record.deal[owner]))


def walks(events: tuple[Event, ...]) -> list[Walk]:
    return [event.walk for event in events if isinstance(event, MarkerWalked)]


@given(st.from_type(Match))
def test_turning_the_board_turns_the_game(match: Match) -> None:
    record = match.record()
    first, *moments = replay(record)
    state, _ = start(match.setup, the_deal(record))
    assert state == turned_state(first.state)
    for moment in moments:
        assert moment.entry is not None
        action = turned_action(moment.entry.action)
        state, events = act(state, moment.entry.seat, action, drawing(moment.entry.draws))
        assert state == turned_state(moment.state)
        assert walks(events) == [turned_walk(walk) for walk in walks(moment.events)]
        assert set(legal_actions(state)) == {turned_action(a) for a in legal_actions(moment.state)}
        assert {turned_square(square) for square in closed_squares(moment.state)} == closed_squares(state)
    assert outcome(state) == match.outcome


@dataclass(frozen=True)
class Reseated:
    """Everyone moves on by some seats, and so does the first player: only the names of the seats change."""

    by: int
    players: int

    def seat(self, seat: Seat) -> Seat:
        return (seat + self.by) % self.players

    def row(self, row: tuple[T, ...]) -> tuple[T, ...]:
        return tuple(row[(seat - self.by) % len(row)] for seat in range(len(row)))

    def setup(self, setup: Setup) -> Setup:
        return replace(setup, first=self.seat(setup.first), markers=self.row(setup.markers))

    def state(self, state: State) -> State:
        return replace(
            state,
            setup=self.setup(state.setup),
            starts=self.row(state.starts),
            markers=self.row(state.markers),
            walked=self.row(state.walked),
            hands=self.row(state.hands),
            dragon=None if state.dragon is None else self.seat(state.dragon),
            active=self.seat(state.active),
            out=tuple(tuple(sorted(self.seat(seat) for seat in group)) for group in state.out),
        )

    def walk(self, walk: Walk) -> Walk:
        return walk._replace(seat=self.seat(walk.seat), met=None if walk.met is None else self.seat(walk.met))


@given(st.from_type(Match), st.integers(1, 7))
def test_moving_everyone_to_the_next_seats_moves_the_game(match: Match, by: int) -> None:
    record, moved = match.record(), Reseated(by, match.setup.players)
    first, *moments = replay(record)
    state, _ = start(moved.setup(match.setup), the_deal(record))
    assert state == moved.state(first.state)
    for moment in moments:
        assert moment.entry is not None
        seat, action = moved.seat(moment.entry.seat), moment.entry.action
        state, events = act(state, seat, action, drawing(moment.entry.draws))
        assert state == moved.state(moment.state)
        assert walks(events) == [moved.walk(walk) for walk in walks(moment.events)]
        assert [type(event) for event in events] == [type(event) for event in moment.events]
    if match.outcome is not None:
        end = outcome(state)
        assert end is not None
        assert set(end.winners) == {moved.seat(seat) for seat in match.outcome.winners}
