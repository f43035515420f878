"""A person at the keyboard, as a player."""

from __future__ import annotations

from collections.abc import Sequence

from tsuro.game.actions import DECLINE, Action, PlaceMarker, PlayTile
from tsuro.game.board import point_name
from tsuro.game.errors import Refused, TsuroError
from tsuro.game.legal import check, free_marks
from tsuro.game.state import Phase
from tsuro.game.view import Preview, View
from tsuro.notation import read_action, read_oriented_tile, read_point
from tsuro.render.text import draw_hand, draw_text
from tsuro.render.words import describe, describe_preview, describe_table, describe_tiles, tile_words
from tsuro.terminal.console import Console, InputEnded

__all__ = ["Curtain", "Person"]

HELP = """\
Squares are a1 (lower left) to f6. Each side of a square has two points, counted clockwise:
n1 n2 on top, e1 e2 on the right, s1 s2 at the bottom, w1 w2 on the left. So c6n1 is a start mark.
A tile is its number and where its top points: 17n as printed, 17e turned right, 17s, 17w.
You can always type: ? (this help), board, words (everything in words), quit."""


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
                self._console.say(f"{error} (type ? for help)")
            else:
                return action

    def _ask(self, view: View) -> Action:
        ask = {
            Phase.PLACE_MARKER: self._ask_mark,
            Phase.PLAY_TILE: self._ask_tile,
            Phase.EXCHANGE: self._ask_exchange,
        }
        return ask[view.position.phase](view)

    def _ask_mark(self, view: View) -> Action:
        return PlaceMarker(read_point(self._answer(view, "Start mark, such as c6n1 (or free, to list them): ")))

    def _ask_tile(self, view: View) -> Action:
        for number, preview in enumerate(view.allowed, 1):
            what = describe_preview(preview, self._names, view.position.active)
            self._console.say(f"{number:3}. {preview.tile!s:3} {tile_words(preview.tile)}: {what}")
        return self._confirmed(view, self._read_choice(self._answer(view, "Your choice: "), view.allowed))

    def _confirmed(self, view: View, action: PlayTile) -> Action:
        """Show what the tile would do; Enter places it, another choice replaces it."""
        check(view.position, view.position.active, action)
        preview = next(preview for preview in view.allowed if preview.tile == action.tile)
        if not self._words:
            self._console.say(draw_text(view, colours=self._console.colours, preview=preview))
        self._console.say(describe_preview(preview, self._names, view.position.active))
        answer = self._answer(view, "Enter places it; or choose another: ")
        return self._confirmed(view, self._read_choice(answer, view.allowed)) if answer else action

    def _read_choice(self, answer: str, allowed: Sequence[Preview]) -> PlayTile:
        if answer.isdecimal() and len(answer) <= 2 and 1 <= int(answer) <= len(allowed):
            return PlayTile(allowed[int(answer) - 1].tile)
        if not answer:
            raise TsuroError(f"Choose a number from 1 to {len(allowed)}, or a tile such as {allowed[0].tile}.")
        return PlayTile(read_oriented_tile(answer))

    def _ask_exchange(self, view: View) -> Action:
        self._console.say("The eliminated players' tiles:")
        self._show_tiles(view.position.offer)
        answer = self._answer(view, "Exchange, such as 4,17 for 8,30 (or: nothing): ").removeprefix("exchange ")
        if answer == "nothing":
            return DECLINE
        if " for " not in answer:
            raise TsuroError("Say which of your tiles for which of theirs, such as 4,17 for 8,30; or: nothing.")
        return read_action(f"exchange {answer.replace(', ', ',')}")

    def _answer(self, view: View, prompt: str) -> str:
        """The person's next answer that is not a call for help."""
        while True:
            answer = self._console.ask(prompt).lower()
            if answer == "?":
                self._console.say(HELP)
            elif answer == "board":
                self._show(view)
            elif answer == "words":
                self._console.say(describe(view, self._names))
            elif answer == "free" and view.position.phase is Phase.PLACE_MARKER:
                self._console.say(" ".join(point_name(mark) for mark in free_marks(view.position)))
            elif answer == "quit":
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
