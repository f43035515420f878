import asyncio
import sys
from random import Random

import pytest

from tsuro.game.actions import Action
from tsuro.match import Match
from tsuro.notation import write_action
from tsuro.server.rooms.bot_pool import BotPool
from tsuro.server.rooms.bot_process import answer, question, read_answer


async def choose(pool: BotPool, match: Match, *bots: str) -> list[Action]:
    await pool.open()
    try:
        return await asyncio.gather(*(pool.choose(bot, match.view(match.active)) for bot in bots))
    finally:
        await pool.close()


def program(text: str) -> tuple[str, ...]:
    return (sys.executable, "-c", text)


def test_bots_in_processes_choose_legal_actions() -> None:
    match, told = Match(players=3, seed=1), list[str]()
    pool = BotPool(2, told=lambda bot, _seconds: told.append(bot))
    chosen = asyncio.run(choose(pool, match, "wanderer", "apprentice", "guardian"))
    assert all(action in match.legal_actions for action in chosen)
    assert sorted(told) == ["apprentice", "guardian", "wanderer"]


def test_a_question_tells_no_more_than_the_seat_sees() -> None:
    match = Match(players=2, seed=1)
    assert question("wanderer", match.view(0)).count("?,?,?") == 1
    assert "?,?,?" not in question("wanderer", match.view(0)).split("=", 1)[1].split(";")[0]


def test_a_thinker_answers_in_one_line() -> None:
    match = Match(players=2, seed=1)
    told = answer(question("apprentice", match.view(0)), Random(1))
    assert read_answer(told) in match.legal_actions
    assert told.endswith("\n")


def test_a_bot_that_fails_in_its_process_says_how_in_a_word() -> None:
    assert answer("choose nobody 0 nothing\n", Random(1)) == "failed NotationError\n"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("import time; time.sleep(60)", id="takes too long"),
        pytest.param("pass", id="ends at once"),
        pytest.param("print('play 99z', flush=True); input()", id="talks nonsense"),
        pytest.param("print('play 1n', flush=True); input()", id="is not legal"),
        pytest.param("print('failed ValueError', flush=True); input()", id="fails"),
    ],
)
def test_the_stand_in_moves_for_a_bot_that_fails(text: str) -> None:
    match = Match(players=2, seed=1)
    pool = BotPool(1, budget=0.7, command=program(text))
    (chosen,) = asyncio.run(choose(pool, match, "dragon"))
    assert chosen in match.legal_actions


def test_a_program_that_is_not_there_is_no_reason_to_stop() -> None:
    match = Match(players=2, seed=1)
    (chosen,) = asyncio.run(choose(BotPool(1, command=("there-is-no-such-program",)), match, "dragon"))
    assert chosen in match.legal_actions


def test_after_a_failure_another_process_thinks() -> None:
    match = Match(players=2, seed=1)
    first = write_action(match.legal_actions[0])
    once = f"import os, sys; sys.stdin.readline(); print({first!r}, flush=True)"  # ends after each answer
    chosen = asyncio.run(choose(BotPool(1, command=program(once)), match, "dragon", "dragon"))
    assert chosen[0] == match.legal_actions[0]
    assert len(chosen) == 2
