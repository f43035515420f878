"""A game in words: for screen readers, logs, and anyone who would rather listen than look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tsuro.game import events
from tsuro.game.board import SQUARES, Point, Seat, Square, square_name
from tsuro.game.closed import closed_squares
from tsuro.game.edition import Goal
from tsuro.game.outcome import Outcome, path_of, scores, solo_score
from tsuro.game.paths import Walk
from tsuro.game.state import Phase, State
from tsuro.game.tiles import FACE_DOWN, ORIENTATIONS, TILES, OrientedTile, Tile
from tsuro.game.view import Preview, View

__all__ = [
    "describe",
    "describe_outcome",
    "describe_preview",
    "describe_scores",
    "describe_table",
    "describe_tiles",
    "mark_words",
    "place_words",
    "tell",
    "tell_all",
    "tile_words",
]

SPOTS = (
    "top left",
    "top right",
    "right upper",
    "right lower",
    "bottom right",
    "bottom left",
    "left lower",
    "left upper",
)
"""A tile's points in words, clockwise."""

TURNED = ("as printed", "turned right", "upside down", "turned left")


def describe(view: View, names: Sequence[str]) -> str:
    """Everything the view shows, in paragraphs: the turn, the players, the board, the player's tiles."""
    position = view.position
    parts = (_turn(view, names), _players(position, names), _board(position, names), _own(view))
    return "\n\n".join("\n".join(lines) for part in parts if (lines := list(part)))


def describe_table(view: View, names: Sequence[str]) -> str:
    """What lies around the board: the pile, and for each player the marker, the hand and the Dragon tile."""
    return "\n".join((*_turn(view, names), *_players(view.position, names)))


def _turn(view: View, names: Sequence[str]) -> Iterator[str]:
    position = view.position
    if view.outcome is not None:
        yield describe_outcome(view.outcome, names)
        return
    due = {
        Phase.PLACE_MARKER: "to choose a start mark",
        Phase.PLAY_TILE: "to play a tile",
        Phase.EXCHANGE: "to exchange tiles",
    }
    yield f"{names[position.active]} is {due[position.phase]}."
    pile = f"{_count(len(position.pile), 'tile')} in the draw pile."
    if position.setup.edition.pass_the_pile:
        pile += f" The pile is before {names[position.pile_at]}."
    yield pile
    if scored := describe_scores(position, names):
        yield scored


def describe_scores(position: State, names: Sequence[str]) -> str:
    """The scores so far, in variants that have them; empty in a game for the last marker."""
    if solo := solo_score(position):
        left, placed = solo
        return f"{placed} of {len(TILES)} tiles are placed, {left} of {position.setup.players} markers left."
    what = {Goal.LONGEST_PATH: "Tiles walked over", Goal.MOST_CROSSINGS: "Crossings"}
    counted = ", ".join(f"{name} {score}" for name, score in zip(names, scores(position), strict=False))
    return f"{what[position.setup.edition.goal]} so far: {counted}." if counted else ""


def _players(position: State, names: Sequence[str]) -> Iterator[str]:
    for seat in range(position.setup.players):
        yield f"Player {seat + 1}, {names[seat]}, {position.setup.markers[seat]}: {_standing(position, seat)}."


def _standing(position: State, seat: Seat) -> str:
    marker = position.markers[seat]
    if position.starts[seat] is None:
        where = "not yet on the board"
    elif marker is None:
        where = f"out after {_count(position.walked[seat], 'tile')}"
    else:
        where = f"facing {place_words(marker)}"
    if not position.setup.edition.one_open_hand and marker is not None:
        where += f", holds {_count(len(position.hands[seat]), 'tile')}"
    return where + (" and the Dragon tile" if position.dragon == seat else "")


def _board(position: State, names: Sequence[str]) -> Iterator[str]:
    """The board square by square, row by row from the top; open squares are named together."""
    closed, owners = closed_squares(position), _owners(position, names)
    for square in SQUARES:
        tile = position.board[square]
        if tile is not None:
            newest = ", the newest" if square == position.last else ""
            yield f"{square_name(square)}: {tile_words(tile)}{newest}. {_tile_paths(square, tile, owners)}."
    open_squares = [square_name(s) for s in SQUARES if position.board[s] is None and s not in closed]
    yield f"Open: {' '.join(open_squares) or 'none'}."
    if closed:
        yield f"Closed, out of reach for everyone: {' '.join(square_name(s) for s in sorted(closed))}."


def _owners(position: State, names: Sequence[str]) -> dict[Point, str]:
    """For every point where a marker entered or left a tile, whose marker it was."""
    return {
        point: names[seat]
        for seat in range(position.setup.players)
        for crossed in path_of(position, seat)
        for point in crossed
    }


def _tile_paths(square: Square, tile: OrientedTile, owners: Mapping[Point, str]) -> str:
    paths = []
    for one, other in tile.paths:
        owner = owners.get(square * 8 + one)
        paths.append(f"{SPOTS[one]} to {SPOTS[other]}{f' ({owner})' if owner else ''}")
    return f"Paths: {', '.join(paths)}"


def _own(view: View) -> Iterator[str]:
    if view.hand:
        owner = "The open hand" if view.position.setup.edition.one_open_hand else "Your hand"
        yield f"{owner}: {describe_tiles(view.hand)}."
    if view.position.phase is Phase.EXCHANGE and view.on_turn:
        yield f"The eliminated players' tiles: {describe_tiles(view.position.offer)}."


def describe_tiles(tiles: Sequence[Tile]) -> str:
    """Tiles with their paths, as printed."""
    return "; ".join(
        "face down" if tile == FACE_DOWN else f"tile {tile}, {_paths(ORIENTATIONS[tile][0])}" for tile in tiles
    )


def _paths(tile: OrientedTile) -> str:
    return ", ".join(f"{SPOTS[one]} to {SPOTS[other]}" for one, other in tile.paths)


def describe_preview(preview: Preview, names: Sequence[str], seat: Seat | None) -> str:
    """What a placement would do, and why it is forbidden if it is."""
    listed = (walk for walk in preview.walks if walk.met is None or _first_of_two(walk, preview.walks))
    walks = "; ".join(_walk(walk, names, seat) for walk in listed)
    forbidden = f" Not allowed: {preview.refusal.sentence}" if preview.refusal else ""
    return f"{walks[0].upper()}{walks[1:]}.{forbidden}"


def _first_of_two(walk: Walk, walks: Sequence[Walk]) -> bool:
    """Whether the walk comes before that of the marker it meets: a meeting is described once."""
    return next(other for other in walks if other.seat in {walk.seat, walk.met}) is walk


def _walk(walk: Walk, names: Sequence[str], seat: Seat | None) -> str:
    you = walk.seat == seat
    who = "you" if you else names[walk.seat]
    go, are = ("go", "are") if you else ("goes", "is")
    if walk.end is not None:
        return f"{who} {go} to {place_words(walk.end)}"
    if walk.met is None:
        return f"{who} {go} to the edge and {are} out"
    return f"{who} and {names[walk.met]} meet, and both are out"


def tile_words(tile: OrientedTile) -> str:
    """
    >>> from tsuro.game.tiles import oriented
    >>> tile_words(oriented(17, 1))
    'tile 17 turned right'
    """
    return f"tile {tile.tile} {TURNED[tile.turns]}"


def place_words(point: Point) -> str:
    """Where a marker stands: the square it faces and the point through which it will enter.

    >>> from tsuro.notation import read_point
    >>> place_words(read_point("c5n1"))
    'c5 from its top left'
    """
    return f"{square_name(point >> 3)} from its {SPOTS[point & 7]}"


def mark_words(mark: Point) -> str:
    """
    >>> from tsuro.notation import read_point
    >>> mark_words(read_point("c6n1"))
    'c6, top left'
    """
    return f"{square_name(mark >> 3)}, {SPOTS[mark & 7]}"


def describe_outcome(outcome: Outcome, names: Sequence[str]) -> str:
    """Who has won, in a sentence."""
    if outcome.solo is not None:
        markers, tiles = (
            _count(number, noun) for number, noun in zip(outcome.solo, ("marker", "tile"), strict=True)
        )
        return f"{tiles} placed, {markers} left: {'all done!' if outcome.winners else 'so close.'}"
    winners = [names[seat] for seat in outcome.winners]
    sentence = f"{winners[0]} wins." if len(winners) == 1 else f"{_and(winners)} share the win."
    if outcome.scores:
        sentence += f" Scores: {', '.join(f'{n} {s}' for n, s in zip(names, outcome.scores, strict=True))}."
    return sentence


def tell_all(happened: Sequence[events.Event], names: Sequence[str]) -> tuple[str, ...]:
    """The events worth mentioning, each in a sentence."""
    return tuple(sentence for event in happened if (sentence := tell(event, names)))


def tell(event: events.Event, names: Sequence[str]) -> str:  # noqa: C901, PLR0911, PLR0912 -- one line for each event
    """What happened, in a sentence; nothing for what goes without saying."""
    match event:
        case events.MarkerPlaced(seat, mark):
            return f"{names[seat]} starts at {mark_words(mark)}."
        case events.TilePlaced(seat, square, tile):
            return f"{names[seat]} plays {tile_words(tile)} on {square_name(square)}."
        case events.MarkerWalked(walk) if walk.end is not None:
            return f"{names[walk.seat]} goes to {place_words(walk.end)}."
        case events.Eliminated(seat, None, forced):
            return f"{names[seat]} is out at the edge{', having no other move' if forced else ''}."
        case events.Eliminated(seat, int(met), _) if seat < met:
            return f"{names[seat]} and {names[met]} meet: both are out."
        case events.ExchangeOffered(seat, tiles):
            return f"{names[seat]} may exchange tiles with the {_count(len(tiles), 'tile')} of the eliminated."
        case events.TilesExchanged(seat, gave, _):
            return f"{names[seat]} exchanges {_count(len(gave), 'tile')}." if gave else f"{names[seat]} declines."
        case events.DragonPassed(seat, None):
            return f"The Dragon tile of {names[seat]} is set aside."
        case events.DragonPassed(seat, int(to)):
            return f"The Dragon tile goes from {names[seat]} to {names[to]}."
        case events.PileShuffled(tiles):
            return f"{_count(tiles, 'tile')} of the eliminated are shuffled into the pile."
        case events.PilePassed(to):
            return f"The pile goes to {names[to]}."
        case events.TileDrawn(int(seat), tile):
            return f"{names[seat]} draws {'a tile' if tile == FACE_DOWN else f'tile {tile}'}."
        case events.TileDrawn(None, tile):
            return f"Tile {tile} is turned up."
        case events.DragonTaken(seat):
            return f"{names[seat]} finds no tile and takes the Dragon tile."
        case events.DragonReturned(seat):
            return f"{names[seat]} gives the Dragon tile back and draws first."
        case events.HandEmpty(seat):
            return f"{names[seat]} has no tile and passes."
        case events.GameOver(outcome):
            return describe_outcome(outcome, names)
    return ""


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def _and(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}"
