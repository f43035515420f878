"""How much room each part of a picture takes."""

from __future__ import annotations

from dataclasses import dataclass

from tsuro.render.sizes import BOARD, FRAME, MARGIN, TILE

__all__ = ["Layout"]

_GROUND, _GROUND_WITH_COORDINATES = 14, 38
_HAND_SCALE, _HAND_GAP = 1.3, 26


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The sizes of one picture."""

    coordinates: bool = False
    hand: int = 0  # tiles shown below the board

    @property
    def ground(self) -> float:
        """The room around the frame."""
        return _GROUND_WITH_COORDINATES if self.coordinates else _GROUND

    @property
    def origin(self) -> float:
        """Where the squares begin, from the left and from the top."""
        return self.ground + FRAME + MARGIN

    @property
    def width(self) -> float:
        return BOARD + 2 * self.origin

    @property
    def height(self) -> float:
        room = TILE * _HAND_SCALE + self.ground + 8 if self.hand else 0
        return self.width + room + (22 if self.hand and self.coordinates else 0)

    @property
    def size(self) -> tuple[float, float]:
        return self.width, self.height

    @property
    def hand_scale(self) -> float:
        return _HAND_SCALE

    def hand_place(self, index: int) -> tuple[float, float]:
        """The top left corner of a tile of the hand, relative to where the squares begin."""
        step = TILE * _HAND_SCALE + _HAND_GAP
        left = (BOARD - step * self.hand + _HAND_GAP) / 2
        return left + index * step, BOARD + self.origin + 8
