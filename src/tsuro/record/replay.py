"""Playing a record again, and refusing a wrong one with the place and the reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tsuro.deal import NO_CONTRIBUTIONS, Deal
from tsuro.game.actions import ExchangeTiles, PlayTile
from tsuro.game.board import Seat
from tsuro.game.errors import ImpossiblePosition, Refused
from tsuro.game.events import Event, TileDrawn
from tsuro.game.outcome import outcome
from tsuro.game.position import check_position
from tsuro.game.state import HAND_SIZE, State
from tsuro.game.tiles import FACE_DOWN, TILES, Tile
from tsuro.game.turn import Chance, act, start
from tsuro.notation import write_position
from tsuro.record.effects import face_down_offer, offered_tiles, write_effects, write_outcome
from tsuro.record.model import BY_CHANCE, FIRST_BY, UNFINISHED, Entry, Record, RecordError

__all__ = ["Moment", "opened_deal", "replay", "verify"]


@dataclass(frozen=True, slots=True)
class Moment:
    """The state after an entry of a record, or after the deal, and what led to it."""

    state: State
    events: tuple[Event, ...]
    entry: Entry | None = None


def replay(record: Record, chance: Chance | None = None) -> Iterator[Moment]:
    """Play the record again, moment by moment, checking it on the way.

    Given a `chance`, it decides the draws, and the record must say the same. A record
    with tiles face down replays too: what its owner could see is checked, and hidden
    tiles stay face down. Raises `RecordError`, with the place and the reason, where it departs from the rules.
    """
    hidden = record.hides_tiles
    moment = _deal(record, chance, hidden=hidden)
    yield moment
    for entry in record.entries:
        moment = (_play_hidden if hidden else _play)(moment.state, entry, chance)
        yield moment
    _check_result(record, moment.state)
    _check_final(record, moment.state)


def verify(record: Record) -> State:
    """Check everything a record says, the opened secret of the deal included, and return the last state.

    Raises `RecordError`, with the place and the reason, at the first thing that is wrong.
    """
    *_, last = replay(record)
    if deal := opened_deal(record):
        if record.hides_tiles:
            raise RecordError("the secret would reveal the tiles that the record hides", "secret")
        *_, last = replay(record, deal)
    return last.state


def opened_deal(record: Record) -> Deal | None:
    """The deal whose secret is in the record, if it is."""
    secret, commitment = record.tag("secret"), record.tag("commitment")
    if secret is None:
        return None
    try:
        deal = Deal.of_secret(secret)
    except ValueError:
        raise RecordError(f"{secret!r} is not a secret in hexadecimal", "secret") from None
    if commitment is not None and deal.commitment != commitment:
        raise RecordError("the secret does not fit the commitment made before the game", "commitment")
    if record.tag(FIRST_BY) == BY_CHANCE and record.setup.first != deal.first_of(record.setup.players):
        raise RecordError("chance chose another player to be first", "first")
    contributions = record.tag("contributions")
    if contributions in {None, NO_CONTRIBUTIONS}:
        _check_dealt_alone(record)
    return deal if contributions is None else _shared_deal(record, contributions, secret)


def _check_dealt_alone(record: Record) -> None:
    """Where nobody contributed, the dealer's secret is that of the deal, and there is no other commitment."""
    if record.tag("dealer-secret") is not None:
        raise RecordError(
            "the dealer has a secret besides that of the deal, but nobody contributed", "dealer-secret"
        )
    if record.tag("dealer-commitment") not in {None, record.tag("commitment")}:
        raise RecordError("the dealer was bound to another deal, but nobody contributed", "dealer-commitment")


def _shared_deal(record: Record, contributions: str, secret: str) -> Deal:
    """The deal of what the dealer and the players contributed, which must be the deal of the secret."""
    dealer = secret if contributions == NO_CONTRIBUTIONS else record.tag("dealer-secret")
    if dealer is None:
        raise RecordError("the record does not say the dealer's part of the secret", "dealer-secret")
    try:
        deal = Deal.shared(dealer, contributions)
    except ValueError:
        raise RecordError("what the dealer and the players contributed cannot be read", "contributions") from None
    if dealer is not secret and Deal.of_secret(dealer).commitment != record.tag("dealer-commitment"):
        reason = "the dealer's secret does not fit the commitment made before the players' part"
        raise RecordError(reason, "dealer-commitment")
    if deal.secret != bytes.fromhex(secret):
        raise RecordError(
            "the deal does not follow from the dealer's secret and the contributions", "contributions"
        )
    if any(number > str(record.setup.players) for number in re.findall(r"\b([1-8]) ", contributions)):
        raise RecordError("somebody contributed who does not play", "contributions")
    return deal


def _deal(record: Record, chance: Chance | None, *, hidden: bool) -> Moment:
    if any(len(hand) != HAND_SIZE for hand in record.deal):
        raise RecordError("each hand is dealt three tiles (S1)", "deal", rule="S1")
    seats = (0,) if record.setup.edition.one_open_hand else record.setup.seats
    draw = chance or _drawing([tile for seat in seats for tile in record.deal[seat]], "deal")
    state, events = start(record.setup, draw, tiles=(FACE_DOWN,) * len(TILES) if hidden else TILES)
    if state.hands != record.deal:
        raise RecordError("the secret deals other tiles than the record says", "deal")
    if hidden:
        _check_hidden(state, "deal")
    return Moment(state, events)


def _play(state: State, entry: Entry, chance: Chance | None) -> Moment:
    try:
        after, events = act(state, entry.seat, entry.action, chance or _drawing(entry.draws, entry.where))
    except Refused as refusal:
        raise RecordError(
            f"player {entry.seat + 1} may not do this: {refusal}", entry.where, rule=refusal.rule
        ) from None
    moment = Moment(after, events, entry)
    if FACE_DOWN in entry.draws:
        moment = _with_unseen_draws(moment, entry.draws)
    _check_effects(entry, write_effects(moment.events))
    return moment


def _play_hidden(state: State, entry: Entry, chance: Chance | None) -> Moment:
    """The same where tiles are face down: those that the action shows are turned up first."""
    before = _turned_up(state, entry)
    _check_hidden(before, entry.where)
    moment = _play(before, entry, chance)
    after = replace(moment.state, pile=(FACE_DOWN,) * len(moment.state.pile))  # nobody can know where a tile went
    for effect in entry.effects:
        if tiles := offered_tiles(effect):
            after = _show(after, after.out[-1], tiles)
    _check_hidden(after, entry.where)
    return Moment(after, moment.events, entry)


def _check_hidden(state: State, where: str) -> None:
    """Tiles that are known must not be in two places."""
    try:
        check_position(state)
    except ImpossiblePosition as reason:
        raise RecordError(str(reason), where) from None


def _drawing(tiles: Sequence[Tile], where: str) -> Chance:
    """Chance that draws just what the record says."""
    remaining = iter(tiles)

    def draw(pile: tuple[Tile, ...]) -> Tile:
        tile = next(remaining, None)
        if tile is None:
            raise RecordError("a tile is drawn here, but the record does not say which", where)
        if tile not in pile and FACE_DOWN not in (tile, *pile):
            raise RecordError(f"tile {tile} cannot be drawn: it is not in the draw pile", where)
        if (
            tile == FACE_DOWN and FACE_DOWN not in pile
        ):  # one's own tiles are all there is, but not which was drawn
            return next(other for other in pile if other not in tiles)
        return tile

    return draw


def _with_unseen_draws(moment: Moment, draws: Sequence[Tile]) -> Moment:
    """Tiles that were drawn face down lie face down, also if another had to stand in for one of them."""
    hands, events, remaining = [list(hand) for hand in moment.state.hands], [], iter(draws)
    for event in moment.events:
        if isinstance(event, TileDrawn) and next(remaining) == FACE_DOWN:
            hand = hands[event.seat or 0]  # an open hand is the first
            hand[hand.index(event.tile)] = FACE_DOWN
            event = replace(event, tile=FACE_DOWN)  # noqa: PLW2901 -- it goes on as this
        events.append(event)
    state = replace(moment.state, hands=tuple(map(tuple, hands)))
    return replace(moment, state=state, events=tuple(events))


def _turned_up(state: State, entry: Entry) -> State:
    """The state with those tiles face up that the action shows to whoever wrote the record."""
    if entry.seat != state.active:
        return state  # the action will be refused, whatever it shows
    match entry.action:
        case PlayTile(tile):
            return _show(state, (entry.seat,), (tile.tile,))
        case ExchangeTiles(give, take) if state.out:
            if FACE_DOWN in (*give, *take):  # from now on nobody else knows who holds which of these
                return _turned_down(state, (entry.seat, *state.out[-1]))
            return _show(_show(state, (entry.seat,), give), state.out[-1], take)
    return state


def _turned_down(state: State, owners: tuple[Seat, ...]) -> State:
    hands = [(FACE_DOWN,) * len(hand) if owner in owners else hand for owner, hand in enumerate(state.hands)]
    return replace(state, hands=tuple(hands))


def _show(state: State, owners: tuple[Seat, ...], tiles: tuple[Tile, ...]) -> State:
    """Turn up face-down tiles of the owners' hands, so that each of the tiles is there, if it can be."""
    hands = [list(hand) for hand in state.hands]
    places = [0] if state.setup.edition.one_open_hand else list(owners)
    for tile in tiles:
        if not any(tile in hands[place] for place in places):
            hidden = [place for place in places if FACE_DOWN in hands[place]]
            for place in hidden[:1]:
                hands[place][hands[place].index(FACE_DOWN)] = tile
    return replace(state, hands=tuple(tuple(hand) for hand in hands))


def _check_effects(entry: Entry, effects: tuple[str, ...]) -> None:
    """Whatever the entry says must have happened, in this order; it may leave things out."""
    happened = iter(effects)
    for effect in entry.effects:
        if not any(_agree(effect, other) for other in happened):
            raise RecordError(
                f"the record says {effect!r}, but what happens here is {'; '.join(effects) or 'nothing'!r}",
                entry.where,
            )


def _agree(said: str, happened: str) -> bool:
    """An offer with unknown tiles matches any offer of as many tiles.

    A record need not say that an elimination was forced: version 0.4.0 said it only of some.
    """
    if happened in {said, f"{said} (forced)"}:
        return True
    return "?" in said + happened and face_down_offer(said) == face_down_offer(happened)


def _check_final(record: Record, state: State) -> None:
    """A tile turned another way may change no path yet, and so no effect: the final position shows it."""
    if record.final is None:
        return
    said, reached = write_position(record.final), write_position(state)
    if said != reached:
        raise RecordError(f"the record ends with {said!r}, but the game with {reached!r}", "final position")


def _check_result(record: Record, state: State) -> None:
    end = outcome(state)
    result = UNFINISHED if end is None else write_outcome(end)
    if record.result != result:
        raise RecordError(f"the record says {record.result!r}, but the game ends with {result!r}", "result")
