"""What every bot promises."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from tests.bots.moments import BOTS_TO_TEST, states

from tsuro import CLASSIC, FACE_DOWN, TILES, Action, Match, Phase, Player, State, View, read_edition, view
from tsuro.bots import BOTS, make_bot
from tsuro.referee import play

pytestmark = pytest.mark.slow

VARIANTS = ["modern+open-tiles", "modern+solo", "modern+longest-path", "classic+most-crossings+open-tiles"]


class Watched:
    """A player whose every choice is looked at."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.phases: Counter[Phase] = Counter()

    def choose(self, view: View) -> Action:
        before = view.position
        action = self._player.choose(view)
        assert action in view.legal_actions
        assert view.position is before
        self.phases[view.position.phase] += 1
        return action


def played(name: str, *, edition: str, players: int, seed: int = 1) -> tuple[Match, Counter[Phase]]:
    """A game of as many bots of that name, and how often they were asked for what."""
    bots = [Watched(make_bot(name, Random(seat))) for seat in range(players)]
    match = play(Match(edition=read_edition(edition), players=players, seed=seed), bots)
    return match, sum((bot.phases for bot in bots), Counter())


def test_every_bot_is_tested() -> None:
    assert {name.partition(":")[0] for name in BOTS_TO_TEST} == set(BOTS)


@pytest.mark.parametrize("name", BOTS_TO_TEST)
@pytest.mark.parametrize("edition", ["classic", "modern", "modern+bonus+pass-the-pile+no-ramming"])
@pytest.mark.parametrize("players", range(2, 9))
def test_bots_choose_only_what_is_legal(name: str, edition: str, players: int) -> None:
    match, phases = played(name, edition=edition, players=players)
    assert match.is_over
    assert phases[Phase.PLACE_MARKER] == players
    assert phases[Phase.PLAY_TILE] == match.state.tiles_placed


@pytest.mark.parametrize("name", BOTS_TO_TEST)
@pytest.mark.parametrize("edition", VARIANTS)
@pytest.mark.parametrize("players", [2, 5])
def test_bots_play_the_variants_too(name: str, edition: str, players: int) -> None:
    assert played(name, edition=edition, players=players)[0].is_over


@pytest.mark.parametrize("name", BOTS_TO_TEST)
def test_bots_exchange_tiles(name: str) -> None:
    for state in states(Phase.EXCHANGE, number=8):
        seen = view(state, state.active)
        assert make_bot(name, Random(1)).choose(seen) in seen.legal_actions


@pytest.mark.parametrize("name", BOTS_TO_TEST)
@pytest.mark.parametrize("edition", ["classic", "modern"])
def test_a_bot_is_deterministic_for_its_seed(name: str, edition: str) -> None:
    first, second = (played(name, edition=edition, players=3, seed=4)[0] for _ in range(2))
    assert first.record() == second.record()


@pytest.mark.parametrize("name", BOTS_TO_TEST)
def test_chance_comes_from_the_seed_alone(name: str) -> None:
    """Every seed gives another game: nothing is decided by a seed of the bot's own."""
    assert len({str(_choices(name, seed)) for seed in range(4)}) > 1


def _choices(name: str, seed: int) -> list[Action]:
    bot = make_bot(name, Random(seed))
    return [bot.choose(view(state, state.active)) for state in states(Phase.PLACE_MARKER, number=6)]


def with_other_hidden_tiles(state: State, random: Random) -> State:
    """The same to the active player, with everything that this player cannot see dealt again."""
    seen = view(state, state.active).position
    known = {tile for hand in seen.hands for tile in hand} | {tile.tile for tile in seen.board if tile}
    hidden = [tile for tile in TILES if tile not in known]
    random.shuffle(hidden)
    hands = tuple(tuple(hidden.pop() if tile == FACE_DOWN else tile for tile in hand) for hand in seen.hands)
    return replace(state, hands=hands, pile=tuple(sorted(hidden)))


@pytest.mark.parametrize("name", BOTS_TO_TEST)
@pytest.mark.parametrize("phase", [Phase.PLACE_MARKER, Phase.PLAY_TILE, Phase.EXCHANGE])
def test_equal_views_give_equal_choices_whatever_is_hidden(name: str, phase: Phase) -> None:
    differing = 0
    for number, state in enumerate(states(phase, edition=CLASSIC, players=4, number=6)):
        other = with_other_hidden_tiles(state, Random(number))
        differing += other != state
        one, two = (make_bot(name, Random(number)).choose(view(moment, state.active)) for moment in (state, other))
        assert one == two
    assert differing >= 4


@pytest.mark.parametrize("name", BOTS_TO_TEST)
def test_a_bot_chooses_the_same_whatever_it_chose_before(name: str) -> None:
    """All that it knows is in the view, besides its randomness."""
    state = states(Phase.PLAY_TILE, number=1)[0]
    seen = view(state, state.active)
    random = Random(5)
    bot = make_bot(name, random)
    before = random.getstate()
    bot.choose(seen)
    random.setstate(before)
    assert bot.choose(seen) == make_bot(name, Random(5)).choose(seen)


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_tells_its_style_in_one_sentence(name: str) -> None:
    assert BOTS[name].style.count(".") == 1
    assert BOTS[name].style.endswith(".")
