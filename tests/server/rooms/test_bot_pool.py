"""Bots in other processes: whatever happens to a process, the table goes on."""

from __future__ import annotations

import asyncio
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
        return await asyncio.gather(*(pool.choose(bot, match.view(match.active)) for bot in bots))
    finally:
        await pool.close()


def program(*lines: str) -> tuple[str, ...]:
    return (sys.executable, "-c", "\n".join(lines))


def is_alive(pid: int) -> bool:
    """Whether there is such a process; a zombie is one, too."""
    return Path(f"/proc/{pid}").exists() if sys.platform == "linux" else False


def test_bots_in_processes_choose_legal_actions() -> None:
    match, told = Match(players=3, seed=1), list[str]()
    pool = BotPool(2, on_answer=lambda bot, _seconds: told.append(bot))
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
            chosen.append(await pool.choose("dragon", seen))
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
        chosen = [await pool.try_to_choose("counting", seen, playing=game) for game in games]
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
            assert await pool.choose("wanderer", match.view(match.active)) in match.legal_actions
            (slot,) = pool._slots
            assert slot.engine is not None
            pids.append(slot.engine._program._process.pid)
            assert os.getpriority(os.PRIO_PROCESS, pids[-1]) == NICE
            slot.engine.kill()
            assert await pool.choose("wanderer", match.view(match.active)) in match.legal_actions
        await pool.close()
        assert await pool.choose("wanderer", match.view(match.active)) in match.legal_actions  # the stand-in
        return pids

    pids = asyncio.run(scene())
    assert len(set(pids)) == 2
    assert not any(map(is_alive, pids))


def test_a_process_that_nobody_waits_for_any_more_is_ended() -> None:
    match = Match(players=2, seed=1)

    async def scene() -> None:
        pool = BotPool(1, budget=60)
        await pool.open()
        for _ in range(match.setup.players):
            match.submit(match.active, await pool.choose("wanderer", match.view(match.active)))
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
            assert all(action in match.legal_actions for action in await asyncio.gather(*asked))

    asyncio.run(scene())
