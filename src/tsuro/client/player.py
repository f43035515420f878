"""A bot that sits at a table of a server elsewhere, and plays there until it is told to leave."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from random import random
from typing import Any

from tsuro.client.fair_deal import FairDeals
from tsuro.client.table import LostConnection, RefusedThere, RemoteTable, TableGone
from tsuro.game.errors import TsuroError
from tsuro.game.outcome import outcome
from tsuro.game.view import view
from tsuro.notation import write_action
from tsuro.player import Player
from tsuro.record import RecordError, replay
from tsuro.render.words import describe_outcome

__all__ = ["Visitor"]

SOON, GROWTH, LATER = 1.0, 1.5, 10.0  # seconds before trying to connect again, at most; more each time
_NOT_NOW = {
    *("stale", "from-the-future", "not-your-turn", "not-playing", "already-over", "time-is-up", "game-running"),
    *("already-wanted", "no-stand-in", "stand-in-plays"),
    *("dealing", "not-dealing", "other-commitment", "other-contribution", "too-many-changes"),
}


class Visitor:
    """Takes a seat, plays each game, and comes back after a lost connection; `tell` is told, in words."""

    def __init__(
        self,
        table: RemoteTable,
        player: Player,
        *,
        name: str,
        tell: Callable[[str], None],
        begin_game: Callable[[], None] = lambda: None,
        remarks: Callable[[str], Iterable[str]] = lambda _edition: (),
    ) -> None:
        """`begin_game` is called before each game, for players that want to know.

        `remarks` are what there is to tell about the player in an edition.
        """
        self._table, self._player, self._wanted, self._tell = table, player, name, tell
        self._begin_game, self._remarks = begin_game, remarks
        self._remarked = ""  # the edition about which there were remarks last
        self._seat: int | None = None
        self._view: dict[str, Any] = {}  # of the table, as it was told last
        self._told_begin = self._told_end = 0  # the last game of which it was said that it begins, or is over
        self._is_waiting = False
        self._deals = FairDeals()

    def stay(self) -> None:
        """Play until somebody removes us or the table, which raises `TableGone`; anything else wrong is told."""
        wait = SOON
        while True:
            try:
                for message in self._table.stream():
                    if wait != SOON:
                        self._tell("Connected again.")
                    wait = SOON
                    self._hear(message)
                reason = "the server closed the connection"
            except LostConnection as lost:
                reason = str(lost)
            if wait == SOON:
                self._tell(f"{_sentence(reason)} Trying again…")
            time.sleep(wait * random())  # all who lost the server at the same moment come back spread out
            wait = min(GROWTH * wait, LATER)

    @property
    def has_sat(self) -> bool:
        """Whether it has ever had a seat."""
        return self._seat is not None

    def leave(self) -> None:
        """Free the seat; in a running game a stand-in takes over."""
        if self._seat is not None:
            self._table.ask("leave")

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "goodbye" and message["reason"] == "removed":
            raise TableGone(message["sentence"])
        self._view = message.get("table") or self._view
        if message["type"] == "snapshot":
            self._deals.restart()
        if "you" in message:
            self._find_seat(message["you"]["seats"])
        if self._view and self._view["phase"] == "playing" and self._told_begin != self._view["game"]:
            self._told_begin = self._view["game"]
            self._begin_game()
            names = ", ".join(seat["name"] for seat in self._view["seats"])
            self._tell(f"Game {self._view['game']} begins: {names}.")
        if self._seat is not None:
            self._remark()
            self._take_part(message)

    def _remark(self) -> None:
        """Tell what there is to tell about the edition, as soon as the host has chosen it."""
        edition = self._view["options"]["edition"]
        if edition != self._remarked:
            self._remarked = edition
            for sentence in self._remarks(edition):
                self._tell(sentence)

    def _find_seat(self, own: list[int]) -> None:
        """Where we sit, since seats move; a seat is taken as soon as there can be one."""
        if own:
            self._seat = own[0]
        elif self._seat is not None:
            raise TableGone("The seat was given to somebody else.")
        elif self._view["phase"] != "playing":
            self._sit()
        elif not self._is_waiting:
            self._is_waiting = True
            self._tell("A game is being played: waiting for its end.")

    def _sit(self) -> None:
        free = [number for number, seat in enumerate(self._view["seats"]) if seat["kind"] == "empty"]
        if not free:
            raise TsuroError("there is no free seat at this table")
        fields = {"seat": free[0], "name": self._wanted}
        try:
            self._table.ask("sit", **fields, program=True)
        except RefusedThere as refused:
            if refused.code != "malformed":  # by a server that does not know the field yet
                raise
            self._table.ask("sit", **fields)
        self._seat = free[0]
        name = self._table.look()["table"]["seats"][self._seat]["name"]
        self._tell(f"{name} has taken seat {self._seat + 1}. The host starts the game.")

    def _take_part(self, message: dict[str, Any]) -> None:
        mine = self._view["seats"][self._seat] if self._view["phase"] == "playing" else {}
        if mine.get("stand_in"):
            self._try("take-back", seat=self._seat)
        elif any(own["on_turn"] for own in message.get("own", ())):
            self._move(message["seq"])
        position = message.get("position") or {}
        if position.get("result") and self._told_end != self._view["game"]:
            self._tell_result()
            self._told_end = self._view["game"]  # not before: where the connection ends, it is told on the next
        if wanted := self._deals.request(self._view, self._seat or 0):
            self._try(wanted[0], **wanted[1])
        if self._view["phase"] == "over" and any(seat["wants_rematch"] for seat in self._view["seats"]):
            self._try("want-rematch")

    def _move(self, seq: int) -> None:
        record = self._table.record(self._view["game"])
        *_, last = replay(record)
        action = write_action(self._player.choose(view(last.state, last.state.active)))
        self._tell(f"{record.names[last.state.active]}: {action}")
        self._try("move", seq=seq, seat=self._seat, action=action)

    def _try(self, kind: str, **fields: Any) -> None:
        """Ask for something that may be pointless by now: then the next message says how things are."""
        try:
            self._table.ask(kind, **fields)
        except RefusedThere as refused:
            if refused.code not in _NOT_NOW:
                raise

    def _tell_result(self) -> None:
        record = self._table.record(self._view["game"])
        *_, last = replay(record)
        end = outcome(last.state)
        if end is not None:
            self._tell(describe_outcome(end, record.names))
        try:
            if self._deals.check(self._view["game"], record):
                self._tell("The deal was fair: it follows from our part and everybody else's.")
        except RecordError as error:
            self._tell(f"The deal was not fair: {error}.")


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
