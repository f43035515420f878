"""Records of games whose tiles the dealer and the players decided together."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.record.test_replay import refusal

from tsuro import Match, read_json, read_text, verify, write_json, write_text
from tsuro.deal import NO_CONTRIBUTIONS, Deal, seal_of
from tsuro.record import Record

ROOT = Path(__file__).parents[2]
SECRET = "5e" * 32
CONTRIBUTIONS = f"1 {'0a' * 16}, 2 withheld"


def played(contributions: str = CONTRIBUTIONS) -> Record:
    """A whole game with such a deal, in which chance decided who is first."""
    deal = Deal.shared(SECRET, contributions)
    match = Match(players=2, first=deal.first_of(2), chance=deal)
    match.add_tag("first-by", "chance")
    while not match.is_over:
        match.submit(match.active, match.legal_actions[0])
    return match.record()


RECORD = write_text(played())


def test_the_record_says_who_contributed_what() -> None:
    deal = Deal.shared(SECRET, CONTRIBUTIONS)
    tags = dict(played().tags)
    assert tags == {
        "dealer-commitment": Deal.of_secret(SECRET).commitment,
        "contributions": CONTRIBUTIONS,
        "commitment": deal.commitment,
        "first-by": "chance",
        "secret": deal.secret.hex(),
        "dealer-secret": SECRET,
    }


def test_such_a_record_is_verified_and_read_back() -> None:
    record = played()
    verify(record)
    assert read_text(RECORD).tags == read_json(write_json(record)).tags == record.tags
    again = Match.resume(read_text(RECORD).up_to(2))
    assert again.record(open_deal=True).tags == record.tags
    other = Match.resume(read_text(RECORD).up_to(2), Deal.of_seed(1))
    assert other.record(open_deal=True).tags == ()


def test_only_what_was_published_is_known_while_the_game_goes_on() -> None:
    record = played()
    published = ("dealer-commitment", "contributions", "commitment", "first-by")
    assert tuple(key for key, _ in record.seen_by(0).tags) == published
    assert SECRET not in write_text(record.seen_by(None))


def test_where_nobody_contributed_the_record_says_so() -> None:
    record = played(NO_CONTRIBUTIONS)
    verify(record)
    assert dict(record.tags) == {
        "contributions": "none",
        "commitment": Deal.of_secret(SECRET).commitment,
        "first-by": "chance",
        "secret": SECRET,
    }


def test_a_secret_that_is_not_made_of_the_parts_is_refused() -> None:
    other = Deal.shared(SECRET, f"1 {'0b' * 16}")
    changed = RECORD.replace(CONTRIBUTIONS, other.origin.contributions if other.origin else "")
    assert refusal(read_text(changed)).startswith("contributions: the deal does not follow from")


@pytest.mark.parametrize(
    ("wrong", "right", "reason"),
    [
        (f"dealer-secret: {SECRET}\n", "", "dealer-secret: the record does not say the dealer's part"),
        (f"dealer-secret: {SECRET}", "dealer-secret: 5e", "dealer-commitment: the dealer's secret does not fit"),
        (f"dealer-secret: {SECRET}", "dealer-secret: xyz", "contributions: what the dealer and the players"),
        ("dealer-commitment: ", "dealer-commitment: 0", "dealer-commitment: the dealer's secret does not fit"),
        (
            "2 withheld",
            "two withheld",
            "contributions: what the dealer and the players",
        ),
        ("2 withheld", "1 withheld", "contributions: what the dealer and the players"),
    ],
)
def test_parts_that_do_not_fit_are_refused(wrong: str, right: str, reason: str) -> None:
    assert refusal(read_text(RECORD.replace(wrong, right))).startswith(reason)


@pytest.mark.parametrize("contributions", ["", "contributions: none\n"])
def test_a_dealer_who_decided_alone_was_bound_to_this_deal(contributions: str) -> None:
    """Otherwise a server could publish one commitment, and deal by another that suits it."""
    alone = write_text(played(NO_CONTRIBUTIONS)).replace("contributions: none\n", contributions)
    verify(read_text(alone))
    commitment = f"commitment: {Deal.of_secret(SECRET).commitment}\n"
    verify(read_text(alone.replace(commitment, f"dealer-{commitment}{commitment}")))
    for added, reason in (
        (f"dealer-commitment: {'ab' * 32}\n", "dealer-commitment: the dealer was bound to another deal"),
        (f"dealer-secret: {SECRET}\n", "dealer-secret: the dealer has a secret besides that of the deal"),
    ):
        assert refusal(read_text(alone.replace(commitment, added + commitment))).startswith(reason)


def test_contributions_cannot_be_left_out_of_a_record() -> None:
    for less in (RECORD.replace(f"contributions: {CONTRIBUTIONS}\n", ""), RECORD.replace(CONTRIBUTIONS, "none")):
        assert refusal(read_text(less)).startswith("dealer-secret: ")


def test_nobody_contributes_who_does_not_play() -> None:
    record = played(f"1 {'0a' * 16}, 3 {'0b' * 16}")
    assert refusal(record) == "contributions: somebody contributed who does not play"


def test_chance_must_have_chosen_the_first_player() -> None:
    deal = Deal.shared(SECRET, CONTRIBUTIONS)
    match = Match(players=2, first=1 - deal.first_of(2), chance=deal)
    verify(match.record(open_deal=True))  # the table may choose, too
    match.add_tag("first-by", "chance")
    assert refusal(match.record(open_deal=True)) == "first: chance chose another player to be first"


def test_a_seal_binds_without_giving_away() -> None:
    value = "0a" * 16
    assert seal_of("c" * 64, value) != seal_of("d" * 64, value)
    assert value not in seal_of("c" * 64, value)


def test_the_record_that_the_page_is_tested_with_is_one() -> None:
    record = read_text((ROOT / "tests" / "page_unit" / "end" / "shared-deal.tsuro").read_text(encoding="utf-8"))
    verify(record)
    assert (record.tag("contributions") or "").endswith(", 3 withheld")
