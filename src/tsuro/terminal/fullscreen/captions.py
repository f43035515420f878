"""Words around the table: what is to be done, what a choice would do, what the dragon would, and the keys."""

from __future__ import annotations

from collections.abc import Sequence

from tsuro.game.actions import Action, PlayTile
from tsuro.game.state import Phase
from tsuro.game.view import View
from tsuro.player import Estimate, Estimating, Player
from tsuro.render.words import describe_preview, mark_words
from tsuro.terminal.fullscreen.choices import Choice, ExchangeChoice, MarkChoice, TileChoice
from tsuro.terminal.typed import HELP as NOTATION

__all__ = ["ALWAYS", "HELP", "WALKING", "advice", "choice_words", "due_words", "keys"]

KEYS = {
    Phase.PLACE_MARKER: "arrows choose   Enter starts",
    Phase.PLAY_TILE: "1–3 tile  r turn  Enter place",
    Phase.EXCHANGE: "space pick  b board  Enter done",
}
ALWAYS = "h hint  ? help  : type  q quit"
WALKING = ("any key goes on", ALWAYS)
HELP = f"""\
1 2 3       take that tile; again: turn it
r  R        turn it right, left (or ↑ ↓)
← →         the next tile, or start mark
Enter       place it
h           what the dragon would do
l           all moves so far
w           the table in words
:           type an action in the notation
space       skip to your turn, or to the end
q           leave; Ctrl-C stops at once
any key     skips a marker's walk
mouse       click a tile: take it, turn it; the board: place it

While you exchange tiles:
arrows      go from tile to tile
space 1–9   pick a tile, or put it back
b           the board, where tiles lie over it

The square your marker faces is lit. A ring is where a
marker would stop, a cross where it would be out.
TEXTUAL_ANIMATIONS=none plays without motion.

{NOTATION}"""


def keys(phase: Phase) -> tuple[str, str]:
    """What the keys do that a person needs now."""
    return KEYS[phase], ALWAYS


def due_words(phase: Phase) -> str:
    """What the active player has to do."""
    return {
        Phase.PLACE_MARKER: "choose a start mark.",
        Phase.PLAY_TILE: "place a tile.",
        Phase.EXCHANGE: "you may exchange tiles.",
    }[phase]


def choice_words(choice: Choice | None, view: View, names: Sequence[str]) -> tuple[str, bool]:
    """What the choice would do, and whether it is forbidden."""
    match choice:
        case TileChoice():
            return describe_preview(choice.preview, names, view.seat), choice.preview.refusal is not None
        case MarkChoice(_, mark):
            return f"Start at {mark_words(mark)}.", False
        case ExchangeChoice():
            return _exchange_words(choice), not choice.is_even
    return "", False


def _exchange_words(choice: ExchangeChoice) -> str:
    if not choice.is_even:
        return f"You give {len(choice.give)} and take {len(choice.take)}: choose as many of theirs as of yours."
    if not choice.give:
        return "Enter keeps your tiles as they are."
    return f"Give {_tiles(choice.give)} for {_tiles(choice.take)}."


def _tiles(tiles: Sequence[int]) -> str:
    return " and ".join(map(str, tiles))


def advice(adviser: Player, action: Action) -> str:
    """What the adviser would do, and how likely it expects that, and the next best, to win."""
    what = f"The dragon would place {action.tile}" if isinstance(action, PlayTile) else "The dragon would do this"
    estimates: Sequence[Estimate] = adviser.estimates if isinstance(adviser, Estimating) else ()
    mine = next((e.share for e in estimates if e.action == action), None)
    others = [e.share for e in estimates if e.action != action]
    if mine is None:
        return f"{what}."
    against = f", against {max(others):.0%} for the next best" if others else ""
    return f"{what}: {mine:.0%} to win{against}."
