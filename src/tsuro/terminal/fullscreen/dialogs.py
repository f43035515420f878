"""What comes over the table and goes again: a text to read, a question, a line to type."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

__all__ = ["Question", "Reading", "Typing"]

Answer = TypeVar("Answer")


class Dialog(ModalScreen[Answer]):
    """A frame with a title above, the keys below, and between them what it is about."""

    KEYS: ClassVar[str]

    def __init__(self, heading: str, text: str = "") -> None:
        super().__init__()
        self._heading, self._text = heading, text

    @abstractmethod
    def body(self) -> ComposeResult:
        """What stands between the title and the keys."""

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._heading, classes="title", markup=False)
            yield from self.body()
            yield Static(self.KEYS, classes="quiet", markup=False)


class Reading(Dialog[None]):
    """A text, as long as it likes; any of the usual keys closes it."""

    KEYS = "Esc closes this; arrows scroll"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key, "dismiss", show=False) for key in ("escape", "enter", "q", "question_mark", "l", "w")
    ]

    def body(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(self._text, markup=False)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()


class Question(Dialog[bool]):
    """Yes or no."""

    KEYS = "y  yes      n  no"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(key, "answer(True)", show=False) for key in ("y", "Y", "enter")),
        *(Binding(key, "answer(False)", show=False) for key in ("n", "N", "escape", "q")),
    ]

    def body(self) -> ComposeResult:
        yield Static(self._text, markup=False)

    def action_answer(self, answer: bool) -> None:  # noqa: FBT001 -- Textual calls it by place
        self.dismiss(answer)


class Typing(Dialog[str]):
    """A line of text, at first `text`; an empty one if it was given up."""

    KEYS = "Enter accepts, Esc cancels"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", show=False)]

    def body(self) -> ComposeResult:
        yield Input(self._text, compact=True, select_on_focus=False)

    def on_input_submitted(self, line: Input.Submitted) -> None:
        self.dismiss(line.value)
