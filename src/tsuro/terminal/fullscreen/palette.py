"""How the screen's inks and grounds look: in the colours of the pictures, or plain."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import groupby

from rich.style import Style
from rich.text import Text

from tsuro.render.appearance import APPEARANCES
from tsuro.render.canvas import Canvas, Cell
from tsuro.render.colours import mixed
from tsuro.render.palettes import DARK

__all__ = ["GLYPHS", "PLAIN", "RICH", "Palette"]

GLYPHS = {
    "circle": "●",
    "square": "■",
    "triangle": "▲",
    "diamond": "◆",
    "pentagon": "⬟",
    "star": "★",
    "hexagon": "⬢",
    "octagon": "⬣",
}
"""Each marker in one character."""

_COLOURS = {
    **{marker: look.colour for marker, look in APPEARANCES.items()},
    **{f"out {marker}": DARK.faded(marker) for marker in APPEARANCES},
    "": DARK.ink,
    "board": DARK.board,
    "board-light": DARK.board_light,
    "lit": DARK.lit,
    "tile": DARK.tile,
    "tile-light": DARK.tile_light,
    "newest": mixed(DARK.tile, 0.8, DARK.newest),
    "ghost": mixed(DARK.tile, 0.65, DARK.accent),
    "refused": DARK.raised,
    "path": DARK.path,
    "faint": mixed(DARK.quiet, 0.5, DARK.board),
    "mark": DARK.mark,
    "edge": DARK.marker_edge,
    "quiet": DARK.quiet,
    "rule": DARK.line,
    "accent": DARK.accent,
    "bad": DARK.bad,
    "good": DARK.good,
}
_QUIET = frozenset({"faint", "mark", "quiet", "rule"})
_STRONG = frozenset({*APPEARANCES, "accent", "bad", "good"})


@dataclass(frozen=True, slots=True)
class Palette:
    """With colours, or with bold, dim and reversed letters only."""

    is_plain: bool

    def style(self, ink: str = "", ground: str = "", *, bold: bool = False) -> Style:
        return _style(ink, ground, is_plain=self.is_plain, bold=bold)

    def text(self, canvas: Canvas) -> Text:
        """The drawing, line by line."""
        return Text("\n", no_wrap=True, end="").join(self._line(row) for row in canvas.rows)

    def _line(self, row: list[Cell]) -> Text:
        runs = groupby(row, key=self._cell)
        return Text.assemble(*(("".join(cell.character for cell in cells), style) for style, cells in runs))

    def _cell(self, cell: Cell) -> Style:
        return self.style(cell.ink, cell.ground, bold=cell.ink == "edge")


@cache
def _style(ink: str, ground: str, *, is_plain: bool, bold: bool) -> Style:
    if is_plain:
        return Style(bold=bold or ink in _STRONG, dim=ink in _QUIET, reverse=ground in APPEARANCES)
    return Style(color=_COLOURS[ink], bgcolor=_COLOURS[ground] if ground else None, bold=bold)


RICH, PLAIN = Palette(is_plain=False), Palette(is_plain=True)
