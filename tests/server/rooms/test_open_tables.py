"""The order of open tables is kept while they change, and costs little however many there are."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from time import perf_counter
from typing import TypeAlias

from msgspec import structs

from tsuro.server.messages.views import TablePhase
from tsuro.server.options import NoClock
from tsuro.server.rooms.lobby import Lobby, OpenElsewhere
from tsuro.server.rooms.open_tables import LATELY, Known, OpenTables, Owner
from tsuro.server.tables.listing import Listed

MOST = 2
BEGIN = 1_000_000_000
MANY = 20_000


def some_table(random: Random, number: int, now: int, *, homes: int = 4) -> Known:
    """A table of one to three people from a few addresses, each of whom may be there."""
    people = tuple((f"{number} {seat}", f"Guest {seat}") for seat in range(random.randint(1, 3)))
    phases: tuple[TablePhase, ...] = ("gathering", "gathering", "playing")
    listed = Listed(
        phase=random.choice(phases),
        play=f"p{number}",
        watch=f"w{number}",
        edition="modern",
        clock=NoClock(),
        seats=3,
        people=people,
        starts=random.choice((None, now + random.randint(-20_000, 20_000))),
        made=now - random.randint(0, 5),
        moved=now - random.randint(0, 70_000),
    )
    guests = {guest: f"home {random.randrange(homes)}" for guest, _ in people if random.random() < 0.7}
    return Known(number=number, listed=listed, guests=guests)


Owners: TypeAlias = dict[int, Owner | None]


def tables_of(known: dict[int, Known], whose: Owners, now: int) -> list[Known]:
    """The tables to be shown, looked for from the beginning."""
    seen: Counter[str] = Counter()
    kept = []
    for each in sorted(known.values(), key=lambda each: (each.listed.made, each.number)):
        if each.is_table(now):
            owner = whose[each.number]
            address = owner.address if owner else ""
            seen[address] += 1
            if seen[address] <= MOST:
                kept.append(each)
    return sorted(kept, key=Known.soonest_full)


def check(tables: OpenTables, known: dict[int, Known], whose: Owners, now: int) -> None:
    shown = tables_of(known, whose, now)
    games = sorted([each for each in known.values() if each.is_game], key=lambda each: each.liveliest(now))
    gathering = [each for each in known.values() if each.listed.phase == "gathering"]
    starting = {each.number for each in gathering if (each.listed.starts or 0) > now}
    assert (tables.first_tables(5), tables.tables) == (shown[:5], len(shown))
    assert (tables.first_games(5), tables.games) == (games[:5], len(games))
    assert {each.number for each in tables.starting_after(now)} == starting


def test_the_order_is_the_same_as_if_it_were_made_anew() -> None:
    random = Random(7)
    tables, known, now = OpenTables(most_per_address=MOST), dict[int, Known](), BEGIN
    whose: Owners = {}
    for _ in range(2000):
        now += random.randint(0, 500)
        number = random.randrange(30)
        if random.random() < 0.2:
            tables.drop(number)
            known.pop(number, None)
            whose.pop(number, None)
        else:
            known[number] = some_table(random, number, now)
            whose[number] = known[number].owner(whose.get(number))
            tables.put(known[number], now)
        tables.pass_time(now)
        check(tables, known, whose, now)
    for number in range(30):
        tables.drop(number)
    check(tables, {}, {}, now)
    assert not tables


def test_what_is_remembered_of_a_table_does_not_grow_with_its_moves() -> None:
    random, tables, now = Random(7), OpenTables(most_per_address=MOST), BEGIN
    for _ in range(5000):
        now += 100
        known = some_table(random, 1, now)
        tables.put(Known(number=1, listed=structs.replace(known.listed, moved=now), guests={}), now)
        tables.pass_time(now)
    assert len(tables._changing) <= LATELY / 100


def test_many_tables_hold_nobody_up() -> None:
    async def look() -> float:
        random, now = Random(7), BEGIN
        lobby = Lobby(now=lambda: now, most_per_address=8)
        found = [some_table(random, number, now, homes=MANY) for number in range(MANY)]
        lobby.hear(OpenElsewhere(each.number, each.listed, each.guests) for each in found)
        took = []
        for each in found[:5]:
            now += 500
            lobby.hear([OpenElsewhere(each.number, each.listed, {})])
            began = perf_counter()
            lobby.send()
            lobby.snapshot()
            took.append(perf_counter() - began)
        return min(took)

    assert asyncio.run(look()) < 0.02  # seconds
