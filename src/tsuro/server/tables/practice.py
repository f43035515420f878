"""Practising against bots: games that go on from a record, and who may ask for advice."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import replace

from tsuro.deal import Deal
from tsuro.game.errors import AlreadyOver, NotYourTurn
from tsuro.game.state import State
from tsuro.game.view import View
from tsuro.match import Match
from tsuro.notation import write_edition
from tsuro.record import Record, write_text
from tsuro.record.model import UNFINISHED
from tsuro.server.messages.records import PracticeWanted
from tsuro.server.options import TableOptions
from tsuro.server.tables.log import BotSat, Created, Sat, Started
from tsuro.server.tables.names import bot_name, normal_name, unique_name
from tsuro.server.tables.refusals import HiddenTiles, NoSuchMove, NoSuchSeat, NotPractice, SeatIsOut
from tsuro.server.tables.request import NOTHING, Entries, check_bot
from tsuro.server.tables.table import Table

__all__ = ["beginning", "decide_practice", "is_left_to_bots", "view_for_advice"]


def view_for_advice(table: Table, guest: str, seat: int) -> View:
    """What the guest's player on turn sees; raises `NotPractice` or `NotYourTurn` if they get no advice."""
    match = table.match
    if match is None or match.is_over or (seat,) != table.seats_of(guest) or not table.is_practice(guest):
        raise NotPractice
    if match.active != seat:
        raise NotYourTurn
    return match.view(seat)


def is_left_to_bots(table: Table) -> bool:
    """Whether the game matters to nobody but one guest, whose players are out: bots play the rest."""
    if table.course is None or table.phase != "playing":
        return False
    present = {number for number, seat in enumerate(table.seats) if seat.bot is None and not seat.left}
    guests = {table.seats[number].guest for number in present}
    return len(guests) == 1 and all(table.course.is_out(number) for number in present)


def beginning(record: Record, move: int) -> Record:
    """The first `move` actions of the record; raises `AlreadyOver` or `NoSuchMove` if none follows them."""
    if move > len(record.entries):
        raise NoSuchMove
    if move == len(record.entries) and record.result != UNFINISHED:
        raise AlreadyOver
    return record.up_to(move)


def decide_practice(
    guest: str,
    record: Record,
    wanted: PracticeWanted,
    *,
    play: str,
    watch: str,
    now: int,
    offered: Mapping[str, str] = NOTHING,
) -> Entries:
    """A new table at which a record that can be replayed goes on, the guest in one player's place.

    All others are bots. What is drawn from here on is decided again, so the record does not reveal it.
    """
    check_bot(wanted.bot, offered)
    part = beginning(record, wanted.move)
    if part.hides_tiles:
        raise HiddenTiles
    if wanted.seat >= record.setup.players:
        raise NoSuchSeat
    match = Match.resume(
        replace(part, comments=(), tags=(), names=_names(record.setup.players, wanted, offered)), Deal.fresh()
    )
    if _is_out(match.state, wanted.seat):
        raise SeatIsOut
    return (
        Created(at=now, by=guest, play=play, watch=watch, options=_options(record)),
        *_seated(guest, match, wanted, now),
        Started(
            at=now,
            by=guest,
            seats=tuple(range(record.setup.players)),
            first=record.setup.first,
            secret=secrets.token_bytes(32).hex(),
            begun=write_text(_without_comments(match.record())),
        ),
    )


def _names(players: int, wanted: PracticeWanted, offered: Mapping[str, str]) -> tuple[str, ...]:
    """The guest's name, and names for bots."""
    own, bots = normal_name(wanted.name), offered.get(wanted.bot)
    names: list[str] = []
    for seat in range(players):
        others = [own, *names]
        names.append(own if seat == wanted.seat else unique_name(bots, others) if bots else bot_name(others))
    return tuple(names)


def _is_out(state: State, seat: int) -> bool:
    return any(seat in together for together in state.out)


def _options(record: Record) -> TableOptions:
    return TableOptions(edition=write_edition(record.setup.edition), seats=record.setup.players)


def _seated(guest: str, match: Match, wanted: PracticeWanted, now: int) -> Entries:
    named = enumerate(zip(match.names, match.setup.markers, strict=True))
    return tuple(
        Sat(at=now, by=guest, seat=seat, guest=guest, name=name, marker=marker)
        if seat == wanted.seat
        else BotSat(at=now, by=guest, seat=seat, bot=wanted.bot, name=name, marker=marker)
        for seat, (name, marker) in named
    )


def _without_comments(record: Record) -> Record:
    return replace(record, entries=tuple(replace(entry, comments=()) for entry in record.entries))
