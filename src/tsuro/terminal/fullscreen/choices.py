"""What a person holds in mind before they act: a start mark, a turned tile, tiles to exchange."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from tsuro.game.actions import Action, ExchangeTiles, PlaceMarker, PlayTile
from tsuro.game.board import Point
from tsuro.game.legal import free_marks
from tsuro.game.state import Hand, Phase
from tsuro.game.tiles import ORIENTATIONS, OrientedTile, Tile, oriented
from tsuro.game.view import Preview, View
from tsuro.render.geometry import spot

__all__ = ["Choice", "ExchangeChoice", "MarkChoice", "TileChoice", "advised", "first_choice"]

ARROWS = {"up": (0, -1), "right": (1, 0), "down": (0, 1), "left": (-1, 0)}


@dataclass(frozen=True, slots=True)
class MarkChoice:
    """One of the free start marks."""

    marks: tuple[Point, ...]  # clockwise
    mark: Point

    @property
    def action(self) -> Action:
        return PlaceMarker(self.mark)

    def moved(self, arrow: str) -> MarkChoice:
        """The nearest free mark in the direction of the arrow; the same one if there is none."""
        right, down = ARROWS[arrow]
        here = spot(self.mark)

        def far(mark: Point) -> float:
            x, y = spot(mark)
            along, aside = (x - here.x) * right + (y - here.y) * down, (x - here.x) * down + (y - here.y) * right
            return along + 2 * abs(aside) if along > 1 else float("inf")

        best = min(self.marks, key=far)
        return replace(self, mark=best) if far(best) < float("inf") else self


@dataclass(frozen=True, slots=True)
class TileChoice:
    """One tile of the hand; each tile is turned in some way."""

    turned: tuple[OrientedTile, ...]  # the hand
    place: int
    previews: tuple[Preview, ...]

    @property
    def tile(self) -> OrientedTile:
        return self.turned[self.place]

    @property
    def action(self) -> Action:
        return PlayTile(self.tile)

    @property
    def preview(self) -> Preview:
        """What placing the chosen tile would do."""
        return next(preview for preview in self.previews if preview.tile is self.tile)

    def select(self, place: int) -> TileChoice:
        """The tile at that place of the hand; the same if there is none."""
        return replace(self, place=place) if 0 <= place < len(self.turned) else self

    def stepped(self, steps: int) -> TileChoice:
        """The tile so many places further."""
        return self.select((self.place + steps) % len(self.turned))

    def turn(self, quarters: int) -> TileChoice:
        """The chosen tile turned clockwise."""
        return self.hold(oriented(self.tile.tile, self.tile.turns + quarters))

    def hold(self, tile: OrientedTile) -> TileChoice:
        """That tile of the hand, turned that way."""
        place = next(i for i, held in enumerate(self.turned) if held.tile == tile.tile)
        turned = (*self.turned[:place], tile, *self.turned[place + 1 :])
        return replace(self, turned=turned, place=place)


@dataclass(frozen=True, slots=True)
class ExchangeChoice:
    """Tiles of one's own, and as many of the eliminated players'."""

    mine: Hand
    theirs: Hand
    give: tuple[Tile, ...] = ()
    take: tuple[Tile, ...] = ()
    place: int = 0  # of the cursor: one's own come first, then theirs

    @property
    def is_even(self) -> bool:
        return len(self.give) == len(self.take)

    @property
    def action(self) -> Action:
        return ExchangeTiles(self.give, self.take)

    def toggle(self, place: int) -> ExchangeChoice:
        """Put the tile at that place in or out, and the cursor on it; nothing if there is none."""
        own = len(self.mine)
        if place < own:
            return replace(self, place=place, give=_toggled(self.give, self.mine[place]))
        if place < own + len(self.theirs):
            return replace(self, place=place, take=_toggled(self.take, self.theirs[place - own]))
        return self

    def moved(self, arrow: str, *, columns: int) -> ExchangeChoice:
        """The cursor on the next tile, where theirs lie in rows of `columns` below one's own."""
        right, down = ARROWS[arrow]
        own, count = len(self.mine), len(self.mine) + len(self.theirs)
        if right:
            return replace(self, place=(self.place + right) % count)
        if self.place < own:
            return replace(self, place=min(self.place + own, count - 1)) if down > 0 else self
        further = self.place + down * columns
        return replace(self, place=min(further, count - 1) if further >= own else min(self.place - own, own - 1))


Choice: TypeAlias = MarkChoice | TileChoice | ExchangeChoice


def first_choice(view: View) -> Choice | None:
    """What is chosen when a turn begins: something legal, so that Enter always does something; None at the end."""
    position = view.position
    if position.phase is Phase.PLACE_MARKER:
        marks = free_marks(position)
        return MarkChoice(marks, marks[0])
    if position.phase is Phase.EXCHANGE:
        return ExchangeChoice(view.hand, position.offer)
    if position.phase is Phase.PLAY_TILE and view.previews:
        turned = tuple(_first_way(tile, view.allowed) for tile in view.hand)
        return TileChoice(turned, 0, view.previews).hold(view.allowed[0].tile)
    return None


def advised(choice: Choice, action: Action) -> Choice:
    """The choice that leads to the action; the same where it is one of another kind."""
    match choice, action:
        case MarkChoice(), PlaceMarker(mark):
            return replace(choice, mark=mark)
        case TileChoice(), PlayTile(tile):
            return choice.hold(tile)
        case ExchangeChoice(), ExchangeTiles(give, take):
            return replace(choice, give=give, take=take)
    return choice


def _first_way(tile: Tile, allowed: Sequence[Preview]) -> OrientedTile:
    ways = (preview.tile for preview in allowed if preview.tile.tile == tile)
    return next(ways, ORIENTATIONS[tile][0])


def _toggled(tiles: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    return tuple(t for t in tiles if t != tile) if tile in tiles else (*tiles, tile)
