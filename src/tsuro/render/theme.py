"""Themes: what a board is made of, and its colours by day, by night or in high contrast.

A picture has its colours as plain values in its own style sheet, so renderers without
custom properties or media queries draw it just as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tsuro.game.errors import TsuroError
from tsuro.render.colours import Colours
from tsuro.render.materials import LACQUER, MATERIALS, Material
from tsuro.render.palettes import PALETTES
from tsuro.render.strokes import OUT, PLAYER, Stroke

__all__ = ["THEMES", "colours_of", "material_of", "style_sheet"]

_AUTO = {"auto": ("light", "dark"), **{f"{name}-auto": (f"{name}-light", f"{name}-dark") for name in MATERIALS}}
_AUTO.pop("lacquer-auto")

THEMES = (*PALETTES, *_AUTO)
"""`auto`, and `auto` of another board, is light or dark, whichever the viewer's system asks for."""


def colours_of(theme: str) -> Colours:
    """The theme's colours; those of `auto` are light until the viewer asks for dark."""
    if theme not in THEMES:
        raise TsuroError(f"there is no theme {theme!r}: choose from {', '.join(THEMES)}")
    light, _ = _AUTO.get(theme, (theme, theme))
    return PALETTES[light]


def material_of(theme: str) -> Material:
    """What the theme's board is made of."""
    return MATERIALS.get(theme.partition("-")[0], LACQUER)


_AROUND = {
    "around": Stroke(fill="ground"),  # behind everything
    "label": Stroke(stroke="quiet", width=1.9, is_round=True),  # coordinates, and numbers of tiles
}


def style_sheet(theme: str, prefix: str) -> str:
    """The theme's rules, for classes that begin with the prefix."""
    colours, strokes = colours_of(theme), {**material_of(theme).all_strokes, **_AROUND}
    rules = "".join(f".{prefix}-{name}{{{stroke.shape}}}" for name, stroke in strokes.items() if stroke.shape)
    rules += _coloured(colours, strokes, prefix)
    if theme in _AUTO:
        _, dark = _AUTO[theme]
        rules += f"@media (prefers-color-scheme:dark){{{_coloured(PALETTES[dark], strokes, prefix)}}}"
    return rules


def _coloured(colours: Colours, strokes: Mapping[str, Stroke], prefix: str) -> str:
    # What belongs to a player has the colour of the element around it, which has the player's class.
    named = {**colours.named(), "black": "#000", "white": "#fff", PLAYER: "currentColor", OUT: "currentColor"}
    written = {name: ";".join(_paints(stroke, named)) for name, stroke in strokes.items()}
    own = {f"is-{marker}": f"color:{colour};--player:{colour}" for marker, colour in colours.players.items()}
    out = {f"out-{marker}": f"color:{colours.faded(marker)}" for marker in colours.players}
    return "".join(f".{prefix}-{name}{{{paints}}}" for name, paints in (written | own | out).items() if paints)


def _paints(stroke: Stroke, named: Mapping[str, str]) -> Iterator[str]:
    return (f"{what}:{named[colour]}" for what, colour in stroke.paints)
