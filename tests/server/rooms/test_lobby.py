"""The lobby: who waits, what runs, what those who look at it are told, and how strangers meet."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.rooms.evenings import Evening, Guest, run, until

from tsuro.server.http.limits import Turnstile
from tsuro.server.messages import requests
from tsuro.server.messages.answers import Accepted, Goodbye, Started
from tsuro.server.messages.creation import EmptySeat, NewTable, PersonSeat
from tsuro.server.messages.lobby import LobbyChanged, LobbySnapshot, OpenTable
from tsuro.server.options import TableOptions
from tsuro.server.rooms import lobby, open_tables
from tsuro.server.rooms.attendance import Listener
from tsuro.server.rooms.room import Room
from tsuro.server.settings import Limits
from tsuro.server.tables.creation import NotMade
from tsuro.server.tables.refusals import NoLobby, NoName
from tsuro.server.tokens import new_token

DECODER = msgspec.json.Decoder(LobbySnapshot | LobbyChanged)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits until changes have gathered."""
    monkeypatch.setattr(lobby, "DELAY", 0)


class Looker:
    """Somebody in the lobby, without a network."""

    def __init__(self, evening: Evening, name: str) -> None:
        self.told: list[Any] = []
        self.goodbye: Goodbye | None = None
        self._lobby = evening.rooms.lobby
        self.listener = Listener(guest=name, plays=False, deliver=self._hear, end=self._end)
        self._lobby.enter(self.listener)

    def _hear(self, data: bytes) -> None:
        self.told.append(DECODER.decode(data))

    def _end(self, goodbye: Goodbye) -> None:
        self.goodbye = goodbye

    def leave(self) -> None:
        self._lobby.leave(self.listener)


def shown(evening: Evening) -> LobbySnapshot:
    found = DECODER.decode(evening.rooms.lobby.snapshot())
    assert isinstance(found, LobbySnapshot)
    return found


async def opened(evening: Evening, *people: str, seats: int = 3, address: str = "") -> tuple[Room, list[Guest]]:
    """An open table at which these people sit, and are connected."""
    room, _ = await evening.rooms.create(people[0], NewTable(seats=seats, open=True))
    guests = [Guest(room, name) for name in people]
    for guest in guests:
        guest.listener.address = address
        await guest.enter()
        await guest.ask(requests.Sit, name=guest.name)
    return room, guests


def later(evening: Evening) -> None:
    """Nobody is on the way to a table any more."""
    evening.ahead += open_tables.ARRIVING


def test_an_open_table_where_somebody_waits_is_shown(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        await evening.table("Eve")  # a private one
        room, _ = await opened(evening, "Ann")
        (table,) = shown(evening).tables
        assert table == OpenTable(
            id=room.table.watch,
            play=room.table.play,
            edition="modern",
            clock=room.table.options.clock,
            seats=3,
            free=2,
            people=("Ann",),
            bots=0,
            starts_in=None,
        )

    run(tmp_path, play)


def test_a_table_that_everybody_left_or_that_is_full_or_private_is_not_shown(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        _, (ann,) = await opened(evening, "Ann")
        await opened(evening, "Ben", "Cleo", seats=2)
        room, (dan,) = await opened(evening, "Dan")
        await dan.ask(requests.ChangeOptions, options=TableOptions(seats=3))
        assert [table.people for table in shown(evening).tables] == [("Ann",)]
        ann.leave()
        later(evening)
        await until(lambda: not shown(evening).tables)
        await dan.ask(requests.ChangeOptions, options=TableOptions(seats=3, open=True))
        assert [table.id for table in shown(evening).tables] == [room.table.watch]

    run(tmp_path, play)


def test_a_table_is_shown_while_its_maker_is_on_the_way_to_it(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        await evening.rooms.meetings.play_now("ann", "Ann")
        assert [table.people for table in shown(evening).tables] == [("Ann",)]
        later(evening)
        evening.rooms.lobby.tidy()
        assert shown(evening).tables == ()

    run(tmp_path, play)


def test_one_address_makes_a_game_no_livelier_by_watching_it_often(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        bought, (ann,) = await opened(evening, "Ann", seats=2)
        liked, (ben,) = await opened(evening, "Ben", seats=2)
        for guest in (ann, ben):
            await guest.ask(requests.Start, fill=True)
        for room, watchers, addresses in ((bought, 5, 1), (liked, 2, 2)):
            for number in range(watchers):
                watcher = Guest(room, f"{room.number} {number}", plays=False)
                watcher.listener.address = f"192.0.2.{number % addresses}"
                await watcher.enter()
        await until(lambda: [game.watchers for game in shown(evening).games] == [2, 5])
        assert shown(evening).games[0].id == liked.table.watch

    run(tmp_path, play)


def test_running_games_are_shown_by_the_code_to_watch_the_liveliest_first(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        quiet, (ann,) = await opened(evening, "Ann", seats=2)
        lively, (ben,) = await opened(evening, "Ben", seats=2)
        for guest in (ann, ben):
            assert isinstance(await guest.ask(requests.Start, fill=True), Accepted)
        watcher = await Guest(lively, "Eve", plays=False).enter()
        await until(lambda: [game.watchers for game in shown(evening).games] == [1, 0])
        games = shown(evening).games
        assert [game.id for game in games] == [lively.table.watch, quiet.table.watch]
        assert [(game.people, game.bots, game.left) for game in games] == [(("Ben",), 1, 2), (("Ann",), 1, 2)]
        page = evening.rooms.lobby.snapshot().decode()
        assert lively.table.play not in page
        assert quiet.table.play not in page
        watcher.leave()
        ben.leave()
        await until(lambda: [game.id for game in shown(evening).games] == [quiet.table.watch])

    run(tmp_path, play)


def test_whoever_looks_is_told_what_changed_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "DELAY", 0.01)

    async def play(evening: Evening) -> None:
        await opened(evening, "Ann")
        evening.rooms.lobby.send()
        looker = Looker(evening, "Eve")
        assert (looker.told[0].here, len(looker.told[0].tables)) == (1, 1)
        room, (ben,) = await opened(evening, "Ben")
        await until(lambda: len(looker.told) > 1 and looker.told[-1].tables)
        assert [table.id for table in looker.told[-1].tables] == [room.table.watch]
        await ben.ask(requests.Start, fill=True)
        await until(lambda: looker.told[-1].games)
        assert (looker.told[-1].tables, looker.told[-1].gone) == ((), ())  # it has become a game
        ben.leave()
        await until(lambda: looker.told[-1].gone == (room.table.watch,))
        count = len(looker.told)
        evening.rooms.lobby.tidy()
        await asyncio.sleep(0.05)
        assert len(looker.told) == count  # nothing new

    run(tmp_path, play)


def test_people_in_the_lobby_are_counted_once_and_told_of_each_other(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        first, again = Looker(evening, "Eve"), Looker(evening, "Eve")
        other = Looker(evening, "Fay")
        assert (again.told[0].here, other.told[0].here) == (1, 2)
        evening.rooms.lobby.send()
        assert first.told[-1].here == 2
        other.leave()
        other.leave()  # as a socket that fails twice
        evening.rooms.lobby.send()
        assert first.told[-1].here == 1

    run(tmp_path, play)


def test_asking_often_costs_no_more_than_asking_twice_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(evening: Evening) -> None:
        assert shown(evening).tables == ()
        monkeypatch.setattr(lobby, "DELAY", 60)
        await opened(evening, "Ann")
        assert shown(evening).tables == ()  # as it was
        evening.ahead += 60_000
        assert len(shown(evening).tables) == 1

    run(tmp_path, play)


def test_there_is_a_goodbye_when_the_server_ends(tmp_path: Path) -> None:
    lookers: list[Looker] = []

    async def play(evening: Evening) -> None:
        lookers.append(Looker(evening, "Eve"))

    run(tmp_path, play)
    assert lookers[0].goodbye is not None
    assert lookers[0].goodbye.reason == "restarting"


def test_a_page_is_bounded_and_says_how_much_more_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "SHOWN", 2)

    async def play(evening: Evening) -> None:
        for name in ("Ann", "Ben", "Cleo"):
            _, (guest,) = await opened(evening, name)
            await guest.ask(requests.Start, fill=True)
        for name in ("Dan", "Eve", "Fay"):
            await opened(evening, name)
        page = shown(evening)
        assert (len(page.tables), page.more_tables, len(page.games), page.more_games) == (2, 1, 2, 1)

    run(tmp_path, play)


def test_nobody_floods_the_lobby_from_one_address(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        for name in ("Ann", "Ben", "Cleo"):
            await opened(evening, name, address="10.0.0.1")
        await opened(evening, "Dan", address="10.0.0.2")
        later(evening)
        names = {table.people for table in shown(evening).tables}
        assert names == {("Ann",), ("Ben",), ("Dan",)}

    run(tmp_path, play, limits=Limits(waiting_tables_per_address=2))


def test_nobody_floods_the_lobby_without_ever_coming_to_the_tables(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        for name in ("Ann", "Ben", "Cleo"):
            room, _ = await evening.rooms.create(name, NewTable(open=True))
            await room.answer(name, requests.Sit(id="1", name=name), plays=True)
        await opened(evening, "Dan", address="10.0.0.2")
        assert {table.people for table in shown(evening).tables} == {("Ann",), ("Ben",), ("Dan",)}

    run(tmp_path, play, limits=Limits(waiting_tables_per_address=2))


async def sits(room: Room, guest: str, address: str = "10.0.0.1") -> str:
    """What somebody from an address is told who wants to sit down."""
    request = requests.Sit(id=new_token(), name=guest.title())
    answer = msgspec.json.decode(await room.answer(guest, request, plays=True, address=address))
    return str(answer.get("code", answer["type"]))


def test_only_so_many_seats_at_tables_of_others_are_taken_from_one_address(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        turnstile = Turnstile(Limits(seats_at_once=2))
        evening.rooms.limit(may_sit=turnstile.may_sit, may_play_on=turnstile.may_play_on)
        rooms = [(await opened(evening, name, address="10.0.0.2"))[0] for name in ("Ann", "Ben", "Cleo")]
        assert [await sits(room, f"idler {n}") for n, room in enumerate(rooms)] == [
            "accepted",
            "accepted",
            "too-many-seats",
        ]
        assert await sits(rooms[0], "idler 0") == "accepted"  # where they sit already
        assert await sits(rooms[2], "dan", "10.0.0.3") == "accepted"  # others
        own, _ = await evening.rooms.create("idler 2", NewTable(open=True))
        assert await sits(own, "idler 2") == "accepted"
        private, _ = await evening.table("Eve")
        assert await sits(private, "idler 2") == "accepted"

    run(tmp_path, play)


def test_whoever_was_removed_comes_back_as_others_a_few_times_only_until_the_host_starts(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        turnstile = Turnstile(Limits(seats_at_once=3))
        evening.rooms.limit(may_sit=turnstile.may_sit, may_play_on=turnstile.may_play_on)
        room, (ann,) = await opened(evening, "Ann", address="10.0.0.2")
        for n in range(3):
            assert await sits(room, f"pest {n}") == "accepted"
            await ann.ask(requests.RemoveSeat, seat=1)
        assert await sits(room, "pest 0") == "removed-by-host"
        assert await sits(room, "pest 3") == "too-many-seats"
        assert isinstance(await ann.ask(requests.Start, fill=True), Accepted)
        assert await sits(room, "pest 4", "10.0.0.3") == "game-running"

    run(tmp_path, play)


def test_two_strangers_who_come_at_once_meet(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        (one, made), (other, found) = await asyncio.gather(
            evening.rooms.meetings.play_now("ann", "Ann"), evening.rooms.meetings.play_now("ben", "Ben")
        )
        assert (one is other, made, found) == (True, True, False)
        assert [seat.name for seat in one.table.seats] == ["Ann", "Ben", "", ""]

    run(tmp_path, play)


def test_whoever_asks_again_gets_the_table_where_they_sit(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        first, _ = await evening.rooms.meetings.play_now("ann", "Ann")
        later(evening)
        assert await evening.rooms.meetings.play_now("ann", "Ann") == (first, False)

    run(tmp_path, play)


def test_nobody_is_sent_to_a_table_that_all_left_or_that_starts_any_moment_or_that_sent_them_away(
    tmp_path: Path,
) -> None:
    async def play(evening: Evening) -> None:
        left, _ = await evening.rooms.meetings.play_now("ann", "Ann")
        later(evening)
        second, is_new = await evening.rooms.meetings.play_now("ben", "Ben")
        assert (second is left, is_new) == (False, True)
        ben = await Guest(second, "ben").enter()
        await evening.rooms.meetings.play_now("cleo", "Cleo")
        await ben.ask(requests.RemoveSeat, seat=1)
        third, is_new = await evening.rooms.meetings.play_now("cleo", "Cleo")
        assert (third is second, is_new) == (False, True)
        evening.ahead += 19_500
        fourth, is_new = await evening.rooms.meetings.play_now("dan", "Dan")
        assert (fourth in {second, third}, is_new) == (False, True)

    run(tmp_path, play)


def test_after_the_wait_the_game_starts_with_bots(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, _ = await evening.rooms.meetings.play_now("ann", "Ann")
        ann = await Guest(room, "ann").enter()
        assert ann.told[0].starts_in <= 50
        await until(lambda: any(isinstance(message, Started) for message in ann.told))
        assert [seat.kind for seat in room.table.seats] == ["person", "bot", "bot", "bot"]

    run(tmp_path, play, lobby_wait=0.05)


def test_without_anybody_it_waits_until_somebody_returns(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, _ = await evening.rooms.meetings.play_now("ann", "Ann")
        watcher = await Guest(room, "eve", plays=False).enter()
        await asyncio.sleep(0.1)
        assert (room.table.phase, room.scheduler.is_busy) == ("gathering", False)
        await Guest(room, "ann").enter()
        await until(lambda: room.table.phase == "playing")
        watcher.leave()

    run(tmp_path, play, lobby_wait=0.05)


def test_a_table_that_waits_survives_a_restart(tmp_path: Path) -> None:
    codes: list[str] = []

    async def before(evening: Evening) -> None:
        room, _ = await evening.rooms.meetings.play_now("ann", "Ann")
        codes.append(room.table.play)
        (stored,) = await evening.store.listed()
        assert '"Ann"' in stored.listed

    async def after(evening: Evening) -> None:
        found = await evening.rooms.room(codes[0])
        assert found is not None
        room, _ = found
        ann = await Guest(room, "ann").enter()
        assert 0 < ann.told[0].starts_in <= 20_000
        await until(lambda: shown(evening).tables)
        evening.ahead += 20_000
        room.scheduler.look()
        await until(lambda: room.table.phase == "playing")

    run(tmp_path, before)
    run(tmp_path, after)


def test_a_name_that_cannot_be_shown_is_refused(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        await evening.rooms.meetings.play_now("ann", "Ann")
        with pytest.raises(NoName):
            await evening.rooms.meetings.play_now("ben", "\u200b")

    run(tmp_path, play)


def test_a_server_without_a_lobby_has_private_tables_only(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        with pytest.raises(NoLobby):
            await evening.rooms.meetings.play_now("ann", "Ann")
        with pytest.raises(NotMade) as refused:
            await evening.rooms.create("ann", NewTable(open=True))
        assert refused.value.field == "open"
        _, (ann,) = await evening.table("Ann")
        assert (await ann.ask(requests.ChangeOptions, options=TableOptions(open=True))).code == "no-lobby"

    run(tmp_path, play, lobby=False)


def test_a_table_counts_for_its_maker_before_they_are_connected(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        for name in ("Eve", "Fay"):
            await opened(evening, name, address="10.0.0.6")
        wanted = NewTable(seats=(PersonSeat(name="Ann"), EmptySeat(), EmptySeat()), open=True)
        room, _ = await evening.rooms.create("Ann", wanted)
        room.address = "10.0.0.1"  # from which it was made, over HTTP
        fred = Guest(room, "Fred")
        fred.listener.address = "10.0.0.6"
        await fred.enter()  # before Ann's socket is there
        await fred.ask(requests.Sit, name="Fred", seat=1)
        later(evening)
        assert ("Fred",) in {table.people for table in shown(evening).tables}

    run(tmp_path, play, limits=Limits(waiting_tables_per_address=2))


def test_whoever_sits_down_later_does_not_make_the_table_count_for_their_address(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        for name in ("Eve", "Fay"):
            await opened(evening, name, address="10.0.0.6")
        room, _ = await evening.rooms.create("Ann", NewTable(seats=3, open=True))
        ann, fred = Guest(room, "Ann"), Guest(room, "Fred")
        ann.listener.address, fred.listener.address = "10.0.0.1", "10.0.0.6"
        await ann.enter()
        await ann.ask(requests.Sit, name="Ann", seat=1)
        later(evening)
        assert ("Ann",) in {table.people for table in shown(evening).tables}
        evening.ahead += 1000
        await fred.enter()
        await fred.ask(requests.Sit, name="Fred", seat=0)
        later(evening)
        assert ("Fred", "Ann") in {table.people for table in shown(evening).tables}
        await ann.ask(requests.RemoveSeat, seat=1)
        evening.ahead += 1000
        assert len(shown(evening).tables) == 2  # it is Fred's now, and Fred's address has two already

    run(tmp_path, play, limits=Limits(waiting_tables_per_address=2))
