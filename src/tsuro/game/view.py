"""What one player, or a watcher, sees: everything the rules show, and nothing they hide (S5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tsuro.game.actions import Action, PlayTile
from tsuro.game.board import Seat
from tsuro.game.errors import Refused
from tsuro.game.legal import find_placements, legal_actions
from tsuro.game.outcome import Outcome, outcome
from tsuro.game.paths import Walk
from tsuro.game.state import OVER, PLAY_TILE, Hand, State
from tsuro.game.tiles import OrientedTile

__all__ = ["Preview", "View", "previews", "view"]


class Preview(NamedTuple):
    """What placing a tile would do."""

    tile: OrientedTile
    walks: tuple[Walk, ...]  #: the player's own marker first
    refusal: type[Refused] | None = None  #: why it is forbidden; None where it is allowed

    @property
    def eliminated(self) -> tuple[Seat, ...]:
        """The seats that the placement would eliminate."""
        return tuple(walk.seat for walk in self.walks if walk.end is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A game as a seat, or a watcher (seat None), sees it.

    `previews` holds every distinct way to place a tile of the player's hand on the square that
    the player's marker faces; for a player who is not on turn, as if it were their turn.
    """

    seat: Seat | None
    position: State  #: hidden tiles are face down
    previews: tuple[Preview, ...]

    @property
    def on_turn(self) -> bool:
        """Whether this player is to act now."""
        return self.seat == self.position.active and self.position.phase is not OVER

    @property
    def hand(self) -> Hand:
        """The tiles the player holds; a watcher has none."""
        if self.seat is None and not self.position.setup.edition.one_open_hand:
            return ()
        return self.position.hand_of(self.seat or 0)

    @property
    def allowed(self) -> tuple[Preview, ...]:
        """The previews of those placements that are not refused."""
        return tuple(preview for preview in self.previews if preview.refusal is None)

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """Everything the seat may do now; nothing when another player is on turn."""
        if not self.on_turn:
            return ()
        if self.position.phase is PLAY_TILE:
            return tuple(PlayTile(preview.tile) for preview in self.allowed)
        return legal_actions(self.position)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return outcome(self.position)


def view(state: State, seat: Seat | None) -> View:
    """The state as the seat, or a watcher (None), sees it. Raises `ImpossibleSetup` for a seat not in the game."""
    return View(seat=seat, position=state.seen_by(seat), previews=previews(state, seat))


def previews(state: State, seat: Seat | None) -> tuple[Preview, ...]:
    """What each way to place a tile of the seat's hand would do; for a player not on turn, as if it were."""
    if seat is None or state.phase is not PLAY_TILE:
        return ()
    marker = state.markers[seat]
    if marker is None:
        return ()
    walks, players = state.around(marker >> 3).walks, state.setup.players
    known = find_placements(state, seat)
    return tuple([Preview(tile, walks(seat, players, tile), known.refused.get(tile)) for tile in known.tiles])
