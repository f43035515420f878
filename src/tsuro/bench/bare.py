"""A server without a game, to compare ours with: it runs on the same stack and sends messages of the same size.

`/echo` sends back what it gets. In `/room/…`, whatever anybody sends, everybody gets the next message
of a game that was played before; each is encoded again. There are no rules, and nothing is stored.
It runs as a program, with the file of that game, and prints its port.
"""

from __future__ import annotations

import socket
import sys
from collections import defaultdict
from collections.abc import Awaitable, Callable, MutableMapping
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
import uvicorn

__all__ = ["Bare", "main"]

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]

Moment: TypeAlias = list[Any]
"""What each client gets when something happened."""

_ENCODER = msgspec.json.Encoder()


class _Room:
    def __init__(self) -> None:
        self.clients: list[Send] = []
        self.moments = 0  # so far


class Bare:
    """The server as an ASGI application."""

    def __init__(self, game: list[Moment]) -> None:
        self._game = game
        self._rooms: defaultdict[str, _Room] = defaultdict(_Room)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        await receive()  # that it wants to connect
        await send({"type": "websocket.accept"})
        if scope["path"] == "/echo":
            await self._echo(receive, send)
        else:
            await self._play(self._rooms[scope["path"]], receive, send)

    async def _echo(self, receive: Receive, send: Send) -> None:
        while (event := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": event["text"]})

    async def _play(self, room: _Room, receive: Receive, send: Send) -> None:
        room.clients.append(send)
        while (await receive())["type"] == "websocket.receive":
            moment = self._game[room.moments % len(self._game)]
            room.moments += 1
            for client, message in zip(room.clients, moment, strict=True):
                await client({"type": "websocket.send", "text": _ENCODER.encode(message).decode()})


def main() -> None:
    game = msgspec.json.decode(Path(sys.argv[1]).read_bytes(), type=list[Moment])
    config = uvicorn.Config(
        Bare(game),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        ws_ping_interval=None,
        lifespan="off",
        log_level="warning",
    )
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listening:
        print(listening.getsockname()[1], flush=True)
        uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
