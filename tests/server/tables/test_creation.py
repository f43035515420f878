"""Making a table with everybody who sits there from the start."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tsuro.game.state import MARKERS
from tsuro.server.messages.creation import BotSeat, EmptySeat, NewTable, PersonSeat
from tsuro.server.options import PerTurn, TableOptions
from tsuro.server.tables.creation import NotMade, decide_creation, is_repeated
from tsuro.server.tables.log import BotSat, Created, FirstChosen, LogEntry, Sat, Started
from tsuro.server.tables.refusals import reason
from tsuro.server.tables.request import Entries
from tsuro.server.tables.seats import EMPTY
from tsuro.server.tables.table import Table

ANN, BOT = PersonSeat(name="Ann"), BotSeat(bot="wanderer")


def make(*, now: int = 7, guest: str = "ann", **wanted: Any) -> Entries:
    return decide_creation(guest, NewTable(**wanted), play="p", watch="w", now=now)


def not_made(**wanted: Any) -> tuple[str, str]:
    """Why a table is not made, and what is at fault."""
    with pytest.raises(NotMade) as refused:
        make(**wanted)
    return reason(refused.value.why).code, refused.value.field


def attempt(**wanted: Any) -> Entries | NotMade:
    try:
        return make(**wanted)
    except NotMade as refused:
        return refused


# What is made


def test_without_seats_a_table_has_its_maker_as_host_and_nobody_sits() -> None:
    entries = make(seats=3, clock=PerTurn(seconds=30), first="oldest")
    options = TableOptions(seats=3, clock=PerTurn(seconds=30), first="oldest")
    assert entries == (Created(at=7, by="ann", play="p", watch="w", options=options),)
    table = Table.replay(entries)
    assert (table.host, table.phase, table.seq, table.seats) == ("ann", "gathering", 1, [EMPTY] * 3)
    assert table.seats_of("ann") == ()


def test_everybody_sits_where_they_are_wanted_and_the_game_begins() -> None:
    entries = make(
        seats=(ANN, BOT, EmptySeat(), BotSeat(bot="dragon", name="Zed", marker="star")), start=True, id="x"
    )
    assert [type(entry) for entry in entries] == [Created, Sat, BotSat, BotSat, Started]
    assert {(entry.at, entry.by, entry.request) for entry in entries} == {(7, "ann", "x")}
    table = Table.replay(entries)
    assert (table.phase, table.options.seats) == ("playing", 4)
    assert [(seat.name, seat.bot, seat.marker) for seat in table.seats] == [
        ("Ann", None, "circle"),
        ("Aki", "wanderer", "square"),
        ("Zed", "dragon", "star"),
    ]
    assert table.seats_of("ann") == (0,)
    assert table.done("ann", "x") == (entries[0], 5)


def test_several_people_may_share_the_device_of_the_maker() -> None:
    table = Table.replay(make(seats=(ANN, PersonSeat(name="Ben"), EmptySeat())))
    assert (table.seats_of("ann"), table.phase) == ((0, 1), "gathering")


def test_markers_and_names_that_were_chosen_are_given_to_nobody_else() -> None:
    table = Table.replay(make(seats=(BOT, BOT, PersonSeat(name="Aki", marker="circle"), ANN)))
    assert [seat.name for seat in table.seats] == ["Hana", "Ken", "Aki", "Ann"]
    assert [seat.marker for seat in table.seats] == ["square", "triangle", "circle", "diamond"]


def test_a_seat_can_be_first() -> None:
    entries = make(seats=(ANN, BOT, BOT), first=2, start=True)
    assert FirstChosen(at=7, by="ann", seat=2) in entries
    table = Table.replay(entries)
    assert (table.options.first, table.match and table.match.active) == ("chosen", 2)


def test_with_a_clock_the_server_knows_when_to_act() -> None:
    on_turn: dict[str, Any] = {"seats": (ANN, PersonSeat(name="Ben")), "first": 0, "start": True}
    assert Table.replay(make(clock=PerTurn(seconds=30), **on_turn)).wakes_at == 20_007
    assert Table.replay(make(**on_turn)).wakes_at is None


def test_names_that_are_asked_for_twice_get_a_number_and_people_choose_first() -> None:
    seats = (
        BotSeat(bot="dragon", name="Ann"),
        ANN,
        PersonSeat(name=" ann "),
        BotSeat(bot="dragon", name="Aki"),
        BOT,
    )
    table = Table.replay(make(seats=seats))
    assert [seat.name for seat in table.seats] == ["Ann 3", "Ann", "ann 2", "Aki", "Hana"]
    assert is_repeated(make(seats=seats, now=9), make(seats=seats))


# What is refused


def test_a_refusal_names_the_field_at_fault() -> None:
    star = PersonSeat(name="Ben", marker="star")
    assert not_made(edition="future") == ("not-understood", "edition")
    assert not_made(seats=(EmptySeat(), PersonSeat(name="\u200b"))) == ("no-name", "seats[1].name")
    assert not_made(seats=(star, BotSeat(bot="dragon", marker="star"))) == ("marker-taken", "seats[1].marker")
    assert not_made(seats=(ANN, PersonSeat(name="Ben", marker="ship"))) == ("no-such-marker", "seats[1].marker")
    assert not_made(seats=(ANN, EmptySeat()), first=1) == ("seat-empty", "first")
    assert not_made(seats=(ANN, BOT), first=2) == ("no-such-seat", "first")
    assert not_made(seats=(ANN, EmptySeat()), start=True) == ("too-few-sit", "start")
    assert not_made(seats=4, start=True) == ("too-few-sit", "start")


# The same request again


def test_the_same_request_is_known_again_whatever_chance_decided() -> None:
    wanted: dict[str, Any] = {"seats": (ANN, BOT, BOT), "start": True, "id": "x"}
    made = make(**wanted)
    later: LogEntry = BotSat(at=99, by="ann", request="y", seat=1, bot="dragon", name="Aki", marker="square")
    assert is_repeated(make(**wanted, now=8), [*made, later])
    for other in ({"start": False}, {"seats": (ANN, BOT)}, {"edition": "classic"}, {"first": 1}):
        assert not is_repeated(make(**{**wanted, **other}), made)


# Whatever is asked for


_NAMES = st.sampled_from(["Ann", "ann", "Aki", "Ben", "\u200b", "\u212bke", "x" * 60])
_MARKERS = st.none() | st.sampled_from([*MARKERS, "ship"])
_SEATS = st.one_of(
    st.builds(PersonSeat, name=_NAMES, marker=_MARKERS),
    st.builds(BotSeat, bot=st.sampled_from(["wanderer", "dragon"]), name=st.none() | _NAMES, marker=_MARKERS),
    st.just(EmptySeat()),
)


@given(
    seats=st.lists(_SEATS, min_size=2, max_size=8).map(tuple) | st.integers(2, 8),
    first=st.sampled_from(["oldest", "chosen", "random"]) | st.integers(0, 7),
    edition=st.sampled_from(["modern", "classic", "modern+solo", "modern+most-crossings", "future"]),
    start=st.booleans(),
)
def test_a_table_is_made_as_it_is_wanted_or_not_at_all(**wanted: Any) -> None:
    made = attempt(**wanted, id="x")
    if isinstance(made, NotMade):
        assert reason(made.why).sentence
        assert made.field.partition("[")[0] in wanted
        return
    table = Table.replay(made)
    assert (table.phase == "playing") == wanted["start"]
    taken = [seat for seat in table.seats if seat.kind != "empty"]
    if not isinstance(wanted["seats"], int):
        assert [seat.kind for seat in taken] == [
            "bot" if isinstance(seat, BotSeat) else "person"
            for seat in wanted["seats"]
            if not isinstance(seat, EmptySeat)
        ]
    assert len({seat.marker for seat in taken}) == len({seat.name for seat in taken}) == len(taken)
    assert is_repeated(make(**wanted, id="x", now=9), made)
