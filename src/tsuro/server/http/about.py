"""What the server says about itself: whether it is well, and what it counts."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import Scope

import tsuro
from tsuro.server.http.context import Context
from tsuro.server.http.limits import is_loopback
from tsuro.server.http.problems import HttpProblem, json_answer, store_fails
from tsuro.server.http.routes import API_PATHS
from tsuro.server.metrics import CONTENT_TYPE

__all__ = ["About"]


class _Health(msgspec.Struct, frozen=True, kw_only=True):
    status: str
    version: str


class About:
    """Answers about the server. `router` is for the port of `--metrics`, where there is nothing else."""

    def __init__(self, context: Context) -> None:
        self._context = context
        here = {"health": self.health, "live": self.live, "ready": self.health, "metrics": self.all_metrics}
        self.router = Router([Route(API_PATHS[name], answer) for name, answer in here.items()])

    def is_asked(self, scope: Scope) -> bool:
        """Whether a request came to the port of `--metrics`."""
        place, server = self._context.settings.metrics, scope.get("server")
        return place is not None and server is not None and server[1] == place[1]

    async def live(self, _request: Request) -> Response:
        """The process answers; whatever else is wrong, starting it again would not help."""
        return json_answer(_Health(status="ok", version=tsuro.__version__))

    async def health(self, request: Request) -> Response:
        """The server can be used: it is not ending, and can read and write its tables."""
        self._context.check_open()
        if not await self._context.rooms.store_health.is_good():
            raise store_fails()
        try:
            await self._context.find("-" * 22)  # no table has this code, but the store is asked
        except HttpProblem as problem:
            if problem.status != 404:
                raise
        return await self.live(request)

    async def metrics(self, request: Request) -> Response:
        """For programs on this machine; but not where there may be a proxy, which can hide who asks."""
        settings = self._context.settings
        is_public = bool(settings.origins or settings.proxies or settings.metrics)
        if is_public or not is_loopback(request.scope):
            raise HttpProblem(
                403,
                "forbidden",
                "Only programs on the server's own machine may see this, and those of a public server at the "
                "address that --metrics names.",
            )
        return await self.all_metrics(request)

    async def all_metrics(self, _request: Request) -> Response:
        return Response(self._context.metrics.text(), headers={"Content-Type": CONTENT_TYPE})
