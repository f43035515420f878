"""Coming to a table: by link, on several devices, as host, as watcher, as a program."""

from __future__ import annotations

import asyncio
from random import Random

import msgspec
import pytest
from tests.server_process.client import Client, new_id, new_token, some_action
from tests.server_process.games import (
    check_agreement,
    gathered,
    log_of,
    place_markers,
    play_to_the_end,
    record_of,
    started,
)
from tests.server_process.harness import Server
from tests.server_process.web import HandOverTaken, claim, fetch, make_table, post

from tsuro.server.messages.answers import Accepted, Changed, HandOverLink, Problem, Refused, Snapshot
from tsuro.server.messages.requests import (
    AddBot,
    ChangeOptions,
    ChangeSeat,
    ChooseFirst,
    HandOver,
    Leave,
    Move,
    RemoveSeat,
    Request,
    Sit,
    Start,
)
from tsuro.server.options import TableOptions
from tsuro.server.tables.log import SeatHandedOver, kind_of


def test_people_choose_seat_name_and_marker(server: Server) -> None:
    async def join() -> None:
        async with (
            gathered(server.url, 1, options=TableOptions(seats=4)) as party,
            Client(server.url, party.codes.play) as guest,
        ):
            host = party.host
            assert (host.you.host, guest.you.host) == (True, False)
            await guest.do(Sit(id=new_id(), seat=2, name="  Léa\u200b ", marker="star"))
            seat = guest.table.seats[2]
            assert (seat.kind, seat.name, seat.marker) == ("person", "Léa", "star")
            assert guest.you.seats == (2,)
            await guest.do(Sit(id=new_id(), seat=2, name="Lé", marker="octagon"))
            await guest.do(ChangeSeat(id=new_id(), seat=2, to=3))
            await host.until(lambda: host.table.seats[3].name == "Lé")
            assert host.table == guest.table
            assert host.table.seats[2].kind == "empty"
            assert host.table.seats[3].marker == "octagon"

    asyncio.run(join())


REFUSED_SITTING: list[tuple[Request, str]] = [
    (Sit(id="a", seat=0, name="Eva"), "seat-taken"),
    (Sit(id="a", seat=7, name="Eva"), "no-such-seat"),
    (Sit(id="a", seat=1, name="\u200b"), "no-name"),
    (Sit(id="a", seat=1, name="Eva", marker="circle"), "marker-taken"),
    (Sit(id="a", seat=1, name="Eva", marker="cube"), "no-such-marker"),
    (ChangeSeat(id="a", seat=0, to=1), "not-your-seat"),
    (RemoveSeat(id="a", seat=0), "not-host"),
    (AddBot(id="a", seat=1, bot="wanderer"), "not-host"),
    (ChangeOptions(id="a", options=TableOptions()), "not-host"),
    (Start(id="a"), "not-host"),
    (Leave(id="a"), "not-seated"),
]


def test_what_is_not_a_guests_to_decide_is_refused(server: Server) -> None:
    async def ask() -> None:
        async with gathered(server.url, 1) as party, Client(server.url, party.codes.play) as guest:
            for request, code in REFUSED_SITTING:
                refused = await guest.fail(msgspec.structs.replace(request, id=new_id()))
                assert refused.code == code
                assert refused.sentence.endswith(".")
            log = log_of(server.database, party.codes.play)
            assert [kind_of(entry) for entry in log] == ["created", "committed", "sat"]

    asyncio.run(ask())


def test_who_came_to_watch_cannot_play_and_never_learns_the_code_to_play(server: Server) -> None:
    async def watch() -> None:
        async with (
            gathered(server.url, 2, options=TableOptions(seats=3)) as party,
            Client(server.url, party.codes.watch) as watcher,
        ):
            assert watcher.you.play is None
            assert watcher.you.watch == party.codes.watch == party.host.you.watch
            assert party.host.you.play == party.codes.play
            refused = await watcher.fail(Sit(id=new_id(), seat=2, name="Eva"))
            assert refused.code == "watchers-only-watch"
            await party.host.do(Start(id=new_id()))
            await party.people[1].until_phase("playing")
            await place_markers(party)
            await asyncio.gather(*(client.play_on(Random(1), moves=2, careful=True) for client in party.people))
            for client in party.people:  # of whom one has not heard of the other's last move, perhaps
                await watcher.until_seq(client.seq)
            for seat in (0, 1):
                refused = await watcher.fail(Move(id=new_id(), seq=watcher.seq, seat=seat, action="play 1n"))
                assert refused.code == "watchers-only-watch"
            shown = fetch(server.url, f"/api/tables/{party.codes.watch}").body
            assert msgspec.json.decode(shown, type=Snapshot).you.play is None
            heard = b"".join(watcher.frames) + shown
            assert party.codes.watch.encode() in heard
            assert party.codes.play.encode() not in heard

    asyncio.run(watch())


def test_the_host_who_leaves_is_followed_clockwise(server: Server) -> None:
    async def leave() -> None:
        async with gathered(server.url, 3) as party:
            ana, rui, eva = party.people
            await ana.do(ChangeSeat(id=new_id(), seat=0, to=2))  # as host, she may change places with Eva
            await rui.until(lambda: rui.table.seats[2].name == "Ana")
            assert [seat.name for seat in rui.table.seats] == ["Eva", "Rui", "Ana"]
            await ana.do(Leave(id=new_id()))
            await eva.until(lambda: eva.you.host)
            await rui.until(lambda: rui.table.host == 0)
            assert (await ana.fail(Start(id=new_id()))).code == "not-host"
            assert (await rui.fail(Start(id=new_id()))).code == "not-host"
            await eva.do(Start(id=new_id()))
            assert len(eva.table.seats) == 2

    asyncio.run(leave())


@pytest.mark.parametrize("first", [0, 1, 2])
def test_who_is_chosen_is_first(server: Server, first: int) -> None:
    async def choose() -> None:
        async with gathered(server.url, 3, options=TableOptions(seats=3, first="chosen")) as party:
            await party.host.do(ChooseFirst(id=new_id(), seat=first))
            assert (await party.people[1].fail(ChooseFirst(id=new_id(), seat=1))).code == "not-host"
            await party.host.do(Start(id=new_id()))
            assert party.host.game.active == first

    asyncio.run(choose())


def test_the_oldest_says_so(server: Server) -> None:
    async def choose() -> None:
        async with gathered(server.url, 2, options=TableOptions(seats=2, first="oldest")) as party:
            await party.people[1].do(ChooseFirst(id=new_id(), seat=1))
            await party.host.until(lambda: party.host.table.first == 1)
            await party.host.do(Start(id=new_id()))
            assert party.host.game.active == 1

    asyncio.run(choose())


def test_two_at_one_screen_play_against_one_at_another(server: Server) -> None:
    async def play() -> None:
        async with gathered(server.url, 2, options=TableOptions(seats=4)) as party:
            await party.host.do(Sit(id=new_id(), seat=2, name="Eva"))
            await party.host.do(AddBot(id=new_id(), seat=3, bot="wanderer"))
            await party.host.do(Start(id=new_id()))
            assert [own.seat for own in party.host.own] == [0, 2]
            await play_to_the_end(party.people, Random(2))
            record = record_of(server.url, party.codes.play, 1)
            for client in party.people:
                check_agreement(client, record, 1)
            assert [own.seat for own in party.people[1].own] == [1]

    asyncio.run(play())


def test_two_tabs_of_one_player_hear_the_same_and_both_can_play(server: Server) -> None:
    async def play() -> None:
        async with (
            gathered(server.url, 2) as party,
            Client(server.url, party.codes.play, token=party.host.token) as tab,
        ):
            assert tab.you.seats == (0,)
            await party.host.do(Start(id=new_id()))
            await tab.until_phase("playing")
            await party.people[1].until_phase("playing")
            random, (one, other) = Random(3), party.people
            for _ in range(6):
                player = next(client for client in (random.choice([one, tab]), other) if client.on_turn)
                assert player.on_turn is not None
                await player.move(some_action(player.on_turn, player.game, random, careful=True))
                for client in (one, tab, other):
                    await client.until_seq(player.seq)
            assert tab.known == one.known
            assert one.told[-7:] == tab.told[-7:]

    asyncio.run(play())


def test_a_guest_is_known_again_by_the_cookie(server: Server) -> None:
    async def come_back() -> None:
        codes = make_table(server.url, new_token())
        async with Client(server.url, codes.play) as first:
            await first.do(Sit(id=new_id(), seat=0, name="Ana"))
            assert first.cookie is not None
        async with (
            Client(server.url, codes.play, cookie=first.cookie) as again,
            Client(server.url, codes.play) as stranger,
        ):
            assert again.you.seats == (0,)
            assert again.cookie == first.cookie
            assert stranger.you.seats == ()
            assert stranger.cookie not in {None, first.cookie}

    asyncio.run(come_back())


def test_a_hand_over_moves_the_seat_to_another_device_once(server: Server) -> None:
    async def hand_over() -> None:
        async with started(server.url, 2) as party:
            host, other = party.people
            link = await host.ask(HandOver(id=new_id()))
            assert isinstance(link, HandOverLink)
            phone = new_token()
            taken = claim(server.url, link.code, phone)
            assert taken == HandOverTaken(play=party.codes.play)
            assert claim(server.url, link.code, new_token()) == 404
            await host.until(lambda: host.you.seats == ())
            assert not host.you.host
            refused = await host.fail(Move(id=new_id(), seq=host.seq, seat=0, action="mark a1s1"))
            assert refused.code == "not-your-seat"
            async with Client(server.url, party.codes.play, token=phone) as device:
                assert device.you.seats == (0,)
                assert device.you.host
                await play_to_the_end([device, other], Random(4))
                record = record_of(server.url, party.codes.play, 1)
                check_agreement(other, record, 1)
                assert device.game == other.game
            log = log_of(server.database, party.codes.play)
            assert sum(isinstance(entry, SeatHandedOver) for entry in log) == 1
            text = b"".join(b"".join(client.frames) for client in party.people)
            assert text.count(link.code.encode()) == 1

    asyncio.run(hand_over())


def test_a_device_that_watches_already_gets_the_hand_with_the_seat(server: Server) -> None:
    async def hand_over() -> None:
        async with (
            started(server.url, 2) as party,
            Client(server.url, party.codes.play, token=new_token()) as device,
        ):
            hand = party.host.own[0].hand
            link = await party.host.ask(HandOver(id=new_id()))
            assert isinstance(link, HandOverLink)
            assert device.token is not None
            assert isinstance(claim(server.url, link.code, device.token), HandOverTaken)
            await device.until(lambda: device.you.seats == (0,))
            await device.until(lambda: device.own and device.own[0].hand == hand, seconds=2)
            await party.host.until(lambda: party.host.own == (), seconds=2)

    asyncio.run(hand_over())


def test_a_hand_over_of_a_seat_that_was_left_is_refused_in_a_sentence(server: Server) -> None:
    async def hand_over() -> None:
        async with gathered(server.url, 2) as party:
            guest = party.people[1]
            link = await guest.ask(HandOver(id=new_id()))
            assert isinstance(link, HandOverLink)
            await guest.do(Leave(id=new_id()))
            answer = post(server.url, f"/api/hand-overs/{link.code}", {}, token=new_token())
            assert answer.status in {404, 409}
            assert msgspec.json.decode(answer.body, type=Problem).sentence

    asyncio.run(hand_over())


def test_a_newcomer_sits_down_after_the_game(server: Server) -> None:
    """At a seat that did not take part: there is nothing of its own to be told of the last game."""

    async def sit() -> None:
        async with (
            gathered(server.url, 2, options=TableOptions(seats=3)) as party,
            Client(server.url, party.codes.play) as guest,
        ):
            await party.host.do(Start(id=new_id()))
            await play_to_the_end(party.people, Random(5))
            await guest.until_phase("over")
            assert len(guest.table.seats) == 3
            await guest.do(Sit(id=new_id(), seat=2, name="Eva"))
            assert guest.you.seats == (2,)
            await guest.resync()
            await party.host.resync()
            assert guest.position == party.host.position
            await party.host.do(Start(id=new_id()))
            await guest.until(lambda: guest.table.game == 2)
            await play_to_the_end([*party.people, guest], Random(6))
            check_agreement(guest, record_of(server.url, party.codes.play, 2), 2)

    asyncio.run(sit())


def test_who_changes_places_after_the_game_is_told_no_more_of_it(server: Server) -> None:
    async def change() -> None:
        async with started(server.url, 2) as party:
            await play_to_the_end(party.people, Random(7))
            hands = [client.own[0].hand for client in party.people]
            await party.host.do(ChangeSeat(id=new_id(), seat=0, to=1))
            for client, hand in zip(party.people, hands, strict=True):
                snapshot = await client.resync()
                assert snapshot.own == () or snapshot.own[0].hand == hand

    asyncio.run(change())


def test_everybody_is_told_who_is_there(server: Server) -> None:
    async def come_and_go() -> None:
        async with gathered(server.url, 2) as party:
            host, other = party.people
            await host.until(lambda: (host.away, host.watchers) == ((), 0), seconds=3)
            async with Client(server.url, party.codes.watch):
                await host.until(lambda: (host.away, host.watchers) == ((), 1), seconds=3)
            await host.until(lambda: host.watchers == 0, seconds=3)
            await other.leave()
            await host.until(lambda: host.away == (1,), seconds=3)

    asyncio.run(come_and_go())


def test_who_sits_down_does_not_watch_any_more(server: Server) -> None:
    async def come_and_go() -> None:
        async with gathered(server.url, 1) as party, Client(server.url, party.codes.play) as guest:
            for client in (party.host, guest):
                await client.until(lambda client=client: client.watchers == 1, seconds=3)  # type: ignore[misc]  # -- mypy loses the type of a bound default
            await guest.do(Sit(id=new_id(), seat=1, name="Rui"))
            for client in (party.host, guest):
                await client.until(lambda client=client: client.watchers == 0, seconds=3)  # type: ignore[misc]  # -- mypy loses the type of a bound default

    asyncio.run(come_and_go())


def test_a_change_is_told_with_its_kind_and_its_seat(server: Server) -> None:
    async def change() -> None:
        async with gathered(server.url, 2, options=TableOptions(seats=3)) as party:
            await party.host.do(AddBot(id=new_id(), seat=2, bot="wanderer"))
            await party.host.do(AddBot(id=new_id(), seat=2, bot="apprentice"))
            removed = await party.host.do(RemoveSeat(id=new_id(), seat=1))
            told = [(told.what, told.seat) for told in party.host.told if isinstance(told, Changed)]
            assert told[-3:] == [("bot-sat", 2), ("bot-sat", 2), ("stood-up", 1)]
            assert isinstance(removed, Accepted)
            assert (party.host.table.seats[2].name, party.host.table.seats[2].bot) == ("Aki", "apprentice")
            await party.people[1].until(lambda: party.people[1].you.seats == ())

    asyncio.run(change())


def test_a_wrong_edition_is_refused_in_a_sentence(server: Server) -> None:
    async def change() -> None:
        wrong = TableOptions(edition="modern+chess")
        answer = post(server.url, "/api/tables", wrong, token=new_token())
        assert 400 <= answer.status < 500
        assert "chess" in msgspec.json.decode(answer.body, type=Problem).sentence
        async with gathered(server.url, 1) as party:
            refused = await party.host.fail(ChangeOptions(id=new_id(), options=wrong))
            assert isinstance(refused, Refused)
            assert "chess" in refused.sentence

    asyncio.run(change())
