"""Keeps the games of a tournament in a file, so that it can go on later.

The first line says what is played, every other line is one game. The games of a block are
written together: an incomplete block, after a power failure, is played again. No times are kept, so that the
same tournament has the same file; those in files of before 0.8 are not read.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tsuro.arena.errors import ArenaError
from tsuro.arena.outcomes import Forfeit, Played
from tsuro.arena.tournament import Tournament
from tsuro.bots import PLAY_SAME_SINCE
from tsuro.game.board import START_MARKS, point_name
from tsuro.game.errors import TsuroError
from tsuro.notation import read_point, write_edition

__all__ = ["Ledger"]

FORMAT = 1
_WRONG = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)


class Ledger:
    """The open file; `kept` holds the blocks that were already in it."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self._path, self._tournament = path, tournament
        self._names = [entrant.name for entrant in tournament.entrants]
        self.kept: dict[int, tuple[Played, ...]] = {}
        self._length = 0
        try:
            # A device has nothing to read, or never ends.
            content = path.read_bytes() if path.is_file() else b""
            self._take_in(content)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as error:
            raise ArenaError(f"{path}: {error.strerror or error}") from None
        self._cut()
        if not self._length:
            self._write(_line(_settings(tournament)))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        os.close(self._file)

    def add(self, games: Sequence[Played]) -> None:
        """Write a block; when this returns, it is on the disk."""
        self._write(b"".join(_line(self._entry(game)) for game in games))

    def _write(self, lines: bytes) -> None:
        try:
            os.lseek(self._file, self._length, os.SEEK_SET)
            left = memoryview(lines)
            while left:
                left = left[os.write(self._file, left) :]
            self._sync()
        except OSError as error:
            self._cut()
            raise ArenaError(
                f"{self._path}: {error.strerror or error}; the games written before are kept: "
                "run the same command again to go on"
            ) from None
        self._length += len(lines)

    def _sync(self) -> None:
        if self._path.is_file():
            os.fsync(self._file)

    def _cut(self) -> None:
        """Cut off an incomplete block."""
        if self._path.is_file():
            os.ftruncate(self._file, self._length)

    def _take_in(self, content: bytes) -> None:
        """Read what is there, up to the last complete block."""
        lines = content.split(b"\n")
        lines.pop()  # what follows the last line break is empty, or cut off
        if not lines:
            if content and not _line(_settings(self._tournament)).startswith(content):
                raise ArenaError(f"{self._path}: this is not a file of arena results")
            return
        self._check_settings(lines[0])
        at = self._length = len(lines[0]) + 1
        block: list[Played] = []
        for number, line in enumerate(lines[1:], 2):
            at += len(line) + 1
            try:
                block.append(self._game(json.loads(line)))
            except _WRONG:
                if number == len(lines):
                    return  # cut off: a power failure may leave anything there
                raise ArenaError(f"{self._path}: line {number} is not a game of this tournament") from None
            if len(block) == self._tournament.players:
                self._keep(block, number)
                block, self._length = [], at

    def _keep(self, block: list[Played], line: int) -> None:
        turns = [(game.block, game.turn) for game in block]
        if turns != [(block[0].block, turn) for turn in range(len(block))]:
            raise ArenaError(f"{self._path}: the lines up to {line} are not the games of one deal")
        self.kept[block[0].block] = tuple(block)

    def _check_settings(self, line: bytes) -> None:
        try:
            found = json.loads(line)
            found["tsuro arena"]
        except _WRONG:
            raise ArenaError(f"{self._path}: this is not a file of arena results") from None
        wanted = _settings(self._tournament)
        for key in {**wanted, **found}:
            if found.get(key) != wanted.get(key):
                raise ArenaError(
                    f"{self._path}: the file belongs to another tournament: its {key} is {found.get(key)}, "
                    f"not {wanted.get(key)}; name another file"
                )

    def _entry(self, game: Played) -> dict[str, Any]:
        return {
            "deal": game.block,
            "turn": game.turn,
            "seats": [self._names[entrant] for entrant in game.lineup],
            "ranking": game.ranking,
            "shares": game.shares,
            "marks": [point_name(mark) for mark in game.marks],
            "tiles": game.tiles,
            "moves": game.moves,
            "forfeits": [{"seat": f.seat, "action": f.action, "reason": f.reason} for f in game.forfeits],
        }

    def _game(self, entry: dict[str, Any]) -> Played:
        """The game in a line; a bad line raises one of `_WRONG`."""
        game = Played(
            block=int(entry["deal"]),
            turn=int(entry["turn"]),
            lineup=tuple(self._names.index(name) for name in entry["seats"]),
            ranking=tuple(tuple(int(seat) for seat in rank) for rank in entry["ranking"]),
            shares=tuple(float(share) for share in entry["shares"]),
            marks=tuple(_mark(text) for text in entry["marks"]),
            tiles=int(entry["tiles"]),
            moves=tuple(int(count) for count in entry["moves"]),
            forfeits=tuple(
                Forfeit(seat=int(f["seat"]), action=int(f["action"]), reason=str(f["reason"]))
                for f in entry["forfeits"]
            ),
        )
        self._check(game)
        return game

    def _check(self, game: Played) -> None:
        seats = list(range(self._tournament.players))
        by_seat = (game.lineup, game.shares, game.marks, game.moves)
        if any(len(values) != len(seats) for values in by_seat):
            raise ValueError("a value for each seat is needed")
        if sorted(seat for rank in game.ranking for seat in rank) != seats or not game.ranking[0]:
            raise ValueError("every seat has one place in the ranking")
        if not {forfeit.seat for forfeit in game.forfeits} <= set(seats):
            raise ValueError("nobody sits there")


def _mark(text: str) -> int:
    try:
        return START_MARKS[START_MARKS.index(read_point(text))]
    except TsuroError as error:
        raise ValueError(str(error)) from None


def _settings(tournament: Tournament) -> dict[str, Any]:
    """What decides every game; how many are played, and by how many processes, may change."""
    return {
        "tsuro arena": FORMAT,
        "version": PLAY_SAME_SINCE,
        "entrants": [entrant.name for entrant in tournament.entrants],
        "players": tournament.players,
        "edition": write_edition(tournament.edition),
        "seed": tournament.seed,
        "lone": tournament.lone,
        "seconds per move": tournament.seconds_per_move,
    }


def _line(entry: dict[str, Any]) -> bytes:
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode(errors="surrogatepass") + b"\n"
