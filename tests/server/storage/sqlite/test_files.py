"""The file of a store: made safely, refused untouched, brought up, copied."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
from tests.server.storage.entries import append

from tsuro.server.options import TableOptions
from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.sqlite import database, migrations
from tsuro.server.storage.sqlite.store import SqliteStore
from tsuro.server.tables.log import Acted, Created

OPTIONS = TableOptions()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "tables.sqlite3"


def fill(store: SqliteStore, tables: int = 1, entries: int = 1) -> None:
    async def make(number: int) -> None:
        table = await store.create([Created(at=1, play=f"p{number}", watch=f"w{number}", options=OPTIONS)])
        more = [Acted(at=2, seat=0, action="play 17e")] * entries
        await append(store, table, 2, *more)

    async def make_all() -> None:
        first = await store.count()
        await asyncio.gather(*(make(first + number) for number in range(tables)))

    asyncio.run(make_all())


def contents(folder: Path) -> dict[str, bytes]:
    """Every file but those that hold nothing: the lock, and SQLite's notes on who reads what."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith((".lock", "-shm"))}


def leave_behind(path: Path, statement: str = "SELECT 1") -> None:
    """Write to the database as a process does that is then killed: part of it is in the -wal beside the file."""
    program = (
        "import os, sqlite3, sys\n"
        "connection = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "connection.execute('PRAGMA journal_mode = WAL')\n"
        "connection.execute(\"INSERT INTO meta VALUES ('left', 1)\")\n"
        "connection.execute(sys.argv[2])\n"
        "os._exit(0)\n"
    )
    subprocess.run([sys.executable, "-c", program, str(path), statement], check=True)
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0


def refusal(path: Path, *, serve: bool = True) -> str:
    """Why the file is refused; it, and what is beside it, is as before."""
    before = contents(path.parent)
    left_behind = path.with_name(f"{path.name}-wal").exists()
    with pytest.raises(StoreError) as caught:
        SqliteStore.open(path, serve=serve)
    assert contents(path.parent) == before
    assert left_behind or not path.with_name(f"{path.name}-shm").exists()
    return str(caught.value)


@pytest.mark.parametrize("serve", [True, False])
def test_a_file_is_examined_once_when_it_is_opened(
    path: Path, monkeypatch: pytest.MonkeyPatch, *, serve: bool
) -> None:
    with SqliteStore.open(path) as store:
        fill(store)
    examined, examine = list[Path](), database.examine

    def noted(file: Path) -> None:
        examined.append(file)
        examine(file)

    monkeypatch.setattr(database, "examine", noted)
    with SqliteStore.open(path, serve=serve):
        assert examined == [path]


def test_folder_and_files_are_for_their_owner_only(path: Path) -> None:
    with SqliteStore.open(path) as store:
        fill(store)
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert set(modes) == {path.name, f"{path.name}-wal", f"{path.name}-shm", f"{path.name}.lock"}
    assert set(modes.values()) == {0o600}


def test_commits_wait_for_the_disk(path: Path) -> None:
    with SqliteStore.open(path) as store:
        for connection in (store._writer._connection, store._reader._connection):
            asked = [
                connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
            ]
            assert asked == ["wal", 2]
            assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)


def test_a_closed_database_is_one_file(path: Path) -> None:
    with SqliteStore.open(path) as store:
        fill(store)
    assert set(contents(path.parent)) == {path.name}


def test_two_servers_cannot_use_one_file(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.sqlite3"
    with SqliteStore.open(path):
        link.symlink_to(path)
        for name in (path, link):
            with pytest.raises(StoreError, match="another server is using the database"):
                SqliteStore.open(name)
    with SqliteStore.open(path) as store:
        assert asyncio.run(store.count()) == 0


def test_others_read_and_write_while_a_server_runs(path: Path) -> None:
    with SqliteStore.open(path) as server, SqliteStore.open(path, serve=False) as other:
        fill(server)
        assert asyncio.run(other.count()) == 1
        fill(other)
        assert asyncio.run(server.count()) == 2
    with SqliteStore.open(path, serve=False) as other, SqliteStore.open(path) as server:
        assert asyncio.run(server.count()) == asyncio.run(other.count()) == 2


def test_only_a_server_makes_a_database(path: Path) -> None:
    with pytest.raises(StoreError, match="there is no database yet"):
        SqliteStore.open(path, serve=False)
    assert not path.parent.exists()


@pytest.mark.parametrize("serve", [True, False])
@pytest.mark.parametrize("content", [b"", b"x", b"Dear diary,\n" * 1000, b"SQLite format 3\0" + b"x" * 5000])
def test_a_file_that_is_no_database_is_left_alone(path: Path, content: bytes, *, serve: bool) -> None:
    path.parent.mkdir()
    path.write_bytes(content)
    assert "not a database of Tsuro tables" in refusal(path, serve=serve)


@pytest.mark.parametrize("serve", [True, False])
def test_a_database_of_another_program_is_left_alone(path: Path, *, serve: bool) -> None:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE meta (key, value)")
    assert "not a database of Tsuro tables" in refusal(path, serve=serve)
    leave_behind(path)
    assert "not a database of Tsuro tables" in refusal(path, serve=serve)


@pytest.mark.parametrize("serve", [True, False])
def test_a_newer_database_is_left_alone(path: Path, *, serve: bool) -> None:
    with SqliteStore.open(path) as store:
        fill(store)
    leave_behind(path, "PRAGMA user_version = 99")  # only what is beside the file tells that it is newer
    assert "newer version" in refusal(path, serve=serve)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version")
    assert "newer version" in refusal(path, serve=serve)


@pytest.mark.parametrize("serve", [True, False])
@pytest.mark.parametrize("stopped_well", [True, False])
def test_a_damaged_database_is_left_alone(path: Path, *, stopped_well: bool, serve: bool) -> None:
    with SqliteStore.open(path) as store:
        fill(store, tables=50, entries=20)
    if not stopped_well:
        leave_behind(path)
    with path.open("rb+") as file:
        for page in range(4, path.stat().st_size // 4096, 2):
            file.seek(page * 4096)
            file.write(os.urandom(4096))
    assert "the database is damaged" in refusal(path, serve=serve)


def test_a_database_cut_short_is_left_alone(path: Path) -> None:
    with SqliteStore.open(path) as store:
        fill(store, tables=50, entries=20)
    os.truncate(path, path.stat().st_size // 2)
    assert "the database is damaged" in refusal(path)


def test_what_a_killed_server_left_behind_is_taken_in(path: Path) -> None:
    with SqliteStore.open(path) as store:
        fill(store)
    leave_behind(path, "INSERT INTO meta VALUES ('alive', 42)")
    with SqliteStore.open(path) as store:
        assert (asyncio.run(store.last_alive()), asyncio.run(store.count())) == (42, 1)


def test_the_rest_of_a_lost_database_is_left_alone(path: Path) -> None:
    with SqliteStore.open(path):
        pass
    leave_behind(path)
    path.unlink()
    assert "tables.sqlite3-wal is still there" in refusal(path)


def test_a_folder_is_no_database(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(StoreError, match=r"tables\.sqlite3: Is a directory"):
        SqliteStore.open(path)
    assert list(path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here")
    with pytest.raises(StoreError, match=r"file/tables\.sqlite3: "):
        SqliteStore.open(tmp_path / "file" / "tables.sqlite3")


def test_nothing_is_left_of_a_database_that_could_not_be_made(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "MIGRATIONS", ("CREATE TABLE one (id); CREATE TABLE one (id)",))
    with pytest.raises(StoreError, match="table one already exists"):
        SqliteStore.open(path)
    assert contents(path.parent) == {}


def test_an_older_database_is_brought_up_by_a_server(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with SqliteStore.open(path) as store:
        fill(store)
    newest = (*migrations.MIGRATIONS, "ALTER TABLE tables ADD COLUMN remark TEXT", "CREATE TABLE remarks (id)")
    for version in range(1, len(migrations.MIGRATIONS) + 1):
        old = path.with_name(f"version-{version}.sqlite3")
        with monkeypatch.context() as patch, closing(sqlite3.connect(old, isolation_level=None)) as connection:
            patch.setattr(migrations, "MIGRATIONS", migrations.MIGRATIONS[:version])
            migrations.migrate(connection)
    monkeypatch.setattr(migrations, "MIGRATIONS", newest)
    for file in path.parent.glob("*.sqlite3"):
        with pytest.raises(StoreError, match="start a server once to update it"):
            SqliteStore.open(file, serve=False)
        with SqliteStore.open(file) as store:
            before = asyncio.run(store.count())
            fill(store)
            assert asyncio.run(store.count()) == before + 1
        with closing(sqlite3.connect(file)) as connection:
            assert migrations.version_of(connection) == len(newest)
            assert connection.execute("SELECT remark FROM tables").fetchall() == [(None,)] * (before + 1)


def test_a_migration_that_fails_leaves_the_file_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with SqliteStore.open(path) as store:
        fill(store)
    bad = "ALTER TABLE tables ADD COLUMN remark TEXT; DELETE FROM tables; INSERT INTO nowhere VALUES (1)"
    with monkeypatch.context() as patch:
        patch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, bad))
        assert "no such table: nowhere" in refusal(path)
    with SqliteStore.open(path) as store:
        assert asyncio.run(store.count()) == 1


def test_a_migration_waits_for_nobody_forever(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.05)
    with SqliteStore.open(path):
        pass
    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, "CREATE TABLE more (id)"))
    with closing(database.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program keeps the database busy"):
            SqliteStore.open(path)


def test_what_is_no_database_cannot_be_connected_to(tmp_path: Path) -> None:
    (tmp_path / "diary").write_text("Dear diary,\n" * 1000)
    with pytest.raises(sqlite3.DatabaseError, match="not a database"):
        database.connect(tmp_path / "diary")


def test_a_backup_is_a_whole_database(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    heard: list[tuple[int, int]] = []
    with SqliteStore.open(path) as store:
        fill(store, tables=5, entries=10)
        asyncio.run(store.backup(copy, progress=lambda done, total: heard.append((done, total))))
        logs = [asyncio.run(store.log(row.id)) for row in asyncio.run(store.rows())]
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert heard[-1][0] == heard[-1][1] > 1
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == [copy.name]
    with SqliteStore.open(copy) as store:
        assert [asyncio.run(store.log(row.id)) for row in asyncio.run(store.rows())] == logs


def test_a_backup_does_not_replace_a_file(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    copy.write_text("precious")
    with SqliteStore.open(path) as store, pytest.raises(StoreError, match="exists already"):
        asyncio.run(store.backup(copy))
    assert copy.read_text() == "precious"


def test_a_backup_that_fails_leaves_nothing(path: Path, tmp_path: Path) -> None:
    target = tmp_path / "copies"
    target.mkdir()

    def stop(done: int, total: int) -> None:
        raise StoreError("enough")

    with SqliteStore.open(path) as store:
        with pytest.raises(StoreError, match="enough"):
            asyncio.run(store.backup(target / "copy.sqlite3", progress=stop))
        with pytest.raises(StoreError, match=r"missing/copy\.sqlite3: No such file"):
            asyncio.run(store.backup(tmp_path / "missing" / "copy.sqlite3"))
        path.unlink()
        with pytest.raises(StoreError, match="unable to open database file"):
            asyncio.run(store.backup(target / "copy.sqlite3"))
    assert list(target.iterdir()) == []


def test_a_backup_that_is_cancelled_leaves_nothing(path: Path, tmp_path: Path) -> None:
    async def cancel(store: SqliteStore) -> None:
        began, cancelled = asyncio.Event(), threading.Event()
        loop = asyncio.get_running_loop()

        def progress(_done: int, _total: int) -> None:
            loop.call_soon_threadsafe(began.set)
            cancelled.wait()

        copying = asyncio.create_task(store.backup(tmp_path / "copy.sqlite3", progress=progress))
        await began.wait()
        copying.cancel()
        with pytest.raises(asyncio.CancelledError):
            await copying
        cancelled.set()

    with pytest.MonkeyPatch.context() as patch, SqliteStore.open(path) as store:
        patch.setattr(database, "PAGES_AT_ONCE", 1)
        fill(store, tables=200, entries=200)
        asyncio.run(cancel(store))  # it ends when the thread has
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == []


def test_backups_while_others_write_are_of_one_moment(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tsuro.server.storage.sqlite.database.PAGES_AT_ONCE", 3)
    copies = [tmp_path / f"copy-{number}.sqlite3" for number in range(5)]

    async def play(store: SqliteStore, table: int, copied: asyncio.Event) -> None:
        for seq in count(22):
            await append(store, table, seq, Acted(at=seq, seat=0, action="play 17e"), due=seq)
            if copied.is_set():
                return

    async def copy_meanwhile(store: SqliteStore) -> None:
        copied = asyncio.Event()
        games = [asyncio.create_task(play(store, table, copied)) for table in range(1, 101)]
        for copy in copies:
            await store.backup(copy)
            await asyncio.sleep(0.01)
        copied.set()
        await asyncio.gather(*games)

    with SqliteStore.open(path) as store:
        fill(store, tables=100, entries=20)
        asyncio.run(copy_meanwhile(store))
        sizes = [check_copy(copy) for copy in copies]
        assert 2100 <= sizes[0] < sizes[-1] <= sum(row.entries for row in asyncio.run(store.rows()))


def check_copy(copy: Path) -> int:
    """How many entries there are in a copy, which must be sound."""
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    with SqliteStore.open(copy, serve=False) as store:
        rows = asyncio.run(store.rows())
        assert [len(asyncio.run(store.log(row.id))) for row in rows] == [row.entries for row in rows]
        assert [row.due for row in rows] == [row.entries if row.entries > 21 else None for row in rows]
    return sum(row.entries for row in rows)


def test_a_backup_put_in_place_of_the_database_works(path: Path, tmp_path: Path) -> None:
    with SqliteStore.open(path) as store:
        fill(store)
        asyncio.run(store.backup(tmp_path / "copy.sqlite3"))
        fill(store)
    shutil.copyfile(tmp_path / "copy.sqlite3", path)
    with SqliteStore.open(path) as store:
        assert asyncio.run(store.count()) == 1
        fill(store)
        assert asyncio.run(store.count()) == 2
