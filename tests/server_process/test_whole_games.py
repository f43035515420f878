"""Whole games at the real server: by any number of people and bots, by every edition, to the end and again."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Sequence
from pathlib import Path
from random import Random

import msgspec
import pytest
from tests.server_process.client import Client, new_id, new_token
from tests.server_process.games import (
    Party,
    check_agreement,
    gathered,
    log_of,
    place_markers,
    play_to_the_end,
    record_of,
    started,
)
from tests.server_process.harness import REAL, Server
from tests.server_process.web import fetch, make_table

from tsuro.game.tiles import FACE_DOWN
from tsuro.record import read_json, replay
from tsuro.server.messages.answers import Changed, Refused, Started
from tsuro.server.messages.events import Eliminated, GameEvent, TilesDealt
from tsuro.server.messages.requests import ChangeOptions, Move, Sit, Start, WantRematch
from tsuro.server.messages.views import Replay
from tsuro.server.options import BotLevel, TableOptions
from tsuro.server.rooms.wire_forms import wire_position
from tsuro.server.tables.log import Acted

MIXED: list[tuple[str, int, tuple[BotLevel, ...]]] = [
    ("modern", 2, ()),
    ("modern", 1, ("wanderer",)),
    ("classic", 3, ("apprentice",)),
    ("modern+bonus+pass-the-pile", 4, ("wanderer", "apprentice")),
    ("modern+no-ramming", 8, ()),
    ("modern+open-tiles", 2, ("wanderer", "wanderer", "wanderer")),
    ("modern+longest-path", 3, ("wanderer",)),
    ("classic+most-crossings+no-ramming", 5, ()),
    ("modern", 1, ("apprentice",) * 7),
]


def verified_by_the_command(record: bytes, commitment: str, tmp_path: Path) -> str:
    """What `tsuro verify` says of the record."""
    path = tmp_path / "game.tsuro"
    path.write_bytes(record)
    command = [*REAL, "verify", str(path), "--commitment", commitment]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def downloaded(party: Party, what: str, game: int = 1) -> bytes:
    answer = fetch(party.url, f"/api/tables/{party.codes.watch}/games/{game}/{what}")
    assert answer.status == 200, answer.body
    return answer.body


def dealt_to(client: Client, seat: int) -> tuple[int, ...]:
    """The first hand, as the client was told of it."""
    (started,) = [told for told in client.told if isinstance(told, Started)]
    (tiles,) = [event.tiles for event in started.events if isinstance(event, TilesDealt) and event.seat == seat]
    return tiles


def forced(events: Sequence[GameEvent], seats: Sequence[int]) -> bool:
    """Whether they tell that the player there was out because every way led out, by meeting somebody."""
    out = [event for event in events if isinstance(event, Eliminated) and event.met is not None]
    return any(event.forced for event in out if event.seat in seats)


@pytest.mark.parametrize(("edition", "people", "bots"), MIXED, ids=str)
def test_a_whole_game_is_what_its_record_says(
    server: Server, tmp_path: Path, edition: str, people: int, bots: tuple[BotLevel, ...]
) -> None:
    async def play() -> None:
        options = TableOptions(edition=edition, seats=people + len(bots))
        async with (
            gathered(server.url, people, *bots, options=options) as party,
            Client(server.url, party.codes.watch) as watcher,
        ):
            await party.host.do(Start(id=new_id()))
            commitment = party.host.table.commitment
            await play_to_the_end(party.people, Random(people))
            await watcher.until_phase("over")
            record = record_of(server.url, party.codes.watch, 1)
            for client in (*party.people, watcher):
                check_agreement(client, record, 1)
            assert all(moved.own == () for moved in watcher.moves(1))
            assert commitment
            assert commitment == record.tag("commitment") == watcher.table.commitment
            assert record.names == tuple(seat.name for seat in watcher.table.seats)
            said = verified_by_the_command(downloaded(party, "record"), commitment, tmp_path)
            assert "; the deal fits its commitment; no player contributed to it" in said

    asyncio.run(play())


def test_the_log_tells_who_played(server: Server) -> None:
    async def play() -> None:
        async with started(server.url, 2, "wanderer", "apprentice") as party:
            await play_to_the_end(party.people, Random(1))
            kinds = ["bot" if seat.kind == "bot" else "person" for seat in party.host.table.seats]
            assert kinds == ["person", "person", "bot", "bot"]
            log = log_of(server.database, party.codes.play)
            acted = [(entry.seat, entry.played) for entry in log if isinstance(entry, Acted)]
            assert acted == [(seat, kinds[seat]) for seat, _ in acted]
            assert {seat for seat, _ in acted} == {0, 1, 2, 3}

    asyncio.run(play())


def test_a_finished_game_can_be_fetched_as_json_as_frames_and_as_a_picture(server: Server) -> None:
    async def play() -> None:
        async with started(server.url, 2, "wanderer", options=TableOptions(edition="classic", seats=3)) as party:
            await play_to_the_end(party.people, Random(2))
            record = record_of(server.url, party.codes.play, 1)
            assert read_json(downloaded(party, "record?format=json").decode()) == record
            shown = msgspec.json.decode(downloaded(party, "replay"), type=Replay)
            frames = shown.frames
            assert (shown.edition, shown.over, len(shown.players)) == ("classic", True, 3)
            states = [moment.state for moment in replay(record)]
            assert [frame.position for frame in frames] == [wire_position(state) for state in states]
            assert [frame.hands for frame in frames] == [state.hands for state in states]
            picture = downloaded(party, "picture.svg")
            assert picture.startswith(b"<svg")
            assert picture.rstrip().endswith(b"</svg>")
            for name in record.names:
                assert name.encode() in picture

    asyncio.run(play())


def test_after_a_game_a_refusal_does_not_show_what_only_one_player_learned(server: Server) -> None:
    """That somebody had no other way out tells of the tiles they still had; others may have the seat by now."""

    async def play() -> None:
        async with gathered(server.url, 6) as party:
            knows = None
            while knows is None:  # in about one game of six
                await party.host.do(Start(id=new_id()))
                for client in party.people:
                    await client.until_phase("playing")
                await play_to_the_end(party.people, Random())
                knows = next((client for client in party.people if forced(client.last, client.you.seats)), None)
            refused = await knows.ask(Move(id=new_id(), seq=knows.seq, seat=knows.you.seats[0], action="17e"))
            assert isinstance(refused, Refused)
            assert not forced(refused.snapshot.last, knows.you.seats)

    asyncio.run(play())


def test_a_game_that_is_being_played_hides_what_the_asker_may_not_know(server: Server) -> None:
    async def play() -> None:
        async with started(server.url, 3) as party:
            await place_markers(party)
            await asyncio.gather(*(client.play_on(Random(3), moves=2, careful=True) for client in party.people))
            for seat, client in enumerate(party.people):
                own = record_of(server.url, party.codes.play, 1, token=client.token)
                assert own.deal[seat] == dealt_to(client, seat)
                assert own.deal[seat - 1] == (FACE_DOWN,) * 3
                assert own.tag("secret") is None
            watched = record_of(server.url, party.codes.watch, 1)
            assert all(tile == FACE_DOWN for hand in watched.deal for tile in hand)
            shown = msgspec.json.decode(downloaded(party, "replay"), type=Replay)
            frames = shown.frames
            assert (len(frames), shown.over) == (10, False)
            assert not any(frame.own for frame in frames)
            assert {tile for frame in frames for hand in frame.hands for tile in hand} == {FACE_DOWN}

    asyncio.run(play())


def test_a_rematch_is_played_at_the_same_table_with_another_deal(server: Server, tmp_path: Path) -> None:
    async def play() -> None:
        async with started(server.url, 2, "wanderer") as party:
            one, other = party.people
            first = one.table.commitment
            await play_to_the_end(party.people, Random(4))
            seen = one.game
            await one.do(WantRematch(id=new_id()))
            assert one.table.seats[0].wants_rematch
            assert one.table.game == 1
            await other.do(WantRematch(id=new_id()))
            await one.until(lambda: one.table.game == 2)
            assert one.table.phase == "playing"
            second = one.table.commitment
            assert second not in {first, None}
            await play_to_the_end(party.people, Random(5))
            for game, commitment in ((1, first), (2, second)):
                record = record_of(server.url, party.codes.play, game)
                assert record.tag("commitment") == commitment
                for client in party.people:
                    check_agreement(client, record, game)
                assert commitment is not None
                verified_by_the_command(downloaded(party, "record", game), commitment, tmp_path)
            assert one.game != seen
            assert fetch(server.url, f"/api/tables/{party.codes.play}/games/3/record").status == 404

    asyncio.run(play())


def test_the_host_can_change_the_edition_between_two_games(server: Server) -> None:
    async def play() -> None:
        async with started(server.url, 2, "wanderer") as party:
            await play_to_the_end(party.people, Random(6))
            options = TableOptions(edition="classic", seats=4, first="chosen")
            await party.host.do(ChangeOptions(id=new_id(), options=options))
            await party.host.do(Start(id=new_id()))
            await party.people[1].until(lambda: party.people[1].table.game == 2)
            assert len(party.host.table.seats) == 3  # an empty one is put away
            await play_to_the_end(party.people, Random(7))
            assert len(party.host.table.seats) == 4
            record = record_of(server.url, party.codes.play, 2)
            assert record.setup.edition.is_classic
            for client in party.people:
                check_agreement(client, record, 2)

    asyncio.run(play())


@pytest.mark.parametrize("edition", ["modern+solo", "modern"])
def test_one_client_plays_all_seats(server: Server, edition: str) -> None:
    """Hot-seat, and a solo game."""

    async def play() -> None:
        token = new_token()
        codes = make_table(server.url, token, TableOptions(edition=edition, seats=3))
        async with Client(server.url, codes.play, token=token) as client:
            for seat, name in enumerate(("Ana", "Rui", "Eva")):
                await client.do(Sit(id=new_id(), seat=seat, name=name))
            assert client.you.seats == (0, 1, 2)
            await client.do(Start(id=new_id()))
            assert [own.seat for own in client.own] == [0, 1, 2]
            await client.play_on(Random(8))
            assert client.game.result is not None
            assert (client.game.result.solo is not None) == edition.endswith("solo")
            record = record_of(server.url, codes.play, 1)
            check_agreement(client, record, 1)
            assert not [told for told in client.told if isinstance(told, Changed) and told.what == "stood-up"]

    asyncio.run(play())
