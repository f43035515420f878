"""The lines of the engine protocol, as both ends read and write them (docs/engine-protocol.md).

`str(line)` is the line as it is sent; the readers read it back, and refuse anything
else with a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from tsuro import player
from tsuro.game.actions import Action, PlayTile
from tsuro.game.board import Point, Seat, point_name
from tsuro.game.errors import TsuroError
from tsuro.game.state import Phase, State
from tsuro.game.tiles import FACE_DOWN
from tsuro.game.view import View
from tsuro.notation import read_action, read_point, read_position, read_seat, write_action, write_position

__all__ = [
    "ENGINE_LINES",
    "HOST_LINES",
    "LONGEST",
    "VERSION",
    "Author",
    "Best",
    "EngineLine",
    "Estimate",
    "Go",
    "Hello",
    "HostLine",
    "May",
    "Move",
    "Name",
    "NewGame",
    "Option",
    "Position",
    "Problem",
    "ProtocolError",
    "Quit",
    "Ready",
    "Remark",
    "SetOption",
    "choices",
    "plain",
    "read_engine_line",
    "read_host_line",
]

VERSION = 1
"""The version of the engine protocol."""
LONGEST = 10_000  # bytes of a line; a position takes some hundreds

_LONGEST_SENTENCE = 500  # characters: a sentence may quote a line
_LONGEST_NAME = 60


class ProtocolError(TsuroError):
    """A line that is not in the protocol."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The host begins, and says which version it speaks."""

    version: int = VERSION

    def __str__(self) -> str:
        return f"tsuro {self.version}"


@dataclass(frozen=True, slots=True)
class SetOption:
    name: str
    value: str

    def __str__(self) -> str:
        return f"setoption {self.name} {self.value}"


@dataclass(frozen=True, slots=True)
class NewGame:
    def __str__(self) -> str:
        return "newgame"


@dataclass(frozen=True, slots=True)
class Position:
    """The game as the player on turn, who has to choose, sees it."""

    state: State

    def __str__(self) -> str:
        return f"position {write_position(self.state)}"


@dataclass(frozen=True, slots=True)
class Move:
    """Where a placement would take a marker (None: out), and over how many tiles."""

    seat: Seat
    end: Point | None
    tiles: int

    def __str__(self) -> str:
        return f"{self.seat + 1}:{'out' if self.end is None else point_name(self.end)}:{self.tiles}"


@dataclass(frozen=True, slots=True)
class May:
    """One of the actions to choose from; for a placement, where it takes the markers, the player's own first."""

    action: Action
    moves: tuple[Move, ...] = ()

    def __str__(self) -> str:
        moves = f" moves {' '.join(map(str, self.moves))}" if self.moves else ""
        return f"may {write_action(self.action)}{moves}"


@dataclass(frozen=True, slots=True)
class Go:
    """Ask the engine to choose; `ms`: the milliseconds after which its answer is too late."""

    ms: int | None = None

    def __str__(self) -> str:
        return "go" if self.ms is None else f"go ms {self.ms}"


@dataclass(frozen=True, slots=True)
class Quit:
    def __str__(self) -> str:
        return "quit"


@dataclass(frozen=True, slots=True)
class Name:
    text: str

    def __str__(self) -> str:
        return f"name {self.text}"


@dataclass(frozen=True, slots=True)
class Author:
    text: str

    def __str__(self) -> str:
        return f"author {self.text}"


@dataclass(frozen=True, slots=True)
class Option:
    """The engine has an option of this name."""

    name: str

    def __str__(self) -> str:
        return f"option {self.name}"


@dataclass(frozen=True, slots=True)
class Ready:
    """The engine has introduced itself; it speaks this version."""

    version: int = VERSION

    def __str__(self) -> str:
        return f"ready {self.version}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate(player.Estimate):
    """What the engine expects of an action, as a line."""

    def __str__(self) -> str:
        return f"info share {self.share:.4f} error {self.error:.4f} action {write_action(self.action)}"


@dataclass(frozen=True, slots=True)
class Remark:
    """Anything else that the engine has to say, for people."""

    text: str

    def __str__(self) -> str:
        return f"info {self.text}"


@dataclass(frozen=True, slots=True)
class Best:
    """The action chosen."""

    action: Action

    def __str__(self) -> str:
        return f"best {write_action(self.action)}"


@dataclass(frozen=True, slots=True)
class Problem:
    """The engine cannot do what was asked."""

    sentence: str

    def __str__(self) -> str:
        return f"error {plain(self.sentence, _LONGEST_SENTENCE)}"


HostLine: TypeAlias = Hello | SetOption | NewGame | Position | May | Go | Quit
EngineLine: TypeAlias = Name | Author | Option | Ready | Estimate | Remark | Best | Problem
_Line = TypeVar("_Line")


def choices(view: View) -> Iterator[May]:
    """Everything the player on turn may do, and what each placement would do."""
    if not view.allowed:
        yield from map(May, view.legal_actions)
    for preview in view.allowed:
        moves = (Move(walk.seat, walk.end, len(walk.points) - 1) for walk in preview.walks)
        yield May(PlayTile(preview.tile), tuple(moves))


def plain(text: str, longest: int = _LONGEST_NAME) -> str:
    """The text, shortened, in one line of characters that any terminal and any record can show."""
    shown = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return shown if len(shown) <= longest else f"{shown[:longest]} …"


def read_host_line(text: str) -> HostLine:
    """
    >>> read_host_line("go ms 500")
    Go(ms=500)
    """
    return _read(text, HOST_LINES)


def read_engine_line(text: str) -> EngineLine:
    """
    >>> str(read_engine_line("best  play 17e"))
    'best play 17e'
    """
    return _read(text, ENGINE_LINES)


def _read(text: str, kinds: Mapping[str, Callable[[str], _Line]]) -> _Line:
    word, _, rest = " ".join(text.split()).partition(" ")
    if word not in kinds:
        raise ProtocolError(f"{plain(word)!r} begins no line of the protocol: there are {', '.join(kinds)}")
    return kinds[word](rest)


def _alone(word: str, line: _Line) -> Callable[[str], _Line]:
    """How to read a line that is one word and nothing else."""

    def read(rest: str) -> _Line:
        if rest:
            raise ProtocolError(f"nothing follows {word!r}, not {plain(rest)!r}")
        return line

    return read


def _read_setoption(rest: str) -> SetOption:
    name, _, value = rest.partition(" ")
    if not value:
        raise ProtocolError("an option has a name and a value: write 'setoption seed 42'")
    return SetOption(name, value)


def _read_position(rest: str) -> Position:
    state = read_position(rest)
    if state.phase is not Phase.OVER and FACE_DOWN in (*state.hand_of(state.active), *state.offer):
        raise ProtocolError(f"player {state.active + 1} is on turn and knows these tiles: they cannot be ?")
    return Position(state)


def _read_may(rest: str) -> May:
    action, _, moves = rest.partition(" moves ")
    return May(read_action(action), tuple(_read_move(move) for move in moves.split()))


def _read_move(text: str) -> Move:
    match text.split(":"):
        case [player, end, tiles] if re.fullmatch("[0-9]{1,3}", tiles, re.ASCII):
            return Move(read_seat(player), None if end == "out" else read_point(end), int(tiles))
    raise ProtocolError(f"{plain(text)!r} is not a move: write player, point or 'out', and tiles, as 1:c4n1:2")


def _read_go(rest: str) -> Go:
    match rest.split():
        case []:
            return Go()
        case ["ms", number]:
            return Go(_number(number))
    raise ProtocolError(f"write 'go' or 'go ms 500', not 'go {plain(rest)}'")


def _number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise ProtocolError(f"{plain(text)!r} is not a whole number")
    return int(text)


def _read_option(rest: str) -> Option:
    if not re.fullmatch(r"\S{1,60}", rest):
        raise ProtocolError(f"an option's name is one word, not {plain(rest)!r}")
    return Option(rest)


def _read_info(rest: str) -> Estimate | Remark:
    match rest.split(" ", 5):
        case ["share", share, "error", error, "action", action]:
            return Estimate(action=read_action(action), share=_part(share), error=_part(error))
        case ["share", *_]:
            raise ProtocolError("an estimate is written 'info share 0.61 error 0.02 action play 17e'")
    return Remark(rest)


def _part(text: str) -> float:
    """A number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1
    if not 0 <= number <= 1:
        raise ProtocolError(f"{plain(text)!r} is not a number from 0 to 1")
    return number


HOST_LINES: dict[str, Callable[[str], HostLine]] = {
    "tsuro": lambda rest: Hello(_number(rest)),
    "setoption": _read_setoption,
    "newgame": _alone("newgame", NewGame()),
    "position": _read_position,
    "may": _read_may,
    "go": _read_go,
    "quit": _alone("quit", Quit()),
}
ENGINE_LINES: dict[str, Callable[[str], EngineLine]] = {
    "name": Name,
    "author": Author,
    "option": _read_option,
    "ready": lambda rest: Ready(_number(rest)),
    "info": _read_info,
    "best": lambda rest: Best(read_action(rest)),
    "error": Problem,
}
