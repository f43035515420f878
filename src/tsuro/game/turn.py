"""A turn, in the order of the rulebook: play a tile, move the markers, exchange, draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from tsuro.game import events
from tsuro.game.actions import Action, ExchangeTiles, PlaceMarker, PlayTile
from tsuro.game.board import Point, Seat
from tsuro.game.errors import ImpossibleDraw
from tsuro.game.legal import check, find_placements, harm
from tsuro.game.outcome import is_over, outcome
from tsuro.game.paths import Walk
from tsuro.game.state import (
    EXCHANGE,
    HAND_SIZE,
    MARKERS,
    OVER,
    PLACE_MARKER,
    PLAY_TILE,
    Hand,
    Setup,
    State,
    clockwise,
)
from tsuro.game.tiles import FACE_DOWN, ORIENTATIONS, TILES, OrientedTile, Tile

__all__ = ["Chance", "act", "start"]

Chance: TypeAlias = Callable[[tuple[Tile, ...]], Tile]
"""Decides which tile of the draw pile is drawn next. The pile is given in ascending order."""

Result: TypeAlias = tuple[State, tuple[events.Event, ...]]

# Events are compared by value, so the frequent ones share one object each.
_TURN_PASSED: Final = [events.TurnPassed(seat) for seat in range(len(MARKERS))]
_TILE_DRAWN: Final = [
    [events.TileDrawn(seat, tile) for tile in (FACE_DOWN, *TILES)] for seat in range(len(MARKERS))
]


def start(setup: Setup, chance: Chance, *, tiles: tuple[Tile, ...] = TILES) -> Result:
    """Shuffle and deal (S1): the state in which the first player places a marker, and the events of the deal.

    `chance` draws every tile; a `Deal` does, and so does any function that takes the pile and returns one of its
    tiles. Fewer `tiles` make a shorter game, for tests and puzzles.
    """
    nobody = (None,) * setup.players
    turn = _Turn(
        State(
            setup=setup,
            starts=nobody,
            markers=nobody,
            walked=(0,) * setup.players,
            hands=((),) * (1 if setup.edition.one_open_hand else setup.players),
            pile=tiles,
            active=setup.first,
            phase=PLACE_MARKER,
        ),
        chance,
    )
    turn.deal()
    return turn.result()


def act(state: State, seat: Seat, action: Action, chance: Chance) -> Result:
    """The state after the action of the seat, and the events that led there.

    The given state stays as it is. Raises `Refused`, with the rule and a sentence for the player, if the rules
    forbid the action, and `ImpossibleDraw` if `chance` draws a tile that is not in the pile.

    >>> from tsuro import Deal, read_action
    >>> deal = Deal.of_seed(1)
    >>> state, _ = start(Setup(players=2), deal)
    >>> state, happened = act(state, 0, read_action("mark c6n1"), deal)
    >>> happened
    (MarkerPlaced(seat=0, mark=16), TurnPassed(to=1))
    """
    check(state, seat, action)
    turn = _Turn(state, chance)
    if isinstance(action, PlayTile):
        turn.play(action.tile)
    elif isinstance(action, PlaceMarker):
        turn.place_marker(action.mark)
    else:
        turn.exchange(action)
    return turn.result()


class _Turn:
    """A working copy of a state while the active player's turn changes it."""

    def __init__(self, state: State, chance: Chance) -> None:
        self.before = state
        self.chance: Callable[[tuple[Tile, ...]], Any] = chance  # whatever it gives is looked at
        self.events: list[events.Event] = []
        self.happened = self.events.append
        self.setup = state.setup
        self.edition = state.setup.edition
        self.one_open_hand = self.edition.one_open_hand
        self.active = state.active
        self.phase = state.phase
        self.dragon = state.dragon
        self.board = state.board
        self.starts = state.starts
        self.markers = list(state.markers)
        self.walked = list(state.walked)
        self.hands = list(state.hands)
        self.pile = state.pile
        self.out = state.out
        self.last = state.last
        self.pile_at = state.pile_at

    def result(self) -> Result:
        state = State(
            setup=self.setup,
            board=self.board,
            starts=self.starts,
            markers=tuple(self.markers),
            walked=tuple(self.walked),
            hands=tuple(self.hands),
            pile=self.pile,
            dragon=self.dragon,
            active=self.active,
            phase=self.phase,
            out=self.out,
            last=self.last,
        )
        if self.phase is OVER and (end := outcome(state)):
            self.happened(events.GameOver(end))
        return state, tuple(self.events)

    # Setting up

    def deal(self) -> None:
        """S1, or one open hand (V3, V4)."""
        owners = (None,) if self.one_open_hand else self.setup.seats
        for owner in owners:
            hand = tuple(self.take_from_pile() for _ in range(HAND_SIZE))
            self.hands[owner or 0] = hand
            self.happened(events.TilesDealt(owner, hand))

    def place_marker(self, mark: Point) -> None:
        """S4"""
        self.markers[self.active] = mark
        self.starts = tuple(self.markers)
        self.happened(events.MarkerPlaced(self.active, mark))
        self.active = (self.active + 1) % self.setup.players
        if self.active == self.setup.first:
            self.phase = PLAY_TILE
        self.happened(_TURN_PASSED[self.active])

    # Play a tile, move the markers

    def play(self, tile: OrientedTile) -> None:
        """P1, M1 to M4; then the game is over, an exchange is due, or the turn goes on."""
        eliminated = self.move_markers(self.place_tile(tile))
        in_play = len(self.markers) - self.markers.count(None)
        placed = len(self.board) - self.board.count(None)
        if is_over(in_play, placed, self.edition):
            self.hand_on_the_dragon()
            self.phase = OVER
        elif offer := self.offered(eliminated):
            self.phase = EXCHANGE
            self.happened(events.ExchangeOffered(self.active, offer))
        else:
            self.end(eliminated)

    def place_tile(self, tile: OrientedTile) -> tuple[Walk, ...]:
        """P1. Returns the walks that the tile causes."""
        marker = self.markers[self.active]
        assert marker is not None, "the active player is in play"  # noqa: S101 -- for the type checker
        square = marker >> 3
        walks = self.before.around(square).walks(self.active, self.setup.players, tile)
        hand = 0 if self.one_open_hand else self.active
        self.hands[hand] = _without(self.hands[hand], tile.tile)
        self.board = self.board[:square] + (tile,) + self.board[square + 1 :]  # noqa: RUF005 -- faster this way
        self.last = square
        self.happened(events.TilePlaced(self.active, square, tile))
        return walks

    def move_markers(self, walks: tuple[Walk, ...]) -> tuple[Seat, ...]:
        """M1; then those whose path has ended are eliminated together (M2 to M4), and named."""
        for walk in walks:
            self.markers[walk.seat] = walk.end
            self.walked[walk.seat] += len(walk.points) - 1
            self.happened(events.MarkerWalked(walk))
        ended = [walk for walk in walks if walk.end is None]
        if not ended:
            return ()
        for walk in ended:
            forced = walk.seat == self.active and self.was_forced(walk.met)
            self.happened(events.Eliminated(walk.seat, walk.met, forced))
        eliminated = tuple(sorted(walk.seat for walk in ended))
        self.out += (eliminated,)
        return eliminated

    def was_forced(self, met: Seat | None) -> bool:
        """Whether the active player had no other choice; what is forbidden by choice was forced."""
        return harm(met, self.edition) is not None or find_placements(self.before, self.active).all_eliminate

    # Exchange

    def offered(self, eliminated: tuple[Seat, ...]) -> tuple[Tile, ...]:
        """The tiles the active player may swap for; none where there is no bonus or nothing to swap (X1)."""
        if not eliminated or not self.edition.has_bonus(self.setup.players):
            return ()
        if self.markers[self.active] is None or not self.hands[self.active]:
            return ()
        return tuple(tile for seat in eliminated for tile in self.hands[seat])

    def exchange(self, exchange: ExchangeTiles) -> None:
        """X1"""
        for give, take in zip(exchange.give, exchange.take, strict=True):
            owner = next(seat for seat in self.out[-1] if take in self.hands[seat])
            self.hands[owner] = _swapped(self.hands[owner], take, give)
            self.hands[self.active] = _swapped(self.hands[self.active], give, take)
        self.happened(events.TilesExchanged(self.active, exchange.give, exchange.take))
        self.phase = PLAY_TILE
        self.end(self.out[-1])

    # Draw tiles, pass the turn

    def end(self, eliminated: tuple[Seat, ...]) -> None:
        """The rest of the turn, when nothing is left to decide."""
        if self.one_open_hand:
            self.refill_the_open_hand()
        else:
            self.draw_tiles(eliminated)
        self.pass_the_turn()

    def draw_tiles(self, eliminated: tuple[Seat, ...]) -> None:
        """While the pile has not run out and nobody is eliminated, only the active player is short of a tile."""
        if self.pile and not eliminated:
            self.draw_one(self.active)
            return
        self.hand_on_the_dragon()
        self.shuffle_in()
        self.draw()

    def hand_on_the_dragon(self) -> None:
        """D3"""
        holder = self.dragon
        if holder is None or self.markers[holder] is not None:
            return
        others = self.in_play_from(holder)
        if self.edition.is_classic:
            others = others[:1]
        self.dragon = next((seat for seat in others if len(self.hands[seat]) < HAND_SIZE), None)
        self.happened(events.DragonPassed(holder, self.dragon))

    def shuffle_in(self) -> None:
        """X2"""
        left = [tile for group in self.out for seat in group for tile in self.hands[seat]]
        if left:
            self.pile = tuple(sorted((*self.pile, *left)))
            if any(FACE_DOWN in tiles for tiles in (self.pile, *self.hands)):  # then nobody can tell them apart
                self.pile = (FACE_DOWN,) * len(self.pile)
            self.hands = [() if self.markers[seat] is None else hand for seat, hand in enumerate(self.hands)]
            self.happened(events.PileShuffled(len(left)))

    def draw(self) -> None:
        """D1, D2; D4 follows, since an eliminated active player is not among those who draw."""
        first = self.dragon if self.dragon is not None and self.pile else self.active
        lap = [seat for seat in self.in_play_from(first) if len(self.hands[seat]) < HAND_SIZE]
        while lap:
            for seat in lap:
                if not self.pile:
                    self.take_the_dragon(seat)
                    return
                self.draw_one(seat)
            lap = [seat for seat in lap if len(self.hands[seat]) < HAND_SIZE]

    def draw_one(self, seat: Seat) -> None:
        self.pass_the_pile(seat)
        if self.dragon == seat:
            self.dragon = None
            self.happened(events.DragonReturned(seat))
        tile = self.take_from_pile()
        self.hands[seat] += (tile,)
        self.happened(_TILE_DRAWN[seat][tile])

    def take_the_dragon(self, seat: Seat) -> None:
        """D2"""
        if self.dragon is None and self.edition.has_dragon(self.setup.players):
            self.pass_the_pile(seat)
            self.dragon = seat
            self.happened(events.DragonTaken(seat))

    def refill_the_open_hand(self) -> None:
        """V3, V4"""
        while self.pile and len(self.hands[0]) < HAND_SIZE:
            tile = self.take_from_pile()
            self.hands[0] += (tile,)
            self.happened(events.TileDrawn(None, tile))

    def pass_the_turn(self) -> None:
        """T1, P4"""
        while True:
            self.active = (self.active + 1) % self.setup.players
            if self.markers[self.active] is not None:
                if self.hands[0 if self.one_open_hand else self.active]:
                    break
                self.happened(events.HandEmpty(self.active))
        self.pass_the_pile(self.active if self.dragon is None else self.dragon)
        self.happened(_TURN_PASSED[self.active])

    def pass_the_pile(self, to: Seat) -> None:
        """D6"""
        if self.edition.pass_the_pile and to != self.pile_at:
            self.pile_at = to
            self.happened(events.PilePassed(to))

    # Helpers

    def in_play_from(self, seat: Seat) -> list[Seat]:
        """The seats still in play, clockwise from the given one."""
        markers = self.markers
        return [s for s in clockwise(seat, len(markers)) if markers[s] is not None]

    def take_from_pile(self) -> Tile:
        """The tile that chance decides on; from a pile that is face down it may be any."""
        tile = self.chance(self.pile)
        if type(tile) is not int:  # 17.0 and True are equal to numbers of tiles
            raise ImpossibleDraw(f"chance must give the number of a tile, not {tile!r}")
        if tile in self.pile:
            self.pile = _without(self.pile, tile)
        elif FACE_DOWN in self.pile and tile in ORIENTATIONS:
            self.pile = _without(self.pile, FACE_DOWN)
        else:
            raise ImpossibleDraw(f"tile {tile} cannot be drawn: it is not in the draw pile")
        return tile


def _without(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    place = tiles.index(tile)
    return tiles[:place] + tiles[place + 1 :]


def _swapped(hand: Hand, tile: Tile, other: Tile) -> Hand:
    """The hand with another tile in the place of the given one."""
    place = hand.index(tile)
    return (*hand[:place], other, *hand[place + 1 :])
