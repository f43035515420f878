"""Bots that somebody else might have written, good and bad."""

from __future__ import annotations

import os
import time
from random import Random

from tsuro import Action, PlaceMarker, View

SOMETHING = 5


class First:
    """Takes the first way that there is.

    More than that nobody needs to know.
    """

    def choose(self, view: View) -> Action:
        print("I talk to myself")
        return view.legal_actions[0]


class Mayfly(First):
    """Lives for one game: it has to be made anew for the next."""

    name = "First"

    def __init__(self) -> None:
        self.has_begun = False

    def choose(self, view: View) -> Action:
        if isinstance(view.legal_actions[0], PlaceMarker):
            if self.has_begun:
                raise ValueError("nobody said that another game begins")
            self.has_begun = True
        return super().choose(view)


class Any:
    """Takes any way."""

    name = "Any which way"

    def __init__(self, random: Random, option: str = "") -> None:
        self.random, self.option = random, option

    def choose(self, view: View) -> Action:
        return self.random.choice(view.legal_actions)


def factory(random: Random) -> Any:
    """A function will do, too."""
    return Any(random, "made")


class Mute:
    """Does not choose."""


class Demanding:
    def __init__(self, random: Random, table: str, chair: str) -> None:
        raise AssertionError("nobody can give it all that")


class Unborn:
    def __init__(self) -> None:
        raise ValueError("not today")


class Crash:
    def choose(self, view: View) -> Action:
        raise ValueError("I am lost")


class Exits:
    def choose(self, view: View) -> Action:
        os._exit(3)


class Stalls:
    def choose(self, view: View) -> Action:
        time.sleep(3600)
        return view.legal_actions[0]


class Garbage:
    def choose(self, view: View) -> str:
        return "play 17e"


class Cheat:
    """Wants to start again all the time."""

    def choose(self, view: View) -> Action:
        return PlaceMarker(0)
