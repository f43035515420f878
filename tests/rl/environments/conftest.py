"""What all tests of environments share."""

from __future__ import annotations

import pytest

from tsuro.fast.core import Core
from tsuro.rl import cores


@pytest.fixture(autouse=True, scope="session")
def _compiled_core(compiled: Core) -> None:
    """Environments play on the compiled core, which is there before the first is made."""
    assert cores.default_core() is compiled
