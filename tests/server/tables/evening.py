"""Tables for tests: a log that grows, a clock that is set by hand, guests who ask for things."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from msgspec import structs

from tsuro.deal import Deal
from tsuro.game.actions import Action, PlayTile
from tsuro.game.errors import Refused, TsuroError
from tsuro.game.state import Phase
from tsuro.match import Match
from tsuro.notation import NotationError, write_action
from tsuro.server.messages import Request, requests
from tsuro.server.messages.creation import NewTable
from tsuro.server.messages.views import Played
from tsuro.server.options import Clock, First, NoClock, TableOptions
from tsuro.server.tables import log
from tsuro.server.tables.commands import decide, out_of_time
from tsuro.server.tables.creation import decide_creation
from tsuro.server.tables.dealing import deal
from tsuro.server.tables.due import BotToMove, OutOfTime, StandInToMove, ToDeal, ToWarn
from tsuro.server.tables.log import LogEntry
from tsuro.server.tables.refusals import TableRefused, reason
from tsuro.server.tables.table import Table

__all__ = ["BEGIN", "MINUTE", "SECOND", "Evening", "careful", "evening_with", "fierce"]

SECOND = 1000
MINUTE = 60 * SECOND
UNTIMED = NoClock()
BEGIN = 1_700_000_000_000  # when the evenings begin


def careful(match: Match) -> Action:
    """An action after which as many markers as possible are in play; start marks are far from each other."""
    if match.state.phase is Phase.PLAY_TILE:
        previews = [preview for preview in match.view(match.active).previews if preview.refusal is None]
        return PlayTile(min(previews, key=lambda preview: len(preview.eliminated)).tile)
    return match.legal_actions[7 * match.active % 40]


def fierce(match: Match) -> Action:
    """An action that eliminates as many others as possible."""
    if match.state.phase is Phase.PLAY_TILE:
        previews = [preview for preview in match.view(match.active).previews if preview.refusal is None]
        alive = [preview for preview in previews if match.active not in preview.eliminated]
        return PlayTile(max(alive or previews, key=lambda preview: len(preview.eliminated)).tile)
    return match.legal_actions[0]


class Evening:
    """A table whose host is ann, and everything that happens at it."""

    def __init__(
        self, *, seats: int = 2, clock: Clock = UNTIMED, first: First = "chosen", edition: str = "modern"
    ):
        self.now = BEGIN
        self.away: dict[str, int] = {}
        self.options = TableOptions(edition=edition, seats=seats, clock=clock, first=first)
        self.log: list[LogEntry] = []
        wanted = NewTable(edition=edition, seats=seats, clock=clock, first=first)
        self.log += decide_creation("ann", wanted, play="p", watch="w", now=self.now)
        self.table = Table.replay(self.log)
        self.choose: Callable[[Match], Action] = careful
        self._ids = count(1)

    def request(self, kind: type[Any], **fields: Any) -> Any:
        return kind(id=f"r{next(self._ids)}", **fields)

    def ask(self, guest: str, kind: type[Any], **fields: Any) -> tuple[LogEntry, ...]:
        """Let the guest ask for something that is done; returns the new entries."""
        return self.do(guest, self.request(kind, **fields))

    def do(self, guest: str, request: Request) -> tuple[LogEntry, ...]:
        entries = decide(self.table, guest, request, now=self.now, away=self.away, program="program")
        return self.append(*[self._repeatable(entry) for entry in entries])

    def _repeatable(self, entry: LogEntry) -> LogEntry:
        """The entry; a game gets the same tiles whenever the test runs."""
        if not isinstance(entry, log.Started) or self.table.next_deal is not None:
            return entry
        secret = f"{len(self.log):064x}"
        first = Deal.shared(secret, entry.contributions).first_of(len(entry.seats))
        return structs.replace(entry, secret=secret, first=first if entry.first_by_chance else entry.first)

    def commit(self) -> str:
        """Let the server commit to the next deal; returns the commitment."""
        self.append(log.Committed(at=self.now, secret=f"{len(self.log):064x}"))
        assert self.table.next_deal is not None
        return self.table.next_deal.commitment

    def append(self, *entries: LogEntry) -> tuple[LogEntry, ...]:
        for entry in entries:
            self.table.apply(entry)
        self.log += entries
        return entries

    def refusal(self, guest: str, kind: type[Any], **fields: Any) -> str:
        """The code with which the table refuses; nothing has changed."""
        before = self.told()
        with pytest.raises(TsuroError) as caught:
            self.ask(guest, kind, **fields)
        assert isinstance(caught.value, TableRefused | Refused | NotationError)
        assert self.told() == before
        return reason(caught.value).code

    def told(self) -> tuple[object, ...]:
        """All that can be seen of the table."""
        table = self.table
        record = None if table.match is None else table.match.record(open_deal=True)
        game = table.action_seq, table.last, table.clocks(self.now), table.due(), record
        return table.seq, table.host, table.view(), game

    def pass_time(self, milliseconds: int) -> None:
        self.now += milliseconds

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    def move(self, action: str | None = None) -> tuple[LogEntry, ...]:
        """Let the player on turn act, whoever it is."""
        seat = self.match.active
        guest = self.table.seats[seat].guest
        assert guest is not None
        text = action or write_action(self.choose(self.match))
        return self.ask(guest, requests.Move, seq=self.table.seq, seat=seat, action=text)

    def work(self) -> tuple[LogEntry, ...]:
        """Do what is due, as a server would, when it is due."""
        duty = self.table.due()
        assert duty is not None
        self.now = max(self.now, duty.at)
        if isinstance(duty, ToWarn):
            return self.append(log.Warned(at=self.now, seat=duty.seat, left=duty.left))
        if isinstance(duty, OutOfTime):
            return self.append(*out_of_time(self.table, duty.seat, now=self.now))
        if isinstance(duty, ToDeal):
            return self.append(*deal(self.table, now=self.now))
        assert isinstance(duty, BotToMove | StandInToMove)
        action = write_action(self.choose(self.match))
        played: Played = "bot" if isinstance(duty, BotToMove) else "stand-in"
        return self.append(log.Acted(at=self.now, seat=duty.seat, action=action, played=played))

    def play_out(self) -> None:
        """Play the game to its end: people move at once."""
        while self.table.phase == "playing":
            if isinstance(self.table.due(), BotToMove | StandInToMove):
                self.work()
            else:
                self.move()


def evening_with(
    *guests: str,
    seats: int | None = None,
    clock: Clock = UNTIMED,
    first: First = "chosen",
    edition: str = "modern",
) -> Evening:
    """A game that has begun, with these guests at the seats 0, 1, 2 …; those called bot are bots."""
    evening = Evening(seats=seats or len(guests), clock=clock, first=first, edition=edition)
    for number, guest in enumerate(guests):
        if guest == "bot":
            evening.ask("ann", requests.AddBot, seat=number, bot="wanderer")
        else:
            evening.ask(guest, requests.Sit, seat=number, name=f"{guest} {number}")
    if first != "random":
        evening.ask("ann", requests.ChooseFirst, seat=0)
    evening.ask("ann", requests.Start)
    return evening
