"""One-line texts for squares, points, tiles, actions, editions and positions.

The grammar is in docs/record-format.md. What `write_…` gives, `read_…` takes back;
anything else it refuses with a `NotationError` that names the offending part.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tsuro.game.actions import Action, ExchangeTiles, PlaceMarker, PlayTile
from tsuro.game.board import SIDE, SQUARES, START_MARKS, Board, Point, Seat, Square, point_name, square_name
from tsuro.game.edition import Edition, Goal
from tsuro.game.errors import ImpossibleSetup, TsuroError
from tsuro.game.paths import path_from
from tsuro.game.position import check_position
from tsuro.game.state import Hand, Phase, Setup, State
from tsuro.game.tiles import FACE_DOWN, ORIENTATIONS, TILES, OrientedTile, Tile, oriented

__all__ = [
    "NotationError",
    "read_action",
    "read_edition",
    "read_oriented_tile",
    "read_point",
    "read_position",
    "read_seat",
    "read_square",
    "read_stored_edition",
    "read_tile",
    "read_tiles",
    "write_action",
    "write_edition",
    "write_position",
    "write_tile",
    "write_tiles",
]
_MARKS: dict[str, Action] = {f"mark {point_name(mark)}": PlaceMarker(mark) for mark in START_MARKS}
_PLAYS: dict[str, Action] = {f"play {tile}": PlayTile(tile) for ways in ORIENTATIONS.values() for tile in ways}
_ACTIONS: Final = _MARKS | _PLAYS  # as we write them, and nearly everybody


class NotationError(TsuroError):
    """A text that is not in the notation."""


_SQUARES: Final = {square_name(square): square for square in SQUARES}
_POINTS: Final = {point_name(point): point for square in SQUARES for point in range(square * 8, square * 8 + 8)}
_OPTIONS = {
    "bonus": "elimination_bonus",
    "pass-the-pile": "pass_the_pile",
    "no-ramming": "no_ramming",
    "open-tiles": "open_tiles",
    "solo": "solo",
}
_GOALS = {goal.value: goal for goal in Goal if goal is not Goal.LAST_MARKER}


def read_square(text: str) -> Square:
    """The square of that name.

    >>> read_square("a1")
    30
    """
    if text not in _SQUARES:
        raise NotationError(f"{text!r} is not a square: squares are a1 to f6")
    return _SQUARES[text]


def read_point(text: str) -> Point:
    """The point of that name: a square, a side and 1 or 2.

    >>> point_name(read_point("c6n1"))
    'c6n1'
    """
    if text not in _POINTS:
        raise NotationError(f"{text!r} is not a point: a point is a square, a side and 1 or 2, such as c6n1")
    return _POINTS[text]


def read_seat(text: str) -> Seat:
    """The seat of a player's number, which counts from 1."""
    if not re.fullmatch("[1-8]", text):
        raise NotationError(f"{text!r} is not a player: players are 1 to 8")
    return int(text) - 1


def read_tile(text: str) -> Tile:
    """The tile of that number; ? is one that lies face down."""
    if text == "?":
        return FACE_DOWN
    if not re.fullmatch("[1-9][0-9]?", text) or int(text) not in TILES:
        raise NotationError(f"{text!r} is not a tile: tiles are 1 to 35, or ? when face down")
    return int(text)


def write_tile(tile: Tile) -> str:
    """The tile's number, or ? where it lies face down."""
    return "?" if tile == FACE_DOWN else str(tile)


def read_tiles(text: str) -> Hand:
    """Tiles with commas between them; ? is one that lies face down.

    >>> read_tiles("4,17,?")
    (4, 17, 0)
    """
    return tuple(read_tile(part) for part in text.split(",")) if text else ()


def write_tiles(tiles: Sequence[Tile]) -> str:
    """The tiles' numbers with commas between them."""
    return ",".join(write_tile(tile) for tile in tiles)


def read_oriented_tile(text: str) -> OrientedTile:
    """A tile and where its top points: ``17n`` as printed, ``17e`` a quarter turn clockwise.

    >>> read_oriented_tile("17e")
    oriented(17, 1)
    """
    if not re.fullmatch("[0-9]{1,2}[nesw]", text):
        raise NotationError(f"{text!r} is not a turned tile: write its number and n, e, s or w, such as 17e")
    tile, turns = read_tile(text[:-1]), "nesw".index(text[-1])
    if turns >= len(ORIENTATIONS[tile]):
        raise NotationError(f"{text!r} looks the same as {oriented(tile, turns)}: write that")
    return oriented(tile, turns)


@lru_cache(maxsize=512)
def read_action(text: str) -> Action:
    """The action that the text describes.

    >>> read_action("play 17e")
    PlayTile(tile=oriented(17, 1))
    >>> read_action("exchange 4,17 for 8,30")
    ExchangeTiles(give=(4, 17), take=(8, 30))
    """
    if text in _ACTIONS:
        return _ACTIONS[text]
    match text.split(" "):
        case ["mark", mark]:
            return PlaceMarker(read_point(mark))
        case ["play", tile]:
            return PlayTile(read_oriented_tile(tile))
        case ["exchange", "nothing"]:
            return ExchangeTiles()
        case ["exchange", give, "for", take] if give and take:
            return ExchangeTiles(read_tiles(give), read_tiles(take))
    raise NotationError(
        f"{text!r} is not an action: write 'mark c6n1', 'play 17e', 'exchange 4,17 for 8,30' or 'exchange nothing'"
    )


def write_action(action: Action) -> str:
    """The action as records and protocols write it.

    >>> write_action(PlaceMarker(16))
    'mark c6n1'
    """
    match action:
        case PlaceMarker(mark):
            return f"mark {point_name(mark)}"
        case PlayTile(tile):
            return f"play {tile}"
        case ExchangeTiles((), ()):
            return "exchange nothing"
    return f"exchange {write_tiles(action.give)} for {write_tiles(action.take)}"


def read_edition(text: str) -> Edition:
    """The edition and its options, with + between them.

    >>> read_edition("modern+bonus+no-ramming").no_ramming
    True
    """
    name, *options = text.split("+")
    chosen: dict[str, bool] = {}
    goals: list[Goal] = []
    for option in options:
        if option in _GOALS:
            goals.append(_GOALS[option])
        elif option in _OPTIONS:
            chosen[_OPTIONS[option]] = True
        else:
            raise NotationError(f"{option!r} is not an option: there are {', '.join([*_OPTIONS, *_GOALS])}")
    if len(set(options)) < len(options) or len(goals) > 1:
        raise NotationError(f"{text!r} names an option twice, or two goals")
    if name == "classic":
        if "elimination_bonus" in chosen:
            raise NotationError("the classic edition always has the bonus: leave it out")
        chosen["elimination_bonus"] = True
    try:
        return Edition(name=name, goal=goals[0] if goals else Goal.LAST_MARKER, **chosen)
    except ImpossibleSetup as error:
        raise NotationError(str(error)) from None


def read_stored_edition(text: str) -> Edition:
    """The edition of something stored; options without effect are dropped: version 0.4.0 allowed them.

    >>> write_edition(read_stored_edition("modern+bonus+solo"))
    'modern+solo'
    """
    name, *options = text.split("+")
    if name == "modern" and not {"open-tiles", "solo"}.isdisjoint(options):
        options = [option for option in options if option not in {"bonus", "pass-the-pile"}]
    return read_edition("+".join([name, *options]))


def write_edition(edition: Edition) -> str:
    """The edition and its options, with + between them.

    >>> write_edition(Edition(name="modern", elimination_bonus=True))
    'modern+bonus'
    """
    options = [text for text, field in _OPTIONS.items() if getattr(edition, field)]
    if edition.is_classic:
        options.remove("bonus")
    if edition.goal is not Goal.LAST_MARKER:
        options.append(edition.goal.value)
    return "+".join([edition.name, *options])


def write_position(state: State) -> str:
    """The whole state in one line: edition, first player, board, players, pile, Dragon tile, turn.

    Each player is written as marker, start mark and hand: ``circle@c6n1=4,17,30``;
    an eliminated one as ``star@f2e1!1``, with 1 for the first to be eliminated.
    """
    players = ";".join(_write_player(state, seat) for seat in range(state.setup.players))
    hand = f"open={write_tiles(state.hands[0])};" if state.setup.edition.one_open_hand else ""
    dragon = "-" if state.dragon is None else str(state.dragon + 1)
    return (
        f"{write_edition(state.setup.edition)} {state.setup.first + 1} {_write_board(state.board)} "
        f"{hand}{players} {len(state.pile)} {dragon} {state.phase.value}:{state.active + 1}"
    )


def _write_board(board: Board) -> str:
    rows = []
    for row in range(SIDE):
        parts: list[str] = []
        for tile in board[row * SIDE : row * SIDE + SIDE]:
            if tile is not None:
                parts.append(str(tile))
            elif parts and parts[-1].isdigit():
                parts[-1] = str(int(parts[-1]) + 1)
            else:
                parts.append("1")
        rows.append(",".join(parts))
    return "/".join(rows)


def _write_player(state: State, seat: Seat) -> str:
    start = state.starts[seat]
    text = f"{state.setup.markers[seat]}@{'-' if start is None else point_name(start)}"
    if start is not None and state.markers[seat] is None:
        group = next(i for i, group in enumerate(state.out, 1) if seat in group)
        left, _ = path_from(state.board, start)
        text += f"!{group}"
        if state.walked[seat] != len(left):  # stopped on the way, by meeting another marker
            text += f"~{state.walked[seat]}"
    if not state.setup.edition.one_open_hand and state.hands[seat]:
        text += f"={write_tiles(state.hands[seat])}"
    return text


_PLAYER = re.compile(
    r"(?P<marker>[a-z]+)@(?P<start>-|[a-z0-9]+)(?:!(?P<out>[1-8])(?:~(?P<walked>[0-9]{1,3}))?)?(?:=(?P<hand>[0-9?,]+))?"
)


def read_position(text: str, *, check: bool = True) -> State:
    """The state that `write_position` wrote; refused with the reason if it is impossible.

    Tiles may be ``?`` where they are not known. The draw pile is what is left, so
    it is written as a number only. `check_position` says what is checked.
    """
    fields = text.split(" ")
    if len(fields) != 7:
        raise NotationError(
            "a position has 7 fields (edition, first player, board, players, pile, Dragon tile, turn), "
            f"not {len(fields)}"
        )
    edition, board = read_stored_edition(fields[0]), _read_board(fields[2])
    players = fields[3].split(";")
    hands: list[Hand] = []
    if edition.one_open_hand:
        if not players[0].startswith("open="):
            raise NotationError(f"the open hand comes before the players: {players[0]!r} is not 'open=4,17,30'")
        hands.append(read_tiles(players.pop(0).removeprefix("open=")))
    seats = [_read_player(player) for player in players]
    if not edition.one_open_hand:
        hands = [read_tiles(seat["hand"] or "") for seat in seats]
    try:
        markers = tuple(seat["marker"] or "" for seat in seats)
        setup = Setup(edition=edition, players=len(seats), first=read_seat(fields[1]), markers=markers)
    except ImpossibleSetup as error:
        raise NotationError(str(error)) from None
    state = _assemble(setup, board, seats, tuple(hands), fields)
    if check:
        check_position(state)
    return state


def _read_board(text: str) -> Board:
    rows = text.split("/")
    if len(rows) != SIDE:
        raise NotationError(f"a board has {SIDE} rows with / between them, not {len(rows)}")
    return tuple(tile for row in rows for tile in _read_row(row))


def _read_row(text: str) -> tuple[OrientedTile | None, ...]:
    row: list[OrientedTile | None] = []
    for part in text.split(","):
        if re.fullmatch("[1-6]", part):
            row += [None] * int(part)
        else:
            row.append(read_oriented_tile(part))
    if len(row) != SIDE:
        raise NotationError(f"the row {text!r} has {len(row)} squares, not {SIDE}")
    return tuple(row)


def _read_player(text: str) -> dict[str, str | None]:
    match = _PLAYER.fullmatch(text)
    if match is None:
        raise NotationError(f"{text!r} is not a player: write marker, start mark and hand, as circle@c6n1=4,17,30")
    return match.groupdict()


def _assemble(
    setup: Setup, board: Board, seats: list[dict[str, str | None]], hands: tuple[Hand, ...], fields: list[str]
) -> State:
    starts = tuple(None if seat["start"] == "-" else _read_start(seat["start"] or "") for seat in seats)
    paths = [((), None) if start is None else path_from(board, start) for start in starts]
    markers = tuple(None if seat["out"] else end for seat, (_, end) in zip(seats, paths, strict=True))
    walked = tuple(
        len(left) if seat["walked"] is None else int(seat["walked"])
        for seat, (left, _) in zip(seats, paths, strict=True)
    )
    phase, active = _read_turn(fields[6], setup.players)
    return State(
        setup=setup,
        board=board,
        starts=starts,
        markers=markers,
        walked=walked,
        hands=hands,
        pile=_pile(fields[4], board, hands),
        dragon=None if fields[5] == "-" else _read_seat_of(fields[5], setup.players),
        active=active,
        phase=phase,
        out=_groups([seat["out"] for seat in seats]),
    )


def _read_start(text: str) -> Point:
    point = read_point(text)
    if point not in START_MARKS:  # from another point, a path may be a loop and have no end
        raise NotationError(f"{text!r} is not a start mark: those are on the edge of the board")
    return point


def _read_turn(text: str, players: int) -> tuple[Phase, Seat]:
    phase, _, active = text.partition(":")
    if phase not in {phase.value for phase in Phase}:
        raise NotationError(f"{text!r} does not say whose turn it is: write mark:1, play:1, exchange:1 or over:1")
    return Phase(phase), _read_seat_of(active, players)


def _read_seat_of(text: str, players: int) -> Seat:
    seat = read_seat(text)
    if seat >= players:
        raise NotationError(f"there is no player {text}: {players} play")
    return seat


def _groups(out: list[str | None]) -> tuple[tuple[Seat, ...], ...]:
    ranks = sorted({rank for rank in out if rank})
    if ranks != [str(i) for i in range(1, len(ranks) + 1)]:
        raise NotationError("eliminations are counted 1, 2, 3 …: one is missing")
    return tuple(tuple(seat for seat, rank in enumerate(out) if rank == group) for group in ranks)


def _pile(text: str, board: Board, hands: tuple[Hand, ...]) -> tuple[Tile, ...]:
    """The tiles that are nowhere else; all face down when those are not known."""
    if not re.fullmatch("[0-9]{1,2}", text):
        raise NotationError(f"{text!r} is not the number of tiles in the draw pile")
    elsewhere = [tile.tile for tile in board if tile is not None] + [tile for hand in hands for tile in hand]
    if FACE_DOWN in elsewhere or len(set(elsewhere)) < len(elsewhere):
        return (FACE_DOWN,) * int(text)
    pile = tuple(tile for tile in TILES if tile not in elsewhere)
    if len(pile) != int(text):
        raise NotationError(f"{len(pile)} tiles are left for the draw pile, not {text}")
    return pile
