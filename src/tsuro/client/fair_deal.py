"""A program's part of the deals at a table, and whether the server used it (docs/protocol.md)."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from tsuro.deal import WITHHELD, seal_of
from tsuro.record import Record, RecordError, verify

__all__ = ["FairDeals", "Given", "check_deal"]


@dataclass(frozen=True, slots=True)
class Given:
    """What was contributed to a deal, and what everybody was bound to by then."""

    commitment: str  # the server's
    value: str
    bound: dict[str, str]  # by name, in the order of seats: a seal, a contribution that was open, or nothing


class FairDeals:
    """Decides what to contribute, and when."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}  # by commitment
        self._given: dict[int, Given] = {}  # by game
        self._sealed = ""  # the last commitment for which something was sealed

    def restart(self) -> None:
        """What was asked for on an earlier connection may be lost."""
        self._sealed = ""

    def request(self, table: dict[str, Any], seat: int) -> tuple[str, dict[str, str]] | None:
        """What to ask for at this table, if anything: a kind of request, and its fields."""
        commitment = table.get("next_commitment")
        if commitment is None or table["phase"] == "playing":
            return None
        value = self._values.setdefault(commitment, secrets.token_hex(16))
        mine, seal = table["seats"][seat], seal_of(commitment, value)
        if table["dealing"]:
            if mine["seal"] != seal or mine["contribution"]:
                return None
            self._given[table["game"] + 1] = Given(commitment, value, _bound(table))
            return "contribute", {"commitment": commitment, "value": value}
        if mine["seal"] or self._sealed == commitment:
            return None
        self._sealed = commitment
        return "seal", {"commitment": commitment, "seal": seal}

    def check(self, game: int, record: Record) -> bool:
        """Whether we contributed to the game; raises `RecordError` if the deal does not follow from that."""
        given = self._given.get(game)
        if given is not None:
            check_deal(record, given)
        return given is not None


def check_deal(record: Record, given: Given) -> None:
    """Raises `RecordError` unless the deal was made from what we gave, and from what bound the others."""
    verify(record)
    if record.tag("dealer-commitment") != given.commitment:
        raise RecordError("the server had committed to another deal", "dealer-commitment")
    if [name for name in given.bound if name in record.names] != [*record.names]:
        raise RecordError("others play, or in another order, than when we contributed", "players")
    parts = (part.split() for part in (record.tag("contributions") or "").split(", "))
    made = {record.names[int(number) - 1]: value for number, value in parts}
    if given.value not in made.values():
        raise RecordError("what we contributed is missing", "contributions")
    for name in record.names:
        value, bound = made.get(name, ""), given.bound[name]
        fits = {given.value, bound, *([WITHHELD] if bound else [])}
        if value not in fits and seal_of(given.commitment, value) != bound:
            raise RecordError(f"{name} did not keep to what was sealed", "contributions")


def _bound(table: dict[str, Any]) -> dict[str, str]:
    seats = (seat for seat in table["seats"] if seat["kind"] != "empty")
    return {seat["name"]: seat["contribution"] or seat["seal"] or "" for seat in seats}
