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
from tsuro.render.colours import Colours
from tsuro.render.geometry import ON_TILE, OUTWARD
from tsuro.render.glyphs import FIGURES
from tsuro.render.materials import LACQUER, MATERIALS, Layer, Material
from tsuro.render.palettes import CONTRAST, PALETTES
from tsuro.render.strokes import FADED, GHOST, OUT, PLAYER, STROKES, Stroke
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
    markers = {
        marker: {"shape": look.outline, "dash": look.dashes, "drop": look.numeral}
        for marker, look in APPEARANCES.items()
    }
    materials = {name: _material(material) for name, material in MATERIALS.items()}
    yield from (
        _constant("REACH", sizes.REACH, "How far a path keeps straight on before it bends."),
        _constant("CAP", sizes.CAP, "The round beginning of a path."),
        _constant("HATCHINGS", sizes.HATCHINGS, "And how far apart their lines are."),
        _constant("SPOTS", _points(ON_TILE), "The points of a tile, clockwise."),
        _constant("OUTWARD", _points(OUTWARD), "The way out of a square, by side: north, east, south, west."),
        _constant("START_MARKS", START_MARKS, "Clockwise from the top left.", kind="readonly number[]"),
        _table("MATERIALS", materials, "What boards are made of.", kind=_MATERIALS),
        _table("MARKERS", markers, "How each marker and its path look.", kind=_MARKERS),
        _table("FIGURES", [FIGURES[str(i)] for i in range(len(APPEARANCES) + 1)], "Each six wide and ten high."),
        _table("LETTERS", [FIGURES[letter] for letter in "abcdef"], "Of the columns, from the left."),
    )


_MARKERS = "Record<string, {shape: string, dash: readonly number[], drop: number}>"
_MATERIALS = 'Record<string, import("../board/material.js").Material>'


def _material(material: Material) -> dict[str, Any]:
    """Layer by layer, as `tsuro.render.materials` tells; what is None is left out."""
    return {
        "rings": [_given(ring._asdict()) for ring in material.rings],
        "plate": [
            _rectangle(layer) | _given({"css": layer.css, "paint": layer.paint}) for layer in material.plate
        ],
        "edge": material.edge,
        "strands": [_given(strand._asdict()) for strand in material.strands],
        "back": material.back,
        "startMark": material.start_mark,
        "gradients": {name: gradient._asdict() for name, gradient in material.gradients.items()},
        "textures": {name: texture._asdict() for name, texture in material.textures.items()},
    }


def _given(parts: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in parts.items() if value}


def _rectangle(layer: Layer) -> dict[str, float]:
    width, height = sizes.TILE - layer.left - layer.right, sizes.TILE - layer.top - layer.bottom
    return {"x": layer.left, "y": layer.top, "width": width, "height": height, "rx": layer.radius}


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
    """The themes as custom properties, and each marker's colour.

    The document says what its board is made of, and so does a picture of another board, such as one to choose.
    """
    boards = {board: _by_day_and_night(board) for board in MATERIALS}
    first, *others = boards
    plain = boards[first]
    contrast = {name: value for name, value in _all(CONTRAST).items() if value != plain[name]}
    return "\n".join(
        (
            f"/* The colours of all themes. {BY} */\n",
            _rule(f':root,\n[data-board="{first}"]', plain),
            *(_rule(f'[data-board="{board}"]', boards[board]) for board in others),
            _rule(':root[data-theme="contrast"],\n:where(:root[data-theme="contrast"]) [data-board]', contrast),
            *(f".is-{marker} {{ --player: var(--{marker}); }}" for marker in APPEARANCES),
            "",
        )
    )


def _by_day_and_night(board: str) -> dict[str, str]:
    prefix = "" if MATERIALS[board] is LACQUER else f"{board}-"
    light, dark = _all(PALETTES[f"{prefix}light"]), _all(PALETTES[f"{prefix}dark"])
    return {name: _both(light[name], dark[name]) for name in light}


def _all(colours: Colours) -> dict[str, str]:
    return {**colours.named(), **colours.players}


def _both(light: str, dark: str) -> str:
    return light if light == dark else f"light-dark({light}, {dark})"


def _rule(selector: str, properties: Mapping[str, str]) -> str:
    return f"{selector} {{\n" + "".join(f"  --{name}: {value};\n" for name, value in properties.items()) + "}\n"


def strokes() -> str:
    """How each piece of a board is drawn, and what is drawn otherwise where the board is of another material."""
    faded = f".is-out {{ --{OUT}: color-mix(in srgb, var(--{PLAYER}) {FADED:.0%}, var(--tile)); }}"
    rules = [_stroke_rule(_selector(name), stroke) for name, stroke in STROKES.items()]
    for board, material in MATERIALS.items():
        rules += (
            _stroke_rule(f'svg[data-board="{board}"] .{name}', one) for name, one in material.strokes.items()
        )
    return f"/* The pieces of a board. {BY} */\n\n{faded}\n" + "\n".join(rules) + "\n"


def _selector(name: str) -> str:
    """Players who are out have faded paths: the page marks the element around them."""
    return f".is-out .{name.removesuffix('-out')}" if name.endswith("-out") else f".{name}"


def _stroke_rule(selector: str, stroke: Stroke) -> str:
    return f"{selector} {{ {'; '.join(_said(stroke))}; }}"


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
