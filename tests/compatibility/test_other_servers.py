"""Databases of versions besides 0.4.0, each served by the server of today: nobody's table is lost by an update."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from tests.compatibility.capture_server import move
from tests.compatibility.test_server import PHASES
from tests.server.running import Guest, running

from tsuro import read_text

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
VERSIONS = ["0.3.0", "0.5.0", "0.6.0", "0.7.0", "0.8.0", "0.9.0", "0.10.0", "0.11.0", "0.11.1"]


@pytest.fixture(scope="module", params=VERSIONS)
def kept(request: pytest.FixtureRequest) -> Any:
    return msgspec.json.decode((HERE / f"server-{request.param}" / "kept.json").read_bytes()) | {
        "of": request.param
    }


@pytest.fixture(scope="module")
def people(kept: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Guest]]:
    """Ana and Rui with their tokens of then, a minute later."""
    folder = tmp_path_factory.mktemp("server")
    shutil.copy(HERE / f"server-{kept['of']}" / "tables.sqlite3", folder)
    began = time.time()
    with pytest.MonkeyPatch.context() as patch:
        then = SimpleNamespace(time=lambda: kept["captured"] / 1000 + 60 + time.time() - began)
        patch.setattr("tsuro.server.rooms.steady_clock.time", then)
        with running(folder) as first:
            yield [_known(first, kept["tokens"][name]) for name in ("Ana", "Rui")]


def _known(guest: Guest, token: str) -> Guest:
    found = guest.another()
    found.token = token
    found.headers["Authorization"] = f"Bearer {token}"
    return found


def test_every_table_is_as_it_was(kept: Any, people: list[Guest]) -> None:
    for name, table in kept["tables"].items():
        shown = people[0].look(table["play"])
        assert shown["table"]["phase"] == PHASES.get(name, "playing")
    finished = kept["tables"]["finished"]["play"]
    for number, text in enumerate(kept["records"], 1):
        record = people[0].get(f"/api/tables/{finished}/games/{number}/record").text
        assert read_text(record).entries == read_text(text).entries


def test_running_games_are_played_to_their_end(kept: Any, people: list[Guest]) -> None:
    running_games = [table["play"] for name, table in kept["tables"].items() if name not in PHASES]
    assert running_games
    for code in running_games:
        move(people, code, 1000, pause=0.01)
        assert people[0].look(code)["table"]["phase"] == "over"
