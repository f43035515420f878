"""Many want the same at the same time: one gets it, the others are told so, and all see the same."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from random import Random

from tests.server_process.client import Answered, Client, new_id, new_token
from tests.server_process.games import check_agreement, gathered, log_of, place_markers, record_of, started
from tests.server_process.harness import Server
from tests.server_process.web import HandOverTaken, claim, make_table

from tsuro.server.messages.answers import Accepted, HandOverLink, Moved, Refused
from tsuro.server.messages.requests import (
    AddBot,
    ChangeOptions,
    HandOver,
    Leave,
    Move,
    Request,
    Sit,
    Start,
    TakeBack,
    WantRematch,
)
from tsuro.server.options import TableOptions
from tsuro.server.tables.log import Acted, Sat, Started


async def all_at_once(asked: list[tuple[Client, Request]]) -> list[Answered]:
    return list(await asyncio.gather(*(client.ask(request) for client, request in asked)))


def codes(answers: list[Answered]) -> Counter[str]:
    """How many were accepted, and how many refused for each reason."""
    assert all(isinstance(answer, Accepted | Refused) for answer in answers)
    return Counter(answer.code if isinstance(answer, Refused) else "accepted" for answer in answers)


def test_of_many_moves_for_one_turn_exactly_one_is_made(server: Server) -> None:
    """From two tabs of the player on turn, and from the other player, turn after turn."""

    async def race() -> None:
        async with (
            started(server.url, 2) as party,
            Client(server.url, party.codes.play, token=party.host.token) as one_tab,
            Client(server.url, party.codes.play, token=party.people[1].token) as other_tab,
        ):
            await place_markers(party)
            random, clients = Random(1), [*party.people, one_tab, other_tab]
            for _ in range(8):
                for client in clients:
                    await client.until_seq(party.host.seq)
                if party.host.table.phase == "over":
                    break
                await race_for_one_turn(clients, random)
            assert party.host.known == one_tab.known
            assert party.people[1].known == other_tab.known
            acted = [entry for entry in log_of(server.database, party.codes.play) if isinstance(entry, Acted)]
            told = [told for told in party.host.told if isinstance(told, Moved)]
            assert [(entry.seat, entry.action) for entry in acted] == [(move.seat, move.action) for move in told]

    asyncio.run(race())


async def race_for_one_turn(clients: list[Client], random: Random) -> None:
    asked: list[tuple[Client, Request]] = []
    for client in clients * 3:
        (own,) = client.own
        previews = [preview for preview in own.previews if preview.refused is None]
        kind = [preview for preview in previews if all(walk.end is not None for walk in preview.walks)]
        action = random.choice(kind or previews).action
        asked.append((client, Move(id=new_id(), seq=client.seq, seat=own.seat, action=action)))
    random.shuffle(asked)
    active = clients[0].game.active
    before = clients[0].seq
    answers = await all_at_once(asked)
    counted = codes(answers)
    assert counted["accepted"] == 1
    assert counted["stale"] + counted["not-your-turn"] == len(asked) - 1
    winner = next(answer for answer in answers if isinstance(answer, Accepted))
    assert winner.seq == before + 1
    (request,) = [request for _, request in asked if request.id == winner.id]
    assert isinstance(request, Move)
    assert request.seat == active


def test_of_many_who_want_one_seat_one_gets_it(server: Server) -> None:
    async def race() -> None:
        code = make_table(server.url, new_token()).play
        async with AsyncExitStack() as stack:
            guests = [await stack.enter_async_context(Client(server.url, code)) for _ in range(8)]
            asked: list[tuple[Client, Request]] = [
                (guest, Sit(id=new_id(), seat=0, name=f"Guest {number}")) for number, guest in enumerate(guests)
            ]
            answers = await all_at_once(asked)
            assert codes(answers) == {"accepted": 1, "seat-taken": 7}
            winner = next(
                guest for guest, answer in zip(guests, answers, strict=True) if isinstance(answer, Accepted)
            )
            for guest in guests:
                await guest.until(lambda guest=guest: guest.seq == 3)  # type: ignore[misc]  # -- mypy loses the type of a bound default
                assert guest.table == winner.table
                assert guest.you.seats == ((0,) if guest is winner else ())
            assert sum(isinstance(entry, Sat) for entry in log_of(server.database, code)) == 1

    asyncio.run(race())


def test_of_many_who_want_one_name_all_get_one_of_their_own(server: Server) -> None:
    """Each asks twice, as after a lost answer, and all at the same time."""

    async def race() -> None:
        code = make_table(server.url, new_token(), TableOptions(seats=8)).play
        async with AsyncExitStack() as stack:
            guests = [await stack.enter_async_context(Client(server.url, code)) for _ in range(8)]
            asked: list[tuple[Client, Request]] = [
                (guest, Sit(id=new_id(), seat=seat, name="Ana")) for seat, guest in enumerate(guests)
            ]
            assert codes(await all_at_once(asked * 2)) == {"accepted": 16}
            for guest in guests:
                await guest.until(lambda guest=guest: guest.seq == 10)  # type: ignore[misc]  # -- mypy loses the type of a bound default
                names = [seat.name for seat in guest.table.seats]
                assert sorted(names) == ["Ana", *[f"Ana {number}" for number in range(2, 9)]]
            again = [await guest.ask(request, again=True) for guest, request in asked]
            assert codes(again) == {"accepted": 8}
            assert sum(isinstance(entry, Sat) for entry in log_of(server.database, code)) == 8

    asyncio.run(race())


def test_of_many_who_want_one_marker_one_gets_it(server: Server) -> None:
    async def race() -> None:
        code = make_table(server.url, new_token(), TableOptions(seats=4)).play
        async with AsyncExitStack() as stack:
            guests = [await stack.enter_async_context(Client(server.url, code)) for _ in range(4)]
            asked: list[tuple[Client, Request]] = [
                (guest, Sit(id=new_id(), seat=seat, name="Ana")) for seat, guest in enumerate(guests)
            ]
            assert codes(await all_at_once(asked)) == {"accepted": 4}
            asked = [
                (guest, Sit(id=new_id(), seat=seat, name=f"Ana {seat}", marker="star"))
                for seat, guest in enumerate(guests)
            ]
            assert codes(await all_at_once(asked)) == {"accepted": 1, "marker-taken": 3}

    asyncio.run(race())


def test_a_game_begins_once_whatever_happens_at_the_same_time(server: Server) -> None:
    async def race() -> None:
        async with gathered(server.url, 2, options=TableOptions(seats=3)) as party:
            host, other = party.people
            asked: list[tuple[Client, Request]] = [
                (host, Start(id=new_id())),
                (host, Start(id=new_id())),
                (other, Leave(id=new_id())),
                (host, AddBot(id=new_id(), seat=2, bot="wanderer")),
                (host, ChangeOptions(id=new_id(), options=TableOptions(seats=4))),
                (host, Start(id=new_id())),
            ]
            answers = await all_at_once(asked)
            counted = codes([answers[0], answers[1], answers[5]])
            assert counted["accepted"] == 1
            assert counted["game-running"] == 2
            entries = log_of(server.database, party.codes.play)
            assert sum(isinstance(entry, Started) for entry in entries) == 1
            await other.until(lambda: other.seq == len(entries))
            await host.until(lambda: host.seq >= len(entries))
            assert host.table.game == 1

    asyncio.run(race())


def test_all_who_want_a_rematch_at_once_get_one(server: Server) -> None:
    async def race() -> None:
        async with started(server.url, 4) as party:
            await asyncio.gather(*(client.play_on(Random(2)) for client in party.people))
            asked: list[tuple[Client, Request]] = [(client, WantRematch(id=new_id())) for client in party.people]
            assert codes(await all_at_once(asked)) == {"accepted": 4}
            for client in party.people:
                await client.until(lambda client=client: client.table.game == 2)  # type: ignore[misc]  # -- mypy loses the type of a bound default
            entries = log_of(server.database, party.codes.play)
            assert sum(isinstance(entry, Started) for entry in entries) == 2
            for client in party.people:
                check_agreement(client, record_of(server.url, party.codes.play, 1), 1)

    asyncio.run(race())


def test_a_hand_over_code_used_by_many_at_once_works_for_one(server: Server) -> None:
    async def race() -> None:
        async with gathered(server.url, 2) as party:
            link = await party.host.ask(HandOver(id=new_id()))
            assert isinstance(link, HandOverLink)
            tokens = [new_token() for _ in range(6)]
            taken = await asyncio.gather(
                *(asyncio.to_thread(claim, server.url, link.code, token) for token in tokens)
            )
            assert Counter(type(answer) for answer in taken) == {HandOverTaken: 1, int: 5}
            assert {answer for answer in taken if isinstance(answer, int)} == {404}
            winner = tokens[[isinstance(answer, HandOverTaken) for answer in taken].index(True)]
            async with Client(server.url, party.codes.play, token=winner) as device:
                assert device.you.seats == (0,)

    asyncio.run(race())


def test_a_bot_that_thinks_does_not_move_for_who_came_in_between(server: Server) -> None:
    """A stand-in thinks while its player takes the seat back, again and again: every turn is played once."""

    async def race() -> None:
        async with started(server.url, 2) as party:
            one, other = party.people
            await place_markers(party)
            for _ in range(6):
                await one.until(lambda: one.on_turn or one.table.phase == "over")
                if one.table.phase == "over":
                    break
                await one.play_on(Random(3), moves=1, careful=True)
                answers = await all_at_once([(other, Leave(id=new_id())), (other, TakeBack(id=new_id(), seat=1))])
                if codes(answers)["accepted"] == 2:
                    await other.until(
                        lambda: other.on_turn or other.game.active == 0 or other.table.phase == "over"
                    )
                    if other.on_turn:
                        await other.play_on(Random(4), moves=1, careful=True)
            entries = [entry for entry in log_of(server.database, party.codes.play) if isinstance(entry, Acted)]
            seats = [entry.seat for entry in entries]
            assert seats == [number % 2 for number in range(len(seats))]

    asyncio.run(race())
