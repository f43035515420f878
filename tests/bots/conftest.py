"""Bots think with the compiled core where there is one, so that many games take little time."""

from __future__ import annotations

import pytest

from tsuro.fast.loader import best_core


@pytest.fixture(autouse=True, scope="session")
def _core_is_ready() -> None:
    best_core(wait=True)
