"""Practising: a game that goes on from a record, and who may ask for advice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from msgspec import structs
from tests.server.tables.evening import BEGIN, Evening, careful, evening_with, fierce

from tsuro.game.actions import Action
from tsuro.game.errors import AlreadyOver, NotYourTurn
from tsuro.game.state import EXCHANGE
from tsuro.match import Match
from tsuro.notation import read_edition
from tsuro.record import Record, replay, verify, write_text
from tsuro.server.messages import requests
from tsuro.server.messages.records import PracticeWanted
from tsuro.server.options import PerTurn
from tsuro.server.tables import log
from tsuro.server.tables.due import BotToMove
from tsuro.server.tables.history import game_of
from tsuro.server.tables.log import LogEntry
from tsuro.server.tables.practice import beginning, decide_practice, view_for_advice
from tsuro.server.tables.refusals import HiddenTiles, NoName, NoSuchMove, NoSuchSeat, NotPractice, SeatIsOut
from tsuro.server.tables.table import ImpossibleEntry, Table


def gentle(match: Match) -> Action:
    """As careful players do, and who may exchange tiles does."""
    return match.legal_actions[-1] if match.state.phase is EXCHANGE else careful(match)


def played(edition: str = "modern", players: int = 3, *, seed: int = 5, choose: Any = gentle) -> Record:
    """A whole game, with comments and tags that are nobody's business at another table."""
    names = [f"Old {seat}" for seat in range(players)]
    markers = ("star", "hexagon", "circle", "octagon", "square")[:players]
    match = Match(edition=read_edition(edition), players=players, first=1, names=names, markers=markers, seed=seed)
    while not match.is_over:
        match.submit(match.active, choose(match))
    record = match.record()
    entries = tuple(replace(entry, comments=("hm",)) for entry in record.entries)
    return replace(record, comments=("of long ago",), entries=entries, tags=(*record.tags, ("place", "home")))


def practice(record: Record, *, move: int = 5, seat: int = 1, name: str = "Zoé", **wanted: Any) -> list[LogEntry]:
    asked = PracticeWanted(record="", move=move, seat=seat, name=name, **wanted)
    return list(decide_practice("ann", record, asked, play="p", watch="w", now=BEGIN))


def game(table: Table) -> Match:
    assert table.match is not None
    return table.match


def state_after(record: Record, move: int) -> Any:
    return list(replay(record))[move].state


@pytest.mark.parametrize("edition", ["modern", "classic", "modern+bonus+pass-the-pile", "modern+open-tiles"])
def test_a_practice_goes_on_where_the_record_was(edition: str) -> None:
    record = played(edition)
    for move in range(len(record.entries)):
        table = Table.replay(practice(record, move=move, seat=record.entries[move].seat))
        assert game(table).state == state_after(record, move)
        assert table.phase == "playing"
        assert table.options.edition == edition


def test_the_guest_sits_in_one_place_and_bots_in_all_others() -> None:
    table = Table.replay(practice(played(), seat=2, name="  Aki ", bot="guardian"))
    assert [(seat.kind, seat.name, seat.marker) for seat in table.seats] == [
        ("bot", "Hana", "star"),
        ("bot", "Ken", "hexagon"),
        ("person", "Aki", "circle"),
    ]
    assert game(table).names == ("Hana", "Ken", "Aki")
    assert (table.host, table.creator, table.seats_of("ann")) == ("ann", "ann", (2,))
    assert [seat.bot for seat in table.seats] == ["guardian", "guardian", None]


def test_the_game_goes_on_with_chance_of_its_own() -> None:
    record = played(players=2)
    draws = set()
    for _ in range(12):
        table = Table.replay(practice(record, move=2))
        assert game(table).commitment is None
        active, action = record.entries[2].seat, record.entries[2].action
        game(table).submit(active, action)
        draws.add(game(table).state.hands[active])
    assert len(draws) > 1


def test_a_practice_that_is_read_again_is_the_same_to_its_end_and_its_record_is_good() -> None:
    entries = practice(played(), move=4)
    told = msgspec.json.encode(entries)
    table = Table.replay(msgspec.json.decode(told, type=list[LogEntry]))
    evening = Evening()
    evening.log, evening.table = entries, table
    evening.play_out()
    again = Table.replay(evening.log)
    assert game(again).record() == game(table).record()
    verify(game(table).record())
    assert game_of(evening.log, 1) is not None
    assert b"of long ago" not in told
    assert b'"hm"' not in told
    assert b"home" not in told


def test_another_game_at_the_same_table_begins_with_a_deal() -> None:
    evening = Evening()
    evening.log = practice(played(), move=4)
    evening.table = Table.replay(evening.log)
    evening.play_out()
    evening.ask("ann", requests.WantRematch)
    assert evening.table.games == 2
    assert game(evening.table).state.tiles_placed == 0
    assert game(evening.table).commitment is not None
    assert evening.table.last


def test_whoever_is_on_turn_moves_next_also_a_bot() -> None:
    record = played()
    active = record.entries[5].seat
    table = Table.replay(practice(record, move=5, seat=(active + 1) % 3))
    duty = table.due()
    assert isinstance(duty, BotToMove)
    assert duty.seat == active
    assert Table.replay(practice(record, move=5, seat=active)).due() is None


def test_a_practice_may_begin_in_the_middle_of_an_exchange() -> None:
    for seed in range(200):
        record = played("classic", 4, seed=seed, choose=fierce)
        moments = list(replay(record))
        moves = [move for move, moment in enumerate(moments) if moment.state.phase is EXCHANGE]
        if moves:
            seat = moments[moves[0]].state.active
            table = Table.replay(practice(record, move=moves[0], seat=seat))
            assert game(table).state.offer == moments[moves[0]].state.offer
            return
    pytest.fail("nobody was eliminated with tiles")


def test_a_record_that_does_not_go_so_far_or_is_over_is_refused() -> None:
    record = played()
    assert beginning(record, 0).entries == ()
    with pytest.raises(AlreadyOver):
        practice(record, move=len(record.entries))
    with pytest.raises(NoSuchMove):
        practice(record, move=len(record.entries) + 1)
    unfinished = beginning(record, 6)
    table = Table.replay(practice(unfinished, move=6, seat=unfinished.entries[-1].seat))
    assert game(table).state == state_after(record, 6)


def test_hidden_tiles_places_that_are_not_there_and_empty_names_are_refused() -> None:
    record = played(choose=fierce)
    with pytest.raises(HiddenTiles):
        practice(record.seen_by(0), move=1)
    with pytest.raises(NoSuchSeat):
        practice(record, move=1, seat=3)
    with pytest.raises(NoName):
        practice(record, move=1, name="\u200b")


def test_a_player_who_is_out_cannot_be_played_on() -> None:
    record = played(players=5, choose=fierce, seed=2)
    moments = list(replay(record))
    move, out = next((number, m.state.out[0][0]) for number, m in enumerate(moments) if m.state.out)
    assert move < len(record.entries)
    with pytest.raises(SeatIsOut):
        practice(record, move=move, seat=out)


# A damaged log


def damaged(**changes: Any) -> list[LogEntry]:
    *before, started = practice(played(), move=4)
    assert isinstance(started, log.Started)
    return [*before, structs.replace(started, **changes)]


def test_a_log_whose_record_is_of_another_game_is_refused() -> None:
    *_, started = practice(played(), move=4)
    assert isinstance(started, log.Started)
    for begun in (
        started.begun.replace("Zoé", "Eva"),
        started.begun.replace("edition: modern", "edition: modern+no-ramming"),
        started.begun.replace("first: 2", "first: 1"),
        started.begun.replace("star", "square"),
    ):
        assert begun != started.begun
        with pytest.raises(ImpossibleEntry, match="has other rules or players"):
            Table.replay(damaged(begun=begun))


def test_a_log_whose_record_is_over_cannot_be_read_or_hides_tiles_is_refused() -> None:
    names = ("Aki", "Zoé", "Hana")
    whole = replace(played(), names=names, comments=(), tags=())
    with pytest.raises(ImpossibleEntry, match="is over"):
        Table.replay(damaged(begun=write_text(whole)))
    with pytest.raises(ImpossibleEntry, match="hides tiles"):
        Table.replay(damaged(begun=write_text(beginning(whole, 4).seen_by(1))))
    with pytest.raises(ImpossibleEntry, match="a record begins with"):
        Table.replay(damaged(begun="once upon a time"))


# Advice


def test_who_plays_alone_against_bots_gets_advice_from_what_they_see() -> None:
    evening = evening_with("ann", "bot", "bot")
    assert evening.table.is_practice("ann")
    seen = view_for_advice(evening.table, "ann", 0)
    assert seen == evening.match.view(0)
    assert all(tile == 0 for hand in seen.position.hands[1:] for tile in hand)


@pytest.mark.parametrize(
    ("evening", "guest", "seat"),
    [
        pytest.param(lambda: evening_with("ann", "bob"), "ann", 0, id="against a person"),
        pytest.param(lambda: evening_with("ann", "bot", "bob"), "ann", 0, id="with a person besides bots"),
        pytest.param(lambda: evening_with("ann", "ann", "bot"), "ann", 0, id="two at one screen"),
        pytest.param(lambda: evening_with("ann", "bot", clock=PerTurn(60)), "ann", 0, id="with a clock"),
        pytest.param(lambda: evening_with("ann", "bot"), "bob", 0, id="somebody else"),
        pytest.param(lambda: evening_with("ann", "bot"), "ann", 1, id="for the bot"),
        pytest.param(lambda: evening_with("ann", "bot"), "ann", 7, id="for nobody"),
        pytest.param(Evening, "ann", 0, id="before the game"),
    ],
)
def test_all_others_get_none(evening: Any, guest: str, seat: int) -> None:
    with pytest.raises(NotPractice):
        view_for_advice(evening().table, guest, seat)


def test_there_is_no_advice_against_a_program_for_one_who_is_not_on_turn_and_after_the_game() -> None:
    evening = Evening(seats=2)
    evening.ask("ann", requests.Sit, seat=0, name="Ann")
    evening.ask("ann", requests.InviteProgram, seat=1, name="Robo")
    evening.ask("ann", requests.Start)
    assert not evening.table.is_practice("ann")
    evening = evening_with("ann", "bot")
    evening.move()
    with pytest.raises(NotYourTurn):
        view_for_advice(evening.table, "ann", 0)
    evening.play_out()
    with pytest.raises(NotPractice):
        view_for_advice(evening.table, "ann", 0)


def test_what_a_client_is_told_of_practice_changes_with_no_move() -> None:
    """`moved` does not tell it, so it must stay as it is from the start of a game to its end."""
    evening = evening_with("ann", "bot", "bot", seats=5)
    while evening.table.phase == "playing":
        assert evening.table.is_practice("ann")
        evening.work() if evening.table.due() else evening.move()
    assert evening.table.is_practice("ann")
