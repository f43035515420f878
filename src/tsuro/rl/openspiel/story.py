"""The log of a game in words: what a player, or the table, has seen and done."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from tsuro.fast.ids import DONE, GIVE_TILE, TAKE_TILE, describe_id
from tsuro.game.board import Seat
from tsuro.rl.openspiel.log import ACTS, DRAWS, OFFERED, OUT, SHUFFLED, entries

__all__ = ["tell"]

_WORDS = [describe_id(action) for action in range(DONE + 1)]
_HIDDEN_WORDS = ["give ?" if action < TAKE_TILE else "take ?" for action in range(DONE)] + [""]


def tell(log: bytes, *, public: bool, private: Collection[Seat]) -> str:
    """What everybody saw (`public`) and what these seats alone know (`private`).

    Nobody else learns whether a player ended an exchange or could not go on: that tells something of the tiles.
    """
    texts, active = [], 0
    for kind, seat, what in entries(log):
        if kind == ACTS:
            active = seat
        knows = (active if kind == OFFERED else seat) in private
        if text := _text(kind, seat, what, knows=knows, public=public):
            texts.append(text)
    return "; ".join(texts)


@cache
def _text(kind: int, seat: Seat, what: int, *, knows: bool, public: bool) -> str:
    """An entry for those who know what only some do, or for all others; empty where there is nothing to tell."""
    text = (_secret(kind, what) if knows else "") or (_open(kind, what) if public else "")
    return f"{seat + 1} {text}" if text and kind != SHUFFLED else text


def _secret(kind: int, what: int) -> str:
    """What only those know who did it, or to whom it was shown."""
    if kind == ACTS:
        return _WORDS[what] if what >= GIVE_TILE else ""
    return {DRAWS: f"draws {what}", OFFERED: f"holds {what}"}.get(kind, "")


def _open(kind: int, what: int) -> str:
    """What everybody saw."""
    if kind == ACTS:
        return _WORDS[what] if what < GIVE_TILE else _HIDDEN_WORDS[what]
    return {DRAWS: "draws ?", OUT: "out", SHUFFLED: f"shuffled in {what}"}.get(kind, "")
