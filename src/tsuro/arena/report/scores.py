"""Plots of scores: the standings, and strength against playouts."""

from __future__ import annotations

import re
from collections import defaultdict

from tsuro.arena.report.figures import Figure, percent
from tsuro.arena.report.svg import WIDTH, Scale, circle, line, picture, tag, text, ticks
from tsuro.arena.standings import Result, Standing

__all__ = ["standings", "strength"]

ROW = 44
MARGIN = 14
SHAPES = ("unbroken", "dashed", "dotted")  # of lines, so that they differ without colour


def standings(result: Result) -> Figure:
    """Everybody's score with its interval."""
    marks = ticks(max(result.tournament.par, *(standing.ci95[1] for standing in result.standings)))
    across = Scale(low=0, high=marks[-1][0], start=MARGIN, end=WIDTH - MARGIN)
    bottom = 22 + ROW * len(result.standings)
    parts = [line(across(at), 18, across(at), bottom, "grid") for at, _ in marks]
    parts += [text(across(at), bottom + 16, words, "quiet", "middle") for at, words in marks]
    par = across(result.tournament.par)
    parts += [line(par, 14, par, bottom, "par"), text(par, 10, "par", "quiet", "middle")]
    for place, standing in enumerate(result.standings):
        parts += _row(standing, across, 22 + ROW * place)
    described = "; ".join(
        f"{s.name} {percent(s.score)}, from {percent(s.ci95[0])} to {percent(s.ci95[1])}" for s in result.standings
    )
    return Figure(
        title="Standings",
        words="The mean share of the win for a seat, and the interval that holds it in 95 % of tournaments.",
        svg=picture("standings", "Standings", described, bottom + 24, parts),
        headings=("bot", "score", "from", "to", "rating"),
        rows=[
            (s.name, percent(s.score), percent(s.ci95[0]), percent(s.ci95[1]), f"{s.rating.mu:.1f}")
            for s in result.standings
        ],
    )


def _row(standing: Standing, across: Scale, top: float) -> list[str]:
    low, high = (across(bound) for bound in standing.ci95)
    middle = top + 30
    return [
        text(MARGIN, top + 15, _shortened(standing.shown), "strong"),
        text(WIDTH - MARGIN, top + 15, percent(standing.score), "strong", "end"),
        line(low, middle, high, middle, "interval"),
        line(low, middle - 5, low, middle + 5, "whisker"),
        line(high, middle - 5, high, middle + 5, "whisker"),
        circle(across(standing.score), middle, 6, "dot", f"{standing.shown}: {percent(standing.score)}"),
    ]


def _shortened(name: str) -> str:
    return name if len(name) <= 36 else f"{name[:35]}…"


def families(result: Result) -> dict[str, list[tuple[float, Standing]]]:
    """Bots that differ only in a number, such as monte-carlo:100 and monte-carlo:1000, by what they share."""
    found: dict[str, list[tuple[float, Standing]]] = defaultdict(list)
    for standing in result.standings:
        match = re.fullmatch(r"([\w-]+):(\d+(?:\.\d+)?)(ms|s)?", standing.shown)
        if match and float(match[2]) > 0:
            found[f"{match[1]} ({match[3]} a move)" if match[3] else match[1]].append((float(match[2]), standing))
    return {family: sorted(members, key=lambda m: m[0]) for family, members in found.items() if len(members) > 1}


def strength(result: Result) -> Figure | None:
    """Score against the number in the bots' names, if there are any that differ in it."""
    lines = families(result)
    if not lines:
        return None
    members = [member for family in lines.values() for member in family]
    marks = ticks(max(s.ci95[1] for _, s in members))
    numbers = sorted({number for number, _ in members})
    across = Scale(low=numbers[0], high=numbers[-1], start=58, end=WIDTH - 30, logarithmic=True)
    up = Scale(low=0, high=marks[-1][0], start=200, end=20)
    parts = [line(40, up(at), WIDTH - MARGIN, up(at), "grid") for at, _ in marks]
    parts += [text(34, up(at) + 4, words, "quiet", "end") for at, words in marks]
    parts += [text(across(number), 218, f"{number:g}", "quiet", "middle") for number in numbers]
    for place, (family, points) in enumerate(lines.items()):
        parts += _curve(points, across, up, SHAPES[place % len(SHAPES)])
        parts += [
            line(46, 240 + 18 * place, 76, 240 + 18 * place, f"curve {SHAPES[place % len(SHAPES)]}"),
            text(84, 244 + 18 * place, family, "quiet"),
        ]
    described = "; ".join(f"{s.name} {percent(s.score)}" for _, s in members)
    return Figure(
        title="Strength against playouts",
        words="The score of bots that differ only in how much they think, on a logarithmic scale.",
        svg=picture("strength", "Strength against playouts", described, 240 + 18 * len(lines), parts),
        headings=("bot", "score", "from", "to"),
        rows=[(s.name, percent(s.score), percent(s.ci95[0]), percent(s.ci95[1])) for _, s in members],
    )


def _curve(points: list[tuple[float, Standing]], across: Scale, up: Scale, css: str) -> list[str]:
    spots = [(across(number), up(standing.score), standing) for number, standing in points]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y, _ in spots)
    parts = [tag("path", d=path, css=f"curve {css}")]
    for x, y, standing in spots:
        low, high = (up(bound) for bound in standing.ci95)
        parts += [line(x, low, x, high, "whisker"), circle(x, y, 5, "dot", standing.shown)]
    return parts
