"""The column beside the board: whose turn, players, tiles, what they would do, what happened, keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import set_cell_size
from rich.console import Console
from rich.text import Text

from tsuro.game.board import SIDE, Seat
from tsuro.game.edition import Goal
from tsuro.game.outcome import crossings, path_of, solo_score
from tsuro.game.state import State
from tsuro.game.tiles import FACE_DOWN, ORIENTATIONS, TILES, OrientedTile
from tsuro.game.view import View
from tsuro.render.canvas import SMALL, Canvas, Size
from tsuro.render.text import Step, paint_tile
from tsuro.terminal.fullscreen.choices import Choice, ExchangeChoice, TileChoice
from tsuro.terminal.fullscreen.palette import GLYPHS, Palette
from tsuro.terminal.fullscreen.story import Line

__all__ = ["Scene", "column", "covers_board", "offer_columns", "paint_offer", "place_at"]

TILE_WIDTH = SMALL.width + 2  # a tile of a hand, with the gap beside it
_ROW = SMALL.height + 1  # lines of a row of tiles, with the labels below them
STATUS = 2  # lines kept for it, so that nothing jumps
CAPTION = 3
ROOMY = 30  # lines from which on every player has one, however many play
_WRAPPING = Console(width=200, no_color=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """All that a screen shows at one moment."""

    view: View
    names: Sequence[str]
    status: str  # whose turn it is, and what is to be done
    caption: str = ""  # what the choice would do
    is_warning: bool = False  # whether the caption says what is not allowed
    choice: Choice | None = None
    log: Sequence[Line] = ()
    keys: Sequence[str] = ()
    covered: bool = False  # whether a curtain hides the hand
    steps: Sequence[Step] = ()  # markers on their way
    peeks: bool = False  # whether the board is wanted where tiles on offer would lie over it


def column(scene: Scene, palette: Palette, width: int, height: int) -> list[Text]:
    """Exactly `height` lines, none of them wider than `width`."""
    keys = [_quiet(line, palette) for line in scene.keys]
    above = [*_status(scene, palette, width), *_players(scene, palette, width, roomy=height >= ROOMY)]
    above += _tiles(scene, palette, width, beside=_fits_beside(scene, width, height))
    above += _caption(scene, palette, width, height - len(above) - len(keys))
    above += _log(scene, palette, width, height - len(above) - len(keys))
    blank = [Text()] * (height - len(above) - len(keys))
    return [_fitted(line, width) for line in (*above, *blank, *keys)]


def place_at(scene: Scene, x: int, y: int, *, height: int) -> int | None:
    """The place in the hand of the tile at that column and line; None beside the tiles."""
    first = STATUS + 1 + _player_lines(scene, roomy=height >= ROOMY) + 1
    return x // TILE_WIDTH if first <= y <= first + SMALL.height else None


def _fitted(line: Text, width: int) -> Text:
    line = line.copy()
    line.truncate(width, overflow="ellipsis")
    return line


def _wrapped(text: str, palette: Palette, width: int, ink: str = "", *, bold: bool = False) -> list[Text]:
    if not text:
        return []
    return list(Text(text, palette.style(ink, bold=bold)).wrap(_WRAPPING, width))


def _quiet(text: str, palette: Palette) -> Text:
    return Text(text, palette.style("quiet"))


def _rule(title: str, palette: Palette, width: int) -> Text:
    line = Text(f"── {title} ", palette.style("quiet"))
    return line.append("─" * (width - len(title) - 4), palette.style("rule"))


def _status(scene: Scene, palette: Palette, width: int) -> list[Text]:
    lines = _wrapped(scene.status, palette, width, "accent", bold=True)[:STATUS]
    return [*lines, *[Text()] * (STATUS - len(lines))]


def _players(scene: Scene, palette: Palette, width: int, *, roomy: bool) -> Iterator[Text]:
    position, count = scene.view.position, len(scene.names)
    yield _rule(_table_words(position), palette, width)
    if not _in_two_columns(scene, roomy=roomy):
        for seat in range(count):
            yield _player(scene, seat, palette, width)
        return
    half, rows = (width - 1) // 2, _player_lines(scene, roomy=roomy)
    for row in range(rows):
        line = _player(scene, row, palette, half)
        if row + rows < count:
            line = line.append(" ").append_text(_player(scene, row + rows, palette, half))
        yield line


def _in_two_columns(scene: Scene, *, roomy: bool) -> bool:
    return len(scene.names) > 4 and not roomy


def _player_lines(scene: Scene, *, roomy: bool) -> int:
    count = len(scene.names)
    return (count + 1) // 2 if _in_two_columns(scene, roomy=roomy) else count


def _table_words(position: State) -> str:
    """What is played for, and how many tiles are left to draw."""
    edition = position.setup.edition
    if solo := solo_score(position):
        markers, tiles = solo
        return f"solo · {tiles}/{len(TILES)} tiles · {markers} left"
    what = edition.goal.value if edition.goal is not Goal.LAST_MARKER else edition.name
    return f"{what.replace('-', ' ')} · pile {len(position.pile)}"


def _player(scene: Scene, seat: Seat, palette: Palette, width: int) -> Text:
    """One player: whether it is their turn, marker, number, name, tiles, score and the Dragon tile."""
    position = scene.view.position
    marker = position.setup.markers[seat]
    is_out = position.starts[seat] is not None and position.markers[seat] is None
    is_active = seat == position.active and scene.view.outcome is None
    standing = _standing(position, seat, is_out=is_out, short=width < 20)
    name = set_cell_size(scene.names[seat], width - 6 - len(standing))
    return Text.assemble(
        ("▸" if is_active else " ", palette.style("accent", bold=True)),
        (f"{GLYPHS[marker]} {seat + 1} ", palette.style(f"out {marker}" if is_out else marker)),
        (name, palette.style("quiet" if is_out else "", bold=is_active)),
        (f" {standing}", palette.style("quiet")),
    )


def _standing(position: State, seat: Seat, *, is_out: bool, short: bool) -> str:
    """The score where there is one, how many tiles, and the Dragon tile; in a short form for many players."""
    dragon = ("D" if short else "Dragon") if position.dragon == seat else ""
    count = 0 if position.setup.edition.one_open_hand else len(position.hands[seat])
    tiles = "out" if is_out else f"▮{count}" if short else "▮" * count
    return " ".join(part for part in (_score(position, seat, short=short), dragon, tiles.rjust(3 - short)) if part)


def _score(position: State, seat: Seat, *, short: bool) -> str:
    """Tiles walked over, or crossings, where they count."""
    if position.setup.edition.goal is Goal.LONGEST_PATH:
        return f"{position.walked[seat]}{'' if short else '▪'}"
    if position.setup.edition.goal is Goal.MOST_CROSSINGS:
        return f"{crossings(path_of(position, seat))}×"
    return ""


def _tiles(scene: Scene, palette: Palette, width: int, *, beside: bool) -> Iterator[Text]:
    """The hand, and while tiles are exchanged those of the eliminated players, unless they lie over the board."""
    choice = scene.choice
    if isinstance(choice, ExchangeChoice):
        yield _rule("give", palette, width)
        yield from _swaps(choice, range(len(choice.mine)), palette)
        yield _rule(_offered(choice, beside=beside, peeks=scene.peeks), palette, width)
        if beside:
            for places in _offer_rows(choice, width // TILE_WIDTH):
                yield from _swaps(choice, places, palette)
        return
    yield _rule(_whose(scene), palette, width)
    if isinstance(choice, TileChoice) and not scene.covered:
        yield from _row([_Shown(i + 1, t, i == choice.place) for i, t in enumerate(choice.turned)], palette)
        return
    hand = scene.view.hand if not scene.covered else ()
    faces = (ORIENTATIONS[tile][0] if tile != FACE_DOWN else None for tile in hand)
    yield from _row([_Shown(place, face) for place, face in enumerate(faces, 1)], palette)


def _offered(choice: ExchangeChoice, *, beside: bool, peeks: bool) -> str:
    where = "" if beside else f": {len(choice.theirs)} tiles, press b" if peeks else ": on the left"
    return f"take{where}"


def _offer_rows(choice: ExchangeChoice, columns: int) -> Iterator[range]:
    """The places of the tiles on offer, row by row."""
    first, end = len(choice.mine), len(choice.mine) + len(choice.theirs)
    return (range(place, min(place + columns, end)) for place in range(first, end, columns))


def _fits_beside(scene: Scene, width: int, height: int) -> bool:
    """Whether all tiles on offer have room in the column."""
    if not isinstance(scene.choice, ExchangeChoice):
        return True
    rows = len(list(_offer_rows(scene.choice, width // TILE_WIDTH)))
    above = STATUS + 1 + _player_lines(scene, roomy=height >= ROOMY) + 1 + _ROW + 1
    return above + rows * _ROW + CAPTION + len(scene.keys) <= height


def covers_board(scene: Scene, width: int, height: int) -> bool:
    """Whether so many tiles are on offer that, beside a column of that size, they lie over the board."""
    return not scene.peeks and not scene.covered and not _fits_beside(scene, width, height)


def offer_columns(scene: Scene, *, width: int, height: int, board: Size) -> int:
    """How many of the tiles on offer lie in a row."""
    if not isinstance(scene.choice, ExchangeChoice) or not covers_board(scene, width, height):
        return width // TILE_WIDTH
    return _grid(scene.choice, board)[0]


def _grid(choice: ExchangeChoice, board: Size) -> tuple[int, int]:
    """How many tiles lie in a row over the board, and how far apart they begin: as far as they all fit."""
    rows = SIDE * board.height // _ROW
    for apart in range(TILE_WIDTH, SMALL.width, -1):
        columns = SIDE * board.width // apart
        if columns * rows >= len(choice.theirs):
            return columns, apart
    return SIDE * board.width // SMALL.width, SMALL.width


def paint_offer(choice: ExchangeChoice, board: Size) -> Canvas:
    """The tiles on offer, in rows, in the place of a board."""
    canvas = Canvas(SIDE * board.width, SIDE * board.height)
    columns, apart = _grid(choice, board)
    for row, places in enumerate(_offer_rows(choice, columns)):
        for column, shown in enumerate(_swap(choice, place) for place in places):
            ground = "tile" if (row + column) % 2 == 0 else "tile-light"
            _paint_shown(canvas, (column * apart, row * _ROW), shown, ground)
            canvas.write(column * apart, row * _ROW + SMALL.height, shown.label[:apart], shown.ink)
    return canvas


def _swaps(choice: ExchangeChoice, places: range, palette: Palette) -> Iterator[Text]:
    return _row([_swap(choice, place) for place in places], palette)


def _swap(choice: ExchangeChoice, place: int) -> _Shown:
    """The tile at that place of an exchange."""
    tile = (*choice.mine, *choice.theirs)[place]
    face = ORIENTATIONS[tile][0] if tile != FACE_DOWN else None
    chosen = tile in choice.give if place < len(choice.mine) else tile in choice.take
    return _Shown(place + 1, face, place == choice.place, is_swapped=chosen)


def _whose(scene: Scene) -> str:
    if scene.view.position.setup.edition.one_open_hand:
        return "open tiles"
    if scene.covered or scene.view.seat is None:
        return "tiles"
    return f"{scene.names[scene.view.seat]}'s tiles"


@dataclass(frozen=True, slots=True)
class _Shown:
    """A tile beside or over the board, with its key and number below."""

    key: int
    face: OrientedTile | None  # None when it lies face down
    has_cursor: bool = False
    is_swapped: bool | None = None  # in an exchange: whether it is to change hands

    @property
    def is_lit(self) -> bool:
        return self.has_cursor if self.is_swapped is None else self.is_swapped

    @property
    def ink(self) -> str:
        return "accent" if self.has_cursor or self.is_lit else "quiet"

    @property
    def label(self) -> str:
        number = "?" if self.face is None else self.face if self.is_swapped is None else self.face.tile
        return f"{'▸' if self.has_cursor else ' '}{self.key}: {number}{'✓' if self.is_swapped else ''}"


def _row(tiles: Sequence[_Shown], palette: Palette) -> Iterator[Text]:
    """Tiles side by side, with their labels below: always as many lines."""
    canvas = Canvas(max(len(tiles), 1) * TILE_WIDTH, SMALL.height)
    labels = Text()
    for place, shown in enumerate(tiles):
        _paint_shown(canvas, (place * TILE_WIDTH, 0), shown, "tile")
        labels.append(shown.label.ljust(TILE_WIDTH), palette.style(shown.ink, bold=shown.ink == "accent"))
    yield from palette.text(canvas).split("\n", allow_blank=True)
    yield labels


def _paint_shown(canvas: Canvas, corner: tuple[int, int], shown: _Shown, ground: str) -> None:
    ground = "ghost" if shown.is_lit else ground
    if shown.face is None:
        canvas.fill(*corner, SMALL, ground)
    else:
        paint_tile(canvas, corner, shown.face, SMALL, ground)


def _caption(scene: Scene, palette: Palette, width: int, room: int) -> list[Text]:
    lines = _wrapped(scene.caption, palette, width, "bad" if scene.is_warning else "")
    if len(lines) > room:
        lines = [*lines[: room - 1], Text("…")]
    return [*lines, *[Text()] * (min(CAPTION, room) - len(lines))]


def _log(scene: Scene, palette: Palette, width: int, room: int) -> list[Text]:
    """As many of the newest lines as there is room for, under a heading."""
    if room < 2:
        return []
    lines = [part for line in scene.log[-room:] for part in _told(scene, line, palette, width)]
    return [_rule("moves", palette, width), *lines[-(room - 1) :]]


def _told(scene: Scene, line: Line, palette: Palette, width: int) -> list[Text]:
    if line.seat is None:
        return _wrapped(line.text, palette, width)
    marker = scene.view.position.setup.markers[line.seat]
    text = Text.assemble(
        (f"{GLYPHS[marker]} ", palette.style(marker)),
        (scene.names[line.seat], palette.style(marker)),
        (f" {line.text}", palette.style()),
    )
    return list(text.wrap(_WRAPPING, width))
