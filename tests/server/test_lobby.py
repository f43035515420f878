"""Rooms and the lobby, with a real store and no network."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tsuro.notation import write_action
from tsuro.record import verify
from tsuro.server.messages import ServerMessage, answers, requests
from tsuro.server.messages.answers import Accepted, Goodbye, Refused, Snapshot
from tsuro.server.options import PerTurn, TableOptions
from tsuro.server.rooms.attendance import Listener
from tsuro.server.rooms.lobby import Lobby, TooManyTables
from tsuro.server.rooms.room import Room, TableFull
from tsuro.server.settings import Limits, Settings
from tsuro.server.storage.store import Conflict, Store, StoreError
from tsuro.server.tables.deciding import decide
from tsuro.server.tables.log import HostPassed, Paused, StandInStarted, TimeRanOut, Warned

_DECODER = msgspec.json.Decoder(ServerMessage)
_IDS = count(1)


class Guest:
    """A client without a network: it keeps all it is told."""

    def __init__(self, room: Room, name: str, *, plays: bool = True) -> None:
        self.room, self.name, self.plays = room, name, plays
        self.told: list[Any] = []
        self.goodbye: Goodbye | None = None
        self.listener = Listener(guest=name, plays=plays, deliver=self._hear, end=self._end)

    def _hear(self, data: bytes) -> None:
        self.told.append(_DECODER.decode(data))

    def _end(self, goodbye: Goodbye) -> None:
        self.goodbye = goodbye

    async def enter(self) -> Guest:
        await self.room.enter(self.listener)
        return self

    def leave(self) -> None:
        self.room.leave(self.listener)

    async def say(self, request: requests.Request) -> Any:
        return _DECODER.decode(await self.room.answer(self.name, request, plays=self.plays))

    async def ask(self, kind: type[Any], **fields: Any) -> Any:
        return await self.say(kind(id=f"r{next(_IDS)}", **fields))


class Evening:
    """A lobby on a file, with a clock that can be set forward."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.settings = Settings(database=folder / "tables.sqlite3", pace=0, **settings)
        self.ahead = 0
        self.begin()

    def begin(self) -> None:
        self.store = Store.open(self.settings.database)
        self.lobby = Lobby(self.store, self.settings)
        real = self.lobby._house.now
        self.lobby._house.now = lambda: real() + self.ahead

    async def end(self) -> None:
        await self.lobby.close()
        self.store.close()

    async def table(self, *people: str, **options: Any) -> tuple[Room, list[Guest]]:
        """A table at which these people sit; the first is the host, and first to move."""
        seats = max(2, len(people))
        room = await self.lobby.create(people[0], TableOptions(seats=seats, first="chosen", **options))
        guests = [await Guest(room, name).enter() for name in people]
        for seat, guest in enumerate(guests):
            assert isinstance(await guest.ask(requests.Sit, seat=seat, name=guest.name), Accepted)
        return room, guests


def run(folder: Path, play: Callable[[Evening], Awaitable[None]], **settings: Any) -> None:
    async def evening() -> None:
        together = Evening(folder, **settings)
        await together.lobby.open()
        try:
            await play(together)
        finally:
            await together.end()

    asyncio.run(evening())


async def until(condition: Callable[[], object]) -> None:
    async with asyncio.timeout(10):
        while not condition():
            await asyncio.sleep(0.005)


def mark(room: Room, number: int = 0) -> dict[str, Any]:
    """The parts of a request for one of the legal moves."""
    assert room.table.match is not None
    match = room.table.match
    return {"seq": room.table.seq, "seat": match.active, "action": write_action(match.legal_actions[number])}


def test_a_whole_game_with_a_bot_is_played_and_told(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana,) = await evening.table("ana")
        await ana.ask(requests.AddBot, seat=1, bot="wanderer")
        await ana.ask(requests.Start)
        match = room.table.match
        assert match is not None
        while not match.is_over:
            await until(lambda: match.active == 0 or match.is_over)
            if not match.is_over:
                answer = await ana.ask(requests.Move, **mark(room))
                assert isinstance(answer, Accepted)

        def seqs_told() -> list[int]:
            return [message.seq for message in ana.told if hasattr(message, "seq")]

        await until(lambda: seqs_told()[-1] == room.table.seq)
        seqs = seqs_told()
        assert seqs == list(range(seqs[0], room.table.seq + 1))
        record = await room.record(1, "ana")
        assert record is not None
        assert verify(record) == match.state
        assert await room.record(2, "ana") is None

    run(tmp_path, play)


def test_a_running_game_is_recorded_as_the_guest_sees_it(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui")
        await ana.ask(requests.Start)
        own, watched = await room.record(1, "ana"), await room.record(1, None)
        assert own is not None
        assert watched is not None
        assert [0 in hand for hand in own.deal] == [False, True]
        assert all(set(hand) == {0} for hand in watched.deal)
        assert own.tag("secret") is None

    run(tmp_path, play)


def test_the_same_request_gets_the_same_answer_even_if_things_have_changed(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, rui) = await evening.table("ana", "rui")
        await ana.ask(requests.Start)
        early = requests.Move(id="early", **mark(room) | {"seat": 1})
        first = await rui.say(early)
        assert (first.code, first.rule) == ("not-your-turn", "T1")
        move = requests.Move(id="again", **mark(room))
        accepted = await ana.say(move)
        assert await ana.say(move) == accepted
        again = await rui.say(early)
        assert (again.code, again.sentence) == (first.code, first.sentence)
        assert again.snapshot.seq == room.table.seq
        other = await rui.say(requests.Move(id="again", **mark(room)))  # ids of others are their own
        assert isinstance(other, Accepted)
        assert (await ana.say(requests.Move(id="again", **mark(room)))).code == "id-used"

    run(tmp_path, play)


def test_a_guest_who_came_to_watch_only_watches(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, _ = await evening.table("ana", "rui")
        eva = await Guest(room, "eva", plays=False).enter()
        assert eva.told[0].you.play is None
        refused = await eva.ask(requests.Sit, seat=0, name="Eva")
        assert isinstance(refused, Refused)
        assert refused.code == "watchers-only-watch"

    run(tmp_path, play)


def test_what_cannot_be_written_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    async def play(evening: Evening) -> None:
        room, (ana, rui) = await evening.table("ana", "rui")
        await ana.ask(requests.Start)
        before, told = await room.snapshot("rui", plays=True), len(rui.told)
        move = requests.Move(id="m", **mark(room))
        with monkeypatch.context() as patched:
            patched.setattr(evening.store, "append", fail)
            refused = await ana.say(move)
        assert refused.code == "not-stored"
        assert await room.snapshot("rui", plays=True) == before
        assert len(rui.told) == told
        assert isinstance(await ana.say(move), Accepted)  # the disk has room again
        assert rui.told[-1].seq == room.table.seq

    run(tmp_path, play)


def test_nobody_sees_what_is_not_written_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, rui) = await evening.table("ana", "rui")
        await ana.ask(requests.Start)
        before, append, may_go_on = room.table.seq, evening.store.append, asyncio.Event()

        async def slowly(*given: Any, **named: Any) -> None:
            await may_go_on.wait()
            await append(*given, **named)

        monkeypatch.setattr(evening.store, "append", slowly)
        moving = asyncio.create_task(ana.ask(requests.Move, **mark(room)))
        await asyncio.sleep(0)
        looking = asyncio.create_task(room.snapshot("rui", plays=True))
        await asyncio.sleep(0.02)
        assert not looking.done()
        assert rui.told[-1].seq == before
        may_go_on.set()
        await moving
        seen = _DECODER.decode(await looking)
        assert isinstance(seen, Snapshot)
        assert seen.seq == before + 1

    run(tmp_path, play)


def test_a_table_that_another_has_written_to_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def conflict(*_: object, **__: object) -> None:
        raise Conflict("somebody was quicker")

    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui")
        with monkeypatch.context() as patched:
            patched.setattr(evening.store, "append", conflict)
            assert (await ana.ask(requests.Start)).code == "not-stored"
        assert ana.goodbye is not None
        assert ana.goodbye.reason == "removed"
        found = await evening.lobby.room(room.table.play)
        assert found is not None
        assert found[0] is not room
        assert found[0].table.phase == "gathering"

    run(tmp_path, play)


def test_a_table_comes_back_after_a_restart_and_its_clock_has_not_run(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui", clock=PerTurn(seconds=60))
        await ana.ask(requests.Start)
        play_code, number = room.table.play, room.number
        before = room.table.clocks(evening.lobby._house.now())
        await evening.end()
        evening.ahead += 3_600_000
        evening.begin()
        await evening.lobby.open()
        found = await evening.lobby.room(play_code)
        assert found is not None
        table = found[0].table
        assert isinstance(evening.store.log(number)[-1], Paused)
        after = table.clocks(evening.lobby._house.now())
        assert before is not None
        assert after is not None
        assert after.left[0] is not None
        assert before.left[0] is not None
        assert before.left[0] - 10_000 < after.left[0] <= 60_000

    run(tmp_path, play)


def test_time_runs_out_twice_and_the_stand_in_stays_until_the_player_is_back(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, rui) = await evening.table("ana", "rui", clock=PerTurn(seconds=60))
        await ana.ask(requests.Start)
        for _ in range(2):
            begun = room.table.seq
            evening.ahead += 55_000
            room.worker.look()
            await until(lambda: isinstance(evening.store.log(room.number)[-1], Warned))
            evening.ahead += 6_000
            room.worker.look()
            await until(lambda: room.table.match is not None and room.table.match.active == 1)
            assert any(isinstance(entry, TimeRanOut) for entry in evening.store.log(room.number)[begun:])
            await rui.ask(requests.Move, **mark(room))
        assert any(isinstance(entry, StandInStarted) for entry in evening.store.log(room.number))
        await until(lambda: room.table.match is not None and room.table.match.active == 1)  # it plays on at once
        assert room.table.seats[0].stand_in
        assert isinstance(await ana.ask(requests.TakeBack, seat=0), Accepted)
        assert not room.table.seats[0].stand_in

    run(tmp_path, play)


def test_a_host_who_stays_away_is_replaced(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui")
        ana.leave()
        await evening.lobby._look_round()
        assert room.table.host == "ana"
        evening.ahead += 61_000
        await evening.lobby._look_round()
        assert room.table.host == "rui"
        assert isinstance(evening.store.log(room.number)[-1], HostPassed)

    run(tmp_path, play)


def test_tables_that_nobody_needs_leave_the_memory_and_come_back_when_asked_for(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, guests = await evening.table("ana", "rui")
        await guests[0].ask(requests.Start)
        evening.ahead += 3_600_000
        await evening.lobby._look_round()
        assert evening.lobby.rooms_open == 1  # people are there
        for guest in guests:
            guest.leave()
        evening.ahead += 3_600_000
        await evening.lobby._look_round()
        assert evening.lobby.rooms_open == 0
        found = await evening.lobby.room(room.table.watch)
        assert found is not None
        assert not found[1]
        assert found[0].table.view() == room.table.view()

    run(tmp_path, play)


def test_tables_with_something_due_are_woken(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, rui) = await evening.table("ana", "rui", clock=PerTurn(seconds=3600))
        await ana.ask(requests.Start)
        assert not room.worker.is_busy  # that is far away
        ana.leave()
        rui.leave()
        evening.ahead += 600_000
        await evening.lobby._look_round()
        assert evening.lobby.rooms_open == 0
        evening.ahead += 3_000_000 - 60_000
        await evening.lobby._wake()
        assert evening.lobby.rooms_open == 1
        found = await evening.lobby.room(room.table.play)
        assert found is not None
        assert found[0].worker.is_busy

    run(tmp_path, play)


def test_old_tables_are_removed(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui")
        evening.ahead += 31 * 86_400_000
        await evening.lobby._prune()
        assert ana.goodbye is not None
        assert await evening.lobby.room(room.table.play) is None

    run(tmp_path, play)


def test_a_hand_over_code_works_once(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui")
        link = await ana.ask(requests.HandOver)
        assert isinstance(link, answers.HandOverLink)
        assert await evening.lobby.claim("not-a-code", "eva") is None
        assert await evening.lobby.claim(link.code, "ana on her phone") is room
        assert await evening.lobby.claim(link.code, "eva") is None
        assert room.table.seats_of("ana on her phone") == (0,)
        assert ana.told[-1].you.seats == ()

    run(tmp_path, play)


def test_there_are_only_so_many_tables_and_clients(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, _ = await evening.table("ana", "rui")
        with pytest.raises(TableFull):
            await Guest(room, "eva").enter()
        with pytest.raises(TooManyTables):
            await evening.lobby.create("ana", TableOptions())

    run(tmp_path, play, limits=Limits(connections_per_table=2, open_tables=1))


def test_closing_refuses_says_goodbye_and_loses_nothing(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui")
        await ana.ask(requests.Start)
        move = requests.Move(id="m", **mark(room))
        evening.lobby._house.closing = True
        assert (await ana.say(move)).code == "restarting"
        await evening.end()
        assert ana.goodbye is not None
        assert ana.goodbye.reason == "restarting"
        evening.begin()
        await evening.lobby.open()
        found = await evening.lobby.room(room.table.play)
        assert found is not None
        assert isinstance(await Guest(found[0], "ana").say(move), Accepted)

    run(tmp_path, play)


def test_presence_is_told_when_it_changes(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, rui) = await evening.table("ana", "rui")
        rui.leave()
        await until(lambda: isinstance(ana.told[-1], answers.Presence) and ana.told[-1].away == (1,))
        await Guest(room, "eva").enter()
        await until(lambda: isinstance(ana.told[-1], answers.Presence) and ana.told[-1].watchers == 1)

    run(tmp_path, play)


def test_whoever_sits_down_after_a_game_had_no_part_in_it(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, rui) = await evening.table("ana", "rui")
        await ana.ask(requests.ChangeOptions, options=TableOptions(seats=3, first="chosen"))
        await ana.ask(requests.Start)
        match = room.table.match
        assert match is not None
        while not match.is_over:
            await (ana, rui)[match.active].ask(requests.Move, **mark(room))
        eva = await Guest(room, "eva").enter()
        assert isinstance(await eva.ask(requests.Sit, seat=2, name="Eva"), Accepted)
        seen = _DECODER.decode(await room.snapshot("eva", plays=True))
        assert isinstance(seen, Snapshot)
        assert (seen.you.seats, seen.own) == ((2,), ())
        assert [player.name for player in seen.table.players] == ["ana", "rui"]
        assert seen.last == _DECODER.decode(await room.snapshot("nobody", plays=True)).last

    run(tmp_path, play)


def test_a_store_that_takes_nothing_more_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(_now: int) -> None:
        raise StoreError("the disk is full")

    async def play(evening: Evening) -> None:
        assert evening.lobby.is_well
        with monkeypatch.context() as patched:
            patched.setattr(evening.store, "alive", fail)
            with pytest.raises(StoreError):
                await evening.lobby._say_alive()
        assert not evening.lobby.is_well
        await evening.lobby._say_alive()
        assert evening.lobby.is_well

    run(tmp_path, play)


def test_bots_do_not_play_on_while_nobody_is_there(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana,) = await evening.table("ana")
        await ana.ask(requests.AddBot, seat=1, bot="wanderer")
        await ana.ask(requests.ChooseFirst, seat=1)
        ana.leave()
        evening.ahead += 61_000
        room._asked_at = 0
        async with room.lock:
            await room.append(decide(room.table, "ana", requests.Start(id="s"), now=0, away={}))
        assert not room.worker.is_busy
        await room.snapshot("ana", plays=True)
        assert room.worker.is_busy
        await until(lambda: room.table.match is not None and room.table.match.active == 0)

    run(tmp_path, play)


def test_a_table_at_which_too_much_happened_starts_no_other_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui")
        monkeypatch.setattr("tsuro.server.rooms.room.WORN_OUT", room.table.seq + 1)
        await ana.ask(requests.Start)
        assert isinstance(await ana.ask(requests.Move, **mark(room)), Accepted)  # the game goes on
        monkeypatch.setattr(type(room.table), "phase", "over")
        assert (await ana.ask(requests.Start)).code == "table-worn-out"

    run(tmp_path, play)
