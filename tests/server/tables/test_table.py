"""A table is the replay of its log."""

from __future__ import annotations

import msgspec
import pytest
from tests.server.tables.evening import BEGIN, SECOND, Evening, evening_with

from tsuro.game.errors import TsuroError
from tsuro.server.messages import requests
from tsuro.server.messages.views import SeatView, TableView
from tsuro.server.options import Bank, PerTurn, TableOptions
from tsuro.server.tables import log
from tsuro.server.tables.due import BotToMove, StandInToMove
from tsuro.server.tables.log import LogEntry
from tsuro.server.tables.table import ImpossibleEntry, Table

SECRET = "ab" * 32


def sat(seat: int, guest: str, *, marker: str) -> log.Sat:
    return log.Sat(at=BEGIN, seat=seat, guest=guest, name=guest, marker=marker)


def test_a_new_table_is_empty() -> None:
    table = Evening(seats=3).table
    assert (table.seq, table.action_seq, table.games, table.match) == (1, 0, 0, None)
    assert (table.play, table.watch) == ("p", "w")
    assert table.touched_at == BEGIN
    assert table.due() is None
    assert table.clocks(BEGIN) is None


def test_a_table_tells_what_everybody_knows_of_it() -> None:
    evening = Evening(seats=3)
    evening.ask("ben", requests.Sit, seat=1, name="Ben", marker="star")
    evening.ask("ann", requests.AddBot, seat=2, bot="dragon")
    evening.ask("ann", requests.ChooseFirst, seat=2)
    assert evening.table.view() == TableView(
        phase="gathering",
        options=evening.options,
        seats=(
            SeatView(kind="empty"),
            SeatView(kind="person", name="Ben", marker="star"),
            SeatView(kind="bot", name="Aki", marker="circle", bot="dragon"),
        ),
        host=None,
        first=2,
        game=0,
        players=(),
        commitment=None,
        taken_back=0,
    )
    evening.ask("ann", requests.Start)
    view = evening.table.view()
    assert (view.phase, view.first, view.game, view.commitment) == ("playing", 1, 1, evening.match.commitment)
    assert len(view.seats) == 2


def test_no_guest_is_told_about() -> None:
    evening = Evening()
    evening.ask("ann-hash", requests.Sit, seat=0, name="Ann")
    assert b"hash" not in msgspec.json.encode(evening.table.view())


def test_a_view_is_made_once_until_the_table_changes() -> None:
    evening = evening_with("ann", "ben", "cleo")
    before = evening.table.view()
    evening.move()
    assert evening.table.view() is before
    evening.ask("cleo", requests.Leave)
    assert evening.table.view() is not before
    assert evening.table.view().seats[2].stand_in
    evening.play_out()
    assert evening.table.view().phase == "over"


def test_the_table_remembers_when_it_was_touched() -> None:
    evening = Evening()
    evening.pass_time(5 * SECOND)
    evening.ask("ann", requests.Sit, seat=0, name="Ann")
    assert evening.table.touched_at == BEGIN + 5 * SECOND


def test_the_table_remembers_what_came_of_each_request() -> None:
    evening = Evening(seats=3)
    evening.ask("ann", requests.Sit, seat=0, name="Ann")
    evening.ask("ben", requests.Sit, seat=1, name="Ben")
    left = evening.do("ann", requests.Leave(id="bye"))
    assert len(left) == 2
    assert evening.table.done("ann", "bye") == (left[0], evening.table.seq)
    assert evening.table.done("ben", "bye") is None
    assert Table.replay(evening.log).done("ann", "bye") == (left[0], 5)


def test_a_bot_is_due_as_soon_as_it_is_on_turn() -> None:
    evening = evening_with("bot", "ann")
    assert evening.table.due() == BotToMove(at=BEGIN, seat=0, bot="wanderer")
    evening.pass_time(SECOND)
    evening.work()
    assert evening.table.due() is None
    evening.pass_time(SECOND)
    evening.move()
    assert evening.table.due() == BotToMove(at=evening.now, seat=0, bot="wanderer")


def test_a_stand_in_is_due_from_the_moment_it_steps_in() -> None:
    evening = evening_with("ann", "ben")
    evening.pass_time(SECOND)
    evening.ask("ann", requests.Leave)
    assert evening.table.due() == StandInToMove(at=evening.now, seat=0)
    evening.work()
    assert evening.table.due() is None


def test_a_table_is_the_replay_of_its_log() -> None:
    evening = evening_with("ann", "bot", "ben", "cleo", seats=5, clock=Bank(seconds=20, increment=1))
    evening.ask("ben", requests.Leave)
    for _ in range(12):
        evening.work()
    evening.ask("ann", requests.TakeBack, seat=0)
    again = Table.replay(evening.log)
    now = evening.now + 1
    assert again.match is not None
    assert again.match.record() == evening.match.record()
    assert (again.view(), again.due(), again.clocks(now)) == (
        evening.table.view(),
        evening.table.due(),
        evening.table.clocks(now),
    )


# Logs that cannot be


def test_a_log_begins_with_its_creation() -> None:
    with pytest.raises(ImpossibleEntry, match="the log is empty"):
        Table.replay([])
    with pytest.raises(ImpossibleEntry, match=r"entry 1 \(stood-up\) does not fit .* begins with 'created'"):
        Table.replay([log.StoodUp(at=0, seat=0)])


def test_the_entry_that_does_not_fit_is_named() -> None:
    evening = evening_with("ann", "ben")
    evening.move()
    first, *rest = evening.log
    with pytest.raises(ImpossibleEntry, match=r"entry 2 \(created\) .* created once"):
        Table.replay([first, first])
    with pytest.raises(ImpossibleEntry, match=r"entry 7 \(acted\) does not fit into the log: Another marker"):
        Table.replay([first, *rest, log.Acted(at=0, seat=1, action="mark a6n1")])


BEFORE: list[tuple[LogEntry, str]] = [
    (log.Acted(at=0, seat=0, action="mark a6n1"), "no game is being played"),
    (log.Warned(at=0, seat=0, left=1), "no game is being played"),
    (log.TimeRanOut(at=0, seat=0), "no game is being played"),
    (log.Voted(at=0, seat=0, absent=1), "no game is being played"),
    (log.StandInStarted(at=0, seat=0, reason="left"), "no game is being played"),
    (log.StandInEnded(at=0, seat=0), "no game is being played"),
    (log.RematchWanted(at=0, seat=0), "no game is over"),
    (log.StoodUp(at=0, seat=3), "there is no seat 3"),
    (log.FirstChosen(at=0, seat=3), "there is no seat 3"),
    (log.SeatChanged(at=0, seat=0, to=3), "there is no seat 3"),
    (sat(3, "cleo", marker="star"), "there is no seat 3"),
    (sat(0, "cleo", marker="star"), "the seat is taken"),
    (sat(2, "cleo", marker="circle"), "the marker is taken"),
    (sat(2, "cleo", marker="dragon"), "there is no 'dragon' marker"),
    (log.BotSat(at=0, seat=0, bot="dragon", name="D", marker="star"), "the seat is taken"),
    (log.OptionsChanged(at=0, options=TableOptions(seats=2)), "too many sit"),
    (log.Started(at=0, seats=(0, 2), first=0, secret=SECRET), "nobody sits"),
    (log.Started(at=0, seats=(0, 0), first=0, secret=SECRET), "named twice"),
    (log.Started(at=0, seats=(0,), first=0, secret=SECRET), "two to eight"),
    (log.Started(at=0, seats=(0, 1), first=2, secret=SECRET), "the first player"),
    (log.Started(at=0, seats=(0, 1), first=0, secret=SECRET[:-1]), "not in hexadecimal"),
]


@pytest.mark.parametrize(("entry", "why"), BEFORE)
def test_what_cannot_happen_before_a_game_changes_nothing(entry: LogEntry, why: str) -> None:
    evening = Evening(seats=3)
    evening.ask("ann", requests.Sit, seat=0, name="Ann")
    evening.ask("ben", requests.Sit, seat=1, name="Ben")
    if isinstance(entry, log.OptionsChanged):
        evening.ask("cleo", requests.Sit, seat=2, name="Cleo")
    before = evening.told()
    with pytest.raises(TsuroError, match=why):
        evening.table.apply(entry)
    assert evening.told() == before


DURING: list[tuple[LogEntry, str]] = [
    (sat(1, "cleo", marker="star"), "a game is being played"),
    (log.StoodUp(at=0, seat=0), "a game is being played"),
    (log.SeatChanged(at=0, seat=0, to=1), "a game is being played"),
    (log.FirstChosen(at=0, seat=0), "a game is being played"),
    (log.OptionsChanged(at=0, options=TableOptions(seats=2)), "a game is being played"),
    (log.Started(at=0, seats=(0, 1), first=0, secret=SECRET), "a game is being played"),
    (log.RematchWanted(at=0, seat=0), "no game is over"),
    (log.Acted(at=0, seat=1, action="mark a6n1"), "not your turn"),
    (log.Acted(at=0, seat=0, action="play 17e"), "All markers are placed before"),
    (log.Acted(at=0, seat=0, action="castle"), "is not an action"),
    (log.Warned(at=0, seat=1, left=1), "no clock runs for that seat"),
    (log.TimeRanOut(at=0, seat=1), "no clock runs for that seat"),
    (log.StandInEnded(at=0, seat=0), "no stand-in plays there"),
    (log.StandInStarted(at=0, seat=7, reason="time"), "there is no seat 7"),
    (log.Voted(at=0, seat=7, absent=0), "there is no seat 7"),
    (log.Voted(at=0, seat=0, absent=7), "there is no seat 7"),
]


@pytest.mark.parametrize(("entry", "why"), DURING)
def test_what_cannot_happen_during_a_game_changes_nothing(entry: LogEntry, why: str) -> None:
    evening = evening_with("ann", "ben", clock=PerTurn(seconds=60))
    before = evening.told()
    with pytest.raises(TsuroError, match=why):
        evening.table.apply(entry)
    assert evening.told() == before


def test_no_clock_runs_out_twice() -> None:
    evening = evening_with("ann", "ben", clock=PerTurn(seconds=5))
    evening.work()
    with pytest.raises(ImpossibleEntry, match="no clock runs"):
        evening.table.apply(log.TimeRanOut(at=evening.now, seat=0))
    with pytest.raises(ImpossibleEntry, match="no clock runs"):
        evening_with("ann", "ben").table.apply(log.TimeRanOut(at=evening.now, seat=0))
