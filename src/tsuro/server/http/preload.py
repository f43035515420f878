"""The one document of the page, as it is given out at each address: it names the modules that are needed there.

A browser learns of a module only from the one that imports it. Where the document names all of them, it need not
fetch one after the other, and the first board is there a fifth sooner.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from posixpath import dirname, join, normpath
from types import MappingProxyType

__all__ = ["SCREENS", "modules_of", "shell_at"]

SCREENS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "/": ("screens/start.js",),
        "/table/{code}": ("screens/table.js", "play/play.js"),
        "/table/{code}/replay/{game}": ("screens/replay.js",),
        "/replay": ("screens/replay.js",),
        "/learn": ("screens/learn.js",),
        "/rules": ("screens/rules.js",),
        "/hand-over/{code}": ("screens/handover.js",),
    }
)
"""The addresses of the page, and what `main.js` imports there."""

_IMPORT = re.compile(r'^(?:import|export)\b[^"]*?\bfrom "(\.\.?/[^"]+)"', re.MULTILINE)
_MAIN = "main.js"
_BEFORE = b'<script type="module"'


def shell_at(address: str, document: bytes, modules: Mapping[str, bytes]) -> bytes:
    """The document for an address of the page, whose modules are told by name."""
    needed = modules_of((_MAIN, *SCREENS[address]), modules)
    links = "".join(f'<link rel="modulepreload" href="/page/{name}">\n    ' for name in needed if name != _MAIN)
    return document.replace(_BEFORE, links.encode() + _BEFORE, 1)


def modules_of(names: Iterable[str], modules: Mapping[str, bytes]) -> list[str]:
    """These modules, and all that they import.

    >>> modules = {"a.js": b'import { b } from "./b/b.js"', "b/b.js": b'export { c } from "../c.js"', "c.js": b""}
    >>> modules_of(["a.js"], modules)
    ['a.js', 'b/b.js', 'c.js']
    """
    found: dict[str, None] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found[name] = None
            imported = _IMPORT.findall(modules[name].decode())
            waiting += [normpath(join(dirname(name), path)) for path in imported]
    return list(found)
