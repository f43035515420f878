"""The messages of a table as a JSON Schema, for programs that are not written in Python."""

from __future__ import annotations

from typing import Any

import msgspec

from tsuro.server.messages import PROTOCOL, ClientMessage, ServerMessage
from tsuro.server.messages.lobby import LobbyMessage, PlayNow
from tsuro.server.messages.records import AdviceWanted, PracticeWanted, ReplayWanted
from tsuro.server.messages.views import Advice, Replay

__all__ = ["schema"]

_SPEAKERS = {"tsuro.server.messages.requests.": "Client", "tsuro.server.messages.answers.": "Server"}
"""Both sides ping: a name that is used twice says whose it is."""


def schema() -> dict[str, Any]:
    """A document (2020-12) that describes what clients and server say, and requests and answers about records."""
    described = (
        ClientMessage,
        ServerMessage,
        LobbyMessage,
        Replay,
        Advice,
        ReplayWanted,
        AdviceWanted,
        PracticeWanted,
        PlayNow,
    )
    (client, server, lobby, *_), parts = msgspec.json.schema_components(described, ref_template="#/$defs/{name}")
    return _with_plain_names(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "The messages of a Tsuro table",
            "description": f"Version {PROTOCOL} of the protocol. Whole numbers have no decimal point.",
            "anyOf": [{"$ref": "#/$defs/ClientMessage"}, {"$ref": "#/$defs/ServerMessage"}],
            "$defs": parts | {"ClientMessage": client, "ServerMessage": server, "LobbyMessage": lobby},
        }
    )


def _with_plain_names(document: dict[str, Any]) -> dict[str, Any]:
    text = msgspec.json.encode(document).decode()
    for module, speaker in _SPEAKERS.items():
        text = text.replace(module, speaker)
    plain: dict[str, Any] = msgspec.json.decode(text)
    return plain
