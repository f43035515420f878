"""The lobby, where strangers meet: what it shows, and what can be asked for there."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from tsuro.server.messages.answers import Goodbye, Ping, Pong, Problem, Welcome
from tsuro.server.messages.requests import Name
from tsuro.server.options import Clock

__all__ = ["LobbyChanged", "LobbyMessage", "LobbySnapshot", "OpenTable", "PlayNow", "RunningGame"]


class _Part(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class PlayNow(_Part, frozen=True, kw_only=True):
    """Sit down at a table where somebody waits for others, or at a new one if there is none."""

    name: Name


class OpenTable(_Part, frozen=True, kw_only=True):
    """A table where anybody may sit down."""

    id: str  # the code to watch, which stays the same when the game starts
    play: str  # the code to play
    edition: str  # as in records: modern+bonus
    clock: Clock
    seats: int
    free: int  # of them
    people: tuple[str, ...]  # who waits there, by name
    bots: int  # seats that bots have
    starts_in: int | None  # milliseconds until it starts by itself, with bots in the empty seats


class RunningGame(_Part, frozen=True, kw_only=True):
    """A game that anybody may watch."""

    id: str  # the code to watch
    edition: str
    clock: Clock
    people: tuple[str, ...]  # who plays, by name
    bots: int
    left: int  # players who are still on the board
    watchers: int
    lively: int  # the higher, the livelier: by addresses people are there from, and whether somebody moved lately


class _Message(_Part, frozen=True, kw_only=True, tag_field="type"):
    pass


class LobbySnapshot(_Message, frozen=True, kw_only=True, tag="lobby"):
    """The lobby as it is now, or a page of it: the tables to sit down at first, and the liveliest games."""

    here: int  # people who are in the lobby
    tables: tuple[OpenTable, ...]
    games: tuple[RunningGame, ...]  # the liveliest first
    more_tables: int = 0  # that are not listed
    more_games: int = 0


class LobbyChanged(_Message, frozen=True, kw_only=True, tag="lobby-changed"):
    """What has changed since the last message: what is new or different, and what is gone."""

    here: int
    tables: tuple[OpenTable, ...] = ()
    games: tuple[RunningGame, ...] = ()
    gone: tuple[str, ...] = ()  # ids; one that was a table, and comes as a game, has started
    more_tables: int = 0
    more_games: int = 0


LobbyMessage: TypeAlias = Welcome | LobbySnapshot | LobbyChanged | Problem | Ping | Pong | Goodbye
"""What the server says in the lobby. A client says `resync`, `ping` and `pong`."""
