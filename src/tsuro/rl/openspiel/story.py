"""The log of a game in words: what a player, or the table, has seen and done."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TypeAlias

from tsuro.fast.ids import DONE, GIVE_TILE, TAKE_TILE, describe_id
from tsuro.game.board import Seat
from tsuro.rl.openspiel.log import ACTS, DRAWS, OFFERED, OUT, SHUFFLED, entries

__all__ = ["tell"]

_WORDS = [describe_id(action) for action in range(DONE + 1)]
_HIDDEN_WORDS = ["give ?" if action < TAKE_TILE else "take ?" for action in range(DONE)] + [""]

Teller: TypeAlias = Callable[[int, int, bool], str]
"""Tells an entry from its kind, what it says, and whether the private part of it may be told."""


def tell(log: bytes, *, public: bool, private: Collection[Seat]) -> str:
    """What everybody saw (`public`) and what these seats alone know (`private`).

    Nobody else learns whether a player ended an exchange or could not go on: that tells something of the tiles.
    """
    return "; ".join(_tell(log, private, (_secret, _open) if public else (_secret,)))


def _tell(log: bytes, private: Collection[Seat], tellers: Sequence[Teller]) -> Iterator[str]:
    """Each entry as the first of the tellers that has words for it tells it."""
    active = 0
    for kind, seat, what in entries(log):
        if kind == ACTS:
            active = seat
        knows = (active if kind == OFFERED else seat) in private
        for teller in tellers:
            if text := teller(kind, what, knows):
                yield f"{seat + 1} {text}" if kind != SHUFFLED else text
                break


def _secret(kind: int, what: int, knows: bool) -> str:  # noqa: FBT001 -- one kind of teller
    """What only those know who did it, or to whom it was shown."""
    if not knows:
        return ""
    if kind == DRAWS:
        return f"draws {what}"
    if kind == OFFERED:
        return f"holds {what}"
    return _WORDS[what] if kind == ACTS and what >= GIVE_TILE else ""


def _open(kind: int, what: int, knows: bool) -> str:  # noqa: FBT001 -- one kind of teller
    """What everybody saw."""
    del knows
    if kind == ACTS:
        return _WORDS[what] if what < GIVE_TILE else _HIDDEN_WORDS[what]
    return {DRAWS: "draws ?", OUT: "out", SHUFFLED: f"shuffled in {what}"}.get(kind, "")
