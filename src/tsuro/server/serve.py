"""Running the server: from the command to the last goodbye."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import os
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn

from tsuro.game.errors import TsuroError
from tsuro.server import logs
from tsuro.server.http.app import App
from tsuro.server.http.protocols import HttpProtocol, SocketProtocol
from tsuro.server.http.qr import EVERYWHERE, address_in_network
from tsuro.server.metrics import Metrics
from tsuro.server.rooms.lobby import Lobby
from tsuro.server.settings import Settings
from tsuro.server.storage.opening import open_store
from tsuro.server.storage.store import Store

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]  # -- there is none on Windows

__all__ = ["CannotListen", "PortInUse", "Server", "listening", "serve"]

TO_STORE = 2.0  # seconds, to finish what is being written
TO_LEAVE = 1.0  # for clients to receive their goodbye
LARGEST_HEAD = 8192  # bytes of a request's headers
BACKLOG = 50  # connections that are accepted at once
SPARE = 5 * BACKLOG  # files for other things, and for connections over the limit until they are closed

_log = logging.getLogger("tsuro.server")


class CannotListen(TsuroError):
    """The address or port cannot be used."""


class PortInUse(CannotListen):
    """Another program has the port."""


def serve(
    settings: Settings,
    *,
    announce: Callable[[str], None] = print,
    listener: socket.socket | None = None,
    quiet: bool = False,
) -> None:
    """Run a server until Ctrl-C or the system ends it.

    Raises `StoreError` or `CannotListen` before anybody can connect. `listener` is already bound, and closed at
    the end. `quiet` logs only what goes wrong.
    """
    logs.configure()
    if quiet:
        logging.getLogger("tsuro").setLevel(logging.WARNING)
    # We leave almost no cyclic garbage: looking for it took a tenth of the time, with pauses of a tenth of a
    # second for every hundred tables.
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)
    asyncio.run(_serve(settings, announce, listener))


async def _serve(settings: Settings, announce: Callable[[str], None], listener: socket.socket | None) -> None:
    async with open_store(settings.database) as store:
        with listener or listening(settings) as bound:
            await Server(store, settings, announce=announce).serve(sockets=[bound])


class Server(uvicorn.Server):
    """Opens the lobby before it listens, and says goodbye to everybody before it ends."""

    def __init__(
        self, store: Store, settings: Settings, *, announce: Callable[[str], None] = lambda _sentence: None
    ) -> None:
        metrics = Metrics()
        self.lobby = Lobby(store, settings, metrics=metrics)
        self.app = App(self.lobby, settings, metrics=metrics)
        self._settings, self._announce = settings, announce
        self._watching: asyncio.Task[None] | None = None
        super().__init__(_config(self.app, settings))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self.lobby.open()
        self._watching = asyncio.create_task(self.app.context.connections.watch())
        await super().startup(sockets)
        port = self.servers[0].sockets[0].getsockname()[1]
        for sentence in _where(self._settings.host, port):
            self._announce(sentence)
        self._announce(f"Tables are kept in {self._settings.database}")
        _log.info("server started", extra={"port": port})

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        connections = self.app.context.connections
        _log.info("server ends", extra={"connections": len(connections)})
        if self._watching is not None:
            self._watching.cancel()
        try:
            async with asyncio.timeout(TO_STORE):
                await self.lobby.close()
        except (TsuroError, TimeoutError):
            _log.exception("goodbye failed")
        await connections.gone(TO_LEAVE)
        connections.abandon()
        await super().shutdown(sockets)
        _log.info("server ended")

    def handle_exit(self, _sig: int, _frame: FrameType | None) -> None:
        """Being stopped is not a failure, so the signal is not raised again; a second one waits for nobody."""
        self.force_exit, self.should_exit = self.should_exit, True


def _config(app: App, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=HttpProtocol,
        ws=SocketProtocol,
        ws_max_size=settings.limits.frame,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # our own pings are messages, which pages can see
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips=["127.0.0.1", "::1"],
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=LARGEST_HEAD,
        backlog=BACKLOG,
        limit_concurrency=_allowed_connections(settings.limits.connections),
    )


def listening(settings: Settings) -> socket.socket:
    """A socket bound to the address."""
    host, port = settings.host, settings.port
    everywhere = host == "::" and socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        bound = socket.create_server((host, port), family=family, dualstack_ipv6=everywhere)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(f"port {port} is in use: end what uses it, or choose another with --port") from None
        raise CannotListen(f"cannot listen on {host}, port {port}: {_said(error)}") from None
    except OverflowError:
        raise CannotListen(f"{port} is not a port: they go up to 65535") from None
    # asyncio sends small messages at once only if it sees that this is TCP.
    listener = socket.socket(bound.family, bound.type, socket.IPPROTO_TCP, fileno=bound.detach())
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # What a client does not take for this long is dropped; accepted connections inherit this.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 2000 * settings.heartbeat)
    return listener


def _said(error: OSError) -> str:
    """What the system says, without what Python adds."""
    return os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)


def _where(host: str, port: int) -> list[str]:
    """Where people find the server, in sentences."""
    end = "Ctrl-C ends it."
    if host not in EVERYWHERE:
        return [f"Tsuro is at http://{f'[{host}]' if ':' in host else host}:{port}  {end}"]
    sentences = [f"Tsuro is at http://localhost:{port}  {end}"]
    if address := address_in_network():
        sentences.append(f"Others in your network find it at http://{address}:{port}")
    return sentences


def _allowed_connections(wanted: int) -> int:
    """Let the process have as many files open as there may be connections; returns how many the system allows."""
    if resource is None:
        return wanted + SPARE
    needed = wanted + 2 * SPARE
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    if most < needed:
        _log.warning("the system allows fewer connections than the settings", extra={"connections": most})
    return max(most - SPARE, most // 6)  # where there are few files, most have to be spare
