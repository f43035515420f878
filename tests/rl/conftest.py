"""The core in both its forms."""

from __future__ import annotations

import pytest

from tsuro.fast.core import INTERPRETED, Core


@pytest.fixture(params=["interpreted", "compiled"])
def core(request: pytest.FixtureRequest) -> Core:
    """Each form in turn."""
    if request.param == "interpreted":
        return INTERPRETED
    chosen = request.getfixturevalue("compiled")
    assert isinstance(chosen, Core)
    return chosen
