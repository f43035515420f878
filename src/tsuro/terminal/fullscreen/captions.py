"""Sentences below the tiles: what a choice would do, and what the dragon would."""

from __future__ import annotations

from collections.abc import Sequence

from tsuro.game.actions import Action, PlayTile
from tsuro.game.view import View
from tsuro.player import Estimate, Estimating, Player
from tsuro.render.words import describe_preview, mark_words
from tsuro.terminal.fullscreen.choices import Choice, ExchangeChoice, MarkChoice, TileChoice

__all__ = ["advice", "choice_words"]


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
    """What the adviser would do, and how much better it expects that to be than the others on average."""
    what = f"The dragon would place {action.tile}" if isinstance(action, PlayTile) else "The dragon would do this"
    estimates: Sequence[Estimate] = adviser.estimates if isinstance(adviser, Estimating) else ()
    mine = next((e.share for e in estimates if e.action == action), None)
    others = [e.share for e in estimates if e.action != action]
    if mine is None:
        return f"{what}."
    against = f", against {max(others):.0%} for the next best" if others else ""
    return f"{what}: {mine:.0%} to win{against}."
