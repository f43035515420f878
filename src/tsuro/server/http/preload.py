"""The one document of the page, as it is served at each address: it names the modules needed there.

A browser learns of a module only from the one that imports it. If the document names all of them, the browser need
not fetch one after another, and the first board appears sooner.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["shell_for"]

_MAIN = b'src="/page/main.js"'


def shell_for(document: bytes, files: Iterable[str]) -> bytes:
    """The document for an address whose screen needs these files; the first has the main module."""
    main, *others = files
    links = "".join(f'<link rel="modulepreload" href="/page/{name}">\n    ' for name in others)
    before, _, after = document.replace(_MAIN, f'src="/page/{main}"'.encode(), 1).partition(b"<script")
    return before + links.encode() + b"<script" + after
