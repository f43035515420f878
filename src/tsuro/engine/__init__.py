"""Engines: players in any language that speak the line protocol of docs/engine-protocol.md."""

from __future__ import annotations

from tsuro.engine.client import EnginePlayer
from tsuro.engine.lines import VERSION, ProtocolError
from tsuro.engine.program import EngineFailed, Failure
from tsuro.engine.server import Engine, serve

__all__ = [
    "VERSION",
    "Engine",
    "EngineFailed",
    "EnginePlayer",
    "Failure",
    "ProtocolError",
    "serve",
]
