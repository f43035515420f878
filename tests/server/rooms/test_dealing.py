"""Deals are made together, in rooms: the server commits by itself, and waits for nobody for ever."""

from __future__ import annotations

from pathlib import Path
from random import Random

from tests.server.rooms.evenings import Evening, Guest, run, until
from tests.server.rooms.sites import Site, run_site

from tsuro.deal import Deal, seal_of
from tsuro.notation import write_action
from tsuro.record import verify
from tsuro.server.messages import requests
from tsuro.server.messages.answers import Accepted, Changed, Started
from tsuro.server.messages.creation import BotSeat, NewTable, PersonSeat
from tsuro.server.rooms.room import Room
from tsuro.server.tables import log
from tsuro.server.tables.next_deal import PATIENCE

VALUES = {"ana": "a" * 32, "rui": "b" * 32}


def commitment_of(room: Room) -> str:
    return room.table.view().next_commitment or ""


async def seal(guest: Guest) -> None:
    commitment = commitment_of(guest.room)
    fields = {"commitment": commitment, "seal": seal_of(commitment, VALUES[guest.name])}
    assert isinstance(await guest.ask(requests.Seal, **fields), Accepted)


async def contribute(guest: Guest) -> None:
    fields = {"commitment": commitment_of(guest.room), "value": VALUES[guest.name]}
    assert isinstance(await guest.ask(requests.Contribute, **fields), Accepted)


async def play_out(room: Room, guests: list[Guest]) -> None:
    random = Random(1)
    while (match := room.table.match) is not None and not match.is_over:
        action = write_action(random.choice(match.legal_actions))
        moved = await guests[match.active].ask(requests.Move, seq=room.table.seq, seat=match.active, action=action)
        assert isinstance(moved, Accepted)


def test_the_server_commits_when_a_table_is_made_and_when_a_game_is_over(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, guests = await evening.table("ana", "rui")
        first = commitment_of(room)
        committed = [entry for entry in await evening.store.log(room.number) if isinstance(entry, log.Committed)]
        assert [Deal.of_secret(entry.secret).commitment for entry in committed] == [first]
        for guest in guests:
            await seal(guest)
        await guests[0].ask(requests.Start)
        for guest in guests:
            await contribute(guest)
        assert [told.what for told in guests[0].told if isinstance(told, Changed)][-2:] == ["contributed"] * 2
        assert isinstance(guests[0].told[-1], Started)
        assert commitment_of(room) == ""
        await play_out(room, guests)
        assert commitment_of(room) not in {"", first}
        *_, last = guests[0].told
        assert isinstance(last, Changed)
        assert (last.what, last.table.next_commitment) == ("committed", commitment_of(room))
        record = await room.record(1, None)
        assert record is not None
        assert record.tag("dealer-commitment") == first
        assert record.tag("contributions") == f"1 {VALUES['ana']}, 2 {VALUES['rui']}"
        verify(record)

    run(tmp_path, play)


def test_a_game_begins_without_those_who_do_not_open_their_seal(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, rui) = await evening.table("ana", "rui")
        await seal(rui)
        await ana.ask(requests.Start)
        assert room.table.phase == "gathering"
        evening.ahead += PATIENCE
        room.scheduler.look()
        await until(lambda: room.table.phase == "playing")
        assert room.table.match is not None
        assert room.table.match.record().tag("contributions") == "2 withheld"

    run(tmp_path, play)


def test_a_restart_between_commitment_and_deal_loses_nothing(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, rui) = await evening.table("ana", "rui")
        commitment = commitment_of(room)
        for guest in (ana, rui):
            await seal(guest)
        await ana.ask(requests.Start)
        await contribute(ana)
        code = room.table.play
        await evening.end()
        evening.begin()
        await evening.rooms.open()
        found = await evening.rooms.room(code)
        assert found is not None
        again = await Guest(found[0], "rui").enter()
        assert (commitment_of(found[0]), found[0].table.is_dealing) == (commitment, True)
        await contribute(again)
        assert found[0].table.match is not None
        record = found[0].table.match.record()
        assert record.tag("dealer-commitment") == commitment
        assert record.tag("contributions") == f"1 {VALUES['ana']}, 2 {VALUES['rui']}"

    run(tmp_path, play)


def test_a_table_that_is_made_and_started_at_once_is_dealt_by_the_server_alone(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        seats = (PersonSeat(name="Ana"), BotSeat(bot="wanderer"))
        room, _ = await evening.rooms.create("ana", NewTable(seats=seats, start=True, id="same"))
        assert room.table.match is not None
        assert room.table.match.record().tag("contributions") == "none"
        again, is_new = await evening.rooms.create("ana", NewTable(seats=seats, start=True, id="same"))
        assert (again, is_new) == (room, False)

    run(tmp_path, play)


def test_players_at_different_processes_make_one_deal(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        rooms, (ana, rui) = await site.table("ana", "rui")
        for seat, guest in enumerate((ana, rui)):
            await guest.ask(requests.Sit, seat=seat, name=guest.name)
            await seal(guest)
        await rooms[0].catch_up()
        await ana.ask(requests.Start)
        await rooms[1].catch_up()
        await contribute(rui)
        await rooms[0].catch_up()
        await contribute(ana)
        await rooms[1].catch_up()
        records = [room.table.match.record() for room in rooms if room.table.match is not None]
        assert records[0] == records[1]
        assert records[0].tag("contributions") == f"1 {VALUES['ana']}, 2 {VALUES['rui']}"
        log_ = await site.store.log(rooms[0].number)
        assert [type(entry) for entry in log_].count(log.Committed) == 1

    run_site(tmp_path, play)
