"""Whatever the text, the readers of records give a record or a `RecordError`; so does playing it again."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tsuro import Record, RecordError, read_json, read_text, replay, verify, write_json, write_text

JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["17e", "play 17e", "1 draws 4", "a\nb", "x; y", "# x", "1,2", "?", "unfinished"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def read_or_none(read: Callable[[str], Record], text: str) -> Record | None:
    """The record in the text, None if it is refused in the documented way."""
    with suppress(RecordError):
        return read(text)
    return None


def check(record: Record | None) -> None:
    """What could be read can be written, and played again or refused with the place and the reason."""
    if record is None:
        return
    assert read_json(write_json(record)) == record
    assert read_text(write_text(record)) == record
    for seat in (None, 0):
        seen = record.seen_by(seat)
        assert read_text(write_text(seen)) == seen
        replays(seen)
    replays(record)


def replays(record: Record) -> None:
    refused, state = None, None
    try:
        state = verify(record)
    except RecordError as error:
        refused = error
    if refused is not None:
        assert refused.reason
        assert refused.where
    else:
        *_, last = replay(record)
        assert last.state == state


@given(st.text() | st.text().map("tsuro record 1\n{}".format))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    check(read_or_none(read_text, text))


@given(st.text(max_size=20) | JSON_VALUES.map(lambda value: "{" * 3 + str(value)))
def test_any_text_is_a_json_record_or_refused(text: str) -> None:
    check(read_or_none(read_json, text))


@given(JSON_VALUES)
def test_any_json_is_a_record_or_refused(value: object) -> None:
    assert read_or_none(read_json, json.dumps(value)) is None


@st.composite
def spoilt_characters(draw: st.DrawFn, text: str) -> str:
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(0, len(text) - 1)))
        other = draw(st.sampled_from(' ,;:>=?+-0123456789nesw#\n"[]{}()') | st.characters())
        before, here, after = text[:at], text[at : at + 1], text[at + 1 :]
        ways = [before + after, before + here * 2 + after, before + other + after, before + other + here + after]
        text = draw(st.sampled_from([*ways, before + after[:1] + here + after[1:]]))
    return text


@st.composite
def spoilt_lines(draw: st.DrawFn, text: str, other_text: str) -> str:
    lines, others = text.splitlines(), other_text.splitlines()
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, max(0, len(lines) - 1)))
        other = draw(st.sampled_from([*others, *lines]))
        before, here, after = lines[:at], lines[at : at + 1], lines[at + 1 :]
        ways = [
            before + after,
            before + here * 2 + after,
            [*before, other, *after],
            [*before, other, *here, *after],
        ]
        lines = draw(st.sampled_from([*ways, before + after[:1] + here + after[1:]]))
    return "\n".join(lines)


@given(record=st.from_type(Record), data=st.data())
def test_a_record_with_spoilt_characters_is_refused_or_another_record(record: Record, data: st.DataObject) -> None:
    check(read_or_none(read_text, data.draw(spoilt_characters(write_text(record)))))


@given(record=st.from_type(Record), other=st.from_type(Record), data=st.data())
def test_a_record_with_spoilt_lines_is_refused_or_another_record(
    record: Record, other: Record, data: st.DataObject
) -> None:
    check(read_or_none(read_text, data.draw(spoilt_lines(write_text(record), write_text(other)))))


@given(record=st.from_type(Record), data=st.data())
def test_a_json_record_with_spoilt_characters_is_refused_or_another_record(
    record: Record, data: st.DataObject
) -> None:
    check(read_or_none(read_json, data.draw(spoilt_characters(write_json(record)))))


@st.composite
def spoilt_values(draw: st.DrawFn, content: Any) -> Any:
    """The JSON with one value, anywhere in it, left out, doubled or replaced."""
    content = deepcopy(content)
    place: Any = content
    while True:
        key: Any = draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        inner = place[key]
        if not isinstance(inner, dict | list) or not inner or draw(st.integers(0, 3)) == 0:
            break
        place = inner
    match draw(st.sampled_from(["replace", "delete", "add"])):
        case "replace":
            place[key] = draw(JSON_VALUES)
        case "delete":
            del place[key]
        case _ if isinstance(place, dict):
            place[draw(st.sampled_from(["", "x", "secret", "Tag", "first", "comments"]))] = draw(JSON_VALUES)
        case _:
            place.insert(key, draw(st.just(inner) | JSON_VALUES))
    return content


@settings(max_examples=200)
@given(record=st.from_type(Record), data=st.data())
def test_a_json_record_with_spoilt_values_is_refused_or_another_record(
    record: Record, data: st.DataObject
) -> None:
    content = data.draw(spoilt_values(json.loads(write_json(record))))
    check(read_or_none(read_json, json.dumps(content)))


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, "1" * 5000, '{"tsuro record": ' + "9" * 5000 + "}"]
)
def test_deep_or_huge_json_is_refused(text: str) -> None:
    with pytest.raises(RecordError, match="not JSON"):
        read_json(text)
