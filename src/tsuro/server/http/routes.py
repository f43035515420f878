"""Every address of the server, once: the server, the page and the page's worker all follow this table.

`make protocol` writes the page's copy, `web/page/generated/routes.js`, and a test compares the two. A new screen
is a module in `web/page/screens` and a line here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["API", "API_PATHS", "MISSING", "PAGES", "ApiRoute", "PageRoute", "offline_pattern", "path_pattern"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRoute:
    """An address at which the page shows a screen."""

    name: str
    path: str
    screen: str  # its module in web/page/screens
    offline: bool = False  # whether the screen is useful without the server


@dataclass(frozen=True, slots=True)
class ApiRoute:
    """An address for programs, and for the page's own requests."""

    name: str
    method: str
    path: str


MISSING = "missing"
"""The screen for every other address."""

PAGES = (
    PageRoute(name="start", path="/", screen="start"),
    PageRoute(name="lobby", path="/lobby", screen="lobby"),
    PageRoute(name="table", path="/table/{code}", screen="table", offline=True),
    PageRoute(name="game", path="/table/{code}/replay/{game}", screen="replay", offline=True),
    PageRoute(name="replay", path="/replay", screen="replay"),
    PageRoute(name="learn", path="/learn", screen="learn", offline=True),
    PageRoute(name="rules", path="/rules", screen="rules", offline=True),
    PageRoute(name="hand_over", path="/hand-over/{code}", screen="handover"),
)

_TABLE = "/api/tables/{code}"
_GAME = f"{_TABLE}/games/{{game}}"
API = (
    ApiRoute("tables", "POST", "/api/tables"),
    ApiRoute("table", "GET", _TABLE),
    ApiRoute("requests", "POST", f"{_TABLE}/requests"),
    ApiRoute("socket", "WEBSOCKET", f"{_TABLE}/socket"),
    ApiRoute("stream", "GET", f"{_TABLE}/stream"),
    ApiRoute("table_advice", "GET", f"{_TABLE}/advice"),
    ApiRoute("qr", "GET", f"{_TABLE}/qr.svg"),
    ApiRoute("preview", "GET", f"{_TABLE}/preview.png"),
    ApiRoute("record", "GET", f"{_GAME}/record"),
    ApiRoute("game_replay", "GET", f"{_GAME}/replay"),
    ApiRoute("picture", "GET", f"{_GAME}/picture.svg"),
    ApiRoute("snapshot", "GET", f"{_GAME}/snapshot.png"),
    ApiRoute("film", "GET", f"{_GAME}/film"),
    ApiRoute("lobby", "GET", "/api/lobby"),
    ApiRoute("lobby_socket", "WEBSOCKET", "/api/lobby/socket"),
    ApiRoute("play_now", "POST", "/api/lobby/play"),
    ApiRoute("replays", "POST", "/api/replays"),
    ApiRoute("record_snapshot", "POST", "/api/snapshots"),
    ApiRoute("record_film", "POST", "/api/films"),
    ApiRoute("advice", "POST", "/api/advice"),
    ApiRoute("practice", "POST", "/api/practice"),
    ApiRoute("hand_overs", "POST", "/api/hand-overs/{code}"),
    ApiRoute("bots", "GET", "/api/bots"),
    ApiRoute("tiles", "GET", "/api/tiles"),
    ApiRoute("schema", "GET", "/api/schema"),
    ApiRoute("openapi", "GET", "/api/openapi.json"),
    ApiRoute("health", "GET", "/health"),
    ApiRoute("live", "GET", "/health/live"),
    ApiRoute("ready", "GET", "/health/ready"),
    ApiRoute("metrics", "GET", "/metrics"),
)

API_PATHS: Mapping[str, str] = MappingProxyType({route.name: route.path for route in API})


def path_pattern(path: str) -> str:
    """A regular expression for the path, which means the same in Python and in JavaScript.

    >>> path_pattern("/table/{code}/replay/{game}")
    '^/table/[^/]+/replay/[^/]+$'
    """
    return f"^{re.sub(r'{[a-z]+}', '[^/]+', path)}$"


def offline_pattern(pages: Iterable[PageRoute] = PAGES) -> str:
    """A regular expression for the addresses whose screen is useful without the server."""
    return "|".join(path_pattern(page.path) for page in pages if page.offline)
