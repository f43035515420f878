"""Tables as a test needs them, made without a page: any browser profile can ask the server for anything."""

from __future__ import annotations

import json
import time
from random import randrange
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any

from tests.browser.scripted import Script

from tsuro.web import PAGE

if TYPE_CHECKING:
    from playwright.sync_api import APIRequestContext, APIResponse, BrowserContext

__all__ = [
    "LANGUAGES",
    "NAMES",
    "Words",
    "ask",
    "look",
    "make_table",
    "play",
    "play_some",
    "sit_together",
    "some_action",
]

LANGUAGES = sorted(path.stem for path in (PAGE / "languages").glob("*.json"))
NAMES = ("Ana", "Rui", "Zoé")
TOO_OFTEN = 429


class Words:
    """What the page says in a language, for tests that look for it."""

    def __init__(self, language: str) -> None:
        path = PAGE / "languages" / f"{language}.json"
        self.all: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
        self.language = language
        self.tag = self.all.get("language.tag", language)

    def __call__(self, key: str, **values: object) -> str:
        text = self.all[key]
        for name, value in values.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text


def make_table(person: BrowserContext, **options: Any) -> str:
    """A table with these options; returns the code for playing."""
    answer = _post(person.request, "/api/tables", options)
    assert answer.ok, answer.text()
    return str(answer.json()["play"])


def ask(person: BrowserContext, code: str, kind: str, **fields: Any) -> None:
    """Ask for what must be granted."""
    answer = _post(
        person.request, f"/api/tables/{code}/requests", {"id": token_urlsafe(9), "type": kind, **fields}
    )
    assert answer.ok, answer.text()


def look(person: BrowserContext, code: str) -> dict[str, Any]:
    """What the server shows this person of the table."""
    answer = person.request.get(f"/api/tables/{code}")
    if answer.status == TOO_OFTEN:
        time.sleep(0.5)
        return look(person, code)
    told: dict[str, Any] = answer.json()
    return told


def sit_together(people: list[BrowserContext], **options: Any) -> str:
    """A table at which these sit in this order, the first of them first, and have begun. One may sit twice."""
    code = make_table(people[0], seats=len(people), first="chosen", **options)
    for seat, person in enumerate(people):
        ask(person, code, "sit", seat=seat, name=NAMES[seat])
    ask(people[0], code, "choose-first", seat=0)
    ask(people[0], code, "start")
    return code


def play(people: list[BrowserContext], code: str, script: Script, moves: range) -> None:
    """Do what the script says, each move by its player."""
    for number in moves:
        seat, action = script.moves[number]
        ask(people[seat], code, "move", seat=seat, action=action, seq=look(people[seat], code)["seq"])


def play_some(person: BrowserContext, code: str, most: int = 200) -> None:
    """Make any allowed moves for all players of this person, at most this many, until the game is over."""
    for _ in range(most):
        told = look(person, code)
        if told["table"]["phase"] == "over":
            return
        own = next((own for own in told["own"] if own["on_turn"]), None)
        if own is None:
            time.sleep(0.05)
            continue
        ask(person, code, "move", seat=own["seat"], action=some_action(own), seq=told["seq"])


def some_action(own: dict[str, Any]) -> str:
    """What a player may do now; rather something that keeps everybody in play."""
    if own["marks"]:
        away = 7 * own["seat"] + randrange(6)  # from others; if all games began alike, one here would be one there
        return str(own["marks"][away]["action"])
    if own["offer"]:
        return "exchange nothing"
    allowed = [preview for preview in own["previews"] if preview["refused"] is None]
    kind = [preview for preview in allowed if all(walk["end"] is not None for walk in preview["walks"])]
    return str((kind or allowed)[0]["action"])


def _post(request: APIRequestContext, path: str, body: object) -> APIResponse:
    answer = request.post(path, data=json.dumps(body), headers={"Content-Type": "application/json"})
    if answer.status != TOO_OFTEN:
        return answer
    time.sleep(0.5)
    return _post(request, path, body)
