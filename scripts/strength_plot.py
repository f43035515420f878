"""Draws the plot of docs/bots.md. Used by `scripts/strength_page.py`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scripts.calibration import Bin

from tsuro.arena.report.svg import WIDTH, Scale, circle, line, tag, text

__all__ = ["Dot", "draw_chances", "draw_curve"]

TITLE = "Score of the dragon against itself with a tenth of the playouts"
CHANCES = "What was won, by the chance that the dragon showed"
BAR = 0.55
HEIGHT, TOP, BOTTOM, LEFT, RIGHT = 240, 16, 190, 52, WIDTH - 40

STYLE = """
.ground{{fill:{ground}}} text{{fill:{ink};font:12px system-ui,sans-serif}} .grid{{stroke:{rule}}}
.bar{{stroke:{gold};stroke-width:1.5;stroke-dasharray:5 4}} .whisker{{stroke:{ink};stroke-width:1.4}}
.curve{{fill:none;stroke:{accent};stroke-width:2.2}} .dot{{fill:{accent}}}
"""
LIGHT = {"ground": "#fffaf0", "ink": "#2a1a14", "rule": "#e2d5bd", "gold": "#a9792f", "accent": "#8f3325"}
DARK = {"ground": "#1f1a17", "ink": "#f0e6d6", "rule": "#3a3029", "gold": "#d0a968", "accent": "#e58a72"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """What a number of playouts scores against a tenth of it."""

    playouts: int
    score: float
    ci95: tuple[float, float]


def draw_curve(dots: Sequence[Dot]) -> str:
    """The plot, light or dark as the reader's system is."""
    low = min([0.4, *(dot.ci95[0] for dot in dots)])
    up = Scale(low=int(low * 10) / 10, high=1.0, start=BOTTOM, end=TOP)
    return _picture(TITLE, [*_grid(up), *_dots(dots, up)], "playouts a move")


def draw_chances(bins: Sequence[Bin]) -> str:
    """What was won, by the chance that was shown: on the line, both are the same."""
    up = Scale(low=0.0, high=1.0, start=BOTTOM, end=TOP)
    across = Scale(low=0.0, high=1.0, start=LEFT, end=RIGHT)
    parts = [line(LEFT, up(at / 5), RIGHT, up(at / 5), "grid") for at in range(6)]
    parts += [text(LEFT - 6, up(at / 5) + 4, f"{at * 20} %", anchor="end") for at in range(6)]
    parts += [text(across(at / 5), BOTTOM + 18, f"{at * 20} %", anchor="middle") for at in range(6)]
    parts.append(line(across(0), up(0), across(1), up(1), "bar"))
    for each in bins:
        words = f"shown {each.shown:.1%}, won {each.won:.1%}"
        parts.append(circle(across(each.shown), up(each.won), 5, "dot", words))
    return _picture(CHANCES, parts, "chance that was shown")


def _picture(title: str, drawn: Sequence[str], below: str) -> str:
    style = STYLE.format(**LIGHT) + f"@media (prefers-color-scheme:dark){{{STYLE.format(**DARK)}}}"
    parts = [tag("title", title), tag("style", style), tag("rect", width=WIDTH, height=HEIGHT, rx=8, css="ground")]
    parts += [*drawn, text((LEFT + RIGHT) / 2, HEIGHT - 12, below, anchor="middle")]
    return (
        tag("svg", "".join(parts), xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH} {HEIGHT}", role="img")
        + "\n"
    )


def _grid(up: Scale) -> list[str]:
    tenths = [tenth / 10 for tenth in range(round(up.low * 10), 11)]
    parts = [line(LEFT, up(at), RIGHT, up(at), "grid") for at in tenths]
    parts += [text(LEFT - 6, up(at) + 4, f"{at:.1f}", anchor="end") for at in tenths]
    return [*parts, line(LEFT, up(BAR), RIGHT, up(BAR), "bar"), text(RIGHT + 4, up(BAR) + 4, f"{BAR}")]


def _dots(dots: Sequence[Dot], up: Scale) -> list[str]:
    if not dots:
        return []
    across = Scale(low=dots[0].playouts, high=dots[-1].playouts, start=LEFT + 40, end=RIGHT - 40, logarithmic=True)
    way = "M" + "L".join(f"{across(dot.playouts):.1f} {up(dot.score):.1f}" for dot in dots)
    parts = [tag("path", d=way, css="curve")]
    for dot in dots:
        x, (low, high) = across(dot.playouts), dot.ci95
        parts += [
            line(x, up(low), x, up(high), "whisker"),
            circle(x, up(dot.score), 5, "dot", f"{dot.playouts:,} playouts: {dot.score:.3f}"),
            text(x + 9, up(dot.score) - 7, f"{dot.score:.2f}"),
            text(x, BOTTOM + 18, f"{dot.playouts:,}", anchor="middle"),
        ]
    return parts
