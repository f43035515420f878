"""The board drawn in text, with the dots of Braille characters, for terminals."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from tsuro.game.board import SIDE, SQUARES, Point, Square, square_name
from tsuro.game.closed import closed_squares
from tsuro.game.outcome import path_of
from tsuro.game.state import Phase, State
from tsuro.game.tiles import ORIENTATIONS, OrientedTile, Tile
from tsuro.game.view import Preview, View
from tsuro.render.geometry import Spot, curve_over, spot
from tsuro.render.sizes import TILE

__all__ = ["draw_hand", "draw_text"]

# The eight dots of a Braille character, by row and column, as bits above U+2800.
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))

_PLAYER_COLOURS = {  # the nearest of the terminal's 256 colours to those of the pictures
    "circle": 214,
    "square": 75,
    "triangle": 36,
    "diamond": 227,
    "pentagon": 69,
    "star": 209,
    "hexagon": 176,
    "octagon": 255,
}
_PATH, _TILE, _NEWEST, _FAINT = 180, 52, 88, 244

WIDTH, HEIGHT = 8, 4  # a square in characters: 16 by 16 dots


@dataclass(slots=True)
class _Letter:
    """One cell of the drawing: dots or a letter, its colour, and the colour behind it."""

    dots: int = 0
    text: str = ""
    colour: int | None = None
    behind: int | None = None

    def render(self, *, colours: bool) -> str:
        text = self.text or (chr(0x2800 + self.dots) if self.dots else " ")
        if not colours:
            return text
        codes = [f"38;5;{self.colour}"] if self.colour is not None else []
        codes += [f"48;5;{self.behind}"] if self.behind is not None else []
        return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if codes else text


@dataclass(slots=True)
class _Canvas:
    """A grid of characters, drawn on in dots: x to the right, y down."""

    width: int
    height: int
    letters: list[list[_Letter]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.letters = [[_Letter() for _ in range(self.width)] for _ in range(self.height)]

    def dot(self, x: int, y: int, colour: int) -> None:
        letter = self.letters[y // 4][x // 2]
        letter.dots |= _DOTS[y % 4][x % 2]
        letter.colour = colour

    def write(self, column: int, row: int, text: str, colour: int | None) -> None:
        for offset, character in enumerate(text):
            letter = self.letters[row][column + offset]
            letter.text, letter.colour = character, colour

    def fill(self, column: int, row: int, behind: int) -> None:
        for letters in self.letters[row : row + HEIGHT]:
            for letter in letters[column : column + WIDTH]:
                letter.behind = behind

    def render(self, *, colours: bool) -> str:
        lines = ("".join(letter.render(colours=colours) for letter in row) for row in self.letters)
        return "\n".join(line.rstrip() for line in lines)


def draw_text(view: View, *, colours: bool = True, preview: Preview | None = None) -> str:
    """The board as a view shows it: 50 characters wide, 26 lines high, with coordinates.

    With a preview, the tile is drawn as if it were placed.
    """
    position = view.position
    canvas = _Canvas(SIDE * WIDTH, SIDE * HEIGHT)
    _draw_open_squares(canvas, position)
    for square, tile in enumerate(position.board):
        if tile is not None:
            _draw_tile(canvas, square, tile, _NEWEST if square == position.last else _TILE)
    for seat in range(position.setup.players):
        for crossed in path_of(position, seat):
            _draw_path(canvas, crossed[0], crossed[1], _colour(position, seat))
    if preview is not None:
        _draw_preview(canvas, position, preview)
    for seat, marker in enumerate(position.markers):
        if marker is not None:
            _draw_marker(canvas, marker, str(seat + 1), _colour(position, seat))
    return _with_coordinates(canvas.render(colours=colours))


def draw_hand(hand: tuple[Tile, ...], *, colours: bool = True) -> str:
    """The tiles of a hand side by side, as printed, with their numbers below."""
    canvas = _Canvas(len(hand) * (WIDTH + 2), HEIGHT + 1)
    for place, tile in enumerate(hand):
        column = place * (WIDTH + 2)
        if tile in ORIENTATIONS:
            canvas.fill(column, 0, _TILE)
            for start, end in ORIENTATIONS[tile][0].paths:
                _draw_curve(canvas, (column * 2, 0), start, end, _PATH)
        canvas.write(column + 3, HEIGHT, str(tile) if tile else "?", None)
    return canvas.render(colours=colours)


def _colour(position: State, seat: int) -> int:
    return _PLAYER_COLOURS[position.setup.markers[seat]]


def _corner(square: Square) -> tuple[int, int]:
    """The upper left corner of a square, in characters."""
    return square % SIDE * WIDTH, square // SIDE * HEIGHT


def _draw_open_squares(canvas: _Canvas, position: State) -> None:
    closed = closed_squares(position)
    marker = position.markers[position.active]
    faced = marker >> 3 if marker is not None and position.phase is Phase.PLAY_TILE else None
    for square in SQUARES:
        if position.board[square] is None:
            column, row = _corner(square)
            text = "××" if square in closed else square_name(square)
            canvas.write(column + 3, row + 1, text, None if square == faced else _FAINT)
            if square == faced:
                canvas.write(column + 2, row + 1, f"[{text}]", None)


def _draw_tile(canvas: _Canvas, square: Square, tile: OrientedTile, behind: int) -> None:
    canvas.fill(*_corner(square), behind)
    for start, end in tile.paths:
        _draw_path(canvas, square * 8 + start, square * 8 + end, _PATH)


def _draw_path(canvas: _Canvas, entry: Point, leaving: Point, colour: int) -> None:
    column, row = _corner(entry >> 3)
    _draw_curve(canvas, (column * 2, row * 4), entry & 7, leaving & 7, colour)


def _draw_preview(canvas: _Canvas, position: State, preview: Preview) -> None:
    square = preview.walks[0].points[0] >> 3
    column, row = _corner(square)
    canvas.write(column, row + 1, " " * WIDTH, None)
    for letter in canvas.letters[row + 1][column : column + WIDTH]:
        letter.text = ""
    _draw_tile(canvas, square, preview.tile, _NEWEST)
    for walk in preview.walks:
        for entry, leaving in walk.tiles_crossed:
            _draw_path(canvas, entry, leaving, _colour(position, walk.seat))


def _draw_curve(canvas: _Canvas, corner: tuple[int, int], start: int, end: int, colour: int) -> None:
    """A path between two points of a tile."""
    for x, y in _dots(start, end):
        canvas.dot(corner[0] + x, corner[1] + y, colour)


@cache
def _dots(start: int, end: int) -> frozenset[tuple[int, int]]:
    """The dots that a path between two points of a tile passes through."""
    curve = curve_over(start, end)
    return frozenset(_dot(curve.at(step / 32)) for step in range(33))


def _dot(spot: Spot) -> tuple[int, int]:
    """The dot, of a tile's 16 by 16, at a spot of the top left tile of a picture."""
    last = WIDTH * 2 - 1
    return min(int(spot.x * WIDTH * 2 / TILE), last), min(int(spot.y * HEIGHT * 4 / TILE), last)


def _draw_marker(canvas: _Canvas, marker: Point, number: str, colour: int) -> None:
    """The player's number on the point where the marker stands, inside the square it faces."""
    column, row = _corner(marker >> 3)
    x, y = _dot(spot(marker & 7))
    canvas.write(column + x // 2, row + y // 4, number, colour)


def _with_coordinates(drawing: str) -> str:
    letters = "  " + "".join(name.center(WIDTH) for name in "abcdef").rstrip()
    rows = [
        f"{SIDE - number // HEIGHT if number % HEIGHT == 1 else ' '} {line}"
        for number, line in enumerate(drawing.split("\n"))
    ]
    return "\n".join([letters, *(row.rstrip() for row in rows), letters])
