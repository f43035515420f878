"""The game looks the same from every side of the table, and in a mirror."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from tests.rl.playing import tables

from tsuro import CLASSIC, ExchangeTiles, TsuroError
from tsuro.fast.core import Core
from tsuro.fast.layout import NAMED
from tsuro.fast.symmetry import TILE_TO
from tsuro.rl import (
    ACTIONS,
    SYMMETRIES,
    Game,
    Options,
    Phase,
    action_ids,
    action_of,
    inverse,
    transform_ids,
    transform_masks,
    transform_rows,
)


def _tile(symmetry: int, tile: int) -> int:
    return TILE_TO[symmetry * 36 + tile]


def _draw(game: Game, image: Game, symmetry: int, random: Random) -> None:
    while game.is_chance:
        assert image.drawer == game.drawer
        tile = random.choice(game.pile())
        game.draw(tile)
        image.draw(_tile(symmetry, tile))


def _compare(game: Game, image: Game, symmetry: int, core: Core) -> None:
    for seat in {game.active, (game.active + 1) % game.players}:
        turned = transform_rows(game.observe(seat), symmetry, seats=game.players, core=core)
        assert np.array_equal(turned, image.observe(seat))
    if symmetry < 4 or game._row[NAMED] == 0:
        assert np.array_equal(transform_masks(game.mask(), symmetry), image.mask())


def _exchange(game: Game, image: Game, symmetry: int, random: Random) -> None:
    """A whole exchange, whatever the order in which the image has to name its tiles."""
    named: list[int] = []
    while game.phase in {Phase.GIVE_TILE, Phase.TAKE_TILE}:
        named.append(int(random.choice(game.legal_ids())))
        game.step(named[-1])
    exchange = action_of(named)
    assert isinstance(exchange, ExchangeTiles)
    give, take = ([_tile(symmetry, tile) for tile in tiles] for tiles in (exchange.give, exchange.take))
    if symmetry < 4:
        assert [*transform_ids(action_ids(exchange), symmetry)] == [*action_ids(exchange)]
    image.play(ExchangeTiles(tuple(give), tuple(take)))


@pytest.mark.parametrize("symmetry", range(SYMMETRIES))
def test_stepping_and_transforming_commute(symmetry: int, compiled: Core) -> None:
    random, exchanges = Random(symmetry), 0
    for edition, players in tables()[symmetry % 2 :: 2]:
        options = Options(players=players, edition=edition)
        game, image = (Game(options, asks_chance=True, core=compiled) for _ in range(2))
        _draw(game, image, symmetry, random)
        while not game.is_over:
            _compare(game, image, symmetry, compiled)
            if game.phase is Phase.GIVE_TILE:
                exchanges += 1
                _exchange(game, image, symmetry, random)
            else:
                action = int(random.choice(game.legal_ids()))
                game.step(action)
                image.step(int(transform_ids(action, symmetry)))
            _draw(game, image, symmetry, random)
        _compare(game, image, symmetry, compiled)
        assert game.ranks().tolist() == image.ranks().tolist()
    assert exchanges > 0


def test_they_are_a_group() -> None:
    ids = np.arange(ACTIONS)
    images = [transform_ids(ids, symmetry) for symmetry in range(SYMMETRIES)]
    assert len({tuple(image) for image in images}) == SYMMETRIES
    for symmetry, image in enumerate(images):
        assert sorted(image) == ids.tolist()
        assert np.array_equal(transform_ids(image, inverse(symmetry)), ids)
        for other in range(SYMMETRIES):
            assert any(np.array_equal(transform_ids(image, other), third) for third in images)
    with pytest.raises(TsuroError, match="no symmetry 8"):
        transform_ids(ids, 8)
    for wrong in (-1, ACTIONS):
        with pytest.raises(TsuroError, match="ids are 0 to 223"):
            transform_ids([0, wrong], 1)


def test_rows_are_transformed_many_at_once(core: Core) -> None:
    game = Game(Options(players=2, draw_marks=True), seed=3, core=core)
    rows = []
    while not game.is_over:
        rows.append(game.observe())
        game.step(game.random_id(len(rows)))
    many = np.stack(rows)
    for symmetry in range(SYMMETRIES):
        turned = transform_rows(many, symmetry, seats=2, core=core)
        assert turned.shape == many.shape
        assert np.array_equal(transform_rows(turned, inverse(symmetry), seats=2, core=core), many)
    with pytest.raises(TsuroError, match="room for 3 seats"):
        transform_rows(many, 1, seats=3, core=core)


def test_facing_north_is_the_same_game_turned(core: Core) -> None:
    options = Options(players=4, edition=CLASSIC)
    plain = Game(options, seed=5, core=core)
    north = Game(options, seed=5, face_north=True, core=core)
    seen, step = set(), 0
    while not plain.is_over:
        turns = north.turns
        seen.add(turns)
        parts = north.layout.split(north.observe())
        if parts["marker_square"][0]:
            assert parts["marker_spot"][0] in {4, 5}
        assert np.array_equal(north.observe(), transform_rows(plain.observe(), turns, seats=4, core=core))
        assert np.array_equal(north.mask(), transform_masks(plain.mask(), turns))
        action = plain.random_id(step)
        assert north.random_id(step) == transform_ids(action, turns)
        plain.step(action)
        north.step(int(transform_ids(action, turns)))
        assert north.state() == plain.state()
        step += 1
    assert seen == {0, 1, 2, 3}
    assert north.copy().observe().tolist() == north.observe().tolist()
    with pytest.raises(TsuroError):
        north.step(ACTIONS)
