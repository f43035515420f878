"""What may be asked for before and between games: seats, bots, options, who is first."""

from __future__ import annotations

from tsuro.game.state import MARKERS
from tsuro.notation import read_edition
from tsuro.server.messages import requests
from tsuro.server.options import BotId
from tsuro.server.tables.hosts import pass_host, welcome_host
from tsuro.server.tables.log import BotSat, FirstChosen, OptionsChanged, Sat, SeatChanged, StoodUp
from tsuro.server.tables.names import bot_name, unique_name
from tsuro.server.tables.refusals import (
    FirstIsRandom,
    MarkerTaken,
    NoFreeSeat,
    NoSuchMarker,
    NotHost,
    RemovedByHost,
    SeatEmpty,
    SeatTaken,
    StartsByItself,
    TooManySit,
)
from tsuro.server.tables.request import Entries, TableRequest
from tsuro.server.tables.seats import SeatState, free_marker

__all__ = [
    "add_bot",
    "change_options",
    "change_seat",
    "choose_first",
    "invite_program",
    "remove",
    "seat_bot",
    "sit",
]


def sit(ask: TableRequest, request: requests.Sit) -> Entries:
    ask.between_games()
    if ask.guest in ask.table.removed:
        raise RemovedByHost
    number = _free_seat(ask) if request.seat is None else request.seat
    seat = ask.seat(number)
    own = seat.guest == ask.guest
    if not own and not seat.is_free:
        raise SeatTaken
    seats = [seat] if own else [ask.table.seats[number] for number in ask.table.seats_of(ask.guest)]
    # Once a program, always a program.
    outside = request.program or any(each.kind == "program" for each in seats)
    sat = Sat(
        at=ask.now,
        seat=number,
        guest=ask.guest,
        name=_free_name(ask, number, request.name),
        marker=_marker(ask, number, request.marker or (seat.marker if own else None)),
        outside=outside,
    )
    return (sat,) if outside else (sat, *welcome_host(ask))


def _free_seat(ask: TableRequest) -> int:
    """The guest's own seat, or the first that is free."""
    free = [number for number, seat in enumerate(ask.table.seats) if seat.is_free]
    own = [number for number in ask.table.seats_of(ask.guest) if number not in free]
    if not own and not free:
        raise NoFreeSeat
    return next(iter(own or free))


def invite_program(ask: TableRequest, request: requests.InviteProgram) -> Entries:
    ask.as_host()
    ask.between_games()
    if not ask.seat(request.seat).is_free:
        raise SeatTaken
    if ask.program is None:
        raise ValueError("whoever invites a program says which guest it will be")
    sat = Sat(
        at=ask.now,
        seat=request.seat,
        guest=ask.program,
        name=_free_name(ask, request.seat, request.name),
        marker=_marker(ask, request.seat, None),
        outside=True,
    )
    return (sat,)


def add_bot(ask: TableRequest, request: requests.AddBot) -> Entries:
    ask.as_host()
    ask.between_games()
    seat = ask.seat(request.seat)
    if not seat.is_free and seat.bot is None:
        raise SeatTaken
    return seat_bot(ask, request.seat, request.bot, marker=seat.marker if seat.bot else None)


def seat_bot(
    ask: TableRequest, number: int, bot: BotId, *, name: str | None = None, marker: str | None = None
) -> Entries:
    """A bot at a seat that it may have; without a name or a marker, it gets its own name, or a free one."""
    ask.check_bot(bot)
    own = ask.offered.get(bot) or bot_name(other.name for other in _others(ask, number))
    chosen = own if name is None else name
    sat = BotSat(
        at=ask.now,
        seat=number,
        bot=bot,
        name=_free_name(ask, number, chosen),
        marker=_marker(ask, number, marker),
    )
    return (sat,)


def change_seat(ask: TableRequest, request: requests.ChangeSeat) -> Entries:
    """Only the host lets people change places; anyone may move to a free seat, or between their own seats."""
    ask.between_games()
    seat, to = ask.seat(request.seat), ask.seat(request.to)
    if seat.kind == "empty":
        raise SeatEmpty
    if ask.table.host != ask.guest:
        ask.own_seat(request.seat)
    if request.seat == request.to or not (to.is_free or ask.guest in {ask.table.host, to.guest}):
        raise SeatTaken
    return (SeatChanged(at=ask.now, seat=request.seat, to=request.to),)


def remove(ask: TableRequest, request: requests.RemoveSeat) -> Entries:
    """The maker of a table stays host without a seat; any other host passes the role on with the last one."""
    ask.between_games()
    seat = ask.seat(request.seat)
    if seat.kind == "empty":
        raise SeatEmpty
    table, guest = ask.table, ask.guest
    if guest not in {seat.guest, table.host}:
        raise NotHost("That is not your seat, and only the host can free the seats of others.")
    stood_up = StoodUp(at=ask.now, seat=request.seat)
    if table.host != guest or table.creator == guest or _sits_elsewhere(ask, request.seat):
        return (stood_up,)
    return (stood_up, *pass_host(ask))


def _sits_elsewhere(ask: TableRequest, number: int) -> bool:
    return any(place != number and ask.table.seats[place].is_person for place in ask.table.seats_of(ask.guest))


def change_options(ask: TableRequest, request: requests.ChangeOptions) -> Entries:
    """Whoever is alone at a table that starts by itself makes it theirs; nobody else's countdown is stopped."""
    ask.as_host()
    ask.between_games()
    if ask.table.starts is not None and any(seat.guest not in {None, ask.guest} for seat in ask.table.seats):
        raise StartsByItself
    read_edition(request.options.edition)
    if sum(not seat.is_free for seat in ask.table.seats) > request.options.seats:
        raise TooManySit
    return (OptionsChanged(at=ask.now, options=request.options),)


def choose_first(ask: TableRequest, request: requests.ChooseFirst) -> Entries:
    """The oldest player names themselves, or the host names anyone; if the table chooses, only the host does."""
    ask.between_games()
    seat, how = ask.seat(request.seat), ask.table.options.first
    if how == "random":
        raise FirstIsRandom
    if seat.is_free:
        raise SeatEmpty
    if not (how == "oldest" and seat.guest == ask.guest):
        ask.as_host()
    return (FirstChosen(at=ask.now, seat=request.seat),)


def _others(ask: TableRequest, number: int) -> list[SeatState]:
    return [seat for place, seat in enumerate(ask.table.seats) if place != number and seat.kind != "empty"]


def _free_name(ask: TableRequest, number: int, text: str) -> str:
    return unique_name(text, [other.name for other in _others(ask, number)])


def _marker(ask: TableRequest, number: int, wanted: str | None) -> str:
    """The marker that was asked for, or any free one (S6)."""
    others = _others(ask, number)
    if wanted is None:
        return free_marker(others)
    if wanted not in MARKERS:
        raise NoSuchMarker(f"There is no {wanted!r} marker: choose one of {', '.join(MARKERS)}.")
    if any(other.marker == wanted for other in others):
        raise MarkerTaken
    return wanted
