"""Engines: players in any language that speak the line protocol of docs/engine-protocol.md."""

from __future__ import annotations

from tsuro.engine.client import EngineFailed, EnginePlayer
from tsuro.engine.lines import VERSION, ProtocolError
from tsuro.engine.server import Engine, serve

__all__ = [
    "VERSION",
    "Engine",
    "EngineFailed",
    "EnginePlayer",
    "ProtocolError",
    "serve",
]
