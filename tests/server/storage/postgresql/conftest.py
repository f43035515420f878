from __future__ import annotations

import pytest
from tests.postgresql import empty_database, new_database


@pytest.fixture
def url() -> str:
    """The address of a database without tables to play at."""
    return new_database()


@pytest.fixture
def empty() -> str:
    """The address of a database with nothing in it, whose tables may be changed."""
    return empty_database()
