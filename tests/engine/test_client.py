"""Programs as players: whole games through the protocol."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tsuro import Action, Match, PlayTile, Preview, TsuroError, View, read_edition, verify
from tsuro.bots import Apprentice, Wanderer
from tsuro.engine import EngineFailed, EnginePlayer
from tsuro.game.state import Phase
from tsuro.player import Player
from tsuro.referee import play

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
TSURO = f"{shlex.quote(sys.executable)} -m tsuro engine"
JAVASCRIPT = f"node {shlex.quote(str(ROOT / 'examples' / 'engine.mjs'))}"
EDITIONS = [
    "classic",
    "classic+no-ramming",
    "modern",
    "modern+bonus+pass-the-pile",
    "modern+open-tiles",
    "modern+solo",
    "modern+longest-path",
    "modern+most-crossings",
]


@pytest.fixture(scope="module")
def apprentice() -> Iterator[EnginePlayer]:
    with EnginePlayer(f"{TSURO} apprentice --seed 3", seconds=120) as engine:
        yield engine


@pytest.fixture(scope="module")
def wanderer() -> Iterator[EnginePlayer]:
    with EnginePlayer(f"{TSURO} wanderer", seconds=120) as engine:
        yield engine


@pytest.fixture(scope="module")
def javascript() -> Iterator[EnginePlayer]:
    with EnginePlayer(JAVASCRIPT, seconds=120) as engine:
        yield engine


def game(edition: str, players: int, first: Player) -> Match:
    others = [Apprentice(Random(seat)) for seat in range(1, players)]
    return play(Match(edition=read_edition(edition), players=players, seed=players), [first, *others])


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("edition", EDITIONS)
def test_a_bot_plays_the_same_game_through_the_protocol(
    edition: str, players: int, apprentice: EnginePlayer
) -> None:
    apprentice.new_game(seed=players)
    through = game(edition, players, apprentice)
    assert through.record() == game(edition, players, Apprentice(Random(players))).record()


def test_the_seed_on_the_command_line_is_the_bots_seed() -> None:
    with EnginePlayer(f"{TSURO} apprentice --seed 3", seconds=120) as engine:
        through = game("classic", 4, engine)
    assert through.record() == game("classic", 4, Apprentice(Random(3))).record()


class Fierce:
    """Eliminates whom it can, so that there is something to exchange; then asks another player."""

    def __init__(self, exchanger: Player) -> None:
        self.exchanger = exchanger
        self.exchanges = 0

    def choose(self, view: View) -> Action:
        if view.position.phase is Phase.EXCHANGE:
            self.exchanges += 1
            return self.exchanger.choose(view)
        if view.allowed:
            return PlayTile(max(view.allowed, key=others_eliminated).tile)
        return view.legal_actions[0]


def others_eliminated(preview: Preview) -> int:
    return -1 if preview.walks[0].end is None else len(preview.eliminated)


def test_exchanges_go_through_the_protocol(wanderer: EnginePlayer, javascript: EnginePlayer) -> None:
    exchanges = 0
    for seed in range(12):
        wanderer.new_game(seed=seed)
        fierce = [Fierce(player) for player in (wanderer, Wanderer(Random(seed)), javascript)]
        matches = [Match(edition=read_edition("classic"), players=8, seed=seed) for _ in fierce]
        for match, player in zip(matches, fierce, strict=True):
            play(match, [player, *(Wanderer(Random(seat)) for seat in range(7))])
        assert matches[0].record() == matches[1].record()
        exchanges += fierce[0].exchanges
    assert exchanges >= 5


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_javascript_engine_plays_whole_games(edition: str, players: int, javascript: EnginePlayer) -> None:
    javascript.new_game()
    match = play(Match(edition=read_edition(edition), players=players, seed=1), [javascript] * players)
    assert match.is_over
    assert verify(match.record()) == match.state


def test_the_javascript_engine_beats_the_wanderer(javascript: EnginePlayer) -> None:
    share = 0.0
    for seed in range(100):
        javascript.new_game(seed=seed)  # which it has no option for
        match = play(Match(players=2, seed=seed, first=seed % 2), [javascript, Wanderer(Random(seed))])
        share += match.outcome.share(0) if match.outcome else 0.0
    assert share / 100 > 0.6


def test_the_javascript_engine_ignores_what_it_does_not_know() -> None:
    words = [*shlex.split(JAVASCRIPT)]
    given = "constructor\n\nsing a song\ntsuro 1\nquit\n"
    done = subprocess.run(words, input=given, capture_output=True, check=False, timeout=120, text=True)
    assert done.stdout.splitlines() == ["name Middle lover", "author The Tsuro maintainers", "ready 1"]
    assert done.stderr == ""
    assert done.returncode == 0


def test_an_engine_says_who_it_is(javascript: EnginePlayer) -> None:
    assert javascript.name == "Middle lover"
    assert javascript.author == "The Tsuro maintainers"


def script(*answers: str) -> str:
    """The command of an engine that answers each `go` with the next of the texts."""
    code = f"""
import sys
answers = iter({answers!r})
for line in sys.stdin:
    if line.startswith("tsuro"): print("name A # strange\\u2028name\\nready 1", flush=True)
    if line.startswith("go"): print(next(answers), flush=True)
    if line.startswith("quit"): break
"""
    return shlex.join([sys.executable, "-I", "-S", "-X", "utf8", "-c", code])


def test_estimates_and_remarks_are_heard() -> None:
    first = "info share 0.5 error 0.2 action mark c6n1\ninfo hm\n\ninfo share 0.25 error 0.1 action mark a6n1\n"
    again = "info share 0.75 error 0.01 action mark c6n1\nbest mark c6n1"
    with EnginePlayer(script(first + again, "best mark c6n1"), seconds=120) as engine:
        view = Match(players=2).view(0)
        engine.choose(view)
        assert [(e.share, e.error) for e in engine.estimates] == [(0.75, 0.01), (0.25, 0.1)]
        engine.choose(view)
        assert engine.estimates == ()


def test_a_name_is_one_that_a_record_can_hold() -> None:
    with EnginePlayer(script("best mark c6n1"), seconds=120) as engine:
        assert engine.name == "A strange name"
        Match(players=2, names=[engine.name, "Rui"])


def test_an_engine_that_failed_fails_again_until_another_game_begins() -> None:
    view = Match(players=2).view(0)
    with EnginePlayer(script("best mark c3n1"), seconds=120) as engine:
        for _ in range(2):
            with pytest.raises(EngineFailed, match="'mark c3n1': That is not a start mark"):
                engine.choose(view)
        engine.new_game()
        with pytest.raises(EngineFailed, match="That is not a start mark"):
            engine.choose(view)


def test_an_engine_that_was_closed_says_so_and_may_be_closed_again() -> None:
    engine = EnginePlayer(script(), seconds=120)
    engine.close()
    engine.close()
    with pytest.raises(EngineFailed, match="was closed"):
        engine.choose(Match(players=2).view(0))


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), 1e9])
def test_the_time_to_answer_must_make_sense(seconds: float) -> None:
    with pytest.raises(TsuroError, match="an engine is given more than 0 seconds"):
        EnginePlayer(script(), seconds=seconds)
