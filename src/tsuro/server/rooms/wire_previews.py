"""What each way to place a tile would do, encoded: put together from pieces, since every move asks for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple, cast

import msgspec

from tsuro.game.board import Point, Seat, Square
from tsuro.game.legal import find_placements
from tsuro.game.paths import Surroundings
from tsuro.game.state import PLAY_TILE, State
from tsuro.game.tiles import OrientedTile
from tsuro.game.view import previews
from tsuro.server.messages import ENCODER
from tsuro.server.messages import events as wire
from tsuro.server.messages.views import Preview, Reason
from tsuro.server.rooms.wire_forms import PLAYS, REASONS, wire_preview

__all__ = ["NO_PREVIEWS", "EncodedPreviews", "encoded_previews"]


class EncodedPreviews(NamedTuple):
    """All previews of a seat, and the squares where their walks end: a tile there would change them."""

    encoded: bytes
    ends: frozenset[Square]


NO_PREVIEWS: Final = EncodedPreviews(b"[]", frozenset())


def encoded_previews(state: State, seat: Seat) -> EncodedPreviews:
    """The `Preview`s of the seat, none for a player without a marker."""
    marker = state.markers[seat]
    if marker is None or state.phase is not PLAY_TILE:
        return NO_PREVIEWS
    if state.setup.edition.plays_on_alone:  # then there are scores, which take a while to work out
        return _with_scores(state, seat)
    return _put_together(state, seat, marker)


def _put_together(state: State, seat: Seat, marker: Point) -> EncodedPreviews:
    around, known, ends = state.around(marker >> 3), find_placements(state, seat), set[Square]()
    entries = around.in_order(seat, state.setup.players)
    walks = [_encoded_walks(around, entry, known.tiles, ends) for entry in entries]
    walked = walks[0] if len(walks) == 1 else map(b",".join, zip(*walks, strict=True))
    refused, texts = known.refused, list[bytes]()
    for tile, of_tile in zip(known.tiles, walked, strict=True):
        texts.append(_HEADS[tile] + of_tile + _TAILS[refused.get(tile)])
    return EncodedPreviews(b"[" + b",".join(texts) + b"]", frozenset(ends))


def _encoded_walks(
    around: Surroundings, entry: Point, tiles: Iterable[OrientedTile], ends: set[Square]
) -> list[bytes]:
    """The walk of one marker that each tile causes; `ends` gets the squares where they end.

    Tiles that lead to the same exit share it, unless the path comes back onto the tile. Every move needs this, so
    it makes nothing that it does not need.
    """
    seat, here, square = around.seat_at(entry), entry & 7, entry >> 3
    by_exit: dict[int, bytes] = {}
    walked: list[bytes] = []
    for tile in tiles:
        spot = tile.across[here]
        encoded = by_exit.get(spot)
        if encoded is None:
            points, end, met = around.exit(spot)
            if end is not None and end >> 3 == square:
                _, points, end, met = around.walk(entry, tile)
                encoded = ENCODER.encode(wire.Walk(seat, points, end, met))
            else:
                encoded = by_exit[spot] = ENCODER.encode(wire.Walk(seat, (entry, *points), end, met))
            if end is not None:
                ends.add(end >> 3)
        walked.append(encoded)
    return walked


def _with_scores(state: State, seat: Seat) -> EncodedPreviews:
    made = previews(state, seat)
    encoded = ENCODER.encode([wire_preview(state, preview) for preview in made])
    ends = {walk.end >> 3 for preview in made for walk in preview.walks if walk.end is not None}
    return EncodedPreviews(encoded, frozenset(ends))


def _around_walks(tile: OrientedTile, refused: Reason | None) -> tuple[bytes, bytes]:
    """What comes before and after the walks in an encoded preview."""
    here = cast(Any, msgspec.Raw(b"\0"))  # which no other part of a message can contain
    head, _, tail = ENCODER.encode(Preview(action=PLAYS[tile], walks=here, refused=refused)).partition(b"\0")
    return head + b"[", b"]" + tail


_HEADS: Final = {tile: _around_walks(tile, None)[0] for tile in PLAYS}
_TAILS: Final = {refusal: _around_walks(next(iter(PLAYS)), reason)[1] for refusal, reason in REASONS.items()}
