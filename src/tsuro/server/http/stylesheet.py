"""The style of the page: written in many files, served as one."""

from __future__ import annotations

import re
from collections.abc import Mapping

__all__ = ["joined"]

_IMPORT = re.compile(r'@import "([^"]+)" layer\((\w+)\);')
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SPACE = re.compile(r"\s*\n\s*")


def joined(name: str, contents: Mapping[str, bytes]) -> dict[str, bytes]:
    """The contents, with those that the style of that name imports put into it, each in its layer.

    A browser that had to fetch them one by one would show the first board later.

    >>> files = {"all.css": b'@import "a.css" layer(base);', "a.css": b"p { margin: 0 } /* none */", "b.js": b""}
    >>> joined("all.css", files)
    {'b.js': b'', 'all.css': b'@layer base{p { margin: 0 }}'}
    """
    if name not in contents:
        return dict(contents)
    imported: set[str] = set()

    def layer(found: re.Match[str]) -> str:
        imported.add(found[1])
        return f"@layer {found[2]}{{{_short(contents[found[1]])}}}"

    whole = _IMPORT.sub(layer, _short(contents[name]))
    kept = {other: content for other, content in contents.items() if other not in {name, *imported}}
    return {**kept, name: whole.encode()}


def _short(css: bytes) -> str:
    """Without comments and indentation, which no browser needs."""
    return _SPACE.sub("\n", _COMMENT.sub("", css.decode())).strip()
