"""The rules once more, written as naively as possible, to check walks, eliminations and outcomes.

Points are places on a sheet of paper, 18 by 18, three to a square: the two points of
a side stand at a third and two thirds of it. A point between two squares is then one
place, and no table of the game's is needed to know what lies beyond it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsuro import ORIENTATIONS, Goal, Match, OrientedTile, Phase, Setup, State, point_name, replay
from tsuro.game.events import Eliminated, Event, MarkerPlaced, MarkerWalked, TilePlaced
from tsuro.game.legal import legal_placements
from tsuro.game.outcome import path_of

Place: TypeAlias = tuple[int, int]
Field: TypeAlias = tuple[int, int]  # column and row of a square, from the top left
Stroke: TypeAlias = tuple[Field, Place, Place]
Trail: TypeAlias = tuple[list[Stroke], Field | None, int | None]
"""The strokes of a marker's walk, the field it then faces (None when eliminated), and whom it met."""

SPOTS: list[Place] = [(1, 0), (2, 0), (3, 1), (3, 2), (2, 3), (1, 3), (0, 2), (0, 1)]


def the_field(name: str) -> Field:
    return "abcdef".index(name[0]), "654321".index(name[1])


def the_place(name: str) -> Place:
    column, row = the_field(name)
    right, down = SPOTS["nesw".index(name[2]) * 2 + int(name[3]) - 1]
    return 3 * column + right, 3 * row + down


def place(point: int) -> Place:
    return the_place(point_name(point))


def the_way_on(at: Place, field: Field) -> Field:
    """The field on the other side of the place."""
    column, row = field
    right, down = at[0] - 3 * column, at[1] - 3 * row
    return column + (right == 3) - (right == 0), row + (down == 3) - (down == 0)


@dataclass
class Paper:
    """A game drawn on paper."""

    lines: dict[Field, dict[Place, Place]] = field(default_factory=dict)
    markers: dict[int, tuple[Place, Field]] = field(default_factory=dict)  # where, and the field ahead
    strokes: dict[int, list[Stroke]] = field(default_factory=dict)  # where each marker has walked
    out: list[set[int]] = field(default_factory=list)

    def start(self, seat: int, name: str) -> None:
        self.markers[seat] = the_place(name), the_field(name)
        self.strokes[seat] = []

    def walk(self, seat: int, tile: OrientedTile) -> Trail:
        """How the marker goes if the tile is placed ahead of it."""
        at, ahead = self.markers[seat]
        lines = self.lines | {ahead: drawn(ahead, tile)}
        others = {place: other for other, (place, _) in self.markers.items() if other != seat}
        strokes: list[Stroke] = []
        while ahead in lines:
            strokes.append((ahead, at, lines[ahead][at]))
            at = lines[ahead][at]
            if at in others:
                return strokes, None, others[at]
            ahead = the_way_on(at, ahead)
        return strokes, ahead if set(ahead) <= set(range(6)) else None, None

    def place(self, seat: int, tile: OrientedTile) -> dict[int, Trail]:
        """Every marker that faces the square walks, all at the same time."""
        on = self.markers[seat][1]
        facing = [seat for seat, (_, ahead) in self.markers.items() if ahead == on]
        trails = {seat: self.walk(seat, tile) for seat in facing}
        self.lines[on] = drawn(on, tile)
        for walker, (strokes, ahead, _) in trails.items():
            self.strokes[walker] += strokes
            del self.markers[walker]
            if ahead is not None:
                self.markers[walker] = strokes[-1][2], ahead
        if lost := {walker for walker, (_, ahead, _) in trails.items() if ahead is None}:
            self.out.append(lost)
        return trails

    def crossings(self, seat: int) -> int:
        return sum(cross(one, other) for one, other in combinations(self.strokes[seat], 2))


def drawn(field: Field, tile: OrientedTile) -> dict[Place, Place]:
    column, row = field
    spots = [(3 * column + right, 3 * row + down) for right, down in SPOTS]
    return {spots[a]: spots[b] for pair in tile.paths for a, b in (pair, pair[::-1])}


def side(a: Place, b: Place, c: Place) -> bool:
    """On which side of the line from a to b the place c lies."""
    return (b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0])


def cross(one: Stroke, other: Stroke) -> bool:
    """Whether two straight strokes, each over one square, cross."""
    (field, a, b), (other_field, c, d) = one, other
    return field == other_field and side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)


def told(paper: Paper, events: Iterable[Event]) -> dict[int, Trail]:
    """Draw on paper what happened; returns how markers should have walked."""
    trails: dict[int, Trail] = {}
    for event in events:
        if isinstance(event, MarkerPlaced):
            paper.start(event.seat, point_name(event.mark))
        if isinstance(event, TilePlaced):
            trails = paper.place(event.seat, event.tile)
    return trails


@given(st.from_type(Match))
def test_walks_and_eliminations_are_as_on_paper(match: Match) -> None:
    paper = Paper()
    for moment in replay(match.record()):
        trails = told(paper, moment.events)
        walks = {event.walk.seat: event.walk for event in moment.events if isinstance(event, MarkerWalked)}
        lost = {event.seat: event.met for event in moment.events if isinstance(event, Eliminated)}
        assert set(walks) == set(trails)
        for seat, (strokes, ahead, met) in trails.items():
            assert [(place(a), place(b)) for a, b in walks[seat].tiles_crossed] == [s[1:] for s in strokes]
            assert (walks[seat].end is None, walks[seat].met) == (ahead is None, met)
        assert lost == {seat: met for seat, (_, ahead, met) in trails.items() if ahead is None}
        compare(paper, moment.state)


def compare(paper: Paper, state: State) -> None:
    standing = {seat: place(point) for seat, point in enumerate(state.markers) if point is not None}
    assert standing == {seat: at for seat, (at, _) in paper.markers.items()}
    assert [set(group) for group in state.out] == paper.out
    for seat, strokes in paper.strokes.items():
        assert [(place(a), place(b)) for a, b in path_of(state, seat)] == [s[1:] for s in strokes]


@given(st.from_type(Match))
def test_legal_placements_are_as_on_paper(match: Match) -> None:
    paper = Paper()
    for moment in replay(match.record()):
        told(paper, moment.events)
        if moment.state.phase is Phase.PLAY_TILE:
            assert set(legal_placements(moment.state)) == allowed(paper, moment.state)


def allowed(paper: Paper, state: State) -> set[OrientedTile]:
    """P2, and P3 where ramming is forbidden."""
    ways = [tile for held in state.hand_of(state.active) for tile in ORIENTATIONS[held]]
    fates = {tile: paper.walk(state.active, tile) for tile in ways}
    harmless = {
        tile
        for tile, (_, ahead, met) in fates.items()
        if ahead is not None or (met is not None and not state.setup.edition.no_ramming)
    }
    return harmless or set(fates)


@given(st.from_type(Match))
def test_outcomes_are_as_on_paper(match: Match) -> None:
    paper = Paper()
    for moment in replay(match.record()):
        told(paper, moment.events)
    edition, left, tiles = match.setup.edition, set(paper.markers), len(paper.lines)
    markers_placed = match.state.phase is not Phase.PLACE_MARKER
    enough = 1 if edition.plays_on_alone else 2
    assert match.is_over == (markers_placed and (len(left) < enough or tiles == 35))
    assert (match.outcome is not None) == match.is_over
    if match.outcome is not None:
        assert set(match.outcome.winners) == winners(paper, match.setup)
        assert (match.outcome.solo or match.outcome.scores) == scores(paper, match.setup)
        assert sorted(seat for group in match.outcome.ranking for seat in group) == sorted(paper.strokes)
        shares = sum(match.outcome.share(seat) for seat in match.setup.seats)
        assert shares == pytest.approx(1 if match.outcome.winners else 0)


def scores(paper: Paper, setup: Setup) -> tuple[int, ...]:
    if setup.edition.solo:
        return len(paper.markers), len(paper.lines)
    if setup.edition.goal is Goal.LONGEST_PATH:
        return tuple(len(paper.strokes[seat]) for seat in range(setup.players))
    if setup.edition.goal is Goal.MOST_CROSSINGS:
        return tuple(paper.crossings(seat) for seat in range(setup.players))
    return ()


def winners(paper: Paper, setup: Setup) -> set[int]:
    """W1 to W3, V1, V2, V4."""
    if setup.edition.solo:
        return set(range(setup.players)) if len(paper.lines) == 35 else set()
    if points := scores(paper, setup):
        return {seat for seat, point in enumerate(points) if point == max(points)}
    return set(paper.markers) or paper.out[-1]
