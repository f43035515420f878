"""Turns for slow work: an address that wants much waits for itself."""

from __future__ import annotations

import asyncio

import pytest

from tsuro.server.http.turns import Turns


async def _work(turns: Turns, address: str, done: list[str]) -> None:
    async with turns.turn(address):
        await asyncio.sleep(0.001)
        done.append(address)


def test_whoever_wants_little_comes_between_those_who_want_much() -> None:
    async def play() -> list[str]:
        turns, done = Turns(), list[str]()
        greedy = [asyncio.create_task(_work(turns, "greedy", done)) for _ in range(9)]
        await asyncio.sleep(0)  # all of them wait, or work
        await asyncio.gather(_work(turns, "modest", done), *greedy)
        return done

    done = asyncio.run(play())
    assert (len(done), done.count("modest")) == (10, 1)
    assert done.index("modest") <= 2


def test_one_at_a_time_and_the_next_one_even_if_somebody_gives_up() -> None:
    async def play() -> list[str]:
        turns, done = Turns(), list[str]()
        tasks = [asyncio.create_task(_work(turns, str(number), done)) for number in range(4)]
        await asyncio.sleep(0)
        tasks[2].cancel()  # while it waits
        await asyncio.sleep(0)
        assert turns._is_taken
        await asyncio.gather(*tasks, return_exceptions=True)
        await _work(turns, "later", done)
        return done

    assert asyncio.run(play()) == ["0", "1", "3", "later"]


def test_somebody_who_gives_up_in_the_moment_before_their_turn_comes_is_passed_over() -> None:
    async def play() -> list[str]:
        turns, done = Turns(), list[str]()
        async with turns.turn("first"):
            tasks = [asyncio.create_task(_work(turns, str(number), done)) for number in range(3)]
            await asyncio.sleep(0)
            tasks[0].cancel()
            tasks[1].cancel()  # neither has heard of it when the turn passes on
        await asyncio.gather(*tasks, return_exceptions=True)
        await _work(turns, "later", done)
        return done

    assert asyncio.run(play()) == ["2", "later"]


def test_somebody_who_gives_up_when_their_turn_has_just_come_passes_it_on() -> None:
    async def play() -> list[str]:
        turns, done = Turns(), list[str]()
        async with turns.turn("first"):
            tasks = [asyncio.create_task(_work(turns, str(number), done)) for number in range(2)]
            await asyncio.sleep(0)
        tasks[0].cancel()  # its turn has come, and it does not know yet
        await asyncio.gather(*tasks, return_exceptions=True)
        return done

    assert asyncio.run(play()) == ["1"]


def test_work_that_fails_passes_its_turn_on() -> None:
    async def play() -> list[str]:
        turns, done = Turns(), list[str]()
        with pytest.raises(ZeroDivisionError):
            async with turns.turn("first"):
                done.append(str(1 / len(done)))
        await _work(turns, "second", done)
        return done

    assert asyncio.run(play()) == ["second"]
