"""`tsuro tables`, as whoever runs a server would type it."""

from __future__ import annotations

import argparse
import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path
from random import Random
from typing import Literal, get_args

import pytest
from rich.console import Console
from tests.server.running import running

from tsuro import Match, read_json, read_text, verify, write_action
from tsuro.cli import main, tables
from tsuro.cli.table_words import options_words, story
from tsuro.deal import Deal, seal_of
from tsuro.game.errors import TsuroError
from tsuro.notation import read_action
from tsuro.server.messages.records import PracticeWanted
from tsuro.server.messages.views import Played
from tsuro.server.options import Bank, Clock, Days, First, NoClock, PerTurn, TableOptions
from tsuro.server.settings import Settings
from tsuro.server.storage.errors import StoreError
from tsuro.server.storage.sqlite.database import connect
from tsuro.server.storage.sqlite.store import SqliteStore
from tsuro.server.storage.store import DAY, Append
from tsuro.server.tables import log
from tsuro.server.tables.log import LogEntry
from tsuro.server.tables.practice import decide_practice
from tsuro.server.tables.table import Table

ANN, RUI, HOST = "a" * 64, "b" * 64, "c" * 64
SECRETS = ("5ec2e7" * 10, "0dd5ec" * 10)
NOW = int(time.time() * 1000)
HIDDEN = (ANN, RUI, HOST, *SECRETS)


class Club:
    """A database with tables for the commands to work on."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self._capsys = capsys

    def keep(self, *entries: LogEntry, phase: str = "gathering") -> int:
        with SqliteStore.open(self.path) as store:
            number = asyncio.run(store.create(entries[:1]))
            if entries[1:]:
                asyncio.run(store.append(Append(table=number, seq=2, entries=entries[1:], phase=phase)))
        return number

    def tsuro(self, *words: str) -> str:
        """What the command prints on standard output."""
        options = parsed(self, *words)
        assert options.run(options) == 0
        return self._capsys.readouterr().out


def parsed(club: Club, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    tables.add_commands(parser.add_subparsers())
    return parser.parse_args(["tables", "--database", str(club.path), *words])


@pytest.fixture
def club(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Club:
    return Club(tmp_path / "tables.sqlite3", capsys)


def gathered(name: str = "1", *, at: int = NOW, edition: str = "modern") -> list[LogEntry]:
    options = TableOptions(edition=edition, seats=4)
    return [
        log.Created(at=at, by=HOST, play=f"play-code-{name}", watch=f"watch-code-{name}", options=options),
        log.Sat(at=at, by=ANN, request="r1", seat=0, guest=ANN, name="Ann [bold]", marker="circle"),
        log.BotSat(at=at, by=HOST, seat=2, bot="dragon", name="Dragon", marker="square"),
        log.Sat(at=at, by=RUI, seat=3, guest=RUI, name="Rui", marker="triangle"),
    ]


def game(entries: list[LogEntry], *, secret: str, moves: int = 1000) -> list[LogEntry]:
    """The entries and a game, to its end if it is not stopped before."""
    table, random = Table.replay(entries), Random(secret)
    seats = tuple(number for number, seat in enumerate(table.seats) if seat.name)
    entries = [*entries, log.Started(at=NOW, by=HOST, seats=seats, first=1, secret=secret)]
    table.apply(entries[-1])
    match = table.match
    assert match is not None
    while not match.is_over and moves:
        action = write_action(random.choice(match.legal_actions))
        played: Played = "person" if moves % 10 else "stand-in"
        entries.append(log.Acted(at=NOW, by=ANN, seat=match.active, action=action, played=played))
        table.apply(entries[-1])
        moves -= 1
    return entries


def an_evening() -> list[LogEntry]:
    """One game played to its end, another one begun; enough tiles changed hands to have something to hide."""
    finished = game(gathered(edition="modern+bonus"), secret=SECRETS[0])
    return game(finished, secret=SECRETS[1], moves=12)


def test_tables_are_listed_without_their_codes(club: Club) -> None:
    club.keep(*gathered("1", at=NOW - DAY))
    club.keep(*game(gathered("2"), secret=SECRETS[0], moves=3), phase="playing")
    listed = club.tsuro("list")
    assert listed == club.tsuro()
    heading, *lines = (line.split("\t") for line in listed.splitlines())
    assert tuple(heading) == tables.HEADINGS
    assert [[line[0], *line[2:]] for line in lines] == [
        ["2", "playing", "1", "modern", "Ann [bold], Dragon, Rui"],
        ["1", "gathering", "-", "modern", "Ann [bold], Dragon, Rui"],
    ]
    assert all(re.fullmatch(r"\d\d-\d\d \d\d:\d\d", line[1]) for line in lines)
    assert not any(secret in listed for secret in (*HIDDEN, "code"))


def test_an_empty_database_has_no_tables_yet(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    SqliteStore.open(club.path).close()
    for words in ([], ["--links"]):
        options = parsed(club, *words)
        assert options.run(options) == 0
        assert capsys.readouterr() == ("", "No tables yet.\n")


def test_links_are_listed_when_asked_for_and_fit_a_small_terminal(club: Club) -> None:
    club.keep(*gathered())
    there = ["--origin", "https://tsuro.example/"]
    for words in (["--links", *there], ["list", "--links", *there], [*there, "list", "--links"]):
        listed = club.tsuro(*words)
        assert listed.splitlines() == [
            "Table 1, gathering: Ann [bold], Dragon, Rui",
            "  to play:  https://tsuro.example/table/play-code-1",
            "  to watch: https://tsuro.example/table/watch-code-1",
        ]
        assert not any(secret in listed for secret in HIDDEN)


def test_links_say_which_address_they_assume(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    club.keep(*gathered())
    assert main(["tables", "--links", "--database", str(club.path)]) == 0
    shown, said = capsys.readouterr()
    assert "  to play:  http://127.0.0.1:8000/table/play-code-1" in shown.splitlines()
    assert said == "These links are for a server at http://127.0.0.1:8000: for another, add --origin URL.\n"
    assert main(["tables", "--links", "--origin", "tsuro.example", "--database", str(club.path)]) == 2
    assert "is not an origin" in capsys.readouterr().err


def test_links_open_the_table_in_a_browser(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(tmp_path) as guest:
        guest.make_table()
        origin, database = f"http://{guest.place}", str(tmp_path / "tables.sqlite3")
        assert main(["tables", "--links", "--origin", origin, "--database", database]) == 0
        links = re.findall(r"http://\S+", capsys.readouterr().out)
        pages = [guest.get(link.removeprefix(origin), Accept="text/html") for link in links]
        assert [page.status_code for page in pages] == [200, 200]
        assert all(page.headers["content-type"].startswith("text/html") for page in pages)


def test_so_many_tables_are_listed_as_asked_for(club: Club) -> None:
    for number in range(5):
        club.keep(*gathered(str(number), at=NOW + number))
    assert [line.split("\t")[0] for line in club.tsuro("--most", "2").splitlines()[1:]] == ["5", "4"]
    assert len(club.tsuro("--most", "0").splitlines()) == 6


def test_a_table_that_cannot_be_read_does_not_hide_the_others(club: Club) -> None:
    club.keep(*gathered("1"), log.Acted(at=NOW, seat=0, action="play 17e"))
    club.keep(*gathered("2"))
    listed = club.tsuro()
    assert "gathering\t?\t?\t(the log cannot be read)" in listed
    assert "gathering\t-\tmodern\tAnn" in listed


def test_a_damaged_log_is_named_and_told_as_far_as_it_goes(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    club.keep(*gathered("1"), log.Acted(at=NOW, seat=0, action="play 17e"))
    with pytest.raises(TsuroError, match=r"nobody can open it: entry 5 \(acted\) .*a backup"):
        club.tsuro("show", "1")
    told = capsys.readouterr().out
    assert "sits at seat 1" in told
    assert told.splitlines()[-1].startswith("    4  ")


def test_an_entry_that_cannot_be_read_is_named(club: Club) -> None:
    club.keep(*gathered("1"))
    with closing(connect(club.path)) as database:
        database.execute("INSERT INTO log VALUES (1, 5, '{}')")
    with pytest.raises(TsuroError, match=r"nobody can open it: entry 5 of table 1 cannot be read.*a backup"):
        club.tsuro("show", "1")


def test_on_a_terminal_tables_stand_in_a_grid(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    club.keep(*gathered())
    shown = StringIO()
    monkeypatch.setattr(tables, "Console", lambda: Console(file=shown, force_terminal=True, width=80))
    club.tsuro()
    assert "Ann [bold], Dragon, Rui" in shown.getvalue()
    assert "───" in shown.getvalue()


def test_a_table_is_told_without_its_secrets(club: Club) -> None:
    entries = an_evening()
    club.keep(*entries, phase="playing")
    shown = club.tsuro("show", "1")
    lines = shown.splitlines()
    assert lines[:4] == [
        "Table 1: playing, game 2, modern+bonus, 4 seats, no clock, chance decides who is first",
        "  seat 1: Ann [bold] (a person, circle)",
        "  seat 2: Dragon (a bot, dragon, square)",
        "  seat 3: Rui (a person, triangle)",
    ]
    assert len(lines) == 5 + len(entries)
    assert sum("A game begins: Ann [bold], Dragon, Rui. Dragon is first." in line for line in lines) == 2
    assert "draws a tile." in shown
    assert "(A stand-in.)" in shown
    assert not any(f"draws tile {number}" in shown for number in range(1, 36))
    assert not any(secret in shown for secret in (*HIDDEN, "code"))


def test_a_table_without_a_game_is_told_without_a_number(club: Club) -> None:
    club.keep(*gathered())
    assert club.tsuro("show", "1").startswith("Table 1: gathering, modern, 4 seats")


def happenings() -> Iterator[tuple[LogEntry, str]]:
    """Entries that follow each other, and how they are told."""
    yield (
        log.OptionsChanged(at=1, options=TableOptions(seats=3, clock=PerTurn(30), open=True)),
        "3 seats, 30 seconds a turn, chance decides who is first, open to anyone",
    )
    yield log.Sat(at=1, seat=0, guest=ANN, name="Ann", marker="circle"), "Ann sits at seat 1."
    yield (
        log.Sat(at=1, seat=1, guest=RUI, name="R2", marker="star", outside=True),
        "R2, a program, sits at seat 2.",
    )
    yield log.SeatChanged(at=1, seat=1, to=2), "Seats 2 and 3 change places."
    yield log.BotSat(at=1, seat=1, bot="guardian", name="Guard", marker="diamond"), "Guard, a bot (guardian), sits"
    yield log.StoodUp(at=1, seat=1), "Guard leaves seat 2."
    yield log.HostPassed(at=1, guest=ANN), "Ann is the host now."
    yield log.HostPassed(at=1, guest="f" * 64), "A guest is the host now."
    yield log.HostPassed(at=1, guest=""), "Nobody is the host now."
    yield log.FirstChosen(at=1, seat=2), "R2 will be first."
    yield log.StartPlanned(at=1, starts=20_001), "The game will start by itself, with bots in the empty seats."
    yield log.Committed(at=1, secret=SECRETS[0]), "The server commits to its part of the next deal."
    commitment = Deal.of_secret(SECRETS[0]).commitment
    yield log.Sealed(at=1, seat=2, seal=seal_of(commitment, "0" * 32)), "R2 commits to a part of the next deal."
    yield log.Dealing(at=1), "The tiles are about to be dealt."
    yield log.Contributed(at=1, seat=2, value="0" * 32), "R2 contributes to the deal."
    yield (
        log.Started(at=1, seats=(0, 2), first=1, secret=SECRETS[0], contributions=f"2 {'0' * 32}"),
        "A game begins: Ann, R2. R2 is first.",
    )
    yield log.Acted(at=1, seat=1, action="mark c6n1"), "R2 starts at c6, top left."
    yield log.Warned(at=1, seat=0, left=9500), "Ann has 9 seconds left."
    yield log.TimeRanOut(at=1, seat=0), "Ann's time ran out."
    yield log.Voted(at=1, seat=1, absent=0), "R2 wants a stand-in for Ann."
    yield log.StandInStarted(at=1, seat=0, reason="vote"), "A stand-in plays for Ann, by vote."
    yield log.StandInEnded(at=1, seat=0), "Ann is back and plays again."
    yield log.SeatHandedOver(at=1, guest=ANN, to=HOST), "Ann plays on from another device."
    yield log.Paused(at=1, milliseconds=2_000_000), "The server was away for 2,000 seconds; no clock ran."
    yield log.Rewritten(at=1), "Somebody was forgotten; what is above was written anew without them."


def test_every_kind_of_entry_is_told() -> None:
    entries, words = zip(*happenings(), strict=True)
    told = list(story([log.Created(at=1, by=HOST, play="p", watch="w", options=TableOptions()), *entries]))
    assert told[0] == "The table is made: modern, 2 seats, no clock, chance decides who is first."
    for sentence, expected in zip(told[1:], words, strict=True):
        assert expected in sentence
    finished = game(gathered(), secret=SECRETS[0])
    assert list(story([*finished, log.RematchWanted(at=1, seat=1)]))[-1] == "Dragon wants another game."
    mark = log.Acted(at=1, seat=0, action="mark c6n1")
    practised = [*gathered()[:3], log.Started(at=1, seats=(0, 2), first=0, secret=SECRETS[0]), mark]
    assert list(story([*practised, log.Undone(at=1, seat=0, actions=0)]))[-1] == "Ann [bold] takes a move back."
    kinds = {type(entry) for entry in entries} | {log.Created, log.RematchWanted, log.Undone}
    assert kinds == set(get_args(LogEntry))


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        (NoClock(), "no clock"),
        (PerTurn(30), "30 seconds a turn"),
        (Bank(300), "300 seconds a game"),
        (Bank(600, 5), "600 seconds a game and 5 more after each turn"),
        (Days(1), "1 day a turn"),
        (Days(3), "3 days a turn"),
    ],
)
def test_every_clock_is_told(clock: Clock, words: str) -> None:
    made = log.Created(at=1, play="p", watch="w", options=TableOptions(clock=clock))
    assert list(story([made])) == [f"The table is made: modern, 2 seats, {words}, chance decides who is first."]


@pytest.mark.parametrize(("first", "words"), [("oldest", "the oldest is first"), ("chosen", "the table says who")])
def test_who_is_first_is_told(first: First, words: str) -> None:
    assert f", no clock, {words}" in options_words(TableOptions(first=first))


def test_a_game_that_goes_on_from_a_record_is_told_so() -> None:
    wanted = PracticeWanted(record="", move=0, seat=1, name="Zoé")
    record = Match(players=2, seed=1).record()
    entries = decide_practice(ANN, record, wanted, play="p", watch="w", now=NOW)
    assert list(story(entries))[-1] == "A game goes on from a record: Aki, Zoé."


@pytest.mark.parametrize(
    ("reason", "words"),
    [("time", "because time ran out twice"), ("left", "because they left"), ("vote", "by vote")],
)
def test_why_a_stand_in_plays_is_told(reason: Literal["time", "left", "vote"], words: str) -> None:
    entries = [*game(gathered(), secret=SECRETS[0], moves=0), log.StandInStarted(at=1, seat=0, reason=reason)]
    assert list(story(entries))[-1] == f"A stand-in plays for Ann [bold], {words}."


def test_a_finished_game_is_exported_whole(club: Club, tmp_path: Path) -> None:
    club.keep(*an_evening(), phase="playing")
    club.tsuro("export", "1", str(tmp_path / "game.tsuro"), "--game", "1")
    club.tsuro("export", "1", str(tmp_path / "game.json"), "--game", "1")
    record = read_text((tmp_path / "game.tsuro").read_text(encoding="utf-8"))
    assert record == read_json((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert record.tag("secret") == SECRETS[0]
    assert record.names == ("Ann [bold]", "Dragon", "Rui")
    assert record.result != "unfinished"
    verify(record)


def test_a_running_game_is_exported_as_a_watcher_sees_it(club: Club) -> None:
    entries = an_evening()
    club.keep(*entries, phase="playing")
    record = read_text(club.tsuro("export", "1"))
    assert record.hides_tiles
    assert record.tag("secret") is None
    assert all(set(hand) == {0} for hand in record.deal)
    moves = [entry.action for entry in entries[-12:] if isinstance(entry, log.Acted)]
    assert [entry.action for entry in record.entries] == [read_action(move) for move in moves]
    verify(record)


def test_what_was_exported_is_said(club: Club, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    club.keep(*an_evening(), phase="playing")
    file = str(tmp_path / "game.tsuro")
    running = "The game is running: this is what a watcher may see; --all gives everything.\n"
    wrote = f"{file}: a game of table 1, 12 actions.\n"
    for words, said in (
        ([file], wrote + running),
        ([file, "--all"], wrote),
        (["-"], running),
        (["-", "--all"], ""),
    ):
        options = parsed(club, "export", "1", *words)
        assert options.run(options) == 0
        assert capsys.readouterr().err == said


def test_a_running_game_is_exported_whole_when_asked_for(club: Club) -> None:
    club.keep(*an_evening(), phase="playing")
    record = read_text(club.tsuro("export", "1", "--all", "--game", "2"))
    assert not record.hides_tiles
    assert record.tag("secret") == SECRETS[1]
    verify(record)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["show", "9"], "there is no table 9: `tsuro tables` lists them"),
        (["show", "0"], "there is no table 0"),
        (["show", "9" * 30], "there is no table 9"),
        (["export", "9"], "there is no table 9"),
        (["export", "1"], "no game was started at table 1"),
        (["export", "2", "--game", "3"], "table 2 has no game 3: its games are 1 to 2"),
        (["export", "2", "--game", "0"], "table 2 has no game 0: its games are 1 to 2"),
        (["export", "2", "--game", "-1"], "table 2 has no game -1: its games are 1 to 2"),
        (["export", "2", "game.svg"], r"game\.svg: the suffix must be one of \.tsuro, \.txt, \.json"),
        (["prune", "--days", "0"], "--days must be at least 1"),
    ],
)
def test_what_cannot_be_done_is_said(club: Club, words: list[str], reason: str) -> None:
    club.keep(*gathered("1"))
    club.keep(*game(game(gathered("2"), secret=SECRETS[0]), secret=SECRETS[1], moves=5))
    with pytest.raises(TsuroError, match=reason):
        club.tsuro(*words)


def test_old_tables_are_removed(club: Club) -> None:
    club.keep(*gathered("1", at=NOW - 40 * DAY))
    club.keep(*gathered("2", at=NOW - 20 * DAY))
    club.keep(*gathered("3", at=NOW - 60 * DAY))
    assert club.tsuro("prune", "--dry-run") == "Would remove 2 tables: 1, 3.\n"
    assert club.tsuro("prune", "--days", "30") == "Removed 2 tables: 1, 3.\n"
    assert club.tsuro("prune", "--days", "30") == "Removed 0 tables.\n"
    assert club.tsuro("prune", "--days", "9" * 30) == "Removed 0 tables.\n"
    assert [line.split("\t")[0] for line in club.tsuro().splitlines()[1:]] == ["2"]


def test_a_backup_can_be_used_as_the_database(club: Club, tmp_path: Path) -> None:
    club.keep(*gathered())
    copy = tmp_path / "tables.backup"
    assert club.tsuro("backup", str(copy)) == f"{copy}: a copy of 1 table.\n"
    assert club.tsuro("show", "1", "--database", str(copy)) == club.tsuro("show", "1")
    with pytest.raises(StoreError, match="exists already"):
        club.tsuro("backup", str(copy))


def test_the_commands_work_while_a_server_runs(club: Club, tmp_path: Path) -> None:
    club.keep(*gathered())
    with SqliteStore.open(club.path) as server:
        assert "Ann" in club.tsuro()
        club.tsuro("backup", str(tmp_path / "copy"))
        asyncio.run(server.alive(1))


def test_without_a_database_the_commands_say_so(club: Club, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tables", "--database", str(club.path)]) == 2
    assert capsys.readouterr().err.startswith(f"tsuro: {club.path}: there is no database yet")
    assert not club.path.exists()


def test_the_database_is_where_the_server_keeps_it(
    club: Club, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    club.keep(*gathered())
    monkeypatch.setattr(tables, "Settings", lambda: Settings(database=club.path))
    parser = argparse.ArgumentParser()
    tables.add_commands(parser.add_subparsers())
    options = parser.parse_args(["tables"])
    assert options.run(options) == 0
    assert "Ann" in capsys.readouterr().out
