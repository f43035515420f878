"""Figures and letters as strokes: a picture reads the same without any font."""

from __future__ import annotations

from tsuro.render.markup import tag

__all__ = ["FIGURES", "write"]

# Each stands upright in a box six wide and ten high around the origin.
FIGURES = {
    "0": "M0-5C4-5 4 5 0 5S-4-5 0-5Z",
    "1": "M-2.2-2.8L.8-5V5",
    "2": "M-2.9-2.4C-2.9-6 3-5.8 3-2.3C3 .2-1.4 2-3 5H3.2",
    "3": "M-2.8-5H2.8L-.6-1.2C4.4-1.4 4.2 5 0 5C-1.6 5-2.6 4.3-3 3.2",
    "4": "M1.6 5V-5L-3.2 2.2H3.4",
    "5": "M2.6-5H-2.2L-2.6-.6C-.8-2 3.2-1.6 3.2 1.7C3.2 5.4-1.6 6-3 3.6",
    "6": "M2.2-4.6C-1.6-5.6-3.2-1.6-3.1 1.6C-3 6.2 3.1 6.1 3.1 1.8C3.1-2-2.2-2-3 1.2",
    "7": "M-3-5H3L-1 5",
    "8": "M0-.5C-3.6-1.1-3.4-5 0-5S3.6-1.1 0-.5C-4.2 .2-4.1 5 0 5S4.2 .2 0-.5Z",
    "9": "M-2.2 4.6C1.6 5.6 3.2 1.6 3.1-1.6C3-6.2-3.1-6.1-3.1-1.8C-3.1 2 2.2 2 3-1.2",
    "a": "M2.8-1.5V5M2.8 1.7C2.8-2.6-3-2.6-3 1.7S2.8 6 2.8 1.7Z",
    "b": "M-2.8-5V5M-2.8 1.7C-2.8-2.6 3-2.6 3 1.7S-2.8 6-2.8 1.7Z",
    "c": "M2.6-.2C.6-2.8-3-1.6-3 1.7S.6 6.2 2.6 3.6",
    "d": "M2.8-5V5M2.8 1.7C2.8-2.6-3-2.6-3 1.7S2.8 6 2.8 1.7Z",
    "e": "M-2.9 1.6H2.9C2.9-2.6-3-2.6-3 1.7S.8 6.2 2.7 3.7",
    "f": "M2.6-4.6C.8-5.6-.6-4.8-.6-2.8V5M-2.8-1.4H2.2",
}
_ADVANCE = 8.5


def write(text: str, x: float, y: float, *, size: float, css: str, stroke: str | None = None) -> str:
    """The text with its middle at the given place, `size` high."""
    scale, first = size / 10, -_ADVANCE * (len(text) - 1) / 2
    strokes = "".join(
        tag("path", d=FIGURES[sign], transform=_aside(first + _ADVANCE * i)) for i, sign in enumerate(text)
    )
    style = f"stroke:{stroke}" if stroke else None
    return tag("g", strokes, css=css, style=style, transform=f"translate({x:g} {y:g}) scale({scale:g})")


def _aside(x: float) -> str | None:
    return f"translate({x:g})" if x else None
