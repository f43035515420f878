"""A bot that plays over the network, with nothing but the standard library. Yours may be in any language.

Say where to play, as in `python examples/web_bot.py 127.0.0.1:8000`, or name a folder: then
it starts a server of its own that keeps its tables there.
"""

import json
import secrets
import subprocess
import sys
from contextlib import closing
from http.client import HTTPConnection
from typing import Any

HEADERS = {"Authorization": f"Bearer {secrets.token_urlsafe(16)}", "Content-Type": "application/json"}


def play(host: str) -> None:
    table = f"/api/tables/{json.loads(ask(host, '/api/tables', seats=2))['play']}"
    ask(host, f"{table}/requests", type="sit", id="a", seat=0, name="Web bot")
    ask(host, f"{table}/requests", type="add-bot", id="b", seat=1, bot="wanderer")
    ask(host, f"{table}/requests", type="start", id="c")
    with closing(HTTPConnection(host)) as connection:
        connection.request("GET", f"{table}/stream", headers=HEADERS)
        for line in connection.getresponse():  # what happens at the table, as it happens
            news = json.loads(line)
            if news.get("position") and news["position"]["result"]:
                break
            for own in news.get("own", ()):
                if own["on_turn"]:
                    move = {"id": f"move-{news['seq']}", "seq": news["seq"], "seat": 0, "action": choose(own)}
                    ask(host, f"{table}/requests", type="move", **move)
    print(ask(host, f"{table}/games/1/record"))


def choose(own: dict[str, Any]) -> str:
    """The first thing that is allowed: there is room for ideas here."""
    if own["marks"]:
        square, spot = divmod(own["marks"][0], 8)
        return f"mark {'abcdef'[square % 6]}{6 - square // 6}{'nesw'[spot // 2]}{spot % 2 + 1}"
    return next((way["action"] for way in own["previews"] if not way["refused"]), "exchange nothing")


def ask(host: str, path: str, **message: Any) -> str:
    with closing(HTTPConnection(host)) as connection:
        connection.request("POST" if message else "GET", path, json.dumps(message), HEADERS)
        return connection.getresponse().read().decode()


where = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1:8000"
if ":" in where:
    play(where)
else:
    command = [sys.executable, "-m", "tsuro", "serve", "--port=0", "--pace=0", f"--database={where}/tables"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=quiet, text=True) as server:  # noqa: S603
        said = server.stdout.readline() if server.stdout else ""  # Tsuro is at http://127.0.0.1:40123 …
        play(said.split("//")[1].split()[0])
        server.terminate()
