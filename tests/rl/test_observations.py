"""An observation shows all that a view shows, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.rl.playing import tables, twins

from tsuro import CLASSIC, TILES, ImpossibleSetup, Phase, State, TsuroError, View, view
from tsuro.fast.core import INTERPRETED, Core
from tsuro.game.board import BEYOND, START_MARKS, Point, Seat
from tsuro.game.outcome import path_of
from tsuro.game.paths import path_from
from tsuro.rl import Batch, Game, Layout, Options
from tsuro.rl import Phase as Step

PHASES = {
    Phase.PLACE_MARKER: Step.PLACE_MARKER,
    Phase.PLAY_TILE: Step.PLAY_TILE,
    Phase.EXCHANGE: Step.GIVE_TILE,
    Phase.OVER: Step.OVER,
}


def _board(position: State, me: Seat) -> dict[str, list[int]]:
    """The four planes, worked out from the position alone."""
    players = position.setup.players
    names = ("joined", "trail", "far_square", "far_spot")
    planes: dict[str, list[int]] = {name: [0] * 288 for name in names}
    for point in range(288):
        tile = position.board[point >> 3]
        if tile is not None:
            planes["joined"][point] = tile.across[point & 7] + 1
        else:
            planes["far_square"][point], planes["far_spot"][point] = _far_end(position, me, point)
    for seat in range(players):
        for entry, leaving in path_of(position, seat):
            for point, mine in ((entry, True), (leaving, False)):
                if mine or not planes["trail"][point]:
                    planes["trail"][point] = (seat - me) % players + 1
    return planes


def _far_end(position: State, me: Seat, point: Point) -> tuple[int, int]:
    for seat, marker in enumerate(position.markers):
        if marker == point:
            return 38 + (seat - me) % position.setup.players, 0
    beyond = BEYOND[point]
    end = None if beyond is None else path_from(position.board, beyond)[1]
    return (37, 0) if end is None else ((end >> 3) + 1, end & 7)


def _seats(position: State, me: Seat) -> dict[str, list[int]]:
    players = position.setup.players
    order = [(me + step) % players for step in range(players)]
    markers = [position.markers[seat] for seat in order]
    starts = [position.starts[seat] for seat in order]
    groups = {seat: n for n, group in enumerate(position.out, 1) for seat in group}
    return {
        "marker_square": [0 if marker is None else (marker >> 3) + 1 for marker in markers],
        "marker_spot": [0 if marker is None else marker & 7 for marker in markers],
        "start": [0 if start is None else START_MARKS.index(start) + 1 for start in starts],
        "hand_size": [len(position.hands[seat]) for seat in order],
        "in_play": [int(seat not in groups) for seat in order],
        "dragon": [int(seat == position.dragon) for seat in order],
        "walked": [position.walked[seat] for seat in order],
        "out": [groups.get(seat, 0) for seat in order],
    }


def _expected(seen: View) -> dict[str, Any]:
    """Every part of the observation, from the view."""
    position, me = seen.position, seen.seat
    assert me is not None
    setup, edition = position.setup, position.setup.edition
    offer = position.offer if seen.on_turn else ()
    known = {tile.tile for tile in position.board if tile is not None} | {*seen.hand, *offer}
    return {
        **_board(position, me),
        **_seats(position, me),
        "unseen": [int(tile not in known) for tile in TILES],
        "offered": [int(tile in offer) for tile in TILES],
        "hand": sorted(seen.hand) + [0] * (3 - len(seen.hand)),
        "given": [0, 0, 0],
        "taken": [0, 0, 0],
        "rules": [
            edition.is_classic,
            edition.has_bonus(setup.players),
            edition.pass_the_pile,
            edition.no_ramming,
        ],
        "phase": PHASES[position.phase],
        "players": setup.players,
        "pile": len(position.pile),
        "active": (position.active - me) % setup.players,
        "first": (setup.first - me) % setup.players,
        "last": 0 if position.last is None else position.last + 1,
    }


def test_every_seat_sees_what_its_view_says(core: Core) -> None:
    random = Random(1)
    for number, (edition, players) in enumerate(tables()):
        for both in twins(edition, players, seed=number, core=core):
            if both.state.phase is Phase.PLAY_TILE and random.random() < 0.8:
                continue
            seat = random.randrange(players)
            seen = view(both.state, seat)
            row = both.game.observe(seat)
            parts = both.game.layout.split(row)
            assert {name: part.reshape(-1).tolist() for name, part in parts.items()} == {
                name: np.reshape(part, -1).tolist() for name, part in _expected(seen).items()
            }
            assert (row <= both.game.layout.high).all()
            assert np.array_equal(Game.of(seen.position, core=core).observe(seat), row)


def _dealt_again(state: State, seat: Seat, random: Random) -> State:
    """The same to the seat: what it does not see is dealt again."""
    seen = state.seen_by(seat)
    hidden = [t for h, s in zip(state.hands, seen.hands, strict=True) if h != s for t in h] + [*state.pile]
    random.shuffle(hidden)
    hands = [h if h == s else tuple(hidden.pop() for _ in h) for h, s in zip(state.hands, seen.hands, strict=True)]
    return replace(state, hands=tuple(hands), pile=tuple(sorted(hidden)))


def test_nobody_can_tell_hidden_tiles_apart() -> None:
    random, differ = Random(2), 0
    for number, (edition, players) in enumerate(tables()):
        for both in twins(edition, players, seed=number, core=INTERPRETED):
            if both.state.phase is Phase.PLAY_TILE and random.random() < 0.5:
                continue
            seat = random.randrange(players)
            other = Game.of(_dealt_again(both.state, seat, random), core=INTERPRETED)
            differ += other.state().hands != both.game.state().hands
            assert np.array_equal(other.observe(seat), both.game.observe(seat))
    assert differ > 300


def test_others_do_not_see_what_an_exchange_names() -> None:
    looked = 0
    for number, (edition, players) in enumerate(tables()):
        for both in twins(edition, players, seed=number, core=INTERPRETED):
            if both.state.phase is Phase.EXCHANGE:
                game, mover = both.game.copy(), both.game.active
                before = {seat: game.observe(seat) for seat in range(players)}
                given = int(game.legal_ids()[0])
                game.step(given)
                own = game.layout.split(game.observe())
                assert (int(own["phase"]), int(own["given"][0])) == (int(Step.TAKE_TILE), given - 152)
                for seat in range(players):
                    assert np.array_equal(game.observe(seat), before[seat]) == (seat != mover)
                taken = int(game.legal_ids()[0])
                game.step(taken)
                if game.phase is Step.GIVE_TILE:
                    assert game.layout.split(game.observe())["taken"][0] == taken - 187
                looked += 1
    assert looked > 10


def test_both_forms_see_the_same(compiled: Core) -> None:
    options = Options(players=6, edition=CLASSIC, first=None)
    plain, array = (Game(options, seed=4, seats=8, core=core) for core in (INTERPRETED, compiled))
    step = 0
    while not plain.is_over:
        for seat in range(6):
            assert np.array_equal(plain.observe(seat), array.observe(seat))
        action = plain.random_id(step)
        plain.step(action)
        array.step(action)
        step += 1
    assert np.array_equal(plain.observe(), array.observe())


def test_room_for_more_seats_changes_nothing_else() -> None:
    small, large = (Game(Options(players=3), seed=1, seats=seats, core=INTERPRETED) for seats in (None, 8))
    for _ in range(12):
        few, many = small.layout.split(small.observe()), large.layout.split(large.observe())
        for name, part in few.items():
            if part.shape == (3,) and many[name].shape == (8,):
                assert many[name].tolist() == [*part.tolist(), 0, 0, 0, 0, 0]
            else:
                assert np.array_equal(part, many[name])
        action = int(small.legal_ids()[-1])
        small.step(action)
        large.step(action)
    with pytest.raises(ImpossibleSetup, match="do not fit"):
        Game(Options(players=3), seats=2, core=INTERPRETED)
    with pytest.raises(ImpossibleSetup, match="no seat 3"):
        small.observe(3)


def test_the_layout_names_every_number() -> None:
    for seats in range(2, 9):
        layout = Layout(seats)
        places = [n for part in layout.fields for n in range(part.place.start, part.place.stop)]
        assert places == list(range(layout.size))
        assert layout.high.shape == (layout.size,)
        rows = np.zeros((2, 3, layout.size), np.uint8)
        layout.split(rows)["marker_spot"][1, 2, seats - 1] = 5
        assert rows[1, 2, layout["marker_spot"].place.stop - 1] == 5
        assert all(part.name in layout.describe() for part in layout.fields)
    with pytest.raises(ImpossibleSetup, match="two to eight seats"):
        Layout(9)
    with pytest.raises(KeyError, match="hands"):
        Layout(2)["hands"]
    with pytest.raises(ImpossibleSetup, match="room for 2 seats have 1257 numbers"):
        Layout(2).split(rows)


@pytest.mark.parametrize("face_north", [False, True])
def test_a_batch_sees_what_its_games_see(*, face_north: bool, core: Core) -> None:
    kinds = [Options(players=players, edition=CLASSIC, draw_marks=players % 2 == 0) for players in (2, 5, 8, 3)]
    batch = Batch(kinds, games=8, seed=2, face_north=face_north, core=core)
    games = [Game(kind, seats=8, face_north=face_north, core=core) for kind in batch.options]
    for n in range(30):
        for game, row in zip(games, batch._rows, strict=True):
            game._row = core.position(row)
        seats = [n % game.players for game in games]
        mine, theirs = np.empty((8, batch.layout.size), np.uint8), np.empty((8, 224), np.bool_)
        assert batch.observe(out=mine) is mine
        assert batch.masks(out=theirs) is theirs
        assert np.array_equal(mine, [game.observe() for game in games])
        assert np.array_equal(theirs, [game.mask() for game in games])
        assert np.array_equal(batch.masks(), theirs)
        assert np.array_equal(batch.observe(seats), [g.observe(s) for g, s in zip(games, seats, strict=True)])
        batch.step(batch.random_ids())
    with pytest.raises(TsuroError, match="no such seat"):
        batch.observe([4] * 8)
    with pytest.raises(TsuroError, match="out must be"):
        batch.observe(out=np.empty((8, 5), np.uint8))
