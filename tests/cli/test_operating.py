"""What whoever runs a server types while it runs: closing, removing, forgetting, banning; and its limits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.running import Guest, running
from websockets.exceptions import ConnectionClosed

from tsuro.cli import main
from tsuro.cli.limits import NAMES, with_limits
from tsuro.server.options import TableOptions
from tsuro.server.settings import Limits
from tsuro.server.storage.rows import encoded
from tsuro.server.storage.sqlite.database import connect
from tsuro.server.storage.sqlite.store import SqliteStore
from tsuro.server.tables import log

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Guest]]:
    """A server that is running, and its database."""
    folder = tmp_path_factory.mktemp("club")
    with running(folder) as guest:
        yield Path(guest.server._settings.database), guest


def told(capsys: pytest.CaptureFixture[str], database: Path, *words: str) -> str:
    assert main([*words, "--database", str(database)]) == 0
    return capsys.readouterr().out.strip()


def number_of(database: Path, code: str) -> int:
    with SqliteStore.open(database, serve=False) as store:
        found = asyncio.run(store.find(code))
    assert found is not None
    return found.id


@pytest.mark.parametrize(("word", "done"), [("close", "Closed"), ("remove", "Removed")])
def test_everybody_at_a_table_hears_that_it_is_gone(
    club: tuple[Path, Guest], word: str, done: str, capsys: pytest.CaptureFixture[str]
) -> None:
    database, guest = club
    code = guest.make_table()["play"]
    number = number_of(database, code)
    with guest.connect(code) as talk:
        talk.until("snapshot")
        assert told(capsys, database, "tables", word, str(number)) == f"{done} table {number}."
        assert talk.until("goodbye")["reason"] == "removed"
    assert guest.get(f"/api/tables/{code}").status_code == 404
    assert main(["tables", word, str(number), "--database", str(database)]) == 2
    assert f"nothing to do for table {number}" in capsys.readouterr().err
    shown = main(["tables", "show", str(number), "--database", str(database)])
    assert shown == (0 if word == "close" else 2)


def test_a_person_who_wants_to_be_forgotten_leaves_only_the_game(
    club: tuple[Path, Guest], capsys: pytest.CaptureFixture[str]
) -> None:
    database, guest = club
    codes = [guest.play_against_a_bot(), guest.make_table(seats=2)["play"]]
    guest.ask(codes[1], "sit", seat=1, name="Ana Unmistakable")
    number = number_of(database, codes[0])
    before = guest.get(f"/api/tables/{codes[0]}/games/1/record").text
    assert "Ana Unmistakable" in before
    assert told(capsys, database, "tables", "forget", str(number), "1").startswith("Forgotten at tables ")
    other = guest.another()
    until = time.monotonic() + 10
    while "Ana" in (after := other.get(f"/api/tables/{codes[0]}/games/1/record").text):
        assert time.monotonic() < until
        time.sleep(0.1)
    assert after == before.replace("Ana Unmistakable", "Guest 1")
    assert guest.look(codes[1])["you"]["seats"] == []
    for file in database.parent.glob("tables.sqlite3"):
        with SqliteStore.open(file, serve=False) as store:
            assert asyncio.run(store.tables_of("Unmistakable")) == []


ANN = "a" * 64
BROKEN = ("{}", encoded(log.Started(at=1, seats=(0, 1), first=0, secret="", begun="no record")))


def keep_damaged(path: Path, tables: int, damaged: int, broken: str) -> None:
    """Tables at which Ann sits, one of which has an entry that makes no sense."""
    sat = log.Sat(at=1, by=ANN, seat=0, guest=ANN, name="Ann Unmistakable", marker="circle")
    with SqliteStore.open(path) as store:
        for number in range(1, tables + 1):
            made = log.Created(at=1, by=ANN, play=f"p{number}", watch=f"w{number}", options=TableOptions())
            assert asyncio.run(store.create([made, sat])) == number
    with closing(connect(path)) as database:
        database.execute("INSERT INTO log VALUES (?, 3, ?)", (damaged, broken))


@pytest.mark.parametrize("broken", BROKEN)
def test_whoever_is_forgotten_is_so_at_all_tables_that_can_be_read(
    tmp_path: Path, broken: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tables.sqlite3"
    keep_damaged(path, 3, 2, broken)
    assert main(["tables", "forget", "1", "1", "--database", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out.startswith("Forgotten at tables 1, 3. ")
    assert said.err == (
        "tsuro: table 2 is damaged and keeps their names: `tsuro tables remove 2` removes it, with all its games\n"
    )
    with SqliteStore.open(path, serve=False) as store:
        assert asyncio.run(store.tables_of("Unmistakable")) == [2]


def test_nobody_is_found_at_a_table_that_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tables.sqlite3"
    keep_damaged(path, 1, 1, "{}")
    assert main(["tables", "forget", "1", "1", "--database", str(path)]) == 2
    assert "name another table where they have a seat" in capsys.readouterr().err


def test_only_whoever_sits_somewhere_can_be_forgotten(
    club: tuple[Path, Guest], capsys: pytest.CaptureFixture[str]
) -> None:
    database, guest = club
    number = number_of(database, guest.make_table(seats=2)["play"])
    with_a_bot = guest.make_table(seats=2)["play"]
    guest.ask(with_a_bot, "add-bot", seat=1, bot="wanderer")
    wrong = {
        ("99999", "1"): "there is no table 99999",
        (str(number), "1"): "nobody sits at seat 1",
        (str(number_of(database, with_a_bot)), "2"): "a bot sits at seat 2",
    }
    for words, why in wrong.items():
        assert main(["tables", "forget", *words, "--database", str(database)]) == 2
        assert why in capsys.readouterr().err


def test_a_banned_address_is_out_within_a_second_and_may_come_again(
    club: tuple[Path, Guest], capsys: pytest.CaptureFixture[str]
) -> None:
    database, guest = club
    code = guest.make_table()["play"]
    assert told(capsys, database, "ban") == "Nobody is banned."
    with guest.connect(code) as talk:
        talk.until("snapshot")
        assert told(capsys, database, "ban", "127.0.0.1", "--for", "2h").startswith("127.0.0.1 is banned until ")
        with pytest.raises(ConnectionClosed):
            talk.until("nothing")
    assert guest.get("/api/tiles").json()["code"] == "banned"
    assert told(capsys, database, "ban").startswith("127.0.0.1 until ")
    assert told(capsys, database, "ban", "127.0.0.1", "--lift") == "127.0.0.1 may come again."
    until = time.monotonic() + 10
    while guest.get("/api/tiles").status_code != 200:
        assert time.monotonic() < until
        time.sleep(0.1)


@pytest.mark.parametrize("words", [("--lift",), ("--for", "3h")])
def test_nobody_is_banned_without_an_address(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ban", *words]) == 2
    assert "which address?" in capsys.readouterr().err


@pytest.mark.parametrize("words", [("nobody",), ("192.0.2.1", "--for", "soon"), ("192.0.2.1", "--for", "0d")])
def test_what_cannot_be_banned_is_told_in_a_sentence(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = main(["ban", *words])
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    assert words[-1] in capsys.readouterr().err


def test_limits_are_options(capsys: pytest.CaptureFixture[str]) -> None:
    limits = with_limits([("tables", 50_000), ("tables-per-day", 7)])
    assert (limits.tables, limits.tables_per_day) == (50_000, 7)
    assert with_limits([]) == Limits()
    assert [with_limits([(name, 3)]) != Limits() for name in NAMES] == [True] * len(NAMES)
    with pytest.raises(SystemExit):
        main(["serve", "--help"])
    said = capsys.readouterr().out
    assert all(name in said for name in NAMES)


@pytest.mark.parametrize("text", ["tables", "tables=0", "tables=many", "chairs=4"])
def test_limits_that_do_not_exist_are_told_in_a_sentence(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--limit", text])
    assert ended.value.code == 2
    assert text in capsys.readouterr().err
