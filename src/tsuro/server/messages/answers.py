"""What the server says. Messages with a `seq` follow the log, one for each entry, without gaps."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from tsuro.server.messages.events import GameEvent
from tsuro.server.messages.views import Clocks, Own, Played, Position, TableView, You

__all__ = [
    "PROTOCOL",
    "Accepted",
    "Changed",
    "Goodbye",
    "HandOverLink",
    "Moved",
    "Ping",
    "Pong",
    "Presence",
    "Problem",
    "ProgramToken",
    "Refused",
    "ServerMessage",
    "Snapshot",
    "Started",
    "Undone",
    "Welcome",
]

PROTOCOL = 1  # raised when an older client would misunderstand


class _Answer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class Welcome(_Answer, frozen=True, kw_only=True, tag="welcome"):
    """The first message on every connection."""

    protocol: int
    server: str  # its version
    heartbeat: int  # a client that is silent for twice this many seconds counts as gone


class Snapshot(_Answer, frozen=True, kw_only=True, tag="snapshot"):
    """Everything as it is after the entry `seq`; sent on every connect, and whenever asked for."""

    seq: int
    table: TableView
    you: You
    away: tuple[int, ...]  # seats whose players are not connected
    missing: tuple[int, ...] = ()  # those of them who have been away for a minute: the others may vote about them
    watchers: int
    clocks: Clocks | None
    position: Position | None  # null before the first game
    own: tuple[Own, ...]  # one for each of the client's seats
    last: tuple[GameEvent, ...]  # what happened in the last action
    starts_in: int | None = None  # milliseconds until the game starts by itself, with bots in the empty seats


class Changed(_Answer, frozen=True, kw_only=True, tag="changed"):
    """Something happened at the table, not in the game."""

    seq: int
    what: str  # the kind of entry: sat, stood-up, warned …
    seat: int | None  # whom it is about
    table: TableView
    you: You
    clocks: Clocks | None
    starts_in: int | None = None


class Started(_Answer, frozen=True, kw_only=True, tag="started"):
    """A game began."""

    seq: int
    table: TableView
    you: You
    clocks: Clocks | None
    position: Position
    own: tuple[Own, ...]
    events: tuple[GameEvent, ...]


class Moved(_Answer, frozen=True, kw_only=True, tag="moved"):
    """A player acted."""

    seq: int
    seat: int
    played: Played
    action: str  # tiles exchanged by others are ?
    events: tuple[GameEvent, ...]
    position: Position
    own: tuple[Own, ...]
    clocks: Clocks | None
    table: TableView | None  # where the table changed, too, as at the end of the game


class Undone(_Answer, frozen=True, kw_only=True, tag="undone"):
    """A player took actions back: the game is as it was before them."""

    seq: int
    seat: int
    table: TableView
    you: You
    clocks: Clocks | None
    position: Position
    own: tuple[Own, ...]
    last: tuple[GameEvent, ...]  # what happened in the last action that remains


class Presence(_Answer, frozen=True, kw_only=True, tag="presence"):
    """Who is away, and how many watch; it is not in the log."""

    away: tuple[int, ...]
    missing: tuple[int, ...] = ()
    watchers: int


class Accepted(_Answer, frozen=True, kw_only=True, tag="accepted"):
    """The request was done; `seq` is its last entry in the log."""

    id: str
    seq: int


class Refused(_Answer, frozen=True, kw_only=True, tag="refused"):
    """The request was not done, and why. If it was made on a stale view, the snapshot has the current one."""

    id: str
    code: str
    sentence: str
    rule: str | None
    snapshot: Snapshot


class ProgramToken(_Answer, frozen=True, kw_only=True, tag="program-token"):
    """The token with which a program plays the seat; repeated only to the same request."""

    id: str
    seq: int
    seat: int
    token: str


class HandOverLink(_Answer, frozen=True, kw_only=True, tag="hand-over-link"):
    """The code that moves the seats to another device; it works once, and not for long."""

    id: str
    code: str
    seconds: int


class Problem(_Answer, frozen=True, kw_only=True, omit_defaults=True, tag="problem"):
    """What the client said could not be read, was too much, or failed; after a failure, ask for a snapshot."""

    code: str
    sentence: str
    rule: str | None = None  # of the game, where one was broken
    field: str | None = None  # of the request, where one is at fault: seats[2].name


class Ping(_Answer, frozen=True, kw_only=True, tag="ping"):
    """Is the client there? It answers with a pong."""


class Pong(_Answer, frozen=True, kw_only=True, tag="pong"):
    """The answer to the client's ping."""


class Goodbye(_Answer, frozen=True, kw_only=True, tag="goodbye"):
    """The last message before the server closes."""

    reason: Literal["restarting", "too-slow", "silent", "removed"]
    sentence: str


ServerMessage: TypeAlias = (
    Welcome
    | Snapshot
    | Changed
    | Started
    | Moved
    | Undone
    | Presence
    | Accepted
    | Refused
    | ProgramToken
    | HandOverLink
    | Problem
    | Ping
    | Pong
    | Goodbye
)
