"""`tsuro convert` and `tsuro draw`: records in other forms, and games, positions and tiles as pictures."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console as RichConsole
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from tsuro.cli.files import FileError, moment_at, moments_of, read_record, record_as, save
from tsuro.cli.play import seat
from tsuro.game.errors import TsuroError
from tsuro.game.tiles import FACE_DOWN, TILES, Tile
from tsuro.game.view import view
from tsuro.notation import NotationError, read_position, read_tiles
from tsuro.record import Record
from tsuro.render import Picture, animate, draw, draw_tiles
from tsuro.render.text import draw_hand, draw_text
from tsuro.render.theme import THEMES
from tsuro.render.words import describe, describe_tiles
from tsuro.terminal.console import Console

if TYPE_CHECKING:
    from tsuro.render.poster import Look

__all__ = ["add_commands"]

RECORDS, FILMS = (".tsuro", ".txt", ".json"), (".gif", ".webp")
STILLS = (".svg", ".png")
WRITTEN = (*RECORDS, *STILLS, *FILMS)
WIDTH, FILM_WIDTH = 1200, 720  # pixels, unless another is asked for
IN_A_ROW = 7  # tiles, drawn as text

_CONVERT = """\
Turn a recorded game into another form, chosen by the suffix of OUT:

  .tsuro .txt  text           .svg          an animation for web pages; with --at a still picture
  .json        JSON           .gif .webp    an animation for chats, with names and result
                              .png          a picture of one moment, with names and result

Without OUT, the file gets the name of the record and the suffix of --to. If only OUT is given, the record
is the one of the same name beside it."""
_CONVERT_EXAMPLES = """\
examples:
  tsuro convert game.json game.gif                  the whole game, 720 pixels wide
  tsuro convert game.gif --width 480                the same from game.tsuro, smaller
  tsuro convert game.tsuro --to webp --square       for social media
  tsuro convert game.tsuro move12.png --at 12       the position after action 12
  tsuro convert game.tsuro seen.json --for 1        only what player 1 could see"""
_DRAW = "Draw a position that is written in one line (see docs/record-format.md), or tiles."
_DRAW_EXAMPLES = """\
examples:
  tsuro draw --tiles 17,28                          two tiles, here in the terminal
  tsuro draw --tiles 17,28 tiles.png --width 400    as a picture
  tsuro draw --tiles all tiles.svg                  all 35
  tsuro draw 'modern 1 6/6/…' position.png          a position, in quotes"""


_THEME = f"how a picture looks: {', '.join(THEMES)} (default: light)"


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    _add_convert(commands)
    _add_draw(commands)


def _add_convert(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "convert",
        description=_CONVERT,
        epilog=_CONVERT_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="IN", help="a record, text or JSON; - for standard input")
    parser.add_argument("out", metavar="OUT", nargs="?", help="the file to write; - for standard output")
    formats = [suffix.removeprefix(".") for suffix in WRITTEN if suffix != ".txt"]
    parser.add_argument("--to", choices=formats, help="the format, whatever the suffix of OUT")
    parser.add_argument(
        "--for",
        dest="viewer",
        type=viewer,
        metavar="WHO",
        help="as this player (1 to 8), or a 'watcher', saw it; stills show the player's tiles",
    )
    parser.add_argument("--at", type=int, metavar="N", help="a still picture of the position after action N")
    parser.add_argument("--square", action="store_true", help="as high as it is wide (.png, .gif, .webp)")
    _add_picture_options(parser)
    parser.set_defaults(run=run_convert)


def _add_draw(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "draw",
        description=_DRAW,
        epilog=_DRAW_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("position", metavar="POSITION", nargs="?", help="the position, in quotes")
    parser.add_argument("out", metavar="OUT", nargs="?", help="a .svg or .png file; without it, drawn as text")
    parser.add_argument("--tiles", type=tiles, metavar="N,N", help="draw these tiles (1 to 35), or 'all' of them")
    parser.add_argument(
        "--for",
        dest="viewer",
        type=viewer,
        default="watcher",
        metavar="WHO",
        help="as this player (1 to 8), or a 'watcher' (the default), sees it",
    )
    _add_picture_options(parser)
    parser.set_defaults(run=run_draw)


def _add_picture_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--theme", choices=THEMES, default="light", metavar="THEME", help=_THEME)
    parser.add_argument("--coordinates", action="store_true", help="letters and numbers along a still picture")
    default = f"default: {WIDTH}; of an animation {FILM_WIDTH}"
    parser.add_argument("--width", type=int, metavar="N", help=f"pixels of a .png, .gif or .webp ({default})")


def viewer(text: str) -> int | str:
    """For argparse: a player's seat, or a watcher."""
    return text if text == "watcher" else seat(text)


def tiles(text: str) -> tuple[Tile, ...]:
    """For argparse: numbers of tiles with commas between them, or all."""
    if text == "all":
        return TILES
    try:
        read = read_tiles("".join(text.split()))
    except NotationError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if not read or FACE_DOWN in read:
        raise argparse.ArgumentTypeError("name tiles by their numbers, 1 to 35: --tiles 17,28")
    return read


def run_convert(options: argparse.Namespace) -> int:
    source, out, suffix = _files(options)
    _check_options(options, suffix)
    record = read_record(source)
    moments_of(record, source)  # whatever it becomes, it must be a game
    save(out, _converted(record, options, suffix))
    return 0


def _files(options: argparse.Namespace) -> tuple[str, str, str]:
    """What to read, what to write, and in which form."""
    source, out = options.file, options.out
    if out is None:
        source, out = _beside(source, options.to)
    suffix = f".{options.to}" if options.to else Path(out).suffix.lower()
    if suffix not in WRITTEN:
        raise FileError(f"{out}: the suffix must be one of {', '.join(WRITTEN)}, or say --to")
    return source, out, suffix


def _beside(name: str, to: str | None) -> tuple[str, str]:
    """The record and the picture of the same name, of which one was given."""
    path = Path(name)
    if to is not None and path.suffix.lower() != f".{to}":
        return name, "-" if name == "-" else str(path.with_suffix(f".{to}"))
    if path.suffix.lower() not in (*STILLS, *FILMS):
        raise FileError(f"{name}: say what to make of it: tsuro convert {name} game.gif, or --to gif")
    records = [beside for suffix in RECORDS if (beside := path.with_suffix(suffix)).is_file()]
    if len(records) != 1:
        found = "several records have" if records else "no record has"
        raise FileError(f"{name}: {found} that name: say which game: tsuro convert game.tsuro {name}")
    return str(records[0]), name


def _check_options(options: argparse.Namespace, suffix: str) -> None:
    """An option that would change nothing is a slip."""
    if options.width is not None and suffix in (*RECORDS, ".svg"):
        raise TsuroError(f"--width is for .png, .gif and .webp: {suffix} has no pixels")
    if options.square and suffix in (*RECORDS, ".svg"):
        raise TsuroError("--square is for .png, .gif and .webp")
    if options.at is not None and suffix in FILMS:
        raise TsuroError(f"--at is for a still picture: leave it out, or write a .png instead of {suffix}")


def _converted(record: Record, options: argparse.Namespace, suffix: str) -> str | bytes:
    if suffix in RECORDS:
        return record_as(_redacted(record, options.viewer), suffix)
    if suffix in FILMS:
        return _film(_redacted(record, options.viewer), options, suffix)
    if suffix == ".svg" and options.at is None:
        return animate(_redacted(record, options.viewer), theme=options.theme).svg
    return _still(record, options, suffix)


def _still(record: Record, options: argparse.Namespace, suffix: str) -> str | bytes:
    """A moment, for a player with the hand; a PNG has names and result on it."""
    moments = moments_of(record, options.file)
    at = len(moments) - 1 if options.at is None else options.at
    moment = moment_at(moments, at)
    watching = _seat(options.viewer, record.setup.players)
    if suffix == ".svg":
        return draw(view(moment.state, watching), theme=options.theme, coordinates=options.coordinates).svg
    from tsuro.render.film import snapshot  # noqa: PLC0415 -- other forms need no imaging library

    return snapshot(record, at, look=_look(options, WIDTH), seat=watching)


def _film(record: Record, options: argparse.Namespace, suffix: str) -> bytes:
    """The animation; in a terminal, a bar shows how far it is."""
    from tsuro.render.film import film  # noqa: PLC0415 -- as above

    look = _look(options, FILM_WIDTH)
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:3.0f} %"))
    console = RichConsole(stderr=True)
    with Progress(
        *columns, TimeRemainingColumn(), console=console, transient=True, disable=not console.is_terminal
    ) as progress:
        task = progress.add_task("drawing", total=None)
        return film(
            record,
            "gif" if suffix == ".gif" else "webp",
            look=look,
            on_progress=lambda done, of: progress.update(task, completed=done, total=of),
        )


def _look(options: argparse.Namespace, width: int) -> Look:
    from tsuro.render.poster import Look  # noqa: PLC0415 -- as above

    return Look(
        theme=options.theme,
        width=width if options.width is None else options.width,
        shape="square" if options.square else "tall",
        coordinates=options.coordinates,
    )


def run_draw(options: argparse.Namespace) -> int:
    if options.tiles is not None:
        return _draw_tiles(options)
    if options.position is None:
        raise TsuroError("say what to draw: a position in quotes, or --tiles 17,28")
    state = read_position(" ".join(options.position.split()))
    seen = view(state, _seat(options.viewer, state.setup.players))
    if options.out is None:
        console = Console()
        names = [f"Player {number + 1}" for number in range(state.setup.players)]
        console.say(draw_text(seen, colours=console.colours) if console.can_draw else describe(seen, names))
        return 0
    return _save_still(draw(seen, theme=options.theme, coordinates=options.coordinates), options.out, options)


def _draw_tiles(options: argparse.Namespace) -> int:
    if options.position is not None and options.out is not None:
        raise TsuroError("draw a position or tiles, not both: tsuro draw --tiles 17,28 tiles.png")
    out = options.position  # the first name is the file: there is no position
    if out is not None:
        return _save_still(draw_tiles(options.tiles, theme=options.theme), out, options)
    console = Console()
    rows = (options.tiles[i : i + IN_A_ROW] for i in range(0, len(options.tiles), IN_A_ROW))
    for row in rows:
        console.say(draw_hand(row, colours=console.colours) if console.can_draw else describe_tiles(row))
    return 0


def _save_still(picture: Picture, out: str, options: argparse.Namespace) -> int:
    suffix = Path(out).suffix.lower()
    if suffix not in STILLS:
        raise FileError(f"{out}: the suffix must be one of {', '.join(STILLS)}")
    if options.width is not None and suffix == ".svg":
        raise TsuroError("--width is for .png: .svg has no pixels")
    save(out, _pictured(picture, suffix, options.width))
    return 0


def _pictured(picture: Picture, suffix: str, width: int | None) -> str | bytes:
    return picture.svg if suffix == ".svg" else picture.png(WIDTH if width is None else width)


def _redacted(record: Record, who: int | str | None) -> Record:
    return record if who is None else record.seen_by(_seat(who, record.setup.players))


def _seat(who: int | str | None, players: int) -> int | None:
    """The seat from which to look; None for a watcher."""
    if not isinstance(who, int):
        return None
    if who >= players:
        raise TsuroError(f"there is no player {who + 1}: {players} play")
    return who
