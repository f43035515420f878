"""A bot that plays over the network, with nothing but the standard library. Yours may be in any language.

Start a server with `tsuro serve`, then run `python examples/web_bot.py`; add the address of a server elsewhere.
"""

import json
import secrets
import sys
from http.client import HTTPConnection, HTTPResponse
from typing import Any

HOST = "".join(sys.argv[1:]).removeprefix("http://").rstrip("/") or "127.0.0.1:8000"
HEADERS = {"Authorization": f"Bearer {secrets.token_urlsafe(16)}", "Content-Type": "application/json"}


def ask(path: str, **message: Any) -> HTTPResponse:
    connection = HTTPConnection(HOST)
    connection.request("POST" if message else "GET", path, json.dumps(message), HEADERS)
    answer = connection.getresponse()
    return answer if answer.status < 400 else sys.exit(json.load(answer)["sentence"])


def choose(own: dict[str, Any]) -> str:
    """The first action that is allowed: put your ideas here."""
    ways = [*own["marks"], *(way for way in own["previews"] if not way["refused"])]
    return str(ways[0]["action"]) if ways else "exchange nothing"


SEATS = [{"kind": "person", "name": "Web bot"}, {"kind": "bot", "bot": "wanderer"}]
table = f"/api/tables/{json.load(ask('/api/tables', seats=SEATS, start=True))['play']}"
for line in ask(f"{table}/stream"):  # what happens at the table, as it happens
    news = json.loads(line)
    if any(own["on_turn"] for own in news.get("own", [])):
        move = {"seq": news["seq"], "seat": 0, "action": choose(news["own"][0])}
        ask(f"{table}/requests", type="move", id=f"move-{news['seq']}", **move)
    elif (news.get("position") or {}).get("result"):
        break
print(ask(f"{table}/games/1/record").read().decode())
