"""Records as JSON: the same content as the text, every value checked."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tsuro import CLASSIC, Match, RecordError, read_action, read_json, read_text, write_json, write_text

Content = dict[str, Any]


def a_match() -> Match:
    match = Match(players=2, seed=7, edition=CLASSIC, names=("Zoë", "Ben"))
    match.submit(0, read_action("mark a6n1"))
    match.submit(1, read_action("mark f1s1"))
    match.submit(0, match.legal_actions[0])
    return match


@pytest.fixture
def content() -> Content:
    read: Content = json.loads(write_json(a_match().record()))
    return read


def refusal(content: object) -> str:
    with pytest.raises(RecordError) as refused:
        read_json(json.dumps(content))
    return str(refused.value)


def test_json_holds_the_same_as_the_text() -> None:
    record = a_match().record()
    assert read_json(write_json(record)) == record == read_text(write_text(record))


def test_comments_are_kept(content: Content) -> None:
    content["comments"] = ["a fine game"]
    content["entries"][1]["comments"] = ["oh"]
    record = read_json(json.dumps(content))
    assert (record.comments, record.entries[1].comments) == (("a fine game",), ("oh",))
    assert read_text(write_text(record)) == record


def test_names_are_written_as_they_are() -> None:
    assert '"Zoë"' in write_json(a_match().record())


@pytest.mark.parametrize("text", ["", "{", "tsuro record 1", "[1,]", "\ufeff{}"])
def test_what_is_not_json_is_refused_with_the_line(text: str) -> None:
    with pytest.raises(RecordError, match="line 1: this is not JSON"):
        read_json(text)


@pytest.mark.parametrize("value", [None, 1, "x", [], [{}], True])
def test_a_record_is_an_object(value: object) -> None:
    assert refusal(value) == "record: here should be an object"


@pytest.mark.parametrize("version", [0, 3, -1])
def test_other_versions_are_refused(content: Content, version: int) -> None:
    content["tsuro record"] = version
    assert refusal(content) == "tsuro record: only versions 1 and 2 of records can be read"


def test_format_1_tells_no_final_position(content: Content) -> None:
    content["tsuro record"] = 1
    assert refusal(content) == "record: 'final position' means nothing here"
    del content["final position"]
    assert read_json(json.dumps(content)).final is None


def test_an_impossible_final_position_is_refused(content: Content) -> None:
    content["final position"] = content["final position"].replace("play:2", "play:1")
    assert refusal(content).startswith("record: the active player must be player 2")


CHANGES: list[tuple[Callable[[Content], object], str]] = [
    (lambda c: c.pop("tsuro record"), "record: 'tsuro record' should be a whole number"),
    (lambda c: c.update({"tsuro record": True}), "record: 'tsuro record' should be a whole number"),
    (lambda c: c.pop("final position"), "record: 'final position' should be a text"),
    (lambda c: c.update({"x": 1}), "record: 'x' means nothing here"),
    (lambda c: c.update(edition=1), "record: 'edition' should be a text"),
    (lambda c: c.update(edition="seas"), "record: no edition is called 'seas'"),
    (lambda c: c.update(first="1"), "record: 'first' should be a whole number"),
    (lambda c: c.update(first=1.0), "record: 'first' should be a whole number"),
    (lambda c: c.update(first=3), "record: the first player must be one of the 2 players (S3)"),
    (lambda c: c.update(players={}), "record: 'players' should be a list"),
    (lambda c: c.update(players=[]), "record: Tsuro is for two to eight players, not 0 (C4)"),
    (lambda c: c["players"].append("Cleo"), "players 3: here should be an object"),
    (lambda c: c["players"][0].update(age=7), "players 1: 'age' means nothing here"),
    (lambda c: c["players"][0].pop("name"), "players 1: 'name' should be a text"),
    (lambda c: c["players"][0].update(name="#"), "'#' cannot be a name"),
    (lambda c: c["players"][1].update(marker="circle"), "record: no two players may choose the same"),
    (lambda c: c.update(tags=[]), "record: 'tags' should be an object"),
    (lambda c: c["tags"].update(event=1), "record, tags: 'event' should be a text"),
    (lambda c: c["tags"].update(Event="x"), "'Event' cannot be the name of a tag"),
    (lambda c: c.update(deal="1,2,3"), "record: 'deal' should be a list"),
    (lambda c: c.update(deal=[1, 2]), "record: 'deal' should be a list of texts"),
    (lambda c: c["deal"].pop(), "2 hands are dealt, not 1"),
    (lambda c: c["deal"].__setitem__(0, "1,2,x"), "record: 'x' is not a tile"),
    (lambda c: c.update(comments=None), "record: 'comments' should be a list"),
    (lambda c: c.update(entries=[0]), "entries 1: here should be an object"),
    (lambda c: c["entries"][1].update(action="pass"), "entries 2: 'pass' is not an action"),
    (lambda c: c["entries"][1].update(player="1"), "entries 2: 'player' should be a whole number"),
    (lambda c: c["entries"][1].update(player=0), "entries 2: '0' is not a player"),
    (lambda c: c["entries"][1].update(player=9), "entries 2: '9' is not a player"),
    (lambda c: c["entries"][1].update(seat=1), "entries 2: 'seat' means nothing here"),
    (lambda c: c["entries"][1].update(effects="on a6"), "entries 2: 'effects' should be a list"),
    (lambda c: c.pop("result"), "record: 'result' should be a text"),
]


@pytest.mark.parametrize(("change", "reason"), CHANGES, ids=[reason for _, reason in CHANGES])
def test_a_wrong_value_is_refused_with_the_place(
    content: Content, change: Callable[[Content], object], reason: str
) -> None:
    change(content)
    assert refusal(content).startswith(reason)
