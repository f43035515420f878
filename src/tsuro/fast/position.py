"""From a state or a view of the game to the row of integers that the kernel plays on."""

from __future__ import annotations

from collections.abc import Sequence

from tsuro.fast.kernel import lay, loops
from tsuro.fast.layout import (
    ACTIVE,
    ASKS_CHANCE,
    CLASSIC,
    CROSSED,
    DRAGON,
    DRAWN,
    ELIMINATED,
    EMPTY_BOARD,
    FIRST,
    GIVE,
    GOAL,
    GROUPS,
    HAND,
    HAS_BONUS,
    HAS_DRAGON,
    HELD,
    IN_PILE,
    IN_PLAY,
    LAST,
    LONGEST_PATH,
    MARK,
    MARKS,
    MARKS_ARE_DRAWN,
    MOST_CROSSINGS,
    NO_RAMMING,
    NOBODY,
    NOBODY_WINS,
    ONE_HAND,
    OUT,
    OVER,
    PASSES_PILE,
    PATHS,
    PHASE,
    PILE,
    PLAY,
    PLAYERS,
    ROW,
    SIZE,
    SOLO,
    START,
    STARTED,
    TAKE,
    WALKED,
    WHO_BEGINS,
    WINNERS,
    Position,
)
from tsuro.fast.trails import cover, draw_trails, leave_trail, show_tile
from tsuro.game.board import Seat
from tsuro.game.edition import Edition, Goal
from tsuro.game.outcome import crossings, outcome, path_of
from tsuro.game.state import Phase, Setup, State
from tsuro.game.tiles import ORIENTATIONS, TILES, OrientedTile, Tile, oriented

__all__ = ["empty_row", "flatten", "hidden_tiles", "row_of", "shape_of", "state_of", "tile_of"]

_PHASES = {MARKS: Phase.PLACE_MARKER, GIVE: Phase.EXCHANGE, TAKE: Phase.EXCHANGE, OVER: Phase.OVER}
_ROW_PHASES = {Phase.PLACE_MARKER: MARKS, Phase.PLAY_TILE: PLAY, Phase.EXCHANGE: GIVE, Phase.OVER: OVER}


_GOALS = {Goal.LAST_MARKER: 0, Goal.LONGEST_PATH: LONGEST_PATH, Goal.MOST_CROSSINGS: MOST_CROSSINGS}
_BY_ACROSS = {tile.across: tile for ways in ORIENTATIONS.values() for tile in ways}


def flatten(state: State) -> Position:
    """The state as the kernel plays on it; tiles that lie face down are 0, to be dealt with `deal_hidden`.

    It has `SIZE` numbers or, in a game with a goal, `ROW`: with the trails, by which the goal is counted (V1, V2).
    """
    g = _position(state)
    if state.setup.edition.goal is not Goal.LAST_MARKER:
        g += [0] * (ROW - SIZE)
        _show_board(g, state)
    return g


def _position(state: State) -> Position:
    g = EMPTY_BOARD + [0] * (SIZE - len(EMPTY_BOARD))
    setup = state.setup
    for seat, start in enumerate(state.starts):
        if start is not None:
            g[start], g[MARK + seat] = MARK + seat, start
    for square, tile in enumerate(state.board):
        if tile is not None:
            lay(g, square * 8, shape_of(tile), loops(g, square * 8))
    hands = {state.active: state.hands[0]} if setup.edition.one_open_hand else dict(enumerate(state.hands))
    for seat, hand in hands.items():
        g[HAND + seat * 3 : HAND + seat * 3 + len(hand)] = hand
        g[HELD + seat] = len(hand)
    g[PILE : PILE + len(state.pile)] = state.pile
    g[IN_PILE] = len(state.pile)
    g[PLAYERS], g[ACTIVE] = setup.players, state.active
    g[IN_PLAY] = sum(1 << seat for seat in state.in_play)
    g[DRAGON] = NOBODY if state.dragon is None else state.dragon
    g[WINNERS] = 0
    g[CLASSIC] = int(setup.edition.is_classic)
    g[HAS_DRAGON] = int(setup.edition.has_dragon(setup.players))
    g[NO_RAMMING] = int(setup.edition.no_ramming)
    g[GOAL], g[ONE_HAND], g[SOLO] = _variant(setup.edition)
    return g


def _variant(edition: Edition) -> tuple[int, int, int]:
    """What a row says of the variants: the goal, whether there is one open hand, and whether one plays alone."""
    return _GOALS[edition.goal], int(edition.one_open_hand), int(edition.solo)


def empty_row(
    setup: Setup, *, first: Seat | None = None, draw_marks: bool = False, asks_chance: bool = False
) -> Position:
    """The row of a game that is yet to begin; without a first player, that is drawn."""
    edition, g = setup.edition, [0] * ROW
    g[PLAYERS], g[CLASSIC], g[NO_RAMMING] = setup.players, int(edition.is_classic), int(edition.no_ramming)
    g[GOAL], g[ONE_HAND], g[SOLO] = _variant(edition)
    g[HAS_BONUS], g[PASSES_PILE] = int(edition.has_bonus(setup.players)), int(edition.pass_the_pile)
    g[WHO_BEGINS] = NOBODY if first is None else first
    g[MARKS_ARE_DRAWN], g[ASKS_CHANCE] = int(draw_marks), int(asks_chance)
    return g


def row_of(state: State, *, asks_chance: bool = False) -> Position:
    """The state as a row that is played by action ids; hidden tiles are 0, as in `flatten`."""
    options = empty_row(state.setup, first=state.setup.first, asks_chance=asks_chance)
    g = _position(state) + options[SIZE:]
    players, end = state.setup.players, outcome(state)
    g[PHASE], g[FIRST] = _ROW_PHASES[state.phase], state.setup.first
    if state.phase is Phase.PLACE_MARKER:
        g[IN_PLAY] = (1 << players) - 1
    g[GROUPS], g[LAST] = len(state.out), 0 if state.last is None else state.last + 1
    if end:
        g[WINNERS] = sum(1 << seat for seat in end.winners) or NOBODY_WINS
    g[OUT] = sum(1 << seat for seat in state.out[-1]) if state.phase is Phase.EXCHANGE else 0
    for number, group in enumerate(state.out, 1):
        for seat in group:
            g[ELIMINATED + seat] = number
    for seat, start in enumerate(state.starts):
        g[STARTED + seat] = 0 if start is None else START.index(start) + 1
    _show_board(g, state)
    return g


def _show_board(g: Position, state: State) -> None:
    for square, tile in enumerate(state.board):
        if tile is not None:
            show_tile(g, square * 8, shape_of(tile))
            cover(g, square * 8)
    g[LAST] = 0 if state.last is None else state.last + 1
    for seat in range(state.setup.players):
        path = path_of(state, seat)
        for entry, _ in path:
            leave_trail(g, seat, entry)
        g[WALKED + seat], g[DRAWN + seat] = state.walked[seat], g[MARK + seat]
        g[CROSSED + seat] = crossings(path) if state.setup.edition.goal is Goal.MOST_CROSSINGS else 0


def state_of(g: Position, edition: Edition) -> State:
    """The state of a row that is played by action ids."""
    draw_trails(g)
    players = g[PLAYERS]
    in_play = [g[IN_PLAY] >> seat & 1 and g[STARTED + seat] > 0 for seat in range(players)]
    starts = tuple(START[g[STARTED + seat] - 1] if g[STARTED + seat] else None for seat in range(players))
    out = [tuple(seat for seat in range(players) if g[ELIMINATED + seat] == n + 1) for n in range(g[GROUPS])]
    return State(
        setup=Setup(edition=edition, players=players, first=g[FIRST]),
        board=tuple(_tile_on(g, square) for square in range(36)),
        starts=starts,
        markers=tuple(g[MARK + seat] if on else None for seat, on in enumerate(in_play)),
        walked=tuple(g[WALKED : WALKED + players]),
        hands=tuple(tuple(g[HAND + s * 3 : HAND + s * 3 + g[HELD + s]]) for s in _holders(g)),
        pile=tuple(sorted(g[PILE : PILE + g[IN_PILE]])),
        dragon=None if g[DRAGON] == NOBODY else g[DRAGON],
        active=g[ACTIVE],
        phase=_PHASES.get(g[PHASE], Phase.PLAY_TILE),
        out=tuple(out),
        last=g[LAST] - 1 if g[LAST] else None,
    )


def _holders(g: Position) -> Sequence[Seat]:
    """Whose hands there are; one open hand lies before the active player (V3, V4)."""
    return (g[ACTIVE],) if g[ONE_HAND] else range(g[PLAYERS])


def _tile_on(g: Position, square: int) -> OrientedTile | None:
    points = g[PATHS + square * 8 : PATHS + square * 8 + 8]
    return _BY_ACROSS[tuple((point & 15) - 1 for point in points)] if points[0] else None


def hidden_tiles(state: State) -> list[Tile]:
    """The tiles that cannot be seen anywhere; in a state without secrets, those of the draw pile."""
    seen = {tile.tile for tile in state.board if tile is not None}
    seen.update(tile for hand in state.hands for tile in hand)
    return [tile for tile in TILES if tile not in seen]


def shape_of(tile: OrientedTile) -> int:
    """The kernel's number for a tile with its turns."""
    return (tile.tile * 4 + tile.turns) * 8


def tile_of(shape: int) -> OrientedTile:
    """
    >>> tile_of(shape_of(oriented(17, 3)))
    oriented(17, 3)
    """
    return oriented(shape >> 5, shape >> 3 & 3)
