"""A player in another process: the one way to run a bot, ours or anybody's, outside this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from types import TracebackType
from typing import Self, TypeVar

from tsuro.engine.lines import (
    VERSION,
    Author,
    Best,
    EngineLine,
    Estimate,
    Go,
    Hello,
    Name,
    NewGame,
    Option,
    Position,
    Problem,
    Quit,
    Ready,
    Remark,
    SetOption,
    choices,
    plain,
    read_engine_line,
)
from tsuro.engine.program import Command, EngineFailed, Program, command_line
from tsuro.game.actions import Action
from tsuro.game.errors import Refused, TsuroError
from tsuro.game.legal import check
from tsuro.game.view import View
from tsuro.notation import write_action

__all__ = ["EngineFailed", "EnginePlayer"]

DAY = 86_400
MOST_LINES = 10_000  # in one answer

_Answer = TypeVar("_Answer")


class EnginePlayer:
    """A player that asks a program, in the lines of docs/engine-protocol.md.

    The program starts at once. When it fails, it is ended and an `EngineFailed` says why;
    `choose` then raises the same again, until `new_game` restarts the program. Close the
    player, or use it in a `with`.
    """

    def __init__(
        self,
        command: Command,
        *,
        seconds: float = 60,
        start_seconds: float | None = None,
        nice: int = 0,
        label: str = "",
    ) -> None:
        """`label` is what errors call the engine, instead of its command."""
        if not 0 < seconds <= DAY:
            raise TsuroError(f"an engine is given more than 0 seconds and at most {DAY}, not {seconds:g}")
        self._command = command
        self._label = label or command_line(command)
        self._nice = nice  # how far its priority is lowered, where the system has priorities
        self._seconds = seconds  # for each answer
        self._start_seconds = start_seconds or seconds  # for introducing itself
        self._failure: EngineFailed | None = None
        self._in_game = False
        self._options: frozenset[str] = frozenset()
        self.name = _fit_for_a_record(self._label)  # until it says its name
        self.has_name = False  # whether it has said its name
        self.author = ""
        self.estimates: tuple[Estimate, ...] = ()  # what it said of the last choice
        self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Say goodbye and end the program."""
        self._program.close(farewell=Quit())
        self._failure = self._failure or EngineFailed(f"engine {plain(self._label)!r} was closed")

    @property
    def has_failed(self) -> bool:
        """Whether its program has ended: it is started again with the next game."""
        return self._failure is not None

    def kill(self) -> None:
        """End the program at once, from any thread; a `choose` waiting for it then fails."""
        self._program.kill()

    def new_game(self, *, seed: int | None = None) -> None:
        """Announce another game; with the same seed, an engine that has the option plays the same again."""
        if self._failure:
            self._start()
        if seed is not None and "seed" in self._options:
            self._program.say(SetOption("seed", str(seed)))
        self._program.say(NewGame())
        self._in_game = True

    def set_option(self, name: str, value: str) -> None:
        """Set an option; raises `EngineFailed` if the engine has not named it."""
        if name not in self._options:
            raise self._program.failure(f"has no option {name!r}")
        self._program.say(SetOption(name, value))

    def choose(self, view: View) -> Action:
        """What the program chooses; raises `EngineFailed` if it gives no legal action in time."""
        if self._failure:
            raise EngineFailed(str(self._failure), how=self._failure.how, complaint=self._failure.complaint)
        if not self._in_game:
            self.new_game()
        return self._or_end(lambda: self._ask(view))

    def _start(self) -> None:
        self._program = Program(self._command, nice=self._nice, label=self._label)
        self._failure = None
        self._in_game = False
        self._or_end(self._introduce)

    def _or_end(self, ask: Callable[[], _Answer]) -> _Answer:
        """The answer; without one, whatever the reason, the program is not used any more."""
        try:
            return ask()
        except BaseException as error:
            self._failure = self._failure_from(error)
            self._program.close()
            raise

    def _failure_from(self, error: BaseException) -> EngineFailed:
        if isinstance(error, EngineFailed):
            return error
        return self._program.failure("was interrupted")

    def _introduce(self) -> None:
        self._program.say(Hello())
        options, lines = set(), self._lines(self._start_seconds)
        while not isinstance(line := next(lines), Ready):
            match line:
                case Name(text):
                    self.name, self.has_name = _fit_for_a_record(text) or self.name, True
                case Author(text):
                    self.author = plain(text)
                case Option(name):
                    options.add(name)
                case _:
                    raise self._out_of_place(line, "before it was ready")
        if line.version != VERSION:
            raise self._program.failure(f"speaks version {line.version} of the protocol, not {VERSION}")
        self._options = frozenset(options)

    def _ask(self, view: View) -> Action:
        self._expect_silence()
        self._program.say(Position(view.position), *choices(view), Go(max(1, int(self._seconds * 1000))))
        lines = self._lines(self._seconds)
        estimates: dict[Action, Estimate] = {}
        while not isinstance(line := next(lines), Best):
            if isinstance(line, Estimate):
                estimates[line.action] = line
            elif not isinstance(line, Remark):
                raise self._out_of_place(line, "instead of an action")
        self._check(view, line.action)
        self.estimates = tuple(estimates.values())
        return line.action

    def _expect_silence(self) -> None:
        """A second answer to one question must not be mistaken for the answer to the next."""
        while self._program.has_spoken:
            text = self._program.hear(monotonic() + self._seconds)
            if text.strip():
                raise self._out_of_place(self._read(text), "without being asked")

    def _lines(self, seconds: float) -> Iterator[EngineLine]:
        """The lines of the engine from now on, until its time is up or it has said too much."""
        deadline = monotonic() + seconds
        for _ in range(MOST_LINES):
            text = self._program.hear(deadline)
            if text.strip():
                yield self._read(text)
        raise self._program.failure(f"said {MOST_LINES} lines and gave no answer")

    def _read(self, text: str) -> EngineLine:
        try:
            line = read_engine_line(text)
        except TsuroError as error:
            raise self._program.failure(f"said {plain(text)!r}: {error}") from None
        if isinstance(line, Problem):
            raise self._program.failure(f"gave up: {plain(line.sentence, 200)}")
        return line

    def _out_of_place(self, line: EngineLine, when: str) -> EngineFailed:
        return self._program.failure(f"said {plain(str(line))!r} {when}")

    def _check(self, view: View, action: Action) -> None:
        try:
            check(view.position, view.position.active, action)
        except Refused as refused:
            sentence = f"chose {write_action(action)!r}: {refused}"
            raise self._program.failure(sentence, how="illegal") from None


def _fit_for_a_record(name: str) -> str:
    return plain(name.replace("#", " "))
