"""A table and its game as clients get them: one part for everybody, one for each seat, one for each client."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from tsuro.server.messages.events import GameEvent, Result, Walk
from tsuro.server.options import BotId, TableOptions

__all__ = [
    "Advice",
    "Below",
    "BotFailure",
    "BotView",
    "Clocks",
    "Estimated",
    "Frame",
    "Mark",
    "Own",
    "Played",
    "PlayerView",
    "Position",
    "Preview",
    "Reason",
    "Replay",
    "SeatView",
    "TablePhase",
    "TableView",
    "You",
]

TablePhase: TypeAlias = Literal["gathering", "playing", "over"]
BotFailure: TypeAlias = Literal["ended", "late", "nonsense", "illegal", "not-offered"]
"""How a bot failed: it stopped, took too long, was not understood, broke the rules, or is not there any more."""
Below: TypeAlias = Literal["less", "guardian", "apprentice"]
"""How a bot plays below its name, the server being busy: it thinks less, or like a guardian or an apprentice."""
Played: TypeAlias = Literal["person", "bot", "stand-in"]  # who made a move


class _View(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class SeatView(_View, frozen=True, kw_only=True):
    """Who sits at a seat; nobody does if `kind` is empty."""

    kind: Literal["empty", "person", "bot", "program"]
    name: str = ""
    marker: str = ""
    bot: BotId | None = None
    stand_in: bool = False  # a stand-in plays for the person, or for a bot that failed
    failure: BotFailure | None = None  # why a bot needs a stand-in
    below: Below | None = None  # how the bot here plays below its name
    wants_rematch: bool = False
    votes: tuple[int, ...] = ()  # the seats that voted for a stand-in for this one
    may_undo: bool = False  # the player practises, and has an action to take back
    seal: str | None = None  # of the player's contribution to the next deal
    contribution: str | None = None  # once it is opened


class BotView(_View, frozen=True, kw_only=True):
    """A bot that the server offers."""

    id: str  # by which a client asks for it
    name: str
    about: str  # how it plays, in a sentence, if it says so
    own: bool  # whether it comes with Tsuro; others were added by whoever runs the server


class PlayerView(_View, frozen=True, kw_only=True):
    """A player of the game being played, or of the last one: as it began."""

    name: str
    marker: str


class TableView(_View, frozen=True, kw_only=True):
    """What everybody at the table knows about it."""

    phase: TablePhase
    options: TableOptions
    seats: tuple[SeatView, ...]
    host: int | None  # the host's first seat, if the host sits
    first: int | None  # who is first, if that is decided
    game: int  # counts the games of the table; 0 before the first
    players: tuple[PlayerView, ...]  # of that game; between games, others may have taken the seats
    commitment: str | None  # binds the dealer; the secret is in the record when the game is over
    taken_back: int = 0  # how often actions were taken back in that game: if at all, it is practice
    next_commitment: str | None = None  # binds the server to its part of the next deal, before anybody contributes
    dealing: bool = False  # the next game is about to begin: sealed contributions are opened now


class You(_View, frozen=True, kw_only=True):
    """What the client is at this table."""

    seats: tuple[int, ...]  # its own; none: it watches
    host: bool
    practice: bool  # all others at the table are bots, and no clock runs: it may ask for advice, and take back
    play: str | None  # the code of the link to play, for whoever came by it
    watch: str
    removed: bool = False  # the host removed it before a game: it cannot take a seat again


class Clocks(_View, frozen=True, kw_only=True):
    """Milliseconds that each player has left, as of now; null: no limit."""

    left: tuple[int | None, ...]
    running: int | None  # whose clock runs


class Position(_View, frozen=True, kw_only=True):
    """The game as everybody sees it. Points are square × 8 + spot; squares count from the top left."""

    phase: Literal["mark", "play", "exchange", "over"]  # what the active player has to do
    active: int
    board: tuple[str | None, ...]  # 36 squares, each with its tile: 17e
    markers: tuple[int | None, ...]  # the point each marker stands on; null: not there
    trails: tuple[tuple[int, ...], ...]  # each marker's whole path: its start mark, then where it left each tile
    hands: tuple[int, ...]  # how many tiles each player holds
    open_hand: tuple[int, ...]  # the one hand all play from, where the edition has it
    pile: int
    dragon: int | None  # who has the Dragon tile
    out: tuple[tuple[int, ...], ...]  # who was eliminated, together or one after the other
    closed: tuple[int, ...]  # squares that no marker can reach any more
    scores: tuple[int, ...] = ()  # each player's so far, where tiles walked over, or crossings, count
    solo: tuple[int, int] | None = None  # in a solo game: the markers on the board, the tiles placed
    result: Result | None


class Reason(_View, frozen=True, kw_only=True):
    """Why something is refused."""

    code: str
    sentence: str
    rule: str | None = None


class Preview(_View, frozen=True, kw_only=True, omit_defaults=True):
    """What placing a tile would do: the walks it causes, that of the player's own marker first."""

    action: str  # to send as a move
    walks: tuple[Walk, ...]
    refused: Reason | None  # why it is not allowed
    scores: tuple[int, ...] = ()  # of those who walk, in the same order, afterwards; only where scores count
    solo: tuple[int, int] | None = None  # the markers on the board and the tiles placed afterwards, in a solo game


class Mark(_View, frozen=True, kw_only=True):
    """A free start mark."""

    action: str  # to send as a move
    point: int


class Own(_View, frozen=True, kw_only=True):
    """What only the player at one seat sees."""

    seat: int
    hand: tuple[int, ...]
    on_turn: bool
    previews: tuple[Preview, ...]  # every way to place a tile; when not on turn, as if it were their turn
    marks: tuple[Mark, ...]  # the free start marks, when one has to be chosen
    offer: tuple[int, ...]  # tiles that any number of the player's own may be exchanged for


class Frame(_View, frozen=True, kw_only=True):
    """A moment of a game that is replayed, and what led to it: the deal (`number` 0), or a player's action."""

    number: int
    seat: int | None
    action: str | None
    events: tuple[GameEvent, ...]
    position: Position
    hands: tuple[tuple[int, ...], ...]  # each player's tiles; hidden ones are 0. The open hand is in the position
    own: Own | None  # what the player who acts next saw; null at the end, and where it is hidden


class Replay(_View, frozen=True, kw_only=True):
    """A game, or as much of it as was played or may be known, moment by moment."""

    edition: str  # as in records: modern+bonus
    players: tuple[PlayerView, ...]
    over: bool
    practice: bool  # actions were taken back in it
    frames: tuple[Frame, ...]


class Estimated(_View, frozen=True, kw_only=True):
    """What the strongest bot expects of an action: its share of the win, 0 to 1, and how sure that is."""

    action: str
    share: float
    low: float  # in 95 of 100 cases the share is not below this
    high: float  # nor above this


class Advice(_View, frozen=True, kw_only=True):
    """What the dragon would do in a player's place, seeing no more than the player."""

    seat: int
    by: Literal["dragon"] = "dragon"  # always; earlier versions had others, too
    chosen: str  # to send as a move
    estimates: tuple[Estimated, ...]  # the chosen one, then the best; empty for start marks and in solo games
