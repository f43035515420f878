"""`tsuro replay`, `tsuro convert` and `tsuro draw`: recorded games and positions."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tsuro.cli.files import FileError, read_record, record_as, save
from tsuro.cli.play import seat
from tsuro.game.errors import TsuroError
from tsuro.game.view import view
from tsuro.notation import read_position, write_action
from tsuro.record import Moment, Record, RecordError, replay
from tsuro.render import Picture, animate, draw
from tsuro.render.text import draw_text
from tsuro.render.theme import THEMES
from tsuro.render.words import describe, tell_all
from tsuro.terminal.console import Console, InputEnded

__all__ = ["add_commands"]

RECORDS, PICTURES = (".tsuro", ".txt", ".json"), (".svg", ".png")


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    _add_replay(commands)
    _add_convert(commands)
    _add_draw(commands)


def _add_replay(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "replay",
        description="See a recorded game again, step by step in a terminal, all at once otherwise.",
    )
    parser.add_argument("file", metavar="FILE", help="a record, text or JSON; - for standard input")
    parser.add_argument("--at", type=int, metavar="N", help="only the position after action N; 0 is the deal")
    parser.add_argument("--words", action="store_true", help="no drawings: everything in words")
    parser.set_defaults(run=run_replay)


def _add_convert(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "convert",
        description="Turn a record into another form, chosen by the suffix of OUT: .tsuro or .txt (text), .json, "
        ".svg (animated; with --at a still picture), .png (needs the extra 'png').",
    )
    parser.add_argument("file", metavar="IN", help="a record, text or JSON; - for standard input")
    parser.add_argument("out", metavar="OUT", help="the file to write; - for standard output")
    parser.add_argument(
        "--to", choices=("tsuro", "json", "svg", "png"), help="the format, whatever the suffix of OUT"
    )
    parser.add_argument(
        "--for",
        dest="viewer",
        type=viewer,
        metavar="WHO",
        help="hide what this player (1 to 8), or a 'watcher', may not see",
    )
    parser.add_argument("--at", type=int, metavar="N", help="a still picture of the position after action N")
    _add_picture_options(parser)
    parser.set_defaults(run=run_convert)


def _add_draw(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "draw",
        description="Draw a position that is written in one line (see docs/record-format.md).",
    )
    parser.add_argument("position", metavar="POSITION", help="the position, in quotes")
    parser.add_argument("out", metavar="OUT", nargs="?", help="a .svg or .png file; without it, drawn as text")
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
    parser.add_argument("--theme", choices=THEMES, default="light", help="colours of a picture")
    parser.add_argument("--coordinates", action="store_true", help="letters and numbers along a still picture")


def viewer(text: str) -> int | str:
    """For argparse: a player's seat, or a watcher."""
    return text if text == "watcher" else seat(text)


def run_replay(options: argparse.Namespace) -> int:
    console, record = Console(), read_record(options.file)
    moments = _moments(record, options.file)
    words = options.words or not console.can_draw
    if options.at is not None:
        _show(console, record, _moment(moments, options.at), words=words)
        return 0
    step = console.is_terminal and sys.stdin.isatty()
    for number, moment in enumerate(moments):
        _tell(console, record, number, moment)
        last = number == len(moments) - 1
        if step or last:
            _show(console, record, moment, words=words)
        try:
            if step and not last:
                console.ask("Enter for the next: ")
        except InputEnded:
            break
    return 0


def run_convert(options: argparse.Namespace) -> int:
    suffix = f".{options.to}" if options.to else Path(options.out).suffix
    if suffix not in RECORDS + PICTURES:
        raise FileError(f"{options.out}: the suffix must be one of {', '.join(RECORDS + PICTURES)}, or say --to")
    record = read_record(options.file)
    moments = _moments(record, options.file)
    content = (
        record_as(_redacted(record, options.viewer), suffix)
        if suffix in RECORDS
        else _pictured(_picture(record, moments, options, suffix), suffix)
    )
    save(options.out, content)
    return 0


def run_draw(options: argparse.Namespace) -> int:
    state = read_position(" ".join(options.position.split()))
    seen = view(state, _seat(options.viewer, state.setup.players))
    if options.out is None:
        console = Console()
        names = [f"Player {number + 1}" for number in range(state.setup.players)]
        console.say(draw_text(seen, colours=console.colours) if console.can_draw else describe(seen, names))
        return 0
    suffix = Path(options.out).suffix
    if suffix not in PICTURES:
        raise FileError(f"{options.out}: the suffix must be one of {', '.join(PICTURES)}")
    save(options.out, _pictured(draw(seen, theme=options.theme, coordinates=options.coordinates), suffix))
    return 0


def _moments(record: Record, name: str) -> list[Moment]:
    try:
        return list(replay(record))
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from None


def _moment(moments: list[Moment], at: int) -> Moment:
    if not 0 <= at < len(moments):
        raise TsuroError(f"there is no action {at}: the record has {len(moments) - 1}")
    return moments[at]


def _tell(console: Console, record: Record, number: int, moment: Moment) -> None:
    if moment.entry is None:
        console.say(f"{', '.join(record.names)} play.")
        return
    console.say(f"\n{number}. {record.names[moment.entry.seat]}: {write_action(moment.entry.action)}")
    for sentence in tell_all(moment.events, record.names):
        console.say(f"   {sentence}")
    for comment in moment.entry.comments:
        console.say(f"   # {comment}")


def _show(console: Console, record: Record, moment: Moment, *, words: bool) -> None:
    seen = view(moment.state, None)
    console.say(describe(seen, record.names) if words else draw_text(seen, colours=console.colours))


def _redacted(record: Record, who: int | str | None) -> Record:
    return record if who is None else record.seen_by(_seat(who, record.setup.players))


def _seat(who: int | str | None, players: int) -> int | None:
    """The seat from which to look; None for a watcher."""
    if not isinstance(who, int):
        return None
    if who >= players:
        raise TsuroError(f"there is no player {who + 1}: {players} play")
    return who


def _picture(record: Record, moments: list[Moment], options: argparse.Namespace, suffix: str) -> Picture:
    if options.at is None and suffix == ".svg":
        return animate(_redacted(record, options.viewer), theme=options.theme)
    at = len(moments) - 1 if options.at is None else options.at
    seen = view(_moment(moments, at).state, _seat(options.viewer, record.setup.players))
    return draw(seen, theme=options.theme, coordinates=options.coordinates)


def _pictured(picture: Picture, suffix: str) -> str | bytes:
    return picture.svg if suffix == ".svg" else picture.png()
