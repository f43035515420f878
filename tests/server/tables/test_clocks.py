"""Clocks: how much time is left, worked out from the log alone."""

from __future__ import annotations

import pytest
from tests.server.tables.evening import BEGIN, MINUTE, SECOND, Evening, evening_with, fierce

from tsuro.game.state import Phase
from tsuro.server.messages import requests
from tsuro.server.messages.views import Clocks
from tsuro.server.options import Bank, Clock, Days, NoClock, PerTurn
from tsuro.server.tables.clocks import GameClock, new_clock
from tsuro.server.tables.commands import paused
from tsuro.server.tables.due import BotToMove, OutOfTime, StandInToMove, ToWarn
from tsuro.server.tables.log import Paused, StandInStarted, TimeRanOut, Warned
from tsuro.server.tables.refusals import TimeIsUp

HOUR = 60 * MINUTE
DAY = 24 * HOUR


def began(clock: Clock, *, runs: bool = True) -> GameClock:
    """The clock of a game of three that begins at 0, with seat 1 on turn."""
    timing = new_clock(clock, 3, 1, at=0, runs=runs)
    assert timing is not None
    return timing


def left(evening: Evening) -> tuple[int | None, ...]:
    clocks = evening.table.clocks(evening.now)
    assert clocks is not None
    return clocks.left


# Arithmetic


def test_there_may_be_no_clock() -> None:
    assert new_clock(NoClock(), 3, 1, at=0, runs=True) is None


@pytest.mark.parametrize(
    ("clock", "whole"),
    [(PerTurn(seconds=30), 30 * SECOND), (Bank(seconds=300), 5 * MINUTE), (Days(days=2), 2 * DAY)],
)
def test_a_clock_runs_from_the_moment_a_player_becomes_active(clock: Clock, whole: int) -> None:
    timing = began(clock)
    assert timing.deadline == whole
    assert timing.remaining(1000) == whole - 1000
    assert timing.remaining(whole + 1) == 0
    assert timing.remaining(-5) == whole  # the watch was set back
    assert timing.banks == (whole,) * 3


def test_the_clock_stands_for_bots() -> None:
    timing = began(PerTurn(seconds=30), runs=False)
    assert (timing.deadline, timing.due(), timing.remaining(99_000)) == (None, None, 30_000)


def test_each_turn_has_the_same_time() -> None:
    timing = began(PerTurn(seconds=30)).pass_turn(2, at=20_000, runs=True)
    assert (timing.seat, timing.deadline) == (2, 50_000)
    assert timing.pass_turn(1, at=21_000, runs=True).deadline == 51_000


def test_a_bank_is_used_up_in_own_turns_and_grows_after_each() -> None:
    timing = began(Bank(seconds=60, increment=5)).pass_turn(2, at=20_000, runs=True)
    assert timing.banks == (60_000, 45_000, 60_000)
    timing = timing.pass_turn(1, at=21_000, runs=True)
    assert (timing.deadline, timing.banks[2]) == (66_000, 64_000)


def test_a_bank_is_never_less_than_empty() -> None:
    timing = began(Bank(seconds=60)).pass_turn(2, at=61_000, runs=True)  # it came in time all the same
    assert timing.banks[1] == 0
    timing = timing.pass_turn(1, at=62_000, runs=True)
    assert timing.due() == OutOfTime(at=62_000, seat=1)


def test_a_turn_that_a_stand_in_plays_leaves_the_bank_alone() -> None:
    timing = began(Bank(seconds=60, increment=5), runs=False).pass_turn(2, at=90_000, runs=True)
    assert timing.banks[1] == 60_000


def test_time_that_ran_out_is_gone_but_the_increment_is_not() -> None:
    timing = began(Bank(seconds=60, increment=5)).run_out()
    assert (timing.out, timing.due(), timing.remaining(70_000)) == (True, None, 0)
    timing = timing.pass_turn(2, at=70_000, runs=True)
    assert (timing.out, timing.banks[1]) == (False, 5_000)


def test_a_stand_ins_time_counts_for_a_player_who_comes_back() -> None:
    timing = began(PerTurn(seconds=30)).stop(10_000)
    assert (timing.deadline, timing.remaining(99_000)) == (None, 20_000)
    assert timing.resume(1, at=15_000, ran_out=False).deadline == 30_000
    assert timing.resume(1, at=50_000, ran_out=False).deadline == 50_000
    assert timing.stop(12_000).resume(1, at=15_000, ran_out=False).deadline == 30_000


def test_a_bank_is_filled_up_a_little_for_a_player_who_comes_back() -> None:
    timing = began(Bank(seconds=60, increment=3)).run_out()
    assert timing.resume(1, at=0, ran_out=True).remaining(0) == 10_000
    assert timing.resume(1, at=0, ran_out=True).since is None  # this turn is the stand-in's
    elsewhere = timing.pass_turn(2, at=61_000, runs=True)
    assert elsewhere.banks[1] == 3_000
    assert elsewhere.resume(1, at=62_000, ran_out=True).banks == (60_000, 10_000, 60_000)
    assert elsewhere.resume(1, at=62_000, ran_out=False) == elsewhere
    assert elsewhere.resume(0, at=62_000, ran_out=True).banks[0] == 60_000
    generous = began(Bank(seconds=60, increment=20), runs=False).run_out()
    assert generous.resume(1, at=0, ran_out=True).left == 20_000


def test_other_clocks_need_no_filling_up() -> None:
    timing = began(PerTurn(seconds=5), runs=False).resume(1, at=7_000, ran_out=True)
    assert timing.deadline == 12_000


@pytest.mark.parametrize(
    ("clock", "before", "expected"),
    [
        (PerTurn(seconds=60), 10, 50),  # it goes on where it was
        (PerTurn(seconds=60), 55, 30),  # but nobody is rushed
        (PerTurn(seconds=20), 15, 20),  # a whole turn's time is enough
        (Bank(seconds=60), 10, 50),
        (Bank(seconds=60), 55, 30),
        (Bank(seconds=20), 15, 30),
        (Days(days=1), 10, 24 * 3600 - 10),
    ],
)
def test_time_stands_still_while_the_server_is_away(clock: Clock, before: int, expected: int) -> None:
    back = before * SECOND + HOUR
    timing = began(clock).pause(HOUR, at=back)
    assert timing.remaining(back) == expected * SECOND


def test_a_pause_never_gives_more_than_the_turn_began_with() -> None:
    assert began(PerTurn(seconds=60)).pause(HOUR, at=10_000).remaining(10_000) == 60_000


def test_a_pause_does_not_start_a_clock_that_stands() -> None:
    timing = began(PerTurn(seconds=60), runs=False)
    assert timing.pause(HOUR, at=HOUR) is timing


@pytest.mark.parametrize(
    ("clock", "notice"),
    [
        (PerTurn(seconds=21), 10 * SECOND),
        (PerTurn(seconds=20), 5 * SECOND),
        (Bank(seconds=21), 10 * SECOND),
        (Bank(seconds=10), 5 * SECOND),
        (Days(days=1), 2 * HOUR),
    ],
)
def test_a_player_is_warned_once_before_the_time_runs_out(clock: Clock, notice: int) -> None:
    timing = began(clock)
    end = timing.deadline
    assert end is not None
    assert timing.due() == ToWarn(at=end - notice, seat=1, left=notice)
    assert timing.warn().due() == OutOfTime(at=end, seat=1)
    assert isinstance(timing.warn().pause(HOUR, at=HOUR).due(), OutOfTime)


def test_a_turn_that_begins_with_little_time_has_no_warning() -> None:
    assert began(PerTurn(seconds=5)).due() == OutOfTime(at=5_000, seat=1)
    timing = began(Bank(seconds=60)).pass_turn(1, at=51_000, runs=True)
    assert timing.due() == OutOfTime(at=60_000, seat=1)


def test_a_warning_that_comes_late_tells_what_is_left() -> None:
    timing = began(Days(days=1)).pause(HOUR, at=DAY)
    assert timing.due() == ToWarn(at=DAY, seat=1, left=HOUR)


# At a table


def test_the_clocks_show_what_each_player_has_left() -> None:
    evening = evening_with("ann", "bot", "ben", clock=Bank(seconds=60, increment=2))
    evening.pass_time(10 * SECOND)
    assert evening.table.clocks(evening.now) == Clocks(left=(50_000, None, 60_000), running=0)
    evening.move()
    assert evening.table.clocks(evening.now) == Clocks(left=(52_000, None, 60_000), running=None)
    assert evening.table.due() == BotToMove(at=evening.now, seat=1, bot="wanderer")
    evening.pass_time(10 * SECOND)
    evening.work()
    evening.pass_time(SECOND)
    assert evening.table.clocks(evening.now) == Clocks(left=(52_000, None, 59_000), running=2)


def test_the_clocks_are_put_away_when_the_game_is_over() -> None:
    evening = evening_with("ann", "ben", clock=PerTurn(seconds=60))
    evening.play_out()
    assert evening.table.clocks(evening.now) is None
    assert evening.table.due() is None


def test_those_who_are_out_have_no_clock() -> None:
    evening = evening_with("ann", "ben", "cleo", clock=PerTurn(seconds=60), edition="modern+longest-path")
    while not evening.match.state.out:
        evening.move()
    out = evening.match.state.out[0][0]
    assert left(evening)[out] is None
    assert left(evening)[evening.match.active] == 60_000


def before_an_exchange(clock: Clock) -> Evening:
    """A game whose next action leads to an exchange."""
    evening = evening_with("ann", "ben", "cleo", "dora", edition="classic", clock=clock)
    for mark in ("mark a6n1", "mark f6n1", "mark a6n2", "mark f6n2"):
        evening.move(mark)
    evening.choose = fierce
    return evening


def test_an_exchange_belongs_to_the_same_turn() -> None:
    evening = before_an_exchange(PerTurn(seconds=60))
    seat = evening.match.active
    evening.pass_time(SECOND)
    evening.move()
    assert (evening.match.state.phase, evening.match.active) == (Phase.EXCHANGE, seat)
    assert left(evening)[seat] == 59_000
    assert evening.table.due() == ToWarn(at=evening.now + 49_000, seat=seat, left=10_000)
    evening.pass_time(5 * SECOND)
    evening.move("exchange nothing")
    assert evening.match.active != seat
    assert left(evening)[evening.match.active] == 60_000


def test_when_time_runs_out_a_stand_in_makes_one_move() -> None:
    evening = evening_with("ann", "ben", clock=PerTurn(seconds=30))
    assert [type(entry) for entry in evening.work()] == [Warned]
    assert evening.log[-1] == Warned(at=BEGIN + 20 * SECOND, seat=0, left=10 * SECOND)
    assert evening.table.due() == OutOfTime(at=BEGIN + 30 * SECOND, seat=0)
    assert [type(entry) for entry in evening.work()] == [TimeRanOut]
    assert evening.table.due() == StandInToMove(at=evening.now, seat=0)
    assert evening.table.clocks(evening.now) == Clocks(left=(0, 30_000), running=None)
    request = evening.request(requests.Move, seq=evening.table.seq, seat=0, action="mark a6n1")
    with pytest.raises(TimeIsUp, match="the next turn is yours again"):
        evening.do("ann", request)
    assert (
        evening.refusal("ben", requests.Move, seq=evening.table.seq, seat=1, action="mark a6n1") == "not-your-turn"
    )
    evening.work()
    assert not evening.table.seats[0].stand_in
    evening.move()
    evening.move()
    assert evening.table.seats[0].timeouts == 0  # who acts, is there


def test_the_stand_in_plays_the_exchange_of_that_turn_too() -> None:
    evening = before_an_exchange(PerTurn(seconds=5))
    seat = evening.match.active
    assert [type(entry) for entry in evening.work()] == [TimeRanOut]
    evening.work()
    assert evening.match.state.phase is Phase.EXCHANGE
    assert evening.table.due() == StandInToMove(at=evening.now, seat=seat)
    evening.work()
    assert isinstance(evening.table.due(), OutOfTime)


def test_a_turn_that_ran_out_is_the_stand_ins_even_if_the_player_comes_back() -> None:
    evening = evening_with("ann", "ben", clock=Bank(seconds=10))
    evening.append(Warned(at=evening.now, seat=0, left=5_000))
    evening.work()
    evening.work()
    evening.move()
    assert [type(entry) for entry in evening.work()] == [TimeRanOut, StandInStarted]  # nothing is in the bank
    assert left(evening) == (None, 10_000)
    evening.ask("ann", requests.TakeBack, seat=0)
    assert evening.table.due() == StandInToMove(at=evening.now, seat=0)
    assert left(evening) == (10_000, 10_000)
    evening.work()
    evening.move()
    assert left(evening) == (10_000, 10_000)
    assert evening.table.due() == ToWarn(at=evening.now + 5_000, seat=0, left=5_000)


def test_whoever_left_with_an_empty_bank_finds_a_little_in_it() -> None:
    evening = evening_with("ann", "ben", clock=Bank(seconds=10))
    evening.append(Warned(at=evening.now, seat=0, left=5_000))
    evening.work()
    evening.work()
    assert left(evening) == (0, 10_000)
    evening.ask("ann", requests.Leave)
    evening.ask("ann", requests.TakeBack, seat=0)
    assert left(evening) == (10_000, 10_000)
    assert evening.table.seats[0].timeouts == 0


def test_leaving_and_coming_back_wins_no_time() -> None:
    evening = evening_with("ann", "ben", clock=PerTurn(seconds=60))
    evening.pass_time(40 * SECOND)
    evening.ask("ann", requests.Leave)
    assert evening.table.due() == StandInToMove(at=evening.now, seat=0)
    evening.pass_time(SECOND)
    evening.ask("ann", requests.TakeBack, seat=0)
    assert left(evening) == (19_000, 60_000)
    assert evening.table.due() == ToWarn(at=evening.now + 9_000, seat=0, left=10_000)


def test_leaving_when_not_on_turn_leaves_the_clock_alone() -> None:
    evening = evening_with("ann", "ben", clock=PerTurn(seconds=60))
    evening.pass_time(10 * SECOND)
    evening.ask("ben", requests.Leave)
    assert evening.table.clocks(evening.now) == Clocks(left=(50_000, None), running=0)
    evening.ask("ben", requests.TakeBack, seat=1)
    assert evening.table.clocks(evening.now) == Clocks(left=(50_000, 60_000), running=0)


def test_a_table_keeps_its_time_while_the_server_is_away() -> None:
    evening = evening_with("ann", "ben", clock=PerTurn(seconds=60))
    evening.pass_time(5 * SECOND + HOUR)
    evening.append(Paused(at=evening.now, milliseconds=HOUR))
    assert left(evening) == (55_000, 60_000)
    assert evening.table.due() == ToWarn(at=evening.now + 45_000, seat=0, left=10_000)


def test_a_pause_matters_to_nobody_without_a_clock() -> None:
    evening = evening_with("ann", "ben")
    evening.append(Paused(at=evening.now, milliseconds=HOUR))
    assert evening.table.due() is None


def test_a_program_has_a_clock_like_a_person() -> None:
    evening = Evening(clock=PerTurn(seconds=60))
    evening.ask("ann", requests.InviteProgram, seat=0, name="Deep Path")
    evening.ask("ann", requests.Sit, seat=1, name="Ann")
    evening.ask("ann", requests.ChooseFirst, seat=0)
    evening.ask("ann", requests.Start)
    assert evening.table.due() == ToWarn(at=evening.now + 50_000, seat=0, left=10_000)


def test_time_does_not_matter_without_a_clock() -> None:
    evening = evening_with("ann", "ben")
    evening.pass_time(1000 * SECOND)
    assert evening.table.due() is None
    assert evening.table.clocks(evening.now) is None


def test_while_nobody_serves_a_table_its_clock_stands_still_once() -> None:
    evening = evening_with("ann", "ben", clock=PerTurn(seconds=60))
    down, up = evening.now + 10 * SECOND, evening.now + HOUR
    evening.now = up + SECOND
    found = paused(evening.table, since=down, until=up, now=evening.now, tolerance=SECOND)
    assert [entry.milliseconds for entry in found if isinstance(entry, Paused)] == [up - down]
    evening.append(*found)
    assert left(evening)[0] == 49 * SECOND
    assert paused(evening.table, since=down, until=up, now=evening.now, tolerance=SECOND) == ()
    set_back = evening.now - MINUTE  # the system's clock
    before = paused(evening.table, since=down, until=up, now=set_back, tolerance=SECOND)
    assert [entry.milliseconds for entry in before if isinstance(entry, Paused)] == [0]


def test_without_a_clock_nothing_stands_still() -> None:
    evening = evening_with("ann", "ben")
    assert (
        paused(
            evening.table, since=evening.now, until=evening.now + HOUR, now=evening.now + HOUR, tolerance=SECOND
        )
        == ()
    )
