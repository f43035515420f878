"""Bytes that seek out code that was not run before, thrown at what reads messages and records.

    python -m tests.fuzz.guided messages -runs=100000

Atheris changes examples and keeps those that reach something new. What follows the name of a target
goes to libFuzzer: `-runs`, `-max_total_time`, `-seed`. An example that breaks something is written to a file.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["tsuro.record", "tsuro.notation", "tsuro.server"]):
    import msgspec
    from tests.fuzz.test_fuzz_records import check, read_or_none
    from tests.server.tables.evening import Evening

    from tsuro import read_json, read_text
    from tsuro.game.errors import Refused
    from tsuro.notation import NotationError
    from tsuro.server.messages import ENCODER, Request, requests
    from tsuro.server.tables.commands import decide, repeated
    from tsuro.server.tables.refusals import TableRefused
    from tsuro.server.tables.table import Table

RECORDS = Path(__file__).parents[1] / "compatibility" / "records-0.4.0"

_REQUESTS = msgspec.json.Decoder(Request)


def _gathering() -> Evening:
    evening = Evening(seats=3)
    for seat, guest in enumerate(("ann", "ben")):
        evening.ask(guest, requests.Sit, seat=seat, name=guest)
    return evening


def _playing(moves: int) -> Evening:
    evening = _gathering()
    evening.ask("ann", requests.Start)
    for _ in range(moves):
        evening.move()
    return evening


TABLES = [_gathering(), _playing(0), _playing(5)]


def ask(data: bytes) -> None:
    """A request is refused in words, or leads to entries that the table can apply."""
    try:
        request = _REQUESTS.decode(data)
    except (ValueError, RecursionError):
        return
    for evening in TABLES:
        for guest in ("ann", "ben", "eve"):
            _decide(evening, guest, request)


def _decide(evening: Evening, guest: str, request: Request) -> None:
    with suppress(TableRefused, Refused, NotationError):
        if repeated(evening.table, guest, request):
            return
        entries = decide(evening.table, guest, request, now=evening.now, away={}, program="program")
        table = Table.replay(evening.log)
        for entry in entries:
            table.apply(entry)


def read_as_text(data: bytes) -> None:
    check(read_or_none(read_text, data.decode(errors="replace")))


def read_as_json(data: bytes) -> None:
    check(read_or_none(read_json, data.decode(errors="replace")))


def _messages() -> Iterable[bytes]:
    table = TABLES[-1].table
    some: list[Request] = [
        requests.Move(id="a", seq=table.seq, seat=0, action="play 17e"),
        requests.Sit(id="a", seat=2, name="Eve", marker="star"),
        requests.ChangeOptions(id="a", options=table.options),
        requests.ChangeSeat(id="a", seat=0, to=2),
        requests.Vote(id="a", seat=1),
        requests.RemoveSeat(id="a", seat=1),
        requests.Undo(id="a", seq=table.seq, seat=0),
        requests.Start(id="a"),
        requests.Leave(id="a"),
    ]
    return [ENCODER.encode(request) for request in some]


def _records(ending: str) -> Iterable[bytes]:
    return [file.read_bytes() for file in sorted(RECORDS.glob(f"*.{ending}"))]


TARGETS: dict[str, tuple[Callable[[bytes], None], Callable[[], Iterable[bytes]]]] = {
    "messages": (ask, _messages),
    "text": (read_as_text, lambda: _records("tsuro")),
    "json": (read_as_json, lambda: _records("json")),
}


def main() -> None:
    _, target, *options = sys.argv
    test, examples = TARGETS[target]
    with tempfile.TemporaryDirectory(prefix="tsuro-") as folder:
        for number, example in enumerate(examples()):
            (Path(folder) / str(number)).write_bytes(example)
        atheris.Setup([sys.argv[0], "-max_len=20000", *options, folder], test)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
