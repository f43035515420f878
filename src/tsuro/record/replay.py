"""Playing a record again, and refusing a wrong one with the place and the reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tsuro.deal import Deal
from tsuro.game.actions import Action, ExchangeTiles, PlayTile
from tsuro.game.errors import Refused
from tsuro.game.events import Event
from tsuro.game.outcome import outcome
from tsuro.game.state import HAND_SIZE, State
from tsuro.game.tiles import FACE_DOWN, TILES, Tile
from tsuro.game.turn import Chance, act, start
from tsuro.record.effects import hide_tiles, write_effects, write_outcome
from tsuro.record.model import UNFINISHED, Entry, Record, RecordError

__all__ = ["Moment", "replay", "verify"]


@dataclass(frozen=True, slots=True)
class Moment:
    """The state after an entry of a record, or after the deal, and what led to it."""

    state: State
    events: tuple[Event, ...]
    entry: Entry | None = None


def replay(record: Record, chance: Chance | None = None) -> Iterator[Moment]:
    """Play the record again, moment by moment, checking it on the way.

    Given a `chance`, it decides the draws, and the record must say the same. A record
    with tiles face down replays too: what everyone could see is checked, and hidden
    tiles stay face down.
    """
    moment = _deal(record, chance)
    yield moment
    for entry in record.entries:
        moment = _play(moment.state, entry, chance, hidden=record.hides_tiles)
        yield moment
    _check_result(record, moment.state)


def verify(record: Record) -> State:
    """Check everything a record says, the opened secret of the deal included; gives the last state."""
    *_, last = replay(record)
    secret = record.tag("secret")
    if secret is not None:
        if record.hides_tiles:
            raise RecordError("the secret would tell the tiles that the record hides", "secret")
        *_, last = replay(record, _opened(secret, record.tag("commitment")))
    return last.state


def _opened(secret: str, commitment: str | None) -> Deal:
    """The deal that the secret stands for."""
    try:
        deal = Deal(bytes.fromhex(secret))
    except ValueError:
        raise RecordError(f"{secret!r} is not a secret in hexadecimal", "secret") from None
    if commitment is not None and deal.commitment != commitment:
        raise RecordError("the secret does not fit the commitment made before the game", "commitment")
    return deal


def _deal(record: Record, chance: Chance | None) -> Moment:
    if any(len(hand) != HAND_SIZE for hand in record.deal):
        raise RecordError("each hand is dealt three tiles (S1)", "deal")
    seats = (0,) if record.setup.edition.one_open_hand else record.setup.seats
    dealt = [tile for seat in seats for tile in record.deal[seat]]
    known = [tile for tile in dealt if tile != FACE_DOWN]
    if len(set(known)) != len(known):
        raise RecordError("a tile is dealt twice (C2)", "deal")
    if record.hides_tiles:
        return Moment(*start(record.setup, _face_down, tiles=(FACE_DOWN,) * len(TILES)))
    moment = Moment(*start(record.setup, chance or _drawing(dealt, "deal")))
    if moment.state.hands != record.deal:
        raise RecordError("the secret deals other tiles than the record says", "deal")
    return moment


def _play(state: State, entry: Entry, chance: Chance | None, *, hidden: bool) -> Moment:
    action: Action = entry.action
    chance = chance or _drawing(entry.draws, entry.where)
    if hidden:
        state, action, chance = _turn_up(state, entry), _face_down_action(action), _face_down
    try:
        after, events = act(state, entry.seat, action, chance)
    except Refused as refusal:
        raise RecordError(f"player {entry.seat + 1} may not do this: {refusal}", entry.where) from None
    _check_effects(entry, write_effects(events), hidden=hidden)
    return Moment(after, events, entry)


def _drawing(tiles: Sequence[Tile], where: str) -> Chance:
    """Chance that draws just what the record says."""
    remaining = iter(tiles)

    def draw(pile: tuple[Tile, ...]) -> Tile:
        tile = next(remaining, None)
        if tile is None:
            raise RecordError("a tile is drawn here, but the record does not say which", where)
        if tile not in pile:
            raise RecordError(f"tile {tile} cannot be drawn: it is not in the draw pile", where)
        return tile

    return draw


def _face_down(pile: tuple[Tile, ...]) -> Tile:  # noqa: ARG001 -- every tile of the pile looks the same
    return FACE_DOWN


def _face_down_action(action: Action) -> Action:
    if isinstance(action, ExchangeTiles):
        return ExchangeTiles((FACE_DOWN,) * len(action.give), (FACE_DOWN,) * len(action.take))
    return action


def _turn_up(state: State, entry: Entry) -> State:
    """The state with the tile that is about to be played face up."""
    if not isinstance(entry.action, PlayTile) or entry.seat != state.active:
        return state
    tile = entry.action.tile.tile
    if any(placed is not None and placed.tile == tile for placed in state.board):
        raise RecordError(f"tile {tile} is on the board already (C2)", entry.where)
    owner = 0 if state.setup.edition.one_open_hand else entry.seat
    hands = list(state.hands)
    hands[owner] = (tile, *hands[owner][1:]) if hands[owner] else ()
    return replace(state, hands=tuple(hands))


def _check_effects(entry: Entry, effects: tuple[str, ...], *, hidden: bool) -> None:
    """Whatever the entry says must have happened, in this order; it may say less."""
    told = entry.effects
    if hidden:
        told = tuple(hide_tiles(effect, actor=entry.seat, seat=None) for effect in told)
    happened = iter(effects)
    for effect in told:
        if effect not in happened:
            raise RecordError(
                f"the record says {effect!r}, but what happens here is {'; '.join(effects) or 'nothing'!r}",
                entry.where,
            )


def _check_result(record: Record, state: State) -> None:
    end = outcome(state)
    result = UNFINISHED if end is None else write_outcome(end)
    if record.result != result:
        raise RecordError(f"the record says {record.result!r}, but the game ends with {result!r}", "result")
