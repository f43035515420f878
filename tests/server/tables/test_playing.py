"""In a game: starting, moving, leaving, coming back."""

from __future__ import annotations

import pytest
from tests.server.tables.evening import Evening, evening_with

from tsuro.deal import Deal
from tsuro.game.errors import Refused
from tsuro.game.events import MarkerPlaced, TilesDealt, TurnPassed
from tsuro.game.state import Phase
from tsuro.server.messages import requests
from tsuro.server.tables.commands import decide
from tsuro.server.tables.log import (
    Acted,
    StandInEnded,
    StandInStarted,
    Started,
    StoodUp,
)
from tsuro.server.tables.refusals import StandInPlays


def kinds(entries: tuple[object, ...]) -> list[type]:
    return [type(entry) for entry in entries]


# Starting


def test_the_host_starts_the_game_with_everybody_who_sits() -> None:
    evening = Evening(seats=4)
    evening.ask("ben", requests.Sit, seat=1, name="Ben", marker="star")
    evening.ask("ann", requests.AddBot, seat=3, bot="wanderer")
    evening.ask("ann", requests.ChooseFirst, seat=3)
    (started,) = evening.ask("ann", requests.Start)
    assert isinstance(started, Started)
    assert (started.seats, started.first) == ((1, 3), 1)
    assert evening.table.phase == "playing"
    assert [seat.name for seat in evening.table.seats] == ["Ben", "Aki"]
    assert (evening.table.first, evening.table.games) == (1, 1)
    assert evening.match.names == ("Ben", "Aki")
    assert evening.match.setup.markers == ("star", "circle")
    assert evening.match.active == 1
    assert evening.match.commitment == Deal.of_secret(started.secret).commitment


def test_every_game_has_a_secret_of_its_own_that_nobody_can_foresee() -> None:
    evening = Evening()
    for number in range(2):
        evening.ask("ann", requests.AddBot, seat=number, bot="wanderer")
    start = requests.Start(id="x")
    starts = [decide(evening.table, "ann", start, now=0, away={})[0] for _ in range(10)]
    secrets = {start.secret for start in starts if isinstance(start, Started)}
    assert len(secrets) == 10
    assert {len(bytes.fromhex(secret)) for secret in secrets} == {32}


def test_a_start_tells_the_deal() -> None:
    evening = evening_with("ann", "ben")
    again = Evening(seats=2)
    for entry in evening.log[1:-1]:
        again.append(entry)
    happened = again.table.apply(evening.log[-1])
    hands = again.match.state.hands
    assert happened.entry is evening.log[-1]
    assert happened.events == (TilesDealt(0, hands[0]), TilesDealt(1, hands[1]))


@pytest.mark.rule("V4")
def test_one_open_hand_is_dealt_to_nobody_in_particular() -> None:
    evening = evening_with("ann", "ann", edition="modern+solo")
    again = Evening(edition="modern+solo")
    for entry in evening.log[1:-1]:
        again.append(entry)
    assert again.table.apply(evening.log[-1]).events == (TilesDealt(None, again.match.state.hands[0]),)


def test_a_start_is_refused_with_a_reason() -> None:
    evening = Evening()
    evening.ask("ben", requests.Sit, seat=0, name="Ben")
    assert evening.refusal("ben", requests.Start) == "not-host"
    assert evening.refusal("ann", requests.Start) == "too-few-sit"


@pytest.mark.rule("S3")
def test_without_a_word_the_host_is_first_or_else_the_first_who_sits() -> None:
    evening = Evening(seats=3, first="oldest")
    evening.ask("ben", requests.Sit, seat=1, name="Ben")
    evening.ask("cleo", requests.Sit, seat=2, name="Cleo")
    (started,) = evening.ask("ann", requests.Start)
    assert isinstance(started, Started)
    assert started.first == 0
    evening.play_out()
    evening.ask("ann", requests.Sit, seat=2, name="Ann")
    (started,) = evening.ask("ann", requests.Start)
    assert isinstance(started, Started)
    assert (started.seats, started.first) == ((0, 1, 2), 2)


@pytest.mark.rule("S3")
def test_chance_decides_who_is_first() -> None:
    evening = evening_with("ann", "ben", "cleo", first="random")
    started = evening.log[-1]
    assert isinstance(started, Started)
    assert evening.match.active == started.first == Deal.of_secret(started.secret).first_of(3)
    assert evening.match.record().tag("first-by") == "chance"
    assert evening.table.first is None


# Moving


def test_a_move_is_made_by_the_seat_on_turn() -> None:
    evening = evening_with("ann", "ben")
    (acted,) = evening.move("mark a6n1")
    assert acted == Acted(at=evening.now, by="ann", request="r5", seat=0, action="mark a6n1", played="person")
    assert evening.match.active == 1
    assert evening.table.action_seq == evening.table.seq == 6


def test_a_move_tells_what_happened() -> None:
    evening = evening_with("ann", "ben")
    happened = evening.table.apply(Acted(at=evening.now, seat=0, action="mark a6n1"))
    assert happened.events == (MarkerPlaced(0, 0), TurnPassed(1))


def test_moves_are_refused_with_a_reason() -> None:
    evening = evening_with("ann", "ben")
    now = evening.table.seq
    assert evening.refusal("ben", requests.Move, seq=now, seat=0, action="mark a6n1") == "not-your-seat"
    assert evening.refusal("cleo", requests.Move, seq=now, seat=0, action="mark a6n1") == "not-your-seat"
    assert evening.refusal("ben", requests.Move, seq=now, seat=2, action="mark a6n1") == "no-such-seat"
    assert evening.refusal("ben", requests.Move, seq=now, seat=1, action="mark a6n1") == "not-your-turn"
    assert evening.refusal("ann", requests.Move, seq=now, seat=0, action="mark a6s1") == "not-a-start-mark"
    assert evening.refusal("ann", requests.Move, seq=now, seat=0, action="e2e4") == "not-understood"
    assert evening.refusal("ann", requests.Move, seq=now - 1, seat=0, action="mark a6n1") == "stale"
    assert evening.refusal("ann", requests.Move, seq=now + 1, seat=0, action="mark a6n1") == "from-the-future"


def test_a_move_is_stale_only_when_the_game_has_moved_on() -> None:
    evening = evening_with("ann", "ben", "cleo")
    seen = evening.table.seq
    evening.ask("cleo", requests.Leave)
    evening.ask("ann", requests.Move, seq=seen, seat=0, action="mark a6n1")
    assert evening.match.active == 1
    assert evening.refusal("ben", requests.Move, seq=seen, seat=1, action="mark a6n2") == "stale"


def test_nobody_moves_before_or_after_the_game() -> None:
    evening = Evening()
    evening.ask("ann", requests.Sit, seat=0, name="Ann")
    assert evening.refusal("ann", requests.Move, seq=1, seat=0, action="mark a6n1") == "not-playing"
    evening = evening_with("ann", "ben")
    evening.play_out()
    request = evening.request(requests.Move, seq=evening.table.seq, seat=0, action="play 1n")
    with pytest.raises(Refused, match="The game is over") as caught:
        evening.do("ann", request)
    assert caught.value.rule == "W1"


# Leaving and coming back


def test_whoever_leaves_before_the_game_frees_all_seats() -> None:
    evening = Evening(seats=3)
    evening.ask("ben", requests.Sit, seat=0, name="Ben")
    evening.ask("ben", requests.Sit, seat=2, name="Bea")
    assert evening.ask("ben", requests.Leave) == (
        StoodUp(at=evening.now, by="ben", request="r3", seat=0),
        StoodUp(at=evening.now, by="ben", request="r3", seat=2),
    )
    assert evening.refusal("ben", requests.Leave) == "not-seated"


def test_a_stand_in_plays_for_whoever_leaves_the_game() -> None:
    evening = evening_with("ann", "ben", "ben")
    assert evening.ask("ben", requests.Leave) == (
        StandInStarted(at=evening.now, by="ben", request="r6", seat=1, reason="left"),
        StandInStarted(at=evening.now, by="ben", request="r6", seat=2, reason="left"),
    )
    evening.move("mark a6n1")
    assert evening.refusal("ben", requests.Leave) == "not-seated"
    request = evening.request(requests.Move, seq=evening.table.seq, seat=1, action="mark b6n1")
    with pytest.raises(StandInPlays, match="take the seat back first"):
        evening.do("ben", request)
    evening.work()
    evening.work()
    assert evening.match.state.phase is Phase.PLAY_TILE
    assert [seat.timeouts for seat in evening.table.seats] == [0, 0, 0]


def test_a_player_who_left_takes_the_seat_back() -> None:
    evening = evening_with("ann", "ben")
    evening.ask("ben", requests.Leave)
    assert evening.refusal("ann", requests.TakeBack, seat=1) == "not-your-seat"
    assert evening.refusal("ann", requests.TakeBack, seat=0) == "no-stand-in"
    assert evening.ask("ben", requests.TakeBack, seat=1) == (
        StandInEnded(at=evening.now, by="ben", request="r8", seat=1),
    )
    assert not evening.table.seats[1].stand_in
    assert not evening.table.seats[1].left
    evening.play_out()
    assert evening.refusal("ben", requests.TakeBack, seat=1) == "not-playing"


def test_a_program_takes_its_seat_back_without_becoming_host() -> None:
    evening = Evening()
    evening.ask("ann", requests.Sit, seat=0, name="Ann")
    evening.ask("ann", requests.InviteProgram, seat=1, name="Deep Path")
    evening.ask("ann", requests.Start)
    evening.ask("program", requests.Leave)
    evening.ask("ann", requests.Leave)
    assert kinds(evening.ask("program", requests.TakeBack, seat=1)) == [StandInEnded]
    assert evening.table.host is None
