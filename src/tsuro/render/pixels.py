"""A board in pixels, of which only what has changed is drawn again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from math import ceil, floor
from typing import TypeAlias

from PIL.Image import Image

from tsuro.render.layout import Layout
from tsuro.render.markup import PREFIX, tag
from tsuro.render.raster import to_image
from tsuro.render.stage import Box, Part, Piece
from tsuro.render.theme import style_sheet

__all__ = ["Canvas", "Pixels"]

Pixels: TypeAlias = tuple[int, int, int, int]  # left, top, right, bottom

_NEAR = 6  # pixels: parts this close are drawn together


class Canvas:
    """Shows pieces on a square part of an image: the one at `place`, `side` pixels wide."""

    def __init__(self, image: Image, *, place: tuple[int, int], side: int, theme: str, definitions: str) -> None:
        self._image, self._place, self._side = image, place, side
        self._origin, self._unit = Layout().origin, Layout().width / side
        self._head = tag("style", style_sheet(theme, PREFIX)) + definitions
        self._parts: frozenset[Part] = frozenset()

    def show(self, shown: Sequence[Piece]) -> list[Pixels]:
        """Draw the pieces in the place of those shown before; returns which parts of the image have changed."""
        parts = frozenset(chain.from_iterable(piece.parts for piece in shown))
        changed = _merged(self._pixels(box) for _, box in parts ^ self._parts)
        self._parts = parts
        for pixels in changed:
            self._image.paste(self._drawn(pixels, shown), self._placed(pixels)[:2])
        return [self._placed(pixels) for pixels in changed]

    def _pixels(self, box: Box) -> Pixels:
        left, top = (max(0, floor((low + self._origin) / self._unit) - 1) for low in box[:2])
        right, bottom = (min(self._side, ceil((high + self._origin) / self._unit) + 1) for high in box[2:])
        return left, top, right, bottom

    def _placed(self, pixels: Pixels) -> Pixels:
        x, y = self._place
        return pixels[0] + x, pixels[1] + y, pixels[2] + x, pixels[3] + y

    def _drawn(self, pixels: Pixels, shown: Iterable[Piece]) -> Image:
        left, top, right, bottom = pixels
        edges = [edge * self._unit - self._origin for edge in pixels]
        box = Box(*edges)
        body = "".join(piece.svg for piece in shown if piece.touches(box))
        width, height = right - left, bottom - top
        svg = tag(
            "svg",
            self._head + body,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"{box.left:.6f} {box.top:.6f} {width * self._unit:.6f} {height * self._unit:.6f}",
            width=f"{width}",
            height=f"{height}",
            fill="none",
        )
        return to_image(svg.replace(PREFIX, "t"), width).convert("RGB")


def _merged(boxes: Iterable[Pixels]) -> list[Pixels]:
    """The boxes, those that touch joined into one.

    >>> _merged([(0, 0, 10, 10), (50, 50, 60, 60), (8, 8, 20, 20)])
    [(50, 50, 60, 60), (0, 0, 20, 20)]
    """
    merged: list[Pixels] = []
    for box in boxes:
        joined = box
        while near := [other for other in merged if _is_near(joined, other)]:
            merged = [other for other in merged if other not in near]
            left, top, right, bottom = zip(joined, *near, strict=True)
            joined = min(left), min(top), max(right), max(bottom)
        merged.append(joined)
    return merged


def _is_near(one: Pixels, other: Pixels) -> bool:
    return (
        one[0] < other[2] + _NEAR
        and other[0] < one[2] + _NEAR
        and one[1] < other[3] + _NEAR
        and other[1] < one[3] + _NEAR
    )
