"""What processes that share a database tell each other: leases, who is present, what addresses use."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.postgresql.connecting import Database
from tsuro.server.storage.postgresql.hints import Hints
from tsuro.server.storage.rows import NUMBERS
from tsuro.server.storage.store import LIVE_SECONDS, PAUSE, Amounts, Downtime, Present, Usage

__all__ = ["Processes"]

STARTING = 0x7473_7573  # a lock that a process holds while it finds out whether it is the first
FORGOTTEN = 60  # seconds of silence after which nothing is kept of a process
QUIET = 2000  # milliseconds without a sign of life, which each process gives once a second: none was there
SOON = 60_000  # milliseconds: of two downtimes with less between them, the site was hardly there, and they are one
AT_ONCE = 200  # tables whose guests are written at once
BEATS = LIVE_SECONDS  # reports of what was spent that stay to be read, one for each second

_ByTable: TypeAlias = Mapping[int, Sequence[Present]]

_LEASE = """
    INSERT INTO leases (table_id, process, until)
    SELECT id, $1, clock_timestamp() + $3 * interval '1 second'
    FROM unnest($2::bigint[]) AS wanted (id) ORDER BY id
    ON CONFLICT (table_id) DO UPDATE SET process = excluded.process, until = excluded.until
    WHERE leases.process = excluded.process OR leases.until < clock_timestamp()
    RETURNING table_id
"""
_RELEASE = "DELETE FROM leases WHERE process = $1 AND table_id = ANY($2::bigint[])"
_RENEW = """
    INSERT INTO processes (name, renewed) VALUES ($1, clock_timestamp())
    ON CONFLICT (name) DO UPDATE SET renewed = excluded.renewed RETURNING xmax = 0
"""
_SILENCE = """
    SELECT floor(1000 * extract(epoch FROM clock_timestamp() - max(renewed)))::bigint
    FROM processes WHERE name <> $1
"""
_DOWN = """
    INSERT INTO meta VALUES ('down since', $1), ('down until', $2), ('alive', $2)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value
"""
_FORGET = """
    WITH unused AS (DELETE FROM allowances WHERE used_until < clock_timestamp()),
        ended AS (DELETE FROM leases WHERE until < clock_timestamp() - $1 * interval '1 second')
    DELETE FROM processes WHERE renewed < clock_timestamp() - $1 * interval '1 second'
"""
_SPEND = """
    INSERT INTO allowances AS known VALUES ($1, clock_timestamp() + $2 * interval '1 second')
    ON CONFLICT (what) DO UPDATE
    SET used_until = greatest(known.used_until, clock_timestamp()) + $2 * interval '1 second'
    WHERE known.used_until <= clock_timestamp() + ($3 - 1) * $2 * interval '1 second'
    RETURNING true
"""
_TO_WAIT = """
    SELECT extract(epoch FROM used_until - clock_timestamp())::float - ($3 - 1) * $2
    FROM allowances WHERE what = $1
"""
_GONE = """
    DELETE FROM presence USING unnest($2::bigint[], $3::text[]) AS gone (id, who)
    WHERE process = $1 AND table_id = id AND guest = who
"""
_COME = """
    INSERT INTO presence (process, table_id, guest, clients, address)
    SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::int[], $5::text[])
    ON CONFLICT (process, table_id, guest) DO UPDATE SET clients = excluded.clients, address = excluded.address
"""
_WHO = """
    SELECT table_id, guest, sum(clients), max(address)
    FROM unnest($1::bigint[]) AS wanted (id) JOIN presence ON table_id = id JOIN processes ON name = process
    WHERE name <> $2 AND renewed > clock_timestamp() - $3 * interval '1 second'
    GROUP BY table_id, guest ORDER BY table_id, guest
"""
_SHARE = """
    WITH mine AS (  -- which `present` makes, and then says all again
        UPDATE processes SET renewed = clock_timestamp(), usage = $2 WHERE name = $1
    )
    SELECT name, usage FROM processes
    WHERE name <> $1 AND usage IS NOT NULL AND renewed > clock_timestamp() - $3 * interval '1 second'
"""


class _Report(msgspec.Struct, frozen=True, kw_only=True):
    """What a process says of the use of addresses."""

    beat: int  # of the last of `spent`
    spent: list[dict[str, dict[str, int]]]  # of one beat each
    held: dict[str, dict[str, int]]


_DECODER = msgspec.json.Decoder(_Report)


class Processes:
    """What was said, and heard, is remembered: only what has changed since is written or counted."""

    is_shared = True

    def __init__(self, database: Database, hints: Hints) -> None:
        self._database, self._hints = database, hints
        self._said: dict[str, _ByTable] = {}
        self._beats: Counter[str] = Counter()
        self._spent: defaultdict[str, deque[Amounts]] = defaultdict(lambda: deque(maxlen=BEATS))
        self._heard: dict[tuple[str, str], int] = {}  # the last beat, by who listens and who speaks

    async def start(self, process: str, now: int) -> Downtime | None:
        async def work(connection: Any) -> Downtime | None:
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock($1)", STARTING)
                silence = await connection.fetchval(_SILENCE, process)
                await self._renew(connection, process)
                if silence is None or silence > QUIET:
                    last = await _last_alive(connection, now, silence)
                    await connection.execute(_DOWN, await _down_since(connection, last), now)
                    if not 0 <= now - last <= PAUSE:
                        await connection.execute("DELETE FROM meta WHERE key = 'up since'")
                await connection.execute("INSERT INTO meta VALUES ('up since', $1) ON CONFLICT DO NOTHING", now)
                return await _downtime(connection)

        return await self._database.run(work)

    async def lease(self, process: str, tables: Collection[int], *, seconds: float) -> set[int]:
        wanted = [table for table in tables if table in NUMBERS]
        rows = await self._database.run(lambda connection: connection.fetch(_LEASE, process, wanted, seconds))
        return {table for (table,) in rows}

    async def release(self, process: str, tables: Collection[int]) -> None:
        wanted = [table for table in tables if table in NUMBERS]
        await self._database.run(lambda connection: connection.execute(_RELEASE, process, wanted))

    async def present(self, process: str, guests: _ByTable) -> None:
        async def work(connection: Any) -> list[int]:
            async with connection.transaction():
                await connection.execute(_FORGET, FORGOTTEN)
                await self._renew(connection, process)
                if process not in self._said:
                    await connection.execute("DELETE FROM presence WHERE process = $1", process)
                return await _write_changes(connection, process, self._said.get(process, {}), guests)

        try:
            changed = await self._database.run(work)
        except StoreError:
            self._said.pop(process, None)  # nobody knows: next time everything is said again
            raise
        self._said[process] = guests
        self._hints.tell(dict.fromkeys(changed))

    async def _renew(self, connection: Any, process: str) -> None:
        """Give a sign of life. After a crash of the database nobody knows the process: it says all again."""
        if await connection.fetchval(_RENEW, process):
            self._said.pop(process, None)

    async def who_is_present(self, tables: Collection[int], *, besides: str) -> list[Present]:
        wanted = [table for table in tables if table in NUMBERS]
        rows = await self._database.run(lambda connection: connection.fetch(_WHO, wanted, besides, LIVE_SECONDS))
        return [
            Present(table=table, guest=guest, clients=int(clients), address=address)
            for table, guest, clients, address in rows
        ]

    async def share_usage(self, process: str, usage: Usage) -> Usage:
        self._beats[process] += 1
        spent = self._spent[process]
        spent.append(usage.spent)
        report = msgspec.json.encode({"beat": self._beats[process], "spent": list(spent), "held": usage.held})
        rows = await self._database.run(
            lambda connection: connection.fetch(_SHARE, process, report.decode(), LIVE_SECONDS)
        )
        reports = {name: _DECODER.decode(text) for name, text in rows}
        return Usage(
            spent=_sum(
                amounts for name, report in reports.items() for amounts in self._news(process, name, report)
            ),
            held=_sum(report.held for report in reports.values()),
        )

    async def spend(self, what: str, *, every: float, most: int) -> float:
        async def work(connection: Any) -> float:
            if await connection.fetchval(_SPEND, what, every, most):
                return 0.0
            return max(0.001, await connection.fetchval(_TO_WAIT, what, every, most) or 0.0)

        return await self._database.run(work)

    async def leave(self, process: str) -> None:
        async def work(connection: Any) -> None:
            async with connection.transaction():
                await connection.execute("DELETE FROM processes WHERE name = $1", process)
                await connection.execute("DELETE FROM leases WHERE process = $1", process)

        await self._database.run(work)
        gone = self._said.pop(process, {})
        self._hints.tell(dict.fromkeys(gone))

    def _news(self, listener: str, speaker: str, report: _Report) -> list[dict[str, dict[str, int]]]:
        """What the speaker spent since the listener last heard of it."""
        missed = report.beat - self._heard.get((listener, speaker), 0)
        self._heard[listener, speaker] = report.beat
        return report.spent[-missed:] if missed > 0 else []


async def _downtime(connection: Any) -> Downtime | None:
    rows = await connection.fetch("SELECT key, value FROM meta WHERE key IN ('down since', 'down until')")
    found = dict(rows)
    return Downtime(since=found["down since"], until=found["down until"]) if found else None


async def _last_alive(connection: Any, now: int, silence: int | None) -> int:
    """When a process last gave a sign of life."""
    noted: int = await connection.fetchval("SELECT value FROM meta WHERE key = 'alive'") or 0
    return noted if silence is None else max(noted, now - silence)


async def _down_since(connection: Any, last: int) -> int:
    """Since the last sign of life, or since the one before the downtime before, if that was only just over."""
    before = await _downtime(connection)
    return before.since if before is not None and last <= before.until + SOON else last


async def _write_changes(connection: Any, process: str, before: _ByTable, now: _ByTable) -> list[int]:
    """Write what is different now; returns the tables that it concerns."""
    changed = [table for table in before.keys() | now.keys() if before.get(table) != now.get(table)]
    for start in range(0, len(changed), AT_ONCE):
        gone, come = [], []
        for table in changed[start : start + AT_ONCE]:
            were, are = ({each.guest: each for each in said.get(table, ())} for said in (before, now))
            gone += [(table, guest) for guest in were if guest not in are]
            come += [
                (table, guest, each.clients, each.address)
                for guest, each in are.items()
                if were.get(guest) != each
            ]
        if gone:
            await connection.execute(_GONE, process, *zip(*gone, strict=True))
        if come:
            await connection.execute(_COME, process, *zip(*come, strict=True))
    return changed


def _sum(amounts: Iterable[Amounts]) -> dict[str, dict[str, int]]:
    total: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for each in amounts:
        for address, used in each.items():
            total[address].update(used)
    return {address: dict(used) for address, used in total.items()}
