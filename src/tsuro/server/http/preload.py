"""The one document of the page, as it is served at each address: it names the modules needed there.

A browser learns of a module only from the one that imports it. If the document names all of them, the browser need
not fetch one after another, and the first board appears a fifth sooner. Which modules these are is read from the
modules themselves: what they import, and what they load later but mark as `import(/* preload */ …)`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from posixpath import dirname, join, normpath

__all__ = ["modules_of", "shell_for"]

_IMPORT = re.compile(r'^(?:import|export)\b[^"]*?\bfrom "(\.\.?/[^"]+)"', re.MULTILINE)
_SOON = re.compile(r'\bimport\(/\* preload \*/ "(\.\.?/[^"]+)"\)')
_MAIN = "main.js"
_BEFORE = b'<script type="module"'


def shell_for(screen: str, document: bytes, modules: Mapping[str, bytes]) -> bytes:
    """The document for an address that shows this screen. `modules` has every module of the page by its name."""
    needed = modules_of((_MAIN, f"screens/{screen}.js"), modules)
    links = "".join(f'<link rel="modulepreload" href="/page/{name}">\n    ' for name in needed if name != _MAIN)
    return document.replace(_BEFORE, links.encode() + _BEFORE, 1)


def modules_of(names: tuple[str, ...], modules: Mapping[str, bytes]) -> list[str]:
    """These modules, and all that they need.

    >>> modules = {"a.js": b'import { b } from "./b/b.js"', "b/b.js": b'export { c } from "../c.js"', "c.js": b""}
    >>> modules_of(("a.js",), modules)
    ['a.js', 'b/b.js', 'c.js']
    """
    found: dict[str, None] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop(0)
        if name not in found:
            found[name] = None
            text = modules[name].decode()
            waiting += [
                normpath(join(dirname(name), path)) for path in _IMPORT.findall(text) + _SOON.findall(text)
            ]
    return list(found)
