"""A whole game as one moving picture.

The picture at rest is the final position. All that moves is in one style sheet,
for beholders who do not mind motion: no script, and nothing to load.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tsuro.game.board import SQUARES, Seat, square_name
from tsuro.game.errors import TsuroError
from tsuro.game.state import State
from tsuro.record.model import Record
from tsuro.render import pieces
from tsuro.render.geometry import BOARD, Curve, corner
from tsuro.render.layout import MARGIN, Layout
from tsuro.render.markup import PREFIX, tag, trace
from tsuro.render.picture import Picture, compose
from tsuro.render.svg import FADED
from tsuro.render.theme import colours_of
from tsuro.render.timeline import FADE, SETTLE, Leg, Timeline, timeline
from tsuro.render.trail import Trail, ends, trails

__all__ = ["animate"]


def animate(record: Record, *, theme: str = "light", tiles_per_second: float = 3.0) -> Picture:
    """The game that the record tells of, played over and over in one SVG.

    Markers walk `tiles_per_second` tiles a second. Those who asked their system for
    less motion see the final position, and so does whoever saves it as PNG.
    """
    colours_of(theme)
    if not tiles_per_second > 0:
        raise TsuroError(f"markers cannot walk {tiles_per_second} tiles a second: choose more than 0")
    times, state = timeline(record, tiles_per_second=tiles_per_second)
    scene = _Scene(times, state)
    layout = Layout()
    shown = pieces.stack(scene.layers(layout), transform=f"translate({layout.origin:g} {layout.origin:g})")
    faces = (tile for tile in state.board if tile is not None)
    players = ", ".join(f"{name} ({state.setup.markers[seat]})" for seat, name in enumerate(record.names))
    return compose(
        pieces.definitions(faces) + shown,
        size=layout.size,
        theme=theme,
        title=f"A game of Tsuro, {state.tiles_placed} tiles",
        description=f"Played by {players}. Result: {record.result}.",
        style=scene.style(),
    )


@dataclass(frozen=True, slots=True)
class _Scene:
    """The final position, and the rules that lead to it."""

    times: Timeline
    state: State
    rules: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)

    def layers(self, layout: Layout) -> Iterator[str]:
        walked = trails(self.state)
        yield pieces.board_pieces(layout) + pieces.free_marks()
        yield from self._marks()
        yield from self._tiles()
        for trail in walked:
            yield self._trail(trail)
        yield from self._crosses(walked)
        for trail in walked:
            yield self._marker(trail)

    def style(self) -> str:
        moving = "".join(self.rules)
        return (
            "".join(self.frames)
            + '@supports (offset-path:path("M0 0")){@media (prefers-reduced-motion:no-preference){'
            + moving
            + "}}"
        )

    def _marks(self) -> Iterator[str]:
        for seat, mark in enumerate(self.state.starts):
            if mark is not None:
                name = self._appears(f"start{seat}", self.times.placed[seat])
                yield pieces.taken_mark(seat, self.state.setup, mark, id=name)

    def _tiles(self) -> Iterator[str]:
        for square in SQUARES:
            tile = self.state.board[square]
            if tile is not None:
                settles = self.times.tiles[square]
                name = self._moves(
                    f"tile{square}",
                    (
                        (0, "opacity:0;transform:scale(.8)"),
                        (settles, "opacity:0;transform:scale(.8)"),
                        (settles + SETTLE, "opacity:1;transform:none"),
                    ),
                    "transform-box:fill-box;transform-origin:center",
                )
                yield pieces.stack(
                    [pieces.tile_pieces(tile, corner(square))], id=name, data_square=square_name(square)
                )

    def _trail(self, trail: Trail) -> str:
        """A player's path: it grows behind the marker, and fades when the player is eliminated."""
        name = opacity = None
        if trail.seat in self.times.out:
            out, opacity = self.times.out[trail.seat], FADED
            strong, faded = "stroke-opacity:1", f"stroke-opacity:{FADED}"
            steps = ((0, strong), (out, strong), (out + FADE, faded))
            name = self._moves(f"path{trail.seat}", steps)
        walked, runs = 0.0, []
        for i, run in enumerate(trail.runs):
            runs.append(self._run(f"run{trail.seat}-{i}", run, walked, trail.seat))
            walked += _length(run)
        return pieces.stack(runs, id=name, stroke_opacity=opacity, data_path=str(trail.seat + 1))

    def _run(self, name: str, run: Sequence[Curve], before: float, seat: Seat) -> str:
        """A piece of a path behind a mask that opens as the marker walks. (Dashes cannot grow by dashes.)"""
        length = _length(run)
        legs = _legs_within(self.times.legs.get(seat, ()), before, before + length)
        steps = [(0.0, _shut(length))]
        for leg in legs:
            steps += ((leg.begins, _shut(length - leg.start)), (leg.ends, _shut(length - leg.end)))
        # The gap is longer than the piece, so that nothing of the next dash peeps out at its start.
        dashes = f"stroke-dasharray:{length:.1f} {length + 20:.1f}"
        opening = tag("path", id=self._moves(name, steps, dashes), d=trace(run), pathLength=length)
        return _mask(f"{name}-mask", opening) + pieces.way(
            run, pieces.look(self.state.setup, seat), mask=f"url(#{PREFIX}-{name}-mask)"
        )

    def _crosses(self, walked: Iterable[Trail]) -> Iterator[str]:
        gone = [trail for trail in walked if trail.seat in self.times.out]
        for seats, place in ends(gone):
            name = self._appears(f"cross{seats[0]}", self.times.out[seats[0]])
            yield pieces.cross(seats, self.state.setup, place, id=name)

    def _marker(self, trail: Trail) -> str:
        """A marker: outside it appears and fades, inside it walks."""
        seat, setup = trail.seat, self.state.setup
        placed, out = self.times.placed[seat], self.times.out.get(seat)
        steps = [(0.0, "opacity:0"), (placed, "opacity:0"), (placed + SETTLE, "opacity:1")]
        if out is not None:
            steps += ((out, "opacity:1"), (out + FADE, "opacity:0"))
        walker = pieces.marker(seat, setup, trail.end, id=self._walker(trail))
        name = self._moves(f"marker{seat}", steps)
        return tag("g", walker, id=name, opacity=None if out is None else "0")

    def _walker(self, trail: Trail) -> str | None:
        if not trail.curves:
            return None
        whole, steps = trail.length, [(0.0, "offset-distance:0%")]
        for leg in self.times.legs[trail.seat]:
            steps += ((leg.begins, _at(leg.start / whole)), (leg.ends, _at(leg.end / whole)))
        along = f'transform:none;offset:path("{trace(trail.curves)}") 100% 0deg'
        return self._moves(f"walk{trail.seat}", steps, along)

    def _appears(self, name: str, when: float) -> str:
        return self._moves(name, ((0, "opacity:0"), (when, "opacity:0"), (when + SETTLE, "opacity:1")))

    def _moves(self, name: str, steps: Iterable[tuple[float, str]], more: str = "") -> str:
        """Write the rules by which the thing of that name goes through the steps; gives its id."""
        name = f"{PREFIX}-{name}"
        whole = self.times.duration
        told = "".join(f"{100 * when / whole:.3f}%{{{what}}}" for when, what in steps)
        self.frames.append(f"@keyframes {name}{{{told}}}")
        more += ";" if more else ""
        self.rules.append(f"#{name}{{{more}animation:{name} {whole:.2f}s linear infinite}}")
        return name


def _length(curves: Iterable[Curve]) -> float:
    return sum(curve.length for curve in curves)


def _at(part: float) -> str:
    return f"offset-distance:{100 * part:.2f}%"


def _shut(length: float) -> str:
    return f"stroke-dashoffset:{max(length, 0):.1f}"


def _legs_within(legs: Iterable[Leg], start: float, end: float) -> Iterator[Leg]:
    """The parts of the legs that lie between two distances, which are then counted from the first one."""
    for leg in legs:
        low, high = max(leg.start, start), min(leg.end, end)
        if low < high:
            pace = (leg.ends - leg.begins) / (leg.end - leg.start)
            begins, ended = (leg.begins + (far - leg.start) * pace for far in (low, high))
            yield Leg(begins, ended, low - start, high - start)


def _mask(name: str, opening: str) -> str:
    # A straight path is of no width, so the mask cannot be measured by what it covers.
    area = {"x": -MARGIN, "y": -MARGIN, "width": BOARD + 2 * MARGIN, "height": BOARD + 2 * MARGIN}
    white = tag("g", opening, stroke="#fff", stroke_width=12, stroke_opacity=1)
    return tag("mask", white, id=f"{PREFIX}-{name}", maskUnits="userSpaceOnUse", **area)
