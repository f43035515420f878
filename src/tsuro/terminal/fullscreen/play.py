"""A game on the whole screen, for any mix of people on one keyboard and bots."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from threading import Thread
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from tsuro.game.actions import Action
from tsuro.game.board import Seat
from tsuro.game.errors import Refused, TsuroError
from tsuro.game.events import Event
from tsuro.game.legal import check
from tsuro.game.view import View
from tsuro.match import Match
from tsuro.player import Player
from tsuro.render.words import describe, describe_outcome
from tsuro.terminal.fullscreen.app import TableApp, square_size
from tsuro.terminal.fullscreen.captions import ALWAYS, HELP, WALKING, advice, choice_words, due_words, keys
from tsuro.terminal.fullscreen.choices import (
    Choice,
    ExchangeChoice,
    MarkChoice,
    TileChoice,
    advised,
    first_choice,
)
from tsuro.terminal.fullscreen.dialogs import Question, Reading, Typing
from tsuro.terminal.fullscreen.panels import Scene, offer_columns, place_at
from tsuro.terminal.fullscreen.seats import Ending, Seats, Tempo
from tsuro.terminal.fullscreen.story import Line, placement_story, story
from tsuro.terminal.stand_in import STAND_IN, Choosing, choosing, failure_words, note_stand_in
from tsuro.terminal.typed import expected, read_typed

__all__ = ["PlayApp"]

SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
TICK = 0.1  # seconds between two pictures of the spinner


class PlayApp(TableApp[int]):
    """Shows the match and lets people and bots act in turn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(n), f"digit({n})", show=False) for n in range(1, 10)),
        *(Binding(arrow, f"arrow('{arrow}')", show=False) for arrow in ("up", "down", "left", "right")),
        Binding("tab", "arrow('right')", show=False, priority=True),
        Binding("shift+tab", "arrow('left')", show=False, priority=True),
        Binding("r", "turn(1)", show=False),
        Binding("R", "turn(-1)", show=False),
        Binding("enter", "act", show=False),
        Binding("space", "skip", show=False),
        Binding("b", "peek", show=False),
        Binding("s", "stand_in", show=False),
        Binding("h", "hint", show=False),
        Binding("l", "log", show=False),
        Binding("w", "words", show=False),
        Binding("colon,slash", "type", show=False),
        Binding("question_mark,f1", "help", show=False),
        Binding("q,escape", "leave", show=False),
        Binding("p", "finish('again')", show=False),
        Binding("v", "finish('review')", show=False),
    ]

    def __init__(
        self,
        match: Match,
        seats: Seats,
        *,
        keep: Callable[[Match], None] = lambda _: None,
        tempo: Tempo = Tempo(),  # noqa: B008 -- it cannot be changed
        plain: bool = False,
        file: str | None = None,
        news: str = "",
    ) -> None:
        super().__init__(plain=plain, speed=tempo.speed)
        self.match, self.seats = match, seats
        self._keep, self._tempo, self._file = keep, tempo, file
        self._story: list[Line] = list(story(match.events(seats.listener), match.names))
        self._choice: Choice | None = None
        self._looking: Seat | None = seats.listener
        self._thinking, self._began, self._hurry = "", 0.0, False
        self._peeks = False
        self._news = news  # above what the choice would do, until the next key

    # What is to be seen

    @property
    def _needs_curtain(self) -> bool:
        return len(self.seats.people) > 1 and not self.match.setup.edition.one_open_hand

    @property
    def _is_covered(self) -> bool:
        return self._needs_curtain and self._looking != self.match.active

    @property
    def _is_persons_turn(self) -> bool:
        return not self.match.is_over and self.match.active in self.seats.people

    def _view(self) -> View:
        if self._is_persons_turn and not self._is_covered:
            return self.match.view(self.match.active)
        return self.match.view(None if self._needs_curtain else self.seats.listener)

    def scene(self) -> Scene:
        view = self._view()
        caption, is_warning = self._caption(view)
        return Scene(
            view=view,
            names=self.match.names,
            status=self._status(),
            caption=caption,
            is_warning=is_warning,
            choice=self._choice,
            log=self._story,
            keys=self._keys(),
            covered=self._needs_curtain and (self._is_covered or not self._is_persons_turn),
            peeks=self._peeks,
        )

    def _status(self) -> str:
        names, position = self.match.names, self.match.state
        if self.match.outcome is not None:
            return describe_outcome(self.match.outcome, names)
        name = names[position.active]
        if not self._is_persons_turn:
            spinner = SPINNER[int(self._waited / TICK) % len(SPINNER)]
            return f"{spinner} {name} is thinking…"
        if self._is_covered:
            return f"{name}, it is your turn."
        return f"{name}, {due_words(position.phase)}"

    @property
    def _waited(self) -> float:
        """How long the bot has been thinking, in seconds."""
        return time.monotonic() - self._began

    @property
    def _is_stalled(self) -> bool:
        return not self.match.is_over and not self._is_persons_turn and self._waited > self._tempo.patience

    def _caption(self, view: View) -> tuple[str, bool]:
        """What the choice would do, and whether it is forbidden."""
        if self._is_stalled:
            return f"It has been thinking for {self._waited:.0f} seconds. s: a stand-in plays on for it.", True
        if self._thinking or self._news:
            return self._thinking or self._news, False
        if self._is_persons_turn and self._is_covered:
            return "Press Enter when only you can see the screen.", False
        return choice_words(self._choice, view, self.match.names)

    def _keys(self) -> Sequence[str]:
        if self.match.is_over:
            again = "v review" if self._file else "p play again   v review"
            return (again, "l moves  w words  q quit")
        if not self._is_persons_turn:
            return ("space skips ahead", ALWAYS)
        if self._is_covered:
            return ("Enter shows your tiles", ALWAYS)
        return keys(self.match.state.phase)

    # Turns

    def on_mount(self) -> None:
        self.set_interval(TICK, self._tick)
        self._begin_turn()

    def _tick(self) -> None:
        if not self.match.is_over and not self._is_persons_turn and not self.is_walking:
            self.paint()

    def _begin_turn(self) -> None:
        """Let a bot think, or show a person what they can choose from."""
        self._choice, self._peeks, self._thinking, seat = None, False, "", self.match.active
        if self.match.is_over:
            self._looking = self.seats.listener
        elif seat not in self.seats.people:
            self._ask_bot(seat)
        else:
            if not self._needs_curtain:
                self._looking = seat
            self._hurry = False
            if not self._is_covered:
                self._choice = first_choice(self.match.view(seat))
        self.paint()

    def _ask_bot(self, seat: Seat) -> None:
        self._began = time.monotonic()
        self._think(self.seats.bots[seat], self.match.view(seat), self._bot_chose)

    def _think(self, player: Player, view: View, done: Callable[[Player, View, Choosing], None]) -> None:
        """Let a player choose in a thread, so that keys are answered meanwhile; it dies with the program."""

        def choose() -> None:
            began = time.monotonic()
            chosen = choosing(player, view)
            if view.seat not in self.seats.people and not self._hurry:
                time.sleep(max(0.0, self._tempo.pause - (time.monotonic() - began)))
            with suppress(RuntimeError):  # the screen is closed
                self.call_later(done, player, view, chosen)

        Thread(target=choose, daemon=True).start()

    def _bot_chose(self, bot: Player, view: View, chosen: Choosing) -> None:
        seat = view.position.active
        if self.seats.bots[seat] is not bot:
            return  # somebody else plays for it by now
        if isinstance(chosen, BaseException):
            self._replace_bot(seat, failure_words(self.match.names[seat], chosen))
        else:
            self._submit(seat, chosen)

    def _replace_bot(self, seat: Seat, news: str) -> None:
        """Let a stand-in play on, and say so, in the record, too."""
        note_stand_in(self.match, seat, news)
        self.seats.bots[seat] = self.seats.stand_in()
        self._story.append(Line(seat, "has a stand-in now"))
        self._news = news
        self._ask_bot(seat)
        self.paint()

    def action_stand_in(self) -> None:
        """Wait no longer for a bot."""
        if self._is_stalled:
            seat = self.match.active
            self._replace_bot(seat, f"An {STAND_IN} plays on for {self.match.names[seat]}.")

    def _submit(self, seat: Seat, action: Action) -> None:
        before = self.scene()
        happened = self.match.submit(seat, action)
        self._keep(self.match)
        if self._hurry:
            self._settle(happened)
            return
        placed = list(placement_story(happened, self.match.names))
        status = " ".join(line.with_name(self.match.names) for line in placed)
        scene = replace(
            before, status=status, caption=self._news, is_warning=False, log=[*self._story, *placed], keys=WALKING
        )
        self.walk(scene, happened, lambda: self._settle(happened))

    def keeps(self, key: str) -> bool:
        """Enter, pressed to end a walk, must not place the next tile too."""
        return key == "enter"

    def _settle(self, happened: Sequence[Event]) -> None:
        """What follows when markers have arrived."""
        self._story += story([event.seen_by(self.seats.listener) for event in happened], self.match.names)
        if self._needs_curtain:
            self._looking = None
        self._begin_turn()

    # Keys

    def _chosen(self, choice: Choice) -> None:
        self._choice, self._news = choice, ""
        self.paint()

    def action_digit(self, number: int) -> None:
        match self._choice:
            case TileChoice(_, place) as choice:
                self._chosen(choice.turn(1) if place == number - 1 else choice.select(number - 1))
            case ExchangeChoice() as choice:
                self._chosen(choice.toggle(number - 1))

    def on_click(self, click: events.Click) -> None:
        """A mouse takes a tile, turns it by taking it again, and places it by a click on the board."""
        if self.is_walking:
            self.finish_walk()
            return
        if click.widget is None or not isinstance(self._choice, TileChoice):
            return
        if click.widget.id == "board":
            self.action_act()
        elif click.widget.id == "column":
            place = place_at(self.scene(), click.x, click.y, height=self.size.height)
            if place is not None and place < len(self._choice.turned):
                self.action_digit(place + 1)

    def action_turn(self, quarters: int) -> None:
        if isinstance(self._choice, TileChoice):
            self._chosen(self._choice.turn(quarters))

    def action_arrow(self, arrow: str) -> None:
        match self._choice:
            case MarkChoice() as choice:
                self._chosen(choice.moved(arrow))
            case TileChoice() as choice if arrow in {"left", "right"}:
                self._chosen(choice.stepped(1 if arrow == "right" else -1))
            case TileChoice() as choice:
                self._chosen(choice.turn(-1 if arrow == "up" else 1))
            case ExchangeChoice() as choice:
                self._chosen(choice.moved(arrow, columns=self._offer_columns))

    @property
    def _offer_columns(self) -> int:
        board = square_size(*self.size)
        return offer_columns(self.scene(), width=self.column_width, height=self.size.height, board=board)

    def action_peek(self) -> None:
        """The board, where tiles on offer lie over it; or the tiles again."""
        if isinstance(self._choice, ExchangeChoice):
            self._peeks = not self._peeks
            self.paint()

    def action_act(self) -> None:
        if self._is_persons_turn and self._is_covered:
            self._looking = self.match.active
            self._begin_turn()
        elif self._choice is not None:
            self._try(self._choice.action)

    def _try(self, action: Action) -> None:
        """Do it, or say why not."""
        seat = self.match.active
        try:
            check(self.match.state, seat, action)
        except Refused as refusal:
            self._news = str(refusal)
            self.paint()
        else:
            self._news = ""
            self._submit(seat, action)

    def action_skip(self) -> None:
        """Bots make no pauses until it is a person's turn; in an exchange, the tile at the cursor is picked."""
        if self._is_persons_turn and self._is_covered:
            self.action_act()
        elif isinstance(self._choice, ExchangeChoice):
            self._chosen(self._choice.toggle(self._choice.place))
        self._hurry = not self._is_persons_turn

    def action_hint(self) -> None:
        if self._is_persons_turn and not self._is_covered and not self._thinking:
            self._thinking = "The dragon is looking at it…"
            self._think(self.seats.adviser(), self.match.view(self.match.active), self._advised)
            self.paint()

    def _advised(self, adviser: Player, view: View, chosen: Choosing) -> None:
        if not self._thinking or view.position.active != self.match.active:
            return  # too late
        self._thinking = ""
        if isinstance(chosen, BaseException):
            self._news = f"The dragon has no hint this time ({type(chosen).__name__})."
        elif self._choice is not None:
            self._choice, self._news = advised(self._choice, chosen), advice(adviser, chosen)
        self.paint()

    def action_log(self) -> None:
        self.push_screen(
            Reading("All moves so far", "\n".join(line.with_name(self.match.names) for line in self._story))
        )

    def action_words(self) -> None:
        self.push_screen(Reading("The table in words", describe(self._view(), self.match.names)))

    def action_help(self) -> None:
        self.push_screen(Reading("Keys", HELP))

    def action_type(self) -> None:
        if self._is_persons_turn and not self._is_covered:
            self.push_screen(Typing(f"Type {expected(self._view())}."), self._typed)

    def _typed(self, text: str | None) -> None:
        word = (text or "").strip().lower()
        commands = {"help": self.action_help, "?": self.action_help, "words": self.action_words,
                    "hint": self.action_hint, "quit": self.action_leave}  # fmt: skip
        if word in commands:
            commands[word]()
        elif word:
            try:
                self._try(read_typed(self._view(), word))
            except TsuroError as error:
                self._news = str(error)
                self.paint()

    def action_leave(self) -> None:
        if self.match.is_over:
            self.exit(Ending.FINISHED)
            return
        kept = f"It is kept in {self._file}." if self._file else "It is not kept. --record FILE would keep it."
        self.push_screen(Question("Leave this game?", kept), self._left)

    def _left(self, leaves: bool | None) -> None:  # noqa: FBT001 -- Textual calls it by place
        if leaves:
            self.exit(Ending.STOPPED)

    def action_stop(self) -> None:
        self.exit(Ending.FINISHED if self.match.is_over else Ending.STOPPED)

    def action_finish(self, how: str) -> None:
        if self.match.is_over and not (how == "again" and self._file):
            self.exit(Ending.AGAIN if how == "again" else Ending.REVIEW)
