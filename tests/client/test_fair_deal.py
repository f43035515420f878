"""A program takes part in deals, and notices a server that does not keep to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest
from tests.server.tables.evening import Evening

from tsuro.client.fair_deal import FairDeals, Given, check_deal
from tsuro.deal import seal_of
from tsuro.record import Record, RecordError
from tsuro.server.messages import ENCODER, requests

ANN = "a" * 32


def told(evening: Evening) -> dict[str, Any]:
    """The table as clients get it."""
    return dict(msgspec.json.decode(ENCODER.encode(evening.table.view())))


def ask(evening: Evening, deals: FairDeals) -> str | None:
    """Let the program at seat 1 do what it wants; returns what that was."""
    wanted = deals.request(told(evening), 1)
    if wanted is None:
        return None
    kinds: dict[str, type[Any]] = {"seal": requests.Seal, "contribute": requests.Contribute}
    evening.ask("ben", kinds[wanted[0]], **wanted[1])
    return wanted[0]


def gathered() -> Evening:
    evening = Evening(seats=3)
    for number, guest in enumerate(("ann", "ben")):
        evening.ask(guest, requests.Sit, seat=number, name=guest.title())
    return evening


def played(deals: FairDeals) -> Evening:
    """A whole game for which both contribute, ann without a seal."""
    evening = gathered()
    assert ask(evening, deals) is None
    commitment = evening.commit()
    assert ask(evening, deals) == "seal"
    assert ask(evening, deals) is None
    opened = requests.Contribution(commitment=commitment, value=ANN)
    evening.ask("ann", requests.Start, contribution=opened)
    assert ask(evening, deals) == "contribute"
    assert ask(evening, deals) is None
    evening.play_out()
    return evening


def test_it_seals_then_opens_and_finds_its_part_in_the_record() -> None:
    deals = FairDeals()
    record = played(deals).match.record()
    assert deals.check(1, record)
    assert not deals.check(2, record)  # to which it contributed nothing


def test_on_a_new_connection_it_seals_again_if_the_seal_is_lost() -> None:
    deals, evening = FairDeals(), gathered()
    commitment = evening.commit()
    first = deals.request(told(evening), 1)
    assert deals.request(told(evening), 1) is None
    deals.restart()
    assert deals.request(told(evening), 1) == first
    other = {"commitment": commitment, "seal": "0" * 64}
    evening.ask("ben", requests.Seal, **other)  # by another program of the same guest
    evening.ask("ann", requests.Start)
    assert deals.request(told(evening), 1) is None


def test_a_server_that_knows_nothing_of_it_is_asked_for_nothing() -> None:
    table = told(gathered())
    del table["next_commitment"], table["dealing"]
    assert FairDeals().request(table, 1) is None


@pytest.fixture(scope="module")
def record() -> Record:
    return played(FairDeals()).match.record()


def given(record: Record, **changes: Any) -> Given:
    value = (record.tag("contributions") or "").rpartition(" ")[2]
    commitment = record.tag("dealer-commitment") or ""
    return replace(Given(commitment, value, {"Ann": ANN, "Ben": seal_of(commitment, value)}), **changes)


def test_what_was_kept_is_fair(record: Record) -> None:
    check_deal(record, given(record))
    sealed = seal_of(record.tag("dealer-commitment") or "", ANN)
    check_deal(record, given(record, bound={"Ann": sealed, "Watcher": "", "Ben": ""}))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"commitment": "0" * 64}, "committed to another deal"),
        ({"value": "0" * 32}, "what we contributed is missing"),
        ({"bound": {"Ben": "", "Ann": ANN}}, "in another order"),
        ({"bound": {"Ann": "", "Ben": ""}}, "Ann did not keep to what was sealed"),
        ({"bound": {"Ann": "0" * 64, "Ben": ""}}, "Ann did not keep to what was sealed"),
    ],
)
def test_a_server_that_does_not_keep_to_it_is_noticed(record: Record, changes: dict[str, Any], why: str) -> None:
    with pytest.raises(RecordError, match=why):
        check_deal(record, given(record, **changes))


def test_a_sealed_part_that_is_dropped_is_noticed(record: Record) -> None:
    with pytest.raises(RecordError, match="Ann did not keep"):
        check_deal(record, given(record, bound={"Ann": "0" * 64, "Ben": "0" * 64}))
    contributions = f"2 {given(record).value}"
    tags = tuple((key, contributions if key == "contributions" else value) for key, value in record.tags)
    with pytest.raises(RecordError, match="does not follow"):
        check_deal(replace(record, tags=tags), given(record))
