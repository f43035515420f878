"""The screen of a game being played or replayed: the board on the left, a column beside it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Static

from tsuro.game.board import SIDE
from tsuro.game.events import Event
from tsuro.render.canvas import SMALL, Canvas, Size
from tsuro.render.palettes import DARK
from tsuro.render.text import paint_board
from tsuro.terminal.fullscreen.choices import ExchangeChoice, MarkChoice, TileChoice
from tsuro.terminal.fullscreen.palette import PLAIN, RICH
from tsuro.terminal.fullscreen.panels import Scene, column, covers_board, paint_offer
from tsuro.terminal.fullscreen.walking import FRAME, SPEED, walking

__all__ = ["COLUMNS", "LINES", "TableApp", "square_size"]

COLUMNS, LINES = 80, 24  # the smallest screen
BESIDE = COLUMNS - SIDE * SMALL.width - 1  # the narrowest column beside the board
WIDEST = 56  # lines of text longer than that are hard to read

Result = TypeVar("Result")


def square_size(columns: int, lines: int) -> Size:
    """The largest squares that leave room for the column beside the board."""
    fitting = (Size(h) for h in range(24, SMALL.height, -1) if h * SIDE <= lines)
    return next((size for size in fitting if size.width * SIDE + 1 + BESIDE <= columns), SMALL)


class TableApp(App[Result]):
    """Paints a scene whenever something has changed."""

    ENABLE_COMMAND_PALETTE = False
    CSS = f"""
    Screen {{ background: {DARK.ground}; color: {DARK.ink}; overflow: hidden; }}
    #table {{ height: 100%; }}
    #board {{ width: auto; height: auto; }}
    #column {{ width: 1fr; height: 100%; margin-left: 1; }}
    #small {{ display: none; width: 100%; height: 100%; content-align: center middle; text-align: center; }}
    .is-small #table {{ display: none; }}
    .is-small #small {{ display: block; }}
    ModalScreen {{ align: center middle; background: {DARK.ground} 60%; }}
    .dialog {{
        width: auto; min-width: 40; max-width: 76; height: auto; max-height: 22; padding: 0 1;
        background: {DARK.surface}; border: round {DARK.frame};
    }}
    .dialog Static {{ width: auto; max-width: 72; }}
    .dialog VerticalScroll {{ height: auto; max-height: 16; width: auto; scrollbar-size-vertical: 1; }}
    .dialog Input {{ width: 48; background: {DARK.raised}; margin: 1 0; }}
    .title {{ color: {DARK.accent}; text-style: bold; margin-bottom: 1; }}
    .quiet {{ color: {DARK.quiet}; margin-top: 1; }}
    .-plain, .-plain Screen, .-plain ModalScreen, .-plain .dialog, .-plain .dialog Static, .-plain Input {{
        background: ansi_default; color: ansi_default;
    }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q,ctrl+d", "stop", show=False, priority=True),
    ]

    def __init__(self, *, plain: bool = False, speed: float = SPEED) -> None:
        super().__init__(ansi_color=plain)
        self.speed = speed  # of markers, in tiles a second; 0 for no motion
        self._shown: Scene | None = None  # while markers are on their way
        self.palette = PLAIN if plain else RICH
        if plain:
            self.add_class("-plain")

    @abstractmethod
    def scene(self) -> Scene:
        """What is to be seen now, unless markers are on their way."""

    # Markers on their way

    @property
    def is_walking(self) -> bool:
        return self._shown is not None

    @property
    def _has_motion(self) -> bool:
        return self.speed > 0 and self.animation_level != "none"

    def walk(self, scene: Scene, happened: Sequence[Event], then: Callable[[], None]) -> None:
        """Let the markers walk through the scene, which is that before the events; `then` what comes after.

        Where less motion is wanted, that comes at once.
        """
        frames = walking(scene.view.position, happened, speed=self.speed) if self._has_motion else iter(())
        self._frames = (
            replace(scene, view=replace(scene.view, position=position, previews=()), choice=None, steps=steps)
            for position, steps in frames
        )
        self._then, self._timer = then, self.set_interval(FRAME, self._next_frame)
        self._next_frame()

    def _next_frame(self) -> None:
        if not self.is_running:  # the screen is being taken apart, and timers still tick
            return
        self._shown = next(self._frames, None)
        if self._shown is None:
            self.finish_walk()
        else:
            self.paint()

    def finish_walk(self) -> None:
        """Show at once what comes after."""
        self._timer.stop()
        self._shown = None
        self._then()

    def keeps(self, key: str) -> bool:  # noqa: ARG002 -- for those that care
        """Whether a key that ends a walk does nothing else."""
        return False

    async def on_event(self, event: events.Event) -> None:
        """Any key ends a walk, unless it is for a dialog."""
        if isinstance(event, events.Key) and self.is_walking and len(self.screen_stack) == 1:
            self.finish_walk()
            if self.keeps(event.key):
                return
        await super().on_event(event)

    # Painting

    def compose(self) -> ComposeResult:
        with Horizontal(id="table"):
            yield Static(id="board")
            yield Static(id="column")
        yield Static(id="small", markup=False)

    def on_resize(self, event: events.Resize) -> None:
        columns, lines = event.size
        is_small = columns < COLUMNS or lines < LINES
        self.screen.set_class(is_small, "is-small")
        self.query_one("#small", Static).update(
            f"Tsuro needs a window of {COLUMNS} × {LINES} characters.\nThis one has {columns} × {lines}.\n\n"
            "Make it larger, and the game goes on.\nCtrl-C stops; --words plays line by line."
        )
        self.call_after_refresh(self.paint)  # what was hidden has no size yet

    def paint(self) -> None:
        """Show the scene as it is now."""
        columns, lines = self.size
        if not self.is_running or columns < COLUMNS or lines < LINES:
            return
        scene, size = self._shown or self.scene(), square_size(columns, lines)
        table = self.screen_stack[0]
        width = self.column_width
        over = scene.choice if covers_board(scene, width, lines) else None
        canvas = paint_offer(over, size) if isinstance(over, ExchangeChoice) else self._board(scene, size)
        table.query_one("#board", Static).update(self.palette.text(canvas))
        drawn = column(scene, self.palette, width, lines)
        table.query_one("#column", Static).update(Text("\n", no_wrap=True).join(drawn))

    @property
    def column_width(self) -> int:
        """Of the column beside the board."""
        columns, lines = self.size
        return min(columns - square_size(columns, lines).width * SIDE - 1, WIDEST)

    def _board(self, scene: Scene, size: Size) -> Canvas:
        choice = None if scene.covered else scene.choice
        return paint_board(
            scene.view,
            size=size,
            preview=choice.preview if isinstance(choice, TileChoice) else None,
            mark=choice.mark if isinstance(choice, MarkChoice) else None,
            steps=scene.steps,
            numbered=self.palette.is_plain,
            coordinates=True,
        )

    def action_stop(self) -> None:
        """End at once."""
        self.exit()
