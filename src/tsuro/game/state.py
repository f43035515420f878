"""Everything that is true of a game at one moment, hidden tiles included."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from enum import Enum
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from tsuro.game.board import EMPTY_BOARD, Board, Point, Seat, Square
from tsuro.game.edition import MODERN, Edition
from tsuro.game.errors import ImpossibleSetup, Refused
from tsuro.game.paths import Surroundings
from tsuro.game.tiles import FACE_DOWN, OrientedTile, Tile

__all__ = ["HAND_SIZE", "MARKERS", "Hand", "Phase", "Placements", "Setup", "State", "clockwise"]

Hand: TypeAlias = tuple[Tile, ...]
"""The tiles that a player holds, at most three."""

HAND_SIZE: Final = 3


class Placements(NamedTuple):
    """The ways to place a tile of one hand."""

    tiles: list[OrientedTile]
    refused: dict[OrientedTile, type[Refused]]  # those of them that are forbidden, and why
    all_eliminate: bool  # whether each of them eliminates the player; False while a tile is face down


MARKERS: Final = ("circle", "square", "triangle", "diamond", "pentagon", "star", "hexagon", "octagon")
"""The eight markers, which differ in shape (C3)."""


class Phase(Enum):
    """What the active player has to do."""

    PLACE_MARKER = "mark"
    PLAY_TILE = "play"
    EXCHANGE = "exchange"
    OVER = "over"


# Looking up a member of an Enum takes longer than most rules: the rules use these names instead.
PLACE_MARKER: Final = Phase.PLACE_MARKER
PLAY_TILE: Final = Phase.PLAY_TILE
EXCHANGE: Final = Phase.EXCHANGE
OVER: Final = Phase.OVER


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What the table agrees on before the tiles are dealt. Raises `ImpossibleSetup` if the rules forbid it."""

    edition: Edition = MODERN
    players: int = 2  #: two to eight
    first: Seat = 0  #: the first player
    markers: tuple[str, ...] = ()  #: one for each seat; left empty, the first of `MARKERS`

    def __post_init__(self) -> None:
        if self.players not in range(2, 9):
            raise ImpossibleSetup(f"Tsuro is for two to eight players, not {self.players} (C4)")
        if self.first not in range(self.players):
            raise ImpossibleSetup(f"the first player must be one of the {self.players} players (S3)")
        object.__setattr__(self, "markers", tuple(self.markers) or MARKERS[: self.players])
        self._check_markers()

    def _check_markers(self) -> None:
        for marker in self.markers:
            if marker not in MARKERS:
                raise ImpossibleSetup(f"there is no {marker!r} marker: choose from {', '.join(MARKERS)} (S6)")
        if len(self.markers) != self.players:
            raise ImpossibleSetup(
                f"{self.players} players need {self.players} markers, not {len(self.markers)} (S6)"
            )
        if len(set(self.markers)) != self.players:
            raise ImpossibleSetup("no two players may choose the same marker (S6)")

    def __reduce__(self) -> tuple[Any, tuple[()]]:
        return _made_again(self)

    def check_seat(self, seat: Seat | None) -> None:
        """Raise `ImpossibleSetup` unless somebody sits there; None is a watcher."""
        if seat is not None and seat not in range(self.players):
            raise ImpossibleSetup(f"there is no seat {seat}: the seats are 0 to {self.players - 1}")

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise from the first player."""
        return clockwise(self.first, self.players)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """One moment of a game.

    The draw pile is in no order: which of its tiles is drawn is decided when it
    is drawn, so a state holds no future. Tiles may lie face down, in a state that
    shows what one player sees (`seen_by`).
    """

    setup: Setup
    board: Board = EMPTY_BOARD
    starts: tuple[Point | None, ...]  #: by seat: the start mark chosen
    markers: tuple[Point | None, ...]  #: by seat: where the marker stands; None when not in play
    walked: tuple[int, ...]  #: by seat: how many tiles the marker has crossed
    hands: tuple[Hand, ...]  #: by seat, or the one open hand for all (V3, V4)
    pile: tuple[Tile, ...]  #: sorted
    dragon: Seat | None = None  #: who holds the Dragon tile
    active: Seat
    phase: Phase
    out: tuple[tuple[Seat, ...], ...] = ()  #: the eliminated, earliest first; together: by one placement
    last: Square | None = field(default=None, compare=False)  #: where the newest tile lies, for the eye only
    # What was computed from the rest, when first needed: see `around`, and `legal.find_placements`.
    _surroundings: dict[Square, Surroundings] = field(default_factory=dict, init=False, repr=False, compare=False)
    known_placements: dict[Seat, Placements] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __reduce__(self) -> tuple[Any, tuple[()]]:
        return _made_again(self)

    @property
    def in_play(self) -> tuple[Seat, ...]:
        """The seats whose marker is on the board, clockwise from seat 0."""
        return tuple(seat for seat, marker in enumerate(self.markers) if marker is not None)

    def hand_of(self, seat: Seat) -> Hand:
        """The tiles the seat plays from."""
        return self.hands[0] if self.setup.edition.one_open_hand else self.hands[seat]

    def around(self, square: Square) -> Surroundings:
        """The open square with what surrounds it, to see what tiles on it would do."""
        known = self._surroundings.get(square)
        if known is None:
            known = self._surroundings[square] = Surroundings(self.board, self.markers, square)
        return known

    @property
    def tiles_placed(self) -> int:
        """How many tiles are on the board."""
        return len(self.board) - self.board.count(None)

    @property
    def pile_at(self) -> Seat:
        """Who has the draw pile in front of them when it is passed round: the player who draws next (D6)."""
        if self.phase is PLACE_MARKER:
            return self.setup.first
        return self.active if self.dragon is None else self.dragon

    @property
    def offer(self) -> Hand:
        """The eliminated players' tiles that the active player may swap for (X1)."""
        if self.phase is not EXCHANGE:
            return ()
        return tuple(tile for seat in self.out[-1] for tile in self.hands[seat])

    def seen_by(self, seat: Seat | None) -> State:
        """The same moment with everything face down that the seat, or a watcher (None), may not see (S5)."""
        self.setup.check_seat(seat)
        if self.setup.edition.one_open_hand:
            return self
        open_to = {seat}
        if self.phase is EXCHANGE and seat == self.active:
            open_to.update(self.out[-1])
        hands = tuple(
            [hand if owner in open_to else (FACE_DOWN,) * len(hand) for owner, hand in enumerate(self.hands)]
        )
        return State(  # as `replace` does, but faster: every view needs one
            setup=self.setup,
            board=self.board,
            starts=self.starts,
            markers=self.markers,
            walked=self.walked,
            hands=hands,
            pile=(FACE_DOWN,) * len(self.pile),
            dragon=self.dragon,
            active=self.active,
            phase=self.phase,
            out=self.out,
            last=self.last,
        )


def _made_again(thing: Setup | State) -> tuple[Any, tuple[()]]:
    """How to copy or pickle it: from what it was made of, without what was computed from that."""
    return partial(
        type(thing), **{each.name: getattr(thing, each.name) for each in fields(thing) if each.init}
    ), ()


_CLOCKWISE: Final = [[(*range(first, players), *range(first)) for first in range(players)] for players in range(9)]


def clockwise(first: Seat, players: int) -> tuple[Seat, ...]:
    """All seats in clockwise order, starting with the given one.

    >>> clockwise(2, 4)
    (2, 3, 0, 1)
    """
    return _CLOCKWISE[players][first]
