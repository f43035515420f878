from __future__ import annotations

import pytest


@pytest.fixture
def anyio_backend() -> str:
    """Tests that are coroutines run in an event loop of the standard library, as the server does."""
    return "asyncio"
