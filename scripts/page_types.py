"""Writes src/tsuro/web/page/generated/messages.d.ts: what server and page send each other, as types.

`make protocol` runs it. The types are made from the structs, so the two ends cannot drift apart.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, get_args

from msgspec import inspect as types

from tsuro.server.http.openapi import BODIES
from tsuro.server.messages import ClientMessage, Request, ServerMessage, answers, creation, records, requests
from tsuro.server.messages.events import GameEvent
from tsuro.server.messages.lobby import LobbyMessage
from tsuro.server.messages.views import Played, TablePhase
from tsuro.server.options import BotLevel, Clock, First
from tsuro.web import PAGE

FILE = PAGE / "generated" / "messages.d.ts"
UNIONS = {
    "Clock": Clock,
    "GameEvent": GameEvent,
    "Request": Request,
    "ClientMessage": ClientMessage,
    "ServerMessage": ServerMessage,
    "LobbyMessage": LobbyMessage,
}
"""Unions that have a name, which is used instead of their members."""

LITERALS = {"BotLevel": BotLevel, "First": First, "Played": Played, "TablePhase": TablePhase}
"""Choices that have a name."""

FROM_CLIENTS = {requests.__name__, records.__name__, creation.__name__}

HEAD = """\
// What server and page say to each other. Written by scripts/page_types.py: do not edit, run `make protocol`.
"""
PLAIN: dict[type[types.Type], str] = {
    types.BoolType: "boolean",
    types.FloatType: "number",
    types.IntType: "number",
    types.NoneType: "null",
    types.StrType: "string",
}
COMMENT = re.compile(r"^    (\w+): [^#\n]*?(?:  # (.+))?$", re.MULTILINE)
NAMES: dict[type, str] = {  # both sides ping
    requests.Ping: "ClientPing",
    requests.Pong: "ClientPong",
    answers.Ping: "ServerPing",
    answers.Pong: "ServerPong",
}


def text() -> str:
    """The content of the file."""
    structs: dict[type, types.StructType] = {}
    for kind in types.multi_type_info([*UNIONS.values(), *BODIES]):
        structs |= {struct.cls: struct for struct in _structs(kind)}
    unions = (f"export type {name} =\n{_members(union)};\n" for name, union in UNIONS.items())
    choices = (f"export type {name} = {_choice(get_args(values))};\n" for name, values in LITERALS.items())
    ordered = sorted(structs.values(), key=lambda struct: _name(struct.cls))
    return "\n".join([HEAD, *choices, *unions, *(_interface(struct) for struct in ordered)])


def _structs(kind: types.Type) -> Iterator[types.StructType]:
    """All structs that the type is made of."""
    if isinstance(kind, types.StructType):
        yield kind
    for inner in _inner(kind):
        yield from _structs(inner)


def _inner(kind: types.Type) -> tuple[types.Type, ...]:
    match kind:
        case types.StructType():
            return tuple(field.type for field in kind.fields)
        case types.UnionType():
            return kind.types
        case types.TupleType():
            return kind.item_types
        case types.VarTupleType() | types.ListType():
            return (kind.item_type,)
        case types.Metadata():
            return (kind.type,)
    return ()


def _members(union: Any) -> str:
    return "\n".join(f"  | {_name(struct)}" for struct in sorted(get_args(union), key=_name))


def _name(struct: type) -> str:
    return NAMES.get(struct, struct.__name__)


def _interface(struct: types.StructType) -> str:
    comments = dict(COMMENT.findall(inspect.getsource(struct.cls)))
    lines = [*_comment(_about(struct.cls)), f"export interface {_name(struct.cls)} {{"]
    if struct.tag_field is not None:
        lines.append(f"  readonly {struct.tag_field}: {json.dumps(struct.tag)};")
    for field in struct.fields:
        lines += (f"  {line}" for line in _comment(comments.get(field.name, "")))
        lines.append(f"  readonly {field.encode_name}{_mark(struct, field)}: {_written(field.type)};")
    return "\n".join([*lines, "}\n"])


def _about(struct: type) -> str:
    """Its docstring; msgspec does not provide it."""
    return " ".join((struct.__doc__ or "").split())


def _comment(words: str) -> list[str]:
    return [f"/** {words} */"] if words else []


def _mark(struct: types.StructType, field: types.Field) -> str:
    """A client may leave out what has a default; the server sends everything, unless the struct says otherwise."""
    may_be_left_out = struct.cls.__module__ in FROM_CLIENTS or struct.cls.__struct_config__.omit_defaults
    return "?" if may_be_left_out and not field.required else ""


def _written(kind: types.Type) -> str:
    """The type, in the words of TypeScript."""
    match kind:
        case types.LiteralType():
            return _literal(kind)
        case types.UnionType():
            return _union(kind)
        case types.TupleType():
            return f"readonly [{', '.join(map(_written, kind.item_types))}]"
        case types.VarTupleType() | types.ListType():
            return f"readonly {_item(_written(kind.item_type))}[]"
        case types.Metadata():
            return _written(kind.type)
    return _name(kind.cls) if isinstance(kind, types.StructType) else PLAIN[type(kind)]


def _literal(kind: types.LiteralType) -> str:
    """The choices, or their name if they have one."""
    named = (name for name, values in LITERALS.items() if set(get_args(values)) == set(kind.values))
    return next(named, _choice(kind.values))


def _choice(values: Iterable[object]) -> str:
    return " | ".join(json.dumps(value) for value in values)


def _union(kind: types.UnionType) -> str:
    """The members, or the name of the union if it has one."""
    members = {struct.cls for struct in kind.types if isinstance(struct, types.StructType)}
    for name, union in UNIONS.items():
        if members == set(get_args(union)):
            others = [_written(one) for one in kind.types if not isinstance(one, types.StructType)]
            return " | ".join([name, *others])
    return " | ".join(map(_written, kind.types))


def _item(written: str) -> str:
    return f"({written})" if " " in written else written


def main() -> None:
    FILE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
