"""The deal of a game is made by the server and the players together: nobody can choose it."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from tests.server.tables.evening import SECOND, Evening, evening_with

from tsuro.deal import NO_CONTRIBUTIONS, Deal, seal_of
from tsuro.record import RecordError, verify
from tsuro.server.messages import requests
from tsuro.server.options import First
from tsuro.server.tables import log
from tsuro.server.tables.commands import claim, repeated
from tsuro.server.tables.dealing import commit
from tsuro.server.tables.due import ToDeal
from tsuro.server.tables.next_deal import PATIENCE
from tsuro.server.tables.table import ImpossibleEntry, Table

ANN, BEN = "a" * 32, "b" * 32
VALUES = {"ann": ANN, "ben": BEN}


def gathered(*guests: str, seats: int | None = None, first: First = "random") -> tuple[Evening, str]:
    """A table at which these guests sit, and the server's commitment."""
    evening = Evening(seats=seats or max(2, len(guests)), first=first)
    for number, guest in enumerate(guests):
        evening.ask(guest, requests.Sit, seat=number, name=guest)
    return evening, evening.commit()


def seal(evening: Evening, guest: str) -> None:
    commitment = commitment_of(evening)
    evening.ask(guest, requests.Seal, commitment=commitment, seal=seal_of(commitment, VALUES[guest]))


def contribute(evening: Evening, guest: str) -> list[str]:
    """The kinds of the entries that come of it."""
    made = evening.ask(guest, requests.Contribute, commitment=commitment_of(evening), value=VALUES[guest])
    return [log.kind_of(entry) for entry in made]


def commitment_of(evening: Evening) -> str:
    commitment = evening.table.view().next_commitment
    assert commitment is not None
    return commitment


def contribution(evening: Evening, value: str) -> requests.Contribution:
    return requests.Contribution(commitment=commitment_of(evening), value=value)


def test_the_server_commits_before_anybody_contributes_and_tells_only_the_hash() -> None:
    evening = Evening()
    (committed,) = commit(evening.table, now=evening.now)
    assert isinstance(committed, log.Committed)
    assert len(bytes.fromhex(committed.secret)) == 32
    evening.append(committed)
    assert evening.table.view().next_commitment == Deal.of_secret(committed.secret).commitment
    assert committed.secret not in str(evening.table.view())
    assert commit(evening.table, now=evening.now) == ()  # once for each game


def test_after_a_game_the_server_commits_to_the_next() -> None:
    evening = evening_with("ann", "ben")
    assert commit(evening.table, now=evening.now) == ()
    evening.play_out()
    assert len(commit(evening.table, now=evening.now)) == 1


def test_players_seal_then_open_and_the_deal_follows_from_all_of_it() -> None:
    evening, commitment = gathered("ann", "ben")
    for guest in ("ann", "ben"):
        seal(evening, guest)
    assert [seat.seal for seat in evening.table.view().seats] == [seal_of(commitment, v) for v in (ANN, BEN)]
    assert [seat.contribution for seat in evening.table.view().seats] == [None, None]
    (dealing,) = evening.ask("ann", requests.Start)
    assert isinstance(dealing, log.Dealing)
    assert evening.table.view().dealing
    assert contribute(evening, "ben") == ["contributed"]
    assert evening.table.view().seats[1].contribution == BEN
    assert contribute(evening, "ann") == ["contributed", "started"]
    started = evening.log[-1]
    assert isinstance(started, log.Started)
    assert started.contributions == f"1 {ANN}, 2 {BEN}"
    record = evening.match.record(open_deal=True)
    assert record.tag("dealer-commitment") == commitment
    assert record.tag("contributions") == started.contributions
    assert record.tag("commitment") != commitment
    verify(record)
    assert evening.match.state.hands == _dealt(started.secret, started.contributions, evening)
    view = evening.table.view()
    assert (view.next_commitment, view.dealing, view.seats[0].seal) == (None, False, None)
    assert Table.replay(evening.log).view() == view


def _dealt(secret: str, contributions: str, evening: Evening) -> object:
    hands: dict[int, list[int]] = {}
    chance, pile = Deal.shared(secret, contributions), list(range(1, 36))
    players = evening.match.setup.players
    for turn in range(players):
        seat = (evening.match.setup.first + turn) % players
        hands[seat] = []
        for _ in range(3):
            hands[seat].append(chance(tuple(pile)))
            pile.remove(hands[seat][-1])
    return tuple(tuple(hands[seat]) for seat in range(players))


def test_whoever_begins_the_game_may_contribute_without_a_seal_and_need_not_wait() -> None:
    evening, _ = gathered("ann")
    evening.ask("ann", requests.AddBot, seat=1, bot="wanderer")
    made = evening.ask("ann", requests.Start, contribution=contribution(evening, ANN))
    assert [log.kind_of(entry) for entry in made] == ["contributed", "started"]
    assert evening.match.record().tag("contributions") == f"1 {ANN}"


def test_a_contribution_that_comes_with_the_start_is_known_before_others_open_theirs() -> None:
    evening, _ = gathered("ann", "ben")
    seal(evening, "ben")
    made = evening.ask("ann", requests.Start, contribution=contribution(evening, ANN))
    assert [log.kind_of(entry) for entry in made] == ["contributed", "dealing"]
    assert evening.table.view().seats[0].contribution == ANN
    assert contribute(evening, "ben") == ["contributed", "started"]
    assert evening.match.record().tag("contributions") == f"1 {ANN}, 2 {BEN}"


def test_nobody_waits_for_ever() -> None:
    evening, _ = gathered("ann", "ben")
    seal(evening, "ben")
    evening.ask("ann", requests.Start, contribution=contribution(evening, ANN))
    assert evening.table.due() == ToDeal(at=evening.now + PATIENCE)
    assert evening.table.wakes_at is None
    (started,) = evening.work()
    assert isinstance(started, log.Started)
    assert started.contributions == f"1 {ANN}, 2 withheld"
    verify(evening.match.record(open_deal=True))


def test_nobody_waits_for_those_who_are_away() -> None:
    evening, _ = gathered("ann", "ben")
    seal(evening, "ben")
    evening.away["ben"] = evening.now - 2 * SECOND
    (started,) = evening.ask("ann", requests.Start)
    assert isinstance(started, log.Started)
    assert started.contributions == "2 withheld"


def test_a_page_that_is_loaded_again_is_waited_for() -> None:
    evening, _ = gathered("ann", "ben")
    seal(evening, "ben")
    evening.away["ben"] = evening.now - SECOND
    (dealing,) = evening.ask("ann", requests.Start)
    assert isinstance(dealing, log.Dealing)


def test_clients_that_know_nothing_of_it_play_as_before() -> None:
    evening, commitment = gathered("ann", "ben")
    (started,) = evening.ask("ann", requests.Start)
    assert isinstance(started, log.Started)
    assert started.contributions == NO_CONTRIBUTIONS
    assert evening.match.commitment == commitment  # the server's secret is that of the deal
    record = evening.match.record(open_deal=True)
    assert (record.tag("contributions"), record.tag("secret")) == ("none", started.secret)
    verify(record)


def test_another_game_is_dealt_by_all_who_want_it() -> None:
    evening = evening_with("ann", "ben")
    evening.play_out()
    evening.commit()
    for guest in ("ann", "ben"):
        seal(evening, guest)
    evening.ask("ann", requests.WantRematch, contribution=contribution(evening, ANN))
    assert evening.table.seats[0].contribution is None  # it comes too early, and nobody is told
    *_, dealing = evening.ask("ben", requests.WantRematch)
    assert isinstance(dealing, log.Dealing)
    assert evening.refusal("ben", requests.WantRematch) == "dealing"
    contribute(evening, "ann")
    contribute(evening, "ben")
    assert evening.table.games == 2
    assert evening.match.record().tag("contributions") == f"1 {ANN}, 2 {BEN}"


def test_a_host_who_does_not_play_contributes_nothing() -> None:
    evening, _ = gathered("ben", "cleo")
    made = contribution(evening, ANN)
    assert evening.refusal("ann", requests.Start, contribution=made) == "not-seated"


def test_a_player_who_left_and_comes_back_contributes_to_the_next_deal() -> None:
    evening = evening_with("ann", "ben")
    evening.ask("ben", requests.Leave)
    evening.play_out()
    evening.commit()
    evening.away["ann"] = evening.now
    evening.ask("ben", requests.WantRematch, contribution=contribution(evening, BEN))
    assert evening.match.record().tag("contributions") == f"2 {BEN}"


def test_a_guest_with_several_seats_contributes_once() -> None:
    evening, _ = gathered("ann", "ann")
    seal(evening, "ann")
    evening.ask("ann", requests.Start)
    contribute(evening, "ann")
    assert evening.match.record().tag("contributions") == f"1 {ANN}"


def test_a_seal_moves_with_its_player() -> None:
    evening, commitment = gathered("ann", "ben", seats=3)
    seal(evening, "ann")
    evening.ask("ann", requests.ChangeSeat, seat=0, to=2)
    evening.ask("ann", requests.Sit, seat=2, name="Anna")
    assert [seat.seal for seat in evening.table.seats] == [None, None, seal_of(commitment, ANN)]
    evening.ask("ann", requests.Start)
    contribute(evening, "ann")
    assert evening.match.record().tag("contributions") == f"2 {ANN}"


def test_a_seal_goes_with_its_player() -> None:
    evening, commitment = gathered("ann", "ben")
    seal(evening, "ben")
    evening.append(*claim(evening.table, "ben", "phone", now=evening.now))  # which cannot open it
    assert evening.table.seats[1].seal is None
    evening.ask("phone", requests.Seal, commitment=commitment, seal=seal_of(commitment, BEN))
    evening.ask("phone", requests.Leave)
    evening.ask("cleo", requests.Sit, seat=1, name="Cleo")
    assert evening.table.seats[1].seal is None


def test_a_seal_that_is_handed_over_while_tiles_are_dealt_counts_as_withheld() -> None:
    evening, _ = gathered("ann", "ben")
    seal(evening, "ben")
    evening.ask("ann", requests.Start)
    evening.append(*claim(evening.table, "ben", "phone", now=evening.now))
    evening.work()
    assert evening.match.record().tag("contributions") == "2 withheld"


def test_nothing_else_changes_while_tiles_are_dealt() -> None:
    evening, commitment = gathered("ann", "ben", seats=3, first="chosen")
    seal(evening, "ben")
    evening.ask("ann", requests.Start)
    assert evening.refusal("cleo", requests.Sit, seat=2, name="Cleo") == "dealing"
    assert evening.refusal("ann", requests.Start) == "dealing"
    assert evening.refusal("ben", requests.Leave) == "dealing"
    assert evening.refusal("ann", requests.Undo, seq=evening.table.seq, seat=0) == "dealing"
    assert evening.refusal("ben", requests.Seal, commitment=commitment, seal="0" * 64) == "dealing"


def test_what_does_not_fit_is_refused() -> None:
    evening, commitment = gathered("ann", "ben")
    fields = {"commitment": commitment, "value": ANN}
    assert evening.refusal("ann", requests.Contribute, **fields) == "not-dealing"
    assert evening.refusal("cleo", requests.Seal, commitment=commitment, seal="0" * 64) == "not-seated"
    assert evening.refusal("ann", requests.Seal, commitment="0" * 64, seal="0" * 64) == "other-commitment"
    other = requests.Contribution(commitment="0" * 64, value=ANN)
    assert evening.refusal("ann", requests.Start, contribution=other) == "other-commitment"
    seal(evening, "ben")
    evening.ask("ann", requests.Start)
    assert evening.refusal("ann", requests.Contribute, **fields) == "not-dealing"  # it has sealed nothing
    assert evening.refusal("ben", requests.Contribute, **fields) == "other-contribution"
    contribute(evening, "ben")
    assert evening.refusal("ben", requests.Seal, commitment=commitment, seal="0" * 64) == "game-running"
    assert evening.refusal("ben", requests.Contribute, commitment=commitment, value=BEN) == "other-commitment"


def test_the_same_request_is_done_once() -> None:
    evening, commitment = gathered("ann", "ben")
    sealing = requests.Seal(id="s", commitment=commitment, seal=seal_of(commitment, BEN))
    opening = requests.Contribute(id="o", commitment=commitment, value=BEN)
    evening.do("ben", sealing)
    evening.ask("ann", requests.Start)
    evening.do("ben", opening)
    assert repeated(evening.table, "ben", sealing) == 5
    assert repeated(evening.table, "ben", opening) == evening.table.seq


# What a server could do that does not keep to it


STARTED = log.Started(at=0, seats=(0, 1), first=0, secret="00", contributions=NO_CONTRIBUTIONS)  # noqa: S106 -- of a deal


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (log.Committed(at=0, secret="00"), "committed already"),  # noqa: S106 -- of a deal
        (log.Sealed(at=0, seat=1, seal="0"), "nobody sits there"),
        (log.Contributed(at=0, seat=1, value=BEN), "nobody sits there"),
        (log.Contributed(at=0, seat=0, value=BEN), "does not fit its seal"),
        (STARTED, "nobody sits at"),
    ],
)
def test_entries_that_cannot_be(entry: log.LogEntry, why: str) -> None:
    evening, _ = gathered("ann")
    seal(evening, "ann")
    with pytest.raises(ImpossibleEntry, match=why):
        evening.table.apply(entry)


def test_a_log_cannot_deal_anything_but_what_was_committed_to() -> None:
    evening, _ = gathered("ann", "ben")
    seal(evening, "ben")
    evening.ask("ann", requests.Start, contribution=contribution(evening, ANN))
    with pytest.raises(ImpossibleEntry, match="a seat contributes once"):
        evening.table.apply(log.Contributed(at=0, seat=0, value=BEN))
    contribute(evening, "ben")
    *before, started = evening.log
    assert isinstance(started, log.Started)
    wrong = {
        "not the one that was committed to": structs.replace(started, secret="00" * 32),
        "not those that were made": structs.replace(started, contributions=f"1 {ANN}"),
        "another player to be first": structs.replace(started, first=1 - started.first),
    }
    for why, entry in wrong.items():
        with pytest.raises(ImpossibleEntry, match=why):
            Table.replay([*before, entry])


def test_nobody_adds_to_a_deal_when_the_others_are_open() -> None:
    evening, _ = gathered("ann", "ben")
    seal(evening, "ben")
    evening.ask("ann", requests.Start)
    with pytest.raises(ImpossibleEntry, match="too late"):
        evening.table.apply(log.Contributed(at=0, seat=0, value=ANN))


def test_without_a_commitment_nothing_can_be_contributed() -> None:
    evening = Evening()
    with pytest.raises(ImpossibleEntry, match="has not committed"):
        evening.table.apply(log.Dealing(at=0))
    with pytest.raises(ImpossibleEntry, match="not in hexadecimal"):
        evening.table.apply(log.Committed(at=0, secret="x"))  # noqa: S106 -- of a deal
    playing = evening_with("ann", "ben")
    with pytest.raises(ImpossibleEntry, match="a game is being played"):
        playing.table.apply(log.Contributed(at=0, seat=0, value=ANN))


WANTED = {17, 18, 19}  # a hand that somebody would like to have
TRIES = 40_000  # one hand in 6,545 is the wanted one


def hand_of(deal: Deal) -> set[int]:
    """The hand of the first player."""
    pile = [*range(1, 36)]
    for _ in range(3):
        pile.remove(deal(tuple(pile)))
    return {*range(1, 36)} - {*pile}


def test_a_server_that_tries_secrets_gets_any_hand_where_nobody_contributes() -> None:
    """As in every game of earlier versions: the commitment came together with the tiles."""
    secret = next(f"{n:064x}" for n in range(TRIES) if hand_of(Deal.of_secret(f"{n:064x}")) == WANTED)
    evening = Evening(seats=2)
    for number, guest in enumerate(("ann", "ben")):
        evening.ask(guest, requests.Sit, seat=number, name=guest)
    evening.append(log.Started(at=0, seats=(0, 1), first=0, secret=secret))
    assert {*evening.match.state.hands[0]} == WANTED
    record = evening.match.record(open_deal=True)
    verify(record)  # which is why such a record does not say that anybody contributed
    assert record.tag("contributions") is None


def test_a_server_cannot_choose_its_secret_when_it_knows_what_a_client_contributed() -> None:
    evening, commitment = gathered("ann", "ben", first="chosen")
    seal(evening, "ben")
    evening.ask("ann", requests.Start)
    contribute(evening, "ben")
    record = evening.match.record(open_deal=True)
    verify(record)
    contributions = record.tag("contributions") or ""
    tried = (Deal.shared(f"{number:064x}", contributions) for number in range(TRIES))
    forged = next(deal for deal in tried if hand_of(deal) == WANTED)
    assert forged.origin is not None
    assert forged.origin.commitment != commitment
    dealt = Table.replay(evening.log[:3])  # the same game with that hand, as a record
    dealt.apply(log.Committed(at=0, secret=forged.origin.secret.hex()))
    dealt.apply(log.Contributed(at=0, seat=1, value=BEN))
    secret = forged.origin.secret.hex()
    dealt.apply(log.Started(at=0, seats=(0, 1), first=0, secret=secret, contributions=contributions))
    assert dealt.match is not None
    lie = dealt.match.record(open_deal=True)
    assert {*dealt.match.state.hands[0]} == WANTED
    tags = tuple((key, commitment if key == "dealer-commitment" else value) for key, value in lie.tags)
    with pytest.raises(RecordError, match="does not fit the commitment"):
        verify(replace(lie, tags=tags))  # with the commitment that the client has seen


def test_a_server_and_all_other_players_cannot_choose_what_an_honest_client_is_dealt() -> None:
    """They know everything but what one client has sealed, and that is opened when they are all bound."""
    evening, _ = gathered("ann", "ben", first="chosen")
    seal(evening, "ben")
    assert evening.table.next_deal is not None
    secret = evening.table.next_deal.secret
    tried = (f"{number:032x}" for number in range(TRIES))
    best = next(value for value in tried if hand_of(Deal.shared(secret, f"1 {value}")) == WANTED)
    evening.ask("ann", requests.Start, contribution=contribution(evening, best))
    contribute(evening, "ben")
    assert {*evening.match.state.hands[0]} != WANTED
    after = next(value for value in tried if hand_of(Deal.shared(secret, f"1 {value}, 2 {BEN}")) == WANTED)
    assert after != best  # what they would have had to choose, which nobody could know


@given(st.integers(0, 2**32))
def test_nobody_can_influence_the_deal_alone(seed: int) -> None:
    """Whatever the server and all players but one agree on beforehand, the last one's part deals other tiles."""
    random = Random(seed)
    secret, theirs = f"{random.getrandbits(256):064x}", f"{random.getrandbits(128):032x}"
    honest = [f"{random.getrandbits(128):032x}" for _ in range(8)]
    deals = [Deal.shared(secret, f"1 {theirs}, 2 {value}") for value in honest]
    assert len({deal.secret for deal in deals}) == len(honest)
    piles = {tuple(deal((*range(1, 36),)) for _ in range(6)) for deal in deals}
    assert len(piles) == len(honest)  # six tiles alike would be one in two billion


@given(st.integers(0, 2**32))
def test_every_player_is_first_as_often_as_any_other(seed: int) -> None:
    firsts = [Deal.of_seed(seed * 1000 + number).first_of(4) for number in range(400)]
    assert all(50 < firsts.count(seat) < 150 for seat in range(4))
