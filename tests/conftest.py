"""What random tables, games and positions look like: `st.from_type(Match)` gives one in any property."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import Phase as HypothesisPhase
from hypothesis import note, settings
from hypothesis import strategies as st

import tsuro
from tsuro import MARKERS, Action, Edition, Goal, Match, Phase, Record, Setup, State, write_text
from tsuro.fast.core import INTERPRETED, Core
from tsuro.fast.loader import best_core, is_installed, trouble

if TYPE_CHECKING:
    from playwright.sync_api import Browser

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a process that a shell started in the background
    signal.signal(signal.SIGINT, signal.default_int_handler)  # tests press Ctrl-C

ROOT = str(Path(__file__).parents[1])
if ROOT not in sys.path:  # tests, and the processes they start, find what they share
    sys.path.append(ROOT)

os.environ.setdefault("PYTHONPATH", str(Path(tsuro.__file__).parents[1]))  # what tests start runs on the same form

if (
    "PYTEST_XDIST_WORKER" in os.environ
):  # the workers' coverage is measured, what they start would only be slowed down
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)

_PHASES = [phase for phase in HypothesisPhase if phase is not HypothesisPhase.explain]  # which takes a long time

settings.register_profile(
    "normal", deadline=None, derandomize=True, database=None, max_examples=60, phases=_PHASES
)
settings.register_profile("quick", settings.get_profile("normal"), max_examples=15)
settings.register_profile("thorough", deadline=None, database=None, max_examples=3000)
settings.load_profile("normal")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One for all tests in a process: Playwright runs only once in each."""
    from tests.browser.visiting import chromium  # noqa: PLC0415 -- our tests are on the path only from here on

    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def compiled() -> Core:
    """The compiled core; where Numba is not installed, the test is skipped."""
    if not is_installed():
        pytest.skip(reason="needs the extra fast")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("TSURO_INTERPRETED", raising=False)
        core = best_core(wait=True)
    assert core.compiled, trouble()
    return core


@pytest.fixture(params=["interpreted", "compiled"])
def core(request: pytest.FixtureRequest) -> Core:
    """The core in each of its forms, in turn."""
    if request.param == "interpreted":
        return INTERPRETED
    chosen = request.getfixturevalue("compiled")
    assert isinstance(chosen, Core)
    return chosen


@st.composite
def _editions(draw: st.DrawFn) -> Edition:
    """Any edition with any options and variants that may be agreed on."""
    classic, solo = draw(st.booleans()), draw(st.integers(0, 5)) == 0
    open_tiles = not solo and draw(st.integers(0, 3)) == 0
    has_hands = not solo and not open_tiles
    return Edition(
        name="classic" if classic else "modern",
        elimination_bonus=classic or (has_hands and draw(st.booleans())),
        pass_the_pile=not classic and has_hands and draw(st.booleans()),
        no_ramming=draw(st.booleans()),
        goal=Goal.LAST_MARKER if solo or draw(st.booleans()) else draw(st.sampled_from(Goal)),
        open_tiles=open_tiles,
        solo=solo,
    )


@st.composite
def _setups(draw: st.DrawFn) -> Setup:
    players = draw(st.integers(2, 8))
    return Setup(
        edition=draw(st.from_type(Edition)),
        players=players,
        first=draw(st.integers(0, players - 1)),
        markers=tuple(draw(st.permutations(MARKERS))[:players]),
    )


def _choose(match: Match, random: Random, *, manner: str) -> Action:
    """Any legal action; a careful player spares every marker, a fierce one none."""
    actions = match.legal_actions
    if manner != "any" and match.state.phase is Phase.PLAY_TILE:
        previews = [preview for preview in match.view(match.active).previews if preview.refusal is None]
        losses = {preview.tile: len(preview.eliminated) for preview in previews}
        wanted = min(losses.values()) if manner == "careful" else max(losses.values())
        actions = tuple(a for a in actions if losses[a.tile] == wanted)  # type: ignore[union-attr]  # -- all are placements here
    return random.choice(actions)


@st.composite
def _matches(draw: st.DrawFn) -> Match:
    """A match up to some moment, to an exchange if there is one, or to its end."""
    setup = draw(st.from_type(Setup))
    seed = draw(st.integers(0, 2**32 - 1))
    manner = draw(st.sampled_from(["any", "careful", "fierce"]))
    length = draw(st.one_of(st.just(1000), st.integers(0, 50), st.integers(0, 8)))
    to_exchange = draw(st.integers(0, 3)) == 0
    match = Match(
        edition=setup.edition, players=setup.players, first=setup.first, markers=setup.markers, seed=seed
    )
    random = Random(seed)
    while not match.is_over and length > 0 and not (to_exchange and match.state.phase is Phase.EXCHANGE):
        match.submit(match.active, _choose(match, random, manner=manner))
        length -= 1
    note(write_text(match.record()))
    return match


st.register_type_strategy(Edition, _editions())
st.register_type_strategy(Setup, _setups())
st.register_type_strategy(Match, _matches())
st.register_type_strategy(State, st.from_type(Match).map(lambda match: match.state))
st.register_type_strategy(Record, st.from_type(Match).map(lambda match: match.record()))
