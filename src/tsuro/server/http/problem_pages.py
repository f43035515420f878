"""Problems as a browser shows them: a page for people, JSON for programs.

The Accept header decides: a page if it names text/html and does not rank JSON as high, JSON in all other cases.
Only a browser that opens an address asks like that; its scripts fetch with */*. This holds for every address,
including those under /api/.
"""

from __future__ import annotations

import re
from html import escape
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from tsuro.server.http.problems import JSON, HttpProblem
from tsuro.server.http.routes import API, PAGES, path_pattern

__all__ = ["prefers_html", "problem_page", "redirect_without_slash"]

HTML = "text/html"
_KNOWN = [re.compile(path_pattern(route.path)) for route in (*PAGES, *API)]
_WEIGHT = re.compile(r"q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)")
_DOCUMENT = """\
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Tsuro</title>
  </head>
  <body>
    <h1>Tsuro</h1>
    <p>{sentence}</p>
    <p><a href="/">Go to the start page</a></p>
  </body>
</html>
"""


def problem_page(problem: HttpProblem) -> Response:
    """The sentence alone: what is wrong may keep a browser from every other file."""
    page = _DOCUMENT.format(sentence=escape(problem.sentence))
    return Response(page, status_code=problem.status, headers=problem.headers, media_type=HTML)


def prefers_html(request: Request) -> bool:
    accepted = _weights(",".join(request.headers.getlist("accept")))
    return accepted.get(HTML, 0) > accepted.get(JSON, 0)


def _weights(accept: str) -> dict[str, float]:
    """The weight of each media type.

    >>> _weights("text/html,application/xml;q=0.9, */*;q=0.8")
    {'text/html': 1.0, 'application/xml': 0.9, '*/*': 0.8}
    """
    weights = {}
    for one in accept.lower().split(","):
        kind, _, rest = one.replace(" ", "").partition(";")
        found = _WEIGHT.search(rest)
        weights[kind] = float(found[1]) if found else 1.0
    return weights


def redirect_without_slash(scope: Scope) -> Response | None:
    """To the same address without the slashes at its end, if there is one.

    It only ever leads to an address of the table of routes, so nobody can make it lead to another server.
    """
    path = scope["path"].rstrip("/")
    if not scope["raw_path"].endswith(b"/") or not any(known.fullmatch(path) for known in _KNOWN):
        return None
    query = scope["query_string"].decode("latin-1")
    return Response(status_code=308, headers={"Location": quote(path) + (f"?{query}" if query else "")})
