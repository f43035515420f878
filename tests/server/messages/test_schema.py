"""The schema says of every message just what the server says."""

from __future__ import annotations

import json
import runpy
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from jsonschema_rs import Draft202012Validator
from msgspec import inspect

from tsuro.server.messages import ClientMessage, ServerMessage
from tsuro.server.messages.records import AdviceWanted, PracticeWanted, ReplayWanted
from tsuro.server.messages.schema import schema
from tsuro.server.messages.views import Advice, Replay

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
SCHEMA = schema()
KINDS: dict[str, Any] = {"ClientMessage": ClientMessage, "ServerMessage": ServerMessage} | {
    struct.__name__: struct for struct in (Replay, Advice, ReplayWanted, AdviceWanted, PracticeWanted)
}
STRUCTS = [
    pytest.param(name, struct, id=f"{name}-{struct.__name__}")
    for name, kind in KINDS.items()
    for struct in get_args(kind) or (kind,)
]
VALIDATORS = {name: Draft202012Validator(SCHEMA | {"anyOf": [{"$ref": f"#/$defs/{name}"}]}) for name in KINDS}
STRANGE: tuple[Any, ...] = (
    None,
    True,
    -1,
    3,
    10**6,
    2.5,
    "",
    "x",
    "none",
    "a" * 100,
    "a b",
    [],
    [1],
    [None],
    {},
    {"strange": 1},
)


def anything_like(info: inspect.Type) -> st.SearchStrategy[Any]:  # noqa: C901, PLR0911 -- one case for each type
    """Random values of a type, with the constraints that the messages use."""
    match info:
        case inspect.Metadata(type=inner):
            return anything_like(inner)
        case inspect.IntType(ge=low, le=high):
            return st.integers(-(2**53) if low is None else low, 2**53 if high is None else high)
        case inspect.FloatType():
            return st.floats(0, 1)
        case inspect.StrType(pattern=str(pattern)):
            return st.from_regex(pattern, fullmatch=True).filter(str.isprintable)
        case inspect.StrType(min_length=low, max_length=high):
            return st.text(min_size=low or 0, max_size=high)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case inspect.VarTupleType(item_type=item):
            return st.lists(anything_like(item), max_size=2).map(tuple)
        case inspect.TupleType(item_types=items):
            return st.tuples(*(anything_like(item) for item in items))
        case inspect.UnionType(types=types):
            return st.one_of(*(anything_like(one) for one in types))
        case inspect.StructType(cls=struct, fields=fields):
            required = {f.name: anything_like(f.type) for f in fields if f.required}
            optional = {f.name: anything_like(f.type) for f in fields if not f.required}
            return st.fixed_dictionaries(required, optional=optional).map(lambda given: struct(**given))
    raise TypeError(f"no messages have {info!r}")


@cache
def messages(struct: type) -> st.SearchStrategy[Any]:
    return anything_like(inspect.type_info(struct))


def accepted(name: str, document: object) -> bool:
    """Whether the server would take it."""
    try:
        msgspec.json.decode(json.dumps(document), type=KINDS[name])
    except msgspec.ValidationError:
        return False
    return True


def places(document: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Where the parts of a document are, the outermost first."""
    inner: Any = ()
    if isinstance(document, dict | list):
        inner = document.items() if isinstance(document, dict) else enumerate(document)
    return [path] + [place for key, part in inner for place in places(part, (*path, key))]


def at(document: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def objects(document: Any) -> list[dict[str, Any]]:
    return [part for place in places(document) if isinstance(part := at(document, place), dict)]


@pytest.mark.parametrize(("name", "struct"), STRUCTS)
@settings(max_examples=20)
@given(data=st.data())
def test_every_message_fits_the_schema(name: str, struct: type, data: st.DataObject) -> None:
    message = data.draw(messages(struct))
    encoded = msgspec.json.encode(message)
    assert msgspec.json.decode(encoded, type=KINDS[name]) == message
    VALIDATORS[name].validate(json.loads(encoded))


@pytest.mark.parametrize(("name", "struct"), STRUCTS)
@settings(max_examples=20)
@given(data=st.data())
def test_unknown_fields_are_refused(name: str, struct: type, data: st.DataObject) -> None:
    document = json.loads(msgspec.json.encode(data.draw(messages(struct))))
    data.draw(st.sampled_from(objects(document)))["strange"] = 1
    assert not accepted(name, document)
    assert not VALIDATORS[name].is_valid(document)


@pytest.mark.parametrize(("name", "struct"), STRUCTS)
@settings(max_examples=20)
@given(data=st.data())
def test_schema_and_server_refuse_the_same(name: str, struct: type, data: st.DataObject) -> None:
    """Any part is replaced by something else, or left out: it may still fit, but then for both."""
    document = json.loads(msgspec.json.encode(data.draw(messages(struct))))
    path = data.draw(st.sampled_from(places(document)))
    strange = data.draw(st.sampled_from(STRANGE))
    if not path:
        document = strange
    elif isinstance(path[-1], str) and data.draw(st.booleans()):
        assume(path != ("snapshot", "type"))  # msgspec misses no tag where there is only one; servers send it
        del at(document, path[:-1])[path[-1]]
    else:
        at(document, path[:-1])[path[-1]] = strange
    assert accepted(name, document) == VALIDATORS[name].is_valid(document)


@pytest.mark.parametrize(("name", "struct"), STRUCTS)
@settings(max_examples=20)
@given(data=st.data())
def test_wrong_types_are_refused(name: str, struct: type, data: st.DataObject) -> None:
    document = json.loads(msgspec.json.encode(data.draw(messages(struct))))
    path = data.draw(st.sampled_from(places(document)[1:] or [()]))
    strange = {"strange": 1}  # is nothing that anybody ever says
    if path:
        at(document, path[:-1])[path[-1]] = strange
    else:
        document = strange
    assert not accepted(name, document)
    assert not VALIDATORS[name].is_valid(document)


def test_the_schema_in_the_documentation_is_up_to_date() -> None:
    text = runpy.run_path(str(ROOT / "scripts" / "schema.py"))["text"]()
    assert (ROOT / "docs" / "protocol.schema.json").read_text(encoding="utf-8") == text


def test_the_schema_names_every_message_and_no_module() -> None:
    names = {struct.__name__ for kind in (ClientMessage, ServerMessage) for struct in get_args(kind)}
    twice = {"Ping", "Pong"}
    assert set(SCHEMA["$defs"]) >= names - twice | {side + name for side in ("Client", "Server") for name in twice}
    assert "tsuro." not in json.dumps(SCHEMA)


def test_the_schema_tells_what_the_messages_are_for() -> None:
    assert SCHEMA["$defs"]["Resync"]["description"].startswith("Ask for a snapshot")
    assert SCHEMA["$defs"]["Resync"]["title"] == "Resync"
