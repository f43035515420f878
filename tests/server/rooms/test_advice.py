"""Advice from the strongest bot: what it says, and how much of it is given."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import cast

import pytest
from tests.bots.moments import states

from tsuro.game.edition import Edition
from tsuro.game.state import Phase
from tsuro.game.view import View, view
from tsuro.match import Match
from tsuro.notation import read_action, read_edition, write_action
from tsuro.server.messages.views import Advice
from tsuro.server.rooms import advice as advice_module
from tsuro.server.rooms.advice import Adviser, TooMuchAdvice
from tsuro.server.rooms.bot_pool import MOST, NO_OWNER, BotPool, NoAdvice
from tsuro.server.rooms.fair_queue import Whose

pytestmark = pytest.mark.slow

MOMENT = states(Phase.PLAY_TILE, number=1)[0]
SEEN = view(MOMENT, MOMENT.active)


def advice(*views: View) -> list[Advice]:
    """What an engine process says of the views; it must be possible."""

    async def ask() -> list[Advice]:
        pool = BotPool(1)
        await pool.open()
        try:
            return [await pool.advise(0.05, seen) for seen in views]
        finally:
            await pool.close()

    told = asyncio.run(ask())
    for seen, given in zip(views, told, strict=True):
        assert given.seat == seen.seat
        assert read_action(given.chosen) in seen.legal_actions
        assert all(read_action(estimated.action) in seen.legal_actions for estimated in given.estimates)
        assert all(0 <= e.low <= e.share <= e.high <= 1 for e in given.estimates)
    return told


# What is said


def test_there_is_an_estimate_of_every_placement_the_chosen_one_first() -> None:
    seen = [view(state, state.active) for state in states(Phase.PLAY_TILE, number=6)]
    for one, told in zip(seen, advice(*seen), strict=True):
        assert {e.action for e in told.estimates} == {write_action(action) for action in one.legal_actions}
        assert told.estimates[0].action == told.chosen
        others = [e.share for e in told.estimates[1:]]
        assert others == sorted(others, reverse=True)


def test_where_there_is_no_choice_one_learns_what_to_expect() -> None:
    seen = next(
        seen
        for state in states(Phase.PLAY_TILE, number=60)
        if len((seen := view(state, state.active)).legal_actions) == 1
    )
    (told,) = advice(seen)
    assert [e.action for e in told.estimates] == [write_action(seen.legal_actions[0])]


def test_exchanges_are_estimated_too_but_not_thousands() -> None:
    seen = [view(state, state.active) for state in states(Phase.EXCHANGE, number=3)]
    for one, told in zip(seen, advice(*seen), strict=True):
        assert len(told.estimates) == min(MOST, len(one.legal_actions))
        assert told.estimates[0].action == told.chosen


def test_start_marks_and_solo_games_get_a_choice_without_estimates() -> None:
    """V4: alone, nobody has a share of a win."""
    (state,) = states(Phase.PLAY_TILE, edition=Edition(name="modern", solo=True), number=1)
    told = advice(Match(players=2, seed=1).view(0), view(state, state.active))
    assert [given.estimates for given in told] == [(), ()]


@pytest.mark.parametrize("variant", ["longest-path", "most-crossings", "open-tiles"])
def test_in_variants_every_placement_is_estimated(variant: str) -> None:
    """V1 to V3"""
    (state,) = states(Phase.PLAY_TILE, edition=read_edition(f"modern+{variant}"), number=1)
    seen = view(state, state.active)
    (told,) = advice(seen)
    assert {each.action for each in told.estimates} == {write_action(action) for action in seen.legal_actions}


# Who gets it


class _Slow:
    """Thinks until it is let."""

    def __init__(self) -> None:
        self.asked = 0
        self.seconds: list[float] = []
        self.go = asyncio.Event()

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def advise(self, seconds: float, seen: View, *, whose: Whose) -> Advice:
        assert whose != NO_OWNER
        self.asked += 1
        self.seconds.append(seconds)
        await self.go.wait()
        return Advice(seat=seen.seat or 0, chosen=write_action(seen.legal_actions[0]), estimates=())


def scene(play: Callable[[Adviser, _Slow], Awaitable[None]]) -> None:
    async def playing() -> None:
        slow = _Slow()
        adviser = Adviser(cast(BotPool, slow))
        await adviser.open()
        await play(adviser, slow)
        await adviser.close()

    asyncio.run(playing())


def views(number: int) -> list[View]:
    return [Match(players=2, seed=seed).view(0) for seed in range(number)]


def test_the_same_question_is_thought_about_once() -> None:
    async def play(adviser: Adviser, slow: _Slow) -> None:
        asked = [asyncio.create_task(adviser.advise(guest, guest, SEEN)) for guest in ("ann", "bob")]
        await asyncio.sleep(0)
        slow.go.set()
        one, other = await asyncio.gather(*asked)
        assert one is other is await adviser.advise("ann", "ann", SEEN)
        assert slow.asked == 1

    scene(play)


def test_one_address_cannot_take_all_places_by_being_many_guests() -> None:
    async def play(adviser: Adviser, slow: _Slow) -> None:
        questions = views(advice_module.FROM_ONE_ADDRESS + 1)
        asked = [
            asyncio.create_task(adviser.advise(f"guest {number}", "10.0.0.1", question))
            for number, question in enumerate(questions[:-1])
        ]
        await asyncio.sleep(0)
        with pytest.raises(TooMuchAdvice, match="busy with other questions"):
            await adviser.advise("another guest", "10.0.0.1", questions[-1])
        elsewhere = asyncio.create_task(adviser.advise("another guest", "10.0.0.2", questions[-1]))
        slow.go.set()
        await asyncio.gather(*asked, elsewhere)
        assert slow.asked == len(questions)

    scene(play)


def test_one_question_for_each_guest_and_the_more_ask_the_shorter_each_is_thought_about() -> None:
    async def play(adviser: Adviser, slow: _Slow) -> None:
        questions = views(advice_module.WAITING + 2)
        asked = [
            asyncio.create_task(adviser.advise(f"guest {number}", f"guest {number}", questions[number]))
            for number in range(advice_module.WAITING)
        ]
        await asyncio.sleep(0)
        with pytest.raises(TooMuchAdvice, match="your last question") as busy:
            await adviser.advise("guest 1", "guest 1", questions[-1])
        assert busy.value.seconds == 1
        with pytest.raises(TooMuchAdvice, match="busy with other questions"):
            await adviser.advise("somebody else", "somebody else", questions[-1])
        assert slow.seconds == [max(advice_module.LEAST, 1 / (n + 1)) for n in range(advice_module.WAITING)]
        slow.go.set()
        await asyncio.gather(*asked)
        await adviser.advise("guest 1", "guest 1", questions[-1])
        assert slow.asked == advice_module.WAITING + 1

    scene(play)


def test_only_so_much_advice_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice_module, "KEPT", 2)

    async def play(adviser: Adviser, slow: _Slow) -> None:
        slow.go.set()
        one, two, three = views(3)
        for seen in (one, two, one, three, one):  # two is the one that was not asked for lately
            await adviser.advise("ann", "ann", seen)
        assert slow.asked == 3
        await adviser.advise("ann", "ann", two)
        assert slow.asked == 4

    scene(play)


# In a process


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("import time; time.sleep(60)", id="takes too long"),
        pytest.param("pass", id="ends at once"),
        pytest.param("print('nonsense', flush=True); input()", id="talks nonsense"),
        pytest.param("print('option bot\\nready 1\\nbest play 1n', flush=True); input()", id="lies"),
        pytest.param("print('option bot\\nready 1\\nerror no', flush=True); input()", id="gives up"),
    ],
)
def test_no_advice_is_better_than_bad_advice(text: str) -> None:
    async def play() -> None:
        adviser = Adviser(BotPool(1, budget=0.7, command=(sys.executable, "-c", text)))
        await adviser.open()
        try:
            seen = Match(players=2, seed=1).view(0)
            for _ in range(2):  # a guest who got none may ask again
                with pytest.raises(NoAdvice):
                    await adviser.advise("ann", "ann", seen)
        finally:
            await adviser.close()

    asyncio.run(play())


def test_an_engine_process_gives_advice() -> None:
    async def play() -> None:
        told: list[str] = []
        adviser = Adviser(BotPool(1, on_answer=lambda what, _waited, _thought: told.append(what)), seconds=0.1)
        await adviser.open()
        try:
            assert (await adviser.advise("ann", "ann", SEEN)).estimates
        finally:
            await adviser.close()
        assert told == ["advice"]

    asyncio.run(play())
