"""A game written down: who played, what chance decided, what everyone did, and what came of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from unicodedata import category

from tsuro.game.actions import Action, ExchangeTiles
from tsuro.game.board import Seat
from tsuro.game.errors import TsuroError
from tsuro.game.state import Hand, Setup, State
from tsuro.game.tiles import FACE_DOWN, Tile
from tsuro.notation import read_position, write_position
from tsuro.record.effects import drawn_tile, hide_tiles

__all__ = [
    "BY_CHANCE",
    "FIRST_BY",
    "OPENED_TAGS",
    "PUBLISHED_TAGS",
    "UNFINISHED",
    "Entry",
    "Record",
    "RecordError",
    "check_names",
    "without_useless_effects",
]

UNFINISHED = "unfinished"
USUAL = 64  # characters of an effect: longer ones are no game's, and not worth remembering
FIRST_BY, BY_CHANCE = "first-by", "chance"  # the tag that says that chance decided who is first
PUBLISHED_TAGS = ("dealer-commitment", "contributions", "commitment", FIRST_BY)
"""Tags about the deal that everybody may know while the game goes on."""
OPENED_TAGS = ("secret", "dealer-secret")
"""Tags that reveal all tiles."""


class RecordError(TsuroError):
    """A record that cannot be read, or describes a game that cannot have happened."""

    def __init__(self, reason: str, where: str = "", *, rule: str | None = None) -> None:
        super().__init__(f"{where}: {reason}" if where else reason)
        self.reason, self.where = reason, where
        self.rule = rule  # the one that was broken


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One action, and what came of it.

    `effects` says in short texts what happened, draws included. All but the draws
    follow from the rules: they are there to be read, and to be checked.
    """

    seat: Seat
    action: Action
    effects: tuple[str, ...] = ()
    comments: tuple[str, ...] = ()
    where: str = field(default="", compare=False)  #: the place in a file, for messages

    def __post_init__(self) -> None:
        for effect in self.effects:
            if len(effect) <= USUAL:
                _check_usual_effect(effect)
            else:
                _check_effect(effect)
        for comment in self.comments:
            _check_line(comment, "a comment")

    @property
    def draws(self) -> tuple[Tile, ...]:
        """The tiles drawn, in order."""
        return tuple(tile for effect in self.effects if (tile := drawn_tile(effect)) is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A whole game, or the beginning of one. It replays without any seed."""

    setup: Setup
    names: tuple[str, ...]
    deal: tuple[Hand, ...]  #: by seat, or the one open hand
    entries: tuple[Entry, ...] = ()
    result: str = UNFINISHED
    tags: tuple[tuple[str, str], ...] = ()
    comments: tuple[str, ...] = ()
    final: State | None = None  # the position at the end; None: the record does not have it, as in format 1

    def __post_init__(self) -> None:
        check_names(self.names, self.setup.players)
        hands = 1 if self.setup.edition.one_open_hand else self.setup.players
        if len(self.deal) != hands:
            raise RecordError(f"{hands} hands are dealt, not {len(self.deal)}")
        for key, value in self.tags:
            if not re.fullmatch("[a-z][a-z0-9-]*", key) or key in RESERVED:
                raise RecordError(f"{key!r} cannot be the name of a tag")
            _check_line(value, "a tag", without="#")
        if len(dict(self.tags)) != len(self.tags):
            raise RecordError("a tag is there twice")
        _check_line(self.result, "a result", without="#")
        if self.final is not None and self.final.setup != self.setup:
            raise RecordError("the final position belongs to another game: it has other rules or players")
        for comment in self.comments:
            _check_line(comment, "a comment")

    def tag(self, key: str) -> str | None:
        """The value of that tag, such as ``commitment``; None if the record has none."""
        return dict(self.tags).get(key)

    @property
    def hides_tiles(self) -> bool:
        """Whether some tiles are face down, because the record shows what one player saw."""
        actions = (entry.action for entry in self.entries)
        swapped = (tile for a in actions if isinstance(a, ExchangeTiles) for tile in (*a.give, *a.take))
        drawn = (tile for entry in self.entries for tile in entry.draws)
        dealt = (tile for hand in self.deal for tile in hand)
        return any(tile == FACE_DOWN for tiles in (dealt, drawn, swapped) for tile in tiles)

    def up_to(self, actions: int) -> Record:
        """The record as it was after this number of actions, its result and final position left out."""
        return replace(self, entries=self.entries[:actions], result=UNFINISHED, final=None)

    def seen_by(self, seat: Seat | None) -> Record:
        """The record with everything face down that the seat, or a watcher (None), may not know.

        Comments, and all tags but those that were published before the game, are left out: they may reveal more.
        """
        self.setup.check_seat(seat)
        if self.setup.edition.one_open_hand:
            deal = self.deal
        else:
            deal = tuple(h if owner == seat else (FACE_DOWN,) * len(h) for owner, h in enumerate(self.deal))
        return replace(
            self,
            deal=deal,
            entries=tuple(_entry_seen_by(entry, seat) for entry in self.entries),
            tags=tuple((key, value) for key, value in self.tags if key in PUBLISHED_TAGS),
            comments=(),
            final=self.final and _position_seen_by(self.final, seat),
        )


def without_useless_effects(record: Record) -> Record:
    """A record of version 0.4.0 as it would be written today.

    There, the pile could be passed although all play from one open hand. That has no effect, so
    it is no longer an option of such a game, and its events are left out.
    """
    if not record.setup.edition.one_open_hand:
        return record
    kept = (tuple(effect for effect in e.effects if not effect.startswith("pile to ")) for e in record.entries)
    entries = (replace(entry, effects=effects) for entry, effects in zip(record.entries, kept, strict=True))
    return replace(record, entries=tuple(entries))


RESERVED = frozenset({"edition", "first", "player", "deal", "result", "tsuro"})


def check_names(names: tuple[str, ...], players: int) -> None:
    """Raise `RecordError` unless there is a name for each player that can be written down."""
    if len(names) != players:
        raise RecordError(f"{players} players need {players} names, not {len(names)}")
    for name in names:
        _check_line(name, "a name", without="#")


@lru_cache(maxsize=4096)  # games have the same effects again and again
def _check_usual_effect(effect: str) -> None:
    _check_effect(effect)


def _check_effect(effect: str) -> None:
    _check_line(effect, "an effect", without="#;")


def _check_line(text: str, kind: str, *, without: str = "") -> None:
    """Whatever a record says must survive being written in one line of text."""
    if not text or text != " ".join(text.split()) or not _is_text(text):
        raise RecordError(f"{text!r} cannot be {kind}: it must be one line of text")
    for sign in without:
        if sign in text:
            raise RecordError(f"{text!r} cannot be {kind}: it must not contain {sign!r}")


def _is_text(text: str) -> bool:
    """Nearly everything is plain ASCII, where one look is enough."""
    return (text.isascii() and text.isprintable()) or not any(category(sign) in _NOT_TEXT for sign in text)


_NOT_TEXT = frozenset({"Cc", "Cs", "Cn", "Zl", "Zp"})  # control characters, surrogates, unassigned, line breaks


def _position_seen_by(position: State, seat: Seat | None) -> State:
    """As it reads when it is written: where no other player holds a tile, the draw pile can be told."""
    return read_position(write_position(position.seen_by(seat)), check=False)


def _entry_seen_by(entry: Entry, seat: Seat | None) -> Entry:
    action = entry.action
    if isinstance(action, ExchangeTiles) and entry.seat != seat:
        action = ExchangeTiles((FACE_DOWN,) * len(action.give), (FACE_DOWN,) * len(action.take))
    seen = (hide_tiles(effect, actor=entry.seat, seat=seat) for effect in entry.effects)
    return replace(entry, action=action, effects=tuple(e for e in seen if e is not None), comments=())
