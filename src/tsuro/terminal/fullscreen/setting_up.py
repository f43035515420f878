"""What people choose before a game: who plays, and by which rules."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tsuro.bots import BOTS
from tsuro.game.edition import Edition
from tsuro.game.errors import TsuroError
from tsuro.game.state import MARKERS
from tsuro.notation import read_edition, write_edition
from tsuro.terminal.play import GUESTS
from tsuro.terminal.who import Wanted, read_player

__all__ = ["Row", "Table"]

EDITIONS = ("modern", "classic")
VARIANTS = {
    "": "the last marker on the board",
    "longest-path": "the longest path",
    "most-crossings": "the most crossings of one's own path",
    "open-tiles": "the last marker, from one open hand for all",
    "solo": "solo: one person, four markers, all tiles",
}
OPTIONS = {
    "bonus": "swap tiles after eliminating someone",
    "pass-the-pile": "the draw pile travels round the table",
    "no-ramming": "running into others is not allowed while you can avoid it",
}
PERSON = "a person at this keyboard"


@dataclass(frozen=True, slots=True)
class Row:
    """A line to choose: what it is called, how it is set, and what that means."""

    kind: str  # player, add, edition, variant, or the name of an option
    label: str
    words: str


@dataclass(frozen=True, slots=True)
class Table:
    """The game as it is set up so far, and which row the cursor is on."""

    players: tuple[Wanted, ...] = tuple(read_player(name) for name in GUESTS)
    edition: str = EDITIONS[0]
    variant: str = ""
    options: frozenset[str] = frozenset()
    at: int = 0

    @classmethod
    def of(cls, edition: Edition) -> Table:
        """The usual players, with the rules of the edition."""
        name, *parts = write_edition(edition).split("+")
        variant = next((part for part in parts if part in VARIANTS), "")
        return cls(edition=name, variant=variant, options=frozenset(parts) & OPTIONS.keys())

    @property
    def rows(self) -> tuple[Row, ...]:
        more = (Row("add", "+", "another player"),) if len(self.players) < len(MARKERS) else ()
        return (
            *(Row("player", each.name, _style(each)) for each in self.players),
            *more,
            Row("edition", "edition", self.edition),
            Row("variant", "played for", VARIANTS[self.variant]),
            *(Row(option, option, f"{self._is_on(option)}: {what}") for option, what in OPTIONS.items()),
        )

    @property
    def row(self) -> Row:
        return self.rows[self.at]

    @property
    def _has_player(self) -> bool:
        return self.row.kind == "player"

    def _is_on(self, option: str) -> str:
        if option == "bonus" and self.edition == "classic":
            return "always"
        return "yes" if option in self.options else "no"

    def moved(self, down: int) -> Table:
        return replace(self, at=(self.at + down) % len(self.rows))

    def changed(self, step: int) -> Table:
        """The next, or the last, of what can be chosen in this row."""
        match self.row.kind:
            case "player":
                return self._with_player(_next_player(self.players[self.at], step))
            case "add":
                return self.with_one_more()
            case "edition":
                return replace(self, edition=_next(EDITIONS, self.edition, step))
            case "variant":
                return replace(self, variant=_next(tuple(VARIANTS), self.variant, step))
            case option:
                return replace(self, options=self.options ^ {option})

    def with_one_more(self) -> Table:
        """Another bot, and the cursor on it; nothing at a full table."""
        if len(self.players) == len(MARKERS):
            return self
        return replace(self, players=(*self.players, read_player("apprentice")), at=len(self.players))

    def without(self) -> Table:
        """The player at the cursor leaves; one always stays."""
        if not self._has_player or len(self.players) == 1:
            return self
        return replace(self, players=self.players[: self.at] + self.players[self.at + 1 :])

    def named(self, text: str) -> Table:
        """The player at the cursor under another name, or another bot; raises `TsuroError` for what is neither."""
        return self._with_player(read_player(" ".join(text.split()))) if self._has_player else self

    def _with_player(self, player: Wanted) -> Table:
        return replace(self, players=(*self.players[: self.at], player, *self.players[self.at + 1 :]))

    def rules(self) -> Edition:
        """The edition; raises `TsuroError` where the rules do not go together, or not with the players."""
        always = {"bonus"} if self.edition == "classic" else set()
        parts = (option for option in OPTIONS if option in self.options - always)
        edition = read_edition("+".join(part for part in (self.edition, *parts, self.variant) if part))
        if edition.solo and any(each.bot for each in self.players):
            raise TsuroError("a solo game is for one person: remove the bots")
        if len(self.players) == 1 and not edition.solo:
            raise TsuroError("Tsuro is for two to eight players: add one")
        return edition


def _style(player: Wanted) -> str:
    if player.bot is None:
        return PERSON
    known = BOTS.get(player.bot.partition(":")[0])
    return known.style if known else f"a bot of yours: {player.bot}"


def _next_player(player: Wanted, step: int) -> Wanted:
    """A person becomes a bot, and that another one; after the last, it is a person again."""
    kinds = (GUESTS[0], *BOTS)
    known = player.bot.partition(":")[0] if player.bot else GUESTS[0]
    return read_player(_next(kinds, known if known in kinds else GUESTS[0], step))


def _next(choices: tuple[str, ...], now: str, step: int) -> str:
    return choices[(choices.index(now) + step) % len(choices)]
