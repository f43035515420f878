"""Writes src/tsuro/web/page/generated/limits.js: what the server allows, so that the page offers nothing else.

`make protocol` runs it. Every value comes from the code that decides: the page has no rules of its own about
which options go together, how long a turn may last, or when a player is warned.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, replace
from itertools import chain, groupby, product
from operator import itemgetter
from string import Template
from typing import Any, get_args

import msgspec
from msgspec import inspect as types

from tsuro.game.edition import MODERN, Edition, Goal
from tsuro.game.errors import ImpossibleSetup
from tsuro.game.state import MARKERS
from tsuro.notation import write_edition
from tsuro.server.messages import PROTOCOL
from tsuro.server.options import BotLevel, Clock, TableOptions
from tsuro.server.settings import Limits
from tsuro.server.tables.clocks import new_clock
from tsuro.server.tables.due import ToWarn
from tsuro.server.tables.names import LETTERS
from tsuro.web import PAGE

FILE = PAGE / "generated" / "limits.js"
TEXT = Template("""\
// What the server allows. Written by scripts/page_limits.py: do not edit, run `make protocol`.

/** The version of the protocol that the page speaks. */
export const PROTOCOL = $protocol;

/** The longest name, in characters. */
export const NAME_LENGTH = $name_length;

/** The largest request with a record in it, in bytes. */
export const RECORD_SIZE = $record_size;

/** How many can play. */
export const PLAYERS = $players;

/** All markers. @type {readonly string[]} */
export const MARKERS = $markers;

/** The bots of the server, from the weakest to the strongest. */
export const LEVELS = /** @type {const} */ ($levels);

/** What can be set for each clock. */
export const CLOCKS = $clocks;

/** With up to this many seconds or days on a clock, a player is warned this many milliseconds before the end.
 * @type {Record<keyof typeof CLOCKS, readonly (readonly [number, number])[]>}
 */
export const WARNINGS = $warnings;

/** What may be added to an edition, in the order in which its text names it. */
export const OPTIONS = /** @type {const} */ ($options);

/** Goals other than being the last on the board; the text of an edition ends with it. */
export const GOALS = /** @type {const} */ ($goals);

/** What editions always have. @type {Record<"modern" | "classic", readonly string[]>} */
export const ALWAYS = $always;

/** The text of every edition there can be. @type {readonly string[]} */
export const EDITIONS = $editions;
""")


def _option(flag: str) -> str:
    """Its word in the text of an edition."""
    chosen: dict[str, Any] = {flag: True}
    return write_edition(replace(MODERN, **chosen)).removeprefix("modern+")


FLAGS = tuple(field.name for field in fields(Edition) if field.init and field.default is False)
OPTIONS = {flag: _option(flag) for flag in FLAGS}


def text() -> str:
    """The content of the file."""
    clocks = {_tag(clock): clock for clock in get_args(Clock)}
    goals = [goal.value for goal in Goal if goal is not Goal.LAST_MARKER]
    editions = list(_editions())
    return TEXT.substitute(
        protocol=PROTOCOL,
        name_length=LETTERS,
        record_size=Limits().record,
        players=_written(_ranges(TableOptions)["seats"]),
        markers=_written(MARKERS),
        levels=_written(get_args(BotLevel)),
        clocks=_lines({kind: _ranges(clock) for kind, clock in clocks.items()}),
        warnings=_lines({kind: _warnings(clock) for kind, clock in clocks.items()}),
        options=_written(list(OPTIONS.values())),
        goals=_written(goals),
        always=_written({name: _always(name, editions) for name in ("modern", "classic")}),
        editions=_lines(list(map(write_edition, editions))),
    )


def _tag(clock: type[msgspec.Struct]) -> str:
    return str(clock.__struct_config__.tag)


def _ranges(struct: type[msgspec.Struct]) -> dict[str, dict[str, int]]:
    """The least and the greatest of its numbers."""
    numbers = {field.encode_name: field.type for field in _fields(struct)}
    return {name: _range(kind) for name, kind in numbers.items() if isinstance(kind, types.IntType)}


def _fields(struct: type[msgspec.Struct]) -> tuple[types.Field, ...]:
    kind = types.type_info(struct)
    return kind.fields if isinstance(kind, types.StructType) else ()


def _range(number: types.IntType) -> dict[str, int]:
    if number.ge is None or number.le is None:
        raise ValueError("a number for the page needs limits")
    return {"min": number.ge, "max": number.le}


def _warnings(clock: type[Any]) -> list[tuple[int, int]]:
    """The greatest number with each warning, and how long before the end it comes; small numbers have none."""
    amounts = list(_ranges(clock).values())[:1]
    numbers = chain.from_iterable(range(amount["min"], amount["max"] + 1) for amount in amounts)
    warned = [(number, left) for number in numbers if (left := _warning(clock(number))) is not None]
    return [list(alike)[-1] for _, alike in groupby(warned, key=itemgetter(1))]


def _warning(clock: Clock) -> int | None:
    started = new_clock(clock, 2, 0, at=0, runs=True)
    due = started.due() if started else None
    return due.left if isinstance(due, ToWarn) else None


def _editions() -> Iterator[Edition]:
    """All editions that the rules allow."""
    for name, goal in product(("modern", "classic"), Goal):
        for chosen in product((False, True), repeat=len(FLAGS)):
            options: dict[str, Any] = dict(zip(FLAGS, chosen, strict=True))
            with suppress(ImpossibleSetup):
                yield Edition(name=name, goal=goal, **options)


def _always(name: str, editions: list[Edition]) -> list[str]:
    """The options that all editions of a name have."""
    named = [edition for edition in editions if edition.name == name]
    return [option for flag, option in OPTIONS.items() if all(getattr(edition, flag) for edition in named)]


def _lines(value: dict[str, Any] | list[str]) -> str:
    """Each part on its own line."""
    if isinstance(value, list):
        return "[\n" + "".join(f"  {_written(part)},\n" for part in value) + "]"
    return "{\n" + "".join(f"  {name}: {_written(part)},\n" for name, part in value.items()) + "}"


def _written(value: Any) -> str:
    """As JavaScript is written by hand: no quotes around names."""
    plain = re.sub(r'"(\w+)": ', r"\1: ", json.dumps(value))
    return plain.replace("{", "{ ").replace("}", " }").replace("{  }", "{}")


def main() -> None:
    FILE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
