"""Writes src/tsuro/web/page/generated/routes.js: the addresses of the server, as the page follows them.

`make protocol` runs it. The table itself is in tsuro.server.http.routes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from string import Template

from tsuro.server.http.routes import API, MISSING, PAGES, ApiRoute, PageRoute
from tsuro.web import PAGE

FILE = PAGE / "generated" / "routes.js"
TEXT = Template("""\
// The addresses of the server. Written by scripts/page_routes.py: do not edit, run `make protocol`.

/** Where the page shows its screens. */
export const PAGES = {
$pages
};

/** The screen for all other addresses. */
export const MISSING = "$missing";

/** The module of each screen. */
export const SCREENS = {
$screens
};

/** What the page asks the server for. */
export const API = {
$api
};
""")


def text(pages: Iterable[PageRoute] = PAGES, api: Iterable[ApiRoute] = API) -> str:
    """The content of the file."""
    pages = tuple(pages)
    screens = [*dict.fromkeys(page.screen for page in pages), MISSING]
    return TEXT.substitute(
        missing=MISSING,
        pages="\n".join(
            f"  {_name(page.name)}: {{ path: {json.dumps(page.path)}, screen: {json.dumps(page.screen)} }},"
            for page in pages
        ),
        screens="\n".join(f'  {screen}: () => import("../screens/{screen}.js"),' for screen in screens),
        api="\n".join(f"  {_name(route.name)}: {json.dumps(route.path)}," for route in api),
    )


def _name(name: str) -> str:
    """The name as JavaScript writes it.

    >>> _name("hand_over")
    'handOver'
    """
    return re.sub("_([a-z])", lambda found: found[1].upper(), name)


def main() -> None:
    FILE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
