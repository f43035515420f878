"""Records as text that a person can read and edit. The grammar is in docs/record-format.md."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from tsuro.game.board import Seat
from tsuro.game.edition import Edition
from tsuro.game.errors import ImpossiblePosition
from tsuro.game.state import Hand, Setup, State
from tsuro.notation import (
    NotationError,
    read_action,
    read_edition,
    read_position,
    read_seat,
    read_stored_edition,
    read_tiles,
    write_action,
    write_edition,
    write_position,
    write_tiles,
)
from tsuro.record.model import Entry, Record, RecordError, without_useless_effects

__all__ = ["read_text", "write_text"]

TITLES = {"tsuro record 1": 1, "tsuro record 2": 2}

_PLAYER = re.compile(r"player (?P<seat>[1-8]): (?P<name>.+) \((?P<marker>[a-z]+)\)")
_DEAL = re.compile(r"deal(?: (?P<seat>[1-8]))?: (?P<tiles>\S+)")
_ENTRY = re.compile(r"(?P<number>[0-9]{1,4})\. (?P<seat>[1-8]) (?P<action>[^;]+?)(?: -> (?P<effects>.+))?")
_FINAL = re.compile(r"final position: (?P<position>.+)")
_TAG = re.compile(r"(?P<key>[a-z][a-z0-9-]*): (?P<value>.+)")


def write_text(record: Record) -> str:
    """The record as text, for people to read; `read_text` reads it back.

    It is in format 2, which ends with the final position, or in format 1 if the record does not have it.
    """
    title = "tsuro record 1" if record.final is None else "tsuro record 2"
    lines = [title, f"edition: {write_edition(record.setup.edition)}", f"first: {record.setup.first + 1}"]
    for seat, name in enumerate(record.names):
        lines.append(f"player {seat + 1}: {name} ({record.setup.markers[seat]})")
    lines += [f"{key}: {value}" for key, value in record.tags]
    lines.append("")
    for owner, hand in enumerate(record.deal):
        lines.append(f"deal{'' if record.setup.edition.one_open_hand else f' {owner + 1}'}: {write_tiles(hand)}")
    lines += _write_comments(record.comments)
    lines.append("")
    for number, entry in enumerate(record.entries, 1):
        lines.append(_write_entry(number, entry))
        lines += _write_comments(entry.comments)
    lines += ["", f"result: {record.result}"]
    if record.final is not None:
        lines.append(f"final position: {write_position(record.final)}")
    return "\n".join(lines) + "\n"


def _write_entry(number: int, entry: Entry) -> str:
    effects = f" -> {'; '.join(entry.effects)}" if entry.effects else ""
    return f"{number}. {entry.seat + 1} {write_action(entry.action)}{effects}"


def _write_comments(comments: tuple[str, ...]) -> list[str]:
    return [f"# {comment}" for comment in comments]


def read_text(text: str) -> Record:
    """The record in the text; raises `RecordError` with the line and the reason if there is none."""
    reader = _Reader()
    lines = [" ".join(line.split()) for line in text.splitlines()]
    for number, line in enumerate(lines, 1):
        said, _, comment = (" " + line).partition(" #")
        try:
            if said.strip():
                reader.read(said.strip(), f"line {number}")
            if comment.strip():
                reader.comment(comment.strip())
        except (NotationError, ImpossiblePosition, ValueError) as error:
            raise RecordError(str(error), f"line {number}") from None
    return reader.record()


@dataclass
class _Reader:
    """What has been read so far."""

    version: int | None = None
    edition: Edition | None = None
    first: Seat | None = None
    players: list[tuple[str, str]] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)
    deal: list[Hand] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    result: str | None = None
    final: State | None = None
    comments: dict[int, list[str]] = field(default_factory=dict)  # by number of the action before; 0: none

    def read(self, line: str, where: str) -> None:
        if self.version is None:
            self.read_title(line, where)
        elif self.result is not None:
            self.read_final(line, where)
        elif match := _ENTRY.fullmatch(line):
            self.read_entry(match, where)
        elif match := _PLAYER.fullmatch(line):
            self.read_player(match, where)
        elif match := _DEAL.fullmatch(line):
            self.read_deal(match, where)
        elif match := _TAG.fullmatch(line):
            self.read_tag(match["key"], match["value"], where)
        else:
            raise RecordError(f"{line!r} is neither a tag, a deal, a numbered action nor a comment", where)

    def read_title(self, line: str, where: str) -> None:
        if line not in TITLES:
            raise RecordError(f"a record begins with 'tsuro record 2', or 1, not {line!r}", where)
        self.version = TITLES[line]

    def read_final(self, line: str, where: str) -> None:
        match = _FINAL.fullmatch(line)
        if match is None or self.version == 1 or self.final is not None:
            last = "the result" if self.version == 1 else "the final position"
            raise RecordError(f"a record ends with {last}, but here is {line!r}", where)
        self.final = read_position(match["position"])

    def read_tag(self, key: str, value: str, where: str) -> None:
        if self.entries and key != "result":
            raise RecordError(f"the tag {key!r} belongs before the first action", where)
        if key == "edition" and self.edition is None:
            self.edition = read_stored_edition(value) if self.version == 1 else read_edition(value)
        elif key == "first" and self.first is None:
            self.first = read_seat(value)
        elif key == "result":
            self.result = value
        elif key in {"edition", "first", "player", "deal", "tsuro"} or key in self.tags:
            raise RecordError(f"{key!r} is not well formed, or is there twice", where)
        else:
            self.tags[key] = value

    def read_player(self, match: re.Match[str], where: str) -> None:
        if read_seat(match["seat"]) != len(self.players) or self.deal:
            raise RecordError("players are listed as player 1, player 2 and so on, before the deal", where)
        self.players.append((match["name"], match["marker"]))

    def read_deal(self, match: re.Match[str], where: str) -> None:
        if self.entries or (match["seat"] and read_seat(match["seat"]) != len(self.deal)):
            raise RecordError("hands are listed as deal 1, deal 2 and so on, before the first action", where)
        if (match["seat"] is None) != (self.edition is not None and self.edition.one_open_hand):
            raise RecordError("an open hand is written 'deal:', a player's hand 'deal 1:'", where)
        self.deal.append(read_tiles(match["tiles"]))

    def read_entry(self, match: re.Match[str], where: str) -> None:
        if int(match["number"]) != len(self.entries) + 1:
            raise RecordError(f"this should be number {len(self.entries) + 1}, not {match['number']}", where)
        effects = tuple(effect.strip() for effect in (match["effects"] or "").split(";"))
        self.entries.append(
            Entry(
                seat=read_seat(match["seat"]),
                action=read_action(match["action"]),
                effects=tuple(effect for effect in effects if effect),
                where=where,
            )
        )

    def comment(self, comment: str) -> None:
        """A comment belongs to the action before it, or to the whole record."""
        self.comments.setdefault(len(self.entries), []).append(comment)

    def commented(self) -> tuple[Entry, ...]:
        """The entries with their comments."""
        return tuple(
            replace(entry, comments=tuple(self.comments[number])) if number in self.comments else entry
            for number, entry in enumerate(self.entries, 1)
        )

    def cut_off(self, missing: str) -> RecordError:
        return RecordError(f"the record does not say {missing!r}: is it cut off?", "end of the record")

    def record(self) -> Record:
        if self.edition is None or self.first is None or self.result is None:
            missing = "edition" if self.edition is None else "first" if self.first is None else "result"
            raise self.cut_off(missing)
        if self.final is None and self.version != 1:
            raise self.cut_off("final position")
        try:
            setup = Setup(
                edition=self.edition,
                players=len(self.players),
                first=self.first,
                markers=tuple(marker for _, marker in self.players),
            )
        except ValueError as error:
            raise RecordError(str(error), "players") from None
        record = Record(
            setup=setup,
            names=tuple(name for name, _ in self.players),
            deal=tuple(self.deal),
            entries=self.commented(),
            result=self.result,
            tags=tuple(self.tags.items()),
            comments=tuple(self.comments.get(0, ())),
            final=self.final,
        )
        return without_useless_effects(record) if self.version == 1 else record
