"""The board drawn in text, with the dots of Braille characters, for terminals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tsuro.game.board import SIDE, SQUARES, Point, Seat, Square, square_name
from tsuro.game.closed import closed_squares
from tsuro.game.legal import free_marks
from tsuro.game.outcome import path_of
from tsuro.game.state import Phase, State
from tsuro.game.tiles import ORIENTATIONS, OrientedTile, Tile
from tsuro.game.view import Preview, View
from tsuro.render.canvas import SMALL, Canvas, Cell, Size, dot_at, dots_over
from tsuro.render.geometry import spot

__all__ = ["Step", "draw_hand", "draw_text", "paint_board", "paint_tile"]

_CODES = {  # the nearest of the terminal's 256 colours to those of the pictures
    "circle": 214,
    "square": 75,
    "triangle": 36,
    "diamond": 227,
    "pentagon": 69,
    "star": 209,
    "hexagon": 176,
    "octagon": 255,
    "path": 180,
    "tile": 52,
    "tile-light": 52,
    "newest": 88,
    "ghost": 88,
    "faint": 244,
    "mark": 244,
    "edge": 16,
}


class Step(NamedTuple):
    """A marker on its way over a tile, from the point where it entered to the one where it will leave."""

    seat: Seat
    entry: Point
    leaving: Point
    part: float  # of the way, 0 to 1


def draw_text(view: View, *, colours: bool = True, preview: Preview | None = None) -> str:
    """The board as a view shows it: 50 characters wide, 26 lines high, with coordinates.

    With a preview, the tile is drawn as if it were placed.
    """
    return _with_coordinates(_render(paint_board(view, preview=preview), colours=colours))


def draw_hand(hand: tuple[Tile, ...], *, colours: bool = True) -> str:
    """The tiles of a hand side by side, as printed, with their numbers below."""
    canvas = Canvas(len(hand) * (SMALL.width + 2), SMALL.height + 1)
    for place, tile in enumerate(hand):
        column = place * (SMALL.width + 2)
        if tile in ORIENTATIONS:
            paint_tile(canvas, (column, 0), ORIENTATIONS[tile][0], SMALL, "tile")
        canvas.write(column + 3, SMALL.height, str(tile) if tile else "?", "")
    return _render(canvas, colours=colours)


def _render(canvas: Canvas, *, colours: bool) -> str:
    lines = ("".join(_coloured(cell) if colours else cell.character for cell in row) for row in canvas.rows)
    return "\n".join(line.rstrip() for line in lines)


def _coloured(cell: Cell) -> str:
    ink = cell.ink.removeprefix("out ")
    codes = [f"38;5;{_CODES[ink]}"] if ink in _CODES else []
    codes += [f"48;5;{_CODES[cell.ground]}"] if cell.ground in _CODES else []
    return f"\x1b[{';'.join(codes)}m{cell.character}\x1b[0m" if codes else cell.character


def _with_coordinates(drawing: str) -> str:
    letters = "  " + "".join(name.center(SMALL.width) for name in "abcdef").rstrip()
    rows = [
        f"{SIDE - number // SMALL.height if number % SMALL.height == 1 else ' '} {line}"
        for number, line in enumerate(drawing.split("\n"))
    ]
    return "\n".join([letters, *(row.rstrip() for row in rows), letters])


def paint_board(
    view: View,
    *,
    size: Size = SMALL,
    preview: Preview | None = None,
    mark: Point | None = None,
    steps: Sequence[Step] = (),
    numbered: bool = False,
    coordinates: bool = False,
) -> Canvas:
    """The board as a view shows it.

    With a preview, the tile is drawn as if it were placed; with a start mark, as if the active player took it.
    Markers in `steps` are drawn on their way instead of where they stand. `numbered` writes the player's number on
    every tile of a trail, for anyone who sees no colours; `coordinates` stand in the corners of the left and lower
    squares.
    """
    position = view.position
    canvas = Canvas(SIDE * size.width, SIDE * size.height)
    _paint_open_squares(canvas, position, size)
    for square, tile in enumerate(position.board):
        if tile is not None:
            ground = "newest" if square == position.last else "tile" if _is_even(square) else "tile-light"
            paint_tile(canvas, _corner(square, size), tile, size, ground)
    for seat in range(position.setup.players):
        _paint_trail(canvas, position, seat, size, numbered=numbered)
    if preview is not None:
        _paint_preview(canvas, position, preview, size)
    if coordinates:
        _write_coordinates(canvas, size)
    on_their_way = {step.seat for step in steps}
    for seat, marker in enumerate(position.markers):
        if marker is not None and seat not in on_their_way:
            _write_marker(canvas, position, seat, marker, size)
    for step in steps:
        _paint_step(canvas, position, step, size)
    if mark is not None:
        _write_marker(canvas, position, position.active, mark, size)
    return canvas


def _write_marker(canvas: Canvas, position: State, seat: Seat, point: Point, size: Size) -> None:
    _write_at(canvas, point, str(seat + 1), size, ink="edge", ground=position.setup.markers[seat])


def _paint_step(canvas: Canvas, position: State, step: Step, size: Size) -> None:
    marker, (column, row) = position.setup.markers[step.seat], _corner(step.entry >> 3, size)
    dots = dots_over(step.entry & 7, step.leaving & 7, size)
    walked = dots[: max(1, round(step.part * len(dots)))]
    for x, y in walked:
        canvas.dot(column * 2 + x, row * 4 + y, marker)
    x, y = walked[-1]
    canvas.write(column + x // 2, row + y // 4, str(step.seat + 1), "edge", marker)


def _write_coordinates(canvas: Canvas, size: Size) -> None:
    """Into corners, where no path ever runs: they take no room of their own."""
    for i in range(SIDE):
        canvas.write(0, i * size.height, str(SIDE - i), "faint")
        canvas.write((i + 1) * size.width - 1, canvas.height - 1, "abcdef"[i], "faint")


def paint_tile(canvas: Canvas, corner: tuple[int, int], tile: OrientedTile, size: Size, ground: str) -> None:
    """A tile with its upper left corner at that column and row."""
    canvas.fill(*corner, size, ground)
    for start, end in tile.paths:
        _paint_curve(canvas, corner, start, end, size, "path")


def _corner(square: Square, size: Size) -> tuple[int, int]:
    """The upper left corner of a square, in characters."""
    return square % SIDE * size.width, square // SIDE * size.height


def _is_even(square: Square) -> bool:
    """Squares take turns in two shades, as on a chess board, so that the eye can tell them apart."""
    return (square // SIDE + square) % 2 == 0


def _paint_open_squares(canvas: Canvas, position: State, size: Size) -> None:
    closed = closed_squares(position)
    marker = position.markers[position.active]
    faced = marker >> 3 if marker is not None and position.phase is Phase.PLAY_TILE else None
    for square in SQUARES:
        if position.board[square] is None:
            _paint_open_square(canvas, square, size, faced=square == faced, closed=square in closed)
    if position.phase is Phase.PLACE_MARKER:
        for mark in free_marks(position):
            _write_at(canvas, mark, "·", size, ink="mark")


def _paint_open_square(canvas: Canvas, square: Square, size: Size, *, faced: bool, closed: bool) -> None:
    column, row = _corner(square, size)
    canvas.fill(column, row, size, "lit" if faced else "board" if _is_even(square) else "board-light")
    name = "××" if closed else square_name(square)
    column, row = column + size.width // 2, row + (size.height - 1) // 2
    if faced:
        canvas.write(column - 2, row, f"[{name}]", "")
    else:
        canvas.write(column - 1, row, name, "faint")


def _paint_trail(canvas: Canvas, position: State, seat: Seat, size: Size, *, numbered: bool) -> None:
    marker = position.setup.markers[seat]
    is_out = position.starts[seat] is not None and position.markers[seat] is None
    for entry, leaving in path_of(position, seat):
        _paint_path(canvas, entry, leaving, size, f"out {marker}" if is_out else marker)
        if numbered:
            dots = dots_over(entry & 7, leaving & 7, size)
            x, y = dots[len(dots) // 2]
            column, row = _corner(entry >> 3, size)
            canvas.write(column + x // 2, row + y // 4, str(seat + 1), marker)


def _paint_path(canvas: Canvas, entry: Point, leaving: Point, size: Size, ink: str) -> None:
    _paint_curve(canvas, _corner(entry >> 3, size), entry & 7, leaving & 7, size, ink)


def _paint_preview(canvas: Canvas, position: State, preview: Preview, size: Size) -> None:
    square = preview.walks[0].points[0] >> 3
    ground = "ghost" if preview.refusal is None else "refused"
    paint_tile(canvas, _corner(square, size), preview.tile, size, ground)
    for walk in preview.walks:
        marker = position.setup.markers[walk.seat]
        for entry, leaving in walk.tiles_crossed:
            _paint_path(canvas, entry, leaving, size, marker)
        if walk.end is None:
            _write_at(canvas, walk.points[-1], "×", size, ink=marker)
        else:
            _write_at(canvas, walk.end, "○", size, ink=marker)


def _paint_curve(canvas: Canvas, corner: tuple[int, int], start: int, end: int, size: Size, ink: str) -> None:
    """A path between two points of a tile."""
    for x, y in dots_over(start, end, size):
        canvas.dot(corner[0] * 2 + x, corner[1] * 4 + y, ink)


def _write_at(canvas: Canvas, point: Point, text: str, size: Size, *, ink: str, ground: str = "") -> None:
    """A character on a point, inside the square from which it is seen."""
    column, row = _corner(point >> 3, size)
    x, y = dot_at(spot(point & 7), size)
    canvas.write(column + x // 2, row + y // 4, text, ink, ground)
