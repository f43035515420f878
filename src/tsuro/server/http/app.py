"""The server as an application: which address leads where, and what every answer has."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from time import perf_counter

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import Message, Receive, Scope, Send

from tsuro.server.http.about import About
from tsuro.server.http.analysis import Analysis
from tsuro.server.http.connections import Connections
from tsuro.server.http.context import Context
from tsuro.server.http.downloads import Downloads
from tsuro.server.http.game_records import GameRecords
from tsuro.server.http.limits import ClientGone, Turnstile, address_of
from tsuro.server.http.lobby_api import LobbyApi
from tsuro.server.http.pages import Pages
from tsuro.server.http.pictures import Pictures
from tsuro.server.http.problem_pages import prefers_html, problem_page, redirect_without_slash
from tsuro.server.http.problems import HttpProblem, unavailable
from tsuro.server.http.qr import Links
from tsuro.server.http.routes import API
from tsuro.server.http.security import HEADERS, PART_HEADERS, PIN, PINNED, Security
from tsuro.server.http.sockets import Sockets
from tsuro.server.http.tables_api import TablesApi
from tsuro.server.http.turned_away import TurnedAway
from tsuro.server.metrics import Metrics
from tsuro.server.rooms.rooms import Rooms
from tsuro.server.settings import Settings
from tsuro.server.storage.errors import StoreError
from tsuro.server.tables.refusals import NotStored, Restarting

__all__ = ["App"]

REFUSED = "tsuro.refused"  # where a scope says why it was refused
_METHODS = frozenset({"GET", "HEAD", "POST"})  # a client may call others whatever it likes
_IN_FLOODS = frozenset({408, 413, 429, 503})  # statuses that one line each would fill the disk with

_log = logging.getLogger("tsuro.http")


class App:
    """Answers everything that comes in: sockets directly, the rest by route."""

    def __init__(self, rooms: Rooms, settings: Settings, *, metrics: Metrics) -> None:
        self.context = Context(
            rooms=rooms,
            settings=settings,
            metrics=metrics,
            security=Security(settings.origins),
            turnstile=Turnstile(settings.limits),
            connections=Connections(settings.heartbeat),
            turned_away=TurnedAway(metrics),
        )
        self._sockets = Sockets(self.context)
        self._pages = Pages(self.context.security, bots=settings.bots, lobby=settings.lobby)
        self._about = About(self.context)
        self.routes = _routes(self.context, self._about)
        """The routes for programs; the page has its own."""
        self._router = Router([*self.routes, *self._pages.routes], redirect_slashes=False)
        _add_gauges(self.context)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and self._about.is_asked(scope):
            await receive()
            await send({"type": "websocket.close"})
        elif scope["type"] == "websocket":
            await self._sockets(scope, receive, send)
        else:
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = perf_counter(), 0

        async def dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = _dress(message["headers"], scope, status)
            await send(message)

        try:
            answer = await self._route(scope, receive, dressed)
            if answer is not None and not status:
                await answer(scope, receive, dressed)
        finally:
            self._tell(scope, status, perf_counter() - began)

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> Response | None:
        """Let the route answer; returns the answer to send where it does not."""
        scope["app"] = self  # so that the router raises what it does not find
        try:
            router = self._admitted(scope)
            if router is self._router:
                await self.context.turnstile.pace(address_of(scope))
            await router(scope, receive, send)
        except HttpProblem as problem:
            return self._say(problem, scope)
        except HTTPException as error:
            return redirect_without_slash(scope) or self._say(_not_found(error), scope)
        except (StoreError, NotStored, Restarting) as error:
            return self._say(unavailable(error), scope)
        except ClientGone:
            return None
        except Exception:  # noqa: BLE001 -- whatever it is, the server goes on
            _log.exception("request failed", extra={"route": _name(scope)})
            return self._say(HttpProblem(500, "failed", "Something went wrong on the server: try again."), scope)
        return None

    def _admitted(self, scope: Scope) -> Router:
        """Who answers; raises `HttpProblem` if whoever asks may not."""
        if self._about.is_asked(scope):
            return self._about.router
        scope["guest"] = self.context.admit(scope, counts=scope["path"] not in self._pages)
        return self._router

    def _say(self, problem: HttpProblem, scope: Scope) -> Response:
        """The problem as JSON, or as a page for a browser that opens an address."""
        scope[REFUSED] = problem.code
        request = Request(scope)
        if not prefers_html(request):
            return problem.answer()
        return self._pages.missing(request, problem) if problem.status == 404 else problem_page(problem)

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        if not status:  # the client has already gone
            return
        self.context.metrics.answered(status)
        if REFUSED in scope and (status in _IN_FLOODS or _name(scope) is None):
            self.context.turned_away.add(scope[REFUSED])
            return
        facts = {
            "method": scope["method"] if scope["method"] in _METHODS else "other",
            "route": _name(scope),
            "status": status,
            "ms": round(seconds * 1000, 1),
        }
        level = logging.DEBUG if scope["path"] in self._pages else logging.INFO  # a visit asks for dozens of files
        _log.log(level, "request", extra=facts)


def _routes(context: Context, about: About) -> list[Route]:
    handlers = _handlers(context, about)
    return [Route(api.path, handlers[api.name], methods=[api.method]) for api in API if api.method != "WEBSOCKET"]


def _handlers(context: Context, about: About) -> dict[str, Callable[[Request], Awaitable[Response]]]:
    """Who answers at each address of the table of routes."""
    records = GameRecords(context)
    tables, downloads, pictures = TablesApi(context), Downloads(context, records), Pictures(context, records)
    analysis, lobby = Analysis(context), LobbyApi(context)
    return {
        "tables": tables.make_table,
        "table": tables.show_table,
        "requests": tables.ask,
        "stream": tables.stream,
        "table_advice": analysis.advise_at_table,
        "qr": Links(context).qr,
        "record": downloads.record,
        "game_replay": downloads.replay,
        "picture": downloads.picture,
        "snapshot": pictures.snapshot,
        "film": pictures.film,
        "preview": pictures.preview,
        "lobby": lobby.show,
        "play_now": lobby.play_now,
        "replays": analysis.show_record,
        "record_snapshot": pictures.record_snapshot,
        "record_film": pictures.record_film,
        "advice": analysis.advise,
        "practice": tables.practise,
        "hand_overs": tables.take_hand_over,
        "bots": downloads.bots,
        "tiles": downloads.tiles,
        "schema": downloads.schema,
        "openapi": downloads.openapi,
        "health": about.health,
        "live": about.live,
        "ready": about.health,
        "metrics": about.metrics,
    }


def _add_gauges(context: Context) -> None:
    gauge = context.metrics.gauge
    gauge("connections", "Sockets and streams that are open.", lambda: len(context.connections))
    gauge("tables_loaded", "Tables in memory.", lambda: context.rooms.loaded)
    gauge("listeners", "Clients at tables.", lambda: context.rooms.listeners)
    gauge("bots_waiting", "Bots that wait until they can think.", lambda: context.rooms.bots_waiting)
    gauge("lobby", "People in the lobby.", lambda: len(context.rooms.lobby.guests))
    gauge("tables_waiting", "Open tables where somebody waits for others.", lambda: context.rooms.lobby.waiting)


def _dress(headers: Iterable[tuple[bytes, bytes]], scope: Scope, status: int) -> list[tuple[bytes, bytes]]:
    """The headers of an answer, with those of every answer, and the cookie of a new guest."""
    path, guest = scope["path"], scope.get("guest")
    is_part = status < 400 and path.startswith("/page/") and path.endswith((".js", ".css", ".json"))
    whole = {**(PART_HEADERS if is_part else HEADERS), b"cache-control": b"no-store"}
    own = list(headers)
    for name, _ in own:
        whole.pop(name, None)
    if path.startswith("/api/") and guest is not None and guest.cookie is not None:
        own.append((b"set-cookie", guest.cookie.encode()))
    pin = (PIN,) if scope.get(PINNED) and not is_part else ()
    return [*own, *whole.items(), *pin]


def _not_found(error: HTTPException) -> HttpProblem:
    if error.status_code == 405:
        return HttpProblem(
            405, "wrong-method", "This address does not take that method.", headers=dict(error.headers or {})
        )
    return HttpProblem(404, "no-such-page", "There is nothing here: check the address.")


def _name(scope: Scope) -> str | None:
    """The route by the name of its function: paths hold codes."""
    endpoint = scope.get("endpoint")
    return None if endpoint is None else str(endpoint.__name__)
