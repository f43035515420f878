"""The column beside the board: whose turn, players, tiles, what they would do, what happened, keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import set_cell_size
from rich.console import Console
from rich.text import Text

from tsuro.game.board import Seat
from tsuro.game.edition import Goal
from tsuro.game.outcome import crossings, path_of
from tsuro.game.state import State
from tsuro.game.tiles import FACE_DOWN, ORIENTATIONS, OrientedTile
from tsuro.game.view import View
from tsuro.render.canvas import SMALL, Canvas
from tsuro.render.text import paint_tile
from tsuro.terminal.fullscreen.choices import Choice, ExchangeChoice, TileChoice
from tsuro.terminal.fullscreen.palette import GLYPHS, Palette
from tsuro.terminal.fullscreen.story import Line

__all__ = ["Scene", "column", "place_at"]

TILE_WIDTH = SMALL.width + 2  # a tile of a hand, with the gap beside it
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


def column(scene: Scene, palette: Palette, width: int, height: int) -> list[Text]:
    """Exactly `height` lines, none of them wider than `width`."""
    keys = [_quiet(line, palette) for line in scene.keys]
    above = [*_status(scene, palette, width), *_players(scene, palette, width, roomy=height >= ROOMY)]
    above += _tiles(scene, palette, width)
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
    if edition.solo:
        return f"solo · {position.tiles_placed} of 35 tiles"
    what = edition.goal.value if edition.goal is not Goal.LAST_MARKER else edition.name
    return f"{what.replace('-', ' ')} · {len(position.pile)} in the pile"


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
    return " ".join(part for part in (_score(position, seat), dragon, tiles.rjust(3 - short)) if part)


def _score(position: State, seat: Seat) -> str:
    """Tiles walked over, or crossings, where they count."""
    if position.setup.edition.goal is Goal.LONGEST_PATH:
        return str(position.walked[seat])
    if position.setup.edition.goal is Goal.MOST_CROSSINGS:
        return f"{crossings(path_of(position, seat))}×"
    return ""


def _tiles(scene: Scene, palette: Palette, width: int) -> Iterator[Text]:
    """The hand, and while tiles are exchanged those of the eliminated players."""
    choice = scene.choice
    if isinstance(choice, ExchangeChoice):
        yield _rule("give", palette, width)
        yield from _row(
            [ORIENTATIONS[t][0] for t in choice.mine], palette, [t in choice.give for t in choice.mine]
        )
        yield _rule("take", palette, width)
        offered = [ORIENTATIONS[tile][0] for tile in choice.theirs[:3]]
        yield from _row(offered, palette, [t in choice.take for t in choice.theirs], first=len(choice.mine) + 1)
        return
    yield _rule(_whose(scene), palette, width)
    if isinstance(choice, TileChoice) and not scene.covered:
        yield from _row(choice.turned, palette, [i == choice.place for i in range(len(choice.turned))])
        return
    hand = scene.view.hand if not scene.covered else ()
    yield from _row([ORIENTATIONS[t][0] if t != FACE_DOWN else None for t in hand], palette, [])


def _whose(scene: Scene) -> str:
    if scene.view.position.setup.edition.one_open_hand:
        return "open tiles"
    if scene.covered or scene.view.seat is None:
        return "tiles"
    return f"{scene.names[scene.view.seat]}'s tiles"


def _row(
    tiles: Sequence[OrientedTile | None], palette: Palette, chosen: Sequence[bool], first: int = 1
) -> Iterator[Text]:
    """Tiles side by side, with the key and the number of each below: always as many lines."""
    canvas = Canvas(max(len(tiles), 1) * TILE_WIDTH, SMALL.height)
    labels = Text()
    for place, tile in enumerate(tiles):
        is_chosen = place < len(chosen) and chosen[place]
        ground = "ghost" if is_chosen else "tile"
        if tile is None:
            canvas.fill(place * TILE_WIDTH, 0, SMALL, ground)
        else:
            paint_tile(canvas, (place * TILE_WIDTH, 0), tile, SMALL, ground)
        label = f"{'▸' if is_chosen else ' '}{place + first}: {tile or '?'}".ljust(TILE_WIDTH)
        labels.append(label, palette.style("accent" if is_chosen else "quiet", bold=is_chosen))
    yield from palette.text(canvas).split("\n", allow_blank=True)
    yield labels


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
