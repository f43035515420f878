"""Plots of what luck gives: by seat, by start mark; and how long games last."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from math import sqrt

from tsuro.arena.outcomes import Played
from tsuro.arena.report.figures import Figure, percent
from tsuro.arena.report.svg import WIDTH, Scale, circle, line, picture, rect, text, ticks
from tsuro.arena.standings import Result
from tsuro.arena.statistics.interval import Tally
from tsuro.game.board import SIDE, START_MARKS, Point, Seat, point_name

__all__ = ["by_corner", "by_mark", "by_seat", "lengths"]

LEFT, RIGHT, TOP, BOTTOM = 40, WIDTH - 34, 16, 200
FEW = 12  # a start mark with this many games is pulled halfway to par
MARKS_ON_A_SIDE = 2 * SIDE


def shares_by(result: Result, key: Callable[[Played, Seat], int]) -> dict[int, Tally]:
    """The share of the win of all seats with the same key, whoever sat there."""
    tallies: dict[int, Tally] = defaultdict(Tally)
    for _, games in groupby(result.games, key=lambda game: game.block):
        block: dict[int, list[float]] = defaultdict(list)
        for game in games:
            for seat, share in enumerate(game.shares):
                block[key(game, seat)].append(share)
        for common, shares in block.items():
            tallies[common].add(seats=len(shares), shares=sum(shares))
    return dict(sorted(tallies.items()))


def by_seat(result: Result) -> Figure:
    tallies = shares_by(result, lambda _, seat: seat)
    names = {seat: f"{seat + 1}" for seat in tallies}
    entrants = [entrant.shown for entrant in result.tournament.entrants]
    own = [
        shares_by(result, lambda game, seat, e=index: seat if game.lineup[seat] == e else -1)  # type: ignore[misc]  # -- mypy loses the type of a bound default
        for index in range(len(entrants))
    ]
    return Figure(
        title="Win share by seat",
        words="Seat 1 begins. Everybody sits everywhere equally often, so the seat is all that differs.",
        svg=_columns("seats", "Win share by seat", tallies, names, result.tournament.par),
        headings=("seat", "all", "from", "to", *entrants),
        rows=[
            (names[seat], *_cells(tally), *(percent(t[seat].score) if seat in t else "–" for t in own))
            for seat, tally in tallies.items()
        ],
    )


def by_corner(result: Result) -> Figure:
    """Start marks that are alike on a turned or mirrored board, taken together."""
    tallies = shares_by(result, lambda game, seat: from_corner(game.marks[seat]))
    names = {distance: f"{distance + 1}" for distance in tallies}
    return Figure(
        title="Win share by distance from the corner",
        words="Start marks counted from the nearest corner: 1 is next to it, 6 in the middle of a side.",
        svg=_columns("corners", "Win share by distance from the corner", tallies, names, result.tournament.par),
        headings=("start mark", "score", "from", "to", "chosen"),
        rows=[(names[key], *_cells(tally), f"{tally.seats:,}") for key, tally in tallies.items()],
    )


def from_corner(mark: Point) -> int:
    """How many start marks are between this one and the nearest corner, 0 to 5."""
    along = START_MARKS.index(mark) % MARKS_ON_A_SIDE
    return min(along, MARKS_ON_A_SIDE - 1 - along)


def _cells(tally: Tally) -> tuple[str, str, str]:
    low, high = tally.interval
    return percent(tally.score), percent(low), percent(high)


def _columns(name: str, title: str, tallies: Mapping[int, Tally], names: Mapping[int, str], par: float) -> str:
    marks = ticks(max(par, *(tally.interval[1] for tally in tallies.values())))
    up = Scale(low=0, high=marks[-1][0], start=BOTTOM, end=TOP)
    wide = (RIGHT - LEFT) / len(tallies)
    parts = [line(LEFT, up(at), RIGHT, up(at), "grid") for at, _ in marks]
    parts += [text(LEFT - 6, up(at) + 4, words, "quiet", "end") for at, words in marks]
    for place, (key, tally) in enumerate(tallies.items()):
        middle, (low, high) = LEFT + wide * (place + 0.5), tally.interval
        column = min(46.0, wide * 0.62)
        label = f"{names[key]}: {percent(tally.score)}"
        parts += [
            rect(middle - column / 2, up(tally.score), column, BOTTOM - up(tally.score), "column", label),
            line(middle, up(low), middle, up(high), "whisker"),
            text(middle, BOTTOM + 18, names[key], "quiet", "middle"),
        ]
    parts += [line(LEFT, up(par), RIGHT, up(par), "par"), text(RIGHT + 5, up(par) + 4, "par", "quiet")]
    described = "; ".join(f"{names[key]}: {percent(tally.score)}" for key, tally in tallies.items())
    return picture(name, title, described, BOTTOM + 26, parts)


def by_mark(result: Result) -> Figure:
    """The 48 start marks around the board, tinted by how well players did from there."""
    tallies = shares_by(result, lambda game, seat: game.marks[seat])
    par, most = result.tournament.par, max(tally.seats for tally in tallies.values())
    square, left = 50, (WIDTH - 50 * SIDE) / 2
    parts = [rect(left, left, square * SIDE, square * SIDE, "board")]
    for step in range(1, SIDE):
        at = left + step * square
        parts += [line(at, left, at, WIDTH - left, "grid"), line(left, at, WIDTH - left, at, "grid")]
    for mark in START_MARKS:
        x, y = _place(mark, left, square)
        tally = tallies.get(mark, Tally())
        if not tally.seats:
            parts.append(circle(x, y, 2.5, "unused", f"{point_name(mark)}: nobody began there"))
            continue
        lead = (tally.score - par) * tally.seats / (tally.seats + FEW) / par
        label = f"{point_name(mark)}: {percent(tally.score)}, chosen {tally.seats} times"
        parts.append(
            circle(
                x,
                y,
                3 + 5 * sqrt(tally.seats / most),
                "above" if lead >= 0 else "below",
                label,
                opacity=min(1.0, 0.12 + 1.2 * abs(lead)),
            )
        )
    best = max(tallies, key=lambda mark: tallies[mark].seats)
    described = f"The start marks around the board. Most often chosen: {point_name(best)}, {most} times."
    return Figure(
        title="Win share by start mark",
        words="Larger: chosen more often. Orange: wins more than par; blue, with a broken outline: less. Pale: "
        "par, or too few games to tell.",
        svg=picture("marks", "Win share by start mark", described, WIDTH, parts),
        headings=("start mark", "score", "chosen"),
        rows=[(point_name(m), percent(t.score), f"{t.seats:,}") for m, t in tallies.items()],
    )


def _place(mark: Point, left: float, square: float) -> tuple[float, float]:
    """Where a start mark is drawn: on its side of the board, a little outside."""
    side, along = divmod(START_MARKS.index(mark), MARKS_ON_A_SIDE)
    far, out = left + square * SIDE, 16
    at = left + square * (along // 2 + (1 + along % 2) / 3)
    back = left + far - at
    return ((at, left - out), (far + out, at), (back, far + out), (left - out, back))[side]


def lengths(result: Result) -> Figure:
    """How many tiles were on the board when games ended."""
    counts = Counter(game.tiles for game in result.games)
    shown = range(min(counts), max(counts) + 1)
    marks = ticks(max(counts.values()), most=5)
    up = Scale(low=0, high=marks[-1][0], start=BOTTOM, end=TOP)
    wide = min(40.0, (RIGHT - LEFT) / len(shown))
    parts = [line(LEFT, up(at), RIGHT, up(at), "grid") for at, _ in marks]
    parts += [text(LEFT - 6, up(at) + 4, words, "quiet", "end") for at, words in marks]
    parts += _bars(counts, shown, up, wide)
    mean = sum(game.tiles for game in result.games) / len(result.games)
    described = (
        f"{len(result.games)} games, {mean:.1f} tiles on average, {shown[0]} at least, {shown[-1]} at most."
    )
    return Figure(
        title="Length of games",
        words=f"Tiles on the board at the end: {mean:.1f} on average.",
        svg=picture("lengths", "Length of games", described, BOTTOM + 26, parts),
        headings=("tiles", "games"),
        rows=[(str(tiles), f"{counts[tiles]:,}") for tiles in shown],
    )


def _bars(counts: Mapping[int, int], shown: Sequence[int], up: Scale, wide: float) -> list[str]:
    parts, every = [], 5 if len(shown) > 14 else 1
    for place, tiles in enumerate(shown):
        x = LEFT + wide * place
        if counts[tiles]:
            height = BOTTOM - up(counts[tiles])
            parts.append(rect(x + 0.5, up(counts[tiles]), wide - 1, height, "column", f"{tiles}: {counts[tiles]}"))
        if tiles % every == 0:
            parts.append(text(x + wide / 2, BOTTOM + 18, str(tiles), "quiet", "middle"))
    return parts
