"""A person at the keyboard, as a player."""

from __future__ import annotations

from collections.abc import Sequence

from tsuro.game.actions import Action, PlayTile
from tsuro.game.board import point_name
from tsuro.game.errors import Refused, TsuroError
from tsuro.game.legal import check, free_marks
from tsuro.game.state import Phase
from tsuro.game.view import View
from tsuro.render.text import draw_hand, draw_text
from tsuro.render.words import describe, describe_preview, describe_table, describe_tiles, tile_words
from tsuro.terminal.console import Console, InputEnded
from tsuro.terminal.typed import HELP, read_typed

__all__ = ["Curtain", "Person"]

COMMANDS = "You can always type: help (this), board, words (everything in words), quit."
ASKED = {
    Phase.PLACE_MARKER: "Start mark, such as c6n1 (or free, to list them; help): ",
    Phase.PLAY_TILE: "Your choice (help explains): ",
    Phase.EXCHANGE: "Exchange, such as 4,17 for 8,30 (or: nothing; help): ",
}


class Curtain:
    """Keeps hands hidden when several people share one screen."""

    def __init__(self, console: Console, *, needed: bool) -> None:
        self._console, self._needed = console, needed
        self._looking: int | None = None

    def open_for(self, seat: int, name: str) -> None:
        """Wait until only this player looks at the screen, which the last one has cleared."""
        if not self._needed or self._looking == seat:
            return
        self.close()
        self._console.ask(f"{name}, it is your turn. Press Enter when only you can see the screen. ")
        self._looking = seat

    def close(self) -> None:
        """Hide what the last player saw."""
        if self._needed and self._looking is not None:
            self._console.clear()
            self._looking = None


class Person:
    """Shows the view and asks until the answer is a legal action."""

    def __init__(self, console: Console, curtain: Curtain, names: Sequence[str], *, words: bool = False) -> None:
        self._console, self._curtain, self._names = console, curtain, names
        self._words = words or not console.can_draw

    def choose(self, view: View) -> Action:
        seat = view.position.active
        self._curtain.open_for(seat, self._names[seat])
        self._show(view)
        while True:
            try:
                action = self._ask(view)
                check(view.position, seat, action)
            except Refused as refusal:
                self._console.say(str(refusal))
            except TsuroError as error:
                self._console.say(f"{error} (help explains)")
            else:
                return action

    def _ask(self, view: View) -> Action:
        if view.position.phase is Phase.PLAY_TILE:
            self._list(view)
        elif view.position.phase is Phase.EXCHANGE:
            self._console.say("The eliminated players' tiles:")
            self._show_tiles(view.position.offer)
        action = read_typed(view, self._answer(view, ASKED[view.position.phase]))
        return self._confirmed(view, action) if isinstance(action, PlayTile) else action

    def _list(self, view: View) -> None:
        for number, preview in enumerate(view.allowed, 1):
            what = describe_preview(preview, self._names, view.position.active)
            self._console.say(f"{number:3}. {preview.tile!s:3} {tile_words(preview.tile)}: {what}")

    def _confirmed(self, view: View, action: PlayTile) -> Action:
        """Show what the tile would do; Enter places it, another choice replaces it."""
        check(view.position, view.position.active, action)
        preview = next(preview for preview in view.allowed if preview.tile == action.tile)
        if not self._words:
            self._console.say(draw_text(view, colours=self._console.colours, preview=preview))
        self._console.say(describe_preview(preview, self._names, view.position.active))
        answer = self._answer(view, "Enter places it; or choose another: ")
        if not answer:
            return action
        other = read_typed(view, answer)
        return self._confirmed(view, other) if isinstance(other, PlayTile) else other

    def _answer(self, view: View, prompt: str) -> str:
        """The person's next answer that is not a call for help."""
        while True:
            answer = self._console.ask(prompt).lower()
            if answer in {"?", "help", "h"}:
                self._console.say(f"{HELP}\n{COMMANDS}")
            elif answer == "board":
                self._show(view)
            elif answer == "words":
                self._console.say(describe(view, self._names))
            elif answer == "free" and view.position.phase is Phase.PLACE_MARKER:
                self._console.say(" ".join(point_name(mark) for mark in free_marks(view.position)))
            elif answer in {"quit", "q", "exit"}:
                raise InputEnded
            else:
                return answer

    def _show(self, view: View) -> None:
        if self._words:
            self._console.say(describe(view, self._names))
            return
        self._console.say(draw_text(view, colours=self._console.colours))
        self._console.say(describe_table(view, self._names))
        self._console.say(f"\n{self._names[view.position.active]}, these are your tiles:")
        self._show_tiles(view.hand)

    def _show_tiles(self, tiles: tuple[int, ...]) -> None:
        if self._words:
            self._console.say(describe_tiles(tiles))
        else:
            self._console.say(draw_hand(tiles, colours=self._console.colours))
