"""Data sets of decisions: what they hold, writing a part of one, and loading them.

A data set is a folder of Parquet files, each with the decisions of some games, and `dataset.json`, which says
how they were made. Any tool that reads Parquet reads them; `load` gives them as NumPy arrays.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tsuro.fast.ids import ACTIONS
from tsuro.game.errors import TsuroError

try:
    import pyarrow as pa
    import pyarrow.dataset as arrow_dataset
    from pyarrow import parquet
except ImportError:
    raise TsuroError("data sets need the extra `data`: pip install 'tsuro[data]'") from None

__all__ = [
    "SCHEMA",
    "Decision",
    "Decisions",
    "check_settings",
    "encode",
    "last_game",
    "load",
    "parts",
    "scan",
    "write_part",
]

SCHEMA = pa.schema(
    [
        pa.field("game", pa.int32(), nullable=False),
        pa.field("decision", pa.int16(), nullable=False),
        pa.field("edition", pa.dictionary(pa.int8(), pa.string()), nullable=False),
        pa.field("players", pa.int8(), nullable=False),
        pa.field("seat", pa.int8(), nullable=False),
        pa.field("phase", pa.dictionary(pa.int8(), pa.string()), nullable=False),
        pa.field("position", pa.string(), nullable=False),
        pa.field("observation", pa.binary(), nullable=False),
        pa.field("legal", pa.list_(pa.int16()), nullable=False),
        pa.field("visits", pa.list_(pa.float32())),
        pa.field("shares", pa.list_(pa.float32())),
        pa.field("errors", pa.list_(pa.float32())),
        pa.field("action", pa.int16(), nullable=False),
        pa.field("result", pa.float32(), nullable=False),
        pa.field("rank", pa.int8(), nullable=False),
    ]
)
"""The columns of every file; `docs/selfplay.md` explains them."""


@dataclass(slots=True, kw_only=True)
class Decision:
    """One decision of one player: a row."""

    game: int
    decision: int  #: how many came before it in the game
    edition: str
    players: int
    seat: int
    phase: str
    position: str  #: as the seat saw it
    observation: bytes
    legal: list[int]
    visits: list[float] | None  #: for each legal id, the share of the playouts that tried it
    shares: list[float] | None  #: … the share of the win that was expected of it
    errors: list[float] | None  #: … the standard error of that
    action: int
    result: float = 0.0  #: the seat's share of the win in the end
    rank: int = 0  #: … and its rank, 1 for the winners


def encode(decisions: Sequence[Decision]) -> bytes:
    """The decisions as one Parquet file."""
    columns = {name: [getattr(decision, name) for decision in decisions] for name in SCHEMA.names}
    table = pa.Table.from_pydict(columns, schema=SCHEMA)
    sink = pa.BufferOutputStream()
    parquet.write_table(table, sink, compression="zstd")
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]  # -- pyarrow has no types


def write_part(folder: Path, number: int, content: bytes) -> None:
    """Put a file into the data set: it is there whole, or not at all."""
    path = folder / f"part-{number:06}.parquet"
    unfinished = path.with_suffix(".unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(path)


def parts(folder: Path) -> dict[int, Path]:
    """The files of the data set, by number."""
    return {int(path.stem.removeprefix("part-")): path for path in sorted(folder.glob("part-*.parquet"))}


def last_game(path: Path) -> int:
    """The number of the last game in a file; -1 for one that cannot be read."""
    try:
        return max(parquet.read_table(path, columns=["game"])["game"].to_pylist(), default=-1)
    except (OSError, pa.ArrowInvalid):
        return -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """Decisions as arrays with a row for each; where the bot did not tell, visits and shares are NaN."""

    observations: NDArray[np.uint8]
    masks: NDArray[np.bool_]  #: by action id: whether it was legal
    visits: NDArray[np.float32]  #: by action id: the share of the playouts
    shares: NDArray[np.float32]  #: by action id: the expected share of the win
    actions: NDArray[np.int16]
    results: NDArray[np.float32]
    ranks: NDArray[np.int8]
    seats: NDArray[np.int8]
    players: NDArray[np.int8]
    games: NDArray[np.int32]
    positions: NDArray[np.object_]  #: in the project's notation

    def __len__(self) -> int:
        return len(self.actions)


def load(folder: Path | str) -> Decisions:
    """The whole data set as arrays. For one that does not fit in memory, see `scan`."""
    return _decisions(_open(Path(folder)).to_table())


def scan(folder: Path | str, *, rows: int = 4096) -> Iterator[Decisions]:
    """The data set in portions of at most this many decisions."""
    for batch in _open(Path(folder)).to_batches(batch_size=rows):
        if batch.num_rows:
            yield _decisions(pa.Table.from_batches([batch]))


def _open(folder: Path) -> Any:
    found = parts(folder)
    if not found:
        raise TsuroError(f"{folder}: there is no data set")
    return arrow_dataset.dataset([str(path) for path in found.values()], schema=SCHEMA, format="parquet")


def _decisions(table: Any) -> Decisions:
    legal = table["legal"].to_pylist()
    observations = b"".join(table["observation"].to_pylist())
    return Decisions(
        observations=np.frombuffer(observations, dtype=np.uint8).reshape(len(legal), -1),
        masks=_spread(legal, [[True] * len(ids) for ids in legal], np.bool_, empty=False),
        visits=_spread(legal, table["visits"].to_pylist(), np.float32, empty=0.0),
        shares=_spread(legal, table["shares"].to_pylist(), np.float32, empty=np.nan),
        actions=table["action"].to_numpy(),
        results=table["result"].to_numpy(),
        ranks=table["rank"].to_numpy(),
        seats=table["seat"].to_numpy(),
        players=table["players"].to_numpy(),
        games=table["game"].to_numpy(),
        positions=np.array(table["position"].to_pylist(), dtype=object),
    )


def _spread(legal: Sequence[Sequence[int]], values: Sequence[Any], kind: Any, *, empty: Any) -> Any:
    """The values, given for each legal id, in rows with a place for every id; NaN where none were given."""
    spread = np.full((len(legal), ACTIONS), empty, dtype=kind)
    for row, ids, given in zip(spread, legal, values, strict=True):
        row[ids] = np.nan if given is None else given
    return spread


# How it was made


def check_settings(folder: Path, settings: dict[str, Any]) -> None:
    """Write down how the data set is made; raises if the folder has one that was made in another way."""
    path = folder / "dataset.json"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
        return
    found = json.loads(path.read_text(encoding="utf-8"))
    for name in {**settings, **found}:
        if found.get(name) != settings.get(name):
            raise TsuroError(
                f"{folder} has another data set: its {name} is {found.get(name)!r}, not {settings.get(name)!r}; "
                "name another folder"
            )
