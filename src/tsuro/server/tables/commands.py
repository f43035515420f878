"""What a request, or the passing of time, leads to: entries for the log, or a refusal.

Nothing changes here. The caller stores the entries and lets the table apply them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import structs

from tsuro.server.messages import Request, requests
from tsuro.server.messages.views import BotFailure
from tsuro.server.options import NoClock
from tsuro.server.tables import dealing, log, meeting, playing, seating
from tsuro.server.tables.allowance import check_allowance, check_hand_over
from tsuro.server.tables.names import is_given_for
from tsuro.server.tables.refusals import IdUsed, NotSeated
from tsuro.server.tables.request import NOTHING, Entries, TableRequest
from tsuro.server.tables.table import Table

__all__ = ["bot_failed", "claim", "decide", "out_of_time", "paused", "repeated"]

LONGEST_REASON = 500  # characters
TIMEOUTS = 2  # turns in a row after which a stand-in plays on

_ANSWERS: Final[dict[type[Any], Callable[[TableRequest, Any], Entries]]] = {
    requests.Move: playing.move,
    requests.Sit: meeting.sit,
    requests.ChangeSeat: seating.change_seat,
    requests.AddBot: seating.add_bot,
    requests.InviteProgram: seating.invite_program,
    requests.RemoveSeat: seating.remove,
    requests.ChangeOptions: seating.change_options,
    requests.ChooseFirst: seating.choose_first,
    requests.Seal: dealing.seal,
    requests.Contribute: dealing.contribute,
    requests.Start: playing.start,
    requests.WantRematch: playing.want_rematch,
    requests.Leave: playing.leave,
    requests.Vote: playing.vote,
    requests.TakeBack: playing.take_back,
    requests.Undo: playing.undo,
    requests.SkipToEnd: playing.skip_to_end,
    requests.HandOver: playing.hand_over,
}


def decide(
    table: Table,
    guest: str,
    request: Request,
    *,
    now: int,
    away: Mapping[str, int],
    program: str | None = None,
    offered: Mapping[str, str] = NOTHING,
) -> Entries:
    """What the request leads to; raises `TableRefused`, `Refused` or `NotationError` if it is not allowed.

    `away` holds the guests who are not connected, and since when. `program` is the guest
    that a program will be, needed to invite one. `offered` are bots that are not ours, and their names.
    """
    ask = TableRequest(table=table, guest=guest, now=now, away=away, program=program, offered=offered)
    check_allowance(table, guest, request, now=now)
    entries = _ANSWERS[type(request)](ask, request)
    return tuple([structs.replace(entry, by=guest, request=request.id) for entry in entries])


def claim(table: Table, old_guest: str, new_guest: str, *, now: int) -> Entries:
    """Another device takes over everything the guest has at the table."""
    if old_guest == new_guest:
        return ()
    if not table.seats_of(old_guest) and table.host != old_guest:
        raise NotSeated("There is nothing left to take over: the seat is no longer theirs.")
    check_hand_over(table, old_guest, now=now)
    return (log.SeatHandedOver(at=now, by=new_guest, guest=old_guest, to=new_guest),)


def bot_failed(table: Table, seat: int, failure: BotFailure, why: str, *, now: int) -> Entries:
    """A bot that is not ours has failed: a stand-in plays the rest of its game."""
    if table.seats[seat].stand_in:
        return ()
    return (log.StandInStarted(at=now, seat=seat, reason="failed", failure=failure, why=why[:LONGEST_REASON]),)


def paused(table: Table, *, since: int, until: int, now: int, tolerance: int) -> Entries:
    """No server ran from `since` to `until`, and so no clock. Nothing, once something has happened after that."""
    if table.phase != "playing" or isinstance(table.options.clock, NoClock):
        return ()
    if until < table.touched_at <= now + tolerance:  # later: the system's clock was set back
        return ()
    return (log.Paused(at=now, milliseconds=max(0, until - max(table.touched_at, since))),)


def out_of_time(table: Table, seat: int, *, now: int) -> Entries:
    """The seat's time has run out: a stand-in makes this move, and after the second time in a row all others.

    Among strangers, whoever has not moved yet may never do so, and is waited for only once.
    """
    timing = table.timing
    if timing is None or timing.seat != seat or timing.deadline is None or now < timing.deadline:
        return ()
    ran_out = log.TimeRanOut(at=now, seat=seat)
    is_known = not table.options.open or (table.course is not None and table.course.has_moved(seat))
    if is_known and table.seats[seat].timeouts + 1 < TIMEOUTS:
        return (ran_out,)
    return ran_out, log.StandInStarted(at=now, seat=seat, reason="time")


def repeated(table: Table, guest: str, request: Request) -> int | None:
    """The seq that answered the same request before; None if it is new.

    Raises `IdUsed` when the guest used its id for something else.
    """
    done = table.done(guest, request.id)
    if done is None:
        return None
    entry, seq = done
    kinds, is_same = _TRACES.get(type(request), ((), _always))
    if not (isinstance(entry, kinds) and is_same(entry, request)):
        raise IdUsed
    return seq


def _always(entry: Any, request: Any) -> bool:  # noqa: ARG001 -- its kind says everything
    return True


def _same_seat(entry: Any, request: Any) -> bool:
    return request.seat is None or bool(entry.seat == request.seat)


def _same_sitting(entry: log.Sat, request: requests.Sit) -> bool:
    same_name = entry.guest == entry.by and is_given_for(entry.name, request.name)
    return _same_seat(entry, request) and same_name and request.marker in {None, entry.marker}


def _same_invitation(entry: log.Sat, request: requests.InviteProgram) -> bool:
    return _same_seat(entry, request) and entry.guest != entry.by and is_given_for(entry.name, request.name)


# By kind of request: the first entry it leaves in the log, and whether that entry came from such a request.
_TRACES: Final[dict[type[Any], tuple[tuple[type[Any], ...], Callable[[Any, Any], bool]]]] = {
    requests.Move: ((log.Acted,), lambda e, r: (e.seat, e.action) == (r.seat, r.action)),
    requests.Sit: ((log.Sat,), _same_sitting),
    requests.ChangeSeat: ((log.SeatChanged,), lambda e, r: (e.seat, e.to) == (r.seat, r.to)),
    requests.AddBot: ((log.BotSat,), lambda e, r: (e.seat, e.bot) == (r.seat, r.bot)),
    requests.InviteProgram: ((log.Sat,), _same_invitation),
    requests.RemoveSeat: ((log.StoodUp,), _same_seat),
    requests.ChangeOptions: ((log.OptionsChanged,), lambda e, r: e.options == r.options),
    requests.ChooseFirst: ((log.FirstChosen,), _same_seat),
    requests.Seal: ((log.Sealed,), lambda e, r: e.seal == r.seal),
    requests.Contribute: ((log.Contributed,), lambda e, r: e.value == r.value),
    requests.Start: ((log.BotSat, log.Contributed, log.Dealing, log.Started), _always),
    requests.WantRematch: ((log.RematchWanted, log.Contributed, log.Dealing, log.Started), _always),
    requests.Leave: ((log.StoodUp, log.StandInStarted, log.HostPassed), _always),
    requests.Vote: ((log.Voted,), lambda e, r: e.absent == r.seat),
    requests.TakeBack: ((log.StandInEnded,), _same_seat),
    requests.Undo: ((log.Undone,), _same_seat),
}
