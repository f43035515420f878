"""Rooms, with a real store and no network."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from tests.server.rooms.evenings import DECODER, Evening, Guest, mark, run, until

from tsuro.game.actions import PlaceMarker, PlayTile
from tsuro.game.board import START_MARKS
from tsuro.game.state import PLACE_MARKER
from tsuro.game.view import View
from tsuro.record import verify
from tsuro.server.messages import answers, requests
from tsuro.server.messages.answers import Accepted, Goodbye, Refused, Snapshot
from tsuro.server.messages.creation import BotSeat, NewTable, PersonSeat
from tsuro.server.options import PerTurn, TableOptions
from tsuro.server.rooms.bot_pool import Answer
from tsuro.server.rooms.fair_queue import Whose
from tsuro.server.rooms.room import PRESENCE_DELAY, Room
from tsuro.server.storage.errors import Conflict, StoreError
from tsuro.server.tables.commands import decide
from tsuro.server.tables.log import StandInStarted, TimeRanOut, Warned
from tsuro.server.tables.practice import is_left_to_bots
from tsuro.server.tables.refusals import Restarting


def heard(guest: Guest) -> list[Any]:
    """What a guest was told, except who is there, which is told when it is time."""
    return [message for message in guest.told if not isinstance(message, answers.Presence)]


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


def test_what_is_taken_back_is_told_to_everybody_and_a_bot_that_thinks_of_it_is_not_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(evening: Evening) -> None:
        room, (ana,) = await evening.table("ana")
        watcher = await Guest(room, "wim", plays=False).enter()
        await ana.ask(requests.AddBot, seat=1, bot="wanderer")
        await ana.ask(requests.Start)
        pool, thinking, answer = evening.rooms._services.bot_pool, asyncio.Event(), asyncio.Event()
        choose = pool.choose

        async def slowly(bot: str, seen: View, *, whose: Whose) -> Answer:
            thinking.set()
            await answer.wait()
            return await choose(bot, seen, whose=whose)

        monkeypatch.setattr(pool, "choose", slowly)
        monkeypatch.setattr(evening.rooms._services, "now", lambda: 1)  # both moves are made at the same time
        await ana.ask(requests.Move, **mark(room))
        await thinking.wait()
        undone = await ana.ask(requests.Undo, seq=room.table.seq, seat=0)
        assert isinstance(undone, Accepted)
        for guest in (ana, watcher):
            told = guest.told[-1]
            assert isinstance(told, answers.Undone)
            assert (told.seq, told.seat, told.table.taken_back, told.position.phase) == (undone.seq, 0, 1, "mark")
            assert [event.__struct_config__.tag for event in told.last] == ["tiles-dealt", "tiles-dealt"]
            assert len(told.own) == len(told.you.seats) == (1 if guest is ana else 0)
        moved = await ana.ask(requests.Move, **mark(room, 7))
        answer.set()
        await until(lambda: room.table.seq == moved.seq + 1)
        record = await room.record(1, "ana")
        assert record is not None
        assert [entry.seat for entry in record.entries] == [0, 1]

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
        before, told = await room.snapshot("rui", plays=True), len(heard(rui))
        move = requests.Move(id="m", **mark(room))
        with monkeypatch.context() as patched:
            patched.setattr(evening.store, "append", fail)
            refused = await ana.say(move)
        assert refused.code == "not-stored"
        assert await room.snapshot("rui", plays=True) == before
        assert len(heard(rui)) == told
        assert isinstance(await ana.say(move), Accepted)  # the disk has room again
        assert heard(rui)[-1].seq == room.table.seq

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
        seen_early, told = looking.done(), heard(rui)[-1].seq
        may_go_on.set()  # before anything is compared: otherwise a failure would wait for ever
        assert not seen_early
        assert told == before
        await moving
        seen = DECODER.decode(await looking)
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
        assert ana.goodbye.reason == "restarting"
        found = await evening.rooms.room(room.table.play)
        assert found is not None
        assert found[0] is not room
        assert found[0].table.phase == "gathering"

    run(tmp_path, play)


def harmless(room: Room) -> int:
    """Which of the legal moves eliminates nobody, now or soon: otherwise the game may be over."""
    assert room.table.match is not None
    state, actions = room.table.match.state, room.table.match.legal_actions
    if state.phase is PLACE_MARKER:
        taken = next((START_MARKS.index(start) for start in state.starts if start is not None), 0)
        return actions.index(PlaceMarker(START_MARKS[(taken + len(START_MARKS) // 2) % len(START_MARKS)]))
    previews = {each.tile: each for each in room.table.match.view(state.active).previews}
    for number, action in enumerate(actions):
        if isinstance(action, PlayTile) and all(walk.end is not None for walk in previews[action.tile].walks):
            return number
    return 0


def test_time_runs_out_twice_and_the_stand_in_stays_until_the_player_is_back(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, rui) = await evening.table("ana", "rui", clock=PerTurn(seconds=60))
        await ana.ask(requests.Start)
        for _ in range(2):
            begun = room.table.seq
            evening.ahead += 55_000
            room.scheduler.look()
            await until(lambda: room.table.seq > begun)  # noqa: B023 -- awaited before the next round
            async with room.lock:  # it is written
                assert isinstance((await evening.store.log(room.number))[-1], Warned)
            evening.ahead += 6_000
            room.scheduler.look()
            await until(lambda: room.table.match is not None and room.table.match.active == 1)
            async with room.lock:
                log = await evening.store.log(room.number)
            assert any(isinstance(entry, TimeRanOut) for entry in log[begun:])
            await rui.ask(requests.Move, **mark(room, harmless(room)))
        assert any(isinstance(entry, StandInStarted) for entry in await evening.store.log(room.number))
        await until(lambda: room.table.match is not None and room.table.match.active == 1)  # it plays on at once
        assert room.table.seats[0].stand_in
        assert isinstance(await ana.ask(requests.TakeBack, seat=0), Accepted)
        assert not room.table.seats[0].stand_in

    run(tmp_path, play)


def test_presence_is_told_when_it_changes(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, rui) = await evening.table("ana", "rui")
        rui.leave()
        await until(lambda: isinstance(ana.told[-1], answers.Presence) and ana.told[-1].away == (1,))
        await Guest(room, "eva").enter()
        await until(lambda: isinstance(ana.told[-1], answers.Presence) and ana.told[-1].watchers == 1)
        assert ana.told[-1].missing == ()
        evening.ahead += 60_000
        await evening.rooms._look_round()
        await until(lambda: isinstance(ana.told[-1], answers.Presence) and ana.told[-1].missing == (1,))
        assert DECODER.decode(await room.snapshot("ana", plays=True)).missing == (1,)
        heard = len(ana.told)
        await evening.rooms._look_round()
        await asyncio.sleep(PRESENCE_DELAY + 0.1)
        assert len(ana.told) == heard

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
        seen = DECODER.decode(await room.snapshot("eva", plays=True))
        assert isinstance(seen, Snapshot)
        assert (seen.you.seats, seen.own) == ((2,), ())
        assert [player.name for player in seen.table.players] == ["ana", "rui"]
        assert seen.last == DECODER.decode(await room.snapshot("nobody", plays=True)).last

    run(tmp_path, play)


def test_bots_play_the_rest_at_once_for_somebody_who_is_out(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        bots = (BotSeat(bot="wanderer"),) * 7
        room, _ = await evening.rooms.create("ana", NewTable(seats=(PersonSeat(name="Ana"), *bots), start=True))
        ana = await Guest(room, "ana").enter()
        table = room.table
        while not is_left_to_bots(table):
            if table.phase == "over":
                await ana.ask(requests.WantRematch)
            elif table.match is not None and table.match.active == 0:
                await ana.ask(requests.Move, **mark(room))
            else:
                await asyncio.sleep(0.001)
        evening.rooms._services.settings = replace(evening.settings, pace=3600)
        room.scheduler.look()
        moves = -1
        while moves != len(ana.told):  # a move may have been on its way, and another thought of
            moves = len(ana.told)
            await asyncio.sleep(0.3)
        assert table.phase == "playing"
        assert isinstance(await ana.ask(requests.SkipToEnd), Accepted)
        await until(lambda: table.phase == "over")
        assert isinstance(await ana.ask(requests.SkipToEnd), Refused)

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
        assert not room.scheduler.is_busy
        await room.snapshot("ana", plays=True)
        assert room.scheduler.is_busy
        await until(lambda: room.table.match is not None and room.table.match.active == 0)

    run(tmp_path, play)


def test_bots_wait_for_the_page_of_whoever_plays_alone_but_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(evening: Evening) -> None:
        room, (ana,) = await evening.table("ana")
        await ana.ask(requests.AddBot, seat=1, bot="wanderer")
        watching = await Guest(room, "zoe", plays=False).enter()
        room.show(watching.listener, done=False)
        assert not room.is_behind, "a watcher is not waited for"
        await ana.ask(requests.Start)
        seqs = []
        for done, longest in ((True, 600.0), (False, 0.6)):
            monkeypatch.setattr("tsuro.server.rooms.scheduler.LONGEST_SHOW", longest)
            room.show(ana.listener, done=False)
            began = monotonic()
            seqs.append((await ana.ask(requests.Move, **mark(room, harmless(room)))).seq)
            if done:
                await asyncio.sleep(0.2)
                assert room.table.seq == seqs[-1]
                room.show(ana.listener, done=True)
            await until(lambda: room.table.seq > seqs[-1])
            assert done or monotonic() - began > 0.5
        second = await Guest(room, "ana").enter()
        assert not room.is_behind, "one of two pages has shown everything"
        room.show(second.listener, done=False)
        assert room.is_behind
        assert room.table.match is not None
        assert seqs == [6, 8]  # the bot moves after each

    run(tmp_path, play)


def test_bots_do_not_wait_for_one_of_several_people(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui")
        room.show(ana.listener, done=False)
        assert not room.is_behind

    run(tmp_path, play)


def test_a_player_who_comes_and_goes_all_the_time_cannot_stop_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tsuro.server.tables.changes.OWN_AT_ONCE", 3)

    async def play(evening: Evening) -> None:
        room, (ana, rui) = await evening.table("ana", "rui")
        await ana.ask(requests.Start)
        for _ in range(3):
            assert isinstance(await rui.ask(requests.Leave), Accepted)
            assert isinstance(await rui.ask(requests.TakeBack, seat=1), Accepted)
        await rui.ask(requests.Leave)
        assert (await rui.ask(requests.TakeBack, seat=1)).code == "too-many-changes"
        assert isinstance(await ana.ask(requests.Leave), Accepted)
        assert isinstance(await ana.ask(requests.TakeBack, seat=0), Accepted)
        assert room.table.phase == "playing"

    run(tmp_path, play)


def test_a_table_that_is_not_what_its_log_says_tells_nobody_anything(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, _) = await evening.table("ana", "rui")
        room.abandon(Goodbye(reason="restarting", sentence="Come back."))
        for look in (room.snapshot("ana", plays=True), room.record(1, "ana"), room.claim("ana", "eva")):
            with pytest.raises(Restarting):
                await look
        with pytest.raises(Restarting):
            await Guest(room, "eva").enter()
        with pytest.raises(Restarting):
            await ana.ask(requests.Start)

    run(tmp_path, play)


def test_an_id_that_was_refused_is_used_up_all_the_same(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, (ana, rui) = await evening.table("ana", "rui")
        assert (await rui.say(requests.Start(id="x"))).code == "not-host"
        assert (await rui.say(requests.Leave(id="x"))).code == "id-used"
        assert (await rui.say(requests.Start(id="x"))).code == "not-host"
        assert room.table.seats_of("rui") == (1,)
        assert ana.goodbye is None

    run(tmp_path, play)


def test_records_of_earlier_games_can_still_be_had(tmp_path: Path) -> None:
    async def play(evening: Evening) -> None:
        room, players = await evening.table("ana", "rui")
        for _ in range(2):
            await players[0].ask(requests.Start)
            match = room.table.match
            assert match is not None
            while not match.is_over:
                await players[match.active].ask(requests.Move, **mark(room))
        first, second = await room.record(1, None), await room.record(2, None)
        assert first is not None
        assert second is not None
        assert first.tag("secret") != second.tag("secret")
        assert verify(first).tiles_placed > 0
        assert await room.record(1, None) == first
        assert [await room.record(number, None) for number in (-1, 0, 3)] == [None, None, None]

    run(tmp_path, play)


def test_a_table_counts_for_the_address_of_its_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(evening: Evening) -> None:
        room, (ana,) = await evening.table("ana")
        other, _ = await evening.table("eva")
        assert room.owner == other.owner, "as long as nobody knows better: guests are free to make"
        await room.snapshot("ana", plays=True, address="10.0.0.2")
        await room.snapshot("rui", plays=True, address="10.0.0.9")
        assert (room.owner, other.owner != room.owner) == ("10.0.0.2", True)
        for name, address in (("ana", "10.0.0.3"), ("rui", "10.0.0.9")):
            guest = Guest(room, name)
            guest.listener.address = address
            await guest.enter()
        assert room.owner == "10.0.0.3"
        asked: list[Whose] = []
        pool = evening.rooms._services.bot_pool
        choose = pool.choose

        async def noting(bot: str, seen: View, *, whose: Whose) -> Answer:
            asked.append(whose)
            return await choose(bot, seen, whose=whose)

        monkeypatch.setattr(pool, "choose", noting)
        await ana.ask(requests.AddBot, seat=1, bot="wanderer")
        await ana.ask(requests.Start)
        await ana.ask(requests.Move, **mark(room))
        await until(lambda: asked)
        assert asked == [Whose(owner="10.0.0.3", table=room.number)]

    run(tmp_path, play)
