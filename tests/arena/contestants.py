"""Players for tournaments that are meant to go wrong. They live in a module, so that other processes find them."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import cast

from tsuro import Action, PlaceMarker, View
from tsuro.bots import Wanderer
from tsuro.fast.loader import best_core


class Failing:
    """Plays a while, then fails."""

    def __init__(self, random: Random) -> None:
        self._bot = Wanderer(random)
        self._left = 1

    def choose(self, view: View) -> Action:
        self._left -= 1
        if self._left < 0:
            raise ZeroDivisionError("a \x07 mistake\nin two lines")
        return self._bot.choose(view)


class Leaving(Failing):
    def choose(self, view: View) -> Action:
        raise SystemExit(3)


class Stalling(Failing):
    def choose(self, view: View) -> Action:
        while True:
            with suppress(Exception):  # it does not want to hear
                time.sleep(0.01)


class Cheating(Failing):
    def choose(self, view: View) -> Action:
        return PlaceMarker(100)  # in the middle of the board


class Babbling(Failing):
    def choose(self, view: View) -> Action:
        print("let me think")
        return cast(Action, "play 17e")


class Nonsense(Failing):
    def choose(self, view: View) -> Action:
        return PlaceMarker(cast(int, [1]))


class Unborn:
    def __init__(self, random: Random) -> None:
        raise OSError("no network")

    def choose(self, view: View) -> Action:
        raise NotImplementedError


class Crashing(Failing):
    """Takes its process with it."""

    def choose(self, view: View) -> Action:
        os._exit(7)


class Deaf(Failing):
    """Cannot be interrupted, even by `TimeIsUp`."""

    def choose(self, view: View) -> Action:
        while True:
            with suppress(BaseException):  # it does not hear at all
                time.sleep(0.01)


class CrashingOnce(Failing):
    """Its process is killed once, by an accident."""

    def choose(self, view: View) -> Action:
        flag = Path(os.environ["TSURO_TEST_ACCIDENT"])
        if not flag.exists():
            flag.touch()
            os._exit(9)
        return self._bot.choose(view)


class Slow(Failing):
    """Takes a moment for every move."""

    def choose(self, view: View) -> Action:
        time.sleep(0.02)
        return self._bot.choose(view)


class Waiting(Failing):
    """Does nothing before a file is there."""

    def __init__(self, signal: Path, random: Random) -> None:
        super().__init__(random)
        self._signal = signal

    def choose(self, view: View) -> Action:
        while not self._signal.exists():
            time.sleep(0.05)
        return self._bot.choose(view)


class Compiled(Failing):
    """Fails where the core is not compiled."""

    def choose(self, view: View) -> Action:
        if not best_core().compiled:
            raise RuntimeError("nothing is compiled")
        return self._bot.choose(view)
