"""How a game at a table comes to its tiles: who contributes to the deal, and when it begins."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping

from tsuro.deal import NO_CONTRIBUTIONS, Deal
from tsuro.server.messages import requests
from tsuro.server.tables.log import Committed, Contributed, Dealing, Sealed, Started
from tsuro.server.tables.next_deal import NONE_OPENED, NextDeal, contributions_of
from tsuro.server.tables.refusals import NotDealing, NotSeated, OtherCommitment, OtherContribution
from tsuro.server.tables.request import Entries, TableRequest
from tsuro.server.tables.seats import EMPTY, SeatState
from tsuro.server.tables.table import Table

__all__ = ["begin_game", "commit", "contribute", "deal", "players_of", "seal"]

RELOAD = 2000  # milliseconds: who has been away for less, or is seen at another process, will open a seal


def commit(table: Table, *, now: int) -> Entries:
    """The server's part of the next deal, if it is missing: before anybody else can contribute, or see a tile."""
    if table.phase == "playing" or table.next_deal is not None:
        return ()
    return (Committed(at=now, secret=secrets.token_bytes(32).hex()),)


def seal(ask: TableRequest, request: requests.Seal) -> Entries:
    """A guest with several seats contributes once, at the first of them."""
    ask.between_games()
    _next_deal(ask, request.commitment)
    return (Sealed(at=ask.now, seat=_own_seat(ask, ask.table.seats_of(ask.guest)), seal=request.seal),)


def contribute(ask: TableRequest, request: requests.Contribute) -> Entries:
    """The game begins when everyone who is there, or was just now, has opened what they had sealed."""
    next_deal = _next_deal(ask, request.commitment)
    if not next_deal.is_dealing:
        raise NotDealing
    number = next((n for n in ask.table.seats_of(ask.guest) if _is_sealed(ask.table.seats[n])), None)
    if number is None:
        raise NotDealing("There is nothing of yours to open: you have sealed nothing, or opened it already.")
    made = _made(ask, next_deal, number, request.value)
    return (made, *_unless_others_are_awaited(ask, players_of(ask.table), {number: request.value}))


def begin_game(
    ask: TableRequest,
    players: list[int],
    contribution: requests.Contribution | None = None,
    *,
    filled: Collection[int] = (),
) -> Entries:
    """The next game: at once, or as soon as those who sealed a contribution have opened it.

    The guest who begins it may add a contribution that was not sealed: all others are bound by then.
    The seats that are `filled` get bots before.
    """
    if contribution is None:
        return _unless_others_are_awaited(ask, players, filled=filled) or (Dealing(at=ask.now),)
    next_deal = _next_deal(ask, contribution.commitment)
    number = _own_seat(ask, players)
    made = _made(ask, next_deal, number, contribution.value)
    begun = _unless_others_are_awaited(ask, players, {number: contribution.value}, filled=filled)
    return (made, *(begun or (Dealing(at=ask.now),)))


def deal(table: Table, *, now: int) -> Entries:
    """The game that is about to begin, with the contributions that are there: it has waited long enough."""
    players = players_of(table)
    return (_started(table, players, [table.seats[number] for number in players], NONE_OPENED, now=now),)


def players_of(table: Table) -> list[int]:
    """The seats of the next game: all that are taken, except those of players who left the last one."""
    return [number for number, seat in enumerate(table.seats) if not seat.is_free]


def _unless_others_are_awaited(
    ask: TableRequest, players: list[int], opened: Mapping[int, str] = NONE_OPENED, *, filled: Collection[int] = ()
) -> Entries:
    """The start of the game; nothing while somebody who is there has not opened a contribution."""
    seated = [EMPTY if number in filled else ask.table.seats[number] for number in players]
    awaited = [
        seat for number, seat in zip(players, seated, strict=True) if number not in opened and _is_sealed(seat)
    ]
    if any(ask.now - ask.away.get(seat.guest or "", ask.now) < RELOAD for seat in awaited):
        return ()
    made = {players.index(number): value for number, value in opened.items()}
    return (_started(ask.table, players, seated, made, now=ask.now),)


def _started(
    table: Table, players: list[int], seated: list[SeatState], opened: Mapping[int, str], *, now: int
) -> Started:
    """Where nobody could know a commitment, as at a table that begins as it is made, nobody contributes."""
    secret = secrets.token_bytes(32).hex() if table.next_deal is None else table.next_deal.secret
    contributions = NO_CONTRIBUTIONS if table.next_deal is None else contributions_of(seated, opened)
    by_chance = table.options.first == "random"
    first = Deal.shared(secret, contributions).first_of(len(players)) if by_chance else _named(table, players)
    return Started(
        at=now,
        seats=tuple(players),
        first=first,
        secret=secret,
        contributions=contributions,
        first_by_chance=by_chance,
    )


def _named(table: Table, players: list[int]) -> int:
    """Who is first, as numbered in the game: the player whom the table named, or the host (S3)."""
    hosts = () if table.host is None else table.seats_of(table.host)
    return next((players.index(seat) for seat in (table.first, *hosts) if seat in players), 0)


def _made(ask: TableRequest, next_deal: NextDeal, number: int, value: str) -> Contributed:
    if not next_deal.fits(ask.table.seats[number], value):
        raise OtherContribution
    return Contributed(at=ask.now, seat=number, value=value)


def _next_deal(ask: TableRequest, commitment: str) -> NextDeal:
    """The deal to which the guest contributes, which must be the one that the client knows."""
    next_deal = ask.table.next_deal
    if next_deal is None or next_deal.commitment != commitment:
        raise OtherCommitment
    return next_deal


def _own_seat(ask: TableRequest, seats: Collection[int]) -> int:
    """Which of these seats contributes for the guest: the one that has sealed something, or the first."""
    own = [number for number in ask.table.seats_of(ask.guest) if number in seats]
    if not own:
        raise NotSeated
    return next((number for number in own if ask.table.seats[number].seal), own[0])


def _is_sealed(seat: SeatState) -> bool:
    """Whether the seat has a contribution that is still sealed."""
    return seat.seal is not None and seat.contribution is None
