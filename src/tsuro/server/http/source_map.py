"""Source maps: how browsers show a joined file as the files that it was made of.

The format is ECMA-426. A mapping is four numbers, each as the difference to the one before it: column, source,
line and column there; here whole lines are mapped, so that the columns are always 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

import msgspec

__all__ = ["Line", "source_map"]

_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_MORE = 32


class Line(NamedTuple):
    """A line of a joined file (or several, of which the first counts), and where it comes from."""

    text: str
    source: int | None = None
    number: int = 0  # counted from 0


def source_map(lines: Iterable[Line], sources: Mapping[str, str]) -> bytes:
    """The map of a file with these lines, made of these sources.

    >>> source_map([Line("import"), Line("a;", 0, 2), Line("b;", 0, 3)], {"a.js": "text"})
    b'{"version":3,"sources":["a.js"],"sourcesContent":["text"],"names":[],"mappings":";AAEA;AACA"}'
    """
    mappings, source, number = [], 0, 0
    for line in lines:
        if line.source is None:
            mappings.append(";" * line.text.count("\n"))
            continue
        mappings.append(f"A{_written(line.source - source)}{_written(line.number - number)}A")
        source, number = line.source, line.number
    content = {"version": 3, "sources": list(sources), "sourcesContent": list(sources.values()), "names": []}
    return msgspec.json.encode({**content, "mappings": ";".join(mappings)})


@cache
def _written(number: int) -> str:
    """A number in groups of five bits, the smallest first; the first bit of all is the sign.

    >>> [_written(number) for number in (0, 1, -1, 15, 16, -1000)]
    ['A', 'C', 'D', 'e', 'gB', 'x+B']
    """
    rest, digits = abs(number) << 1 | (number < 0), ""
    while True:
        rest, digit = rest >> 5, rest & 31
        digits += _DIGITS[digit | (_MORE if rest else 0)]
        if not rest:
            return digits
