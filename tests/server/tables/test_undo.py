"""Taking back: in games against bots, a player goes back to their last decision and makes another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from tests.server.tables.evening import Evening, careful, evening_with, fierce
from tests.server.tables.test_practice import played, practice

from tsuro.game.actions import Action
from tsuro.game.state import EXCHANGE, State
from tsuro.match import Match
from tsuro.notation import write_action
from tsuro.record import verify
from tsuro.server.messages import requests
from tsuro.server.options import PerTurn, TableOptions
from tsuro.server.tables import log
from tsuro.server.tables.commands import repeated
from tsuro.server.tables.course import TAKEN_BACK
from tsuro.server.tables.due import BotToMove
from tsuro.server.tables.history import game_of
from tsuro.server.tables.log import Undone
from tsuro.server.tables.table import ImpossibleEntry, Table

Choose: TypeAlias = Callable[[Match], Action]


def to_own_turn(evening: Evening) -> None:
    while isinstance(evening.table.due(), BotToMove):
        evening.work()


def play_until(evening: Evening, done: Callable[[Evening], bool]) -> list[State]:
    """Play until it is so; returns what the person decided on each time."""
    decided: list[State] = []
    while not done(evening):
        to_own_turn(evening)
        if evening.table.phase == "playing" and not done(evening):
            decided.append(evening.match.state)
            evening.move()
    return decided


def undo(evening: Evening, guest: str = "ann", seat: int = 0) -> None:
    evening.ask(guest, requests.Undo, seq=evening.table.seq, seat=seat)


def is_over(evening: Evening) -> bool:
    return evening.table.phase == "over"


@pytest.mark.parametrize(
    "edition", ["modern", "classic", "modern+bonus", "modern+open-tiles", "modern+longest-path"]
)
@pytest.mark.parametrize("choose", [careful, fierce])
def test_every_decision_of_a_game_can_be_taken_back_from_its_end_to_its_beginning(
    edition: str, choose: Choose
) -> None:
    evening = evening_with("ann", "bot", "bot", edition=edition)
    evening.choose = choose
    decided = play_until(evening, is_over)
    for number, state in enumerate(reversed(decided), 1):
        assert evening.table.seats[0].may_undo
        undo(evening)
        assert evening.match.state == state
        assert evening.table.phase == "playing"
        assert evening.table.due() is None
        assert evening.table.view().taken_back == number
    assert not evening.table.seats[0].may_undo
    assert evening.refusal("ann", requests.Undo, seq=evening.table.seq, seat=0) == "nothing-to-undo"


def test_what_is_drawn_comes_again_in_the_same_order() -> None:
    evening = evening_with("ann", "bot")
    play_until(evening, is_over)
    first = evening.match.record()
    while evening.table.seats[0].may_undo:
        undo(evening)
    evening.play_out()
    again = evening.match.record()
    assert (again.deal, again.entries, again.tag("commitment")) == (
        first.deal,
        first.entries,
        first.tag("commitment"),
    )


def test_the_log_says_what_was_taken_back_and_the_table_is_its_replay() -> None:
    evening = evening_with("ann", "bot", "bot")
    play_until(evening, lambda evening: evening.match.state.tiles_placed >= 3)
    undo(evening)
    evening.move()
    undo(evening)
    again = Table.replay(evening.log)
    assert again.view() == evening.table.view()
    assert (again.action_seq, again.decision_seq, again.last) == (
        evening.table.action_seq,
        evening.table.decision_seq,
        evening.table.last,
    )
    assert again.match is not None
    assert again.match.state == evening.match.state


def test_the_record_has_only_what_was_played_in_the_end_and_says_that_it_was_practice() -> None:
    evening = evening_with("ann", "bot")
    play_until(evening, is_over)
    assert evening.match.record().tag(TAKEN_BACK) is None
    undo(evening)
    undo(evening)
    evening.play_out()
    record = evening.match.record()
    verify(record)
    assert record.tag(TAKEN_BACK) == "2"
    kept = game_of(evening.log, 1)
    assert kept is not None
    assert kept.record() == record


def test_another_game_is_no_practice_until_something_is_taken_back_in_it() -> None:
    evening = evening_with("ann", "bot")
    play_until(evening, is_over)
    undo(evening)
    evening.play_out()
    evening.ask("ann", requests.WantRematch)
    assert evening.table.view().taken_back == 0
    assert not evening.table.seats[0].may_undo


def test_after_a_game_its_empty_seats_go_again() -> None:
    evening = evening_with("ann", "bot", seats=4)
    play_until(evening, is_over)
    assert len(evening.table.seats) == 4
    evening.append(log.RematchWanted(at=evening.now, seat=0))
    undo(evening)
    assert len(evening.table.seats) == 2
    assert not evening.table.seats[0].wants_rematch
    evening.play_out()
    assert len(evening.table.seats) == 4


def test_an_exchange_is_a_decision_of_its_own() -> None:
    evening = evening_with("ann", "bot", "bot", "bot", edition="modern+bonus")
    evening.choose = fierce
    play_until(evening, lambda e: is_over(e) or (e.match.state.phase is EXCHANGE and e.match.active == 0))
    offered = evening.match.state
    assert offered.phase is EXCHANGE
    evening.move(write_action(evening.match.legal_actions[-1]))
    undo(evening)
    assert evening.match.state == offered
    undo(evening)
    assert evening.match.state.phase.value == "play"
    assert evening.match.active == 0


def test_while_bots_answer_ones_move_can_be_taken_back_even_if_one_has_not_heard_them() -> None:
    evening = evening_with("ann", "bot", "bot")
    before = evening.match.state
    evening.move()
    seen = evening.table.seq
    evening.work()
    evening.ask("ann", requests.Undo, seq=seen, seat=0)
    assert evening.match.state == before


def test_pressed_twice_it_takes_one_move_back() -> None:
    evening = evening_with("ann", "bot")
    play_until(evening, lambda evening: evening.match.state.tiles_placed >= 4)
    seen = evening.table.seq
    request = evening.request(requests.Undo, seq=seen, seat=0)
    evening.do("ann", request)
    assert repeated(evening.table, "ann", request) == evening.table.seq
    assert evening.refusal("ann", requests.Undo, seq=seen, seat=0) == "stale"
    assert evening.refusal("ann", requests.Undo, seq=evening.table.seq + 1, seat=0) == "from-the-future"


def test_a_move_made_before_is_stale_after_it() -> None:
    evening = evening_with("ann", "bot")
    evening.move()
    seen = evening.table.seq
    undo(evening)
    action = write_action(evening.match.legal_actions[0])
    assert evening.refusal("ann", requests.Move, seq=seen, seat=0, action=action) == "stale"


@pytest.mark.parametrize(
    ("guests", "clock"),
    [
        (("ann", "ben"), {}),
        (("ann", "ann", "bot"), {}),
        (("ann", "bot"), {"clock": PerTurn(seconds=60)}),
    ],
)
def test_with_other_people_on_one_screen_or_with_a_clock_nothing_is_taken_back(
    guests: tuple[str, ...], clock: dict[str, Any]
) -> None:
    evening = evening_with(*guests, **clock)
    evening.move()
    assert not any(seat.may_undo for seat in evening.table.seats)
    assert evening.refusal("ann", requests.Undo, seq=evening.table.seq, seat=0) == "not-undoable"


def test_before_a_game_or_at_a_seat_of_somebody_else_nothing_is_taken_back() -> None:
    evening = Evening()
    evening.ask("ann", requests.Sit, seat=0, name="Ann")
    assert evening.refusal("ann", requests.Undo, seq=evening.table.seq, seat=0) == "not-undoable"
    assert evening.refusal("ben", requests.Undo, seq=evening.table.seq, seat=0) == "not-your-seat"


def test_while_a_stand_in_plays_nothing_is_taken_back_and_then_its_move_is() -> None:
    evening = evening_with("ann", "bot", "bot")
    before = evening.match.state
    evening.ask("ann", requests.Leave)
    assert evening.refusal("ann", requests.Undo, seq=evening.table.seq, seat=0) == "stand-in-plays"
    evening.work()
    evening.ask("ann", requests.TakeBack, seat=0)
    undo(evening)
    assert evening.match.state == before


@pytest.mark.parametrize(
    "change",
    [
        lambda e: e.ask("ann", requests.Sit, seat=0, name="Anna"),
        lambda e: e.ask("ann", requests.AddBot, seat=1, bot="dragon"),
        lambda e: e.ask("ann", requests.RemoveSeat, seat=1),
        lambda e: e.ask("ann", requests.ChangeOptions, options=TableOptions(edition="classic", seats=2)),
    ],
)
def test_a_game_that_is_over_stays_over_once_the_table_changes(change: Callable[[Evening], object]) -> None:
    evening = evening_with("ann", "bot")
    play_until(evening, is_over)
    change(evening)
    assert evening.refusal("ann", requests.Undo, seq=evening.table.seq, seat=0) == "not-undoable"


def test_whoever_goes_on_from_a_record_takes_back_only_what_they_played_themselves() -> None:
    record = played()
    evening = Evening()
    evening.log = practice(record, move=5, seat=record.entries[5].seat)
    evening.table = Table.replay(evening.log)
    seat, before = record.entries[5].seat, evening.match.state
    assert evening.refusal("ann", requests.Undo, seq=evening.table.seq, seat=seat) == "nothing-to-undo"
    evening.move()
    undo(evening, seat=seat)
    assert evening.match.state == before
    assert evening.match.record().tag(TAKEN_BACK) == "1"


@pytest.mark.parametrize(("seat", "actions"), [(0, 0), (1, 2), (0, 9)])
def test_a_log_that_takes_back_anything_else_is_damaged(seat: int, actions: int) -> None:
    evening = evening_with("ann", "bot", "bot")
    play_until(evening, lambda evening: evening.match.state.tiles_placed >= 2)
    before = evening.told()
    with pytest.raises(ImpossibleEntry, match="cannot be taken back"):
        evening.table.apply(Undone(at=evening.now, seat=seat, actions=actions))
    assert evening.told() == before


def test_what_a_game_looks_like_is_the_same_after_a_hand_over() -> None:
    evening = evening_with("ann", "bot")
    evening.move()
    evening.append(log.SeatHandedOver(at=evening.now, guest="ann", to="phone"))
    undo(evening, "phone")
    assert evening.match.state.tiles_placed == 0
