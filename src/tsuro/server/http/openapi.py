"""A description of the HTTP interface for programs, made from the structs of its messages."""

from __future__ import annotations

import re
from typing import Any, TypeAlias

import msgspec

import tsuro
from tsuro.render.palettes import PALETTES
from tsuro.render.theme import THEMES
from tsuro.server.http.problems import JSON
from tsuro.server.http.routes import API_PATHS
from tsuro.server.messages import Request
from tsuro.server.messages.answers import Accepted, HandOverLink, Problem, ProgramToken, Refused, Snapshot
from tsuro.server.messages.creation import NewTable
from tsuro.server.messages.lobby import LobbySnapshot, PlayNow
from tsuro.server.messages.records import AdviceWanted, PracticeWanted, ReplayWanted
from tsuro.server.messages.views import Advice, BotView, Replay

__all__ = [
    "BODIES",
    "FILM_FORMATS",
    "FORMATS",
    "NDJSON",
    "PICTURE_SHAPES",
    "THEMES",
    "HandOverTaken",
    "Nothing",
    "TableMade",
    "TileFace",
    "openapi",
]

NDJSON = "application/x-ndjson"
FORMATS = ("text", "json")
FILM_FORMATS = ("gif", "webp")
PICTURE_SHAPES = ("tall", "square", "wide")

Described: TypeAlias = dict[str, Any]


class TableMade(msgspec.Struct, frozen=True, kw_only=True):
    """A new table: anyone with the code `play` may play, anyone with the code `watch` may watch."""

    play: str
    watch: str
    snapshot: Snapshot  # the table as the guest who made it sees it


class HandOverTaken(msgspec.Struct, frozen=True, kw_only=True):
    """The code of the table at which the seats now belong to this guest."""

    play: str


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request that needs none: {}"""


class FilmProgress(msgspec.Struct, frozen=True, kw_only=True):
    """How many frames of an animation are drawn: ask again in a second."""

    done: int
    of: int  # 0 before it has begun


class TileFace(msgspec.Struct, frozen=True, kw_only=True):
    """A tile as it may lie on the board: 17e is tile 17, its top pointing east."""

    name: str
    tile: int
    paths: tuple[tuple[int, int], ...]  # pairs of spots; they count clockwise from the left one on top


BODIES: tuple[Any, ...] = (
    NewTable,
    TableMade,
    LobbySnapshot,
    PlayNow,
    Snapshot,
    Request,
    Accepted | ProgramToken | HandOverLink | Snapshot,
    Refused,
    Nothing,
    HandOverTaken,
    Replay,
    Advice,
    ReplayWanted,
    AdviceWanted,
    PracticeWanted,
    list[BotView],
    list[TileFace],
    FilmProgress,
    Problem,
)
_IN_PATH = {
    "code": {"type": "string", "pattern": "^[A-Za-z0-9_-]{22}$"},
    "game": {"type": "integer", "minimum": 1, "maximum": 999_999_999},
}

_ABOUT = (
    "Make tables, sit down and play. The messages are described in docs/protocol.md. "
    "Whole numbers are written without a decimal point."
)
_MADE_CODE = "$response.body#/play"
_RECORD_REF = "~1games~1{game}~1record/get"


def openapi() -> Described:
    """The description, as OpenAPI 3.1."""
    schemas, components = msgspec.json.schema_components(BODIES, ref_template="#/components/schemas/{name}")
    paths = _Paths(dict(zip(map(str, BODIES), schemas, strict=True)))
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tsuro tables",
            "version": tsuro.__version__,
            "description": _ABOUT,
        },
        "paths": _by_path(paths.all()),
        "components": {
            "schemas": components,
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer", "description": "22 letters, digits, - or _."},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "tsuro_guest"},
            },
        },
        "security": [{}, {"token": []}, {"cookie": []}],
    }


class _Paths:
    """Describes each route by its name, given the schemas of bodies by name of their type."""

    def __init__(self, schemas: dict[str, Described]) -> None:
        self._schemas = schemas

    def all(self) -> Described:
        return {**self._tables(), **self._lobby(), **self._games(), **self._analysis(), **self._others()}

    def _tables(self) -> Described:
        accepted = Accepted | ProgramToken | HandOverLink | Snapshot
        return {
            "tables": {
                "post": self._described(
                    "Make a table, with its seats and the game if wanted",
                    body=NewTable,
                    answers={
                        "201": self._made(),
                        "200": self._json("The table that the same request made before", TableMade),
                    },
                ),
            },
            "table": self._get("A table as it is now", self._json("A snapshot", Snapshot)),
            "requests": {
                "post": self._described(
                    "Ask for something at the table: the same requests as on the socket",
                    body=Request,
                    answers={"200": self._json("It was done", accepted), "409": self._json("Why not", Refused)},
                ),
            },
            "stream": self._get(
                "Everything that happens, one message per line, for as long as the client listens",
                _content("Messages as on the socket", NDJSON, {"type": "string"}),
            ),
            "qr": self._get(
                "The link to the table as a QR code",
                _content("The picture", "image/svg+xml", {"type": "string"}),
            ),
            "preview": self._get(
                "What a messenger shows with a link to the table: its board as everybody may see it",
                _content("The picture", "image/png", {"type": "string"}),
            ),
            "hand_overs": {
                "post": self._described(
                    "Take over the seats of another device, with the code it showed",
                    body=Nothing,
                    answers={"200": self._json("The table to go to", HandOverTaken)},
                ),
            },
        }

    def _lobby(self) -> Described:
        return {
            "lobby": self._get("Open tables, and running games to watch", self._json("The lobby", LobbySnapshot)),
            "play_now": {
                "post": self._described(
                    "Sit down at a table where somebody waits for others, or at a new one",
                    body=PlayNow,
                    answers={"201": self._made(), "200": self._json("A table that was there already", TableMade)},
                ),
            },
        }

    def _made(self) -> Described:
        links = {
            name: {"operationRef": f"#/paths/~1api~1tables~1{{code}}{path}", "parameters": {"code": _MADE_CODE}}
            for name, path in (("look", "/get"), ("ask", "~1requests/post"), ("record", _RECORD_REF))
        }
        return {**self._json("The codes of its links, and a snapshot", TableMade), "links": links}

    def _games(self) -> Described:
        record = _content("The record", "text/plain", {"type": "string"})
        record["content"][JSON] = {"schema": {"type": "object"}}
        picture = _content("The picture", "image/svg+xml", {"type": "string"})
        return {
            "record": self._get("The record of a game", record, _in_query("format", FORMATS)),
            "game_replay": self._get("A game, moment by moment", self._json("Its moments", Replay)),
            "picture": self._get("A game as an animation", picture, _in_query("theme", THEMES)),
            "snapshot": self._get(
                "A moment of a game as a picture, with the players' names", _SNAPSHOT, *_OF_SNAPSHOT
            ),
            "film": {"get": self._film("A whole game as an animation to share")},
        }

    def _film(self, summary: str, body: Any = None) -> Described:
        film = _content("The animation", "image/gif", {"type": "string"})
        film["content"]["image/webp"] = {"schema": {"type": "string"}}
        progress = self._json("How far it is: ask again in a second", FilmProgress)
        answers = {"200": film, "202": progress}
        return {**self._described(summary, answers=answers, body=body), "parameters": list(_OF_FILM)}

    def _analysis(self) -> Described:
        seat = {
            "name": "seat",
            "in": "query",
            "required": True,
            "schema": {"type": "integer", "minimum": 0, "maximum": 7},
        }
        advice = self._json("What the strongest bot would do", Advice)
        return {
            "table_advice": self._get("Advice for a guest who plays alone against bots", advice, seat),
            "replays": {
                "post": self._described(
                    "A record, moment by moment",
                    body=ReplayWanted,
                    answers={"200": self._json("Its moments", Replay)},
                ),
            },
            "record_snapshot": {
                "post": {
                    **self._described(
                        "A moment of a record as a picture", body=ReplayWanted, answers={"200": _SNAPSHOT}
                    ),
                    "parameters": list(_OF_SNAPSHOT),
                },
            },
            "record_film": {"post": self._film("A record as an animation to share", ReplayWanted)},
            "advice": {
                "post": self._described(
                    "Advice for the player who acts next in a record", body=AdviceWanted, answers={"200": advice}
                ),
            },
            "practice": {
                "post": self._described(
                    "Make a table at which a record is played on against bots",
                    body=PracticeWanted,
                    answers={"201": self._made()},
                ),
            },
        }

    def _others(self) -> Described:
        anything = _content("A JSON document", JSON, {"type": "object"})
        return {
            "bots": self._get("The bots that can be given a seat", self._json("The bots", list[BotView])),
            "tiles": self._get("All tiles and their paths", self._json("The tiles", list[TileFace])),
            "schema": self._get("The schema of all messages", anything),
            "openapi": self._get("This description", anything),
            "health": self._get("Whether the server is well", anything),
            "live": self._get("Whether the process answers", anything),
            "ready": self._get("Whether the server can be used, as /health", anything),
        }

    def _get(self, summary: str, answer: Described, *query: Described) -> Described:
        return {"get": {**self._described(summary, answers={"200": answer}), "parameters": list(query)}}

    def _described(self, summary: str, *, answers: Described, body: Any = None) -> Described:
        problem = self._json("What went wrong", Problem)
        described: Described = {"summary": summary, "responses": {**answers, "4XX": problem, "5XX": problem}}
        if body is not None:
            described["requestBody"] = {"required": True, "content": {JSON: {"schema": self._schemas[str(body)]}}}
        return described

    def _json(self, description: str, kind: Any) -> Described:
        return _content(description, JSON, self._schemas[str(kind)])


def _by_path(described: Described) -> Described:
    """The descriptions by path instead of by name of the route."""
    return {
        API_PATHS[name]: {"parameters": _in_path(API_PATHS[name]), **methods}
        for name, methods in described.items()
    }


def _content(description: str, media_type: str, schema: Described) -> Described:
    return {"description": description, "content": {media_type: {"schema": schema}}}


def _in_path(path: str) -> list[Described]:
    names = re.findall(r"{(\w+)}", path)
    return [{"name": name, "in": "path", "required": True, "schema": _IN_PATH[name]} for name in names]


def _in_query(name: str, choices: tuple[str, ...]) -> Described:
    return {"name": name, "in": "query", "schema": {"enum": list(choices), "default": choices[0]}}


_SNAPSHOT = _content("The picture", "image/png", {"type": "string"})
_OF_SNAPSHOT = (
    _in_query("theme", tuple(PALETTES)),
    _in_query("shape", PICTURE_SHAPES),
    {"name": "move", "in": "query", "schema": {"type": "integer", "minimum": 0, "maximum": 99_999}},
)
_OF_FILM = (
    _in_query("format", FILM_FORMATS),
    _in_query("theme", tuple(PALETTES)),
    _in_query("shape", ("tall", "square")),
)
