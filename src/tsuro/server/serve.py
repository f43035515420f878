"""Running the server: from the command to the last goodbye."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import partial
from types import FrameType
from typing import Any

import uvicorn

from tsuro.game.errors import TsuroError
from tsuro.server import logs
from tsuro.server.garbage import collect_seldom
from tsuro.server.hangup import outlasting_hangups
from tsuro.server.http.app import App
from tsuro.server.http.arrivals import Arrivals
from tsuro.server.http.handing_on import HandingOn
from tsuro.server.http.protocols import HandOn, SocketProtocol, http_protocol
from tsuro.server.http.qr import EVERYWHERE, address_in_network
from tsuro.server.http.shared_limits import share_limits
from tsuro.server.metrics import Metrics
from tsuro.server.rooms.rooms import Rooms
from tsuro.server.settings import Settings
from tsuro.server.site_process import SiteProcess
from tsuro.server.storage.opening import open_store, place_of
from tsuro.server.storage.store import Store

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]  # -- there is none on Windows

__all__ = ["CannotListen", "PortInUse", "Server", "listening", "serve", "where"]

TO_STORE = 2.0  # seconds, to finish what is being written
TO_LEAVE = 1.0  # for clients to receive their goodbye
ACCEPTED = 50  # connections that are accepted at once
SPARE = 5 * ACCEPTED  # files for other things, and for connections over the limit until they are closed
COMPLAINTS = ("uvicorn.error", "asyncio")  # logs of those who hear clients before we do
BACKLOG = 65_535  # connections that wait to be accepted; the system allows fewer, and takes this as its most

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
    place: SiteProcess | None = None,
    ready: Callable[[], None] = lambda: None,
) -> None:
    """Run a server until Ctrl-C or the system ends it.

    Raises `StoreError` or `CannotListen` before anybody can connect. `listener` is already bound, and closed at
    the end. `quiet` logs only what goes wrong. `place` says which of several processes this is; `ready` is called
    when people can connect.
    """
    logs.configure()
    if quiet:
        logging.getLogger("tsuro").setLevel(logging.WARNING)
    asyncio.run(_serve(settings, announce, listener, place, ready))


async def _serve(
    settings: Settings,
    announce: Callable[[str], None],
    listener: socket.socket | None,
    place: SiteProcess | None,
    ready: Callable[[], None],
) -> None:
    async with AsyncExitStack() as stack:
        if place is None:
            stack.enter_context(outlasting_hangups())
        store = await stack.enter_async_context(open_store(settings.database))
        with (
            listener or listening(settings) as bound,
            _listening_for_metrics(settings, shared=place is not None) as others,
        ):
            server = Server(store, settings, announce=announce, place=place, ready=ready)
            await server.serve(sockets=[bound, *others])


class Server(uvicorn.Server):
    """Opens the rooms before it listens, and says goodbye to everybody before it ends."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        *,
        announce: Callable[[str], None] = lambda _sentence: None,
        place: SiteProcess | None = None,
        ready: Callable[[], None] = lambda: None,
    ) -> None:
        self._place, self._ready = place, ready
        metrics = Metrics(together=None if place is None else place.together)
        self.rooms = Rooms(store, settings, metrics=metrics)
        self.app = App(self.rooms, settings, metrics=metrics)
        self.rooms.upkeep.on_bans = self.app.context.turnstile.ban
        self.rooms.limit(
            may_sit=self.app.context.turnstile.may_sit, may_play_on=self.app.context.turnstile.may_play_on
        )
        self._settings, self._announce = settings, announce
        self._store = store
        self._background: list[asyncio.Task[None]] = []
        self._handing = (
            None if place is None else HandingOn(number=place.number, count=place.count, folder=place.folder)
        )
        super().__init__(_config(self.app, settings, None if self._handing is None else self._handing.hand_on))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self.rooms.open()
        context = self.app.context
        for complaints in COMPLAINTS:
            logging.getLogger(complaints).addFilter(context.turned_away)
        sharing = share_limits(context.turnstile, self._store, self.rooms.process, self.rooms.not_read.add)
        for work in (context.connections.watch(), context.turned_away.watch(), collect_seldom(), sharing):
            self._background.append(asyncio.create_task(work))
        if self._place is not None:
            self._background.append(asyncio.create_task(self._place.tell(context.metrics.own_text)))
            self._place.when_alone(self._end)
        await super().startup(sockets)
        if self._handing is not None:
            self._handing.open(self._adopt)
        for listener in sockets or ():
            # To asyncio it is one number, how many it accepts at once and how many may wait; those are few, and
            # these many: after a crash everybody comes back.
            listener.listen(BACKLOG)
        port = self.servers[0].sockets[0].getsockname()[1]
        for sentence in where(self._settings.host, port):
            self._announce(sentence)
        self._announce(f"Tables are kept in {place_of(self._settings.database)}")
        _log.info("server started", extra={"port": port, "number": self._place and self._place.number})
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        connections = self.app.context.connections
        _log.info("server ends", extra={"connections": len(connections)})
        for task in self._background:
            task.cancel()
        if self._handing is not None:
            self._handing.close()
        try:
            async with asyncio.timeout(TO_STORE):
                await self.rooms.close()
        except (TsuroError, TimeoutError):
            _log.exception("goodbye failed")
        await connections.gone(TO_LEAVE)
        connections.abandon()
        await super().shutdown(sockets)
        for complaints in COMPLAINTS:
            logging.getLogger(complaints).removeFilter(self.app.context.turned_away)
        self.app.context.turned_away.tell()
        _log.info("server ended")

    async def _adopt(self, connection: socket.socket, data: bytes) -> None:
        """Serve a connection that another process accepted."""
        made: Any = self.config.http_protocol_class  # which uvicorn calls like this, too
        make = partial(made, config=self.config, server_state=self.server_state, app_state=self.lifespan.state)
        _, protocol = await asyncio.get_running_loop().connect_accepted_socket(make, connection)
        protocol.adopt(data)

    def _end(self) -> None:
        self.should_exit = True

    def handle_exit(self, sig: int, _frame: FrameType | None) -> None:
        """Being stopped is not a failure, so the signal is not raised again; a second one waits for nobody."""
        if sig == signal.SIGINT and self._place is not None:
            return  # Ctrl-C goes to the parent, too, which says when to end
        self.force_exit, self.should_exit = self.should_exit, True


def _config(app: App, settings: Settings, hand_on: HandOn | None = None) -> uvicorn.Config:
    arrivals = Arrivals(
        per_address=settings.limits.accepted_per_address,
        in_all=_allowed_connections(settings.limits.connections),
        proxies=settings.proxies,
        refuse=app.context.turned_away.add,
    )
    return uvicorn.Config(
        app,
        http=http_protocol(arrivals, hand_on),
        ws=SocketProtocol,
        ws_max_size=settings.limits.frame,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # our own pings are messages, which pages can see
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=settings.limits.head,
        backlog=ACCEPTED,
    )


@contextmanager
def _listening_for_metrics(settings: Settings, *, shared: bool) -> Iterator[list[socket.socket]]:
    """The socket for `--metrics`, if there is one; the processes of a site share it, and each tells of all."""
    if settings.metrics is None:
        yield []
        return
    host, port = settings.metrics
    with _bound(host, port, option="--metrics", shared=shared) as listener:
        yield [listener]


def listening(settings: Settings) -> socket.socket:
    """A socket bound to the address."""
    bound = _bound(settings.host, settings.port)
    # asyncio sends small messages at once only if it sees that this is TCP.
    listener = socket.socket(bound.family, bound.type, socket.IPPROTO_TCP, fileno=bound.detach())
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # What a client does not take for this long is dropped; accepted connections inherit this.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 2000 * settings.heartbeat)
    return listener


def _bound(host: str, port: int, *, option: str = "--port", shared: bool = False) -> socket.socket:
    everywhere = host == "::" and socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server(
            (host, port),
            family=family,
            dualstack_ipv6=everywhere,
            reuse_port=shared and hasattr(socket, "SO_REUSEPORT"),
        )
    except OSError as error:
        if isinstance(error, socket.gaierror):
            raise CannotListen(f"cannot listen on {host}: nothing is called so, on no machine") from None
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(f"port {port} is in use: end what uses it, or choose another with {option}") from None
        raise CannotListen(f"cannot listen on {host}, port {port}: {_said(error)}") from None
    except UnicodeError:
        raise CannotListen(f"cannot listen on {host}: that is no name; name an address of this machine") from None
    except OverflowError:
        raise CannotListen(f"{port} is not a port: they go up to 65535") from None


def _said(error: OSError) -> str:
    """What the system says, without what Python adds."""
    return os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)


def where(host: str, port: int) -> list[str]:
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
