"""What comes over the table and goes again: a text to read, a question, a line to type."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

__all__ = ["Question", "Reading", "Typing"]


class Reading(ModalScreen[None]):
    """A text, as long as it likes; any of the usual keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, "dismiss", show=False) for key in ("escape", "enter", "q", "question_mark", "l", "w")
    ]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._title, classes="title", markup=False)
            with VerticalScroll():
                yield Static(self._text, markup=False)
            yield Static("Esc closes this; arrows scroll", classes="quiet", markup=False)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()


class Question(ModalScreen[bool]):
    """Yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, "answer(True)", show=False) for key in ("y", "Y", "enter")),
        *(Binding(key, "answer(False)", show=False) for key in ("n", "N", "escape", "q")),
    ]

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self._title, self._text = title, text

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._title, classes="title", markup=False)
            yield Static(self._text, markup=False)
            yield Static("y  yes      n  no", classes="quiet", markup=False)

    def action_answer(self, answer: bool) -> None:  # noqa: FBT001 -- Textual calls it by place
        self.dismiss(answer)


class Typing(ModalScreen[str]):
    """A line in the notation; an empty one if it was given up."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", show=False)]

    def __init__(self, hint: str) -> None:
        super().__init__()
        self._hint = hint

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._hint, classes="title", markup=False)
            yield Input(compact=True, select_on_focus=False)
            yield Static("Enter does it, Esc gives up", classes="quiet", markup=False)

    def on_input_submitted(self, line: Input.Submitted) -> None:
        self.dismiss(line.value)
