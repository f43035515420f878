"""`tsuro tables copy`, and the other commands on a database that processes share."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest
from tests.postgresql import empty_database
from tests.server.storage.entries import created

from tsuro.cli import main, tables_copy
from tsuro.server.storage.opening import open_store
from tsuro.server.tables.log import LogEntry

pytestmark = pytest.mark.slow

COMMANDS: tuple[tuple[object, ...], ...] = (
    ("list",),
    ("list", "--links"),
    ("show", 4),
    ("export", 4, "--game", 1),
    ("prune", "--dry-run"),
    ("prune",),
    ("list",),
)
OLD = Path(__file__).parents[1] / "compatibility" / "server-0.4.0" / "tables.sqlite3"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database of an earlier version, with twelve tables."""
    return Path(shutil.copy(OLD, tmp_path / "club.sqlite3"))


def printed(capsys: pytest.CaptureFixture[str], *words: object, code: int = 0) -> str:
    """What the command says."""
    assert main(["tables", *map(str, words)]) == code
    out, err = capsys.readouterr()
    return out or err


def test_all_commands_work_on_a_copy(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    url = empty_database()
    asyncio.run(opened(file, created("old")))
    assert printed(capsys, "copy", file, url) == "PostgreSQL: a copy of 13 tables, compared entry by entry.\n"
    assert printed(capsys, "copy", file, url).endswith("compared entry by entry.\n")
    for words in COMMANDS:
        assert printed(capsys, *words, "--database", url) == printed(capsys, *words, "--database", file)


def test_a_backup_of_a_shared_database_is_copied_back(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url, backup = empty_database(), tmp_path / "backup.sqlite3"
    printed(capsys, "copy", file, url)
    listed, story = printed(capsys, "--links", "--database", url), printed(capsys, "show", 5, "--database", url)
    assert printed(capsys, "backup", backup, "--database", url).endswith("a copy of 12 tables.\n")
    assert backup.stat().st_mode & 0o077 == 0  # it holds the links of all tables
    url = empty_database()  # everything is lost
    assert "no database yet" in printed(capsys, "--database", url, code=2)
    printed(capsys, "copy", backup, url)
    assert printed(capsys, "--links", "--database", url) == listed
    assert printed(capsys, "show", 5, "--database", url) == story


def test_a_backup_of_a_file_is_a_database_again(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup = tmp_path / "backup.sqlite3"
    asyncio.run(opened(file))
    listed = printed(capsys, "--links", "--database", file)
    printed(capsys, "backup", backup, "--database", file)
    for part in tmp_path.glob("club.sqlite3*"):  # everything is lost
        part.unlink()
    shutil.copy(backup, file)
    asyncio.run(opened(file))
    assert printed(capsys, "--links", "--database", file) == listed


async def opened(database: Path, *entries: LogEntry) -> None:
    """As a server does, which brings it up to date."""
    async with open_store(database) as store:
        if entries:
            await store.create(entries)


def test_what_is_wrong_is_said_without_an_address(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = printed(capsys, "copy", file, "postgresql://ana:secret@127.0.0.1:1/ana", code=2)
    assert said == "tsuro: the database cannot be reached: is PostgreSQL running, and is the address right?\n"
    assert "FROM and TO are the same" in printed(capsys, "copy", file, file, code=2)


def test_whoever_interrupts_it_learns_how_to_go_on(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stopped(*_: object, **__: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(tables_copy, "copy", stopped)
    said = printed(capsys, "copy", file, tmp_path / "new.sqlite3", code=130)
    assert "repeat the command, and it goes on where it was" in said


def test_the_help_teaches(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["tables", "copy", "--help"])
    assert ended.value.code == 0
    help_text = capsys.readouterr().out
    for words in ("Stop the servers", "goes on where it was", "back to one file", "PGPASSWORD"):
        assert words in help_text
