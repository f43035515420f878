"""What a player does not see is dealt again, fairly, and nothing else is touched."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tsuro import Match, State
from tsuro.fast.core import INTERPRETED, Core
from tsuro.fast.hidden import deal_hidden
from tsuro.fast.layout import HAND, HELD, IN_PILE, PILE
from tsuro.fast.position import flatten, hidden_tiles
from tsuro.game.tiles import FACE_DOWN, TILES

MATCHES = st.from_type(Match)


def _deal(position: State, core: Core, seed: int) -> list[int]:
    g = core.position(flatten(position))
    hidden = core.integers(hidden_tiles(position))
    core[deal_hidden](g, hidden, len(hidden), seed)
    return [int(number) for number in g]


@given(MATCHES, st.integers(1, 2**62), st.data())
def test_every_tile_is_somewhere_exactly_once(match: Match, seed: int, data: st.DataObject) -> None:
    seat = data.draw(st.sampled_from([None, *range(match.setup.players)]))
    position = match.view(seat).position
    g = _deal(position, INTERPRETED, seed)
    hands = [g[HAND + seat * 3 : HAND + seat * 3 + g[HELD + seat]] for seat in range(match.setup.players)]
    pile = g[PILE : PILE + g[IN_PILE]]
    board = [tile.tile for tile in position.board if tile is not None]
    assert sorted([*board, *pile, *(tile for hand in hands for tile in hand)]) == list(TILES)
    assert len(pile) == len(position.pile)


@given(MATCHES, st.integers(1, 2**62), st.data())
def test_known_tiles_are_never_touched(match: Match, seed: int, data: st.DataObject) -> None:
    position = match.view(data.draw(st.integers(0, match.setup.players - 1))).position
    before, after = flatten(position), _deal(position, INTERPRETED, seed)
    for at, number in enumerate(before):
        hidden = PILE <= at < IN_PILE or (number == FACE_DOWN and HAND <= at < HELD)
        assert hidden or after[at] == number


def test_in_a_state_without_secrets_only_the_pile_is_hidden() -> None:
    match = Match(players=3, seed=5)
    assert hidden_tiles(match.state) == list(match.state.pile)
    assert _deal(match.state, INTERPRETED, 1)[HAND:HELD] == flatten(match.state)[HAND:HELD]


def test_each_hidden_tile_is_equally_likely_in_any_hand(core: Core) -> None:
    """And so in the draw pile, which has no order: it is the rest."""
    position = Match(players=3, seed=5).view(1).position
    slots = [*range(HAND, HAND + 3), *range(HAND + 6, HAND + 9)]
    counts: dict[int, Counter[int]] = {slot: Counter() for slot in slots}
    g, hidden, seed = core.position(flatten(position)), core.integers(hidden_tiles(position)), 99
    for _ in range(3200):
        for slot in slots:
            g[slot] = FACE_DOWN
        seed = core[deal_hidden](g, hidden, len(hidden), int(seed))
        for slot in slots:
            counts[slot][int(g[slot])] += 1
    for count in counts.values():
        assert sorted(count) == hidden_tiles(position)
        assert sum((n - 100) ** 2 / 100 for n in count.values()) < 75  # 31 degrees of freedom: once in 50,000
