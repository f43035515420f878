"""Observations as floats for networks: planes for each square, and features of the whole."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tsuro.fast.observation import FAR_EDGE, FAR_MARKER
from tsuro.rl.layout import Layout

__all__ = ["expand", "feature_names", "plane_names"]

Floats = NDArray[np.float32]


def expand(observations: NDArray[np.uint8], *, seats: int) -> tuple[Floats, Floats]:
    """Planes (…, planes, 6, 6) and features (…, features), nearly all of them 0 or 1.

    `plane_names` and `feature_names` say what each of them is.
    """
    parts = Layout(seats).split(observations)
    planes = np.concatenate([*_board_planes(parts, seats), *_seat_planes(parts)], axis=-1, dtype=np.float32)
    return np.ascontiguousarray(np.moveaxis(planes, -1, -3)), _features(parts, seats)


def plane_names(seats: int) -> list[str]:
    """What each plane of `expand` is."""
    return [
        *(f"spot {spot} joined to {other}" for spot in range(8) for other in range(8)),
        *(f"spot {spot} walked by {seat}" for spot in range(8) for seat in range(seats)),
        *(f"spot {spot} leads to {end}" for spot in range(8) for end in ("the edge", *_markers(seats))),
        *(f"spot {spot} leads {way}" for way in ("down by", "right by") for spot in range(8)),
        *(f"spot {spot} leads to spot {other}" for spot in range(8) for other in range(8)),
        *(f"marker {seat} at spot {spot}" for seat in range(seats) for spot in range(8)),
        "newest tile",
    ]


def feature_names(seats: int) -> list[str]:
    """What each feature of `expand` is."""
    tiles = range(1, 36)
    return [
        *(f"{what} {tile}" for what in ("unseen", "offered", "hand", "given", "taken") for tile in tiles),
        *("classic", "bonus", "pass the pile", "no ramming"),
        *(f"phase {phase}" for phase in range(7)),
        *(f"{n} players" for n in range(2, 9)),
        *(f"active {seat}" for seat in range(seats)),
        *(f"first {seat}" for seat in range(seats)),
        "pile / 35",
        *(f"{what} {seat}" for what in ("hand size / 3", "in play", "dragon", "out / 8") for seat in range(seats)),
    ]


def _markers(seats: int) -> list[str]:
    return [f"marker {seat}" for seat in range(seats)]


def _one_hot(numbers: NDArray[np.uint8], first: int, count: int) -> NDArray[np.bool_]:
    """On a new last axis, whether it is this one of `count` numbers from `first` on."""
    hot: NDArray[np.bool_] = numbers[..., None] == np.arange(first, first + count, dtype=np.uint8)
    return hot


def _flat(hot: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Spots and what they are as one axis."""
    return hot.reshape(*hot.shape[:-2], -1)


def _board_planes(parts: dict[str, NDArray[np.uint8]], seats: int) -> list[NDArray[np.bool_] | Floats]:
    far, spot = parts["far_square"], parts["far_spot"]
    on_board = (far > 0) & (far < FAR_EDGE)
    row, column = np.divmod(far.astype(np.float32) - 1, 6)
    here = np.arange(6, dtype=np.float32)
    down, right = row - here[:, None, None], column - here[:, None]
    return [
        _flat(_one_hot(parts["joined"], 1, 8)),
        _flat(_one_hot(parts["trail"], 1, seats)),
        _flat(_one_hot(far, FAR_EDGE, 1 + seats)),
        np.where(on_board, down / 5, 0).astype(np.float32),
        np.where(on_board, right / 5, 0).astype(np.float32),
        _flat(_one_hot(spot, 0, 8) & on_board[..., None]),
    ]


def _seat_planes(parts: dict[str, NDArray[np.uint8]]) -> list[NDArray[np.bool_]]:
    squares = np.arange(1, 37, dtype=np.uint8)
    at = parts["marker_square"][..., None, :] == squares[:, None]  # by square and seat
    spots = _one_hot(parts["marker_spot"], 0, 8)[..., None, :, :]
    markers = _flat(at[..., None] & spots)
    newest = parts["last"][..., None, None] == squares[:, None]
    return [plane.reshape(*plane.shape[:-2], 6, 6, -1) for plane in (markers, newest)]


def _features(parts: dict[str, NDArray[np.uint8]], seats: int) -> Floats:
    features: list[NDArray[Any]] = [
        *(parts["unseen"], parts["offered"]),
        *(np.any(_one_hot(parts[name], 1, 35), axis=-2) for name in ("hand", "given", "taken")),
        parts["rules"],
        *(_one_hot(parts["phase"], 0, 7), _one_hot(parts["players"], 2, 7)),
        *(_one_hot(parts[name], 0, seats) for name in ("active", "first")),
        parts["pile"][..., None] / 35,
        *(parts["hand_size"] / 3, parts["in_play"], parts["dragon"], parts["out"] / 8),
    ]
    return np.concatenate(features, axis=-1, dtype=np.float32)


assert FAR_MARKER == FAR_EDGE + 1  # noqa: S101 -- the planes of edge and markers are side by side
