"""How a server is run: the options of `tsuro serve`, with defaults for a club on one machine."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

__all__ = ["Limits", "OfferedBot", "Settings"]


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedBot:
    """A bot that is not ours, and that whoever runs the server lets people play against."""

    id: str  # what clients call it
    name: str  # its own
    about: str = ""  # how it plays, in a sentence
    bot: str  # its name for `tsuro.bots`, which clients never see


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How much one client, one address, and all together may ask for."""

    head: int = 8192  # bytes of a request's headers
    frame: int = 4096  # bytes of one message
    body: int = 4096  # bytes of a request's body
    record: int = 65_536  # of one with a record in it
    messages_per_second: float = 10  # of one connection, in the long run
    messages_at_once: int = 40
    tables_per_minute: float = 6  # made from one address, in the long run
    tables_at_once: int = 20
    tables_per_day: int = 200
    games_per_day: int = 3000  # that somebody from one address begins at tables that had one
    seats_per_minute: float = 6  # that somebody from one address takes at open tables of others, in the long run
    seats_at_once: int = 12
    analyses_per_minute: float = 60  # records shown, and advice, to one address, in the long run
    analyses_at_once: int = 60
    working: int = 8  # slow requests that one address may have waiting
    requests_per_second: float = 20  # over HTTP, from one address
    requests_at_once: int = 100
    answers_per_second: float = 200  # to them and to those for parts of the page; beyond it, they wait
    answers_at_once: int = 1000
    connections_per_address: int = 100  # sockets and streams
    accepted_per_address: int = 200  # the same, and all connections for other requests
    connections: int = 5000
    connections_per_table: int = 200
    waiting_tables_per_address: int = 8  # that the lobby shows
    addresses: int = 10_000  # remembered for the limits above
    tables: int = 10_000  # that were made and not removed
    waiting: int = 64  # messages for a client that does not read


def usual_database() -> str | Path:
    """What `TSURO_DATABASE` names, in which a password is hidden from other users of the machine, or a file."""
    return os.environ.get("TSURO_DATABASE") or user_data_path("tsuro") / "tables.sqlite3"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 8000  # 0: any free one
    database: str | Path = field(default_factory=usual_database)
    origins: tuple[str, ...] = ()  # from which pages may connect, besides those of this machine
    metrics: tuple[str, int] | None = None  # host and port for Prometheus, where there is nothing else
    proxies: tuple[str, ...] = ()  # addresses or networks of web servers that pass on the addresses of clients
    keep_days: int = 30  # after which tables that nobody has used are removed
    pace: float = 0.8  # seconds between a move and the next move of a bot, at least, so that people can follow
    bot_processes: int = 2  # processes for bots; and for each of those that are not ours
    bots: tuple[OfferedBot, ...] = ()  # that are not ours
    heartbeat: int = 20  # seconds
    lobby: bool = True  # strangers can meet at open tables
    lobby_wait: float = 20  # seconds until a table where strangers meet starts, with bots in the empty seats
    limits: Limits = field(default_factory=Limits)
