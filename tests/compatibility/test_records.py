"""Records that version 0.4.0 wrote, in format 1, are read, verified and written as they were."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tsuro import (
    Match,
    RecordError,
    read_json,
    read_position,
    read_text,
    verify,
    write_edition,
    write_json,
    write_text,
)

FOLDER = Path(__file__).parent / "records-0.4.0"
NAMES = sorted(path.stem for path in FOLDER.glob("*.tsuro"))
USELESS = "without-effect"  # options that had no effect: now they are not part of an edition


def stored(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_there_are_records_of_every_kind() -> None:
    kinds = (
        "finished-",
        "unfinished-",
        "seen-by-seat-",
        "seen-by-a-watcher",
        "classic",
        "modern",
        "solo",
        "open-tiles",
    )
    assert all(any(kind in name for name in NAMES) for kind in kinds)
    assert all(stored(f"{name}.tsuro").startswith("tsuro record 1\n") for name in NAMES)


def test_text_and_json_tell_the_same_game(name: str) -> None:
    assert read_text(stored(f"{name}.tsuro")) == read_json(stored(f"{name}.json"))


def test_they_are_verified(name: str) -> None:
    record = read_text(stored(f"{name}.tsuro"))
    state = verify(record)
    assert record.hides_tiles == ("seen-by" in name)
    assert (record.result == "unfinished") == name.startswith("unfinished") == (state.phase.value != "over")


@pytest.mark.parametrize("name", [name for name in NAMES if USELESS not in name])
def test_they_are_written_as_they_were(name: str) -> None:
    record = read_text(stored(f"{name}.tsuro"))
    assert record.final is None
    assert write_text(record) == stored(f"{name}.tsuro")
    assert write_json(record) == stored(f"{name}.json")


@pytest.mark.parametrize("name", [name for name in NAMES if USELESS in name])
def test_options_without_effect_are_dropped(name: str) -> None:
    record = read_text(stored(f"{name}.tsuro"))
    assert "bonus" in stored(f"{name}.tsuro")
    assert write_edition(record.setup.edition) in {"modern+solo", "modern+open-tiles"}
    assert not any(effect.startswith("pile to") for entry in record.entries for effect in entry.effects)
    verify(read_text(write_text(record)))


def test_options_without_effect_are_no_part_of_format_2() -> None:
    text = stored("finished-solo-with-bonus-without-effect.tsuro")
    with pytest.raises(RecordError, match="line 2: with one open hand there is nothing to exchange"):
        read_text(text.replace("tsuro record 1", "tsuro record 2"))
    content = json.loads(stored("finished-solo-with-bonus-without-effect.json")) | {"tsuro record": 2}
    with pytest.raises(RecordError, match="with one open hand there is nothing to exchange"):
        read_json(json.dumps(content))


def test_positions_with_options_without_effect_are_read() -> None:
    position = "modern{}+open-tiles 1 6/6/6/6/6/6 open=1,35,2;circle@a6n1;square@f1s1 32 - play:1"
    assert read_position(position.format("+bonus+pass-the-pile")) == read_position(position.format(""))


@pytest.mark.parametrize("name", [name for name in NAMES if "seen-by" not in name])
def test_games_go_on_in_format_2(name: str) -> None:
    match = Match.resume(read_text(stored(f"{name}.tsuro")))
    while not match.is_over:
        match.submit(match.active, match.legal_actions[0])
    record = match.record()
    assert write_text(record).startswith("tsuro record 2\n")
    assert verify(read_text(write_text(record))) == match.state


def test_a_forced_meeting_need_not_be_called_so() -> None:
    text = stored("finished-modern-forced-meeting.tsuro")
    now = write_text(Match.resume(read_text(text)).record())
    assert "(forced)" not in text
    assert len(re.findall(r"out by meeting . \(forced\)", now)) == 1
