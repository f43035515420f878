from __future__ import annotations

import pytest


@pytest.fixture
def anyio_backend() -> str:
    """Tests that are coroutines run in an event loop of the standard library, as the server does."""
    return "asyncio"


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine everything may take a while; tests of what takes too long are less patient."""
    for module in ("connecting", "writer"):
        monkeypatch.setattr(f"tsuro.server.storage.postgresql.{module}.PATIENCE", 30.0)
