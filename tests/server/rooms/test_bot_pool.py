"""Bots in other processes: whatever happens to a process, the table goes on."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import time
from pathlib import Path

import pytest

from tsuro.game.actions import Action
from tsuro.game.edition import CLASSIC, Edition, Goal
from tsuro.match import Match
from tsuro.notation import write_action, write_edition
from tsuro.server.rooms.bot_pool import NICE, BotPool
from tsuro.server.rooms.fair_queue import Whose

pytestmark = pytest.mark.slow

HELLO = r"import sys; sys.stdin.readline(); print('option bot\nready 1', flush=True)"
UNTIL_GO = r"[line for line in iter(sys.stdin.readline, 'go ms 700\n')]"

COUNTING = """
class Counting:
    asked = -1

    def choose(self, view):
        self.asked += 1
        return view.legal_actions[self.asked]
"""


async def choose(pool: BotPool, match: Match, *bots: str) -> list[Action]:
    await pool.open()
    try:
        answers = await asyncio.gather(*(pool.choose(bot, match.view(match.active)) for bot in bots))
        return [answer.chosen for answer in answers]
    finally:
        await pool.close()


def program(*lines: str) -> tuple[str, ...]:
    return (sys.executable, "-c", "\n".join(lines))


def is_alive(pid: int) -> bool:
    """Whether there is such a process; a zombie is one, too."""
    return Path(f"/proc/{pid}").exists() if sys.platform == "linux" else False


def test_bots_in_processes_choose_legal_actions() -> None:
    match, told = Match(players=3, seed=1), list[str]()
    pool = BotPool(2, on_answer=lambda bot, _waited, _thought: told.append(bot))
    chosen = asyncio.run(choose(pool, match, "wanderer", "apprentice", "guardian"))
    assert all(action in match.legal_actions for action in chosen)
    assert sorted(told) == ["apprentice", "guardian", "wanderer"]


@pytest.mark.parametrize("edition", [CLASSIC, Edition(name="modern", goal=Goal.LONGEST_PATH)], ids=write_edition)
def test_bots_play_every_edition_and_variant(edition: Edition) -> None:
    match = Match(edition=edition, players=2, seed=1)
    (chosen,) = asyncio.run(choose(BotPool(1), match, "guardian"))
    assert chosen in match.legal_actions


def test_a_process_is_told_no_more_than_the_seat_sees(tmp_path: Path) -> None:
    match, heard = Match(players=2, seed=1), tmp_path / "heard"
    while match.state.phase.name == "PLACE_MARKER":
        match.submit(match.active, match.legal_actions[0])
    listening = f"lines = {UNTIL_GO}; open({str(heard)!r}, 'w').write(''.join(lines)); sys.stdin.readline()"
    asyncio.run(choose(BotPool(1, budget=0.7, command=program(HELLO, listening)), match, "dragon"))
    (position,) = [line for line in heard.read_text().splitlines() if line.startswith("position ")]
    mine, theirs = match.state.hands[match.active], match.state.hands[1 - match.active]
    hands = [player.split("=")[1] for player in position.split(" ")[4].split(";")]
    assert hands[match.active] == ",".join(str(tile) for tile in mine)
    assert hands[1 - match.active] == ",".join("?" for _ in theirs)


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(["import time; time.sleep(60)"], id="does not introduce itself"),
        pytest.param([HELLO, "import time; time.sleep(60)"], id="takes too long"),
        pytest.param(["pass"], id="ends at once"),
        pytest.param([HELLO, UNTIL_GO, "sys.exit(3)"], id="ends when it is asked"),
        pytest.param([HELLO, UNTIL_GO, "print('best play 99z', flush=True); input()"], id="talks nonsense"),
        pytest.param([HELLO, UNTIL_GO, "print('best play 1n', flush=True); input()"], id="is not legal"),
        pytest.param([HELLO, UNTIL_GO, "print('error no', flush=True); input()"], id="gives up"),
        pytest.param([HELLO.replace("option bot", ""), "input()"], id="plays as nobody else"),
    ],
)
def test_the_stand_in_moves_for_a_bot_that_fails(lines: list[str]) -> None:
    match = Match(players=2, seed=1)
    began = time.monotonic()
    (chosen,) = asyncio.run(choose(BotPool(1, budget=0.7, command=program(*lines)), match, "dragon"))
    assert chosen in match.legal_actions
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("level", [logging.INFO, logging.DEBUG])
def test_the_log_says_in_words_what_happened_to_a_bot(caplog: pytest.LogCaptureFixture, level: int) -> None:
    caplog.set_level(level, "tsuro.bots")
    asyncio.run(choose(BotPool(1, command=program("pass")), Match(players=2, seed=1), "dragon"))
    (line,) = caplog.records
    assert (line.message, line.__dict__["bot"]) == ("a bot's process ended", "dragon")
    assert (line.exc_info is None) == (level > logging.DEBUG)


def test_an_unknown_bot_is_no_reason_to_stop() -> None:
    match = Match(players=2, seed=1)
    chosen = asyncio.run(choose(BotPool(1), match, "nobody", "apprentice"))
    assert all(action in match.legal_actions for action in chosen)


def test_a_program_that_is_not_there_is_no_reason_to_stop() -> None:
    match = Match(players=2, seed=1)
    (chosen,) = asyncio.run(choose(BotPool(1, command=("there-is-no-such-program",)), match, "dragon"))
    assert chosen in match.legal_actions


def test_after_a_failure_another_process_thinks() -> None:
    match = Match(players=2, seed=1)
    last = match.legal_actions[-1]
    once = f"print({f'best {write_action(last)}'!r}, flush=True)"  # ends after each answer
    pool = BotPool(1, budget=0.7, command=program(HELLO, UNTIL_GO, once))

    async def in_turn() -> list[Action]:
        await pool.open()
        seen = match.view(match.active)
        chosen = []
        for _ in range(3):
            chosen.append((await pool.choose("dragon", seen)).chosen)
            await asyncio.sleep(0.2)  # until it has ended
        await pool.close()
        return chosen

    chosen = asyncio.run(in_turn())
    assert chosen.count(last) >= 2
    assert all(action in match.legal_actions for action in chosen)


def test_a_bot_of_others_goes_on_in_its_game_and_begins_anew_in_another_seat(tmp_path: Path) -> None:
    (tmp_path / "counting.py").write_text(COUNTING, encoding="utf-8")
    match = Match(players=2, seed=1)

    async def scene() -> list[int]:
        pool = BotPool(1, plays=f"{tmp_path / 'counting.py'}:Counting")
        await pool.open()
        seen = match.view(match.active)
        games = ["a", "a", "a", "b", "b", None, None]
        chosen = [(await pool.ask("counting", seen, playing=game)).chosen for game in games]
        await pool.close()
        return [match.legal_actions.index(action) for action in chosen]

    assert asyncio.run(scene()) == [0, 1, 2, 0, 1, 0, 0]


def test_a_killed_process_is_replaced_and_none_is_left_behind() -> None:
    match = Match(players=2, seed=1)

    async def scene() -> list[int]:
        pool = BotPool(1)
        await pool.open()
        pids = []
        for _ in range(2):
            assert (await pool.choose("wanderer", match.view(match.active))).chosen in match.legal_actions
            (slot,) = pool._slots
            assert slot.engine is not None
            pids.append(slot.engine._program._process.pid)
            assert os.getpriority(os.PRIO_PROCESS, pids[-1]) == NICE
            slot.engine.kill()
            assert (await pool.choose("wanderer", match.view(match.active))).chosen in match.legal_actions
        await pool.close()
        instead = await pool.choose("wanderer", match.view(match.active))  # made by the stand-in
        assert instead.chosen in match.legal_actions
        return pids

    pids = asyncio.run(scene())
    assert len(set(pids)) == 2
    assert not any(map(is_alive, pids))


ONE_FOR_ALL = """
import sys, time
for line in sys.stdin:
    if line.startswith("tsuro"):
        print("option bot\\nready 1", flush=True)
    elif line.startswith("setoption bot"):
        time.sleep(0.01 if "apprentice" in line or "guardian" in line else 0.1)
    elif line.startswith("go"):
        print({best!r}, flush=True)
"""


async def answered(pool: BotPool, match: Match, *asked: tuple[str, str]) -> list[tuple[str, str, str | None]]:
    """In which order bots of these owners answer, if asked at once, and how they played below their names."""
    told: list[tuple[str, str, str | None]] = []
    seen = match.view(match.active)

    async def one(owner: str, bot: str, table: int) -> None:
        answer = await pool.choose(bot, seen, whose=Whose(owner=owner, table=table))
        told.append((owner, bot, answer.below))

    await pool.open()
    try:
        async with asyncio.TaskGroup() as tasks:
            for number, (owner, bot) in enumerate(asked):
                tasks.create_task(one(owner, bot, number))
    finally:
        await pool.close()
    return told


def playing(match: Match) -> tuple[str, ...]:
    return program(ONE_FOR_ALL.format(best=f"best {write_action(match.legal_actions[0])}"))


def test_an_apprentice_does_not_wait_for_dragons_nor_one_owner_for_the_many_tables_of_another() -> None:
    match = Match(players=2, seed=1)
    pool = BotPool(1, quick=1, command=playing(match))
    many = [("ana", "dragon")] * 12
    told = asyncio.run(answered(pool, match, *many, ("rui", "dragon"), ("rui", "apprentice")))
    order = [(owner, bot) for owner, bot, _ in told]
    assert order.index(("rui", "dragon")) <= 6, "as much as the first guess at what a dragon takes is wrong"
    assert order.index(("rui", "apprentice")) <= 6, "its process had to start, too"
    assert pool.waiting == 0


def test_bots_give_way_when_many_wait_and_say_so_but_not_because_of_others() -> None:
    match = Match(players=2, seed=1)
    pool = BotPool(1, command=playing(match))
    told = asyncio.run(answered(pool, match, *[("ana", "dragon")] * 40, ("rui", "dragon")))
    below = [below for owner, _, below in told if owner == "ana"]
    assert {"less", "guardian", None} <= set(below)
    assert below[-1] is None, "when nobody waits any more, it is itself again"
    assert [below for owner, _, below in told if owner == "rui"] == [None]


def test_a_question_that_nobody_waits_for_any_more_takes_nobodys_turn() -> None:
    match = Match(players=2, seed=1)

    async def scene() -> None:
        pool = BotPool(1, command=playing(match))
        await pool.open()
        asked = [asyncio.create_task(pool.choose("dragon", match.view(match.active))) for _ in range(4)]
        await asyncio.sleep(0)
        assert pool.waiting == 3
        asked[2].cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        assert [task.cancelled() for task in asked] == [False, False, True, False]
        assert (pool.waiting, len(pool._idle)) == (0, 1)
        await pool.close()

    asyncio.run(scene())


def test_a_process_that_nobody_waits_for_any_more_is_ended() -> None:
    match = Match(players=2, seed=1)

    async def scene() -> None:
        pool = BotPool(1, budget=60)
        await pool.open()
        for _ in range(match.setup.players):
            match.submit(match.active, (await pool.choose("wanderer", match.view(match.active))).chosen)
        asked = asyncio.create_task(pool.choose("dragon:60s", match.view(match.active)))
        await asyncio.sleep(0.3)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        began = time.monotonic()
        await pool.choose("wanderer", match.view(match.active))
        await pool.close()
        assert time.monotonic() - began < 30

    asyncio.run(scene())


def test_nobody_waits_for_bots_that_have_been_closed() -> None:
    match = Match(players=2, seed=1)

    async def scene() -> None:
        pool = BotPool(1, budget=1, command=program("import time; time.sleep(60)"))
        await pool.open()
        asked = [asyncio.create_task(pool.choose("wanderer", match.view(match.active))) for _ in range(4)]
        await asyncio.sleep(0)
        await pool.close()
        async with asyncio.timeout(10):
            assert all(answer.chosen in match.legal_actions for answer in await asyncio.gather(*asked))

    asyncio.run(scene())
