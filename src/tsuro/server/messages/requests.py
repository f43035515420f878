"""What a client may say. Every request has its own id; sent twice, it is done once."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from tsuro.server.options import BotId, SeatNumber, TableOptions

__all__ = [
    "AddBot",
    "ChangeOptions",
    "ChangeSeat",
    "ChooseFirst",
    "ClientMessage",
    "Contribute",
    "Contribution",
    "HandOver",
    "InviteProgram",
    "Leave",
    "Move",
    "Name",
    "Ping",
    "Pong",
    "RemoveSeat",
    "Request",
    "Resync",
    "Seal",
    "Showing",
    "Sit",
    "SkipToEnd",
    "Start",
    "TakeBack",
    "Undo",
    "Vote",
    "WantRematch",
]

RequestId: TypeAlias = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_-]{1,40}$(?!\n)", description="Chosen by the client, new for each request.")
]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=60)]
Marker: TypeAlias = Annotated[str, Meta(max_length=20)]
Hash: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)", description="SHA-256, in hexadecimal.")]
Chance: TypeAlias = Annotated[
    str, Meta(pattern=r"^[0-9a-f]{32}$(?!\n)", description="128 random bits, in hexadecimal.")
]


class _Message(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type"):
    pass


class _Request(_Message, frozen=True, kw_only=True):
    id: RequestId


class Move(_Request, frozen=True, kw_only=True, tag="move"):
    """Act for a seat. Made on the game as it was at `seq`; if it has moved on since, it is refused."""

    seq: Annotated[int, Meta(ge=0, le=2**53)]
    seat: SeatNumber
    action: Annotated[str, Meta(max_length=80, description="As in records: 'play 17e', 'mark c6n1'.")]


class Sit(_Request, frozen=True, kw_only=True, tag="sit"):
    """Take a free seat, or change name or marker at your own. Without a marker, any free one.

    A name that somebody else has gets a number: Ana 2. A program says that it is one: it never becomes host.
    """

    seat: SeatNumber | None = None  # null: your own, or the first that is free
    name: Name
    marker: Marker | None = None
    program: bool = False


class ChangeSeat(_Request, frozen=True, kw_only=True, tag="change-seat"):
    """Move from your seat to a free one; the host may move anyone, and let two change places."""

    seat: SeatNumber
    to: SeatNumber


class AddBot(_Request, frozen=True, kw_only=True, tag="add-bot"):
    """The host lets a bot of the server sit down, or changes its level."""

    seat: SeatNumber
    bot: BotId


class InviteProgram(_Request, frozen=True, kw_only=True, tag="invite-program"):
    """The host gives a free seat to somebody's program; the answer has its token."""

    seat: SeatNumber
    name: Name


class RemoveSeat(_Request, frozen=True, kw_only=True, tag="remove"):
    """Free a seat before the game: your own, or any as host."""

    seat: SeatNumber


class ChangeOptions(_Request, frozen=True, kw_only=True, tag="change-options"):
    """The host changes what is played, between games."""

    options: TableOptions


class ChooseFirst(_Request, frozen=True, kw_only=True, tag="choose-first"):
    """Say who is first: the oldest says so, or the host chooses."""

    seat: SeatNumber


class Contribution(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A client's part of the next deal, for the server that made this commitment."""

    commitment: Hash
    value: Chance


class Seal(_Request, frozen=True, kw_only=True, tag="seal"):
    """Fix your client's part of the next deal without giving it away: by its hash."""

    commitment: Hash  # the server's
    seal: Hash


class Contribute(_Request, frozen=True, kw_only=True, tag="contribute"):
    """Open what your client has sealed, when the table says that it deals."""

    commitment: Hash
    value: Chance


class Start(_Request, frozen=True, kw_only=True, tag="start"):
    """The host begins the game, or the next one, with everybody who is seated.

    Where the game would start by itself, anyone who sits at the table may.
    """

    fill: bool = False  # bots take the empty seats; otherwise the seats are removed for this game

    contribution: Contribution | None = None


class WantRematch(_Request, frozen=True, kw_only=True, tag="want-rematch"):
    """A player wants another game; it begins when everyone present does. Only then the contribution counts."""

    contribution: Contribution | None = None


class Leave(_Request, frozen=True, kw_only=True, tag="leave"):
    """Free all your seats; in a running game a stand-in plays them. A host passes the role on."""


class Vote(_Request, frozen=True, kw_only=True, tag="vote"):
    """Vote for a stand-in for the absent player on turn."""

    seat: SeatNumber  # of the absent player


class TakeBack(_Request, frozen=True, kw_only=True, tag="take-back"):
    """Take your seat back from the stand-in."""

    seat: SeatNumber


class Undo(_Request, frozen=True, kw_only=True, tag="undo"):
    """Take your last action back, with all that followed; if you have acted since `seq`, it is refused."""

    seq: Annotated[int, Meta(ge=0, le=2**53)]
    seat: SeatNumber


class SkipToEnd(_Request, frozen=True, kw_only=True, tag="skip-to-end"):
    """Let the bots play the rest without pauses: for players who are out of a game in which only bots are left."""


class HandOver(_Request, frozen=True, kw_only=True, tag="hand-over"):
    """Ask for a one-time link that moves all your seats to another device."""


class Resync(_Message, frozen=True, kw_only=True, tag="resync"):
    """Ask for a snapshot: after a gap in the sequence, or whenever in doubt."""


class Showing(_Message, frozen=True, kw_only=True, tag="showing"):
    """Whether this client still shows moves: bots that play with one person alone wait for it, for a while."""

    done: bool


class Ping(_Message, frozen=True, kw_only=True, tag="ping"):
    """Is the server there? It answers with a pong."""


class Pong(_Message, frozen=True, kw_only=True, tag="pong"):
    """The answer to the server's ping."""


Request: TypeAlias = (
    Move
    | Sit
    | ChangeSeat
    | AddBot
    | InviteProgram
    | RemoveSeat
    | ChangeOptions
    | ChooseFirst
    | Seal
    | Contribute
    | Start
    | WantRematch
    | Leave
    | Vote
    | TakeBack
    | Undo
    | SkipToEnd
    | HandOver
)
ClientMessage: TypeAlias = Request | Resync | Showing | Ping | Pong
