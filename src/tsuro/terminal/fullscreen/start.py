"""The first screen: who plays, and by which rules."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from tsuro.game.errors import TsuroError
from tsuro.game.state import MARKERS
from tsuro.terminal.fullscreen.app import COLUMNS, TableApp
from tsuro.terminal.fullscreen.dialogs import Reading, Typing
from tsuro.terminal.fullscreen.palette import GLYPHS, PLAIN, RICH
from tsuro.terminal.fullscreen.setting_up import Row, Table

__all__ = ["StartApp"]

LABEL = 13  # characters of a name; longer ones are cut
KEYS = "↑↓ choose  ←→ change  n name  a add  d remove  Enter starts  ? help  q quit"
HELP = """\
↑ ↓      the next line
← →      change it: a person, one of the bots, the rules
n        name a player. Bots have names too: dragon:2s
         thinks for two seconds
a  d     add a player, remove one
Enter    start the game
q        leave

Place a tile in front of your marker, and every marker that
faces it follows its path. A player whose path reaches the
edge is out, and two who meet are both out. The last one on
the board wins. Players sit clockwise, as they are listed.

tsuro play Ana dragon   starts without this screen
tsuro play --help       tells of everything that can be set"""


class StartApp(App[Table]):
    """Sets up a table; None if people left."""

    ENABLE_COMMAND_PALETTE = False
    CSS = TableApp.CSS + "#start { padding: 0 1; width: auto; }\nScreen { overflow: auto; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,shift+tab", "move(-1)", show=False, priority=True),
        Binding("down,tab", "move(1)", show=False, priority=True),
        Binding("left", "change(-1)", show=False),
        Binding("right,space", "change(1)", show=False),
        Binding("n", "name", show=False),
        Binding("a,plus", "add", show=False),
        Binding("d,minus,delete,backspace", "remove", show=False),
        Binding("enter", "start", show=False),
        Binding("question_mark,f1,h", "help", show=False),
        Binding("q,escape", "leave", show=False),
        Binding("ctrl+c,ctrl+q,ctrl+d", "leave", show=False, priority=True),
    ]

    def __init__(self, table: Table, *, plain: bool = False) -> None:
        super().__init__(ansi_color=plain)
        self.table, self._news = table, ""
        self._palette = PLAIN if plain else RICH
        if plain:
            self.add_class("-plain")

    def compose(self) -> ComposeResult:
        yield Static(id="start", markup=False)

    def on_mount(self) -> None:
        self._paint()

    def _paint(self) -> None:
        self.screen_stack[0].query_one("#start", Static).update(Text("\n", no_wrap=True).join(self._lines()))

    def _lines(self) -> list[Text]:
        rows, style = self.table.rows, self._palette.style
        first = next(i for i, row in enumerate(rows) if row.kind == "edition")
        drawn = [self._line(row, i) for i, row in enumerate(rows)]
        return [
            Text("Tsuro: stay on the board longer than everyone else.", style("accent", bold=True)),
            self._heading("who plays"),
            *drawn[:first],
            self._heading("the rules"),
            *drawn[first:],
            Text(),
            Text(self._news, style("bad")) if self._news else Text(self._whole(), style()),
            Text(KEYS, style("quiet")),
        ]

    def _heading(self, text: str) -> Text:
        line = f"── {text} "
        return Text(line.ljust(COLUMNS - 2, "─"), self._palette.style("quiet"))

    def _line(self, row: Row, number: int) -> Text:
        style, is_here = self._palette.style, number == self.table.at
        marker = MARKERS[number] if row.kind == "player" else ""
        line = Text.assemble(
            ("▸ " if is_here else "  ", style("accent", bold=True)),
            (f"{GLYPHS.get(marker, ' ')} ", style(marker)),
            (f"{row.label[:LABEL]:<{LABEL}} ", style("accent" if is_here else "", bold=is_here)),
            (row.words, style("" if is_here else "quiet")),
        )
        line.truncate(COLUMNS - 2, overflow="ellipsis")
        return line

    def _whole(self) -> str:
        """What is too long for the line of the cursor."""
        words = self.table.row.words
        return words if len(words) > COLUMNS - LABEL - 7 else ""

    def _set(self, table: Table) -> None:
        self.table, self._news = table, ""
        self._paint()

    def _refuse(self, error: TsuroError) -> None:
        reason = str(error)
        self._news = f"{reason[:1].upper()}{reason[1:].rstrip('.')}."
        self._paint()

    def action_move(self, down: int) -> None:
        self._set(self.table.moved(down))

    def action_change(self, step: int) -> None:
        self._set(self.table.changed(step))

    def action_add(self) -> None:
        self._set(self.table.with_one_more())

    def action_remove(self) -> None:
        self._set(self.table.without())

    def action_name(self) -> None:
        if self.table.row.kind == "player":
            self.push_screen(Typing("The name of a person, or of a bot", self.table.row.label), self._named)

    def _named(self, text: str | None) -> None:
        if (text or "").strip():
            try:
                self._set(self.table.named(text or ""))
            except TsuroError as error:
                self._refuse(error)

    def action_start(self) -> None:
        """Begin, or say why not; on the line that adds a player, add one."""
        if self.table.row.kind == "add":
            self.action_add()
            return
        try:
            self.table.rules()
        except TsuroError as error:
            self._refuse(error)
        else:
            self.exit(self.table)

    def action_help(self) -> None:
        self.push_screen(Reading("Setting up a game", HELP))

    def action_leave(self) -> None:
        self.exit()
