"""Makes one of our players an engine: lines come in, lines go out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import BinaryIO, TextIO

from tsuro.engine.lines import (
    LONGEST,
    Author,
    Best,
    EngineLine,
    Estimate,
    Go,
    Hello,
    May,
    Name,
    NewGame,
    Option,
    Position,
    Problem,
    ProtocolError,
    Quit,
    Ready,
    SetOption,
    read_host_line,
)
from tsuro.game.actions import ExchangeTiles, PlaceMarker, PlayTile
from tsuro.game.errors import TsuroError
from tsuro.game.state import State
from tsuro.game.view import view
from tsuro.player import Estimating, Player

__all__ = ["Engine", "serve"]


class Engine:
    """A player that answers lines with lines.

    >>> from tsuro.bots import Wanderer
    >>> [str(line) for line in Engine(Wanderer, name="wanderer").answer("fly")][0][:34]
    "error 'fly' begins no line of the "
    """

    def __init__(
        self,
        make: Callable[[Random], Player],
        *,
        name: str,
        author: str = "The Tsuro maintainers",
        seed: int | None = None,
        make_bot: Callable[[str, Random], Player] | None = None,
    ) -> None:
        """`make_bot` gives the engine the option `bot`: the host may name another player to answer."""
        self._make = make
        self._make_bot = make_bot
        self._name, self._author = name, author
        self._random = Random(seed)
        self._player = make(self._random)
        self._state: State | None = None
        self.quits = False

    def answer(self, line: str) -> Iterator[EngineLine]:
        """What the engine says to a line of the host; a bad line gets a sentence."""
        if not line.strip():
            return
        try:
            yield from self._answer(line)
        except TsuroError as error:
            yield Problem(str(error))

    def _answer(self, text: str) -> Iterator[EngineLine]:
        if text.split(maxsplit=1)[0] in {"newgame", "position"}:
            self._state = None  # a position that cannot be read must not leave the previous one in place
        match read_host_line(text):
            case Hello():
                yield Name(self._name)
                if self._author:
                    yield Author(self._author)
                yield from map(Option, self._options)
                yield Ready()
            case SetOption(name, value):
                self._set(name, value)
            case Position(state):
                self._state = state
            case Go():
                yield from self._choose()
            case Quit():
                self.quits = True
            case NewGame():
                self._player = self._make(self._random)  # it may have kept something from the game before
            case May():
                pass  # our players know the legal actions themselves

    @property
    def _options(self) -> tuple[str, ...]:
        return ("seed",) if self._make_bot is None else ("seed", "bot")

    def _set(self, name: str, value: str) -> None:
        if name not in self._options:
            raise ProtocolError(f"there is no option {name!r}: there is {' and '.join(self._options)}")
        if name == "seed":
            self._random = Random(_seed(value))
            self._player = self._make(self._random)
        elif self._make_bot is not None:
            make = partial(self._make_bot, value)
            self._player = make(self._random)  # if there is no such bot, the previous one stays
            self._make = make

    def _choose(self) -> Iterator[EngineLine]:
        if self._state is None:
            raise ProtocolError("there is no position to choose in: send one before 'go'")
        seen = view(self._state, self._state.active)
        if not seen.legal_actions:
            raise ProtocolError("there is nothing to choose: the game is over")
        chosen = self._player.choose(seen)
        if not isinstance(chosen, PlaceMarker | PlayTile | ExchangeTiles):
            raise ProtocolError(
                f"the bot chose {chosen!r}, which is not an action: choose gives one of the view's"
            )
        if isinstance(self._player, Estimating):
            for estimated in self._player.estimates:
                yield Estimate(action=estimated.action, share=estimated.share, error=estimated.error)
        yield Best(chosen)


def _seed(text: str) -> int:
    if not re.fullmatch("-?[0-9]{1,40}", text):
        raise ProtocolError(f"a seed is a whole number, not {text!r}")
    return int(text)


def serve(engine: Engine, source: BinaryIO, out: TextIO) -> None:
    """Answer the lines of the source until `quit` or its end."""
    for text in _lines(source):
        lines = engine.answer(text) if text is not None else (Problem(f"no line is longer than {LONGEST} bytes"),)
        for line in lines:
            print(line, file=out, flush=True)
        if engine.quits:
            return


def _lines(source: BinaryIO) -> Iterator[str | None]:
    """The lines of the source; None for one that is too long."""
    while line := source.readline(LONGEST + 1):
        if len(line) <= LONGEST:
            yield line.decode(errors="replace")
            continue
        while line and not line.endswith(b"\n"):  # what is left of it
            line = source.readline(LONGEST)
        yield None
