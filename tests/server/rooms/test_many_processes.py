"""Players of one table at different processes: there is one log, and everybody is in step, whatever the order."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.rooms.evenings import DECODER, Guest, mark
from tests.server.rooms.sites import Site, run_site

from tsuro.server.messages import answers, requests
from tsuro.server.messages.answers import Accepted, Refused, Snapshot
from tsuro.server.rooms.room import Room
from tsuro.server.tables.table import Table

PEOPLE = ("ana", "rui", "eva")


class Witness:
    """What a client knows, from the messages it got."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.seqs: list[int] = []
        self.known: dict[str, Any] = {}
        for message in guest.told:
            self._hear(message)

    def _hear(self, message: Any) -> None:
        if isinstance(message, Snapshot):
            self.seqs = []
        if hasattr(message, "seq"):
            self.seqs.append(message.seq)
        for part in ("table", "you", "position", "own"):
            if getattr(message, part, None) is not None:
                self.known[part] = getattr(message, part)


async def check_all_agree(site: Site, rooms: list[Room], guests: list[Guest]) -> None:
    """One log; every client has heard all of it, in order, and knows what a newcomer is told."""
    for room in rooms:
        await room.catch_up()
    log = await site.store.log(rooms[0].number)
    assert Table.replay(log).view() == rooms[0].table.view() == rooms[1].table.view()
    (fresh,) = [await site.process().room(rooms[0].table.play)]
    assert fresh is not None
    for guest in guests:
        witness = Witness(guest)
        shown = DECODER.decode(await fresh[0].snapshot(guest.name, plays=guest.plays))
        assert guest.goodbye is None
        assert witness.seqs == list(range(witness.seqs[0], len(log) + 1))
        assert (witness.known["table"], witness.known["you"]) == (shown.table, shown.you)
        if shown.table.phase == "playing":
            assert (witness.known["position"], witness.known["own"]) == (shown.position, shown.own)


def a_request(random: Random, room: Room, number: int) -> tuple[str, Any]:
    """A guest, and something that may be possible now."""
    guest, table = random.choice(PEOPLE), room.table
    named: dict[str, Any] = {"id": f"r{number}"}
    if table.phase == "playing" and random.random() < 0.7 and table.match is not None:
        return table.seats[table.match.active].guest or guest, requests.Move(**named, **mark(room))
    if table.phase == "playing":
        seats = table.seats_of(guest) or (0,)
        kinds: list[Any] = [requests.Leave(**named), requests.TakeBack(**named, seat=seats[0])]
        kinds += [requests.Vote(**named, seat=table.match.active)] if table.match else []
        return guest, random.choice(kinds)
    seat = random.randrange(3)
    return guest, random.choice(
        [
            requests.Sit(**named, seat=seat, name=guest),
            requests.Sit(**named, seat=seat, name=guest),
            requests.ChangeSeat(**named, seat=seat, to=random.randrange(3)),
            requests.Leave(**named),
            requests.Start(**named),
            requests.WantRematch(**named),
        ]
    )


async def ask(room: Room, guest: str, request: Any) -> Any:
    return DECODER.decode(await room.answer(guest, request, plays=True))


async def an_evening(site: Site, random: Random) -> None:
    rooms, guests = await site.table(*PEOPLE)
    guests += [await Guest(room, "wim", plays=False).enter() for room in rooms]
    asked: list[tuple[str, Any]] = []
    for round_ in range(12):
        several = [a_request(random, random.choice(rooms), 10 * round_ + n) for n in range(random.randint(1, 4))]
        at = [(random.choice(rooms), guest, request) for guest, request in several]
        if random.random() < 0.5:  # a client that did not hear an answer asks again, elsewhere
            at.append((random.choice(rooms), *several[0]))
        await asyncio.gather(*(ask(*each) for each in at))
        asked += several
        if random.random() < 0.3:
            guest = random.choice(guests[: len(PEOPLE)])
            guest.leave()
            guests[guests.index(guest)] = await Guest(random.choice(rooms), guest.name).enter()
    await site.stop_bots(rooms)
    await check_all_agree(site, rooms, guests)
    await check_answers(site, rooms, asked)


async def check_answers(site: Site, rooms: list[Room], asked: list[tuple[str, Any]]) -> None:
    """What was done was done once, and whoever asks again hears the same from every process."""
    log = await site.store.log(rooms[0].number)
    for guest, request in asked:
        done = [n for n, entry in enumerate(log, 1) if (entry.by, entry.request) == (guest, request.id)]
        assert done == list(range(done[0], done[-1] + 1)) if done else True
        if done and rooms[0].table.done(guest, request.id):
            again = [await ask(room, guest, request) for room in rooms]
            assert again == [Accepted(id=request.id, seq=done[-1])] * 2


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_whatever_the_order_there_is_one_log_and_everybody_is_in_step(seed: int) -> None:
    with TemporaryDirectory() as folder:
        run_site(Path(folder), lambda site: an_evening(site, Random(seed)), random=Random(seed))


def test_a_move_is_told_to_players_at_the_other_process(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        (one, other), (ana, rui) = await site.table("ana", "rui")
        for seat, guest in enumerate((ana, rui)):
            assert isinstance(await guest.ask(requests.Sit, seat=seat, name=guest.name), Accepted)
        assert isinstance(await ana.ask(requests.Start), Accepted)
        moved = await ana.ask(requests.Move, **mark(one))
        await other.catch_up()
        assert isinstance(rui.told[-1], answers.Moved)
        assert rui.told[-1].seq == moved.seq
        assert isinstance(await rui.ask(requests.Move, **mark(other)), Accepted)

    run_site(tmp_path, play)


def test_a_process_that_is_behind_catches_up_before_it_refuses(tmp_path: Path) -> None:
    """The client has seen more at another process than this one knows."""

    async def play(site: Site) -> None:
        (one, other), (ana, rui) = await site.table("ana", "rui")
        for seat, guest in enumerate((ana, rui)):
            await ask(one, guest.name, requests.Sit(id=f"s{seat}", seat=seat, name=guest.name))
        await ana.ask(requests.Start)
        await ana.ask(requests.Move, **mark(one))
        assert other.table.phase == "gathering"
        assert isinstance(await rui.ask(requests.Move, **mark(one)), Accepted)
        assert other.table.seq == one.table.seq + 1

    run_site(tmp_path, play)


def test_of_a_move_and_a_vote_at_once_one_is_too_late(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        (one, other), (ana, rui) = await site.table("ana", "rui")
        for seat, guest in enumerate((ana, rui)):
            await guest.ask(requests.Sit, seat=seat, name=guest.name)
        await ana.ask(requests.Start)
        await other.catch_up()
        ana.leave()
        site.ahead += 61_000
        vote = rui.ask(requests.Vote, seat=0)
        move = ask(one, "ana", requests.Move(id="m", **mark(one)))
        voted, moved = await asyncio.gather(vote, move)
        assert sorted([type(voted), type(moved)], key=str) == [Accepted, Refused]
        await site.stop_bots([one, other])  # a stand-in may be about to move
        await check_all_agree(site, [one, other], [rui])

    run_site(tmp_path, play)


def test_much_that_was_missed_is_told_by_a_snapshot(tmp_path: Path) -> None:
    async def play(site: Site) -> None:
        (one, other), (ana, rui) = await site.table("ana", "rui")
        for number in range(30):
            await ana.ask(requests.Sit, seat=0, name=f"Ana {number}")
        told = len(rui.told)
        await other.catch_up()
        assert [type(message) for message in rui.told[told:]] == [Snapshot]
        await check_all_agree(site, [one, other], [ana, rui])

    run_site(tmp_path, play)
