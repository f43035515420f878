"""Nothing acknowledged is lost: not when the server is killed, not when the disk is full."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tsuro.server.storage.sqlite.store import SqliteStore

pytestmark = pytest.mark.slow

WRITING = """
import asyncio, sys
from pathlib import Path
from tsuro.server.tables.log import Acted, Created
from tsuro.server.options import TableOptions
from tsuro.server.storage.sqlite.store import SqliteStore
from tsuro.server.storage.store import Append

async def play(store, name):
    table = await store.create([Created(at=1, play=f"p{name}", watch=f"w{name}", options=TableOptions())])
    print(table, 1, flush=True)
    for seq in range(2, 100_000, 2):
        entries = [Acted(at=seq + more, seat=0, action="play 17e") for more in range(2)]
        await store.append(Append(table=table, seq=seq, entries=entries, phase="playing", due=seq + 1))
        print(table, seq + 1, flush=True)

async def play_all(store):
    await asyncio.gather(*(play(store, f"{sys.argv[2]}-{number}") for number in range(20)))

asyncio.run(play_all(SqliteStore.open(Path(sys.argv[1]))))
"""

FILLING = """
import asyncio, resource, sys
from pathlib import Path
from tsuro.server.tables.log import Acted, Created
from tsuro.server.options import TableOptions
from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.sqlite import database, migrations
from tsuro.server.storage.sqlite.store import SqliteStore
from tsuro.server.storage.store import Append

async def append(store, seq):
    try:
        entries = [Acted(at=seq, seat=0, action="x" * 5000)]
        await store.append(Append(table=1, seq=seq, entries=entries, phase="playing", due=seq))
    except StoreError as error:
        print(error)
        return seq
    return seq + 1

async def main(store):
    await store.create([Created(at=1, play="p", watch="w", options=TableOptions())])
    seq = 2
    while (after := await append(store, seq)) > seq:
        seq = after
    assert await append(store, seq) == seq
    assert len(await store.log(1)) == (await store.row(1)).due == seq - 1
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    for number in range(seq, seq + 10):
        assert await append(store, number) == number + 1
    print("written:", len(await store.log(1)) - seq + 1)

store = SqliteStore.open(Path(sys.argv[1]))
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
asyncio.run(main(store))
store.close()
"""


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    path, random = tmp_path / "tables.sqlite3", Random(1)
    acknowledged: Counter[int] = Counter()
    for time in range(10):
        acknowledged |= write_until_killed(path, f"time-{time}", lines=random.randrange(40, 1500))
        with SqliteStore.open(path) as store:
            rows = {row.id: row for row in asyncio.run(store.rows())}
            assert rows.keys() >= acknowledged.keys()
            for table, seq in acknowledged.items():
                log, row = asyncio.run(store.log(table)), rows[table]
                assert [entry.at for entry in log] == list(range(1, len(log) + 1))
                assert len(log) >= seq
                assert len(log) % 2 == 1  # what is written together is there together
                assert (row.due or 1) == row.touched == row.entries == len(log)
    assert len(acknowledged) == 200


def write_until_killed(path: Path, name: str, *, lines: int) -> Counter[int]:
    """Let a process write, and kill it after this many acknowledgements; returns the last one for each table."""
    command = [sys.executable, "-c", WRITING, str(path), name]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        lines_read = [process.stdout.readline() for _ in range(lines)]
        process.kill()
        lines_read += process.stdout.readlines()
    acknowledged: Counter[int] = Counter()
    for line in lines_read:
        if line.endswith(b"\n"):  # the last may be torn
            table, seq = line.split()
            acknowledged[int(table)] = int(seq)
    return acknowledged


@pytest.mark.skipif(os.name != "posix", reason="needs a limit on the size of files")
def test_a_store_goes_on_when_there_is_room_again(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FILLING, str(tmp_path / "tables.sqlite3")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    *refusals, written = done.stdout.splitlines()
    assert refusals == ["the database does not work: disk I/O error"] * 2  # a limit is no full disk to SQLite
    assert written == "written: 10"
    with SqliteStore.open(tmp_path / "tables.sqlite3") as store:
        log = asyncio.run(store.log(1))
        assert [entry.at for entry in log] == list(range(1, len(log) + 1))
