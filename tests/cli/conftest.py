"""Programs to play against, as in the tests of the arena."""

from __future__ import annotations

from tests.arena.conftest import broken_engine, engine

__all__ = ["broken_engine", "engine"]
