"""What may be asked for in a game and after it: starting, moving, leaving, coming back, another game."""

from __future__ import annotations

from collections.abc import Iterable

from tsuro.game.errors import AlreadyOver
from tsuro.game.state import MARKERS
from tsuro.server.messages import requests
from tsuro.server.options import NoClock
from tsuro.server.tables.dealing import begin_game, players_of
from tsuro.server.tables.hosts import is_missing, pass_host, welcome_host
from tsuro.server.tables.log import (
    Acted,
    BotSat,
    RematchWanted,
    StandInEnded,
    StandInStarted,
    StoodUp,
    Undone,
    Voted,
)
from tsuro.server.tables.names import bot_name
from tsuro.server.tables.practice import is_left_to_bots
from tsuro.server.tables.refusals import (
    AlreadyWanted,
    ClockDecides,
    FromTheFuture,
    NoStandIn,
    NotAPerson,
    NotAway,
    NothingToUndo,
    NotOnTurn,
    NotOver,
    NotPlaying,
    NotSeated,
    NotUndoable,
    Stale,
    StandInPlays,
    StillPlaying,
    TimeIsUp,
    TooFewSit,
    VotedAlready,
)
from tsuro.server.tables.request import Entries, TableRequest
from tsuro.server.tables.seats import SeatState
from tsuro.server.tables.table import Table

__all__ = [
    "bots_for",
    "free_seats",
    "hand_over",
    "leave",
    "move",
    "skip_to_end",
    "start",
    "take_back",
    "undo",
    "vote",
    "want_rematch",
]

FILLER = "apprentice"  # the bot that takes an empty seat when nobody chose one


def start(ask: TableRequest, request: requests.Start) -> Entries:
    if ask.table.starts is None or not ask.table.seats_of(ask.guest):
        ask.as_host()
    ask.between_games()
    bots = bots_for(ask, free_seats(ask.table)) if request.fill else ()
    filled = {bot.seat for bot in bots}
    players = sorted([*players_of(ask.table), *filled])
    if len(players) < 2:
        raise TooFewSit
    return (*bots, *begin_game(ask, players, request.contribution, filled=filled))


def free_seats(table: Table) -> list[int]:
    return [number for number, seat in enumerate(table.seats) if seat.is_free]


def bots_for(ask: TableRequest, seats: Iterable[int]) -> tuple[BotSat, ...]:
    """A bot for each of these seats, which are free, or become free before the bots come."""
    empty = set(seats)
    taken = [(seat.name, seat.marker) for number, seat in enumerate(ask.table.seats) if number not in empty]
    sat: list[BotSat] = []
    for number in sorted(empty):
        name = bot_name(name for name, _ in taken)
        marker = next(marker for marker in MARKERS if marker not in {marker for _, marker in taken})
        taken.append((name, marker))
        sat.append(BotSat(at=ask.now, seat=number, bot=FILLER, name=name, marker=marker))
    return tuple(sat)


def move(ask: TableRequest, request: requests.Move) -> Entries:
    table, match = ask.table, ask.table.match
    if match is None:
        raise NotPlaying
    seat = ask.own_seat(request.seat)
    if match.is_over:
        raise AlreadyOver
    if seat.stand_in:
        raise StandInPlays
    if table.time_is_up and request.seat == match.active:
        raise TimeIsUp
    if request.seq < table.action_seq:
        raise Stale
    if request.seq > table.seq:
        raise FromTheFuture
    return (Acted(at=ask.now, seat=request.seat, action=request.action),)


def vote(ask: TableRequest, request: requests.Vote) -> Entries:
    table, match, absent = ask.table, ask.game(), ask.seat(request.seat)
    if not isinstance(table.options.clock, NoClock):
        raise ClockDecides
    voter = next((number for number, seat in _people(table) if seat.guest == ask.guest), None)
    if voter is None or absent.guest is None or absent.guest == ask.guest:
        raise NotAPerson
    if match.active != request.seat:
        raise NotOnTurn
    if absent.stand_in:
        raise StandInPlays("A stand-in plays for that seat already: no vote is needed.")
    if not is_missing(ask.away, absent.guest, ask.now):
        raise NotAway
    if voter in absent.votes:
        raise VotedAlready
    voted = Voted(at=ask.now, seat=voter, absent=request.seat)
    if not _are_enough(ask, {*absent.votes, voter}):
        return (voted,)
    return voted, StandInStarted(at=ask.now, seat=request.seat, reason="vote")


def _are_enough(ask: TableRequest, votes: set[int]) -> bool:
    """Whether more than half of the people present have voted, each counted once."""
    here = {seat.guest for _, seat in _people(ask.table) if ask.is_here(seat.guest)}
    return 2 * len(here & {ask.table.seats[number].guest for number in votes}) > len(here)


def take_back(ask: TableRequest, request: requests.TakeBack) -> Entries:
    ask.game()
    seat = ask.own_seat(request.seat)
    if not seat.stand_in:
        raise NoStandIn
    ended = StandInEnded(at=ask.now, seat=request.seat)
    return (ended, *welcome_host(ask)) if seat.kind == "person" else (ended,)


def undo(ask: TableRequest, request: requests.Undo) -> Entries:
    """Back to the player's last decision, so that it can be made again; when the game is over, too."""
    ask.not_dealing()
    table, course = ask.table, ask.table.undoable(ask.guest)
    seat = ask.own_seat(request.seat)
    if course is None:
        raise NotUndoable
    if seat.stand_in:
        raise StandInPlays
    if request.seq < table.decision_seq:
        raise Stale
    if request.seq > table.seq:
        raise FromTheFuture
    actions = course.last_of(request.seat)
    if actions is None:
        raise NothingToUndo
    return (Undone(at=ask.now, seat=request.seat, actions=actions),)


def leave(ask: TableRequest, request: requests.Leave) -> Entries:  # noqa: ARG001 -- it says nothing but what it is
    """During a game the guest keeps the seats, and can take them back until the next game begins without them."""
    ask.not_dealing()
    table, own = ask.table, ask.table.seats_of(ask.guest)
    entries: Entries
    if table.phase == "playing":
        own = tuple(number for number in own if not table.seats[number].left)
        entries = tuple(StandInStarted(at=ask.now, seat=number, reason="left") for number in own)
    else:
        entries = tuple(StoodUp(at=ask.now, seat=number) for number in own)
    if table.host == ask.guest:
        entries += pass_host(ask)
    if not entries:
        raise NotSeated("You do not sit at this table, so you are free to go.")
    return entries


def want_rematch(ask: TableRequest, request: requests.WantRematch) -> Entries:
    """A player who left and wants another game is back. The game begins when everyone present wants it."""
    ask.between_games()
    table, own = ask.table, ask.table.seats_of(ask.guest)
    if table.phase != "over":
        raise NotOver
    if not own:
        raise NotSeated
    entries: Entries = tuple(
        RematchWanted(at=ask.now, seat=number) for number in own if not table.seats[number].wants_rematch
    )
    if entries and any(table.seats[number].kind == "person" for number in own):
        entries += welcome_host(ask)
    players = sorted({*players_of(table), *own})
    if len(players) >= 2 and _all_want_it(ask, players):
        entries += begin_game(ask, players, request.contribution)
    if not entries:
        raise AlreadyWanted
    return entries


def _all_want_it(ask: TableRequest, players: list[int]) -> bool:
    """People decide; programs do so only where there are no people."""
    here = [seat for number in players if ask.is_here((seat := ask.table.seats[number]).guest)]
    deciding = [seat for seat in here if seat.kind == "person"] or [
        seat for seat in here if seat.kind == "program"
    ]
    return all(seat.wants_rematch or seat.guest == ask.guest for seat in deciding)


def skip_to_end(ask: TableRequest, request: requests.SkipToEnd) -> Entries:  # noqa: ARG001 -- it says only what it is
    """Nothing happens at the table but what would happen anyway, only sooner."""
    ask.game()
    if all(ask.table.seats[number].left for number in ask.table.seats_of(ask.guest)):
        raise NotSeated
    if not is_left_to_bots(ask.table):
        raise StillPlaying
    return ()


def hand_over(ask: TableRequest, request: requests.HandOver) -> Entries:  # noqa: ARG001 -- it says nothing but what it is
    """Nothing happens yet; the seats move when another device claims them."""
    if not ask.table.seats_of(ask.guest):
        raise NotSeated
    return ()


def _people(table: Table) -> list[tuple[int, SeatState]]:
    """The people at the table and their seats, without those who left."""
    return [(number, seat) for number, seat in enumerate(table.seats) if seat.is_person]
