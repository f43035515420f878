"""A recorded game on the whole screen: back, forward, to any move, or by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from textual.binding import Binding, BindingType

from tsuro.game.view import view
from tsuro.notation import write_action
from tsuro.record import Moment
from tsuro.render.words import describe, tell_all
from tsuro.terminal.fullscreen.app import TableApp
from tsuro.terminal.fullscreen.dialogs import Reading, Typing
from tsuro.terminal.fullscreen.panels import Scene
from tsuro.terminal.fullscreen.story import Line, placement_story, story
from tsuro.terminal.fullscreen.walking import SPEED

__all__ = ["ReplayApp"]

PACES = (2.0, 1.0, 0.5, 0.25)  # seconds for each move, from slow to fast
BAR = 28  # characters

KEYS = ("←→ step  Home End  space plays", "j jump  l moves  ? help  q quit")
HELP = """\
→  Enter    the next move
←           the one before
Home  End   the beginning, the end
PgUp  PgDn  ten moves back, on
space       plays by itself, or stops
+  -        faster, slower
j           jump to a move: type its number
l           all moves
w           the table in words
q           leave"""


class ReplayApp(TableApp[None]):
    """Shows one moment of a record at a time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down,enter,n", "step(1)", show=False),
        Binding("left,up,backspace,b", "step(-1)", show=False),
        Binding("pagedown", "step(10)", show=False),
        Binding("pageup", "step(-10)", show=False),
        Binding("home,g", "go(0)", show=False),
        Binding("end,G", "go(-1)", show=False),
        Binding("space", "play", show=False),
        Binding("plus,equals_sign", "pace(1)", show=False),
        Binding("minus", "pace(-1)", show=False),
        Binding("j,colon,slash", "jump", show=False),
        Binding("l", "log", show=False),
        Binding("w", "words", show=False),
        Binding("question_mark,f1,h", "help", show=False),
        Binding("q,escape", "stop", show=False),
    ]

    def __init__(
        self, moments: Sequence[Moment], names: Sequence[str], *, plain: bool = False, speed: float = SPEED
    ) -> None:
        super().__init__(plain=plain, speed=speed)
        self._moments, self._names, self.at = moments, names, 0
        self._lines = [tuple(story(moment.events, names)) for moment in moments]
        self._pace, self._plays, self._news = 1, False, ""
        self._speed = speed

    def scene(self) -> Scene:
        return self._scene_at(self.at)

    def _scene_at(self, at: int) -> Scene:
        state = self._moments[at].state
        return Scene(
            view=view(state, None if state.setup.edition.one_open_hand else state.active),
            names=self._names,
            status=self._status(at),
            caption=self._news or self._told(at),
            is_warning=bool(self._news),
            log=self._log_until(at),
            keys=KEYS,
        )

    @property
    def _last(self) -> int:
        return len(self._moments) - 1

    def _status(self, at: int) -> str:
        return f"{self._headline(at)}\n{self._bar(at)}"

    def _headline(self, at: int) -> str:
        entry = self._moments[at].entry
        if entry is None:
            return f"The deal, before {self._last} moves"
        return f"{at}/{self._last} {self._names[entry.seat]}: {write_action(entry.action)}"

    def _bar(self, at: int) -> str:
        done = round(BAR * at / max(self._last, 1))
        return f"{'▶' if self._plays else '‖'} {'━' * done}{'─' * (BAR - done)}"

    def _told(self, at: int) -> str:
        moment = self._moments[at]
        comment = " ".join(moment.entry.comments) if moment.entry else ""
        return " ".join((*tell_all(moment.events, self._names), f"“{comment}”" if comment else ""))

    def _log_until(self, at: int) -> list[Line]:
        return [line for lines in self._lines[: at + 1] for line in lines]

    def on_mount(self) -> None:
        self._player = self.set_interval(PACES[self._pace], self._tick, pause=True)
        self.paint()

    def _tick(self) -> None:
        if not self.is_walking:
            self._walk_on()

    def _walk_on(self) -> None:
        """The next move, with markers that walk; while they do, only that the tile is placed is told."""
        if self.at == self._last:
            self._show(self.at)
            return
        at = self.at + 1
        happened = self._moments[at].events
        log = [*self._log_until(self.at), *placement_story(happened, self._names)]
        before = replace(self._scene_at(self.at), status=self._status(at), caption="", is_warning=False, log=log)
        self.walk(before, happened, lambda: self._show(at))

    def _show(self, at: int) -> None:
        self.at, self._news = max(0, min(at, self._last)), ""
        if self.at == self._last:
            self._set_playing(plays=False)
        self.paint()

    def _set_playing(self, *, plays: bool) -> None:
        self._plays = plays
        self._player.stop()
        self._player = self.set_interval(PACES[self._pace], self._tick, pause=not plays)

    def action_step(self, steps: int) -> None:
        self._set_playing(plays=False)
        if steps == 1:
            self._walk_on()
        else:
            self._show(self.at + steps)

    def action_go(self, at: int) -> None:
        self._set_playing(plays=False)
        self._show(at % len(self._moments))

    def action_play(self) -> None:
        """Play on from here, or once more from the beginning; or stop."""
        plays = not self._plays
        if plays and self.at == self._last:
            self._show(0)
        self._set_playing(plays=plays)
        self.paint()

    def action_pace(self, faster: int) -> None:
        self._pace = max(0, min(self._pace + faster, len(PACES) - 1))
        self.speed = self._speed / PACES[self._pace]
        self._set_playing(plays=self._plays)

    def action_jump(self) -> None:
        self._set_playing(plays=False)
        self.push_screen(Typing(f"To which move? 0 is the deal, {self._last} the end."), self._jumped)

    def _jumped(self, text: str | None) -> None:
        word = (text or "").strip()
        if word in {"?", "help"}:
            self.action_help()
        elif word.isdecimal() and int(word[:9]) <= self._last:
            self._show(int(word))
        elif word:
            self._news = f"There is no move {word}: type a number from 0 to {self._last}."
            self.paint()

    def action_log(self) -> None:
        moves = (line.with_name(self._names) for line in self._log_until(self._last))
        self.push_screen(Reading("All moves", "\n".join(moves)))

    def action_words(self) -> None:
        self.push_screen(Reading("The table in words", describe(self.scene().view, self._names)))

    def action_help(self) -> None:
        self.push_screen(Reading("Keys", HELP))
