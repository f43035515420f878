"""Draws the picture of docs/rl.md: a board, and two of its squares in numbers. Used by `pictures.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from tsuro import draw, view
from tsuro.fast.core import INTERPRETED
from tsuro.game.board import Square, square_name
from tsuro.render import Picture
from tsuro.rl import Game, Layout, Options

__all__ = ["observation_picture"]

WIDTH, HEIGHT, LEFT, BOARD = 760, 560, 20, 360
STRIP, TABLES, COLUMN = 60, 404, 72  # where row and tables are, and how wide their columns
COLUMNS = ("joined", "trail", "far_square", "far_spot")
GROUPS = {"board": "far_spot", "tiles": "taken", "table": "last", "seats": "out"}  # with the last field of each
STYLE = """
.ground{{fill:{ground}}} .row{{font:12px system-ui,sans-serif;fill:{ink}}} .head{{font-weight:600}}
.faint{{fill:{faint}}} .board{{fill:{gold}}} .tiles{{fill:{accent}}} .table{{fill:{blue}}} .seats{{fill:{green}}}
.rule{{stroke:{faint};stroke-width:1}}
"""
LIGHT = {"ground": "#fffaf0", "ink": "#2a1a14", "faint": "#8b7a68"}
LIGHT |= {"gold": "#c79a4b", "accent": "#a8442f", "blue": "#3f6c9a", "green": "#4f7f4a"}
DARK = {"ground": "#1f1a17", "ink": "#f0e6d6", "faint": "#97897a"}
DARK |= {"gold": "#b98f45", "accent": "#d9775f", "blue": "#7ba6d1", "green": "#86b780"}


def observation_picture() -> Picture:
    """A moment of a game for two, as seat 0 sees it."""
    game = Game(Options(players=2, draw_marks=True), seed=5, core=INTERPRETED)
    for n in range(10):
        game.step(game.random_id(n))
    seat = game.active
    state, parts = game.state(), game.layout.split(game.observe())
    marker = state.markers[seat]
    assert marker is not None, "the active player is in play"  # noqa: S101 -- for the type checker
    tiled = int(parts["last"]) - 1
    body = [*_strip(game.layout), _board(draw(view(state, seat), theme="auto", coordinates=True).svg)]
    body += _table(parts, tiled, f"{square_name(tiled)}, where the newest tile lies", 130)
    body += _table(parts, marker >> 3, f"{square_name(marker >> 3)}, which the marker faces", 340)
    style = STYLE.format(**LIGHT) + f"@media (prefers-color-scheme:dark){{{STYLE.format(**DARK)}}}"
    return Picture(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
        f"<title>An observation: its row, a board, and two of its squares in numbers</title><style>{style}</style>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" class="ground"/>{"".join(body)}</svg>\n'
    )


def _strip(layout: Layout) -> Iterator[str]:
    """The row of numbers, to scale, in four groups."""
    scale, start = (WIDTH - 2 * LEFT) / layout.size, 0
    for n, (name, last) in enumerate(GROUPS.items()):
        stop = layout[last].place.stop
        x, width = LEFT + start * scale, max((stop - start) * scale - 1, 2)
        yield f'<rect x="{x:.1f}" y="{STRIP - 24}" width="{width:.1f}" height="18" rx="2" class="{name}"/>'
        legend = LEFT + n * 180
        yield f'<rect x="{legend}" y="{STRIP + 8}" width="10" height="10" rx="2" class="{name}"/>'
        yield _text(legend + 16, STRIP + 17, f"{name}: {start} to {stop - 1}")
        start = stop
    yield _text(LEFT, 24, f"One row of {layout.size} numbers for two seats", "head")


def _board(svg: str) -> str:
    """The board, at its place in the picture."""
    attributes = f'<svg x="{LEFT}" y="120" width="{BOARD}" height="{BOARD + 60}" '
    return re.sub(r' width="\d+" height="\d+" style="[^"]*"', "", svg.strip(), count=1).replace(
        "<svg ", attributes, 1
    )


def _table(parts: dict[str, NDArray[np.uint8]], square: Square, title: str, top: int) -> Iterator[str]:
    """The numbers of one square: a line for each spot."""
    yield _text(TABLES, top, title, "head")
    for n, name in enumerate(("spot", *COLUMNS)):
        yield _text(TABLES + n * COLUMN, top + 20, name, "faint")
    yield f'<path d="M{TABLES} {top + 26}H{WIDTH - LEFT}" class="rule"/>'
    for spot in range(8):
        numbers = [spot, *(int(parts[name].reshape(36, 8)[square, spot]) for name in COLUMNS)]
        for n, number in enumerate(numbers):
            yield _text(TABLES + n * COLUMN, top + 42 + spot * 17, str(number), "" if n else "faint")


def _text(x: float, y: float, words: str, css: str = "") -> str:
    return f'<text x="{x}" y="{y}" class="row {css}">{words}</text>'.replace(' "', '"')
