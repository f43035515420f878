"""`tsuro web`: play in the browser."""

from __future__ import annotations

import argparse
import os
import socket
import sys
import webbrowser
from dataclasses import replace
from http.client import HTTPConnection, HTTPException
from threading import Thread

from tsuro.cli.serve import add_bots, add_database, add_port
from tsuro.game.errors import TsuroError
from tsuro.server.settings import OfferedBot, Settings

__all__ = ["add_commands"]

DESCRIPTION = """\
Play in the browser: alone, around one screen, against bots, or with friends through a link.

It runs a server on this machine and opens the page. If a server is already running, it only opens the page."""

EXAMPLES = """\
examples:
  tsuro web         play on this machine
  tsuro web --lan   phones and others in the same network can join; there is no encryption, so only use it in
                    networks you trust
  tsuro web --bot my_bot.py:MyBot
                    play against your own bot

Ctrl-C ends it: games are saved, and go on when it runs again."""

HERE = "127.0.0.1"
LOOKING = 2.0  # seconds, for a server on this machine to answer
OPENING = 5.0  # seconds, for a browser to be found


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "web",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--lan", action="store_true", help="let others in the same network play")
    add("--no-open", action="store_true", help="open no browser")
    add_port(parser, "the port to try first; any free one if another program has it")
    add_database(parser)
    add_bots(parser)
    parser.set_defaults(run=run_web)


def run_web(options: argparse.Namespace) -> int:
    address = _own_address() if options.lan else HERE
    url = f"http://{address}:{options.port}"
    if _is_tsuro(address, options.port):
        if options.bot:
            raise TsuroError(
                f"Tsuro runs already, at {url}, without that bot: end it first, or name another --port"
            )
        print(f"Tsuro runs already, at {url}", flush=True)
        if not options.no_open:
            _open_page(url).join(OPENING)
        return 0
    host = "0.0.0.0" if options.lan else HERE  # noqa: S104 -- what was asked for
    settings = Settings(host=host, port=options.port, database=options.database, bots=_introduced(options.bot))
    _serve(settings, address, opens=not options.no_open)
    return 0


def _introduced(bots: list[str]) -> tuple[OfferedBot, ...]:
    from tsuro.server.rooms.offered_bots import introduced  # noqa: PLC0415 -- other commands need not wait for this

    return introduced(bots)


def _own_address() -> str:
    from tsuro.server.http.qr import address_in_network  # noqa: PLC0415 -- other commands need not wait for this

    address = address_in_network()
    if address is None:
        raise TsuroError("this machine is not in a network: play without --lan")
    return address


def _serve(settings: Settings, address: str, *, opens: bool) -> None:
    from tsuro.server.serve import serve  # noqa: PLC0415 -- other commands need not wait for all this

    with _listening(settings) as listener:
        url = f"http://{address}:{listener.getsockname()[1]}"
        said: list[str] = []

        def announce(sentence: str) -> None:
            """Called with several sentences when all is ready; ours is printed once, instead of them."""
            if not said:
                print(_where(url, lan=settings.host != HERE), flush=True)
                if opens:
                    _open_page(url)
            said.append(sentence)

        serve(settings, announce=announce, listener=listener, quiet=True)


def _where(url: str, *, lan: bool) -> str:
    others = "Phones and others in the same network can open it, too. " if lan else ""
    return f"Tsuro is at {url}  {others}Ctrl-C ends it."


def _listening(settings: Settings) -> socket.socket:
    """A socket bound to the port, or to any free one if it cannot be had, and then a sentence why."""
    from tsuro.server.serve import CannotListen, PortInUse, listening  # noqa: PLC0415 -- as above

    try:
        return listening(settings)
    except CannotListen as error:
        listener = listening(replace(settings, port=0))
        taken = f"Port {settings.port} is taken by another program"
        why = taken if isinstance(error, PortInUse) else f"Port {settings.port} cannot be used ({error})"
        print(f"{why}, so Tsuro uses port {listener.getsockname()[1]} this time.", flush=True)
        return listener


def _is_tsuro(address: str, port: int) -> bool:
    """Whether one of our servers, with the page, answers there."""
    asking = HTTPConnection(address, port, timeout=LOOKING)
    try:
        asking.request("HEAD", "/")
        return asking.getresponse().getheader("Tsuro-Page") is not None
    except (OSError, HTTPException):
        return False
    finally:
        asking.close()


def _open_page(url: str) -> Thread:
    """Open the page, without waiting for a browser that takes its time, or is not there."""
    opening = Thread(target=_browse, args=(url,), daemon=True)
    opening.start()
    return opening


def _browse(url: str) -> None:
    if not _has_screen():
        print(f"Open {url} in a browser.", flush=True)
        return
    try:
        opened = webbrowser.open(url)
    except (OSError, webbrowser.Error):
        opened = False
    if not opened:
        print("No browser could be opened: open the address yourself.", flush=True)


def _has_screen() -> bool:
    """Without a screen, Python would start a text browser in this terminal, over what is there."""
    wanted = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")
    return sys.platform in {"darwin", "win32"} or any(os.environ.get(name) for name in wanted)
