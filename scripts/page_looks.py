"""Writes how the page looks from how pictures look: `make looks` runs it.

generated/shapes.js has sizes and shapes, style/colours.css the themes, style/strokes.css how each piece is drawn.
A downloaded game therefore looks like the game that was played.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from tsuro.game.board import SIDE, START_MARKS
from tsuro.render import sizes
from tsuro.render.appearance import APPEARANCES
from tsuro.render.geometry import ON_TILE, OUTWARD
from tsuro.render.glyphs import FIGURES
from tsuro.render.strokes import FADED, GHOST, OUT, PLAYER, STROKES, Stroke
from tsuro.render.theme import CONTRAST, DARK, LIGHT
from tsuro.web import PAGE

BY = "Written by scripts/page_looks.py: do not edit, run `make looks`."
_PLAIN = {"black": "#000", "white": "#fff"}
_POINT = ("x", "y")


def texts() -> dict[Path, str]:
    """The content of each file."""
    return {
        PAGE / "generated" / "shapes.js": shapes(),
        PAGE / "style" / "colours.css": colours(),
        PAGE / "style" / "strokes.css": strokes(),
    }


def shapes() -> str:
    """The module with sizes and shapes."""
    return f"// Sizes and shapes of the board, as pictures have them. {BY}\n\n" + "\n".join(
        chain(_numbers(), _things())
    )


def _numbers() -> Iterator[str]:
    for name, value, why in (
        ("SIDE", SIDE, "Squares along a side."),
        ("TILE", sizes.TILE, "A tile's side; everything else is measured by it."),
        ("MARGIN", sizes.MARGIN, "Around the squares, for the start marks."),
        ("FRAME", sizes.FRAME, "The width of the frame."),
        ("SHADOW", sizes.SHADOW, "Around the frame, and below it."),
        ("CHORDS", sizes.CHORDS, "A curve is measured as this many straight pieces."),
        ("STUB", sizes.STUB, "A player's path begins this far outside, on its start mark."),
        ("CROSS", sizes.CROSS, "An arm of a cross."),
        ("WARNING", sizes.WARNING, "How much larger the cross of an avoidable elimination is."),
        ("HALO", sizes.HALO, "Around the active marker."),
        ("RING", sizes.RING, "Where a marker would stop."),
        ("FORBIDDEN", sizes.FORBIDDEN, "The sign for what is not allowed."),
        ("NUMERAL", sizes.NUMERAL, "How much larger than a figure's strokes a marker's number is."),
        ("INSET", sizes.INSET, "Of an outline, from the side of its square."),
        ("CLOSED_INSET", sizes.CLOSED_INSET, "Of a closed square's hatching."),
        ("CORNER", sizes.CORNER, "How round the corners of an outline are."),
        ("GHOST", GHOST, "How opaque a planned tile is."),
    ):
        yield f"/** {why} */\nexport const {name} = {value:g};\n"


def _things() -> Iterator[str]:
    plates = {name: _rectangle(inset) for name, inset in sizes.PLATE.items()}
    markers = {
        marker: {"shape": look.outline, "dash": look.dashes, "drop": look.numeral}
        for marker, look in APPEARANCES.items()
    }
    gradients = {
        name: {"element": g.element, "attributes": g.attributes, "stops": g.stops}
        for name, g in sizes.GRADIENTS.items()
    }
    rings = {name: {"far": far, "rx": radius} for name, (far, radius) in sizes.RINGS.items()}
    yield from (
        _constant("REACH", sizes.REACH, "How far a path keeps straight on before it bends."),
        _constant("START_MARK", sizes.START_MARK, "From the point outward: where the stroke begins and ends."),
        _constant("CAP", sizes.CAP, "The round beginning of a path."),
        _constant("BACK", sizes.BACK, "The circles on the back of a tile."),
        _constant("GLOSS_LINE", sizes.GLOSS_LINE, "The light along a tile's upper corner."),
        _constant("HATCHINGS", sizes.HATCHINGS, "And how far apart their lines are."),
        _constant("SPOTS", _points(ON_TILE), "The points of a tile, clockwise."),
        _constant("OUTWARD", _points(OUTWARD), "The way out of a square, by side: north, east, south, west."),
        _constant("START_MARKS", START_MARKS, "Clockwise from the top left.", kind="readonly number[]"),
        _table("RINGS", rings, "Around the squares: how far outside each lies, and how round its corners are."),
        _table("PLATE", plates, "What a tile is made of."),
        _table("GRADIENTS", gradients, "The paints of tiles, paths, frame and board.", kind=_GRADIENTS),
        _table("MARKERS", markers, "How each marker and its path look.", kind=_MARKERS),
        _table("FIGURES", [FIGURES[str(i)] for i in range(len(APPEARANCES) + 1)], "Each six wide and ten high."),
        _table("LETTERS", [FIGURES[letter] for letter in "abcdef"], "Of the columns, from the left."),
    )


_MARKERS = "Record<string, {shape: string, dash: readonly number[], drop: number}>"
_GRADIENTS = (
    'Record<string, {element: "linearGradient" | "radialGradient", attributes: Record<string, string | number>, '
    "stops: readonly [string, number][]}>"
)


def _rectangle(inset: sizes.Inset) -> dict[str, float]:
    width, height = sizes.TILE - inset.left - inset.right, sizes.TILE - inset.top - inset.bottom
    return {"x": inset.left, "y": inset.top, "width": width, "height": height, "rx": inset.radius}


def _points(pairs: Iterable[Iterable[float]]) -> list[dict[str, float]]:
    return [dict(zip(_POINT, pair, strict=True)) for pair in pairs]


def _constant(name: str, value: Any, why: str, *, kind: str | None = None) -> str:
    return f"/** {why}{_typed(kind)} */\nexport const {name} = {_written(value)};\n"


def _table(name: str, value: Mapping[str, Any] | list[str], why: str, *, kind: str | None = None) -> str:
    """A constant with each part on a line."""
    parts = value.items() if isinstance(value, Mapping) else ((None, part) for part in value)
    lines = "".join(f"  {f'{key}: ' if key else ''}{_written(part)},\n" for key, part in parts)
    begins, ends = "{}" if isinstance(value, Mapping) else "[]"
    return f"/** {why}{_typed(kind)} */\nexport const {name} = {begins}\n{lines}{ends};\n"


def _typed(kind: str | None) -> str:
    return f" @type {{{kind}}}" if kind else ""


def _written(value: Any) -> str:
    """As JavaScript is written by hand: no quotes around names, no needless decimals."""
    match value:
        case Mapping():
            return "{ " + ", ".join(f"{key}: {_written(part)}" for key, part in value.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(_written, value)) + "]"
        case float():
            return f"{value:.6g}"
        case _:
            return json.dumps(value)


def colours() -> str:
    """The themes as custom properties, and each marker's colour."""
    light, dark, contrast = LIGHT.named(), DARK.named(), CONTRAST.named()
    both = {name: _both(light[name], dark[name]) for name in light}
    players = {marker: look.colour for marker, look in APPEARANCES.items()}
    return "\n".join(
        (
            f"/* The colours of all themes. {BY} */\n",
            _rule(":root", both | players),
            _rule(
                ':root[data-theme="contrast"]', {n: c for n, c in contrast.items() if c not in {light[n], dark[n]}}
            ),
            *(f".is-{marker} {{ --player: var(--{marker}); }}" for marker in players),
            "",
        )
    )


def _both(light: str, dark: str) -> str:
    return light if light == dark else f"light-dark({light}, {dark})"


def _rule(selector: str, properties: Mapping[str, str]) -> str:
    return f"{selector} {{\n" + "".join(f"  --{name}: {value};\n" for name, value in properties.items()) + "}\n"


def strokes() -> str:
    """How each piece of a board is drawn."""
    rules = "\n".join(f"{_selector(name)} {{ {'; '.join(_said(stroke))}; }}" for name, stroke in STROKES.items())
    faded = f".is-out {{ --{OUT}: color-mix(in srgb, var(--{PLAYER}) {FADED:.0%}, var(--tile)); }}"
    return f"/* The pieces of a board. {BY} */\n\n{faded}\n{rules}\n"


def _selector(name: str) -> str:
    """Players who are out have faded paths: the page marks the element around them."""
    return f".is-out .{name.removesuffix('-out')}" if name.endswith("-out") else f".{name}"


def _said(stroke: Stroke) -> Iterator[str]:
    if stroke.stroke and not stroke.fill:
        yield "fill: none"
    for what, colour in stroke.paints:
        yield f"{what}: {_PLAIN.get(colour, f'var(--{colour})')}"
    yield from (said.replace(":", ": ") for said in stroke.shape.split(";") if said)


def main() -> None:
    for path, text in texts().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
