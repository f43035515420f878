"""Whatever people ask for, and whenever: what is always true of a table."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from tests.server.tables.evening import SECOND, Evening

from tsuro.deal import seal_of
from tsuro.game.errors import Refused
from tsuro.game.state import MARKERS
from tsuro.notation import NotationError, read_action, write_action
from tsuro.server.messages import requests
from tsuro.server.options import Bank, Clock, Days, NoClock, PerTurn, TableOptions
from tsuro.server.tables.checkpoint import Checkpoint
from tsuro.server.tables.commands import claim, repeated
from tsuro.server.tables.dealing import commit
from tsuro.server.tables.due import BotToMove, OutOfTime, StandInToMove, ToDeal, ToStart, ToWarn
from tsuro.server.tables.hosts import host_absent
from tsuro.server.tables.log import LogEntry, Paused
from tsuro.server.tables.names import name_key
from tsuro.server.tables.refusals import TableRefused
from tsuro.server.tables.table import ATTRIBUTES, Table

GUESTS = ["ann", "ben", "cleo", "phone", "program"]
CLOCKS: list[Clock] = [
    NoClock(),
    PerTurn(seconds=5),
    PerTurn(seconds=60),
    Bank(seconds=30, increment=2),
    Days(days=1),
]
EDITIONS = ["modern", "classic", "modern+solo", "modern+longest-path", "modern+open-tiles", "chess"]
DECODER = msgspec.json.Decoder(LogEntry)


def random_options(random: Random) -> TableOptions:
    return TableOptions(
        edition=random.choice(EDITIONS),
        seats=random.randint(2, 5),
        clock=random.choice(CLOCKS),
        first=random.choice(["oldest", "chosen", "random"]),
    )


def random_request(random: Random, evening: Evening) -> Any:
    seat = random.randint(0, 5)
    name = random.choice(["Ann", "ann", "Ben", "Cleo", "Dora", "Dragon", "#"])
    marker = random.choice([None, None, *MARKERS, "dragon"])
    commitment = evening.table.view().next_commitment or "0" * 64
    value = random.choice(["0" * 32, "1" * 32])
    contribution = requests.Contribution(commitment=commitment, value=value)
    choices: list[tuple[type[Any], dict[str, Any]]] = [
        (requests.Sit, {"seat": seat, "name": name, "marker": marker}),
        (requests.Sit, {"seat": seat, "name": name}),
        (requests.ChangeSeat, {"seat": seat, "to": random.randint(0, 5)}),
        (requests.AddBot, {"seat": seat, "bot": random.choice(["dragon", "wanderer"])}),
        (requests.InviteProgram, {"seat": seat, "name": name}),
        (requests.RemoveSeat, {"seat": seat}),
        (requests.ChangeOptions, {"options": random_options(random)}),
        (requests.ChooseFirst, {"seat": seat}),
        (requests.Seal, {"commitment": commitment, "seal": seal_of(commitment, value)}),
        (requests.Seal, {"commitment": commitment, "seal": seal_of(commitment, value)}),
        (requests.Contribute, {"commitment": commitment, "value": value}),
        (requests.Contribute, {"commitment": commitment, "value": value}),
        (requests.Start, {}),
        (requests.Start, {"contribution": contribution}),
        (requests.WantRematch, {}),
        (requests.WantRematch, {"contribution": contribution}),
        (requests.Leave, {}),
        (requests.Vote, {"seat": seat}),
        (requests.TakeBack, {"seat": seat}),
        (requests.Undo, {"seq": evening.table.seq, "seat": seat}),
        (requests.HandOver, {}),
        (requests.Move, {"seq": evening.table.seq, "seat": seat, "action": "mark c6n1"}),
    ]
    kind, fields = random.choice(choices)
    return evening.request(kind, **fields)


def ask_for_something(random: Random, evening: Evening) -> None:
    request = random_request(random, evening)
    owners = [seat.guest for seat in evening.table.seats[getattr(request, "seat", 9) :][:1]]
    guest = random.choice([*GUESTS, *[owner for owner in owners if owner is not None] * len(GUESTS)])
    if isinstance(request, requests.InviteProgram) and guest == "program":
        return  # nobody is a new guest to themselves
    try:
        evening.do(guest, request)
    except (TableRefused, Refused, NotationError):
        return
    if not isinstance(request, requests.HandOver):
        assert repeated(evening.table, guest, request) == evening.table.seq


def go_on(random: Random, evening: Evening) -> None:
    """Whoever has to move does so, or the clock goes on."""
    if evening.table.is_dealing and random.random() < 0.3:
        evening.work()
    if evening.table.phase != "playing":
        return
    duty = evening.table.due()
    if duty is None or (isinstance(duty, ToWarn | OutOfTime) and random.random() < 0.7):
        evening.move()
    else:
        evening.work()


def time_goes_by(random: Random, evening: Evening) -> None:
    evening.pass_time(random.choice([1, SECOND, 3 * SECOND, 61 * SECOND]))


def come_or_go(random: Random, evening: Evening) -> None:
    guest = random.choice(GUESTS)
    if evening.away.pop(guest, None) is None:
        evening.away[guest] = evening.now


def something_else(random: Random, evening: Evening) -> None:
    table, now = evening.table, evening.now
    evening.append(*commit(table, now=now))
    if random.random() < 0.5:
        evening.append(*host_absent(table, now=now, away=evening.away))
    elif random.random() < 0.5:
        evening.append(Paused(at=now, milliseconds=random.choice([0, 500, 3600 * SECOND])))
    else:
        try:
            evening.append(*claim(table, random.choice(GUESTS), random.choice(["ann", "phone"]), now=now))
        except TableRefused:
            return


def gathered(random: Random) -> Evening:
    """A table with a few people, since chance alone seldom brings them together."""
    evening = Evening(
        seats=random.randint(2, 5), clock=random.choice(CLOCKS), edition=random.choice(EDITIONS[:-1])
    )
    for number, guest in enumerate(random.sample(GUESTS[:4], k=2)):
        evening.ask(guest, requests.Sit, seat=number, name=guest)
    if random.random() < 0.7:
        evening.ask("ann", requests.Start)
    return evening


def an_evening(seed: int, steps: int) -> Evening:
    random = Random(seed)
    evening = gathered(random)
    evening.choose = lambda match: random.choice(match.legal_actions)
    for _ in range(steps):
        what = random.choices(
            [go_on, ask_for_something, time_goes_by, come_or_go, something_else], weights=[8, 6, 2, 1, 1]
        )
        what[0](random, evening)
        check(evening)
    return evening


def check(evening: Evening) -> None:
    table = evening.table
    assert table.seq == len(evening.log)
    taken = [seat for seat in table.seats if seat.kind != "empty"]
    assert len({seat.marker for seat in taken}) == len({name_key(seat.name) for seat in taken}) == len(taken)
    people = {seat.guest for seat in taken if seat.kind == "person" and not seat.left}
    assert table.host is None or table.host in people or table.host == table.creator
    check_duty(evening)


def check_duty(evening: Evening) -> None:
    """Something is due exactly when a bot, a stand-in or a clock is on turn."""
    table, duty = evening.table, evening.table.due()
    clocks = table.clocks(evening.now)
    if table.match is None or table.match.is_over:
        assert isinstance(duty, ToDeal) == table.is_dealing == (duty is not None)
        assert (clocks, table.timing) == (None, None)
        return
    assert not isinstance(duty, ToDeal)
    seat = table.seats[table.match.active]
    assert not isinstance(duty, ToStart)
    assert duty is None or duty.seat == table.match.active
    assert isinstance(duty, BotToMove) == (seat.kind == "bot")
    assert isinstance(duty, StandInToMove) == (seat.kind != "bot" and (seat.stand_in or table.time_is_up))
    waits = seat.kind != "bot" and not seat.stand_in and not table.time_is_up
    timed = not isinstance(table.options.clock, NoClock)
    assert isinstance(duty, ToWarn | OutOfTime) == (waits and timed)
    assert (clocks is not None) == timed
    if clocks is not None:
        assert clocks.running == (table.match.active if waits else None)
        assert all(left is None or left >= 0 for left in clocks.left)
        assert len(clocks.left) == len(table.seats) == table.match.setup.players


@given(st.integers(0, 2**32), st.integers(0, 120))
def test_a_replayed_log_is_the_same_table(seed: int, steps: int) -> None:
    evening = an_evening(seed, steps)
    written = [msgspec.json.encode(entry) for entry in evening.log]
    read = [DECODER.decode(line) for line in written]
    assert read == evening.log
    again = Evening()
    again.table, again.now = Table.replay(read), evening.now
    assert again.told() == evening.told()
    assert again.table.seats == evening.table.seats
    assert again.table.timing == evening.table.timing
    assert (again.table.first, again.table.creator) == (evening.table.first, evening.table.creator)


def a_long_evening(seed: int) -> Evening:
    """Several games, and whatever guests do in between."""
    random = Random(seed)
    evening = an_evening(seed, 20)
    for _ in range(4):
        while evening.table.phase == "playing":
            go_on(random, evening)
        for _ in range(5):
            ask_for_something(random, evening)
        with suppress(TableRefused):
            evening.ask(evening.table.host or "ann", requests.Start)
    return evening


def known(table: Table) -> dict[str, object]:
    """All that the table knows, besides what is told of it; of a request that led to a start, its end."""
    done = {
        name: {key: seq for key, (_, seq) in getattr(table, name).items()} for name in ("_done", "_done_before")
    }
    everything = {name: getattr(table, name) for name in ATTRIBUTES}
    return {**everything, **done, **dict.fromkeys(("course", "_view", "_own"))}


@given(st.integers(0, 2**32))
def test_a_table_loaded_from_its_checkpoint_is_the_same_table(seed: int) -> None:
    evening = a_long_evening(seed)
    kept = evening.table.checkpoint
    assert (kept is None) == (evening.table.games < 2)
    if kept is None:
        return
    assert kept.games == evening.table.games - 2
    read = msgspec.json.decode(msgspec.json.encode(kept), type=Checkpoint)
    again = Evening()
    again.table, again.now = Table.replay(evening.log[kept.seq :], read), evening.now
    assert again.told() == evening.told()
    assert known(again.table) == known(evening.table)


@given(st.integers(0, 2**32), st.sampled_from(CLOCKS[1:]), st.integers(2, 8))
def test_a_game_nobody_attends_to_comes_to_its_end(seed: int, clock: Clock, players: int) -> None:
    """Time runs out for everybody, stand-ins step in: something is always due until the game is over."""
    random = Random(seed)
    evening = Evening(seats=players, clock=clock, edition=random.choice(EDITIONS[:-1]))
    evening.choose = lambda match: random.choice(match.legal_actions)
    for number in range(players):
        if random.random() < 0.3:
            evening.ask("ann", requests.AddBot, seat=number, bot="wanderer")
        else:
            evening.ask(f"guest {number}", requests.Sit, seat=number, name=f"Guest {number}")
    evening.ask("ann", requests.Start)
    while evening.table.phase == "playing":
        duty = evening.table.due()
        assert duty is not None
        assert duty.at >= evening.now
        evening.work()
        check(evening)
    assert evening.table.due() is None
    assert all(seat.timeouts <= 2 for seat in evening.table.seats)


@given(st.integers(0, 2**32), st.integers(0, 30))
def test_moves_stand_in_the_log_as_they_were_sent(seed: int, moves: int) -> None:
    evening = an_evening(seed, moves)
    if evening.table.phase == "playing":
        for action in evening.match.legal_actions:
            assert read_action(write_action(action)) == action
            assert write_action(read_action(write_action(action))) == write_action(action)


@given(st.integers(0, 2**32), st.integers(0, 60), st.integers(1, 40))
def test_a_table_can_go_back_to_what_it_was(seed: int, before: int, after: int) -> None:
    evening = an_evening(seed, before + after)
    begun = max(1, len(evening.log) * before // (before + after))
    table, again = Evening(), Evening()
    table.table, again.table = Table.replay(evening.log[:begun]), Table.replay(evening.log[:begun])
    table.now = again.now = evening.now
    go_back = table.table.savepoint()
    for entry in evening.log[begun:]:
        table.table.apply(entry)
    go_back()
    assert (table.told(), table.table.seats) == (again.told(), again.table.seats)
    asked = [(entry.by or "", entry.request or "") for entry in evening.log]
    assert [table.table.done(*each) for each in asked] == [again.table.done(*each) for each in asked]
    for entry in evening.log[begun:]:
        table.table.apply(entry)  # the deal goes on alike
    assert (table.told(), table.table.seats) == (evening.told(), evening.table.seats)
