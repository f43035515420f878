"""A whole game as one animated picture.

At rest, it shows the final position. All motion is in one style sheet, for viewers
who do not mind motion: no script, and nothing to load.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tsuro.game.board import SQUARES, Seat, square_name
from tsuro.game.errors import TsuroError
from tsuro.game.state import State
from tsuro.record.model import Record
from tsuro.render import pieces
from tsuro.render.geometry import Curve, corner
from tsuro.render.layout import Layout
from tsuro.render.markup import PREFIX, line, tag, trace
from tsuro.render.materials import Material
from tsuro.render.picture import Picture, compose
from tsuro.render.sizes import BOARD, MARGIN, STUB
from tsuro.render.strokes import STROKES
from tsuro.render.theme import colours_of, material_of
from tsuro.render.timeline import FADE, SETTLE, Leg, Timeline, timeline
from tsuro.render.trail import Trail, ends, trails

__all__ = ["animate"]


def animate(record: Record, *, theme: str = "light", tiles_per_second: float = 3.0) -> Picture:
    """The recorded game, played over and over in one SVG.

    Markers walk `tiles_per_second` tiles a second. Viewers who asked their system
    for less motion see the final position; so does a PNG.
    """
    colours_of(theme)
    if not tiles_per_second > 0:
        raise TsuroError(f"markers cannot walk {tiles_per_second} tiles a second: choose more than 0")
    times, state = timeline(record, tiles_per_second=tiles_per_second)
    scene = _Scene(times, state, material_of(theme))
    layout = Layout()
    shown = pieces.stack(scene.layers(layout), transform=f"translate({layout.origin:g} {layout.origin:g})")
    faces = (tile for tile in state.board if tile is not None)
    players = ", ".join(f"{name} ({state.setup.markers[seat]})" for seat, name in enumerate(record.names))
    return compose(
        pieces.definitions(faces, material_of(theme)) + shown,
        size=layout.size,
        theme=theme,
        title=f"A game of Tsuro, {state.tiles_placed} tiles",
        description=f"Played by {players}. Result: {record.result}.",
        style=scene.style(),
    )


@dataclass(frozen=True, slots=True)
class _Scene:
    """The final position, and the style rules of the motion that leads to it."""

    times: Timeline
    state: State
    material: Material
    rules: list[str] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)

    def layers(self, layout: Layout) -> Iterator[str]:
        walked = trails(self.state)
        yield pieces.board_pieces(layout, self.material)
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
        seat, setup = trail.seat, self.state.setup
        is_out = seat in self.times.out
        if is_out:
            self._fade(seat)
        walked, runs = 0.0, [self._begins(trail)]
        for i, run in enumerate(trail.runs):
            runs.append(self._run(f"run{seat}-{i}", run, walked, seat))
            walked += _length(run)
        css = pieces.player_class(setup, seat, is_out=is_out)
        return pieces.stack(runs, css=css, data_path=str(seat + 1))

    def _begins(self, trail: Trail) -> str:
        """A path's beginning on its start mark: it appears with the marker."""
        seat, begins = trail.seat, trail.stub or trail.start
        look, is_out = pieces.look(self.state.setup, seat), seat in self.times.out
        fades = f"fade{seat}" if is_out else ""
        below, above = pieces.caps(begins, is_out=is_out, fades=fades)
        stub = pieces.way(line(begins, trail.start), look, is_out=is_out, fades=fades) if trail.curves else ""
        return pieces.stack((below, stub, above), id=self._appears(f"start{seat}", self.times.placed[seat]))

    def _fade(self, seat: Seat) -> None:
        """Write the rules by which the seat's path becomes thin and pale."""
        out, colour = self.times.out[seat], "var(--player)"  # whatever moves pictures knows custom properties
        bed, line_ = ((STROKES[name].shape, STROKES[f"{name}-out"].shape) for name in ("bed", "colour"))
        for part, before, after in (
            ("bed", *bed),
            ("colour", f"{line_[0]};stroke:{colour}", f"{line_[1]};stroke:currentColor"),
            ("cap", f"fill:{colour}", "fill:currentColor"),
        ):
            steps = ((0, before), (out, before), (out + FADE, after))
            self._moves(f"fade{seat}-{part}", steps, selector=".")

    def _run(self, name: str, run: Sequence[Curve], before: float, seat: Seat) -> str:
        """A piece of a path behind a mask that opens as the marker walks. (Dashes cannot grow by dashes.)"""
        length, is_out = _length(run), seat in self.times.out
        legs = _legs_within(self.times.legs.get(seat, ()), before, before + length)
        steps = [(0.0, _shut(length))]
        for leg in legs:
            steps += ((leg.begins, _shut(length - leg.start)), (leg.ends, _shut(length - leg.end)))
        # The gap is longer than the piece, so the next dash does not show at its start.
        dashes = f"stroke-dasharray:{length:.1f} {length + 20:.1f}"
        opening = tag("path", id=self._moves(name, steps, dashes), d=trace(run), pathLength=length)
        way = pieces.way(
            trace(run),
            pieces.look(self.state.setup, seat),
            is_out=is_out,
            fades=f"fade{seat}" if is_out else "",
            stroke_dashoffset=None if before else STUB,  # its dashes go on from the stub
        )
        return _mask(f"{name}-mask", opening) + pieces.stack([way], mask=f"url(#{PREFIX}-{name}-mask)")

    def _crosses(self, walked: Iterable[Trail]) -> Iterator[str]:
        gone = [trail for trail in walked if trail.seat in self.times.out]
        for seats, place in ends(gone):
            name = self._appears(f"cross{seats[0]}", self.times.out[seats[0]])
            yield pieces.cross(seats, self.state.setup, place, id=name)

    def _marker(self, trail: Trail) -> str:
        """A marker: the outer element appears and fades, the inner one walks."""
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

    def _moves(self, name: str, steps: Iterable[tuple[float, str]], more: str = "", *, selector: str = "#") -> str:
        """Write the rules that take the element of that id, or class, through the steps; returns its name."""
        name = f"{PREFIX}-{name}"
        whole = self.times.duration
        frames = "".join(f"{100 * when / whole:.3f}%{{{what}}}" for when, what in steps)
        self.frames.append(f"@keyframes {name}{{{frames}}}")
        more += ";" if more else ""
        self.rules.append(f"{selector}{name}{{{more}animation:{name} {whole:.2f}s linear infinite}}")
        return name


def _length(curves: Iterable[Curve]) -> float:
    return sum(curve.length for curve in curves)


def _at(part: float) -> str:
    return f"offset-distance:{100 * part:.2f}%"


def _shut(length: float) -> str:
    return f"stroke-dashoffset:{max(length, 0):.1f}"


def _legs_within(legs: Iterable[Leg], start: float, end: float) -> Iterator[Leg]:
    """The parts of the legs between two distances; the new distances count from the first one."""
    for leg in legs:
        low, high = max(leg.start, start), min(leg.end, end)
        if low < high:
            pace = (leg.ends - leg.begins) / (leg.end - leg.start)
            begins, ended = (leg.begins + (far - leg.start) * pace for far in (low, high))
            yield Leg(begins, ended, low - start, high - start)


def _mask(name: str, opening: str) -> str:
    # A straight path has no width, so the mask cannot take its size from what it covers.
    area = {"x": -MARGIN, "y": -MARGIN, "width": BOARD + 2 * MARGIN, "height": BOARD + 2 * MARGIN}
    white = tag("g", opening, stroke="#fff", stroke_width=12, stroke_opacity=1)
    return tag("mask", white, id=f"{PREFIX}-{name}", maskUnits="userSpaceOnUse", **area)
