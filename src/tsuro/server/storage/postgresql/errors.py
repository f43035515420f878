"""What PostgreSQL says, as sentences that say what to do; nothing of the address is ever repeated."""

from __future__ import annotations

import ssl

import asyncpg

from tsuro.server.storage.errors import StoreError

__all__ = ["LOST", "explained", "is_lost"]

UNTRUSTED = (
    "the certificate of PostgreSQL is not trusted: name its authority with sslrootcert=FILE, and the host as the "
    "certificate does"
)
UNREACHABLE = "the database cannot be reached: is PostgreSQL running, and is the address right?"

_SQLSTATES = {
    "28000": "PostgreSQL does not let this user in: check the user, and pg_hba.conf",
    "28P01": "PostgreSQL refuses the user or the password: check both",
    "3D000": "there is no database of that name: create it with createdb, then try again",
    "42501": "the user may not do this in the database: let it own the database, or grant it what is missing",
    "25006": "the database is read-only: name the server that may be written to",
    "53100": "the disk of the database is full: make room, then try again",
    "53200": "the database has no memory left: try again later",
    "53300": "PostgreSQL accepts no more connections: start fewer processes, or raise its max_connections",
    "55P03": "another program keeps a table busy: try again later",
    "57014": "the database took too long: try again later",
    "57P03": "PostgreSQL is starting or stopping: try again in a moment",
    "XX001": "the database is damaged: put a backup in its place",
    "XX002": "the database is damaged: put a backup in its place",
}

# The server ended the connection, or is about to.
_SHUTDOWNS = (asyncpg.AdminShutdownError, asyncpg.CrashShutdownError, asyncpg.CannotConnectNowError)

LOST = (
    OSError,  # TimeoutError is one of them
    EOFError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.TooManyConnectionsError,  # as after a restart, when everybody comes back at once
    *_SHUTDOWNS,
)


def is_lost(error: BaseException) -> bool:
    """Whether the connection is lost, so that another may do better."""
    mistakes = (asyncpg.DataError, asyncpg.exceptions.ClientConfigurationError)
    return isinstance(error, LOST) and not isinstance(error, mistakes)


def explained(error: BaseException) -> StoreError:
    """The error as a sentence; what the server says is repeated only where it cannot hold a secret."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, ssl.SSLError):
        return StoreError(UNTRUSTED)
    sentence = _SQLSTATES.get(getattr(error, "sqlstate", None) or "")
    if sentence is None:
        sentence = UNREACHABLE if is_lost(error) else f"the database does not work: {_said(error)}"
    return StoreError(sentence)


def _said(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
