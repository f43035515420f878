"""Links to tables as others can open them, and as pictures that a phone can read."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import replace
from io import BytesIO

import segno
from starlette.requests import Request
from starlette.responses import Response

from tsuro.server.http.context import Context
from tsuro.server.http.security import PICTURE_POLICY, Origin, headers_of

__all__ = ["EVERYWHERE", "Links", "address_in_network"]

EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 -- only compared
QUIET = 4  # light modules around the dark ones: with fewer, some phones cannot read it


class Links:
    def __init__(self, context: Context) -> None:
        self._context = context

    async def qr(self, request: Request) -> Response:
        code = request.path_params["code"]
        await self._context.find(code)
        picture = _qr(f"{self._origin(request)}/table/{code}")
        return Response(picture, media_type="image/svg+xml", headers={"Content-Security-Policy": PICTURE_POLICY})

    def _origin(self, request: Request) -> Origin:
        """Where others find the server: as the client named it, unless only this machine can use that name."""
        security = self._context.security
        own = security.seen_from_outside(
            security.check_host(headers_of(request.headers.raw), request.scope["scheme"])
        )
        if own.is_loopback and self._context.settings.host in EVERYWHERE:
            return replace(own, host=address_in_network() or own.host)
        return own


def _qr(text: str) -> bytes:
    """Dark on light whatever the theme, since phones need the contrast; the page says how large."""
    drawn = BytesIO()
    segno.make(text, error="m", micro=False).save(
        drawn,
        kind="svg",
        border=QUIET,
        dark="#000",
        light="#fff",
        omitsize=True,
        xmldecl=False,
        svgclass=None,
        lineclass=None,
    )
    return drawn.getvalue()


def address_in_network() -> str | None:
    """The address of this machine in its network; none if it is not in one."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks for the route
        return str(probe.getsockname()[0])
    return None
